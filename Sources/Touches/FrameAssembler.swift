import PantographBase

/// Assembles a device's events into frames of contacts.
///
///     for event in events where assembler.feed(event) {
///       use(assembler.frame)
///     }
///
/// Devices report contacts by one of three protocols, according to their description; see
/// ``Surface/Reporting``. If events were lost, as `SYN_DROPPED` indicates, contacts that are missing from the
/// next frame have not lifted but ``TouchFrame/vanished``.
///
/// The two contacts of a ``Surface/isSemiMultitouch`` device are corners of a bounding box. Their centre
/// moves with the fingers, but jumps when one joins or leaves. So all contacts get new IDs then, and
/// recognisers that track them by ID see no movement.
package struct FrameAssembler {
  private let surface: Surface
  private let settings: TouchSettings
  private var tracker: Tracker
  /// The total by which the device's clock has jumped back, in microseconds.
  private var shift: Int64 = 0
  /// Whether events were lost in this frame.
  private var isLossy = false
  private var fingerButtons = FingerButtons()
  /// Whether events were lost in the previous frame.
  private var wasLossy = false
  private var jumps = JumpDetector()
  private var gate: PressureGate?
  private var palms: PalmDetector
  /// The signs of the frame's contacts; reused to avoid allocations.
  private var signs: [ContactSigns] = []
  /// The contacts of the previous frame; reused to avoid allocations.
  private var before: [Contact] = []
  /// The new IDs of contacts that their tracker knows by another.
  private var replacedIDs: [(tracked: Int, given: Int)] = []

  /// The frame that was completed last.
  package private(set) var frame: TouchFrame

  /// Whether events have come since the last frame was completed.
  package private(set) var isInsideFrame = false

  /// Creates an assembler for a surface without contacts.
  ///
  /// - Parameters:
  ///   - surface: The surface.
  ///   - settings: The settings.
  ///   - startsAtZero: Whether a coordinate that was not sent yet is 0, as in the kernel. This holds if the
  ///     events are all since the device was created, or begin with its state. In a recording from another
  ///     source it is unknown; see ``TouchFrame/unplaced``.
  package init(
    _ surface: Surface, _ settings: TouchSettings = TouchSettings(), startsAtZero: Bool = false
  ) {
    self.surface = surface
    self.settings = settings
    tracker = Tracker(surface, origin: startsAtZero ? 0 : nil)
    gate = PressureGate(settings.pressureThreshold, on: surface)
    palms = PalmDetector(settings.palms, on: surface)
    frame = TouchFrame(time: Timestamp(microseconds: .min), contacts: [])
  }

  /// Processes the next event, and returns whether it completed a frame.
  package mutating func feed(_ event: InputEvent) -> Bool { take(event) }

  /// Processes events from `start` on until one completes a frame, and returns the index of the next one; `nil` if
  /// none does.
  package mutating func feed(_ events: [InputEvent], from start: Int) -> Int? {
    for index in start..<events.count where take(events[index]) { return index + 1 }
    return nil
  }

  /// Inlined, because a call for each event takes longer than most events.
  @inline(__always)
  private mutating func take(_ event: InputEvent) -> Bool {
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
    // After the clock jumps back, time continues from where it was, so that later intervals are right.
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
    if !replacedIDs.isEmpty {
      replacedIDs.removeAll { replaced in !frame.contacts.contains { $0.id == replaced.tracked } }
    }
    let tracked = frame.contacts.count
    classify()
    let missing = tracked - frame.contacts.count
    frame.fingerCount = max(
      fingerButtons.count - missing, frame.contacts.count + frame.unplaced.count)
    if surface.isSemiMultitouch, frame.fingerCount != countBefore { replaceAllIDs() }
    // On a touchscreen a fast flick moves as far; libinput detects jumps on touchpads only.
    if surface.kind == .touchpad {
      jumps.mark(&frame.contacts, after: before, elapsed: elapsed)
    }
    if isLossy {
      for contact in before where !frame.contacts.contains(where: { $0.id == contact.id }) {
        if !frame.vanished.contains(contact.id) { frame.vanished.append(contact.id) }
      }
    }
    // After lost events, the frames that restore the state legitimately share one instant.
    frame.isClockFrozen =
      !isFirst && elapsed == 0 && frame.clockStep == 0 && !isLossy && !wasLossy
      && frame.contacts != before
    frame.hasLostEvents = isLossy
    wasLossy = isLossy
    isLossy = false
  }

  /// Separates hovering contacts, marks or removes palms, and assigns the contacts' IDs.
  private mutating func classify() {
    // With more fingers than slots, the pressures don't belong to the contacts (as in libinput).
    let isCrowded = fingerButtons.count > surface.slotCount
    if let lifted = gate?.sort(&frame, &signs, keeps: isCrowded) {
      // If it touches again, it is a new contact.
      for id in lifted { replaceID(id) }
    }
    palms.mark(&frame, signs: signs)
    for replaced in replacedIDs {
      for index in frame.contacts.indices where frame.contacts[index].id == replaced.tracked {
        frame.contacts[index].id = replaced.given
      }
      for index in frame.hovering.indices where frame.hovering[index].id == replaced.tracked {
        frame.hovering[index].id = replaced.given
      }
    }
    guard settings.leavesPalmsOut else { return }
    frame.contacts.removeAll { contact in
      guard contact.remarks.contains(.palm) else { return false }
      if before.contains(where: { $0.id == contact.id }) { frame.vanished.append(contact.id) }
      return true
    }
  }

  /// Gives new IDs to all contacts that were there before.
  private mutating func replaceAllIDs() {
    for index in frame.contacts.indices {
      let id = frame.contacts[index].id
      guard before.contains(where: { $0.id == id }) else { continue }
      replaceID(replacedIDs.first { $0.given == id }?.tracked ?? id)
      frame.vanished.append(id)
      frame.contacts[index].id = replacedIDs.last?.given ?? id
    }
  }

  private mutating func replaceID(_ tracked: Int) {
    replacedIDs.removeAll { $0.tracked == tracked }
    replacedIDs.append((tracked, tracker.makeID()))
  }
}

