import PantographBase
import PantographGestures
import Testing

/// Tests each constant of Pantograph's own rule on both sides of its threshold, with movements that can be
/// computed by hand.
@Suite struct `Pantograph's velocity rule` {
  /// Returns the velocity for positions at times in milliseconds; 1 per millisecond is 1000.
  private func velocity(_ samples: [(time: Double, translation: Double)], at now: Double) -> Double
  {
    var history = MotionHistory()
    for (time, translation) in samples {
      history.add(Vector(x: translation, y: 0), at: VelocityTrace.timestamp(time))
    }
    return VelocityEstimator.pantograph.velocity(of: history, at: VelocityTrace.timestamp(now))?.x
      ?? .nan
  }

  private func velocity(_ samples: [(time: Double, translation: Double)]) -> Double {
    velocity(samples, at: samples[samples.count - 1].time)
  }

  /// Returns samples with a velocity of 1 per millisecond, up to time 0.
  private func steady(_ steps: Int, of interval: Double) -> [(time: Double, translation: Double)] {
    (-steps...0).map { (Double($0) * interval, Double($0) * interval) }
  }

  // MARK: Rests

  @Test func `allows 45 ms of rest, plus a microsecond of rounding`() {
    #expect(abs(velocity(steady(20, of: 8), at: 45.001) - 1000) < 1e-6)
    #expect(velocity(steady(20, of: 8), at: 45.002) == 0)
  }

  @Test func `allows a rest of one and a half reports on a slow device`() {
    #expect(abs(velocity(steady(8, of: 40), at: 60) - 1000) < 1e-6)
    #expect(velocity(steady(8, of: 40), at: 61) == 0)
  }

  /// 67.5 ms are one and a half reports of 45 ms.
  @Test func `allows no longer rest on a device that is slower than 45 ms`() {
    #expect(abs(velocity(steady(8, of: 100), at: 67.5) - 1000) < 1e-6)
    #expect(velocity(steady(8, of: 100), at: 67.6) == 0)
    // A finger that had moved for 100 ms, and then for 20 ms of the next 100.
    #expect(velocity([(0, 0), (100, 100), (200, 120)], at: 208) == 0)
  }

