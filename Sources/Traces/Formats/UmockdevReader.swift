import PantographBase
import PantographTouches

/// Reads the script of a device that `umockdev-record --script` writes: the bytes that a program has read.
///
///     d 0 /dev/input/event4
///     r 0 ^@^@…
///     r 8 ^@^@…
///
/// A line has an operation, the milliseconds since the line before, and bytes; those below 32 are a `^` and the
/// byte plus 64, and `^` itself is ``^` ``. What is read are the kernel's events, of 24 bytes each, or of 16 on
/// a machine with 32 bits. The script does not describe the device.
struct UmockdevReader: LineReader {
  private(set) var device = DeviceDescription()
  private(set) var hasEvents = false

  init(choosing choice: DeviceChoice) {}

  static func recognizes(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    if cursor.skip("d 0 /dev/input/", text) { return true }
    guard let data = try? data(text, &cursor) else { return false }
    return size(of: data) != nil
  }

  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    var cursor = LineCursor(line: line)
    // Writes, calls and comments are not events.
    guard cursor.peek(text) == UInt8(ascii: "r") else { return }
    let data = try Self.data(text, &cursor)
    guard let size = Self.size(of: data) else {
      throw TraceError(
        .expected("events of the kernel, of 24 or 16 bytes each"), line: line,
        column: cursor.offset + 1)
    }
    for start in stride(from: 0, to: data.count, by: size) {
      let event = Array(data[start..<start + size])
      let word = (size - 8) / 2
      events.append(
        InputEvent(
          time: Timestamp(
            microseconds: Int64(event.number(at: 0, bytes: word)) * 1_000_000
              + Int64(event.number(at: word, bytes: word))),
          type: EventType(rawValue: UInt16(event.number(at: size - 8, bytes: 2))),
          code: EventCode(rawValue: UInt16(event.number(at: size - 6, bytes: 2))),
          value: Int32(truncatingIfNeeded: event.number(at: size - 4, bytes: 4))))
    }
    hasEvents = true
  }

  /// Reads `r 8 ^@^@…`, and leaves the cursor at the data.
  private static func data(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> [UInt8] {
    guard cursor.skip("r ", text) else { throw cursor.error(.expected("an operation")) }
    _ = try cursor.unsigned(text, upTo: 1 << 40, "a time in milliseconds")
    guard cursor.skip(" ", text) else { throw cursor.error(.expected("a blank before the data")) }
    var (data, index): ([UInt8], Int) = ([], cursor.offset)
    while index < text.count {
      var byte = text[index]
      if byte == UInt8(ascii: "^") {
        index += 1
        guard index < text.count, 0x40...0x60 ~= text[index] else {
          throw TraceError(
            .expected("a character from @ to ` after ^"), line: cursor.line, column: index + 1)
        }
        byte = text[index] == 0x60 ? UInt8(ascii: "^") : text[index] - 0x40
      }
      data.append(byte)
      index += 1
    }
    return data
  }

  /// Returns the size of an event in the data, or `nil` if they are not the kernel's events.
  ///
  /// Both sizes may divide the data; only the right one has known types and microseconds.
  private static func size(of data: [UInt8]) -> Int? {
    [24, 16].first { size in
      guard !data.isEmpty, data.count.isMultiple(of: size) else { return false }
      let word = (size - 8) / 2
      return stride(from: 0, to: data.count, by: size).allSatisfy { start in
        data.number(at: start, bytes: word) <= KernelClock.mostSeconds
          && data.number(at: start + word, bytes: word) < 1_000_000
          && data.number(at: start + size - 8, bytes: 2) <= 0x1f
      }
    }
  }
}

extension [UInt8] {
  /// Returns the unsigned number in some bytes, the lowest first.
  func number(at start: Int, bytes count: Int) -> UInt64 {
    self[start..<start + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
