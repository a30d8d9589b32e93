import Quantities

/// The velocity and acceleration of a hand, as the places of its trail tell them one after the other.
///
/// The hand's acceleration is chance that is forgotten in 50 ms (Singer, 1970: the model of those who
/// track what steers itself), and the filter is Kalman's. Both axes have the same doubts, so that one
/// covariance serves for both.
struct MotionFilter {
  /// The velocity at the newest place.
  private(set) var velocity = Vector.zero
  /// Its change per second.
  private(set) var acceleration = Vector.zero

  /// Follows the trail up to one of its places, where the finger had a pace.
  init(of trail: borrowing Trail, from newest: Int, pace: Double) {
    guard newest < trail.count - 1 else { return }
    let oldest = newest == 0 ? trail.oldest : trail.oldest(since: newest)
    let deviation = trail.doubt(from: newest, pace: pace, isCautious: true)
    let variance = deviation * deviation
    let push = Self.push(of: trail, from: newest, to: oldest, variance: variance)
    // The first step is all that is known at first.
    let first = trail.span(oldest - 1, oldest)
    velocity = trail.velocity(from: oldest, to: oldest - 1)
    // The covariance of place, velocity and acceleration.
    var (pp, pv, pa) = (variance, variance / first, 0.0)
    var vv = 2 * variance / (first * first) + push * first * first / 4
    var (va, aa) = (push * first / 2, push)
    // Where the filter has the finger, from where it was seen.
    var error = Vector.zero
    for index in stride(from: oldest - 2, through: newest, by: -1) {
      let time = trail.span(index, index + 1)
      let square = time * time
      let half = square / 2
      let kept = SteadyMotion.impulse / (SteadyMotion.impulse + time)
      let fresh = push * (1 - kept * kept)
      let third = fresh / 3

      error +=
        velocity * time + acceleration * half - (trail[index] - trail[index + 1])
      velocity += acceleration * time
      acceleration = acceleration * kept
      let (sum, gain, spread) = (pa + vv, time * va, aa + third)
      pp += 2 * time * pv + square * (sum + gain) + half * half * spread
      pv += time * (sum + 1.5 * gain + half * spread)
      pa = (pa + gain + half * aa) * kept + half * third
      vv += 2 * gain + square * spread
      va = (va + time * aa) * kept + time * fresh / 2
      aa = aa * kept * kept + fresh

      // Who is told of after a longer time than usual was perhaps there sooner.
      let late = max(0, time - trail.usualInterval) * pace
      let doubt = variance + late * late
      let changed = SteadyMotion.change * pace * time
      let surprise = SteadyMotion.surprise * SteadyMotion.surprise * (pp + doubt)
      if error.dot(error) > max(surprise, changed * changed) {
        // It set off, turned or was pushed: any velocity is as likely, up to the pace.
        (vv, va, pa, aa) = (pace * pace, 0, 0, push)
        pv = vv * time
        pp += pv * time
      }
      let weight = 1 / (pp + doubt)
      let (place, speed, change) = (pp * weight, pv * weight, pa * weight)
      velocity = velocity - error * speed
      acceleration = acceleration - error * change
      error = error * (1 - place)
      vv -= speed * pv
      va -= speed * pa
      aa -= change * pa
      pv -= place * pv
      pa -= place * pa
      pp -= place * pp
    }
  }

  /// How large the hand's accelerations are: the variance.
  ///
  /// It is read off the two halves of the time, without what scatter adds to their difference.
  private static func push(
    of trail: borrowing Trail, from newest: Int, to oldest: Int, variance: Double
  ) -> Double {
    guard oldest - newest > 1 else { return 0 }
    let half = trail.span(newest, oldest) / 2
    var middle = newest + 1
    while middle < oldest - 1,
      (trail.span(newest, middle + 1) - half).magnitude
        < (trail.span(newest, middle) - half).magnitude
    { middle += 1 }
    let change =
      trail.velocity(from: middle, to: newest) - trail.velocity(from: oldest, to: middle)
    let (late, early) = (1 / trail.span(newest, middle), 1 / trail.span(middle, oldest))
    let scatter = late * late + early * early + (late + early) * (late + early)
    return max(0, change.dot(change) - variance * scatter) / (half * half)
  }
}