/// The number of fingers on a touchpad, by the keys that count them.
struct FingerButtons {
  /// Whether `BTN_TOUCH` is pressed, or was not sent yet: hovering fingers are counted, too.
  private var isTouched = true
  /// The keys that are pressed: a bit for each of ``codes``.
  private var pressed: UInt8 = 0

  private static let codes: [EventCode] = [
    .btnToolFinger, .btnToolDoubleTap, .btnToolTripleTap, .btnToolQuadTap, .btnToolQuintTap,
  ]

  mutating func take(_ code: EventCode, _ value: Int32) {
    if code == .btnTouch { isTouched = value != 0 }
    guard let index = Self.codes.firstIndex(of: code) else { return }
    if value != 0 { pressed |= 1 << index } else { pressed &= ~(1 << index) }
  }

  /// The most fingers that a pressed key stands for.
  var count: Int { isTouched ? UInt8.bitWidth - pressed.leadingZeroBitCount : 0 }
}

/// Detects contacts that have moved further than fingers do.
struct JumpDetector {
  /// The time between frames below which the speed of a finger is unreliable, in seconds.
  ///
  /// No device reports more often than USB polls, a thousand times a second. The state of a device when it
  /// was opened is reported just before its first event.
  private static let shortestInterval = 0.001

  /// The distance of each contact in the previous frame, scaled to 12 ms, by ID.
  private var moves: [(id: Int, length: Double)] = []
  /// The same for the contacts of this frame that have been processed.
  private var next: [(id: Int, length: Double)] = []

  /// Marks the contacts that have jumped since the previous frame.
  ///
  /// The rule is libinput's: a distance of more than 20 mm, or 7 mm more than in the previous frame, scaled
  /// to a report every 12 ms; not if more than 30 ms have passed.
  mutating func mark(_ contacts: inout [Contact], after before: [Contact], elapsed: Double) {
    for index in contacts.indices {
      let id = contacts[index].id
      guard elapsed >= Self.shortestInterval,
        let old = before.firstIndex(where: { $0.id == id })
      else { continue }
      let distance = (contacts[index].position - before[old].position).length
      let scaled = distance * 0.012 / elapsed
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
