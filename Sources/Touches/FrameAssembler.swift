public import Evdev
import Quantities

/// Puts a device's events together to frames of contacts.
///
/// The device reports only what changes, a slot at a time (protocol type B): a slot keeps its values
/// over frames and even from one contact to the next, and a new tracking id begins a new contact.
///
///     for event in events where assembler.feed(event) {
///       use(assembler.frame)
///     }
public struct FrameAssembler {
  /// What is known of one slot; a value is nothing until the device has sent it once.
  private struct Slot {
    /// The number of the contact in the slot, if there is one.
    var contact: Int?
    var x: Int32?
    var y: Int32?
    var pressure: Int32?
  }

  private let surface: Surface
  private var slots: [Slot]
  /// The slot that values are about; without a word from the device it is the first.
  private var current = 0
  private var nextContact = 0

  /// The frame that was completed last.
  public private(set) var frame: TouchFrame

  /// Whether events have come since the last frame was completed.
  public private(set) var isInsideFrame = false

  /// Makes an assembler for a surface that nothing is known to touch.
  public init(_ surface: Surface) {
    self.surface = surface
    slots = Array(repeating: Slot(), count: surface.slotCount)
    frame = TouchFrame(time: Timestamp(microseconds: .min), contacts: [])
  }

  /// Takes the next event, and tells whether it completed a frame.
  public mutating func feed(_ event: InputEvent) -> Bool {
    switch event.type {
    case .absolute:
      isInsideFrame = true
      take(event.code, event.value)
      return false
    case .synchronization where event.code == .synReport:
      isInsideFrame = false
      completeFrame(at: event.time)
      return true
    default:
      isInsideFrame = true
      return false
    }
  }

  private mutating func take(_ code: EventCode, _ value: Int32) {
    if code == .absMTSlot {
      current = Int(value)
      return
    }
    // A slot beyond those the device has announced is no place of ours: its values are dropped.
    guard slots.indices.contains(current) else { return }
    switch code {
    case .absMTTrackingID:
      if value < 0 {
        slots[current].contact = nil
      } else {
        slots[current].contact = nextContact
        nextContact += 1
      }
    case .absMTPositionX: slots[current].x = value
    case .absMTPositionY: slots[current].y = value
    case .absMTPressure: slots[current].pressure = value
    default: break
    }
  }

  private mutating func completeFrame(at time: Timestamp) {
    // A clock that jumps back must not take a gesture with it.
    frame.time = max(frame.time, time)
    frame.contacts.removeAll(keepingCapacity: true)
    for slot in slots {
      guard let contact = slot.contact, let x = slot.x, let y = slot.y else { continue }
      frame.contacts.append(
        Contact(
          id: contact, position: surface.point(x: x, y: y),
          pressure: slot.pressure.flatMap { surface.pressure($0) }))
    }
  }
}
