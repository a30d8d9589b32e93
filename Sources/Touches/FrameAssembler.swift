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
///
/// The two contacts of a ``Surface/isSemiMultitouch`` device are corners of a box. Their middle moves with
/// the fingers, but is somewhere else as soon as one joins or leaves. So all contacts are others from
/// there on, and what follows them by their numbers sees no movement where none was.
public struct FrameAssembler {
  private let surface: Surface
  private let settings: TouchSettings
  private var tracker: Tracker
  /// The microseconds by which the device's clock has jumped back so far.
  private var shift: Int64 = 0
  /// Whether events were lost in this frame.
  private var isLossy = false
  private var fingerButtons = FingerButtons()
  /// Whether events were lost in the frame before.
  private var wasLossy = false
  private var jumps = JumpDetector()
  private var gate: PressureGate?
  private var palms: PalmDetector
  /// What the device said of the frame's contacts; kept for its memory.
  private var signs: [ContactSigns] = []
  /// The contacts of the frame before; kept for their memory.
  private var before: [Contact] = []
  /// The numbers of contacts that are others than their tracker believes.
  private var names: [(tracked: Int, given: Int)] = []

  /// The frame that was completed last.
  public private(set) var frame: TouchFrame

  /// Whether events have come since the last frame was completed.
  public private(set) var isInsideFrame = false

  /// Makes an assembler for a surface that nothing is known to touch.
  ///
  /// - Parameters:
  ///   - surface: the surface.
  ///   - settings: how frames are made.
  ///   - startsAtZero: whether a coordinate that was not sent yet is 0, as in the kernel. It is so if the
  ///     events are all since the device was made, or begin with the state that it was in. In a recording
  ///     from somewhere else it is not known; see ``TouchFrame/unplaced``.
  public init(
    _ surface: Surface, _ settings: TouchSettings = TouchSettings(), startsAtZero: Bool = false
  ) {
    self.surface = surface
    self.settings = settings
    tracker = Tracker(surface, origin: startsAtZero ? 0 : nil)
    gate = PressureGate(settings.pressureThreshold, on: surface)
    palms = PalmDetector(settings.palms, on: surface)
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
    tracker.take(event)
    return false
  }

  private mutating func completeFrame(at time: Timestamp) {
    // A clock that jumps back goes on from where it was, so that what follows keeps its pace.
    let shifted = time.advanced(byMicroseconds: shift)
    frame.clockStep = 0
    if shifted < frame.time {
      frame.clockStep = frame.time - shifted
      shift &+= frame.time.microseconds &- shifted.microseconds
    }
    let isFirst = frame.time.microseconds == .min
    let elapsed = isFirst ? 0 : shifted - frame.time
    frame.time = max(frame.time, shifted)

    swap(&before, &frame.contacts)
    let countBefore = frame.fingerCount
    frame.contacts.removeFew()
    frame.unplaced.removeFew()
    frame.hovering.removeFew()
    frame.vanished.removeFew()
    signs.removeFew()
    tracker.complete(on: surface, into: &frame, signs: &signs)
    if !names.isEmpty {
      names.removeAll { name in !frame.contacts.contains { $0.id == name.tracked } }
    }
    let tracked = frame.contacts.count
    sortOut()
    let missing = tracked - frame.contacts.count
    frame.fingerCount = max(
      fingerButtons.count - missing, frame.contacts.count + frame.unplaced.count)
    if surface.isSemiMultitouch, frame.fingerCount != countBefore { renameAll() }
    // On a screen a fast flick goes as far; libinput looks for jumps of touchpads only.
    if surface.kind == .touchpad {
      jumps.mark(&frame.contacts, after: before, elapsed: elapsed)
    }
    if isLossy {
      for contact in before where !frame.contacts.contains(where: { $0.id == contact.id }) {
        if !frame.vanished.contains(contact.id) { frame.vanished.append(contact.id) }
      }
    }
    // After a loss, the frames that make up for it have one instant by right.
    frame.isClockFrozen =
      !isFirst && elapsed == 0 && frame.clockStep == 0 && !isLossy && !wasLossy
      && frame.contacts != before
    frame.hasLostEvents = isLossy
    wasLossy = isLossy
    isLossy = false
  }

