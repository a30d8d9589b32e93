import PantographBase
package import PantographCInterface
import PantographGestures
import PantographMotion

extension pg_spring {
  /// Translates a spring.
  fileprivate init(_ spring: Spring) {
    self.init(frequency: spring.frequency, damping_ratio: spring.dampingRatio)
  }
}

/// Whether a spring has a rest.
private func isSpring(_ spring: pg_spring) -> Bool {
  spring.frequency > 0 && spring.frequency.isFinite && spring.damping_ratio >= 0
    && spring.damping_ratio.isFinite
}

@c @implementation package func pg_spring_with_mass(
  _ mass: Double, _ stiffness: Double, _ damping: Double
) -> pg_spring {
  guard mass > 0, mass.isFinite, stiffness > 0, stiffness.isFinite, damping >= 0, damping.isFinite
  else { return pg_spring(frequency: .nan, damping_ratio: .nan) }
  return pg_spring(Spring(mass: mass, stiffness: stiffness, damping: damping))
}

@c @implementation package func pg_spring_with_response(
  _ response: Double, _ ratio: Double
) -> pg_spring {
  pg_spring(frequency: 2 * .pi / response, damping_ratio: ratio)
}

@c @implementation package func pg_spring_state(
  _ spring: pg_spring, _ seconds: Double, _ start: pg_motion
) -> pg_motion {
  guard isSpring(spring), seconds >= 0 else { return pg_motion(position: .nan, velocity: .nan) }
  let state = Spring(frequency: spring.frequency, dampingRatio: spring.damping_ratio)
    .state(
      after: seconds, from: Spring.State(offset: start.position, velocity: start.velocity))
  return pg_motion(position: state.offset, velocity: state.velocity)
}

@c @implementation package func pg_spring_settling_time(
  _ spring: pg_spring, _ velocity: Double
) -> Double {
  guard isSpring(spring), velocity.isFinite else { return .nan }
  return Spring(frequency: spring.frequency, dampingRatio: spring.damping_ratio)
    .settlingTime(velocity: velocity)
}

@c @implementation package func pg_curve_named(
  _ name: UnsafePointer<CChar>?, _ curve: UnsafeMutablePointer<pg_curve>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let curve = unsafe try required(curve, "curve")
    let found = unsafe CubicCurve.named[try indexOf(name, in: pg_names(PG_CURVES))].curve
    unsafe curve.pointee = pg_curve(x1: found.x1, y1: found.y1, x2: found.x2, y2: found.y2)
    return .ok
  }
}

@c @implementation package func pg_curve_at(_ curve: pg_curve, _ fraction: Double) -> pg_motion {
  let ends = [curve.x1, curve.x2]
  guard ends.allSatisfy({ (0...1).contains($0) }), curve.y1.isFinite, curve.y2.isFinite,
    (0...1).contains(fraction)
  else { return pg_motion(position: .nan, velocity: .nan) }
  let (value, slope) = CubicCurve(curve.x1, curve.y1, curve.x2, curve.y2)
    .valueAndSlope(at: fraction)
  return pg_motion(position: value, velocity: slope)
}

/// A position whose magnitude is above this is a mistake, in any unit.
private let farthestPosition = 1e9

@c @implementation package func pg_velocity(
  _ estimator: UnsafePointer<CChar>?, _ positions: UnsafePointer<pg_position>?, _ count: Int,
  _ now: Int64, _ velocityX: UnsafeMutablePointer<Double>?,
  _ velocityY: UnsafeMutablePointer<Double>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let index = unsafe try indexOf(estimator, in: pg_names(PG_ESTIMATORS), "estimator")
    guard let positions = unsafe CArray(positions, count) else {
      throw .invalid("\(count) positions, or none in memory")
    }
    let history = try history(of: positions, until: now)
    let velocity = VelocityEstimator.allCases[index]
      .velocity(of: history, at: Timestamp(microseconds: now))
    unsafe velocityX?.pointee = velocity?.x ?? .nan
    unsafe velocityY?.pointee = velocity?.y ?? .nan
    return .ok
  }
}

/// Returns the history of a finger that is released at a time.
private func history(
  of positions: CArray<pg_position>, until now: Int64
) throws(Refusal) -> MotionHistory {
  var history = MotionHistory()
  let first = positions.first?.time ?? now
  var last = first
  for (index, position) in positions.enumerated() {
    guard position.time >= last else {
      throw .invalid("positions[\(index)] is earlier than the one before it")
    }
    guard isNear(position.time, first) else {
      throw .invalid("positions[\(index)] is not within 200 years of the first one")
    }
    guard position.x.magnitude <= farthestPosition, position.y.magnitude <= farthestPosition else {
      throw .invalid("positions[\(index)] is not within 1e9 of 0")
    }
    last = position.time
    history.add(
      Vector(x: position.x, y: position.y), at: Timestamp(microseconds: position.time))
  }
  guard now >= last else { throw .invalid("now, \(now), is earlier than the last position") }
  guard isNear(now, first) else {
    throw .invalid("now, \(now), is not within 200 years of the first position")
  }
  return history
}

@c @implementation package func pg_momentum_at(
  _ momentum: UnsafePointer<CChar>?, _ velocity: Double, _ seconds: Double,
  _ motion: UnsafeMutablePointer<pg_motion>?, _ distance: UnsafeMutablePointer<Double>?,
  _ duration: UnsafeMutablePointer<Double>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let index = unsafe try indexOf(momentum, in: pg_names(PG_MOMENTA), "momentum")
    guard velocity.isFinite else { throw .invalid("a velocity of \(velocity)") }
    guard seconds >= 0 else { throw .invalid("\(seconds) seconds: expected a number from 0") }
    let glide = Momentum.all[index].glide(from: velocity)
    let state = glide.state(after: seconds)
    unsafe motion?.pointee = pg_motion(position: state.distance, velocity: state.velocity)
    unsafe distance?.pointee = glide.distance
    unsafe duration?.pointee = glide.duration
    return .ok
  }
}
