import PantographBase

/// A Kalman filter that estimates a finger's velocity and acceleration from the positions of its trail.
///
/// The acceleration is modelled as random and forgotten in 50 ms: Singer's model (1970) for tracking
/// manoeuvring targets. Both axes are equally uncertain, so one covariance serves for both.
struct MotionFilter {
  /// The velocity at the newest position.
  private(set) var velocity = Vector.zero
  /// Its change per second.
  private(set) var acceleration = Vector.zero

  /// Filters the trail from its oldest position to `newest`, where the finger moved at `speed`.
  init(of trail: borrowing Trail, from newest: Int, speed: Double) {
    guard newest < trail.count - 1 else { return }
    let oldest = newest == 0 ? trail.oldest : trail.oldest(since: newest)
    let deviation = trail.uncertainty(from: newest, speed: speed, isCautious: true)
    let variance = deviation * deviation
    let accelerationVariance = Self.accelerationVariance(
      of: trail, from: newest, to: oldest, variance: variance)
    // At first, only the first step is known.
    let first = trail.span(oldest - 1, oldest)
    velocity = trail.velocity(from: oldest, to: oldest - 1)
    // The covariance of position (p), velocity (v) and acceleration (a).
    var (pp, pv, pa) = (variance, variance / first, 0.0)
    var vv = 2 * variance / (first * first) + accelerationVariance * first * first / 4
    var (va, aa) = (accelerationVariance * first / 2, accelerationVariance)
    // The predicted position minus the reported one.
    var error = Vector.zero
    var index = oldest - 1
    while index > newest {
      index &-= 1
      let time = trail.interval(index)
      let square = time * time
      let half = square / 2
      let kept = SteadyMotion.impulse / (SteadyMotion.impulse + time)
      let fresh = accelerationVariance * (1 - kept * kept)
      let third = fresh / 3

      error +=
        velocity * time + acceleration * half - trail.step(index)
      velocity += acceleration * time
      acceleration = acceleration * kept
      let (sum, gain, spread) = (pa + vv, time * va, aa + third)
      pp += 2 * time * pv + square * (sum + gain) + half * half * spread
      pv += time * (sum + 1.5 * gain + half * spread)
      pa = (pa + gain + half * aa) * kept + half * third
      vv += 2 * gain + square * spread
      va = (va + time * aa) * kept + time * fresh / 2
      aa = aa * kept * kept + fresh

      // A report that comes later than usual may describe a position that was reached sooner.
      let late = max(0, time - trail.usualInterval) * speed
      let measurementVariance = variance + late * late
      let changed = SteadyMotion.change * speed * time
      let surprise = SteadyMotion.surprise * SteadyMotion.surprise * (pp + measurementVariance)
      let deviation = error.dot(error)
      if deviation > surprise, deviation > changed * changed {
        // The finger set off, turned or was pushed: any velocity up to `speed` is equally likely.
        (vv, va, pa, aa) = (speed * speed, 0, 0, accelerationVariance)
        pv = vv * time
        pp += pv * time
      }
      let weight = 1 / (pp + measurementVariance)
      let (positionGain, velocityGain, accelerationGain) = (pp * weight, pv * weight, pa * weight)
      velocity = velocity - error * velocityGain
      acceleration = acceleration - error * accelerationGain
      error = error * (1 - positionGain)
      vv -= velocityGain * pv
      va -= velocityGain * pa
      aa -= accelerationGain * pa
      pv -= positionGain * pv
      pa -= positionGain * pa
      pp -= positionGain * pp
    }
  }

  /// Returns the variance of the acceleration.
  ///
  /// It follows from the difference between the two halves of the time, less the contribution of scatter.
  private static func accelerationVariance(
    of trail: borrowing Trail, from newest: Int, to oldest: Int, variance: Double
  ) -> Double {
    guard oldest - newest > 1 else { return 0 }
    let start = trail.age(newest)
    let half = (trail.age(oldest) - start) / 2
    // The position closest to the middle: as they get older, they come closer and then leave again.
    var middle = newest + 1
    var distance = (trail.age(middle) - start - half).magnitude
    while middle < oldest - 1 {
      let next = (trail.age(middle + 1) - start - half).magnitude
      guard next < distance else { break }
      distance = next
      middle += 1
    }
    let change =
      trail.velocity(from: middle, to: newest) - trail.velocity(from: oldest, to: middle)
    let (late, early) = (1 / trail.span(newest, middle), 1 / trail.span(middle, oldest))
    let scatter = late * late + early * early + (late + early) * (late + early)
    return max(0, change.dot(change) - variance * scatter) / (half * half)
  }
}
