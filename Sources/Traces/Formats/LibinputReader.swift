import PantographBase
import PantographTouches

/// Reads the YAML that `libinput record` writes, line by line.
///
/// The layout is libinput's own and varies only in its indentation. So lines are sufficient, and no tree of a
/// whole recording is built as a YAML parser would:
///
///     version: 1
///     ndevices: 1
///     devices:
///     - node: /dev/input/event4
///       evdev:
///         name: "Synaptics TM3276-022"
///         id: [29, 1739, 0, 0]
///         codes:
///           3: [0, 1, 47, 53, 54, 57] # EV_ABS
///         absinfo:
///           53: [0, 1940, 0, 0, 20]
///         properties: [0, 2]
///       events:
///       - evdev:
///         - [  0,      0,   3,  53,     812] # EV_ABS / ABS_MT_POSITION_X
///
/// Derived events (`libinput:`) and raw reports (`hid:`) are ignored. Of several devices, which follow one
/// another, one is read.
struct LibinputReader: LineReader {
  /// The part of the recording that lines belong to.
  private enum Section {
    /// The recording as a whole, or an ignored part of a device.
    case other
    /// A device's name, IDs and properties.
    case evdev
    /// The codes it can send.
    case codes
    /// The ranges of its axes.
    case axes
    /// Its events, where an `evdev:` item is expected next.
    case events
    /// The events of one frame.
    case frame
  }

  /// More devices than the kernel has nodes for.
  private static let deviceLimit = 1024

  /// The devices so far.
  private(set) var devices: [RecordedDevice] = []
  /// The device whose events are read, as an index into `devices`.
  private(set) var chosen: Int?
  /// The number of events that were omitted because they belong to other devices.
  private(set) var eventsOfOtherDevices = 0
  /// Whether the last line ended a frame of any device.
  private(set) var hasEndedFrame: Bool? = false
  private(set) var remarks: [String] = []
  private let choice: DeviceChoice
  private let readsAll: Bool
  /// The number of devices that the recording announces.
  private var announcedDevices: Int?
  private var section = Section.other
  /// Whether a frame has been announced whose events have not come yet.
  private var expectsEvents = false
  /// The part of a bracketed list on earlier lines.
  private var openList: [UInt8] = []

  init(choosing choice: DeviceChoice) {
    self.choice = choice
    readsAll = choice == .every
  }

  static func recognizes(_ text: Span<UInt8>) -> Bool {
    var cursor = LineCursor(line: 0)
    cursor.skipBlanks(text)
    for key: StaticString in ["version:", "ndevices:", "libinput:", "devices:"]
    where cursor.skip(key, text) {
      return true
    }
    return false
  }

  static var hasNodes: Bool { true }

  var hasEvents: Bool { section == .events || section == .frame }

  /// Whether the events of a frame have been announced, and may follow.
  var isInFrame: Bool { section == .frame }

  /// The description of the device whose events are read.
  var device: DeviceDescription {
    if let chosen { return devices[chosen].description }
    return devices.count == 1 ? devices[0].description : DeviceDescription()
  }

  var lastDevice: Int { max(devices.count - 1, 0) }

  /// The device whose events are read, if there is one.
  var chosenDevice: RecordedDevice? { chosen.map { devices[$0] } }

