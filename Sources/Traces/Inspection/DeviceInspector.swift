package import PantographBase
package import PantographTouches

/// A contact from landing to lift.
package struct ContactLife: Hashable, Sendable {
  /// The time when it landed or was first seen.
  package let start: Timestamp
  /// The time when it was gone, if that was recorded.
  package internal(set) var end: Timestamp?
  /// The time when its position was first known, if it ever was.
  package internal(set) var placed: Timestamp?
  /// The length of its path in millimetres.
  package internal(set) var travel = 0.0
  /// The greatest pressure, from 0 to 1, if the device reports it.
  package internal(set) var peakPressure: Double?
  /// All remarks about it; it is a palm only if it was one at last, as for recognisers.
  package internal(set) var remarks: Contact.Remarks = []
}

/// A summary of what a device has sent.
package struct Inspection: Sendable {
  /// The number of events.
  package internal(set) var eventCount = 0
  /// The number of frames.
  package internal(set) var frameCount = 0
  /// The time of the first event, if there is one.
  package internal(set) var start: Timestamp?
  /// The time of the last event, on a clock that continues where the device's jumps back.
  package internal(set) var end: Timestamp?
  /// The contacts in the order of their landing.
  package internal(set) var contacts: [ContactLife] = []
  /// The largest number of contacts at one time.
  package internal(set) var maxContacts = 0
  /// The largest number of fingers at one time, which exceeds the contacts if the device can't track them all.
  package internal(set) var maxFingers = 0
  /// The median report rate per second during touches, if there were two reports in a row.
  package internal(set) var reportRate: Double?
  /// The median deviation of the report interval from its median, in seconds.
  package internal(set) var reportJitter: Double?
  /// The smallest and the greatest pressure of all contacts, from 0 to 1.
  package internal(set) var pressure: ClosedRange<Double>?
  /// The defects, each kind once.
  package internal(set) var defects: [Defect] = []

  /// Makes an empty summary.
  package init() {}

  /// The time from the first event to the last, in seconds.
  package var duration: Double {
    guard let start, let end else { return 0 }
    return end - start
  }
}

