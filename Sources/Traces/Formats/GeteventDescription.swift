import PantographTouches

/// The description of a device as `getevent -p` and `-i` print it: its name and IDs, its codes, the ranges of
/// its axes, and its properties.
struct GeteventDescription {
  /// The part of the description that lines belong to.
  private enum Section {
    /// The name and IDs, and ignored lines.
    case head
    /// The codes of a type, which may continue on the next line.
    case codes(EventType?)
    /// Input properties.
    case properties
  }

  private var section = Section.head

  /// Reads a line that is not an event; returns whether it was part of a description.
  mutating func read(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, into device: inout DeviceDescription
  ) throws(TraceError) -> Bool {
    cursor.skipBlanks(text)
    // Titles are indented by two blanks, and their contents further.
    if cursor.offset <= 2 {
      try readTitle(text, &cursor, into: &device)
      return true
    }
    switch section {
    case .head: return false
    case .codes: try readCodes(text, &cursor, into: &device)
    case .properties: readProperty(text, &cursor, into: &device)
    }
    return true
  }

  private mutating func readTitle(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, into device: inout DeviceDescription
  ) throws(TraceError) {
    section = .head
    if cursor.skip("name:", text) {
      cursor.skipBlanks(text)
      device.name = try quotedName(text, &cursor)
    } else if cursor.skip("bus:", text) {
      device.identity.bus = try identity(text, &cursor, "a bus in hex")
    } else if cursor.skip("vendor ", text) {
      device.identity.vendor = try identity(text, &cursor, "a vendor in hex")
    } else if cursor.skip("product ", text) {
      device.identity.product = try identity(text, &cursor, "a product in hex")
    } else if cursor.skip("version ", text) {
      device.identity.version = try identity(text, &cursor, "a version in hex")
    } else if cursor.skip("events:", text) {
      section = .codes(nil)
    } else if cursor.skip("input props:", text) {
      section = .properties
    }
  }

  private func identity(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, _ what: String
  ) throws(TraceError) -> UInt16 {
    cursor.skipBlanks(text)
    return try cursor.short(text, base: 16, what)
  }

  /// Reads `KEY (0001): 0066  0072* 0073`, where a star marks a key that is down.
  ///
  /// Each axis has a line of its own, with its range.
  private mutating func readCodes(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, into device: inout DeviceDescription
  ) throws(TraceError) {
    if let type = try titleOfType(text, &cursor) { section = .codes(type) }
    guard case .codes(let type?) = section else {
      throw cursor.error(.expected("a type such as ABS (0003):"))
    }
    while true {
      cursor.skipBlanks(text)
      if cursor.isAtEnd(of: text) || cursor.peek(text) == 0x0d { return }
      let code: EventCode
      if cursor.isAtLabel(text) {
        let start = cursor
        guard let known = EventCode(label: LabelCache.label(text, &cursor), of: type) else {
          throw start.error(.expected("the name of one code of its type"))
        }
        code = known
      } else {
        code = EventCode(rawValue: try cursor.short(text, base: 16, "an event code in hex"))
      }
      _ = cursor.skip("*", text)
      device.note(code, of: type)
      cursor.skipBlanks(text)
      if cursor.skip(":", text) {
        device.note(axis: code, try range(text, &cursor))
      }
    }
  }

