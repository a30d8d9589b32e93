import PantographBase
package import PantographCInterface
import PantographTrajectories

@c @implementation package func pg_session_hold(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    guard state.driver.hold(at: time, into: &state.tape) else {
      return state.refuse("nothing runs that could be held", as: .tooLate)
    }
    return .ok
  }
}

@c @implementation package func pg_session_resume(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    guard state.driver.resume(at: time, into: &state.tape) else {
      return state.refuse("nothing is held", as: .tooLate)
    }
    return .ok
  }
}

@c @implementation package func pg_session_reverse(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session) { state in
    guard let time = state.timestamp(time) else { return .invalid }
    guard state.driver.reverse(at: time, into: &state.tape) else {
      return state.refuse(
        "fingers move or hold the animation, or another one follows it", as: .tooLate)
    }
    return .ok
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