/// Summarises what a device has sent, event by event.
///
///     var inspector = DeviceInspector(device)
///     for event in events { inspector.take(event, line: line) }
///     inspector.finish(line: line)
///     use(inspector.inspection)
package struct DeviceInspector {
  /// The summary so far; rates and defects are set by ``finish(line:isDamaged:)``.
  package private(set) var inspection = Inspection()
  private let hasSlots: Bool
  private let device: DeviceDescription
  private var assembler: FrameAssembler?
  private var slots = SlotInspector()
  private var defects = DefectList()
  private var intervals = IntervalStatistics()
  /// The contacts that are down, each with its position, if known, and its index in ``Inspection/contacts``.
  private var down: [(id: Int, position: Point?, index: Int)] = []
  private var frameStart: Timestamp?
  private var isFrameUneven = false
  private var lastReport: Timestamp?
  private var lastTime: Timestamp?
  /// The microseconds by which the clock has jumped back so far.
  private var shift: Int64 = 0

  private let isGuessed: Bool

  /// Makes an inspector for a device, which only counts events if the description is empty.
  ///
  /// - Parameters:
  ///   - device: the device's description.
  ///   - isGuessed: whether it is a ``DescriptionGuess``, so that nothing is known in millimetres.
  package init(_ device: DeviceDescription, isGuessed: Bool = false) {
    self.device = device
    self.isGuessed = isGuessed
    let surface = try? Surface(device)
    hasSlots = surface?.reporting == .slots
    let settings = TouchSettings(palms: isGuessed ? .device : .libinput)
    assembler = surface.map { FrameAssembler($0, settings) }
  }

  /// Takes the next event, from this line of the recording.
  package mutating func take(_ event: InputEvent, line: Int) {
    inspection.eventCount += 1
    if inspection.start == nil { inspection.start = event.time }
    if let lastTime, event.time < lastTime {
      defects.note(.clockBackward, line: line)
      shift &+= lastTime.microseconds &- event.time.microseconds
    } else if let lastTime,
      event.time.microseconds - lastTime.microseconds > InputEvent.longestPause
    {
      defects.note(.longPause, line: line)
    }
    lastTime = event.time
    let end = event.time.advanced(byMicroseconds: shift)
    inspection.end = max(inspection.end ?? end, end)
    inspect(event, line)
    if event.endsFrame {
      if frameStart == nil { defects.note(.emptyFrame, line: line) }
      if isFrameUneven { defects.note(.unevenFrame, line: line) }
      frameStart = nil
      isFrameUneven = false
      slots.endFrame()
      inspection.frameCount += 1
    } else {
      isFrameUneven = isFrameUneven || (frameStart.map { $0 != event.time } ?? false)
      frameStart = frameStart ?? event.time
    }
    if assembler?.feed(event) == true, let frame = assembler?.frame { take(frame, line) }
  }

  /// Completes the summary at the end of the recording.
  ///
  /// - Parameters:
  ///   - line: the last line.
  ///   - isDamaged: whether the rest of the recording can't be read.
  package mutating func finish(line: Int, isDamaged: Bool = false) {
    if isDamaged { defects.note(.damaged, line: line) }
    if frameStart != nil { defects.note(.cutOff, line: line) }
    for _ in down { defects.note(.unseenLift, line: line) }
    inspection.reportRate = intervals.median.map { 1_000_000 / $0 }
    inspection.reportJitter = intervals.medianDeviation.map { $0 / 1_000_000 }
    inspection.defects = defects.all
  }

  /// Notes the defects of a single event.
  private mutating func inspect(_ event: InputEvent, _ line: Int) {
    if event.type == .synchronization, event.code == .synDropped {
      defects.note(.eventsLost, line: line)
    }
    guard !device.capabilities.isEmpty, event.type != .synchronization else { return }
    if !device.codes(of: event.type).contains(event.code) {
      defects.note(.unknownCode, line: line)
    } else if event.type == .absolute {
      inspectAxis(event, line)
    }
  }

  private mutating func inspectAxis(_ event: InputEvent, _ line: Int) {
    guard let range = device.range(of: event.code) else { return }
    let isInside = event.value >= range.minimum && event.value <= range.maximum
    // An axis without a range may have any value, and tracking ID −1 means that the contact is gone.
    let hasRange = range.maximum > range.minimum
    if event.code == .absMTSlot {
      if !isInside { defects.note(.unknownSlot, line: line) }
    } else if hasRange, !isInside, event.code != .absMTTrackingID {
      defects.note(.outOfRange, line: line)
    }
    guard hasSlots, let kind = slots.take(event) else { return }
    defects.note(kind, line: line)
  }

  private mutating func take(_ frame: TouchFrame, _ line: Int) {
    if frame.isClockFrozen { defects.note(.clockFrozen, line: line) }
    if frame.hasLostEvents {
      for _ in frame.vanished { defects.note(.vanishedContact, line: line) }
    }
    inspection.maxContacts = max(
      inspection.maxContacts, frame.contacts.count + frame.unplaced.count)
    inspection.maxFingers = max(inspection.maxFingers, frame.fingerCount)
    if let lastReport, !down.isEmpty {
      intervals.add(microseconds: frame.time.microseconds - lastReport.microseconds)
    }
    lastReport = frame.time

    for (id, _, index) in down
    where !frame.contacts.contains(where: { $0.id == id })
      && !frame.unplaced.contains(where: { $0.id == id })
    {
      inspection.contacts[index].end = frame.time
    }
    down =
      frame.contacts.map { ($0.id, $0.position, follow($0, at: frame.time, line)) }
      + frame.unplaced.map { ($0.id, nil, follow($0, at: frame.time, line)) }
  }

  /// Notes what a contact did since the last frame, and returns its index in the list of all.
  private mutating func follow(_ contact: Contact, at time: Timestamp, _ line: Int) -> Int {
    let before = down.first { $0.id == contact.id }
    let index = before?.index ?? inspection.contacts.count
    if let before {
      let distance = before.position.map { (contact.position - $0).length } ?? 0
      inspection.contacts[index].travel += isGuessed ? 0 : distance
    } else {
      inspection.contacts.append(ContactLife(start: time))
      if contact.remarks.contains(.unseenLanding) { defects.note(.unseenLanding, line: line) }
    }
    if inspection.contacts[index].placed == nil { inspection.contacts[index].placed = time }
    var remarks = contact.remarks
    if isGuessed { remarks.remove(.jump) }
    if remarks.contains(.jump) { defects.note(.jump, line: line) }
    // One that landed at an edge, or beside a palm, may have turned out to be a finger.
    inspection.contacts[index].remarks.remove(.palm)
    inspection.contacts[index].remarks.formUnion(remarks)
    if let pressure = contact.pressure {
      let peak = inspection.contacts[index].peakPressure ?? pressure
      inspection.contacts[index].peakPressure = max(peak, pressure)
      let range = inspection.pressure ?? pressure...pressure
      inspection.pressure = min(range.lowerBound, pressure)...max(range.upperBound, pressure)
    }
    return index
  }

  /// Notes which coordinates of a contact are unknown, and returns its index in the list of all.
  private mutating func follow(
    _ contact: UnplacedContact, at time: Timestamp, _ line: Int
  ) -> Int {
    if let before = down.first(where: { $0.id == contact.id }) { return before.index }
    inspection.contacts.append(ContactLife(start: time))
    if contact.x == nil { defects.note(.unknownX, line: line) }
    if contact.y == nil { defects.note(.unknownY, line: line) }
    return inspection.contacts.count - 1
  }
}

