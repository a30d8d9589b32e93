import Evdev
import Quantities
import Touches

/// Says what fingers do in a device's own units and in its slots, leaving out what hasn't changed.
struct Encoder {
  private(set) var events: [InputEvent] = []

  private let device: DeviceDescription
  private let surface: Surface
  private var frame: [(type: EventType, code: EventCode, value: Int32)] = []
  private var slot: Int32 = 0
  /// The last value that was sent, by slot and code; key and single-touch codes are in slot −1.
  private var sent: [Key: Int32] = [:]
  private var down: Set<Int32> = []
  private var nextID: Int32 = 0

  private struct Key: Hashable {
    var slot: Int32
    var type: EventType
    var code: EventCode
  }

  private static let single: Int32 = -1

  init(device: DeviceDescription) throws(Surface.Problem) {
    self.device = device
    surface = try Surface(device)
  }

  mutating func place(finger: Int, at place: Point, pressure: Double) {
    let slot = Int32(finger)
    if down.insert(slot).inserted {
      select(slot)
      frame.append((.absolute, .absMTTrackingID, nextID))
      nextID += 1
    }
    let (x, y) = surface.values(at: place)
    let force = value(of: .absMTPressure, share: pressure)
    change(slot, .absMTPositionX, x)
    change(slot, .absMTPositionY, y)
    change(slot, .absMTPressure, force)
    guard finger == 0 else { return }
    change(Self.single, .absX, x)
    change(Self.single, .absY, y)
    change(Self.single, .absPressure, force)
  }

  mutating func liftAll() {
    for slot in down.sorted() {
      select(slot)
      frame.append((.absolute, .absMTTrackingID, -1))
    }
    down.removeAll()
    change(Self.single, .absPressure, 0)
  }

  mutating func endFrame(at time: Timestamp) {
    press(.btnTouch, !down.isEmpty)
    press(.btnToolFinger, down.count == 1)
    press(.btnToolDoubleTap, down.count == 2)
    // The kernel keeps to itself a frame in which nothing has changed.
    guard !frame.isEmpty else { return }
    for event in frame {
      events.append(
        InputEvent(time: time, type: event.type, code: event.code, value: event.value))
    }
    events.append(InputEvent(time: time, type: .synchronization, code: .synReport, value: 0))
    frame.removeAll(keepingCapacity: true)
  }

  private mutating func select(_ slot: Int32) {
    guard slot != self.slot else { return }
    self.slot = slot
    frame.append((.absolute, .absMTSlot, slot))
  }

  private mutating func change(_ slot: Int32, _ code: EventCode, _ value: Int32) {
    guard device.range(of: code) != nil else { return }
    // Before the first value the kernel takes every axis to be at 0.
    let key = Key(slot: slot, type: .absolute, code: code)
    guard sent[key, default: 0] != value else { return }
    sent[key] = value
    if slot != Self.single { select(slot) }
    frame.append((.absolute, code, value))
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
    let value = (Double(range.minimum) + share * extent).rounded()
    return Int32(min(max(value, Double(range.minimum)), Double(range.maximum)))
  }
}
