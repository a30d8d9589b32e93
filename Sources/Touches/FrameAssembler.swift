public import Evdev
import Quantities

/// Puts a device's events together to frames of contacts.
///
///     for event in events where assembler.feed(event) {
///       use(assembler.frame)
///     }
///
/// Devices report contacts in one of three ways, each of which is told apart by what they say of
/// themselves; see ``Surface/Reporting``. Where events were lost, as `SYN_DROPPED` says, the contacts
/// that are gone after the frame that makes up for it have not lifted, but ``TouchFrame/vanished``.
public struct FrameAssembler {
  /// The way in which the device reports.
  private enum Tracker {
    case slots(SlotTracker)
    case anonymous(AnonymousTracker)
    case single(SingleTracker)
  }

  private let surface: Surface
  private var tracker: Tracker
  /// The microseconds by which the device's clock has jumped back so far.
  private var shift: Int64 = 0
  /// Whether events were lost in this frame.
  private var isLossy = false
  private var fingerButtons = FingerButtons()
  private var jumps = JumpDetector()

  /// The frame that was completed last.
  public private(set) var frame: TouchFrame

  /// Whether events have come since the last frame was completed.
  public private(set) var isInsideFrame = false

  /// Makes an assembler for a surface that nothing is known to touch.
  public init(_ surface: Surface) {
    self.surface = surface
    tracker =
      switch surface.reporting {
      case .slots: .slots(SlotTracker(count: surface.slotCount))
      case .anonymous: .anonymous(AnonymousTracker())
      case .single: .single(SingleTracker(hasPen: surface.kind == .pen))
      }
    frame = TouchFrame(time: Timestamp(microseconds: .min), contacts: [])
  }

  /// Takes the next event, and tells whether it completed a frame.
  public mutating func feed(_ event: InputEvent) -> Bool {
    switch (event.type, event.code) {
    case (.synchronization, .synReport):
      isInsideFrame = false
      completeFrame(at: event.time)
      return true
    case (.synchronization, .synDropped): isLossy = true
    case (.key, _): fingerButtons.take(event.code, event.value)
    default: break
    }
    isInsideFrame = true
    switch tracker {
    case .slots(var slots):
      tracker = .single(SingleTracker(hasPen: false))
      slots.take(event)
      tracker = .slots(slots)
    case .anonymous(var anonymous):
      tracker = .single(SingleTracker(hasPen: false))
      anonymous.take(event)
      tracker = .anonymous(anonymous)
    case .single(var single):
      single.take(event)
      tracker = .single(single)
    }
    return false
  }

  private mutating func completeFrame(at time: Timestamp) {
    // A clock that jumps back goes on from where it was, so that what follows keeps its pace.
    let shifted = time.advanced(byMicroseconds: shift)
    frame.clockStep = 0
    if shifted < frame.time {
      frame.clockStep = frame.time - shifted
      shift += frame.time.microseconds - shifted.microseconds
    }
    let elapsed = frame.time.microseconds == .min ? 0 : shifted - frame.time
    frame.time = max(frame.time, shifted)

    let before = frame.contacts
    frame.contacts.removeAll(keepingCapacity: true)
    frame.hovering.removeAll(keepingCapacity: true)
    switch tracker {
    case .slots(var slots):
      tracker = .single(SingleTracker(hasPen: false))
      slots.complete(on: surface, into: &frame)
      tracker = .slots(slots)
    case .anonymous(var anonymous):
      tracker = .single(SingleTracker(hasPen: false))
      anonymous.complete(on: surface, into: &frame)
      tracker = .anonymous(anonymous)
    case .single(var single):
      single.complete(on: surface, into: &frame)
      tracker = .single(single)
    }
    jumps.mark(&frame.contacts, after: before, elapsed: elapsed)
    frame.fingerCount = max(fingerButtons.count, frame.contacts.count)
    frame.vanished.removeAll(keepingCapacity: true)
    if isLossy {
      for contact in before where !frame.contacts.contains(where: { $0.id == contact.id }) {
        frame.vanished.append(contact.id)
      }
    }
    isLossy = false
  }
}

/// How many fingers a touchpad says it has, by the buttons that stand for them.
struct FingerButtons {
  private var pressed: [Bool] = Array(repeating: false, count: 5)

  private static let codes: [EventCode] = [
    .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap, .btnToolQuadTap, .btnToolQuintTap,
  ]

  mutating func take(_ code: EventCode, _ value: Int32) {
    guard let index = Self.codes.firstIndex(of: code) else { return }
    pressed[index] = value != 0
  }

  var count: Int { (pressed.lastIndex(of: true) ?? -1) + 1 }
}

/// Finds contacts that have moved further than fingers do.
struct JumpDetector {
  /// How far each contact has moved in the frame before, in 12 ms, by its number.
  private var moves: [(id: Int, length: Double)] = []

  /// Marks those that have jumped since the frame before.
  ///
  /// The rule is libinput's: by more than 20 mm, or by 7 mm more than in the frame before, counted for
  /// a report every 12 ms, and not where more than 30 ms have passed.
  mutating func mark(_ contacts: inout [Contact], after before: [Contact], elapsed: Double) {
    var next: [(id: Int, length: Double)] = []
    for index in contacts.indices {
      let id = contacts[index].id
      guard let old = before.first(where: { $0.id == id }) else { continue }
      guard elapsed > 0 else { continue }
      let scaled = (contacts[index].position - old.position).length * 0.012 / elapsed
      let last = moves.first { $0.id == id }?.length ?? 0
      if elapsed <= 0.03, scaled > 20 || scaled - last > 7 {
        contacts[index].remarks.insert(.jump)
      }
      next.append((id, scaled))
    }
    moves = next
  }
}
