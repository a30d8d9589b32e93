import PantographBase
import PantographTouches

/// Reads the output of evtest, line by line.
///
///     Input driver version is 1.0.1
///     Input device ID: bus 0x18 vendor 0x0 product 0x0 version 0x0
///     Input device name: "Cypress APA Trackpad (cyapa)"
///     Supported events:
///       Event type 3 (EV_ABS)
///         Event code 53 (ABS_MT_POSITION_X)
///           Value      0
///           Min        0
///           Max     1280
///           Resolution      12
///     Properties:
///       Property type 0 (INPUT_PROP_POINTER)
///     Testing ... (interrupt to exit)
///     Event: time 5373390.081542, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 535
///     Event: time 5373390.081582, -------------- SYN_REPORT ------------
///
/// Only numbers are used, because older builds print `?` or the wrong name. All other lines are ignored,
/// since the output is often copied from a terminal. The output of libevdev's test program differs little and
/// is read as well.
struct EvtestReader: LineReader {
  private(set) var device = DeviceDescription()
  /// Whether the last line was neither about the device nor an event.
  private(set) var hasIgnoredLine = false
  private(set) var hasEvents = false
  /// The type whose codes are being listed.
  private var type: EventType?
  /// The axis whose range is being listed.
  private var axis: (code: EventCode, range: AxisRange)?
  /// Whether libevdev's program wrote this, which prints scan codes in decimal.
  private var isFromLibevdev = false

  init(choosing choice: DeviceChoice) {}