  /// A step of 8 is due.
  ///
  /// A stop at the last but one report is older than 45 ms after 40 ms more; what was not a stop is
  /// not, and has turned the finger.
  @Test(arguments: [(1.9, true), (2.1, false)])
  func `treats a step back as a stop if it is less than a quarter`(back: Double, stops: Bool) {
    let samples = steady(20, of: 8) + [(8, -back)]
    #expect((abs(velocity(samples) - 1000) < 1e-6) == stops)
    if stops { #expect(velocity(samples, at: 45.1) == 0) }
  }

  /// The intervals of 4 and 12 ms imply that reports are late by 2 ms.
  ///
  /// So movements of up to 6 mm may be a rest, more than the deviation of two positions 12 ms apart, which is
  /// half of their distance.
  @Test(arguments: [(0.24, true), (0.26, false)])
  func `treats less than a quarter of the speed as a rest that scatters`(share: Double, rests: Bool)
  {
    var samples = [(time: 0.0, translation: 0.0)]
    for step in 0..<14 {
      let time = samples[step].time + (step.isMultiple(of: 2) ? 12 : 4)
      samples.append((time, time))
    }
    let time = samples[14].time + 12
    samples.append((time, samples[14].time + 12 * share))
    // If it is a rest, it has lasted for more than 50 ms 40 ms later.
    #expect((velocity(samples, at: time + 40) == 0) == rests)
  }

  /// Steps of 14, 13, 12 … 8 change by one each; the last one is less than 8.
  @Test(arguments: [(4.9, true), (5.1, false)])
  func `treats a step as a stop if it is short by three times the change before`(
    step: Double, stops: Bool
  ) {
    var samples = [(time: 0.0, translation: 0.0)]
    for (index, step) in ([14, 13, 12, 11, 10, 9, 8] + [step]).enumerated() {
      samples.append((Double(index + 1) * 8, samples[index].translation + step))
    }
    // A stop within the last step is older than 45 ms, and the last sample is not.
    #expect((velocity(samples, at: 64 + 44) == 0) == stops)
  }

  // Removing a parabola from ±1, ∓1, ±1, ∓1 leaves 1 + 3 + 3 + 1, of a variance of 1 + 9 + 9 + 1: with 0.9
  // for its median, a deviation of 1.988. Three of those, for the difference of two steps with a variance of
  // 6, are 14.61.
  @Test(arguments: [(14.3, false), (14.9, true)])
  func `treats a step as a stop if it is short by three deviations`(short: Double, stops: Bool) {
    let scatter = 0.1
    var samples = (0..<12).map { index in
      (
        time: Double(index) * 8,
        translation: Double(index) * 8 + (index.isMultiple(of: 2) ? scatter : -scatter)
      )
    }
    samples.append((96, 2 * samples[11].translation - samples[10].translation - short * scatter))
    #expect((velocity(samples, at: 96 + 44) == 0) == stops)
  }

  // Four groups of neighbours are on a line. In the next group a single sample is off by 1, which leaves 1 of
  // a variance of 20. The mean of the fourth and fifth of eight is half of that; three deviations for the
  // difference of two steps are 0.913.
  @Test(arguments: [(0.87, false), (0.95, true)])
  func `estimates the scatter from eight groups of samples`(short: Double, stops: Bool) {
    // The newest sample falls short, and the seven before it are uniform.
    var samples = (-16...0).map { index in
      let off = index >= -7 ? 0 : index.isMultiple(of: 2) ? 1.0 : -1
      return (time: Double(index) * 8, translation: Double(index) * 8 + off)
    }
    samples[16].translation -= short
    // The stop is at least 0.95 ms before the last sample: older than 45 ms, unlike the last sample.
    #expect((velocity(samples, at: 44.6) == 0) == stops)
  }

  // MARK: Window

  @Test func `uses at least four samples, even of a slow device`() {
    for (index, counts) in [(3, true), (4, false)] {
      var samples = steady(10, of: 40)
      samples[10 - index].translation += 6
      #expect((abs(velocity(samples) - 1000) > 1) == counts)
    }
  }

  @Test func `looks back 80 ms`() {
    for (index, counts) in [(10, true), (11, false)] {
      var samples = steady(30, of: 8)
      samples[30 - index].translation += 0.3
      #expect((abs(velocity(samples) - 1000) > 0.01) == counts)
    }
  }

  /// The memory of 80 ms has 24 samples at 300 reports per second, and no more of a faster device.
  @Test func `uses at most 24 samples, even of a fast device`() {
    for (index, counts) in [(23, true), (24, false)] {
      var samples = steady(60, of: 1)
      samples[60 - index].translation += 0.3
      #expect((abs(velocity(samples) - 1000) > 0.01) == counts)
    }
  }

  @Test func `treats three times the mean interval as a gap`() {
    for (gap, counts) in [(59.0, true), (61, false)] {
      // A slow movement, a gap, and three samples 20 ms apart.
      let before = (0..<4).map { (time: Double($0) * 20, translation: Double($0) * 2) }
      let after = (0..<3).map {
        (time: 60 + gap + Double($0) * 20, translation: 30 + Double($0) * 20)
      }
      #expect((abs(velocity(before + after) - 1000) > 1) == counts)
    }
  }

  /// The finger returns at the same speed: after 10 ms, the displacement over the last 20 ms is zero.
  @Test func `never points against the displacement of the last 20 ms`() {
    for (back, expected) in [(9, 0.0), (10, -1000)] {
      let samples = (-60...back).map { (time: Double($0), translation: -abs(Double($0))) }
      #expect(abs(velocity(samples) - expected) < 1)
    }
  }

  // MARK: Changes

  /// A step that is larger by a share than the uniform ones of 8 ms.
  ///
  /// The mean speed of the last 40 ms is 1 plus a fifth of that share, and 0.4 of it is 0.4348.
  @Test(arguments: [(0.425, false), (0.445, true)])
  func `follows a step at once that differs by 0.4 of the speed`(more: Double, isFollowed: Bool) {
    let samples = steady(12, of: 8) + [(8, 8 * (1 + more))]
    #expect((abs(velocity(samples) / 1000 - (1 + more)) < 0.001) == isFollowed)
  }

  // A slow finger whose positions are off by ±0.1 jumps. By a textbook filter, with matrices and Singer's
  // acceleration in closed form, 2.8 mm is seven deviations from the prediction, 2.44 is 6.3 and 3.17 is 7.7.
  @Test(arguments: [(2.7, false), (3.0, true)])
  func `follows a jump at once that is seven deviations off`(jump: Double, isFollowed: Bool) {
    var samples = (0..<13).map { index in
      let off = index.isMultiple(of: 2) ? 0.1 : -0.1
      return (time: Double(index) * 8, translation: Double(index) * 0.4 + off)
    }
    samples.append((104, 13 * 0.4 + jump))
    let newest = (samples[13].translation - samples[12].translation) / 0.008
    // Otherwise most of the jump is treated as scatter.
    #expect((velocity(samples) > 0.75 * newest) == isFollowed)
  }

  // If only two steps are known, without uncertainty, the variance of the acceleration equals their
  // difference. At the end of the second step the velocity exceeds the first by (3/2 + f/6) / (1 + f/12) of
  // the difference. Here f is the random share of the acceleration: all but the square of what remains of it,
  // 50 ms divided by 50 ms plus the step.
  @Test(arguments: [8.0, 40])
  func `forgets an acceleration in 50 ms`(interval: Double) {
    let kept = 50 / (50 + interval)
    let fresh = 1 - kept * kept
    let beyond = (1.5 + fresh / 6) / (1 + fresh / 12)
    let samples = [(0.0, 0.0), (interval, interval), (2 * interval, 2.3 * interval)]
    #expect(abs(velocity(samples) - (1000 + 300 * beyond)) < 0.05)
  }

  // MARK: History

  /// 300 ms, both of its ends, and one older sample: 302 at 1000 reports per second.
  @Test func `keeps at most 302 samples`() {
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
