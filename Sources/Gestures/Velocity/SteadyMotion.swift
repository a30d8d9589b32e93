import Quantities

/// The numbers of Pantograph's own rule.
enum SteadyMotion {
  /// 45 ms: a finger that has stood still for longer has no velocity.
  ///
  /// Android and Flutter let 40 ms of
  /// silence pass; what a finger did before it stopped is older than its silence by part of a report.
  static let pause = 0.045
  /// 1.5 reports: of a device that reports so rarely that this is longer, a pause is longer, too.
  static let pauseInReports = 1.5
  /// Three times the reports' mean interval: a pause inside the movement, before which it was another one.
  static let gapInReports = 3.0
  /// 80 ms: what came before is another part of the movement.
  ///
  /// The fastest flicks take twice as long.
  static let memory = 0.080
  /// 50 ms: in as much time a hand has forgotten how it accelerated.
  ///
  /// A flick of 150 ms speeds up for 75 ms.
  static let impulse = 0.050
  /// 4 places, should those of the memory be fewer: as many as tell an acceleration, and whether to trust it.
  static let fewest = 4
  /// 20 ms: in less, a report that is late by some milliseconds makes too much of a difference.
  static let least = 0.020
  /// 3 deviations: what differs by more is no scatter.
  static let certain = 3.0
  /// 7 deviations of what was foretold: a hand that accelerates is never so far off.
  static let surprise = 7.0
  /// 0.4 of the pace: who differs by less from what was foretold has not changed the pace at once.
  static let change = 0.4
  /// A quarter of how far the finger would have gone: who moves more than that does not rest.
  static let still = 0.25
  /// Three times: a step that falls short by more than so many changes of the steps before is a stop.
  static let announced = 3.0
  /// 1 µs: what a time is good for.
  ///
  /// Places are no better than the way made in it.
  static let clock = 1e-6
}

extension MotionHistory {
  /// Pantograph's rule: how fast the finger went when it last moved, if that was just now.
  ///
  /// **What is seen is not what is.** Places scatter, which shows in how far they are off a smooth curve;
  /// and reports are late, which shows in intervals that differ. At the finger's pace a time that is
  /// wrong is a place that is wrong, so both are one doubt (``Trail``).
  ///
  /// **How fast does it go?** A hand has a velocity and an acceleration; how large accelerations are at
  /// the moment is seen from the two halves of the last 80 ms. A filter weighs each place against what
  /// the hand's velocity and acceleration foretold, according to the doubt (``MotionFilter``). An even
  /// movement gets the slope of a line through 80 ms; one that changes, that of the newest places,
  /// without lag; and a report that comes late moves the answer by little.
  ///
  /// **Does it rest?** The newest places are a rest if they move no more than they scatter, and hardly in
  /// comparison with the time before. A finger that stops between two reports makes a last step that is
  /// too short; that is a stop if it falls short by far more than the steps before it had changed. The
  /// instant of the stop is where the movement, if it had gone on, would have come to where it rests. A
  /// hand that slows down announces every step, and keeps none of its earlier speed.
  ///
  /// **Was that just now?** After 45 ms of rest there is no velocity; sooner, the rest was the finger's
  /// way to lift. And nobody moves against the way made in the last 20 ms.
  var steadyMovement: SteadyMovement {
    guard let newest = places.last?.time else { return .none }
    return Trail.with(self, upTo: newest) { trail in trail.movement(upTo: newest) }
  }
}

extension Trail {
  /// What is made of a trail whose newest place was come to at an instant.
  fileprivate func movement(upTo newest: Timestamp) -> SteadyMovement {
    guard count > 1 else { return .none }
    // The newest place is judged by those before it.
    let pace = pace(at: 0)
    let doubt = doubt(from: 1, pace: pace, isCautious: false)
    let rest = restStart(doubt)
    let stopsShort = rest == 0 && stopsShort(doubt)
    // The newest place of the movement, and where the finger rests.
    let last = stopsShort ? 1 : rest
    let filter = MotionFilter(of: self, from: last, pace: last == 0 ? pace : self.pace(at: last))
    var velocity = filter.velocity
    var stop = -span(0, last)
    if last > 0 {
      let level = stopsShort ? self[0] - self[1] : meanWay(upTo: rest)
      let step = span(last - 1, last)
      let square = velocity.dot(velocity)
      let missing = square > 0 ? level.dot(velocity) / square : 0
      let moving = min(max(missing, 0), step)
      stop += moving
      // Who slowed down went on slowing, and was never faster than of late.
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
    return SteadyMovement(
      velocity: velocity, newest: newest, silence: age(0), stop: stop,
      pause: max(SteadyMotion.pause, SteadyMotion.pauseInReports * interval))
  }
}

/// What Pantograph's rule makes of a history: how fast the finger went, and how long that counts.
struct SteadyMovement: Sendable {
  /// That of a finger that has not moved.
  static let none = SteadyMovement(
    velocity: .zero, newest: Timestamp(microseconds: 0), silence: 0, stop: 0, pause: 0)

