import PantographBase
import PantographTouches

/// Encodes finger movements as the events of a device, in its units and protocol, as the kernel would.
struct Encoder {
  private(set) var events: [InputEvent] = []

  private let device: DeviceDescription
  private let surface: Surface
  private var frame: [(type: EventType, code: EventCode, value: Int32)] = []
  private var slot: Int32 = 0
  /// The last value that was sent, by slot and code; key and single-touch codes are in slot −1.
  private var sent: [Key: Int32] = [:]
  /// The touching fingers, in the order in which they landed.
  private var down: [Int] = []
  /// The finger in each slot.
  private var owners: [Int32: Int] = [:]
  private var ids: [Int: Int32] = [:]
  private var nextID: Int32 = 0

  private struct Key: Hashable {
    var slot: Int32
    var type: EventType
    var code: EventCode
  }

  private static let single: Int32 = -1
  private static let absDistance = EventCode(rawValue: 0x19)
  /// The buttons for the number of fingers, from one on.
  private static let countButtons: [EventCode] = [
    .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap, .btnToolQuadTap, .btnToolQuintTap,
  ]
  /// The tilt of a pen in a right hand, in degrees to the right and downwards.
  private static let penTilt = Vector(x: 30, y: 20)

  init(device: DeviceDescription) throws(Complaint) {
    self.device = device
    surface = try Surface(device)
    guard surface.reporting != .single || device.codes(of: .key).contains(.btnTouch) else {
      throw Sensor.noTouch
    }
  }

  var isPen: Bool { surface.kind == .pen && surface.reporting == .single }

  var hasPressure: Bool {
    let axis = surface.reporting == .single ? EventCode.absPressure : .absMTPressure
    return device.range(of: axis).map { $0.maximum > $0.minimum } ?? false
  }

  /// The number of fingers that the device can report, if need be only by its count buttons.
  var maximumFingerCount: Int {
    guard !isPen else { return 1 }
    let keys = device.codes(of: .key)
    let counted = (Self.countButtons.lastIndex { keys.contains($0) } ?? 0) + 1
    return surface.isSemiMultitouch ? counted : max(surface.slotCount, counted)
  }

  /// Encodes the contacts of an instant in a frame, if anything has changed.
  mutating func report(_ seen: [Sighting], at time: Timestamp) {
    let touching = seen.filter { $0.height == nil }
    down.removeAll { finger in !touching.contains { $0.finger == finger } }
    down += touching.map { $0.finger }.filter { !down.contains($0) }
    switch surface.reporting {
    case .slots: reportSlots(touching)
    case .anonymous:
      reportAll(touching)
      reportFirst(of: seen)
    case .single: reportFirst(of: seen)
    }
    press(.btnTouch, !touching.isEmpty)
    if isPen {
      press(.btnToolPen, !seen.isEmpty)
    } else {
      for (index, button) in Self.countButtons.enumerated() {
        press(button, touching.count == index + 1)
      }
    }
    endFrame(at: time)
  }

  private mutating func endFrame(at time: Timestamp) {
    // The kernel does not send empty frames.
    guard !frame.isEmpty else { return }
    for event in frame {
      events.append(
        InputEvent(time: time, type: event.type, code: event.code, value: event.value))
    }
    events.append(InputEvent(time: time, type: .synchronization, code: .synReport, value: 0))
    frame.removeAll(keepingCapacity: true)
  }

  // MARK: Contacts

  /// Encodes slots, each with its changes (protocol type B).
  private mutating func reportSlots(_ touching: [Sighting]) {
    let contacts = surface.isSemiMultitouch ? Self.corners(of: touching) : touching
    // A finger without a slot takes the first one that was free before this frame.
    let free = (0..<Int32(surface.slotCount)).filter { owners[$0] == nil }
    let new = contacts.filter { !owners.values.contains($0.finger) }
    let landed = Array(zip(free, new))
    for (slot, contact) in landed { owners[slot] = contact.finger }
    var didReportFirst = false
    for slot in owners.keys.sorted() {
      guard let contact = contacts.first(where: { $0.finger == owners[slot] }) else {
        activate(slot: slot)
        frame.append((.absolute, .absMTTrackingID, -1))
        ids[owners.removeValue(forKey: slot) ?? 0] = nil
        continue
      }
      if landed.contains(where: { $0.0 == slot }) {
        activate(slot: slot)
        frame.append((.absolute, .absMTTrackingID, identify(contact.finger)))
      }
      let (x, y) = surface.values(at: contact.position)
      change(slot, .absMTPositionX, x)
      change(slot, .absMTPositionY, y)
      change(slot, .absMTPressure, value(of: .absMTPressure, share: contact.pressure))
      if !didReportFirst { reportFirst(of: touching) }
      didReportFirst = true
    }
    if !didReportFirst { reportFirst(of: touching) }
  }

  /// Encodes all contacts, one after the other, whether changed or not (protocol type A).
  private mutating func reportAll(_ contacts: [Sighting]) {
    // The end of the last contact has already been sent.
    guard !contacts.isEmpty || !ids.isEmpty else { return }
    ids = ids.filter { id in contacts.contains { $0.finger == id.key } }
    for contact in contacts {
      let (x, y) = surface.values(at: contact.position)
      let id = ids[contact.finger] ?? identify(contact.finger)
      for (code, value) in [
        (EventCode.absMTTrackingID, id), (.absMTPositionX, x), (.absMTPositionY, y),
        (.absMTPressure, value(of: .absMTPressure, share: contact.pressure)),
      ] where device.range(of: code) != nil {
        frame.append((.absolute, code, value))
      }
      frame.append((.synchronization, .synMTReport, 0))
    }
    if contacts.isEmpty { frame.append((.synchronization, .synMTReport, 0)) }
  }

