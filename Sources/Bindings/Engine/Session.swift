import PantographBase
package import PantographCInterface
import PantographInteractions
import PantographTouches
import PantographTrajectories

/// What a C pointer to `struct pg_session` refers to.
typealias SessionHandle = Handle<SessionState>

/// Makes a call with the session of a handle.
@inline(__always)
func call(
  _ session: OpaquePointer?, _ body: (inout SessionState) -> pg_status
) -> pg_status {
  guard let handle = unsafe session?.object(SessionHandle.self) else { return .invalid }
  return handle.call(body)
}

/// Makes a call at a time with the session of a handle, if that is a possible one.
@inline(__always)
func call(
  _ session: OpaquePointer?, at time: Int64,
  _ body: (inout SessionState, Timestamp) -> pg_status
) -> pg_status {
  unsafe call(session) { state in
    guard isNear(time, state.start) else {
      return state.refuse("the time \(time) is not within 200 years of the start")
    }
    return body(&state, Timestamp(microseconds: time))
  }
}

@c @implementation package func pg_session_destroy(_ session: OpaquePointer?) {
  unsafe session?.object(SessionHandle.self).free()
  unsafe session?.destroy(SessionHandle.self)
}

@c @implementation package func pg_session_error(
  _ session: OpaquePointer?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  guard let handle = unsafe session?.object(SessionHandle.self) else {
    unsafe error?.pointee = pg_error("session is NULL")
    return .invalid
  }
  let status = handle.call { state in
    unsafe error?.pointee = state.refusal
    return .ok
  }
  if status == .busy {
    unsafe error?.pointee = pg_error(
      "the session is in use by another thread, or called by its own listener")
  }
  return status
}

@c @implementation package func pg_session_create(
  _ interaction: OpaquePointer?, _ start: Int64, _ surface: UnsafePointer<pg_surface>?,
  _ session: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let session = unsafe try required(session, "session")
    unsafe session.pointee = nil
    let handle = unsafe try required(interaction, "interaction").object(InteractionHandle.self)
    let plane = unsafe try handle.interaction.plane(on: surface?.pointee)
    var state = try SessionState(handle, start: start, on: plane, assembler: nil)
    state.hasUnits = unsafe (surface?.pointee.units_per_mm_x ?? 0) > 0
    unsafe session.pointee = .owning(SessionState.handle(state))
    return .ok
  }
}

@c @implementation package func pg_session_create_for_device(
  _ interaction: OpaquePointer?, _ start: Int64, _ device: OpaquePointer?,
  _ session: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let session = unsafe try required(session, "session")
    unsafe session.pointee = nil
    let handle = unsafe try required(interaction, "interaction").object(InteractionHandle.self)
    let description = unsafe try required(device, "device").object(DeviceHandle.self).description
    let surface: Surface
    do throws(Complaint) {
      surface = try Surface(description)
    } catch let problem {
      throw .unusable(Sentence(problem.sentence))
    }
    let assembler = FrameAssembler(surface, handle.interaction.touchSettings)
    var state = try SessionState(
      handle, start: start, on: Plane(surface), assembler: assembler)
    state.hasUnits = true
    state.palms = handle.interaction.touchSettings
    unsafe session.pointee = .owning(SessionState.handle(state))
    return .ok
  }
}

let unknownUnits: Sentence =
  "points are units of the device, whose units per millimetre are not known"

extension Interaction {
  /// Returns the plane of a session on a surface, or why the interaction can't have one there.
  func plane(on surface: pg_surface?) throws(Refusal) -> Plane? {
    var plane: Plane?
    var units: Vector?
    if let surface {
      let size: Vector
      (size, units) = try surface.checked()
      plane = Plane(size: size)
      if let units { plane?.unitsPerMillimetre = units }
    }
    if scale == .deviceValues, units == nil {
      throw .invalid(unknownUnits)
    }
    guard plane != nil || !needsSurface else {
      throw .invalid("lengths depend on the size of the surface, which is not known")
    }
    return plane
  }
}

@c @implementation package func pg_interaction_check_surface(
  _ interaction: OpaquePointer?, _ surface: UnsafePointer<pg_surface>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let handle = unsafe try required(interaction, "interaction").object(InteractionHandle.self)
    _ = unsafe try handle.interaction.plane(on: surface?.pointee)
    return .ok
  }
}

@c @implementation package func pg_session_feed(
  _ session: OpaquePointer?, _ time: Int64, _ contacts: UnsafePointer<pg_contact>?, _ count: Int
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    guard state.assembler == nil else {
      return state.refuse("the session takes the events of a device")
    }
    if let problem = unsafe state.frame.take(contacts, count) { return state.refuse(problem) }
    state.frame.time = time
    state.driver.feed(state.frame, into: &state.tape)
    return .ok
  }
}