  /// How fast the finger went when it last moved.
  fileprivate let velocity: Vector
  /// When it was last heard of.
  fileprivate let newest: Timestamp
  /// How long it had told nothing new by then.
  fileprivate let silence: Double
  /// When it stopped, in seconds after it came to its newest place.
  fileprivate let stop: Double
  /// The rest after which it has no velocity any more.
  fileprivate let pause: Double

  /// How fast it goes at an instant that is not before the newest place.
  func velocity(at now: Timestamp) -> Vector {
    let silence = now - newest + silence
    return silence - stop <= pause + SteadyMotion.clock ? velocity : .zero
  }
}

extension Trail {
  /// The newest place that is not part of a rest: 0 if the finger moves.
  fileprivate func restStart(_ doubt: Double) -> Int {
    let mostScatter = SteadyMotion.certain * doubt
    // What the places may scatter in all, however many of them are a rest.
    let mostSquares = mostScatter * mostScatter * Double(count)
    var rest = 0
    var before = 1
    // Sums over the places that may be a rest, counted from the newest one.
    var (times, squaredTimes, squaredWays) = (0.0, 0.0, 0.0)
    var ways = Vector.zero
    for index in stride(from: 1, to: count - 1, by: 1)
    where span(0, index) <= 2 * SteadyMotion.pause {
      let time = -span(0, index)
      let way = self[index] - self[0]
      times += time
      squaredTimes += time * time
      ways += way
      squaredWays += way.dot(way)
      // How fast it was before, over as long a time.
      before = max(before, index + 1)
      while before < count - 1, span(index, before) < max(-time, SteadyMotion.least) { before += 1 }
      guard span(index, before) >= SteadyMotion.least - SteadyMotion.clock else { break }
      let number = Double(index + 1)
      let squares = max(0, squaredWays - ways.dot(ways) / number)
      // Who moves has left the scatter behind, and no older place makes the squares fewer again.
      guard squares <= mostSquares else { break }
      let deviation = squares / number
      // Nor need it be asked how fast it was.
      guard deviation <= mostScatter * mostScatter else { continue }
      let pace = velocity(from: before, to: index).length
      let spread = max(0, squaredTimes / number - times * times / number / number)
      let most = min(mostScatter, SteadyMotion.still * pace * spread.squareRoot())
      if deviation <= most * most { rest = index }
    }
    return rest
  }

  /// Whether the newest step ends an even movement before its time.
  fileprivate func stopsShort(_ doubt: Double) -> Bool {
    guard count > 2 else { return false }
    let before = velocity(from: 2, to: 1)
    guard before.length > 0 else { return false }
    let time = span(0, 1)
    let ratio = time / span(1, 2)
    let made = (self[0] - self[1]).dot(before) / before.length
    let missing = before.length * time - made
    // Three places make the shortfall; their errors add up.
    let error = SteadyMotion.certain * doubt * (2 * (1 + ratio + ratio * ratio)).squareRoot()
    var change = 0.0
    if count > 3 { change = (before - velocity(from: 3, to: 2)).length }
    if count > 4 {
      change = max(change, (velocity(from: 3, to: 2) - velocity(from: 4, to: 3)).length)
    }
    return missing > max(error, SteadyMotion.announced * change * time) && made >= -error
  }

  /// The mean of the ways since a place, from there.
  fileprivate func meanWay(upTo index: Int) -> Vector {
    var ways = Vector.zero
    for newer in 0...index { ways += self[newer] - self[index] }
    return ways / Double(index + 1)
  }
}
