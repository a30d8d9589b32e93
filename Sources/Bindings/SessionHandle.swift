package import PantographCInterface
import PantographEvdev
import PantographInteractions
import PantographQuantities
import PantographTouches
import PantographTrajectories
import Synchronization

/// What a C pointer to `struct pg_session` refers to.
final class SessionHandle {
  /// Whether a call is in progress.
  ///
  /// It is outside the values that calls change, so that the call of a callback sees it.
  private let isBusy = Atomic(false)
  /// What calls change.
  ///
  /// The flag keeps them apart, so the runtime need not.
  @exclusivity(unchecked) private var state: SessionState

  init(_ state: SessionState) { unsafe self.state = state }

  /// Makes a call, unless another one is in progress.
  @inline(__always)
  func call(_ body: (inout SessionState) -> pg_status) -> pg_status {
    guard !isBusy.exchange(true, ordering: .acquiring) else { return .busy }
    defer { isBusy.store(false, ordering: .releasing) }
    return unsafe body(&state)
  }
}

/// The state of a session.
struct SessionState {
  var driver: TrajectoryDriver
  var tape: Tape
  let start: Int64
  /// What turns a device's events into frames; `nil` for a session that takes frames.
  var assembler: FrameAssembler?
  /// The frame that is fed; it keeps its memory.
  var frame: TouchFrame

  /// Creates the state; `nil` for a start whose sums with elapsed times could overflow.
  init?(
    _ interaction: InteractionHandle, start: Int64, on plane: Plane?, assembler: FrameAssembler?
  ) {
    guard start.magnitude <= 1 << 62 else { return nil }
    let time = Timestamp(microseconds: start)
    driver = TrajectoryDriver(interaction.interaction, start: time, on: plane)
    tape = Tape(start: start, width: interaction.valueNames.count)
    frame = TouchFrame(time: time, contacts: [])
    self.start = start
    self.assembler = assembler
  }

  /// Returns a time of the caller's, if it is a possible one.
  func timestamp(_ time: Int64) -> Timestamp? {
    isNear(time, start) ? Timestamp(microseconds: time) : nil
  }
}

/// Returns whether two times are within two centuries of each other; others are a mistake.
func isNear(_ time: Int64, _ other: Int64) -> Bool {
  let (elapsed, isTooLarge) = time.subtractingReportingOverflow(other)
  return !isTooLarge && elapsed.magnitude <= 200 * 365 * 86_400 * 1_000_000
}

/// Makes a call with the session of a handle.
@inline(__always)
private func call(
  _ session: OpaquePointer?, _ body: (inout SessionState) -> pg_status
) -> pg_status {
  guard let handle = unsafe session?.object(SessionHandle.self) else { return .invalid }
  return handle.call(body)
}

/// A finger further from the edge than this, in millimetres, is a mistake.
private let farthest = 1e6
/// Other sizes of a surface, and other units per millimetre, are a mistake.
private let possibleSizes = 1e-3...farthest

// MARK: Creating

@c @implementation package func pg_session_create(
  _ interaction: OpaquePointer?, _ start: Int64, _ surface: UnsafePointer<pg_surface>?,
  _ session: UnsafeMutablePointer<OpaquePointer?>?
) -> pg_status {
  guard let session = unsafe session else { return .invalid }
  unsafe session.pointee = nil
  guard let handle = unsafe interaction?.object(InteractionHandle.self) else { return .invalid }
  var plane: Plane?
  if let surface = unsafe surface?.pointee {
    let sizes = [surface.width, surface.height]
    let units = [surface.units_per_mm_x, surface.units_per_mm_y]
    guard sizes.allSatisfy(possibleSizes.contains) else { return .invalid }
    guard units.allSatisfy({ $0 == 0 || possibleSizes.contains($0) }) else { return .invalid }
    plane = Plane(size: Vector(x: sizes[0], y: sizes[1]))
    if !units.contains(0) { plane?.unitsPerMillimetre = Vector(x: units[0], y: units[1]) }
  }
  let plan = handle.interaction.progress
  guard plane != nil || !plan.needsPlane(handle.interaction.scale) else { return .invalid }
  guard let state = SessionState(handle, start: start, on: plane, assembler: nil) else {
    return .invalid
  }
  unsafe session.pointee = .owning(SessionHandle(state))
  return .ok
}

@c @implementation package func pg_session_create_for_device(
  _ interaction: OpaquePointer?, _ start: Int64, _ device: OpaquePointer?,
  _ session: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  guard let session = unsafe session else { return .invalid }
  unsafe session.pointee = nil
  guard
    let handle = unsafe interaction?.object(InteractionHandle.self),
    let description = unsafe device?.object(DeviceHandle.self).description
  else { return .invalid }
  do throws(Surface.Problem) {
    let surface = try Surface(description)
    let assembler = FrameAssembler(surface, handle.interaction.touchSettings)
    let state = SessionState(handle, start: start, on: Plane(surface), assembler: assembler)
    guard let state else { return .invalid }
    unsafe session.pointee = .owning(SessionHandle(state))
    return .ok
  } catch let problem {
    return unsafe unusable(problem.description, error)
  }
}

@c @implementation package func pg_session_destroy(_ session: OpaquePointer?) {
  unsafe session?.destroy(SessionHandle.self)
}

// MARK: Feeding

