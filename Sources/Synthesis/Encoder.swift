import Evdev
import Quantities
import Touches

/// Says what fingers do in a device's own units and in its way of telling, as the kernel would.
struct Encoder {
  private(set) var events: [InputEvent] = []

  private let device: DeviceDescription
  private let surface: Surface
  private var frame: [(type: EventType, code: EventCode, value: Int32)] = []
  private var slot: Int32 = 0
  /// The last value that was sent, by slot and code; key and single-touch codes are in slot −1.
  private var sent: [Key: Int32] = [:]
  /// The fingers that touch, in the order in which they landed.
  private var down: [Int] = []
  /// Whose each slot is.
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
  /// The buttons that say how many fingers there are, from one on.
  private static let countButtons: [EventCode] = [
    .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap, .btnToolQuadTap, .btnToolQuintTap,
  ]
  /// How a pen leans in a right hand, in degrees to the right and downwards.
  private static let lean = Vector(x: 30, y: 20)

  init(device: DeviceDescription) throws(Sensor.Problem) {
    self.device = device
    do {
      surface = try Surface(device)
    } catch {
      throw .noPositions(error)
    }
    guard surface.reporting != .single || device.codes(of: .key).contains(.btnTouch) else {
      throw .noTouch
    }
  }

  var isPen: Bool { surface.kind == .pen && surface.reporting == .single }

  var hasPressure: Bool {
    let axis = surface.reporting == .single ? EventCode.absPressure : .absMTPressure
    return device.range(of: axis).map { $0.maximum > $0.minimum } ?? false
  }

  /// How many fingers can be told of: some only by the button that counts them.
  var mostFingers: Int {
    guard !isPen else { return 1 }
    let keys = device.codes(of: .key)
    let counted = (Self.countButtons.lastIndex { keys.contains($0) } ?? 0) + 1
    return surface.isSemiMultitouch ? counted : max(surface.slotCount, counted)
  }

  /// Tells what was seen at an instant, in a frame of its own if there is anything to tell.
  mutating func report(_ seen: [Sighting], at time: Timestamp) {
    let touching = seen.filter { $0.height == nil }
    down.removeAll { finger in !touching.contains { $0.finger == finger } }
    down += touching.map(\.finger).filter { !down.contains($0) }
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
    // The kernel keeps to itself a frame in which nothing has changed.
    guard !frame.isEmpty else { return }
    for event in frame {
      events.append(
        InputEvent(time: time, type: event.type, code: event.code, value: event.value))
    }
    events.append(InputEvent(time: time, type: .synchronization, code: .synReport, value: 0))
    frame.removeAll(keepingCapacity: true)
  }

  // MARK: Contacts

  /// Slots, each with what has changed in it (protocol type B).
  private mutating func reportSlots(_ touching: [Sighting]) {
    let contacts = surface.isSemiMultitouch ? Self.corners(of: touching) : touching
    // A finger for which there was no slot takes the first one that was free before this frame.
    let free = (0..<Int32(surface.slotCount)).filter { owners[$0] == nil }
    let new = contacts.filter { !owners.values.contains($0.finger) }
    let landed = Dictionary(uniqueKeysWithValues: zip(free, new.map(\.finger)))
    owners.merge(landed) { $1 }
    var isFirstTold = false
    for slot in owners.keys.sorted() {
      guard let contact = contacts.first(where: { $0.finger == owners[slot] }) else {
        turn(to: slot)
        frame.append((.absolute, .absMTTrackingID, -1))
        ids[owners.removeValue(forKey: slot) ?? 0] = nil
        continue
      }
      if landed[slot] != nil {
        turn(to: slot)
        frame.append((.absolute, .absMTTrackingID, identify(contact.finger)))
      }
      let (x, y) = surface.values(at: contact.position)
      change(slot, .absMTPositionX, x)
      change(slot, .absMTPositionY, y)
      change(slot, .absMTPressure, value(of: .absMTPressure, share: contact.pressure))
      if !isFirstTold { reportFirst(of: touching) }
      isFirstTold = true
    }
    if !isFirstTold { reportFirst(of: touching) }
  }

  /// All contacts there are, one after the other, whether they have changed or not (type A).
  private mutating func reportAll(_ contacts: [Sighting]) {
    // Nothing touches, and that has been said.
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

  /// The upper left and the lower right corner of the box around all fingers.
  private static func corners(of fingers: [Sighting]) -> [Sighting] {
    guard var upper = fingers.first, var lower = fingers.first else { return [] }
    for finger in fingers {
      let place = finger.position
      upper.position = Point(x: min(upper.position.x, place.x), y: min(upper.position.y, place.y))
      lower.position = Point(x: max(lower.position.x, place.x), y: max(lower.position.y, place.y))
    }
    (upper.finger, lower.finger) = (0, 1)
    return fingers.count == 1 ? [upper] : [upper, lower]
  }

  /// A number for a contact, from the range that the device has for them.
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

  /// What programs without touch follow: the finger that landed first, or the pen.
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
    change(Self.single, .absTiltX, tilt(.absTiltX, degrees: Self.lean.x))
    change(Self.single, .absTiltY, tilt(.absTiltY, degrees: Self.lean.y))
  }

  // MARK: Values

  private mutating func turn(to slot: Int32) {
    guard slot != self.slot else { return }
    self.slot = slot
    frame.append((.absolute, .absMTSlot, slot))
  }

  private mutating func change(_ slot: Int32, _ code: EventCode, _ value: Int32) {
    guard let range = device.range(of: code) else { return }
    // Before the first value the kernel takes every axis to be at 0. It does not send such a position; but
    // a reader of the recording would not know it.
    let key = Key(slot: slot, type: .absolute, code: code)
    let old = sent[key, default: 0]
    let value = Self.calmed(value, after: old, fuzz: range.fuzz)
    guard old != value || sent[key] == nil && isPosition(code) else { return }
    sent[key] = value
    if slot != Self.single { turn(to: slot) }
    frame.append((.absolute, code, value))
  }

  /// Whether a code is a coordinate of a contact.
  private func isPosition(_ code: EventCode) -> Bool {
    surface.reporting == .single
      ? code == .absX || code == .absY : code == .absMTPositionX || code == .absMTPositionY
  }

  /// What the kernel makes of a value on a noisy axis; its function is `input_defuzz_abs_event`.
  private static func calmed(_ value: Int32, after old: Int32, fuzz: Int32) -> Int32 {
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

  /// A lean as a device counts it: in values per radian, or in degrees where it doesn't say.
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
