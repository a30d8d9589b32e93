import PantographBase
import PantographTouches

/// Reads the output of Android's getevent, line by line.
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
/// The three events show the layouts: with labels (`-lt`), without (`-t`), and that of old Android. Times and
/// nodes may be missing. An event without a time has time 0. All other lines are ignored.
///
/// If the events name their nodes, one device is read: the first that moves an absolute axis, with all its
/// earlier events. If none does within ``waitingLimit`` events, it is that of the first event. The others'
/// events are counted in ``eventsOfOtherDevices``.
struct GeteventReader: LineReader {
  private struct Node {
    var path: [UInt8]
    var device = DeviceDescription()
    /// Its index among the devices that have sent events.
    var sender: Int?

    var recorded: RecordedDevice {
      RecordedDevice(node: String(decoding: path, as: UTF8.self), description: device)
    }
  }

  /// The number of events that are kept until a device is chosen; enough for minutes of keys.
  static let waitingLimit = 1 << 14
  /// More nodes than the kernel supports.
  private static let nodeLimit = 1024

  /// Whether the last line was neither about a device nor an event.
  private(set) var hasIgnoredLine = false
  /// Whether the last line ended a frame of any device.
  private(set) var hasEndedFrame: Bool? = false
  /// The number of events that were omitted because they belong to other devices.
  private(set) var eventsOfOtherDevices = 0
  private let choice: DeviceChoice
  private let readsAll: Bool
  private(set) var lastDevice = 0
  private var nodes: [Node] = []
  /// The index in `nodes` of each path, and of the last one.
  private var indices: [[UInt8]: Int] = [:]
  private var lastNode: Int?
  /// The devices that have sent events, in the order of their first one, as indices into `nodes`.
  private var senders: [Int] = []
  /// The device whose events are read, as an index into `nodes`.
  private var chosen: Int?
  /// The events before a device was chosen.
  private var waiting: [(node: Int, event: InputEvent)] = []
  /// The device that is being described, as an index into `nodes`.
  private var described: Int?
  private var description = GeteventDescription()
  private var labels = LabelCache()
  /// Whether there are events without a node, as when only one device is open.
  private var hasNamelessEvents = false

  init(choosing choice: DeviceChoice) {
    self.choice = choice
    readsAll = choice == .every
  }

  static var hasNodes: Bool { true }

  var hasEvents: Bool { hasNamelessEvents || !senders.isEmpty }

  /// The device whose events are read, if there is one.
  var chosenDevice: RecordedDevice? {
    if let chosen { return nodes[chosen].recorded }
    // A single open device needs no name.
    if hasNamelessEvents || nodes.isEmpty { return RecordedDevice(description: likeliest) }
    // The output of `getevent -p` alone describes devices, of which one is meant.
    return senders.isEmpty && choice == .automatic ? likeliestNode?.recorded : nil
  }

  /// The devices so far: those that have sent events, or else those that were described.
  var devices: [RecordedDevice] {
    if hasNamelessEvents || nodes.isEmpty { return [RecordedDevice(description: likeliest)] }
    return (senders.isEmpty ? Array(nodes.indices) : senders).map { nodes[$0].recorded }
  }

  /// The description of the device that is read.
  var device: DeviceDescription { chosen.map { nodes[$0].device } ?? likeliest }

  /// The described device with fingers, or else with axes, for events without a node.
  private var likeliest: DeviceDescription { likeliestNode?.device ?? DeviceDescription() }

  private var likeliestNode: Node? {
    nodes.first { $0.device.range(of: .absMTPositionX) != nil }
      ?? nodes.first { !$0.device.axes.isEmpty } ?? nodes.first
  }

  /// Returns whether a line starts a recording of this format.
  ///
  /// The kernel's log has the same times, so a time alone is not enough.
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
    hasIgnoredLine = false
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

  /// Chooses a device when no more lines will come.
  mutating func finish(into events: inout [InputEvent], noting numbers: inout EventLines) {
    if let first = waiting.first { choose(first.node, into: &events) }
  }

  // MARK: Events

  private enum Shape {
    /// An event, possibly a damaged one.
    case event
    /// A line that may be a truncated event.
    case beginning
    /// Any other line.
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

  /// Returns whether two numbers of four digits come next.
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

  /// Reads `[    1194.802069] /dev/input/event2: `, of which each part may be missing.
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
      // The time of old Android contains a minus sign, unlike anything else that begins with digits.
      var ahead = cursor
      guard (try? ahead.unsigned(text, upTo: .max, "")) != nil,
        ahead.peek(text) == UInt8(ascii: "-")
      else { return Timestamp(microseconds: 0) }
    }
    let seconds = try cursor.unsigned(text, upTo: KernelClock.mostSeconds, "a time in seconds")
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

