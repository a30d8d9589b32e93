import Glibc

/// What one reader has been told, and what comes next for it; bytes are made as they are asked for.
struct StreamCursor {
  /// How lines are told.
  enum Format: String {
    /// As a stream of events with numbers, which browsers read and resume.
    case events
    /// As they are.
    case ndjson
  }

  /// What became of an asking for bytes.
  enum Outcome {
    /// So many have been given.
    case given(Int)
    /// There is nothing new.
    case nothing
    /// What would come next is not there any more.
    case fallenBehind
    /// Everything has been told.
    case over
  }

  let format: Format
  /// What stands between lines: the opening, a remark, the end; and how much of it has been given.
  private var aside: [UInt8]
  private var asideGiven = 0
  /// The place of the line that is being told, its number, and how many bytes of it have been given.
  private var place: Int
  private var number: UInt64
  private var given = 0
  private var hasEnded = false

  /// Tells lines of a history from a place on, after an opening that only streams of events have.
  init(_ format: Format, from place: Int, of history: History, opening: [UInt8]) {
    self.format = format
    self.place = place
    number = history.number(at: place)
    aside = format == .events ? opening : []
  }

  /// The opening of a stream of events: after how many milliseconds who lost it may come back, and what it
  /// is about.
  static func opening(about: [UInt8]) -> [UInt8] {
    // A line feed would end the event's data; in JSON it stands only between words.
    let about = about.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? 0x20 : $0 }
    return Array("retry: 1000\nevent: about\ndata: ".utf8) + about + Array("\n\n".utf8)
  }

  private static let remark = Array(":\n\n".utf8)
  private static let end = Array("event: end\ndata: {}\n\n".utf8)

  /// Whether there is something to tell.
  func hasMore(_ history: History) -> Bool {
    asideGiven < aside.count || place < history.end
  }

  /// Whether what comes next is not there any more.
  func hasFallenBehind(_ history: History) -> Bool { place < history.start }

  /// Says something that means nothing, so that it shows whether the reader is still there; false where
  /// there are but lines to say.
  mutating func addRemark() -> Bool {
    guard format == .events else { return false }
    if asideGiven == aside.count { (aside, asideGiven) = (Self.remark, 0) }
    return true
  }

  /// Fills a buffer with what comes next.
  ///
  /// - Parameter isLast: whether no more lines will come.
  mutating func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from history: History, isLast: Bool
  ) -> Outcome {
    guard !hasFallenBehind(history) else { return .fallenBehind }
    var filled = 0
    while filled < buffer.count {
      if given == 0, asideGiven < aside.count {
        unsafe aside.withUnsafeBytes { bytes in
          asideGiven += unsafe Self.copy(bytes, from: asideGiven, to: buffer, &filled)
        }
      } else if place < history.end {
        let line = history.ring.line(at: place)
        // Lines were left out before this one.
        guard line.number == number else { return filled > 0 ? .given(filled) : .fallenBehind }
        guard unsafe tell(line, of: history.ring, to: buffer, &filled) else { break }
        place = line.end
        number += 1
        given = 0
      } else if isLast, !hasEnded {
        hasEnded = true
        if format == .events { (aside, asideGiven) = (Self.end, 0) }
      } else {
        break
      }
    }
    if filled > 0 { return .given(filled) }
    return isLast && hasEnded ? .over : .nothing
  }

  /// Gives what is left of a line; false when the buffer is full before its end.
  private mutating func tell(
    _ line: LineRing.Line, of ring: LineRing, to buffer: UnsafeMutableRawBufferPointer,
    _ filled: inout Int
  ) -> Bool {
    var start = 0
    if format == .events {
      // "id: ", twenty digits at most, a line feed and "data: ".
      let isWhole = unsafe withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { head in
        let head = unsafe Self.writeHead(line.number, to: head)
        return unsafe give(head, &start, to: buffer, &filled)
      }
      guard isWhole else { return false }
    }
    let first = unsafe ring.bytes(at: line.place, count: line.count)
    let second = unsafe ring.bytes(at: line.place + first.count, count: line.count - first.count)
    guard unsafe give(first, &start, to: buffer, &filled),
      unsafe give(second, &start, to: buffer, &filled)
    else { return false }
    let tail: StaticString = format == .events ? "\n\n" : "\n"
    return unsafe give(
      UnsafeRawBufferPointer(start: tail.utf8Start, count: tail.utf8CodeUnitCount), &start,
      to: buffer, &filled)
  }

  /// Gives what is left of a part of a line, which begins so many bytes after the line's beginning.
  private mutating func give(
    _ part: UnsafeRawBufferPointer, _ start: inout Int, to buffer: UnsafeMutableRawBufferPointer,
    _ filled: inout Int
  ) -> Bool {
    if given - start < part.count {
      given += unsafe Self.copy(part, from: given - start, to: buffer, &filled)
    }
    start += part.count
    return given >= start
  }

  private static func copy(
    _ source: UnsafeRawBufferPointer, from offset: Int, to buffer: UnsafeMutableRawBufferPointer,
    _ filled: inout Int
  ) -> Int {
    let count = min(source.count - offset, buffer.count - filled)
    if count > 0, let from = source.baseAddress, let to = buffer.baseAddress {
      unsafe memcpy(to + filled, from + offset, count)
    }
    filled += count
    return count
  }

  private static func writeHead(
    _ number: UInt64, to buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    var count = 0
    func append(_ text: StaticString) {
      for index in 0..<text.utf8CodeUnitCount {
        unsafe buffer[count] = unsafe text.utf8Start[index]
        count += 1
      }
    }
    append("id: ")
    var unit: UInt64 = 1
    while number / unit >= 10 { unit *= 10 }
    while unit > 0 {
      unsafe buffer[count] = UInt8(ascii: "0") + UInt8(number / unit % 10)
      count += 1
      unit /= 10
    }
    append("\ndata: ")
    return unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
  }
}
