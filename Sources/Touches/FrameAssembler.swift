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
  /// What is known of one slot: like the kernel, that every value is 0 until another one is sent.
  private struct Slot {
    /// The number of the contact in the slot, if there is one.
    var contact: Int?
    var x: Int32 = 0
    var y: Int32 = 0
    var pressure: Int32 = 0
  }

  private let surface: Surface
  private var slots: [Slot]
  /// The slot that values are about; without a word from the device it is the first.
  private var current = 0
  private var nextContact = 0
  /// The microseconds by which the device's clock has jumped back so far.
  private var shift: Int64 = 0

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
    // A clock that jumps back goes on from where it was, so that what follows keeps its pace.
    let shifted = time.advanced(byMicroseconds: shift)
    if shifted < frame.time { shift += frame.time.microseconds - shifted.microseconds }
    frame.time = max(frame.time, shifted)
    frame.contacts.removeAll(keepingCapacity: true)
    for slot in slots {
      guard let contact = slot.contact else { continue }
      frame.contacts.append(
        Contact(
          id: contact, position: surface.point(x: slot.x, y: slot.y),
          pressure: surface.pressure(slot.pressure)))
    }
  }
}