@c @implementation package func pg_session_feed_events(
  _ session: OpaquePointer?, _ events: UnsafePointer<pg_input_event>?, _ count: Int
) -> pg_status {
  unsafe call(session) { state in
    guard state.assembler != nil else { return state.refuse("the session takes touch frames") }
    guard let events = unsafe CArray(events, count) else {
      return state.refuse("\(count) events, or none in memory")
    }
    // All or nothing.
    for (index, event) in events.enumerated() where !isNear(event.time, state.start) {
      return state.refuse("events[\(index)] is not within 200 years of the start")
    }
    for event in events {
      let event = InputEvent(
        time: Timestamp(microseconds: event.time), type: EventType(rawValue: event.type),
        code: EventCode(rawValue: event.code), value: event.value)
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

@c @implementation package func pg_session_cancel(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    state.driver.advance(to: time, into: &state.tape)
    state.driver.cutOff(into: &state.tape)
    return .ok
  }
}

@c @implementation package func pg_session_finish(_ session: OpaquePointer?) -> pg_status {
  unsafe call(session) { state in
    guard state.tape.keeps else {
      state.driver.finish(into: &state.tape)
      return .ok
    }
    state.driver.cutOff(into: &state.tape)
    // Step by step, as a weak spring at a high rate has millions of samples.
    while let next = state.driver.nextSampleTime {
      guard !state.tape.isFull else {
        return state.refuse(
          "as many samples are kept as can be: take them, and finish again", as: .full)
      }
      state.driver.advance(to: next, into: &state.tape)
    }
    state.driver.finish(into: &state.tape)
    return .ok
  }
}

@c @implementation package func pg_session_advance(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session, at: time) { state, time in
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
  _ values: UnsafeMutablePointer<Double>?, _ capacity: Int
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    var nothing = Tape.ignoring
    guard state.driver.look(at: time, into: &state.answer, ignoring: &nothing) else {
      return state.refuse("the time is before the last frame or the last advance", as: .tooLate)
    }
    unsafe sample?.pointee = pg_sample(state.answer, start: state.start)
    for (index, value) in state.answer.values.prefix(max(capacity, 0)).enumerated() {
      unsafe values?[index] = value
    }
    return .ok
  }
}

/// The state of a session.
struct SessionState: ~Copyable {
  var driver: TrajectoryDriver
  var tape: Tape
  let start: Int64
  /// Whether the device's units per millimetre are known.
  var hasUnits = false
  /// How the events of a device become touches; `nil` for a session that takes frames.
  var palms: TouchSettings?
  /// What turns a device's events into frames; `nil` for a session that takes frames.
  var assembler: FrameAssembler?
  /// The frame that is fed; it keeps its memory.
  var frame: TouchFrame
  /// The sample that was asked for last; it keeps its memory.
  var answer = Sample(
    time: Timestamp(microseconds: 0), phase: .idle, fraction: 0, velocity: 0, values: [])

  /// Why the last call that did nothing did so.
  private(set) var refusal = pg_error()

  /// Creates the state, unless sums of the start and elapsed times could overflow.
  init(
    _ interaction: InteractionHandle, start: Int64, on plane: Plane?, assembler: FrameAssembler?
  ) throws(Refusal) {
    guard start.magnitude <= 1 << 62 else {
      throw .invalid("the start is not within 2^62 microseconds of 0")
    }
    let time = Timestamp(microseconds: start)
    driver = TrajectoryDriver(interaction.interaction, start: time, on: plane)
    tape = Tape(
      start: start, width: interaction.valueNames.count,
      estimator: interaction.interaction.rule.estimator)
    frame = TouchFrame(time: time, contacts: [])
    self.start = start
    self.assembler = assembler
  }

  /// Returns a handle whose tape knows it.
  static func handle(_ state: consuming SessionState) -> SessionHandle {
    let handle = SessionHandle(state)
    _ = handle.call { state in
      unsafe state.tape.owner = handle
      return .ok
    }
    return handle
  }

  /// Keeps why a call does nothing, and returns its status.
  @inline(never)
  mutating func refuse(_ message: Sentence, as status: pg_status = .invalid) -> pg_status {
    refusal = pg_error(message)
    return status
  }
}

/// More values than this for each sample are a mistake.
private let widest = Int(Int32.max)

@c @implementation package func pg_session_take_samples(
  _ session: OpaquePointer?, _ samples: UnsafeMutablePointer<pg_sample>?, _ capacity: Int,
  _ values: UnsafeMutablePointer<Double>?, _ width: Int
) -> Int {
  unsafe taken(from: session, capacity) { state in
    guard let samples = unsafe samples else { return state.refuse("samples is NULL", 0) }
    guard 0...widest ~= width else { return state.refuse("a width of \(width) values", 0) }
    return unsafe state.tape.take(samples, capacity, values, width: width)
  }
}

@c @implementation package func pg_session_take_events(
  _ session: OpaquePointer?, _ events: UnsafeMutablePointer<pg_event>?, _ capacity: Int
) -> Int {
  unsafe taken(from: session, capacity) { state in
    guard let events = unsafe events else { return state.refuse("events is NULL", 0) }
    return unsafe state.tape.take(events, capacity)
  }
}

@c @implementation package func pg_session_findings(
  _ session: OpaquePointer?, _ findings: UnsafeMutablePointer<pg_finding>?, _ capacity: Int
) -> Int {
  var count = 0
  _ = unsafe call(session) { state in
    let found = state.tape.last?.findings ?? []
    count = found.count
    for (index, finding) in found.prefix(max(capacity, 0)).enumerated() {
      unsafe findings?[index] = finding
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

/// Makes a call that takes something, and returns the number taken; it is 0 if there is no room.
@inline(__always)
private func taken(
  from session: OpaquePointer?, _ capacity: Int, _ body: (inout SessionState) -> Int
) -> Int {
  guard capacity > 0 else { return 0 }
  var count = 0
  _ = unsafe call(session) { state in
    count = body(&state)
    return .ok
  }
  return count
}

extension SessionState {
  /// Keeps why a call takes nothing, and returns its result.
  fileprivate mutating func refuse(_ message: Sentence, _ result: Int) -> Int {
    _ = refuse(message)
    return result
  }
}