/// Tracks which contact has which slot, to find contradictions in what the device sends.
struct SlotInspector {
  private var slot: Int32 = 0
  /// The tracking ID in each slot that was mentioned; −1 is an empty slot.
  private var owners: [Int32: Int32] = [:]

  /// The slots whose contact left in this frame; values that follow still belong to that contact.
  private var left: Set<Int32> = []

  mutating func endFrame() { left.removeAll(keepingCapacity: true) }

  /// Takes an event of an absolute axis, and returns its defect, if it has one.
  mutating func take(_ event: InputEvent) -> Defect.Kind? {
    switch event.code {
    case .absMTSlot:
      slot = event.value
      return nil
    case .absMTTrackingID:
      if event.value < 0 { left.insert(slot) }
      let before = owners.updateValue(event.value, forKey: slot) ?? -1
      return before >= 0 && event.value >= 0 ? .replacedContact : nil
    case .absMTPositionX, .absMTPositionY, .absMTPressure:
      return owners[slot] == -1 && !left.contains(slot) ? .emptySlot : nil
    default:
      return nil
    }
  }
}

/// A defect of a recording.
package struct Defect: Hashable, Sendable {
  /// A kind of defect.
  package enum Kind: String, CaseIterable, Sendable {
    /// The clock runs backwards.
    case clockBackward
    /// Contacts change while the clock stands still.
    case clockFrozen
    /// More than an hour passes between two events.
    case longPause
    /// The events of one frame have different times, as old programs wrote them.
    case unevenFrame
    /// Events were lost (`SYN_DROPPED`).
    case eventsLost
    /// A contact was gone after events were lost.
    case vanishedContact
    /// A contact was down before the recording began.
    case unseenLanding
    /// A contact landed although no x had been sent, so its x is unknown.
    case unknownX
    /// A contact landed although no y had been sent, so its y is unknown.
    case unknownY
    /// A contact was down when the recording ended.
    case unseenLift
    /// A contact took the slot of one that had not lifted.
    case replacedContact
    /// A position or pressure was sent for an empty slot.
    case emptySlot = "nobodyInSlot"
    /// A slot was selected that the device does not have.
    case unknownSlot
    /// A value is outside the range of its axis.
    case outOfRange
    /// The device's description does not list the event.
    case unknownCode
    /// A contact moved further between two frames than a finger can.
    case jump
    /// A frame contains no events.
    case emptyFrame
    /// The recording ends inside a frame.
    case cutOff
    /// The rest of the recording can't be read.
    case damaged
  }

  /// The kind of the defect.
  package let kind: Kind
  /// The number of times it occurs.
  package internal(set) var count: Int
  /// The line of the recording where it occurs first, from 1.
  package internal(set) var firstLine: Int

  /// Returns each kind once, with the sum of its counts and the first of its lines.
  package static func merged(_ defects: [Defect]) -> [Defect] {
    Kind.allCases.compactMap { kind in
      let same = defects.filter { $0.kind == kind }
      guard var first = same.min(by: { $0.firstLine < $1.firstLine }) else { return nil }
      first.count = same.reduce(0) { $0 + $1.count }
      return first
    }
  }
}

