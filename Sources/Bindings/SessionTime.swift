import PantographBase
package import PantographCInterface
import PantographTrajectories

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
  _ values: UnsafeMutablePointer<Double>?, _ capacity: Int
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    guard let answer = state.driver.sample(at: time) else {
      return state.refuse("the time is before the last frame or the last advance", as: .tooLate)
    }
    unsafe sample?.pointee = pg_sample(answer, start: state.start)
    for (index, value) in answer.values.prefix(max(capacity, 0)).enumerated() {
      unsafe values?[index] = value
    }
    return .ok
  }
}
