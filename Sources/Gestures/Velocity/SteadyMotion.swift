import PantographBase

/// The constants of Pantograph's own rule.
enum SteadyMotion {
  /// 45 ms: after a longer rest the velocity is zero.
  ///
  /// Android and Flutter allow 40 ms of silence. A stop can precede the silence by part of a report.
  static let pause = 0.045
  /// 1.5 reports: the minimum pause, on devices that report so rarely that this is longer than 45 ms.
  ///
  /// Reports that are farther apart than 45 ms count as 45 ms: a finger may have rested between them.
  static let pauseInReports = 1.5
  /// Three times the mean interval of the reports: a longer pause separates two movements.
  static let gapInReports = 3.0
  /// 80 ms: earlier positions belong to another part of the movement.
  ///
  /// The fastest flicks take twice as long.
  static let memory = 0.080
  /// 50 ms: the time constant with which an acceleration is forgotten.
  ///
  /// A flick of 150 ms speeds up for 75 ms.
  static let impulse = 0.050
  /// 4 positions, should the memory hold fewer: enough to estimate an acceleration and its reliability.
  static let fewest = 4
  /// 20 ms: over a shorter time, a report that is late by a few milliseconds distorts the result too much.
  static let least = 0.020
  /// 3 deviations: a larger difference is not scatter.
  static let certain = 3.0
  /// 7 deviations from the prediction: normal accelerations never deviate that far.
  static let surprise = 7.0
  /// 0.4 of the speed: a smaller deviation from the prediction is not an abrupt change of speed.
  static let change = 0.4
  /// A quarter of the distance the finger would have covered: a finger that moves more is not resting.
  static let still = 0.25
  /// Three times: a step is a stop if it falls short by more than this many changes of the steps before.
  static let announced = 3.0
  /// 1 µs: the resolution of time.
  ///
  /// A position is no more precise than the distance covered in that time.
  static let clock = 1e-6

  /// Returns a duration in whole microseconds.
  static func microseconds(_ seconds: Double) -> Int64 { Int64(seconds / clock + 0.5) }
}

extension MotionHistory {
  /// Pantograph's rule: the velocity of the last movement, and how long it counts.
  ///
  /// **Measurement error.** Positions scatter, which shows in their deviation from a smooth curve. Reports
  /// are late, which shows in irregular intervals. At a given speed, a wrong time is a wrong position, so
  /// both make up one uncertainty (``Trail``).
  ///
  /// **Velocity.** A finger has a velocity and an acceleration. The two halves of the last 80 ms show how
  /// large accelerations currently are. A filter weighs each position against its prediction, according to
  /// the uncertainty (``MotionFilter``). A uniform movement gets the slope of a line through 80 ms; a
  /// changing one gets the slope of its newest positions, without lag. A late report changes the result only
  /// slightly.
  ///
  /// **Rest.** The newest positions are a rest if they move no more than they scatter, and little compared
  /// with the time before. A finger that stops between two reports makes a last step that is too short. That
  /// step is a stop if it falls short by far more than the steps before it had changed. The finger stopped
  /// when the movement, continued, would have reached the resting position. A finger that slows down shortens
  /// every step, and keeps none of its earlier speed.
  ///
  /// **Expiry.** After 45 ms of rest the velocity is zero; a shorter rest is part of the lift. The velocity
  /// never points against the displacement of the last 20 ms.
  var steadyMovement: SteadyMovement {
    guard let newest = samples.last?.time else { return .none }
    return Trail.with(self, upTo: newest) { trail in trail.movement }
  }
}

extension Trail {
  /// The movement.
  fileprivate var movement: SteadyMovement {
    guard count > 1 else { return .none }
    // The newest position is judged by those before it.
    let speed = speed(at: 0)
    let uncertainty = uncertainty(from: 1, speed: speed, isCautious: false)
    let rest = restStart(uncertainty)
    let stopsShort = rest == 0 && stopsShort(uncertainty)
    // The newest position of the movement; older than the newest of all if the finger rests.
    let last = stopsShort ? 1 : rest
    let filter = MotionFilter(of: self, from: last, speed: last == 0 ? speed : self.speed(at: last))
    var velocity = filter.velocity
    // When the finger stopped, in seconds after it reached its newest position.
    var stop = -span(0, last)
    if last > 0 {
      let level = stopsShort ? self[0] - self[1] : meanTranslation(upTo: rest)
      let step = span(last - 1, last)
      let square = velocity.dot(velocity)
      let missing = square > 0 ? level.dot(velocity) / square : 0
      let moving = min(max(missing, 0), step)
      stop += moving
      // A finger that slowed down kept slowing, and was never faster than just before.
      let slowed = velocity + filter.acceleration * moving
      if slowed.dot(velocity) < 0 {
        velocity = .zero
      } else if slowed.length < velocity.length {
        velocity = slowed
      }
      if count - last > 2 {
        let lately = self.velocity(
          from: before(last, by: SteadyMotion.least, steps: 2), to: last)
        if lately.length < velocity.length { velocity = lately }
      }
    }
    let lately = self[last] - self[before(last, by: SteadyMotion.least, steps: 1)]
    if velocity.dot(lately) < 0 { velocity = .zero }
    let pause = max(
      SteadyMotion.pause, SteadyMotion.pauseInReports * min(meanInterval, SteadyMotion.pause))
    return SteadyMovement(
      velocity: velocity, newest: newest, duration: pause + SteadyMotion.clock + stop - age(0))
  }
}

