package import PantographCInterface

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
    count = state.tape.findings.count
    for (index, finding) in state.tape.findings.prefix(max(capacity, 0)).enumerated() {
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
  fileprivate mutating func refuse(_ message: String, _ result: Int) -> Int {
    _ = refuse(message)
    return result
  }
}
