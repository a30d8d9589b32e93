import Gestures
import Quantities
import Testing

/// Each number of Pantograph's own rule on both sides of where it makes a difference, in movements of which
/// that can be worked out by hand.
@Suite struct `Pantograph's rule for a velocity` {
  /// What it says at an instant of places at milliseconds; a pace of 1 per millisecond is 1000.
  private func velocity(_ places: [(time: Double, way: Double)], at now: Double) -> Double {
    var history = MotionHistory()
    for (time, way) in places {
      history.add(Vector(x: way, y: 0), at: VelocityTrace.timestamp(time))
    }
    return VelocityEstimator.pantograph.velocity(of: history, at: VelocityTrace.timestamp(now))?.x
      ?? .nan
  }

  private func velocity(_ places: [(time: Double, way: Double)]) -> Double {
    velocity(places, at: places[places.count - 1].time)
  }

  /// A pace of 1 by steps of an interval, up to the time 0.
  private func steady(_ steps: Int, of interval: Double) -> [(time: Double, way: Double)] {
    (-steps...0).map { (Double($0) * interval, Double($0) * interval) }
  }

  // MARK: Rests

  @Test func `lets 45 ms of rest pass, and the microsecond that times are good for`() {
    #expect(abs(velocity(steady(20, of: 8), at: 45.001) - 1000) < 1e-6)
    #expect(velocity(steady(20, of: 8), at: 45.002) == 0)
  }

  @Test func `lets one and a half reports pass of a device that tells less often`() {
    #expect(abs(velocity(steady(8, of: 40), at: 60) - 1000) < 1e-6)
    #expect(velocity(steady(8, of: 40), at: 61) == 0)
  }

  /// Reports are off by 2 ms, as their intervals of 4 and 12 ms tell, so that 6 ms of way may be a rest: that is
  /// more than the deviation of two places 12 ms apart, half of their way.
  @Test(arguments: [(0.24, true), (0.26, false)])
  func `takes a quarter of the pace for a rest that scatters`(share: Double, rests: Bool) {
    var places = [(time: 0.0, way: 0.0)]
    for step in 0..<14 {
      let time = places[step].time + (step.isMultiple(of: 2) ? 12 : 4)
      places.append((time, time))
    }
    let time = places[14].time + 12
    places.append((time, places[14].time + 12 * share))
    // If it is a rest, it has lasted for more than 50 ms 40 ms later.
    #expect((velocity(places, at: time + 40) == 0) == rests)
  }

  /// Steps of 14, 13, 12 … 8 change by one each; the last one falls short of 8.
  @Test(arguments: [(4.9, true), (5.1, false)])
  func `takes a step for a stop that falls short by three times the change before`(
    step: Double, stops: Bool
  ) {
    var places = [(time: 0.0, way: 0.0)]
    for (index, step) in ([14, 13, 12, 11, 10, 9, 8] + [step]).enumerated() {
      places.append((Double(index + 1) * 8, places[index].way + step))
    }
    // A stop within the last step is older than 45 ms, and the last place is not.
    #expect((velocity(places, at: 64 + 44) == 0) == stops)
  }

  // What is left of ±1, ∓1, ±1, ∓1 when a parabola is taken out is 1 + 3 + 3 + 1, of a variance of 1 + 9 + 9 + 1:
  // with 0.9 for its median, a deviation of 1.988. Three of those for the difference of two steps, which has
  // a variance of 6, are 14.61.
  @Test(arguments: [(14.3, false), (14.9, true)])
  func `takes a step for a stop that falls short by three deviations`(short: Double, stops: Bool) {
    let scatter = 0.1
    var places = (0..<12).map { index in
      (
        time: Double(index) * 8,
        way: Double(index) * 8 + (index.isMultiple(of: 2) ? scatter : -scatter)
      )
    }
    places.append((96, 2 * places[11].way - places[10].way - short * scatter))
    #expect((velocity(places, at: 96 + 44) == 0) == stops)
  }

  // Four groups of neighbours are on a line, and of the next one a single place is off by 1, which leaves
  // 1 of a variance of 20. The middle of the fourth and the fifth of eight is half of that; three
  // deviations for the difference of two steps are 0.913.
  @Test(arguments: [(0.87, false), (0.95, true)])
  func `looks at eight groups of places for their scatter`(short: Double, stops: Bool) {
    // The newest is the place that falls short, and seven before it are even.
    var places = (-16...0).map { index in
      let off = index >= -7 ? 0 : index.isMultiple(of: 2) ? 1.0 : -1
      return (time: Double(index) * 8, way: Double(index) * 8 + off)
    }
    places[16].way -= short
    // The stop is 0.95 ms before the last place or sooner: older than 45 ms, which the last place is not.
    #expect((velocity(places, at: 44.6) == 0) == stops)
  }