/// The result of Pantograph's rule: the velocity, and how long it counts.
struct SteadyMovement: Sendable {
  /// The result for a finger that has not moved.
  static let none = SteadyMovement(
    velocity: .zero, newest: Timestamp(microseconds: 0), duration: 0)

  /// The velocity of the last movement.
  fileprivate let velocity: Vector
  /// The time of the newest report.
  fileprivate let newest: Timestamp
  /// How long the velocity counts from then on, in seconds.
  fileprivate let duration: Double

  /// Returns the velocity at an instant that is not before the newest report; `nil` if it is not finite.
  func velocity(at now: Timestamp) -> Vector? {
    guard now - newest <= duration else { return .zero }
    return velocity.isFinite ? velocity : nil
  }
}

extension Trail {
  /// Returns the index of the newest position that is not part of a rest: 0 if the finger moves.
  fileprivate func restStart(_ uncertainty: Double) -> Int {
    let mostScatter = SteadyMotion.certain * uncertainty
    // The maximum sum of squares, however many positions are a rest.
    let mostSquares = mostScatter * mostScatter * Double(count)
    var rest = 0
    var before = 1
    // Sums over the positions that may be a rest, relative to the newest.
    var (times, squaredTimes, squaredTranslations) = (0.0, 0.0, 0.0)
    var translations = Vector.zero
    for index in stride(from: 1, to: count - 1, by: 1) {
      let time = age(0) - age(index)
      guard -time <= 2 * SteadyMotion.pause else { break }
      let translation = self[index] - self[0]
      times += time
      squaredTimes += time * time
      translations += translation
      squaredTranslations += translation.dot(translation)
      let number = Double(index + 1)
      let squares = max(0, squaredTranslations - translations.dot(translations) / number)
      // A moving finger exceeds the scatter, and older positions only add to the squares.
      guard squares <= mostSquares else { break }
      // Compare with the speed over an equal time before.
      before = max(before, index + 1)
      while before < count - 1,
        age(before) - age(index) < max(-time, SteadyMotion.least)
      { before += 1 }
      guard span(index, before) >= SteadyMotion.least - SteadyMotion.clock else { break }
      let deviation = squares / number
      // Then the earlier speed does not matter.
      guard deviation <= mostScatter * mostScatter else { continue }
      let speed = velocity(from: before, to: index).length
      let spread = max(0, squaredTimes / number - times * times / number / number)
      let most = min(mostScatter, SteadyMotion.still * speed * spread.squareRoot())
      if deviation <= most * most { rest = index }
    }
    return rest
  }

  /// Returns whether the newest step ends a uniform movement early.
  fileprivate func stopsShort(_ uncertainty: Double) -> Bool {
    guard count > 2 else { return false }
    let before = velocity(from: 2, to: 1)
    guard before.length > 0 else { return false }
    let time = span(0, 1)
    let ratio = time / span(1, 2)
    let made = (self[0] - self[1]).dot(before) / before.length
    let missing = before.length * time - made
    // The shortfall depends on three positions, whose errors add up.
    let error = SteadyMotion.certain * uncertainty * (2 * (1 + ratio + ratio * ratio)).squareRoot()
    // A lifting fingertip rolls back a little.
    let back = max(error, SteadyMotion.still * before.length * time)
    guard missing > error, made >= -back else { return false }
    var change = 0.0
    var newer = before
    for index in stride(from: 2, to: min(count - 1, 4), by: 1) {
      let older = velocity(from: index + 1, to: index)
      change = max(change, (newer - older).length)
      newer = older
    }
    return missing > SteadyMotion.announced * change * time
  }

  /// Returns the mean displacement of the positions since `index`, relative to it.
  fileprivate func meanTranslation(upTo index: Int) -> Vector {
    var translations = Vector.zero
    for newer in 0...index { translations += self[newer] - self[index] }
    return translations / Double(index + 1)
  }
}

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
      let kept = trail.kept(index)
      let fresh = accelerationVariance * trail.fresh(index)
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
