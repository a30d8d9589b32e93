import PantographTouches

/// Reads a recording of libinput that is part of a note or a mail.
///
/// Its lines may be indented or quoted with `>`, wrapped, and have text before and after them. Parts of the description
/// may be left out, but the events must be whole:
///
///     > version: 1
///     > devices:
///     > - node: /dev/input/event4
///     >   evdev:
///     >     name: "…
///     >   events:
///     >   - evdev:
///     >     - [  0,      0,   3,  53,     812] # EV_ABS /
///     ABS_MT_POSITION_X
///
/// It is chosen by what comes before the recording, so that ``LibinputReader`` need not look for any of this.
struct NotedLibinputReader: LineReader {
  /// What stands for lines that were left out.
  private static let omissions: Set<String> = [
    "...", "…", "[...]", "[…]", "(...)", "(…)", "<snip>", "[snip]", "(snip)", "snip",
  ]
  private static let omission = "parts of the device's description are left out"

  private var inner: LibinputReader
  /// The part of an event on earlier lines.
  private var openEvent: [UInt8] = []
  private var hasOmission = false
  private(set) var hasIgnoredLine = false

  init(choosing choice: DeviceChoice) { inner = LibinputReader(choosing: choice) }

  static func recognizes(_ text: Span<UInt8>) -> Bool {
    LibinputReader.recognizes(text.extracting(contentStart(text)..<text.count))
  }

  /// Whether a line is indented or quoted.
  static func isInset(_ text: Span<UInt8>) -> Bool { contentStart(text) > 0 }

  private static func contentStart(_ text: Span<UInt8>) -> Int {
    var start = 0
    while start < text.count, [0x20, 0x09, UInt8(ascii: ">")].contains(text[start]) { start += 1 }
    return start
  }

  static var hasNodes: Bool { true }
  var device: DeviceDescription { inner.device }
  var devices: [RecordedDevice] { inner.devices }
  var chosenDevice: RecordedDevice? { inner.chosenDevice }
  var lastDevice: Int { inner.lastDevice }
  var eventsOfOtherDevices: Int { inner.eventsOfOtherDevices }
  var hasEvents: Bool { inner.hasEvents }
  var hasEndedFrame: Bool? { inner.hasEndedFrame }
  var remarks: [String] { inner.remarks + (hasOmission ? [Self.omission] : []) }

  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    let start = Self.contentStart(text)
    let content = text.extracting(start..<text.count)
    do throws(TraceError) {
      if inner.hasEvents {
        try readEvents(content, line: line, into: &events)
      } else {
        try readDescription(content, line: line, into: &events)
      }
    } catch {
      var error = error
      error.column += start
      throw error
    }
  }

  private mutating func readDescription(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    if isOmission(text) {
      hasOmission = true
      return
    }
    do throws(TraceError) {
      try inner.read(text, line: line, into: &events)
    } catch {
      guard Self.hasEllipsis(text) else { throw error }
      hasOmission = true
    }
  }

  /// Whether a line has three dots, or the character for them.
  private static func hasEllipsis(_ text: Span<UInt8>) -> Bool {
    var dots = 0
    for place in text.indices {
      dots = text[place] == UInt8(ascii: ".") ? dots + 1 : 0
      if dots == 3 { return true }
      // U+2026 in UTF-8.
      if place >= 2, text[place - 2] == 0xe2, text[place - 1] == 0x80, text[place] == 0xa6 {
        return true
      }
    }
    return false
  }

  private mutating func readEvents(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    hasIgnoredLine = false
    if !openEvent.isEmpty {
      openEvent.append(0x20)
      for index in text.indices { openEvent.append(text[index]) }
      if openEvent.contains(UInt8(ascii: "]")) {
        let event = openEvent
        openEvent = []
        try inner.read(event.span, line: line, into: &events)
      } else if openEvent.count > 200 {
        throw TraceError(.expected("a closing bracket"), line: line, column: 1)
      }
    } else if inner.isInFrame, isEvent(text) {
      if text.indices.contains(where: { text[$0] == UInt8(ascii: "]") }) {
        try inner.read(text, line: line, into: &events)
      } else {
        for index in text.indices { openEvent.append(text[index]) }
      }
    } else if isOmission(text) {
      throw TraceError(.expected("the events that are left out here"), line: line, column: 1)
    } else if isKey(text) {
      try inner.read(text, line: line, into: &events)
    } else {
      // A comment or the rest of one, or text after the recording.
      hasIgnoredLine = true
    }
  }

  /// Whether a line is an event, `- [` and a number, and not an entry of a list in the text.
  private func isEvent(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    guard cursor.skip("-", text) else { return false }
    cursor.skipBlanks(text)
    guard cursor.skip("[", text) else { return false }
    cursor.skipBlanks(text)
    return cursor.peek(text).map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
  }

  /// Whether a line ends a frame or begins the next one, or another device.
  private func isKey(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    if cursor.skip("- ", text) { cursor.skipBlanks(text) }
    for key: StaticString in ["evdev:", "libinput:", "hid:", "node:"] where cursor.skip(key, text) {
      return true
    }
    return false
  }

  private func isOmission(_ text: Span<UInt8>) -> Bool {
    var end = text.count
    while end > 0, text[end - 1] == 0x20 || text[end - 1] == 0x09 { end -= 1 }
    return end > 0 && end < 9 && Self.omissions.contains(String(text, 0..<end))
  }

  func checkEnd(line: Int) throws(TraceError) {
    guard openEvent.isEmpty else {
      throw TraceError(.expected("a closing bracket"), line: line, column: 1)
    }
    try inner.checkEnd(line: line)
  }
}