  /// Sorts out what does not touch and, if that is wished, palms, and gives the contacts their numbers.
  private mutating func sortOut() {
    // With more fingers than places, the pressures don't belong to the contacts (as in libinput).
    let isCrowded = fingerButtons.count > surface.slotCount
    if let lifted = gate?.sort(&frame, &signs, keeps: isCrowded) {
      // What touches again after that is another contact.
      for id in lifted { rename(id) }
    }
    palms.mark(&frame, signs: signs)
    for name in names {
      for index in frame.contacts.indices where frame.contacts[index].id == name.tracked {
        frame.contacts[index].id = name.given
      }
      for index in frame.hovering.indices where frame.hovering[index].id == name.tracked {
        frame.hovering[index].id = name.given
      }
    }
    guard settings.leavesPalmsOut else { return }
    frame.contacts.removeAll { contact in
      guard contact.remarks.contains(.palm) else { return false }
      if before.contains(where: { $0.id == contact.id }) { frame.vanished.append(contact.id) }
      return true
    }
  }

  /// Makes others of all contacts that were there before.
  private mutating func renameAll() {
    for index in frame.contacts.indices {
      let id = frame.contacts[index].id
      guard before.contains(where: { $0.id == id }) else { continue }
      rename(names.first { $0.given == id }?.tracked ?? id)
      frame.vanished.append(id)
      frame.contacts[index].id = names.last?.given ?? id
    }
  }

  private mutating func rename(_ tracked: Int) {
    names.removeAll { $0.tracked == tracked }
    names.append((tracked, tracker.makeNumber()))
  }
}

/// How many fingers touch a touchpad, by the buttons that count them.
struct FingerButtons {
  /// Whether `BTN_TOUCH` is pressed, or was not sent yet: fingers that hover are counted, too.
  private var isTouched = true
  private var pressed: [Bool] = Array(repeating: false, count: 5)

  private static let codes: [EventCode] = [
    .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap, .btnToolQuadTap, .btnToolQuintTap,
  ]

  mutating func take(_ code: EventCode, _ value: Int32) {
    if code == .btnTouch { isTouched = value != 0 }
    guard let index = Self.codes.firstIndex(of: code) else { return }
    pressed[index] = value != 0
  }

  var count: Int { isTouched ? (pressed.lastIndex(of: true) ?? -1) + 1 : 0 }
}

/// Finds contacts that have moved further than fingers do.
struct JumpDetector {
  /// The seconds below which two frames tell nothing of how fast a finger moves.
  ///
  /// No device reports more often than USB polls, a thousand times a second. What a device said before
  /// it was opened is told just before its first event.
  private static let shortestInterval = 0.001

  /// How far each contact has moved in the frame before, in 12 ms, by its number.
  private var moves: [(id: Int, length: Double)] = []
  /// The same of this frame, as far as it has been looked at.
  private var next: [(id: Int, length: Double)] = []

  /// Marks those that have jumped since the frame before.
  ///
  /// The rule is libinput's: by more than 20 mm, or by 7 mm more than in the frame before, counted for
  /// a report every 12 ms, and not where more than 30 ms have passed.
  mutating func mark(_ contacts: inout [Contact], after before: [Contact], elapsed: Double) {
    for index in contacts.indices {
      let id = contacts[index].id
      guard let old = before.first(where: { $0.id == id }) else { continue }
      guard elapsed >= Self.shortestInterval else { continue }
      let scaled = (contacts[index].position - old.position).length * 0.012 / elapsed
      let last = moves.first { $0.id == id }?.length ?? 0
      if elapsed <= 0.03, scaled > 20 || scaled - last > 7 {
        contacts[index].remarks.insert(.jump)
      }
      next.append((id, scaled))
    }
    swap(&moves, &next)
    next.removeFew()
  }
}