@c @implementation package func pg_session_feed(
  _ session: OpaquePointer?, _ time: Int64, _ contacts: UnsafePointer<pg_contact>?, _ count: Int
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time), state.assembler == nil,
      let contacts = unsafe CArray(contacts, count)
    else { return .invalid }
    state.frame.contacts.removeFew()
    for contact in contacts {
      guard let contact = Contact(contact) else { return .invalid }
      state.frame.contacts.append(contact)
    }
    state.frame.time = time
    state.frame.fingerCount = count
    state.driver.feed(state.frame, into: &state.tape)
    return .ok
  }
}

extension Contact {
  /// Translates a contact; `nil` for one without a possible position.
  fileprivate init?(_ contact: pg_contact) {
    guard contact.x.magnitude <= farthest, contact.y.magnitude <= farthest,
      contact.pressure.isNaN || contact.pressure.isFinite
    else { return nil }
    self.init(
      id: Int(contact.id), position: Point(x: contact.x, y: contact.y),
      pressure: contact.pressure.isNaN ? nil : min(max(contact.pressure, 0), 1))
    if contact.flags & UInt32(PG_CONTACT_PALM) != 0 { remarks = .palm }
  }
}

@c @implementation package func pg_session_feed_events(
  _ session: OpaquePointer?, _ events: UnsafePointer<pg_input_event>?, _ count: Int
) -> pg_status {
  unsafe call(session) { state in
    guard state.assembler != nil, let events = unsafe CArray(events, count) else {
      return .invalid
    }
    for event in events {
      guard let time = state.timestamp(event.time) else { return .invalid }
      let event = InputEvent(
        time: time, type: EventType(rawValue: event.type), code: EventCode(rawValue: event.code),
        value: event.value)
      if state.assembler?.feed(event) ?? false { state.feedAssembled() }
    }
    return .ok
  }
}

extension SessionState {
  fileprivate mutating func feedAssembled() {
    guard let frame = assembler?.frame else { return }
    driver.feed(frame, into: &tape)
  }
}

// MARK: Time

@c @implementation package func pg_session_advance(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    state.driver.advance(to: time, into: &state.tape)
    return .ok
  }
}

@c @implementation package func pg_session_next_time(_ session: OpaquePointer?) -> Int64 {
  var time = Int64.max
  _ = unsafe call(session) { state in
    time = state.driver.nextSampleTime?.microseconds ?? .max
    return .ok
  }
  return time
}

@c @implementation package func pg_session_sample_at(
  _ session: OpaquePointer?, _ time: Int64, _ sample: UnsafeMutablePointer<pg_sample>?,
  _ values: UnsafeMutablePointer<Double>?
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    guard let answer = state.driver.sample(at: time) else { return .tooLate }
    unsafe sample?.pointee = pg_sample(answer, start: state.start)
    for (index, value) in answer.values.enumerated() { unsafe values?[index] = value }
    return .ok
  }
}

// MARK: Control

@c @implementation package func pg_session_hold(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    return state.driver.hold(at: time, into: &state.tape) ? .ok : .tooLate
  }
}

@c @implementation package func pg_session_resume(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    return state.driver.resume(at: time, into: &state.tape) ? .ok : .tooLate
  }
}

@c @implementation package func pg_session_reverse(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    return state.driver.reverse(at: time, into: &state.tape) ? .ok : .tooLate
  }
}

@c @implementation package func pg_session_cancel(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    state.driver.advance(to: time, into: &state.tape)
    state.driver.cutOff(into: &state.tape)
    return .ok
  }
}

@c @implementation package func pg_session_finish(_ session: OpaquePointer?) -> pg_status {
  unsafe call(session) { state in
    state.driver.finish(into: &state.tape)
    return .ok
  }
}

// MARK: Results

@c @implementation package func pg_session_take_samples(
  _ session: OpaquePointer?, _ samples: UnsafeMutablePointer<pg_sample>?,
  _ values: UnsafeMutablePointer<Double>?, _ capacity: Int
) -> Int {
  guard let samples = unsafe samples, capacity > 0 else { return 0 }
  var count = 0
  _ = unsafe call(session) { state in
    unsafe count = state.tape.take(samples, values, capacity)
    return .ok
  }
  return count
}

@c @implementation package func pg_session_take_events(
  _ session: OpaquePointer?, _ events: UnsafeMutablePointer<pg_event>?, _ capacity: Int
) -> Int {
  guard let events = unsafe events, capacity > 0 else { return 0 }
  var count = 0
  _ = unsafe call(session) { state in
    unsafe count = state.tape.take(events, capacity)
    return .ok
  }
  return count
}

@c @implementation package func pg_session_findings(
  _ session: OpaquePointer?, _ findings: UnsafeMutablePointer<pg_finding>?, _ capacity: Int
) -> Int {
  var count = 0
  _ = unsafe call(session) { state in
    for (clause, found) in state.tape.findings.enumerated() {
      for finding in found {
        if count < capacity { unsafe findings?[count] = pg_finding(finding, clause: clause) }
        count += 1
      }
    }
    return .ok
  }
  return count
}

@c @implementation package func pg_session_set_listener(
  _ session: OpaquePointer?, _ listener: UnsafePointer<pg_listener>?
) -> pg_status {
  unsafe call(session) { state in
    unsafe state.tape.listener = listener?.pointee
    return .ok
  }
}
