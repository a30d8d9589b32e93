import PantographBase
import PantographGestures
import Testing

/// Tests each constant of other toolkits' rules on both sides of its threshold.
@Suite struct `A rule of another toolkit` {
  /// Returns the velocity for positions at times in milliseconds.
  private func velocity(
    _ estimator: VelocityEstimator, _ samples: [(Double, Double)], at now: Double
  ) -> Double? {
    var history = MotionHistory()
    for (time, translation) in samples {
      history.add(Vector(x: translation, y: 0), at: VelocityTrace.timestamp(time))
    }
    return estimator.velocity(of: history, at: VelocityTrace.timestamp(now))?.x
  }

  /// Returns samples with a velocity of 1 per millisecond.
  private func steady(_ steps: Int, of interval: Double) -> [(Double, Double)] {
    (0...steps).map { (Double($0) * interval, Double($0) * interval) }
  }

  @Test(arguments: [VelocityEstimator.android, .flutter, .impulse, .leastSquares1])
  func `looks back 100 ms`(estimator: VelocityEstimator) {
    // Samples at -100 ms count, and at -101 ms they do not: the jump after them is seen or not.
    let rest = stride(from: 30.0, through: 100, by: 35).map { ($0, 0.0) }
    let inside = velocity(estimator, [(0, 50)] + rest, at: 100) ?? 0
    let outside = velocity(estimator, [(-1, 50)] + rest, at: 100) ?? 0
    #expect(inside != 0)
    #expect(outside == 0)
  }

  @Test(arguments: [VelocityEstimator.android, .flutter, .impulse, .leastSquares1])
  func `treats more than 40 ms of silence as a pause`(estimator: VelocityEstimator) {
    let samples = steady(4, of: 10)
    #expect(abs((velocity(estimator, samples, at: 80) ?? 0) - 1000) < 1e-6)
    #expect((velocity(estimator, samples, at: 81) ?? 0) == 0)
    for silence in [40.0, 41] {
      let rest = (0..<3).map { (silence + Double($0), 0.0) }
      let velocity = self.velocity(estimator, [(0, 50)] + rest, at: silence + 2) ?? 0
      #expect((velocity == 0) == (silence == 41))
    }
  }

  @Test(arguments: [VelocityEstimator.android, .flutter, .impulse, .leastSquares1, .reactNative])
  func `uses 20 samples`(estimator: VelocityEstimator) {
    for count in [19, 20] {
      let rest = (1...count).map { (Double($0), 0.0) }
      let velocity = self.velocity(estimator, [(0, 50)] + rest, at: Double(count)) ?? 0
      #expect((velocity == 0) == (count == 20))
    }
  }

  /// Measured: in Chromium, a hold of 80 ms coasts, and one of 88 ms does not.
  @Test func `lasts 80 ms of silence in Chromium`() {
    let samples = steady(4, of: 10)
    #expect(abs((velocity(.chromium, samples, at: 120) ?? 0) - 1000) < 1e-6)
    #expect(velocity(.chromium, samples, at: 121) == nil)
  }

  @Test func `is the mean of five movements in Firefox`() {
    // The last five, each by its own duration.
    let samples = [(0.0, 0.0), (10, 100), (20, 101), (30, 103), (50, 109), (60, 113), (70, 118)]
    for (lift, mean) in [(70.0, 300.0), (119, 300), (129, 350), (130, 400)] {
      // 100 ms after a movement has ended, it does not count any more.
      #expect(abs((velocity(.firefox, samples, at: lift) ?? 0) - mean) < 1e-9, "\(lift)")
    }
    #expect(velocity(.firefox, samples, at: 170) == 0)
    // A movement of less than 5 ms counts with the next one.
    #expect(velocity(.firefox, [(0, 0), (4, 100), (10, 40)], at: 10) == 4000)
    #expect(velocity(.firefox, [(0, 0), (5, 100), (10, 40)], at: 10) == 4000)
    #expect(velocity(.firefox, [(0, 0), (5, 100), (25, 40)], at: 25) == 8500)
  }

  @Test func `needs three samples in Flutter and React Native, and two in Android`() {
    for (estimator, fewest) in [(VelocityEstimator.flutter, 3), (.reactNative, 3), (.android, 2)] {
      for count in 2...3 {
        let velocity = self.velocity(estimator, steady(count - 1, of: 8), at: 16) ?? 0
        #expect(abs(velocity - (count >= fewest ? 1000 : 0)) < 1e-6)
      }
    }
  }

  @Test func `looks back 300 ms in React Native`() {
    for (start, isSeen) in [(0.0, true), (-1, false)] {
      let rest = stride(from: 30.0, through: 300, by: 30).map { ($0, 0.0) }
      let velocity = self.velocity(.reactNative, [(start, 50)] + rest, at: 900) ?? 0
      #expect((velocity != 0) == isSeen)
    }
  }