  /// Reads `ABS (0003):`, if it comes next.
  private func titleOfType(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> EventType? {
    var ahead = cursor
    while let next = ahead.peek(text), next != UInt8(ascii: "("), next != UInt8(ascii: ":") {
      ahead.offset += 1
    }
    guard ahead.skip("(", text) else { return nil }
    cursor = ahead
    let type = try cursor.short(text, base: 16, "an event type in hex")
    guard cursor.skip("):", text) else { throw cursor.error(.expected("a closing parenthesis")) }
    return EventType(rawValue: type)
  }

  /// Reads ` value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0`; a comma and the resolution may be
  /// missing.
  private func range(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> AxisRange {
    func field(
      _ name: StaticString, _ text: Span<UInt8>, _ cursor: inout LineCursor, _ what: String
    ) throws(TraceError) -> Int32 {
      cursor.skipBlanks(text)
      guard cursor.skip(name, text) else { throw cursor.error(.expected(what)) }
      cursor.skipBlanks(text)
      let number = try cursor.signed(text, what)
      _ = cursor.skip(",", text)
      return number
    }
    _ = try field("value", text, &cursor, "the value")
    var range = AxisRange(
      minimum: try field("min", text, &cursor, "the smallest value"),
      maximum: try field("max", text, &cursor, "the largest value"),
      fuzz: try field("fuzz", text, &cursor, "the fuzz"),
      flat: try field("flat", text, &cursor, "the flat zone"))
    cursor.skipBlanks(text)
    if cursor.peek(text) == UInt8(ascii: "r") {
      range.resolution = try field("resolution", text, &cursor, "the resolution")
    }
    try cursor.checkEnd(text)
    return range
  }

  /// Reads `INPUT_PROP_DIRECT`, a number in hex, or `<none>`.
  private func readProperty(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, into device: inout DeviceDescription
  ) {
    let property =
      cursor.isAtLabel(text)
      ? DeviceDescription.property(named: LabelCache.label(text, &cursor))
      : try? cursor.short(text, base: 16, "a property in hex")
    if let property { device.note(property: property) }
  }
}

/// A cache of the numbers of labels, because the same few labels repeat.
struct LabelCache {
  private struct Entry {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var third: UInt64 = 0
    var type: EventType?
    var number: UInt16 = 0
  }

  private static let size: UInt64 = 256
  private var entries = [Entry](repeating: Entry(), count: Int(size))

  /// Skips a label and returns its number, looking it up if it is new.
  ///
  /// - Parameter type: The type of the code that the label names; `nil` for the label of a type.
  mutating func number(
    of type: EventType?, _ text: Span<UInt8>, _ cursor: inout LineCursor,
    _ lookUp: (String) -> UInt16?
  ) -> UInt16? {
    let start = cursor
    var key = Entry(type: type)
    var count = 0
    while let byte = cursor.peek(text), byte > 0x20 {
      // Three words hold the longest label that is not truncated.
      key.third = key.third << 8 | key.second >> 56
      key.second = key.second << 8 | key.first >> 56
      key.first = key.first << 8 | UInt64(byte)
      count += 1
      cursor.offset += 1
    }
    guard count <= 24 else { return nil }
    var hash = key.first ^ key.second &* 31 ^ key.third &* 1023
    hash = hash &* 0x9e37_79b9_7f4a_7c15
    let index = Int(hash >> 56)
    let entry = entries[index]
    if entry.first == key.first, entry.second == key.second, entry.third == key.third,
      entry.type == type
    {
      return entry.number
    }
    guard let number = lookUp(String(text, start.offset..<cursor.offset)) else { return nil }
    key.number = number
    entries[index] = key
    return number
  }

  /// Skips a label and returns it.
  static func label(_ text: Span<UInt8>, _ cursor: inout LineCursor) -> String {
    let start = cursor.offset
    while let byte = cursor.peek(text), byte > 0x20, byte != UInt8(ascii: "*") {
      cursor.offset += 1
    }
    return String(text, start..<cursor.offset)
  }
}

extension EventCode {
  /// The length to which getevent truncates labels of codes.
  private static var labelLength: Int { 20 }

  /// Creates the code of a label, which may be a truncated but unambiguous name.
  init?(label: String, of type: EventType) {
    if let code = EventCode(named: label, of: type) {
      self = code
      return
    }
    guard label.utf8.count == Self.labelLength else { return nil }
    let codes = EventCode.codes(of: type, beginningWith: label)
    guard codes.count == 1 else { return nil }
    self = codes[0]
  }
}

extension LineCursor {
  /// Returns whether a label comes next: labels begin with a capital, and numbers do not.
  func isAtLabel(_ text: Span<UInt8>) -> Bool {
    guard let next = peek(text) else { return false }
    return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next)
  }
}