  /// Reads `EV_ABS       ABS_MT_POSITION_X    00000168`, or the same in numbers.
  private mutating func event(
    at time: Timestamp, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> InputEvent {
    let type = try type(text, &cursor)
    let code = try code(of: type, text, &cursor)
    let value = try value(of: type, code, text, &cursor)
    if cursor.isAtBlank(text) {
      cursor.skipBlanks(text)
      // With -r, the end of a frame contains the number of frames per second.
      if cursor.skip("rate ", text) { _ = try cursor.unsigned(text, upTo: .max, "a rate") }
    }
    try cursor.checkEnd(text)
    return InputEvent(time: time, type: type, code: code, value: value)
  }

  private mutating func type(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> EventType {
    guard cursor.isAtLabel(text) else {
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
    guard cursor.isAtLabel(text) else {
      return EventCode(rawValue: try number(text, &cursor, "an event code in hex"))
    }
    let start = cursor
    let number = labels.number(of: type, text, &cursor) { label in
      EventCode(label: label, of: type)?.rawValue
    }
    guard let number else {
      throw start.error(.expected("the name of one code of its type"))
    }
    cursor.skipBlanks(text)
    return EventCode(rawValue: number)
  }

  /// Reads eight hex digits, or the label that some values of keys and tools have.
  private func value(
    of type: EventType, _ code: EventCode, _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) -> Int32 {
    if type == .key {
      for (label, value) in [("UP", 0), ("DOWN", 1), ("REPEAT", 2)] as [(StaticString, Int32)]
      where cursor.skip(label, text) {
        return value
      }
    } else if cursor.isAtLabel(text) {
      let start = cursor
      let label = LabelCache.label(text, &cursor)
      if let value = code.value(named: label, of: type) { return value }
      // `FFFFFFFF`: Android's own getevent uses lower case, others use capitals.
      guard label.utf8.allSatisfy({ $0.isHexDigit }) else {
        throw start.error(.expected("the name of a value, or a value in hex"))
      }
      cursor = start
    }
    return try cursor.bits(text, "a value in hex")
  }

  /// Reads a 16-bit number in hex, with blanks after it.
  private func number(
    _ text: Span<UInt8>, _ cursor: inout LineCursor, _ what: String
  ) throws(TraceError) -> UInt16 {
    let number = try cursor.short(text, base: 16, what)
    guard cursor.isAtBlank(text) else { throw cursor.error(.expected(what)) }
    cursor.skipBlanks(text)
    return number
  }

  // MARK: Devices

  /// Returns the index of a node in `nodes`, and adds it if it is new.
  private mutating func index(
    of text: Span<UInt8>, _ path: Range<Int>, _ cursor: LineCursor
  ) throws(TraceError) -> Int {
    // Most events come from the same device as the one before.
    if let lastNode, Self.isEqual(nodes[lastNode].path, text, path) { return lastNode }
    var bytes: [UInt8] = []
    for index in path { bytes.append(text[index]) }
    if let index = indices[bytes] {
      lastNode = index
      return index
    }
    guard nodes.count < Self.nodeLimit, path.count <= 4096 else {
      throw cursor.error(.unsupported("more devices than a machine can have"))
    }
    indices[bytes] = nodes.count
    nodes.append(Node(path: bytes))
    return nodes.count - 1
  }

  private static func isEqual(_ path: [UInt8], _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard path.count == range.count else { return false }
    // Compare from the end, where they differ.
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
      lastDevice = 0
      // Keep the order of earlier events.
      if let first = waiting.first { choose(first.node, into: &events) }
      events.append(event)
      return
    }
    if node == chosen {
      events.append(event)
      return
    }
    note(sender: node)
    if readsAll {
      lastDevice = nodes[node].sender ?? 0
      events.append(event)
    } else if node == chosen {
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

  /// Registers a device that sends its first event, which may be the requested one.
  private mutating func note(sender node: Int) {
    guard nodes[node].sender == nil else { return }
    nodes[node].sender = senders.count
    senders.append(node)
    if choice.selects(nodes[node].recorded, at: senders.count - 1) { chosen = node }
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

  /// Reads the description of a device, which precedes its events.
  private mutating func describe(
    _ text: Span<UInt8>, _ cursor: inout LineCursor
  ) throws(TraceError) {
    if cursor.skip("add device ", text) {
      _ = try cursor.unsigned(text, upTo: .max, "the number of a device")
      guard cursor.skip(": ", text) else {
        throw cursor.error(.expected("a colon after the device's number"))
      }
      described = try index(of: text, cursor.offset..<max(end(of: text), cursor.offset), cursor)
      description = GeteventDescription()
      return
    }
    guard cursor.isAtBlank(text), let node = described else {
      described = nil
      hasIgnoredLine = true
      return
    }
    hasIgnoredLine = try !description.read(text, &cursor, into: &nodes[node].device)
  }

  /// Returns the end of a line without the trailing blanks of old shells.
  private func end(of text: Span<UInt8>) -> Int {
    var end = text.count
    while end > 0, text[end - 1] <= 0x20 { end -= 1 }
    return end
  }
}
