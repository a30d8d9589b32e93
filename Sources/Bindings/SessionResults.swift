package import PantographCInterface

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