  /// The upper left and the lower right corner of the bounding box of all fingers.
  private static func corners(of fingers: [Sighting]) -> [Sighting] {
    guard var upper = fingers.first, var lower = fingers.first else { return [] }
    for finger in fingers {
      let position = finger.position
      upper.position = Point(
        x: min(upper.position.x, position.x), y: min(upper.position.y, position.y))
      lower.position = Point(
        x: max(lower.position.x, position.x), y: max(lower.position.y, position.y))
    }
    upper.finger = 0
    lower.finger = 1
    return fingers.count == 1 ? [upper] : [upper, lower]
  }

  /// Returns a tracking ID for a contact: the next one in the device's range that no other contact has.
  ///
  /// A range with fewer IDs than contacts gives some twice.
  private mutating func identify(_ finger: Int) -> Int32 {
    let range = device.range(of: .absMTTrackingID)
    let lowest = max(range?.minimum ?? 0, 0)
    let highest = max(range?.maximum ?? .max, lowest)
    repeat {
      if nextID < lowest || nextID > highest { nextID = lowest }
      ids[finger] = nextID
      nextID &+= 1
    } while Int(highest) - Int(lowest) > owners.count
      && ids.contains { $0.key != finger && $0.value == ids[finger] }
    return ids[finger] ?? lowest
  }

  /// Encodes the single-touch axes: the finger that landed first, or the pen.
  private mutating func reportFirst(of seen: [Sighting]) {
    guard let first = seen.first(where: { $0.finger == down.first }) ?? seen.first else {
      change(Self.single, .absPressure, value(of: .absPressure, share: 0))
      return
    }
    let (x, y) = surface.values(at: first.position)
    change(Self.single, .absX, x)
    change(Self.single, .absY, y)
    change(Self.single, .absPressure, value(of: .absPressure, share: first.pressure))
    guard isPen else { return }
    change(Self.single, Self.absDistance, value(of: Self.absDistance, share: first.height ?? 0))
    change(Self.single, .absTiltX, tilt(.absTiltX, degrees: Self.penTilt.x))
    change(Self.single, .absTiltY, tilt(.absTiltY, degrees: Self.penTilt.y))
  }

  // MARK: Values

  private mutating func activate(slot: Int32) {
    guard slot != self.slot else { return }
    self.slot = slot
    frame.append((.absolute, .absMTSlot, slot))
  }

  private mutating func change(_ slot: Int32, _ code: EventCode, _ value: Int32) {
    guard let range = device.range(of: code) else { return }
    // The kernel assumes 0 for every axis before its first value, and does not send a position of 0.
    // Readers of a recording do not know that, so the first position is always sent.
    let key = Key(slot: slot, type: .absolute, code: code)
    let old = sent[key, default: 0]
    let value = Self.defuzzed(value, after: old, fuzz: range.fuzz)
    guard old != value || sent[key] == nil && isPosition(code) else { return }
    sent[key] = value
    if slot != Self.single { activate(slot: slot) }
    frame.append((.absolute, code, value))
  }

  /// Whether a code is a coordinate of a contact.
  private func isPosition(_ code: EventCode) -> Bool {
    surface.reporting == .single
      ? code == .absX || code == .absY : code == .absMTPositionX || code == .absMTPositionY
  }

  /// Filters a value on a noisy axis, as the kernel's `input_defuzz_abs_event` does.
  private static func defuzzed(_ value: Int32, after old: Int32, fuzz: Int32) -> Int32 {
    guard fuzz > 0 else { return value }
    let (new, before, fuzz) = (Int(value), Int(old), Int(fuzz))
    let step = (new - before).magnitude
    if step < fuzz / 2 { return old }
    if step < fuzz { return Int32((before * 3 + new) / 4) }
    if step < fuzz * 2 { return Int32((before + new) / 2) }
    return value
  }

  private mutating func press(_ button: EventCode, _ isDown: Bool) {
    guard device.codes(of: .key).contains(button) else { return }
    let key = Key(slot: Self.single, type: .key, code: button)
    let value: Int32 = isDown ? 1 : 0
    guard sent[key, default: 0] != value else { return }
    sent[key] = value
    frame.append((.key, button, value))
  }

  private func value(of axis: EventCode, share: Double) -> Int32 {
    guard let range = device.range(of: axis) else { return 0 }
    let extent = Double(range.maximum) - Double(range.minimum)
    return Self.rounded(Double(range.minimum) + share * extent, in: range)
  }

  /// Returns a tilt in the device's unit: values per radian, or degrees without a resolution.
  private func tilt(_ axis: EventCode, degrees: Double) -> Int32 {
    guard let range = device.range(of: axis) else { return 0 }
    let values = range.resolution > 0 ? degrees * .pi / 180 * Double(range.resolution) : degrees
    return Self.rounded(values, in: range)
  }

  private static func rounded(_ value: Double, in range: AxisRange) -> Int32 {
    let lowest = Double(range.minimum)
    return Int32(min(max(value.rounded(), lowest), max(Double(range.maximum), lowest)))
  }
}