  // MARK: What counts

  @Test func `looks at four places, however rarely there is one`() {
    for (index, counts) in [(3, true), (4, false)] {
      var places = steady(10, of: 40)
      places[10 - index].way += 6
      #expect((abs(velocity(places) - 1000) > 1) == counts)
    }
  }

  @Test func `looks back 80 ms`() {
    for (index, counts) in [(10, true), (11, false)] {
      var places = steady(30, of: 8)
      places[30 - index].way += 0.3
      #expect((abs(velocity(places) - 1000) > 0.01) == counts)
    }
  }

  /// The memory of 80 ms has 24 places of a device that tells 300 a second, and no more of a faster one.
  @Test func `looks at 24 places, however often there is one`() {
    for (index, counts) in [(23, true), (24, false)] {
      var places = steady(60, of: 1)
      places[60 - index].way += 0.3
      #expect((abs(velocity(places) - 1000) > 0.01) == counts)
    }
  }

  @Test func `takes three times the usual interval for a gap`() {
    for (gap, counts) in [(59.0, true), (61, false)] {
      // A slow movement, a gap, and three places 20 ms apart.
      let before = (0..<4).map { (time: Double($0) * 20, way: Double($0) * 2) }
      let after = (0..<3).map { (time: 60 + gap + Double($0) * 20, way: 30 + Double($0) * 20) }
      #expect((abs(velocity(before + after) - 1000) > 1) == counts)
    }
  }

  /// Back at the same pace for some milliseconds: after 10 ms, the last 20 ms lead nowhere.
  @Test func `has nobody move against the last 20 ms`() {
    for (back, told) in [(9, 0.0), (10, -1000)] {
      let places = (-60...back).map { (time: Double($0), way: -abs(Double($0))) }
      #expect(abs(velocity(places) - told) < 1)
    }
  }

  // MARK: What changes

  /// A step that is larger by a share after even ones of 8 ms: the pace of the last 40 ms is 1 and a fifth of
  /// that share, and 0.4 of it are 0.4348.
  @Test(arguments: [(0.425, false), (0.445, true)])
  func `believes a step at once that differs by 0.4 of the pace`(more: Double, isBelieved: Bool) {
    let places = steady(12, of: 8) + [(8, 8 * (1 + more))]
    #expect((abs(velocity(places) / 1000 - (1 + more)) < 0.001) == isBelieved)
  }

  // A slow hand whose places are off by ±0.1 jumps. By the textbook's filter, with matrices and Singer's
  // acceleration in closed form, 2.8 mm are seven deviations of what was foretold, 2.44 are 6.3 and 3.17 are 7.7.
  @Test(arguments: [(2.7, false), (3.0, true)])
  func `believes a jump at once that is seven deviations off`(jump: Double, isBelieved: Bool) {
    var places = (0..<13).map { index in
      let off = index.isMultiple(of: 2) ? 0.1 : -0.1
      return (time: Double(index) * 8, way: Double(index) * 0.4 + off)
    }
    places.append((104, 13 * 0.4 + jump))
    let newest = (places[13].way - places[12].way) / 0.008
    // Who does not believe it takes most of it for scatter.
    #expect((velocity(places) > 0.75 * newest) == isBelieved)
  }

  // A hand of which two steps are known, with no doubt, has an acceleration that is as unknown as its
  // difference is large. Carried on to the end of the second step, the velocity is beyond the first by
  // (3/2 + f/6) / (1 + f/12) of the difference, where f is how much of the acceleration is chance again: all but the
  // square of what is left of it, 50 ms by 50 ms and the step.
  @Test(arguments: [8.0, 40])
  func `has a hand forget how it accelerated in 50 ms`(interval: Double) {
    let kept = 50 / (50 + interval)
    let fresh = 1 - kept * kept
    let beyond = (1.5 + fresh / 6) / (1 + fresh / 12)
    let places = [(0.0, 0.0), (interval, interval), (2 * interval, 2.3 * interval)]
    #expect(abs(velocity(places) - (1000 + 300 * beyond)) < 0.05)
  }

  // MARK: How much is kept

  /// 300 ms, both of its ends, and an older place: 302 of a device that tells 1000 a second.
  @Test func `is made of 302 places at most`() {
    for (interval, oldest) in [(1000, 301_000), (500, 150_500)] {
      var history = MotionHistory()
      for step in 0...1000 {
        history.add(.zero, at: Timestamp(microseconds: Int64(step * interval)))
      }
      #expect(history.samples.count == 302)
      #expect(history.samples[0].time == Timestamp(microseconds: Int64(1000 * interval - oldest)))
    }
  }
}