  @Test func `looks back 150 ms in libadwaita, niri and GTK`() {
    let samples = [(-10.0, 0.0), (-5, 50), (0, 60), (50, 61), (100, 62)]
    #expect(velocity(.libadwaita, samples, at: 145) == 12 / 0.105)
    #expect(velocity(.libadwaita, samples, at: 146) == 2 / 0.1)
    #expect(velocity(.niri, samples, at: 150) == 12 / 0.150)
    #expect(velocity(.niri, samples, at: 151) == 2 / 0.101)
    #expect(velocity(.gtkScroll, samples, at: 150) == 12 / 0.150)
    #expect(velocity(.gtkSwipe, samples, at: 150) == 12 / 0.155)
    #expect(velocity(.gtkSwipe, samples, at: 151) == 2 / 0.151)
  }

  @Test(arguments: [VelocityEstimator.libadwaita, .niri, .gtkScroll, .gtkSwipe])
  func `leaves out frames that move nothing, which libinput does not report`(
    estimator: VelocityEstimator
  ) {
    let moving = [(0.0, 0.0), (10, 10), (20, 30), (30, 60)]
    let pressing = [(0.0, 0.0), (5, 0), (10, 10), (15, 10), (20, 30), (30, 60), (34, 60), (38, 60)]
    for lift in [38.0, 60, 150, 170, 190] {
      #expect(velocity(estimator, moving, at: lift) == velocity(estimator, pressing, at: lift))
    }
  }

  /// The limit is 2500 px/s at 96 px per inch, for each frame.
  @Test func `is 0.7 of the velocity and limited in Qt`() throws {
    let limit = 2500 * 25.4 / 96
    for (speed, expected) in [(100.0, 70.0), (900, 630), (950, limit), (5000, limit)] {
      let samples = (0...9).map { (Double($0) * 8, Double($0) * 8e-3 * speed) }
      #expect(abs(try #require(self.velocity(.qt, samples, at: 80)) - expected) < 1e-6)
    }
    // Only the last of three frames is limited.
    let mixed = [(0.0, 0.0), (16.667, 10), (33.334, 20), (50.001, 50)]
    let slow = 0.7 * 10 / 0.016667
    #expect(abs(try #require(self.velocity(.qt, mixed, at: 60)) - (2 * slow + limit) / 3) < 1e-6)
  }

  @Test func `treats 100 ms of silence as a rest in Qt`() {
    #expect(velocity(.qt, steady(4, of: 8), at: 131) != 0)
    #expect(velocity(.qt, steady(4, of: 8), at: 132) == 0)
    // Only a movement ends a rest.
    #expect(velocity(.qt, steady(4, of: 8) + [(80, 32), (120, 32)], at: 132) == 0)
  }

  /// With a report in each frame, the phase of the frames does not matter; 60 reports per second are such.
  @Test func `is the mean of three frames in Qt`() throws {
    let steps = [9.0, 1, 2, 4]
    var samples = [(0.0, 0.0)]
    for step in steps {
      samples.append((samples[samples.count - 1].0 + 16.667, samples[samples.count - 1].1 + step))
    }
    let mean = 0.7 * 7 / 3 / 0.016667
    #expect(abs(try #require(self.velocity(.qt, samples, at: 80)) - mean) < 1e-6)
    // A frame without a report does not count.
    let sparse = [(0.0, 0.0), (40, 9), (80, 10), (120, 12), (160, 16)]
    let slow = 0.7 * 7 / 3 / 0.040
    #expect(abs(try #require(self.velocity(.qt, sparse, at: 160)) - slow) < 1e-6)
  }

  /// At 125 reports per second, the frame before the last one takes the report 8 ms before the newest if it came 0
  /// to 8 ms before that, the one 16 ms before if it came 8 to 16 ms before, and so on.
  @Test func `is the mean over all phases of the frames in Qt`() throws {
    let frame = 50.0 / 3
    let shares = [frame, 8, 8, 8, 8, 4.0 / 3].map { $0 / frame / 3 }
    #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
    for (age, share) in shares.enumerated() {
      // One movement is twice as fast as the others.
      let samples = (0...9).map { (Double($0) * 8, Double($0) + ($0 >= 9 - age ? 1.0 : 0)) }
      let velocity = try #require(self.velocity(.qt, samples, at: 72))
      // Phases a millisecond apart are not all of them.
      let step = 0.7 / 0.008
      #expect(abs(velocity - step * (1 + share)) < step / 16 / 3 + 1e-6)
    }
  }

  @Test func `treats more than 32 ms of silence as a pause in use-gesture`() {
    #expect(velocity(.useGesture, [(0, 0), (8, -8)], at: 40) == 1000)
    #expect(velocity(.useGesture, [(0, 0), (8, -8)], at: 41) == 0)
  }

