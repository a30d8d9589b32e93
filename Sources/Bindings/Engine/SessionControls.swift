import PantographBase
package import PantographCInterface
import PantographInteractions
import PantographTouches
import PantographTrajectories

// What moves the animation of a session without touches: gestures that a toolkit reports, and the program itself.

@c @implementation package func pg_session_begin(
  _ session: OpaquePointer?, _ time: Int64, _ fingers: Int32
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    guard 0...64 ~= fingers else { return state.refuse("\(fingers) fingers") }
    let count = fingers == 0 ? nil : Int(fingers)
    if let obstacle = state.driver.obstacle(toReported: count) {
      return state.refuse(sentence(about: obstacle, to: fingers))
    }
    guard state.driver.begin(fingers: count, at: time, into: &state.tape) else {
      return state.refuse(
        "another gesture is active, or the animation can't be grabbed now", as: .tooLate)
    }
    return .ok
  }
}

@c @implementation package func pg_session_move(
  _ session: OpaquePointer?, _ time: Int64, _ dx: Double, _ dy: Double, _ unit: pg_length_unit
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    guard MeasureUnit.Length.allCases.indices.contains(Int(unit)) else {
      return state.refuse("\(unit) is no unit of a length")
    }
    let range = -farthest...farthest
    guard range.contains(dx), range.contains(dy) else {
      return state.refuse("a movement is not a number from -1e6 to 1e6")
    }
    let delta = Vector(x: dx, y: dy)
    let unit = MeasureUnit.Length.allCases[Int(unit)]
    guard state.driver.move(by: delta, in: unit, at: time, into: &state.tape) else {
      return state.refuse(noReportedGesture, as: .tooLate)
    }
    return .ok
  }
}

private func sentence(
  about obstacle: TrajectoryDriver.ReportObstacle, to fingers: Int32
) -> Sentence {
  switch obstacle {
  case .location: "the interaction follows the place of the fingers, which movements do not have"
  case .press: "the interaction follows a press"
  case .fingers(let wanted) where wanted.count == 1:
    "fingers is \(fingers), but the interaction takes \(wanted.lowerBound); 0 stands for a number that is not known"
  case .fingers(let wanted):
    "fingers is \(fingers), but the interaction takes \(wanted.lowerBound) to \(wanted.upperBound); 0 stands for a number that is not known"
  }
}

private let noReportedGesture: Sentence =
  "no gesture was begun by pg_session_begin, or it has ended"

@c @implementation package func pg_session_end(
  _ session: OpaquePointer?, _ time: Int64, _ cancelled: Int32
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    guard 0...1 ~= cancelled else { return state.refuse("cancelled is \(cancelled), not 0 or 1") }
    let isCancelled = cancelled == 1
    guard state.driver.end(isCancelled: isCancelled, at: time, into: &state.tape) else {
      return state.refuse(noReportedGesture, as: .tooLate)
    }
    return .ok
  }
}

@c @implementation package func pg_session_hold(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    guard state.driver.hold(at: time, into: &state.tape) else {
      return state.refuse("nothing runs that could be held", as: .tooLate)
    }
    return .ok
  }
}

@c @implementation package func pg_session_resume(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    guard state.driver.resume(at: time, into: &state.tape) else {
      return state.refuse("nothing is held", as: .tooLate)
    }
    return .ok
  }
}

@c @implementation package func pg_session_reverse(
  _ session: OpaquePointer?, _ time: Int64
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    guard state.driver.reverse(at: time, into: &state.tape) else {
      return state.refuse(
        "fingers move or hold the animation, or another one follows it", as: .tooLate)
    }
    return .ok
  }
}

@c @implementation package func pg_session_settle_to(
  _ session: OpaquePointer?, _ time: Int64, _ progress: Double
) -> pg_status {
  unsafe call(session, at: time, to: progress) { state, time in
    guard state.driver.settle(to: progress, at: time, into: &state.tape) else {
      return state.refuse("it rests there, or the second animation has begun", as: .tooLate)
    }
    return .ok
  }
}

@c @implementation package func pg_session_place(
  _ session: OpaquePointer?, _ time: Int64, _ progress: Double
) -> pg_status {
  unsafe call(session, at: time, to: progress) { state, time in
    guard state.driver.place(progress, at: time, into: &state.tape) else {
      return state.refuse("it moves, or the second animation has begun", as: .tooLate)
    }
    return .ok
  }
}

/// Makes a call that leads to a progress, if that is a possible one: as far as a file's snap points.
@inline(__always)
private func call(
  _ session: OpaquePointer?, at time: Int64, to progress: Double,
  _ body: (inout SessionState, Timestamp) -> pg_status
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    guard -100...100 ~= progress else {
      return state.refuse("the progress is not a number from -100 to 100")
    }
    return body(&state, time)
  }
}

@c @implementation package func pg_session_set_interaction(
  _ session: OpaquePointer?, _ time: Int64, _ interaction: OpaquePointer?, _ kept: pg_kept
) -> pg_status {
  unsafe call(session, at: time) { state, time in
    guard let next = unsafe interaction?.object(InteractionHandle.self).interaction else {
      return state.refuse("interaction is NULL")
    }
    guard TrajectoryDriver.Kept.allCases.indices.contains(Int(kept)) else {
      return state.refuse("kept is \(kept); expected 0 or 1")
    }
    if next.scale == .deviceValues, !state.hasUnits { return state.refuse(unknownUnits) }
    guard state.palms == nil || state.palms == next.touchSettings else {
      return state.refuse("a session with a device keeps to a pan, or to a press")
    }
    let kept = TrajectoryDriver.Kept.allCases[Int(kept)]
    guard state.driver.change(to: next, keeping: kept, at: time, into: &state.tape) else {
      return state.refuse(obstacleTo: next)
    }
    state.tape.estimator = next.rule.estimator
    return .ok
  }
}

extension SessionState {
  /// Says why another interaction can't go on.
  fileprivate mutating func refuse(obstacleTo next: Interaction) -> pg_status {
    switch driver.obstacle(to: next) {
    case .values, nil: refuse("the interaction has other values, or the same ones in another order")
    case .surface: refuse("lengths depend on the size of the surface, which is not known")
    case .gesture:
      refuse("fingers are down, and the interaction takes another gesture", as: .tooLate)
    case .second: refuse("the second animation has begun", as: .tooLate)
    }
  }
}
