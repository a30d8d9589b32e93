import PantographBase
import PantographTouches

/// Reads evemu's text format, line by line.
///
///     # EVEMU 1.3
///     N: Synaptics TM3276-022
///     I: 001d 06cb 0000 0000
///     P: 05 00 00 00 00 00 00 00
///     B: 03 03 00 00 01 00 80 60 06
///     A: 35 0 1940 0 0 20
///     E: 0.000001 0003 0035 812
///
/// A list of axes, with only `A:` lines, can contain a line such as `kind touchpad` that names the kind of
/// device.
///
/// Everything after the fields of a line is a comment. After the first event, lines that are not events are
/// ignored, as evemu's own reader does.
struct EvemuReader: LineReader {
  private(set) var device = DeviceDescription()
  private(set) var hasEvents = false
  private(set) var remarks: [String] = []
  private var propertyBytes = 0
  private var codeBytes: [UInt64: Int] = [:]
  private var usualLines = UsualLines()

  init(choosing choice: DeviceChoice) {}

  /// After the first event, every other line is a comment.
  var hasIgnoredLine: Bool { true }

  static func recognizes(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    if cursor.skip("# EVEMU ", text) || cursor.skip("kind ", text) { return true }
    cursor.skipBlanks(text)
    for letter: StaticString in ["N:", "I:", "P:", "B:", "A:", "E:"]
    where cursor.skip(letter, text) {
      return true
    }
    return false
  }

  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    var cursor = LineCursor(line: line)
    guard let letter = cursor.peek(text), letter != UInt8(ascii: "#") else {
      if !hasEvents { Remarks.read(text, cursor, into: &remarks) }
      return
    }
    // A word that begins with E may appear among events, like any other.
    if letter == UInt8(ascii: "E"), !hasEvents || text.count < 2 || text[1] == UInt8(ascii: ":") {
      events.append(try event(text, &cursor))
      hasEvents = true
    } else if !hasEvents {
      try header(letter, text, &cursor)
    }
  }

  /// Reads all lines of a piece; those in the format that evemu itself writes without a call for each.
  mutating func readLines(
    of piece: Span<UInt8>, cutBy lines: inout LineSplitter, into events: inout [InputEvent],
    noting numbers: inout EventLines
  ) throws(TraceError) {
    try lines.split(piece) { rest, line in
      let (count, size) = usualLines.read(rest, into: &events)
      if count > 0 { hasEvents = true }
      numbers.note(linesFrom: line, lastDevice, of: events)
      return (count, size)
    } others: { (text, line) throws(TraceError) in
      try read(text, line: line, into: &events)
      numbers.note(line, lastDevice, of: events)
    }
  }

  /// `E: 0.000001 0003 0035 812`: seconds, microseconds, type and code in hex, value in decimal.
  private func event(_ text: Span<UInt8>, _ cursor: inout LineCursor) throws(TraceError)
    -> InputEvent
  {
    try begin(text, &cursor)
    let seconds = try cursor.unsigned(text, upTo: KernelClock.mostSeconds, "a time in seconds")
    guard cursor.skip(".", text) else { throw cursor.error(.expected("a point after the seconds")) }
    let microseconds = try cursor.unsigned(text, upTo: 999_999, "microseconds, six digits")
    let type = try field(text, &cursor, base: 16, "an event type in hex")
    let code = try field(text, &cursor, base: 16, "an event code in hex")
    let value = try number(text, &cursor, "a value")
    return InputEvent(
      time: Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds)),
      type: EventType(rawValue: type), code: EventCode(rawValue: code), value: value)
  }

  private mutating func header(
    _ letter: UInt8, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    if let complaint = ForeignFormat.complaint(text) {
      throw TraceError(.unsupported(complaint), line: cursor.line, column: 1)
    }
    switch letter {
    case UInt8(ascii: "k"):
      guard let kind = Self.kind(text) else {
        let kinds = TouchKind.allCases.map { "kind \($0.rawValue)" }
        throw cursor.error(.expected(kinds.joined(separator: " or ")))
      }
      device.add(kind)
    case UInt8(ascii: "N"):
      try begin(text, &cursor)
      device.name = String(text, cursor.offset..<text.count)
    case UInt8(ascii: "I"):
      try begin(text, &cursor)
      device.identity.bus = try field(text, &cursor, base: 16, "a bus in hex")
      device.identity.vendor = try field(text, &cursor, base: 16, "a vendor in hex")
      device.identity.product = try field(text, &cursor, base: 16, "a product in hex")
      device.identity.version = try field(text, &cursor, base: 16, "a version in hex")
    case UInt8(ascii: "P"):
      try begin(text, &cursor)
      for bit in try bits(text, &cursor, from: propertyBytes) where bit <= UInt16.max {
        device.note(property: UInt16(bit))
      }
      propertyBytes += 8
    case UInt8(ascii: "B"):
      try begin(text, &cursor)
      let type = try cursor.unsigned(text, base: 16, upTo: 0x1f, "an event type in hex")
      let first = codeBytes[type, default: 0]
      for bit in try bits(text, &cursor, from: first) where bit <= UInt16.max {
        device.note(EventCode(rawValue: UInt16(bit)), of: EventType(rawValue: UInt16(type)))
      }
      codeBytes[type] = first + 8
    case UInt8(ascii: "A"):
      try begin(text, &cursor)
      try axis(text, &cursor)
    case UInt8(ascii: "L"), UInt8(ascii: "S"):
      // The initial state of LEDs and switches does not matter for touches.
      break
    default:
      throw cursor.error(.expected("a line that begins with #, N:, I:, P:, B:, A:, L:, S: or E:"))
    }
  }

  /// Returns the kind of device in a line such as `kind touchpad`; `nil` for any other line.
  private static func kind(_ text: Span<UInt8>) -> TouchKind? {
    var cursor = LineCursor(line: 0)
    guard cursor.skip("kind ", text) else { return nil }
    let start = cursor.offset
    while let byte = cursor.peek(text), byte > 0x20 { cursor.offset += 1 }
    return TouchKind(rawValue: String(text, start..<cursor.offset))
  }

  /// `A: 35 0 1940 0 0 20`: code in hex; range, fuzz, flat and, from version 1.2, resolution.
  private mutating func axis(_ text: Span<UInt8>, _ cursor: inout LineCursor) throws(TraceError) {
    let code = try cursor.short(text, base: 16, "an axis in hex")
    var range = AxisRange(
      minimum: try number(text, &cursor, "the smallest value"),
      maximum: try number(text, &cursor, "the largest value"),
      fuzz: try number(text, &cursor, "the fuzz"),
      flat: try number(text, &cursor, "the flat zone"))
    cursor.skipBlanks(text)
    if let next = cursor.peek(text), next != UInt8(ascii: "#") {
      range.resolution = try number(text, &cursor, "the resolution")
    }
    device.note(axis: EventCode(rawValue: code), range)
  }

  /// Skips the letter, the colon and the blanks after it.
  @inline(__always)
  private func begin(_ text: Span<UInt8>, _ cursor: inout LineCursor) throws(TraceError) {
    cursor.offset += 1
    guard cursor.skip(":", text) else { throw cursor.error(.expected("a colon")) }
    cursor.skipBlanks(text)
  }

  @inline(__always)
  private func field(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, base: UInt64, _ what: String
  ) throws(TraceError) -> UInt16 {
    cursor.skipBlanks(text)
    let number = try cursor.short(text, base: base, what)
    try endField(text, cursor, what)
    return number
  }

  @inline(__always)
  private func number(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, _ what: String
  ) throws(TraceError) -> Int32 {
    cursor.skipBlanks(text)
    let number = try cursor.signed(text, what)
    try endField(text, cursor, what)
    return number
  }

  /// Rejects a number that continues with other letters, such as `00g3`.
  @inline(__always)
  private func endField(
    _ text: Span<UInt8>, _ cursor: LineCursor, _ what: String
  ) throws(TraceError) {
    guard let next = cursor.peek(text), next != 0x20, next != 0x09 else { return }
    throw cursor.error(.expected(what))
  }

  /// Reads eight bytes of a bitmap in hex; returns the numbers of the bits that are set, counted from a byte.
  private func bits(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, from firstByte: Int
  ) throws(TraceError) -> [Int] {
    var bits: [Int] = []
    for index in 0..<8 {
      cursor.skipBlanks(text)
      let byte = try cursor.unsigned(text, base: 16, upTo: 0xff, "eight bytes in hex")
      try endField(text, cursor, "eight bytes in hex")
      for bit in 0..<8 where byte & (1 << UInt64(bit)) != 0 {
        bits.append((firstByte + index) * 8 + bit)
      }
    }
    return bits
  }
}
