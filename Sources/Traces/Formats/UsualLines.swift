import PantographBase
import PantographTouches

/// Reads lines of events in the format that evemu itself writes: `E: 0.000001 0003 0035 812`, with fields of known
/// widths.
///
/// Any other line, and damage, is left to ``EvemuReader``.
struct UsualLines {
  /// The length of the shortest line, with one digit of seconds and one of the value, and its line end.
  private static let shortest = 24
  /// The length of the longest line: eight digits of seconds, a sign and seven digits of the value, and its line end.
  private static let longest = 38

  private var time = UsualTime()

  /// Appends the events of the usual lines at the start of a text.
  ///
  /// - Returns: The number of lines, and of their bytes. The last bytes of a text are never read, because a line could
  ///   continue after them.
  mutating func read(
    _ text: Span<UInt8>, into events: inout [InputEvent]
  ) -> (count: Int, size: Int) {
    let countBefore = events.count
    var start = 0
    unsafe text.withUnsafeBytes { bytes in
      // Reserves the memory once instead of for each event.
      events.append(addingCapacity: bytes.count / Self.shortest) { events in
        while let (event, end) = unsafe event(in: bytes, from: start) {
          events.append(event)
          start = end
        }
      }
    }
    return (events.count - countBefore, start)
  }

  /// Returns the event of the line at `start`, and the start of the next one.
  @inline(__always)
  private mutating func event(
    in bytes: UnsafeRawBufferPointer, from start: Int
  ) -> (event: InputEvent, end: Int)? {
    guard bytes.count &- start >= Self.longest,
      unsafe time.isRepeated(in: bytes, from: start) || time.read(bytes, from: start)
    else { return nil }
    // `.000001 0003 0035 812`: all fields but the value have fixed positions.
    let point = start &+ time.point
    let type = unsafe EightBytes(bytes, from: point &+ 8)
    let code = unsafe EightBytes(bytes, from: point &+ 10)
    guard code.has(" ", at: 2), code.has(" ", at: 7) else { return nil }
    let isNegative = unsafe bytes[point &+ 18] == UInt8(ascii: "-")
    let value = point &+ (isNegative ? 19 : 18)
    let digits = unsafe EightBytes(bytes, from: value)
    guard let count = digits.countBeforeLineFeed, count > 0,
      let magnitude = digits.keeping(first: count).decimal,
      let (type, code) = EightBytes(four: type, from: 0, andFour: code, from: 3).twoHexadecimals
    else { return nil }
    let number = Int32(truncatingIfNeeded: magnitude)
    return (
      InputEvent(
        time: time.value, type: EventType(rawValue: type), code: EventCode(rawValue: code),
        value: isNegative ? 0 &- number : number),
      value &+ count &+ 1
    )
  }
}

/// The beginning of a usual line, up to its time, such as `E: 0.000001 `.
///
/// It is kept for the next line, because all events of a frame have the same time.
private struct UsualTime {
  /// The time; at first 0.
  private(set) var value = Timestamp(microseconds: 0)
  /// The position of the point in the line.
  private(set) var point = 4
  /// The first eight characters, those from the first digit on, and those from the point on.
  private var head = EightBytes("E: 0.000")
  private var digits = EightBytes("0.000000")
  private var decimals = EightBytes(".000000 ")

  /// Returns whether the line at `start` begins the same.
  @inline(__always)
  func isRepeated(in bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    unsafe EightBytes(bytes, from: start) == head && EightBytes(bytes, from: start &+ 3) == digits
      && EightBytes(bytes, from: start &+ point) == decimals
  }

  /// Reads the beginning of the line at `start`, and returns whether it has the usual format.
  @inline(never)
  mutating func read(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
    let head = unsafe EightBytes(bytes, from: start)
    guard head.has("E", at: 0), head.has(":", at: 1), head.has(" ", at: 2) else { return false }
    var point = 3
    var seconds: Int64 = 0
    // Seconds have at most eight digits, all of which are compared.
    while point < 11, unsafe bytes[start &+ point] != UInt8(ascii: ".") {
      let digit = unsafe Int64(bytes[start &+ point] &- UInt8(ascii: "0"))
      if digit > 9 { return false }
      seconds = seconds &* 10 &+ digit
      point &+= 1
    }
    guard point > 3, unsafe bytes[start &+ point] == UInt8(ascii: ".") else { return false }
    let decimals = unsafe EightBytes(bytes, from: start &+ point)
    guard decimals.has(" ", at: 7),
      let microseconds = decimals.shifted.keeping(last: 6).decimal
    else { return false }
    self.point = point
    value = Timestamp(microseconds: seconds &* 1_000_000 &+ Int64(microseconds))
    self.head = head
    digits = unsafe EightBytes(bytes, from: start &+ 3)
    self.decimals = decimals
    return true
  }
}