  /// The device that is being described.
  private var described: DeviceDescription {
    get { devices.last?.description ?? DeviceDescription() }
    set {
      if devices.isEmpty { begin(RecordedDevice()) }
      devices[devices.count - 1].description = newValue
    }
  }

  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    var cursor = LineCursor(line: line)
    cursor.skipBlanks(text)
    if section == .frame, isItem(text, cursor) {
      let event = try event(text, &cursor)
      hasEndedFrame = event.endsFrame
      if chosen == devices.count - 1 || readsAll {
        events.append(event)
      } else {
        eventsOfOtherDevices += 1
      }
      expectsEvents = false
      return
    }
    hasEndedFrame = false
    if !openList.isEmpty || opensList(text, cursor) {
      try readOpenList(text, line: line)
      return
    }
    try readKey(text, &cursor)
  }

  /// Throws if something that was announced is missing at the end.
  func checkEnd(line: Int) throws(TraceError) {
    if expectsEvents { throw TraceError(.expected("the events of a frame"), line: line, column: 1) }
    if !openList.isEmpty {
      throw TraceError(.expected("a closing bracket"), line: line, column: 1)
    }
    if let announcedDevices, announcedDevices != devices.count {
      throw TraceError(
        .expected("\(announcedDevices) devices as in ndevices, found \(devices.count)"),
        line: line,
        column: 1)
    }
  }

  /// Returns whether the line is an event, `- [`.
  private func isItem(_ text: Span<UInt8>, _ cursor: LineCursor) -> Bool {
    var cursor = cursor
    guard cursor.skip("-", text) else { return false }
    cursor.skipBlanks(text)
    return cursor.peek(text) == UInt8(ascii: "[")
  }

  /// Returns whether the line belongs to the description and opens a list that a later line closes.
  private func opensList(_ text: Span<UInt8>, _ cursor: LineCursor) -> Bool {
    guard section == .evdev || section == .codes || section == .axes,
      cursor.peek(text) != UInt8(ascii: "#"), cursor.peek(text) != UInt8(ascii: "n")
    else { return false }
    var isOpen = false
    for index in cursor.offset..<max(text.count, cursor.offset) {
      if text[index] == UInt8(ascii: "[") { isOpen = true }
      if text[index] == UInt8(ascii: "]") { isOpen = false }
    }
    return isOpen
  }

  private mutating func readOpenList(_ text: Span<UInt8>, line: Int) throws(TraceError) {
    openList.append(0x20)
    var isClosed = false
    for index in text.indices {
      openList.append(text[index])
      if text[index] == UInt8(ascii: "]") { isClosed = true }
    }
    guard isClosed else {
      guard openList.count <= LineLimit.longest else {
        throw TraceError(.expected("a closing bracket"), line: line, column: 1)
      }
      return
    }
    let whole = openList
    openList.removeAll()
    var cursor = LineCursor(line: line)
    cursor.skipBlanks(whole.span)
    try readKey(whole.span, &cursor)
  }

  private mutating func readKey(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    if cursor.isAtEnd(of: text) { return }
    if cursor.peek(text) == UInt8(ascii: "#") {
      if devices.isEmpty { Remarks.read(text, cursor, into: &remarks) }
      return
    }
    if cursor.skip("- ", text) { cursor.skipBlanks(text) }
    if section == .events || section == .frame {
      try readEventKey(text, &cursor)
    } else {
      try readDescriptionKey(text, &cursor)
    }
  }

  private mutating func readEventKey(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    if cursor.skip("evdev:", text) {
      section = .frame
      expectsEvents = true
    } else if cursor.skip("node:", text) {
      try beginDevice(text, &cursor)
    } else {
      // `libinput:`, `hid:` and their items, and what a truncated key leaves.
      section = .events
    }
  }

  private mutating func readDescriptionKey(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    if cursor.skip("version:", text) {
      cursor.skipBlanks(text)
      // The version of libinput comes later, in quotes.
      guard cursor.peek(text) != UInt8(ascii: "\"") else { return }
      guard try cursor.unsigned(text, upTo: .max, "a version") == 1 else {
        throw cursor.error(.unsupported("only version 1 of libinput recordings is supported"))
      }
    } else if cursor.skip("node:", text) {
      try beginDevice(text, &cursor)
    } else if cursor.skip("ndevices:", text) {
      cursor.skipBlanks(text)
      announcedDevices = Int(try cursor.unsigned(text, upTo: 1024, "the number of devices"))
    } else if cursor.skip("evdev:", text) {
      section = .evdev
    } else if cursor.skip("events:", text) {
      beginEvents()
    } else if cursor.skip("hid:", text) || cursor.skip("udev:", text)
      || cursor.skip("quirks:", text) || cursor.skip("libinput:", text)
    {
      section = .other
    } else if section != .other {
      try readEvdevKey(text, &cursor)
    }
  }

  private mutating func beginDevice(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    guard devices.count < Self.deviceLimit else {
      throw cursor.error(.unsupported("more devices than a machine can have"))
    }
    cursor.skipBlanks(text)
    begin(RecordedDevice(node: try quoted(text, &cursor)))
    section = .other
  }

  /// Adds a device, which may be the requested one.
  private mutating func begin(_ device: RecordedDevice) {
    devices.append(device)
    if chosen == nil, choice.selects(device, at: devices.count - 1) { chosen = devices.count - 1 }
  }

  /// Decides whether the following events are read, now that the device is known.
  private mutating func beginEvents() {
    section = .events
    if devices.isEmpty { begin(RecordedDevice()) }
    guard chosen == nil, choice == .automatic else { return }
    if described.isTouched || announcedDevices ?? 1 <= 1 { chosen = devices.count - 1 }
  }

  private mutating func readEvdevKey(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    if cursor.skip("name:", text) {
      described.name = try quoted(text, &cursor)
    } else if cursor.skip("id:", text) {
      let numbers = try codes(text, &cursor, "a number of 16 bits")
      guard numbers.count == 4 else {
        throw cursor.error(.expected("four numbers: bus, vendor, product, version"))
      }
      described.identity = DeviceDescription.Identity(
        bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
    } else if cursor.skip("codes:", text) {
      section = .codes
    } else if cursor.skip("absinfo:", text) {
      section = .axes
    } else if cursor.skip("properties:", text) {
      for property in try codes(text, &cursor, "a property") { described.note(property: property) }
    } else if section == .codes {
      let type = EventType(rawValue: try key(text, &cursor, "an event type"))
      for code in try codes(text, &cursor, "an event code") {
        described.note(EventCode(rawValue: code), of: type)
      }
    } else if section == .axes {
      let code = EventCode(rawValue: try key(text, &cursor, "an axis"))
      let numbers = try list(text, &cursor)
      guard numbers.count >= 5 else {
        throw cursor.error(.expected("five numbers: minimum, maximum, fuzz, flat, resolution"))
      }
      described.note(
        axis: code,
        AxisRange(
          minimum: numbers[0], maximum: numbers[1], fuzz: numbers[2], flat: numbers[3],
          resolution: numbers[4]))
    }
  }

  /// Reads `53:`, the key of an entry.
  private func key(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, _ what: String
  ) throws(TraceError) -> UInt16 {
    let number = try cursor.short(text, base: 10, what)
    guard cursor.skip(":", text) else { throw cursor.error(.expected("a colon")) }
    return number
  }

  /// Reads `- [sec, usec, type, code, value]`.
  private func event(_ text: Span<UInt8>, _ cursor: inout LineCursor) throws(TraceError)
    -> InputEvent
  {
    _ = cursor.skip("-", text)
    cursor.skipBlanks(text)
    _ = cursor.skip("[", text)
    let seconds = try element(text, &cursor, upTo: KernelClock.mostSeconds, "a time in seconds")
    let microseconds = try element(text, &cursor, upTo: 999_999, "microseconds")
    let type = try element(text, &cursor, upTo: 0xffff, "an event type")
    let code = try element(text, &cursor, upTo: 0xffff, "an event code")
    cursor.skipBlanks(text)
    let value = try cursor.signed(text, "a value")
    cursor.skipBlanks(text)
    guard cursor.skip("]", text) else { throw cursor.error(.expected("a closing bracket")) }
    cursor.skipBlanks(text)
    if cursor.peek(text) != UInt8(ascii: "#") { try cursor.checkEnd(text) }
    return InputEvent(
      time: Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds)),
      type: EventType(rawValue: UInt16(type)), code: EventCode(rawValue: UInt16(code)),
      value: value)
  }

  private func element(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, upTo limit: UInt64, _ what: String
  ) throws(TraceError) -> UInt64 {
    cursor.skipBlanks(text)
    let number = try cursor.unsigned(text, upTo: limit, what)
    cursor.skipBlanks(text)
    guard cursor.skip(",", text) else { throw cursor.error(.expected("a comma after \(what)")) }
    return number
  }

  /// Reads `[0, 1940, 0, 0, 20]`; an empty text is an empty list.
  private func list(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> [Int32] {
    cursor.skipBlanks(text)
    if cursor.isAtEnd(of: text) || cursor.peek(text) == UInt8(ascii: "#") { return [] }
    guard cursor.skip("[", text) else { throw cursor.error(.expected("a list in brackets")) }
    var numbers: [Int32] = []
    while true {
      cursor.skipBlanks(text)
      if cursor.skip("]", text) { return numbers }
      numbers.append(try cursor.signed(text, "a number"))
      cursor.skipBlanks(text)
      if !cursor.skip(",", text), cursor.peek(text) != UInt8(ascii: "]") {
        throw cursor.error(.expected("a comma or a closing bracket"))
      }
    }
  }

  /// Reads a list of unsigned 16-bit numbers.
  private func codes(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, _ what: String
  ) throws(TraceError) -> [UInt16] {
    let start = cursor
    return try list(text, &cursor).map { (number) throws(TraceError) in
      guard let code = UInt16(exactly: number) else { throw start.error(.outOfRange(what)) }
      return code
    }
  }

  /// Reads a string in quotes of either kind, or bare, as in YAML.
  private func quoted(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> String {
    cursor.skipBlanks(text)
    if cursor.skip("'", text) { return try singleQuoted(text, &cursor) }
    guard cursor.skip("\"", text) else { return bare(text, cursor) }
    var scalars = String.UnicodeScalarView()
    var bytes: [UInt8] = []
    func flush() {
      scalars.append(contentsOf: String(decoding: bytes, as: UTF8.self).unicodeScalars)
      bytes.removeAll()
    }
    while let byte = cursor.peek(text) {
      cursor.offset += 1
      if byte == UInt8(ascii: "\"") {
        flush()
        return String(scalars)
      }
      guard byte == UInt8(ascii: "\\"), let escaped = cursor.peek(text) else {
        bytes.append(byte)
        continue
      }
      cursor.offset += 1
      switch escaped {
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "n"): bytes.append(0x0a)
      case UInt8(ascii: "x"), UInt8(ascii: "u"), UInt8(ascii: "U"):
        flush()
        scalars.append(try scalar(escaped, text, &cursor))
      default: bytes.append(escaped)
      }
    }
    throw cursor.error(.expected("a closing quote"))
  }

  /// Reads the digits after `\x`, `\u` or `\U`: two, four or eight.
  private func scalar(
    _ kind: UInt8, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> Unicode.Scalar {
    let count = kind == UInt8(ascii: "x") ? 2 : kind == UInt8(ascii: "u") ? 4 : 8
    let start = cursor
    var number: UInt32 = 0
    for _ in 0..<count {
      guard let byte = cursor.peek(text), byte.isHexDigit,
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { throw start.error(.expected("\(count) digits in hex")) }
      number = number << 4 | UInt32(digit)
      cursor.offset += 1
    }
    guard let scalar = Unicode.Scalar(number) else {
      throw start.error(.outOfRange("a character"))
    }
    return scalar
  }

  /// Reads a string in single quotes, where two quotes are one, and nothing else is special.
  private func singleQuoted(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> String {
    var bytes: [UInt8] = []
    while let byte = cursor.peek(text) {
      cursor.offset += 1
      if byte == UInt8(ascii: "'"), !cursor.skip("'", text) {
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes.append(byte)
    }
    throw cursor.error(.expected("a closing quote"))
  }

  /// Reads a bare string, up to the end of the line, or to a blank and a comment.
  private func bare(_ text: Span<UInt8>, _ cursor: LineCursor) -> String {
    var end = text.count
    for index in cursor.offset..<max(text.count, cursor.offset)
    where text[index] == UInt8(ascii: "#") && index > cursor.offset && text[index - 1] == 0x20 {
      end = index
      break
    }
    while end > cursor.offset, text[end - 1] == 0x20 { end -= 1 }
    return String(text, cursor.offset..<end)
  }
}
