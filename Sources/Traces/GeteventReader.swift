import Evdev
import Quantities

/// Reads what Android's getevent prints, line by line.
///
///     add device 1: /dev/input/event2
///       name:     "synaptics-rmi-ts"
///       events:
///         ABS (0003): 002f  : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
///                     0035  : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
///     [    1194.802069] /dev/input/event2: EV_ABS       ABS_MT_POSITION_X    00000168
///     [    1194.802135] /dev/input/event2: 0003 0036 00000464
///     1194-802196: /dev/input/event2: 0000 0000 00000000
///
/// The three events show the layouts: with labels (`-lt`), without (`-t`), and that of old Android.
/// Times and nodes may be missing. An event without a time has time 0. All other lines are passed
/// over.
///
/// Where the events name their nodes, one device is read: the first that moves an absolute axis, with
/// all it sent before. Where none does within ``waitingLimit`` events, it is that of the first event.
/// The others' events are counted in ``eventsOfOtherDevices``.
struct GeteventReader: LineReader {
  private struct Node {
    var path: [UInt8]
    var device = DeviceDescription()

    var recorded: RecordedDevice {
      RecordedDevice(node: String(decoding: path, as: UTF8.self), description: device)
    }
  }

  /// What the lines of a description are about.
  private enum Section {
    /// Name and numbers, and what is passed over.
    case head
    /// The codes of a type, which may go on in the next line.
    case codes(EventType?)
    /// Input properties.
    case properties
  }

  /// The events that are kept while it is open whose are read; enough for minutes of keys.
  static let waitingLimit = 1 << 14
  /// More nodes than the kernel can have.
  private static let nodeLimit = 1024
  /// Labels of codes are cut here.
  private static let labelLength = 20

  /// Whether the last line was about neither a device nor an event.
  private(set) var hasPassedOver = false
  /// Whether the last line ended a frame, of whichever device.
  private(set) var hasEndedFrame: Bool? = false
  /// The number of events that were left out because they are of other devices.
  private(set) var eventsOfOtherDevices = 0
  private let choice: DeviceChoice
  private var nodes: [Node] = []
  /// Those that have sent events, in the order of their first one, as places in `nodes`.
  private var senders: [Int] = []
  /// The device whose events are read, in `nodes`.
  private var chosen: Int?
  /// Events from before there was a choice.
  private var waiting: [(node: Int, event: InputEvent)] = []
  /// The device that is being described, in `nodes`.
  private var described: Int?
  private var section = Section.head
  private var labels = LabelCache()
  /// Whether there are events that name no node, as they do where only one device is open.
  private var hasNamelessEvents = false

  init(choosing choice: DeviceChoice) {
    self.choice = choice
  }

  static var hasNodes: Bool { true }

  /// The device whose events are read, if there is one.
  var chosenDevice: RecordedDevice? {
    if let chosen { return nodes[chosen].recorded }
    // The only one that is open needs no name.
    return hasNamelessEvents || nodes.isEmpty ? RecordedDevice(description: likeliest) : nil
  }

  /// The devices so far: those that have sent something, or else those that were described.
  var devices: [RecordedDevice] {
    if hasNamelessEvents || nodes.isEmpty { return [RecordedDevice(description: likeliest)] }
    return (senders.isEmpty ? Array(nodes.indices) : senders).map { nodes[$0].recorded }
  }

  /// What was said of the device that is read.
  var device: DeviceDescription { chosen.map { nodes[$0].device } ?? likeliest }

  /// Where the events name no node, of all that were described the one with fingers, or else with axes.
  private var likeliest: DeviceDescription {
    let devices = nodes.map(\.device)
    return devices.first { $0.range(of: .absMTPositionX) != nil }
      ?? devices.first { !$0.axes.isEmpty } ?? devices.first ?? DeviceDescription()
  }