extension Defect.Kind {
  /// A description that can follow a number of times.
  package var sentence: String {
    switch self {
    case .clockBackward: "the clock runs backwards"
    case .clockFrozen: "contacts change while the clock stands still"
    case .longPause: "more than an hour passes between two events"
    case .unevenFrame: "the events of a frame have different times"
    case .eventsLost: "events were lost (SYN_DROPPED)"
    case .vanishedContact: "a contact was gone after events were lost"
    case .unseenLanding: "a contact was down before the recording began"
    case .unknownX: "the x of a contact is unknown when it lands"
    case .unknownY: "the y of a contact is unknown when it lands"
    case .unseenLift: "a contact was down when the recording ended"
    case .replacedContact: "a contact took the slot of one that had not lifted"
    case .emptySlot: "a position or pressure was sent for an empty slot"
    case .unknownSlot: "a slot was selected that the device does not have"
    case .outOfRange: "a value is outside the range of its axis"
    case .unknownCode: "the device's description does not list the event"
    case .jump: "a contact moved further than a finger can"
    case .emptyFrame: "a frame contains no events"
    case .cutOff: "the recording ends inside a frame"
    case .damaged: "the rest of the recording can't be read"
    }
  }
}

/// The defects found so far, each kind once.
struct DefectList {
  private var found: [Defect] = []

  mutating func note(_ kind: Defect.Kind, line: Int) {
    if let index = found.firstIndex(where: { $0.kind == kind }) {
      found[index].count += 1
    } else {
      found.append(Defect(kind: kind, count: 1, firstLine: line))
    }
  }

  /// All defects, in the order of ``Defect/Kind``.
  var all: [Defect] {
    Defect.Kind.allCases.compactMap { kind in found.first { $0.kind == kind } }
  }
}

/// A description guessed from a device's events, good enough to count its contacts.
///
/// It lists the codes that were sent, with axes as wide as the values seen. Resolutions, and so millimetres and
/// pressures, remain unknown.
package struct DescriptionGuess {
  private var ranges: [EventCode: ClosedRange<Int32>] = [:]
  private var keys: Set<EventCode> = []
  private var hasLists = false

  /// Makes a guess from no events.
  package init() {}

  /// Takes the device's next event into account.
  package mutating func take(_ event: InputEvent) {
    switch (event.type, event.code) {
    case (.absolute, let axis):
      let range = ranges[axis] ?? event.value...event.value
      ranges[axis] = min(range.lowerBound, event.value)...max(range.upperBound, event.value)
    case (.key, let key): keys.insert(key)
    case (.synchronization, .synMTReport): hasLists = true
    default: break
    }
  }

  /// The description that fits all events so far.
  package var description: DeviceDescription {
    var device = DeviceDescription()
    for key in keys { device.add(.key, key) }
    for axis in [EventCode.absX, .absY, .absMTPositionX, .absMTPositionY, .absMTTrackingID] {
      guard let range = ranges[axis] else { continue }
      device.add(
        axis: axis,
        AxisRange(minimum: range.lowerBound, maximum: max(range.upperBound, range.lowerBound &+ 1)))
    }
    // A device with slots selects none until there is a second contact.
    if ranges[.absMTPositionX] != nil, !hasLists {
      let last = ranges[.absMTSlot]?.upperBound ?? 0
      device.add(axis: .absMTSlot, AxisRange(minimum: 0, maximum: max(last, 0)))
    }
    return device
  }
}

/// The intervals between reports: their median and the median deviation from it.
///
/// Intervals are counted by whole microseconds, which bounds the memory.
struct IntervalStatistics {
  /// The longest interval that counts, in microseconds; longer ones are pauses.
  private static let limit: Int64 = 250_000

  private var counts: [Int64: Int] = [:]

  mutating func add(microseconds: Int64) {
    guard microseconds > 0, microseconds <= Self.limit else { return }
    counts[microseconds, default: 0] += 1
  }

  /// The median in microseconds; `nil` without intervals.
  var median: Double? { Self.median(of: counts.map { (Double($0.key), $0.value) }) }

  /// The median deviation from the median, in microseconds.
  var medianDeviation: Double? {
    guard let median else { return nil }
    return Self.median(of: counts.map { ((Double($0.key) - median).magnitude, $0.value) })
  }

  /// Returns the median of values with their counts: the middle one, or the mean of the two middle ones.
  private static func median(of values: [(value: Double, count: Int)]) -> Double? {
    let total = values.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    let rising = values.sorted { $0.value < $1.value }
    func value(at index: Int) -> Double {
      var passed = 0
      for (value, count) in rising {
        passed += count
        if index < passed { return value }
      }
      return 0
    }
    return (value(at: (total - 1) / 2) + value(at: total / 2)) / 2
  }
}