  @Test func `weights the last three movements in Flutter's scroll views`() {
    // One movement has a velocity of 1000, the others are rests.
    for (estimator, weights) in [
      (VelocityEstimator.flutterIOS, [0.6, 0.35, 0.05]), (.flutterMacOS, [0.15, 0.65, 0.2]),
    ] {
      for (index, weight) in weights.enumerated() {
        let samples = (0...3).map { (Double($0) * 8, $0 > index ? 8.0 : 0) }
        #expect(abs((velocity(estimator, samples, at: 24) ?? 0) - 1000 * weight) < 1e-9)
      }
      #expect(velocity(estimator, steady(3, of: 8), at: 64) != 0)
      #expect(velocity(estimator, steady(3, of: 8), at: 65) == 0)
    }
  }

  @Test func `uses 60 Hz frames in Motion, looks back 100 ms, and skips a rest of 200 ms`() {
    // Frames are 16.667 ms apart: the seventh back is the first that is more than 100 ms older.
    let velocity = self.velocity(.motion, steady(30, of: 10), at: 300) ?? 0
    #expect(abs(velocity - 100 / 0.100002) < 1e-6)
    // A rest of twelve frames, 200.004 ms, is skipped; one of eleven is not.
    for (frames, isRest) in [(11.0, false), (12, true)] {
      let end = frames * 16.667
      let samples = [(0.0, 0.0), (end - 17, 10), (end - 1, 26)]
      let velocity = self.velocity(.motion, samples, at: end) ?? 0
      #expect(abs(velocity - (isRest ? 16 / 0.016667 : 26 / (end / 1000))) < 1e-6)
    }
  }

  @Test
  func `counts a sample at a frame, and starts at the frame after a movement, in Motion`() {
    // At 20 ms the newest frame is that of 16.667 ms.
    for moved in [10.0, 16.667] {
      let velocity = self.velocity(.motion, [(0, 0), (moved, 5)], at: 20) ?? 0
      #expect(abs(velocity - 5 / 0.016667) < 1e-9)
    }
    // A movement after a microsecond is seen a frame after the landing, not with it.
    #expect(velocity(.motion, [(0, 0), (0.001, 5)], at: 10) == 0)
    // The first frame after the movement is the newest, so the mean is since the landing.
    let velocity = self.velocity(.motion, [(0, 0), (300, 10)], at: 305) ?? 0
    #expect(abs(velocity - 10 / 0.300006) < 1e-9)
  }

  @Test func `has no velocity for a single movement or no time in a window`() {
    #expect(velocity(.libadwaita, [(0, 0), (10, 10)], at: 10) == 0)
    #expect(velocity(.libadwaita, [(0, 0), (10, 10), (20, 30)], at: 20) == 2000)
    #expect(velocity(.niri, [(0, 0), (10, 10)], at: 10) == 0)
    #expect(velocity(.niri, [(0, 0), (10, 10)], at: 15) == 2000)
  }

  /// The work of a movement is the change of velocity times the velocity; half of the first becomes motion.
  @Test func `adds up work in Android's impulse, with its sign`() {
    #expect(velocity(.impulse, [(0, 0)], at: 0) == 0)
    #expect(velocity(.impulse, [(0, 0), (10, 10)], at: 10) == 1000)
    #expect(velocity(.impulse, [(0, 0), (10, -10)], at: 10) == -1000)
    // 1000² + 2 (v − 1000) |v| for a second movement at v: ±500 000, and 1000² + 2 · 1000 · 2000.
    for (translation, square) in [(15.0, 500_000.0), (5, -500_000), (30, 5_000_000)] {
      let velocity = self.velocity(.impulse, [(0, 0), (10, 10), (20, translation)], at: 20) ?? 0
      let expected = square.magnitude.squareRoot() * (square < 0 ? -1 : 1)
      #expect(abs(velocity - expected) < 1e-6)
    }
    // From −500 000, a third movement at 1000 begins at −707.1: 2 (1000 + 707.1) 1000 more.
    let velocity = self.velocity(.impulse, [(0, 0), (10, 10), (20, 5), (30, 15)], at: 30) ?? 0
    #expect(abs(velocity - (1_500_000 + 2000 * 500_000.0.squareRoot()).squareRoot()) < 1e-6)
  }

  @Test func `is per event in Hyprland`() {
    #expect(velocity(.hyprland, [(0, 0)], at: 900) == 0)
    #expect(velocity(.hyprland, [(0, 0), (1, 10)], at: 900) == 10)
    #expect(velocity(.hyprland, [(0, 0), (1, 10), (100, -10)], at: 900) == 15)
  }
}