  /// Whether a line shows that a recording of this format has begun.
  ///
  /// The kernel's log has the same times, so that they alone show nothing.
  static func recognizes(_ text: Span<UInt8>) -> Bool {
    guard !LineCursor.isComment(text) else { return false }
    var cursor = LineCursor(line: 0)
    if cursor.skip("add device ", text) {
      return (try? cursor.unsigned(text, upTo: .max, "")) != nil && cursor.skip(": /", text)
    }
    guard shape(of: text) == .event else { return false }
    var reader = GeteventReader(choosing: .automatic)
    guard (try? reader.timeAndNode(text, &cursor)) != nil else { return false }
    return cursor.skip("EV_", text) || isHexPair(text, cursor)
  }

  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    var cursor = LineCursor(line: line)
    hasPassedOver = false
    hasEndedFrame = false
    switch Self.shape(of: text) {
    case .event:
      let (time, node) = try timeAndNode(text, &cursor)
      let event = try event(at: time, text, &cursor)
      hasEndedFrame = event.endsFrame
      deliver(event, from: node, into: &events)
    case .beginning:
      break
    case .other:
      try describe(text, &cursor)
    }
  }

  /// Settles whose events are read when no more will come.
  mutating func finish(into events: inout [InputEvent]) {
    if let first = waiting.first { choose(first.node, into: &events) }
  }

  // MARK: Events

  private enum Shape {
    /// An event, or what is meant to be one.
    case event
    /// What may have become an event, had it not been cut off.
    case beginning
    /// Anything else.
    case other
  }

  private static func shape(of text: Span<UInt8>) -> Shape {
    guard text.count > 0 else { return .other }
    switch text[0] {
    case UInt8(ascii: "["): return .event
    case UInt8(ascii: "/"): return shape(of: text, beginningWith: "/dev/input/")
    case UInt8(ascii: "E"): return shape(of: text, beginningWith: "EV_")
    default: break
    }
    // `0003 0035 000001c5`, `1194-802196: `; but `130|shell@phone:/ $ ` is a prompt.
    var digits = 0
    var isDecimal = true
    while digits < text.count, text[digits].isHexDigit {
      if !text[digits].isDigit { isDecimal = false }
      digits += 1
    }
    if digits == 0 { return .other }
    if digits == text.count { return .beginning }
    if text[digits] == UInt8(ascii: "-") { return isDecimal ? .event : .other }
    var cursor = LineCursor(line: 0)
    cursor.offset = digits
    guard digits == 4, cursor.isAtBlank(text) else { return .other }
    cursor.skipBlanks(text)
    guard let next = cursor.peek(text) else { return .beginning }
    return next.isHexDigit ? .event : .other
  }

  private static func shape(of text: Span<UInt8>, beginningWith head: StaticString) -> Shape {
    for index in 0..<min(text.count, head.utf8CodeUnitCount)
    where unsafe text[index] != head.utf8Start[index] {
      return .other
    }
    return text.count >= head.utf8CodeUnitCount ? .event : .beginning
  }

  /// Whether two numbers of four digits come next.
  private static func isHexPair(_ text: Span<UInt8>, _ cursor: LineCursor) -> Bool {
    var cursor = cursor
    for _ in 0..<2 {
      let start = cursor.offset
      guard (try? cursor.unsigned(text, base: 16, upTo: 0xffff, "")) != nil,
        cursor.offset - start == 4, cursor.isAtBlank(text)
      else { return false }
      cursor.skipBlanks(text)
    }
    return true
  }

  /// `[    1194.802069] /dev/input/event2: `, of which each part may be missing.
  private mutating func timeAndNode(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> (Timestamp, node: Int?) {
    let time = try timestamp(text, &cursor)
    guard cursor.peek(text) == UInt8(ascii: "/") else { return (time, nil) }
    let start = cursor.offset
    while let next = cursor.peek(text), next != UInt8(ascii: ":"), next != 0x20 {
      cursor.offset += 1
    }
    let end = cursor.offset
    guard cursor.skip(":", text) else {
      throw cursor.error(.expected("a colon after the device"))
    }
    cursor.skipBlanks(text)
    return (time, try index(of: text, start..<end, cursor))
  }

  private func timestamp(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> Timestamp {
    let isBracketed = cursor.skip("[", text)
    if isBracketed {
      cursor.skipBlanks(text)
    } else {
      // Old Android's time has a minus sign in it, which nothing else that begins with digits has.
      var ahead = cursor
      guard (try? ahead.unsigned(text, upTo: .max, "")) != nil,
        ahead.peek(text) == UInt8(ascii: "-")
      else { return Timestamp(microseconds: 0) }
    }
    let seconds = try cursor.unsigned(text, upTo: 9_000_000_000_000, "a time in seconds")
    if isBracketed {
      guard cursor.skip(".", text) else {
        throw cursor.error(.expected("a point after the seconds"))
      }
    } else {
      cursor.offset += 1
    }
    let microseconds = try cursor.unsigned(text, upTo: 999_999, "microseconds")
    guard isBracketed ? cursor.skip("]", text) : cursor.skip(":", text) else {
      let what = isBracketed ? "a closing bracket" : "a colon after the time"
      throw cursor.error(.expected(what))
    }
    cursor.skipBlanks(text)
    return Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds))
  }

  /// `EV_ABS       ABS_MT_POSITION_X    00000168`, or the same in numbers.
  private mutating func event(
    at time: Timestamp, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> InputEvent {
    let type = try type(text, &cursor)
    let code = try code(of: type, text, &cursor)
    let value = try value(of: type, code, text, &cursor)
    if cursor.isAtBlank(text) {
      cursor.skipBlanks(text)
      // With -r, the end of a frame tells how many came in a second.
      if cursor.skip("rate ", text) { _ = try cursor.unsigned(text, upTo: .max, "a rate") }
    }
    try cursor.checkEnd(text)
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  private mutating func type(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> EventType {
    guard isAtLabel(text, cursor) else {
      return EventType(rawValue: try number(text, &cursor, "an event type in hex"))
    }
    let start = cursor
    let number = labels.number(of: nil, text, &cursor) { label in
      EventType(named: label)?.rawValue
    }
    guard let number else { throw start.error(.expected("the name of an event type")) }
    cursor.skipBlanks(text)
    return EventType(rawValue: number)
  }

  private mutating func code(
    of type: EventType, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> EventCode {
    guard isAtLabel(text, cursor) else {
      return EventCode(rawValue: try number(text, &cursor, "an event code in hex"))
    }
    let start = cursor
    let number = labels.number(of: type, text, &cursor) { label in
      Self.code(label, of: type)?.rawValue
    }
    guard let number else {
      throw start.error(.expected("the name of one code of its type"))
    }
    cursor.skipBlanks(text)
    return EventCode(rawValue: number)
  }

  /// The code of a label, which may be the beginning of one code's name and of no other's.
  private static func code(_ label: String, of type: EventType) -> EventCode? {
    if let code = EventCode(named: label, of: type) { return code }
    guard label.utf8.count == labelLength else { return nil }
    let codes = EventCode.codes(of: type, beginningWith: label)
    return codes.count == 1 ? codes[0] : nil
  }

  /// Eight digits of hex, or a label that some values of keys and tools have.
  private func value(
    of type: EventType, _ code: EventCode, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> Int32 {
    if type == .key {
      for (label, value) in [("UP", 0), ("DOWN", 1), ("REPEAT", 2)] as [(StaticString, Int32)]
      where cursor.skip(label, text) {
        return value
      }
    } else if isAtLabel(text, cursor) {
      let start = cursor
      guard let value = code.value(named: LabelCache.label(text, &cursor), of: type) else {
        throw start.error(.expected("the name of a value, or a value in hex"))
      }
      return value
    }
    return try cursor.bits(text, "a value in hex")
  }

  /// Whether a label comes next: they begin with a capital, and numbers have none.
  private func isAtLabel(_ text: Span<UInt8>, _ cursor: LineCursor) -> Bool {
    guard let next = cursor.peek(text) else { return false }
    return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next)
  }

  /// A number of 16 bits in hex, with blanks after it.
  private func number(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, _ what: String
  ) throws(TraceError) -> UInt16 {
    let number = try cursor.short(text, base: 16, what)
    guard cursor.isAtBlank(text) else { throw cursor.error(.expected(what)) }
    cursor.skipBlanks(text)
    return number
  }

  // MARK: Devices

  /// The place of a node in `nodes`, where it is put if it is new.
  private mutating func index(
    of text: Span<UInt8>, _ path: Range<Int>, _ cursor: LineCursor
  ) throws(TraceError) -> Int {
    if let chosen, Self.isEqual(nodes[chosen].path, text, path) { return chosen }
    for index in nodes.indices where Self.isEqual(nodes[index].path, text, path) { return index }
    guard nodes.count < Self.nodeLimit, path.count <= 4096 else {
      throw cursor.error(.unsupported("more devices than a machine can have"))
    }
    var bytes: [UInt8] = []
    for index in path { bytes.append(text[index]) }
    nodes.append(Node(path: bytes))
    return nodes.count - 1
  }

  private static func isEqual(_ path: [UInt8], _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard path.count == range.count else { return false }
    // From the end, where they differ.
    for index in path.indices.reversed() where path[index] != text[range.lowerBound + index] {
      return false
    }
    return true
  }

  private mutating func deliver(
    _ event: InputEvent, from node: Int?, into events: inout [InputEvent]
  ) {
    guard let node else {
      hasNamelessEvents = true
      // What came before stays before.
      if let first = waiting.first { choose(first.node, into: &events) }
      events.append(event)
      return
    }
    if node == chosen {
      events.append(event)
      return
    }
    note(sender: node)
    if node == chosen {
      events.append(event)
    } else if chosen != nil || choice != .automatic {
      eventsOfOtherDevices += 1
    } else {
      waiting.append((node, event))
      if event.type == .absolute {
        choose(node, into: &events)
      } else if waiting.count >= Self.waitingLimit {
        choose(waiting[0].node, into: &events)
      }
    }
  }

  /// Numbers a device that sends its first event, which may be the one that is asked for.
  private mutating func note(sender node: Int) {
    guard !senders.contains(node) else { return }
    senders.append(node)
    if choice.names(nodes[node].recorded, at: senders.count - 1) { chosen = node }
  }

  private mutating func choose(_ node: Int, into events: inout [InputEvent]) {
    chosen = node
    for entry in waiting {
      if entry.node == node {
        events.append(entry.event)
      } else {
        eventsOfOtherDevices += 1
      }
    }
    waiting = []
  }

  // MARK: Descriptions

  /// What `getevent -p` and `-i` print of each device, and of which a part stands in front of any
  /// recording of several.
  private mutating func describe(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    if cursor.skip("add device ", text) {
      _ = try cursor.unsigned(text, upTo: .max, "the number of a device")
      guard cursor.skip(": ", text) else {
        throw cursor.error(.expected("a colon after the device's number"))
      }
      described = try index(of: text, cursor.offset..<max(end(of: text), cursor.offset), cursor)
      section = .head
      return
    }
    guard cursor.isAtBlank(text), let node = described else {
      described = nil
      hasPassedOver = true
      return
    }
    cursor.skipBlanks(text)
    // Titles stand two blanks from the edge, and what belongs to them further in.
    if cursor.offset <= 2 {
      try describeHead(of: node, text, &cursor)
    } else {
      switch section {
      case .head: hasPassedOver = true
      case .codes: try describeCodes(of: node, text, &cursor)
      case .properties: describeProperty(of: node, text, &cursor)
      }
    }
  }

  private mutating func describeHead(
    of node: Int, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    section = .head
    if cursor.skip("name:", text) {
      cursor.skipBlanks(text)
      nodes[node].device.name = try quotedName(text, &cursor)
    } else if cursor.skip("bus:", text) {
      nodes[node].device.identity.bus = try identity(text, &cursor, "a bus in hex")
    } else if cursor.skip("vendor ", text) {
      nodes[node].device.identity.vendor = try identity(text, &cursor, "a vendor in hex")
    } else if cursor.skip("product ", text) {
      nodes[node].device.identity.product = try identity(text, &cursor, "a product in hex")
    } else if cursor.skip("version ", text) {
      nodes[node].device.identity.version = try identity(text, &cursor, "a version in hex")
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

  /// `KEY (0001): 0066  0072* 0073`, where a star marks a key that is down.
  ///
  /// Axes stand in lines of their own, each with its range.
  private mutating func describeCodes(
    of node: Int, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    if let type = try titleOfType(text, &cursor) { section = .codes(type) }
    guard case .codes(let type?) = section else {
      throw cursor.error(.expected("a type such as ABS (0003):"))
    }
    while true {
      cursor.skipBlanks(text)
      if cursor.isAtEnd(of: text) || cursor.peek(text) == 0x0d { return }
      let code: EventCode
      if isAtLabel(text, cursor) {
        let start = cursor
        guard let known = Self.code(LabelCache.label(text, &cursor), of: type) else {
          throw start.error(.expected("the name of one code of its type"))
        }
        code = known
      } else {
        code = EventCode(rawValue: try cursor.short(text, base: 16, "an event code in hex"))
      }
      _ = cursor.skip("*", text)
      nodes[node].device.note(code, of: type)
      cursor.skipBlanks(text)
      if cursor.skip(":", text) {
        nodes[node].device.note(axis: code, try range(text, &cursor))
      }
    }
  }

  /// `ABS (0003):`, if that is what comes next.
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

  /// ` value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0`; a comma may be missing, and the
  /// resolution.
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

  /// `INPUT_PROP_DIRECT`, a number in hex, or `<none>`.
  private mutating func describeProperty(
    of node: Int, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) {
    let property =
      isAtLabel(text, cursor)
      ? DeviceDescription.property(named: LabelCache.label(text, &cursor))
      : try? cursor.short(text, base: 16, "a property in hex")
    if let property { nodes[node].device.note(property: property) }
  }

  /// The end of a line without the blanks that old shells leave there.
  private func end(of text: Span<UInt8>) -> Int {
    var end = text.count
    while end > 0, text[end - 1] <= 0x20 { end -= 1 }
    return end
  }
}

/// The numbers of labels that have been looked up, for the same few come again and again.
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

  /// Passes a label and tells its number, looking it up if it is new.
  ///
  /// - Parameter type: the type of the code that the label names; none for the label of a type.
  mutating func number(
    of type: EventType?, _ text: Span<UInt8>, _ cursor: inout LineCursor,
    _ lookUp: (String) -> UInt16?
  ) -> UInt16? {
    let start = cursor
    var key = Entry(type: type)
    var count = 0
    while let byte = cursor.peek(text), byte > 0x20 {
      // Three words hold the longest label that is not cut.
      key.third = key.third << 8 | key.second >> 56
      key.second = key.second << 8 | key.first >> 56
      key.first = key.first << 8 | UInt64(byte)
      count += 1
      cursor.offset += 1
    }
    guard count <= 24 else { return nil }
    var hash = key.first ^ key.second &* 31 ^ key.third &* 1023
    hash = hash &* 0x9e37_79b9_7f4a_7c15
    let place = Int(hash >> 56)
    let entry = entries[place]
    if entry.first == key.first, entry.second == key.second, entry.third == key.third,
      entry.type == type
    {
      return entry.number
    }
    guard let number = lookUp(String(text, start.offset..<cursor.offset)) else { return nil }
    key.number = number
    entries[place] = key
    return number
  }

  /// Passes a label and returns it.
  static func label(_ text: Span<UInt8>, _ cursor: inout LineCursor) -> String {
    let start = cursor.offset
    while let byte = cursor.peek(text), byte > 0x20, byte != UInt8(ascii: "*") {
      cursor.offset += 1
    }
    return String(text, start..<cursor.offset)
  }
}