  /// Returns whether a line starts a recording of this format.
  static func recognizes(_ text: Span<UInt8>) -> Bool {
    guard !LineCursor.isComment(text) else { return false }
    var cursor = LineCursor(line: 0)
    for head: StaticString in [
      "Input driver version is ", "Input device ID: ", "Input device name: ", "Supported events:",
      "Event: time ",
    ] where cursor.skip(head, text) {
      return true
    }
    return findEvent(text, &cursor)
  }

  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    var cursor = LineCursor(line: line)
    hasIgnoredLine = false
    if cursor.skip("Event:", text) || Self.findEvent(text, &cursor) {
      events.append(try event(text, &cursor))
      hasEvents = true
    } else if hasEvents {
      hasIgnoredLine = !isBeginning(text)
    } else {
      try header(text, &cursor)
    }
  }

  /// Returns whether a line may be a truncated event.
  private func isBeginning(_ text: Span<UInt8>) -> Bool {
    let whole: StaticString = "Event:"
    guard text.count < whole.utf8CodeUnitCount else { return false }
    for index in text.indices where unsafe text[index] != whole.utf8Start[index] { return false }
    return true
  }

  /// Skips everything before an event that does not start its line: `SYNC: ` of libevdev's program, or keys
  /// that the terminal echoed.
  private static func findEvent(_ text: Span<UInt8>, _ cursor: inout LineCursor) -> Bool {
    for start in text.indices where text[start] == UInt8(ascii: "E") {
      var ahead = cursor
      ahead.offset = start
      guard ahead.skip("Event:", text) else { continue }
      let start = ahead.offset
      guard ahead.skip(" time ", text), let digit = ahead.peek(text), digit.isDigit else {
        continue
      }
      cursor.offset = start
      return true
    }
    return false
  }

  /// ` time 1.250000, type 3 (EV_ABS), code 53 (ABS_MT_POSITION_X), value 812`, or one of the marks.
  private mutating func event(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> InputEvent {
    guard cursor.skip(" time ", text) else { throw cursor.error(.expected("a time")) }
    let seconds = try cursor.unsigned(text, upTo: KernelClock.mostSeconds, "a time in seconds")
    guard cursor.skip(".", text) else { throw cursor.error(.expected("a point after the seconds")) }
    let microseconds = try cursor.unsigned(text, upTo: 999_999, "microseconds, six digits")
    let time = Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds))
    guard cursor.skip(", ", text) else { throw cursor.error(.expected("a comma after the time")) }
    guard cursor.skip("type ", text) else {
      return InputEvent(
        time: time, type: .synchronization, code: try mark(text, &cursor), value: 0)
    }
    let type = EventType(rawValue: try cursor.short(text, base: 10, "an event type"))
    try name(text, &cursor)
    guard cursor.skip("code ", text) else { throw cursor.error(.expected("a code")) }
    let code = EventCode(rawValue: try cursor.short(text, base: 10, "an event code"))
    try name(text, &cursor)
    guard cursor.skip("value ", text) else { throw cursor.error(.expected("a value")) }
    // evtest prints these two in hex without a prefix.
    let isHex =
      type == .miscellaneous && (code == .mscRaw || code == .mscScan) && !isFromLibevdev
    let value =
      isHex ? try cursor.bits(text, "a value in hex") : try cursor.signed(text, "a value")
    try cursor.checkEnd(text)
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  /// Skips ` (ABS_MT_POSITION_X), `.
  private func name(_ text: Span<UInt8>, _ cursor: inout LineCursor) throws(TraceError) {
    guard cursor.skip(" (", text) else {
      throw cursor.error(.expected("a name in parentheses"))
    }
    while let next = cursor.peek(text), next != UInt8(ascii: ")"), next != UInt8(ascii: ",") {
      cursor.offset += 1
    }
    guard cursor.skip(")", text) else {
      throw cursor.error(.expected("a closing parenthesis"))
    }
    guard cursor.skip(", ", text) else { throw cursor.error(.expected("a comma after the name")) }
  }

  /// Reads a mark such as `-------------- SYN_REPORT ------------`.
  ///
  /// The characters around it determine its meaning. Old builds print the word of another table, such as
  /// `EV_REL` for `SYN_MT_REPORT`.
  private mutating func mark(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> EventCode {
    let start = cursor.offset
    if cursor.skipRun(of: UInt8(ascii: "-"), text) > 0 {
      let isConfiguration = isConfiguration(text, cursor)
      try endMark(text, &cursor, UInt8(ascii: "-"), "dashes")
      return isConfiguration ? .synConfig : .synReport
    }
    if cursor.skipRun(of: UInt8(ascii: "+"), text) > 0 {
      // evtest prints 14 of them, for `SYN_MT_REPORT`; libevdev's program prints 20, for any end of a frame.
      let isLong = cursor.offset - start >= 20
      try endMark(text, &cursor, UInt8(ascii: "+"), "plus signs")
      if isLong { isFromLibevdev = true }
      return isLong ? .synReport : .synMTReport
    }
    if cursor.skipRun(of: UInt8(ascii: ">"), text) > 0 {
      try endMark(text, &cursor, UInt8(ascii: "<"), "angle brackets")
      return .synDropped
    }
    throw cursor.error(.expected("a type, or a mark such as ---- SYN_REPORT ----"))
  }

  /// Returns whether the mark is a `SYN_CONFIG`, in either spelling, and not the end of a frame.
  private func isConfiguration(_ text: Span<UInt8>, _ cursor: LineCursor) -> Bool {
    var cursor = cursor
    return cursor.skip(" SYN_CONFIG ", text) || cursor.skip(" Config Sync ", text)
  }

  /// Skips the word and the characters after it.
  private func endMark(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, _ stroke: UInt8, _ strokes: String
  ) throws(TraceError) {
    while let next = cursor.peek(text), next != stroke { cursor.offset += 1 }
    guard cursor.skipRun(of: stroke, text) > 0 else {
      throw cursor.error(.expected("\(strokes) after the name"))
    }
    try cursor.checkEnd(text)
  }

  // MARK: The header

  private mutating func header(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    if cursor.skip("Input device ID: ", text) {
      try identity(text, &cursor)
    } else if cursor.skip("Input device name: ", text) {
      device.name = try quotedName(text, &cursor)
    } else if cursor.skip("Evdev version: ", text) {
      isFromLibevdev = true
    } else if cursor.isAtEnd(of: text) || !cursor.isAtBlank(text) {
      // A heading, or an unrelated line.
      axis = nil
      hasIgnoredLine = !isBeginning(text)
    } else {
      // Some recordings have lost a line end, so that the next entry follows on the same line.
      repeat {
        cursor.skipBlanks(text)
      } while try entry(text, &cursor) && !cursor.isAtEnd(of: text)
    }
  }

  /// Reads `bus 0x18 vendor 0x0 product 0x0 version 0x1`; libevdev's program omits the version, and the 0x of
  /// a 0.
  private mutating func identity(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    device.identity.bus = try field("bus", text, &cursor, "a bus in hex")
    device.identity.vendor = try field("vendor", text, &cursor, "a vendor in hex")
    device.identity.product = try field("product", text, &cursor, "a product in hex")
    cursor.skipBlanks(text)
    if !cursor.isAtEnd(of: text) {
      device.identity.version = try field("version", text, &cursor, "a version in hex")
    }
    try cursor.checkEnd(text)
  }

  private func field(
    _ name: StaticString, _ text: Span<UInt8>, _ cursor: inout LineCursor, _ what: String
  ) throws(TraceError) -> UInt16 {
    cursor.skipBlanks(text)
    guard cursor.skip(name, text) else { throw cursor.error(.expected(what)) }
    cursor.skipBlanks(text)
    _ = cursor.skip("0x", text)
    return try cursor.short(text, base: 16, what)
  }

  /// Reads an entry of the tree below `Supported events:` and similar headings; returns whether another may
  /// follow.
  private mutating func entry(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> Bool {
    if cursor.skip("Event type ", text) || cursor.skip("Repeat type ", text) {
      type = EventType(rawValue: try cursor.short(text, base: 10, "an event type"))
      axis = nil
    } else if cursor.skip("Event code ", text) || cursor.skip("Repeat code ", text) {
      guard let type else {
        throw cursor.error(.expected("an event type before the first of its codes"))
      }
      let code = EventCode(rawValue: try cursor.short(text, base: 10, "an event code"))
      device.note(code, of: type)
      axis = nil
      if type == .absolute { setAxis(code, AxisRange(minimum: 0, maximum: 0)) }
    } else if cursor.skip("Property type ", text) {
      device.note(property: try cursor.short(text, base: 10, "a property"))
    } else if let (code, range) = axis {
      var range = range
      if cursor.skip("Min", text) {
        range.minimum = try number(text, &cursor, "the smallest value")
      } else if cursor.skip("Max", text) {
        range.maximum = try number(text, &cursor, "the largest value")
      } else if cursor.skip("Fuzz", text) {
        range.fuzz = try number(text, &cursor, "the fuzz")
      } else if cursor.skip("Flat", text) {
        range.flat = try number(text, &cursor, "the flat zone")
      } else if cursor.skip("Resolution", text) {
        range.resolution = try number(text, &cursor, "the resolution")
      } else {
        // `Value`: the position of the axis at the start.
        return false
      }
      setAxis(code, range)
      cursor.skipBlanks(text)
      return true
    }
    // The rest is a name. The state of LEDs and switches does not matter for touches.
    return false
  }

  private mutating func setAxis(_ code: EventCode, _ range: AxisRange) {
    axis = (code, range)
    device.note(axis: code, range)
  }

  private func number(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, _ what: String
  ) throws(TraceError) -> Int32 {
    cursor.skipBlanks(text)
    let number = try cursor.signed(text, what)
    guard cursor.isAtEnd(of: text) || cursor.isAtBlank(text) else {
      throw cursor.error(.expected(what))
    }
    return number
  }
}

/// Reads a name in quotes that are not escaped inside it, so it ends at the last quote of the line.
func quotedName(_ text: Span<UInt8>, _ cursor: inout LineCursor) throws(TraceError) -> String {
  guard cursor.skip("\"", text) else { throw cursor.error(.expected("a name in quotes")) }
  let start = cursor.offset
  var end = text.count
  repeat {
    end -= 1
    guard end >= start else {
      cursor.offset = text.count
      throw cursor.error(.expected("a closing quote"))
    }
  } while text[end] != UInt8(ascii: "\"")
  cursor.offset = end + 1
  return String(text, start..<end)
}

extension UInt8 {
  /// Whether the byte is one of 0 to 9.
  var isDigit: Bool { (0x30...0x39).contains(self) }
  /// Whether the byte is a digit of hex, in either case.
  var isHexDigit: Bool {
    isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self)
  }
}
