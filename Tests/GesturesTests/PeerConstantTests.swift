import Gestures
import Quantities
import Testing

/// Each constant of other toolkits' rules, on both sides of its edge.
@Suite struct `A rule of another toolkit` {
  /// Places at milliseconds, and what a rule says at an instant.
  private func velocity(
    _ estimator: VelocityEstimator, _ places: [(Double, Double)], at now: Double
  ) -> Double? {
    var history = MotionHistory()
    for (time, way) in places {
      history.add(Vector(x: way, y: 0), at: VelocityTrace.timestamp(time))
    }
    return estimator.velocity(of: history, at: VelocityTrace.timestamp(now))?.x
  }

  /// A pace of 1 per millisecond, by steps.
  private func steady(_ steps: Int, of interval: Double) -> [(Double, Double)] {
    (0...steps).map { (Double($0) * interval, Double($0) * interval) }
  }

  @Test(arguments: [VelocityEstimator.android, .flutter, .impulse, .leastSquares1])
  func `looks back 100 ms`(estimator: VelocityEstimator) {
    // Places at -100 ms count, and at -101 ms they do not: a jump before them is seen or not.
    let rest = stride(from: 30.0, through: 100, by: 35).map { ($0, 0.0) }
    let inside = velocity(estimator, [(0, 50)] + rest, at: 100) ?? 0
    let outside = velocity(estimator, [(-1, 50)] + rest, at: 100) ?? 0
    #expect(inside != 0)
    #expect(outside == 0)
  }

  @Test(arguments: [VelocityEstimator.android, .flutter, .impulse, .leastSquares1])
  func `takes 40 ms of silence for a pause`(estimator: VelocityEstimator) {
    let places = steady(4, of: 10)
    #expect(abs((velocity(estimator, places, at: 80) ?? 0) - 1000) < 1e-6)
    #expect((velocity(estimator, places, at: 81) ?? 0) == 0)
    for silence in [40.0, 41] {
      let rest = (0..<3).map { (silence + Double($0), 0.0) }
      let told = velocity(estimator, [(0, 50)] + rest, at: silence + 2) ?? 0
      #expect((told == 0) == (silence == 41))
    }
  }

  @Test(arguments: [VelocityEstimator.android, .flutter, .impulse, .leastSquares1, .reactNative])
  func `looks at 20 places`(estimator: VelocityEstimator) {
    for places in [19, 20] {
      let rest = (1...places).map { (Double($0), 0.0) }
      let told = velocity(estimator, [(0, 50)] + rest, at: Double(places)) ?? 0
      #expect((told == 0) == (places == 20))
    }
  }

  @Test func `wants three places in Flutter and React Native, and two in Android`() {
    for (estimator, fewest) in [(VelocityEstimator.flutter, 3), (.reactNative, 3), (.android, 2)] {
      for count in 2...3 {
        let told = velocity(estimator, steady(count - 1, of: 8), at: 16) ?? 0
        #expect(abs(told - (count >= fewest ? 1000 : 0)) < 1e-6)
      }
    }
  }

  @Test func `looks back 300 ms in React Native`() {
    for (start, isSeen) in [(0.0, true), (-1, false)] {
      let rest = stride(from: 30.0, through: 300, by: 30).map { ($0, 0.0) }
      let told = velocity(.reactNative, [(start, 50)] + rest, at: 900) ?? 0
      #expect((told != 0) == isSeen)
    }
  }

  @Test func `looks back 150 ms in libadwaita, niri and GTK`() {
    // The movement ends at 0; the places after it are a rest.
    let places = [(-10.0, 0.0), (-5, 50), (0, 60), (50, 60), (100, 60)]
    #expect(velocity(.libadwaita, places, at: 145) == 10 / 0.105)
    #expect(velocity(.libadwaita, places, at: 146) == 0)
    #expect(velocity(.niri, places, at: 150) == 10 / 0.150)
    #expect(velocity(.niri, places, at: 151) == 0)
    #expect(velocity(.gtkScroll, places, at: 150) == 10 / 0.150)
    #expect(velocity(.gtkSwipe, places, at: 150) == 10 / 0.155)
    #expect(velocity(.gtkSwipe, places, at: 151) == 0)
  }

  @Test func `takes 32 ms of silence for a pause in use-gesture`() {
    #expect(velocity(.useGesture, [(0, 0), (8, -8)], at: 40) == 1000)
    #expect(velocity(.useGesture, [(0, 0), (8, -8)], at: 41) == 0)
  }

  @Test func `weighs the last three movements in Flutter's scroll views`() {
    // One movement at a time is 1000, the others rest.
    for (estimator, weights) in [
      (VelocityEstimator.flutterIOS, [0.6, 0.35, 0.05]), (.flutterMacOS, [0.15, 0.65, 0.2]),
    ] {
      for (index, weight) in weights.enumerated() {
        let ways = (0...3).map { (Double($0) * 8, $0 > index ? 8.0 : 0) }
        #expect(abs((velocity(estimator, ways, at: 24) ?? 0) - 1000 * weight) < 1e-9)
      }
      #expect(velocity(estimator, steady(3, of: 8), at: 64) != 0)
      #expect(velocity(estimator, steady(3, of: 8), at: 65) == 0)
    }
  }

  @Test func `looks at frames of 60 Hz in Motion, 100 ms back, and forgets a rest of 200 ms`() {
    // Frames are 16.667 ms apart: the seventh back is the first that is more than 100 ms older.
    let told = velocity(.motion, steady(30, of: 10), at: 300) ?? 0
    #expect(abs(told - 100 / 0.100002) < 1e-6)
    // A rest of twelve frames, 200.004 ms, is passed over; one of eleven is not.
    for (frames, isRest) in [(11.0, false), (12, true)] {
      let end = frames * 16.667
      let places = [(0.0, 0.0), (end - 17, 10), (end - 1, 26)]
      let told = velocity(.motion, places, at: end) ?? 0
      #expect(abs(told - (isRest ? 16 / 0.016667 : 26 / (end / 1000))) < 1e-6)
    }
  }

  @Test
  func `counts the place at a frame, and from the frame that a movement comes before, in Motion`() {
    // At 20 ms the newest frame is that of 16.667 ms.
    for moved in [10.0, 16.667] {
      let told = velocity(.motion, [(0, 0), (moved, 5)], at: 20) ?? 0
      #expect(abs(told - 5 / 0.016667) < 1e-9)
    }
    // A movement after a microsecond is seen a frame after the landing, not with it.
    #expect(velocity(.motion, [(0, 0), (0.001, 5)], at: 10) == 0)
    // The first frame that saw it is the newest: nothing is left but the time since the landing.
    let told = velocity(.motion, [(0, 0), (300, 10)], at: 305) ?? 0
    #expect(abs(told - 10 / 0.300006) < 1e-9)
  }

  @Test func `has no velocity of one movement, or of no time, in a window`() {
    #expect(velocity(.libadwaita, [(0, 0), (10, 10)], at: 10) == 0)
    #expect(velocity(.libadwaita, [(0, 0), (10, 10), (20, 30)], at: 20) == 2000)
    #expect(velocity(.niri, [(0, 0), (10, 10)], at: 10) == 0)
    #expect(velocity(.niri, [(0, 0), (10, 10)], at: 15) == 2000)
  }

  /// The work of a movement is the change of pace times the pace; of the first one, half becomes motion.
  @Test func `adds up work in Android's impulse, with its sign`() {
    #expect(velocity(.impulse, [(0, 0)], at: 0) == 0)
    #expect(velocity(.impulse, [(0, 0), (10, 10)], at: 10) == 1000)
    #expect(velocity(.impulse, [(0, 0), (10, -10)], at: 10) == -1000)
    // 1000² + 2 (v − 1000) |v| for a second movement at v: ±500 000, and 1000² + 2 · 1000 · 2000.
    for (way, square) in [(15.0, 500_000.0), (5, -500_000), (30, 5_000_000)] {
      let told = velocity(.impulse, [(0, 0), (10, 10), (20, way)], at: 20) ?? 0
      let expected = square.magnitude.squareRoot() * (square < 0 ? -1 : 1)
      #expect(abs(told - expected) < 1e-6)
    }
    // From −500 000, a third movement at 1000 begins at −707.1: 2 (1000 + 707.1) 1000 more.
    let told = velocity(.impulse, [(0, 0), (10, 10), (20, 5), (30, 15)], at: 30) ?? 0
    #expect(abs(told - (1_500_000 + 2000 * 500_000.0.squareRoot()).squareRoot()) < 1e-6)
  }

  @Test func `is per event in Hyprland`() {
    #expect(velocity(.hyprland, [(0, 0)], at: 900) == 0)
    #expect(velocity(.hyprland, [(0, 0), (1, 10)], at: 900) == 10)
    #expect(velocity(.hyprland, [(0, 0), (1, 10), (100, -10)], at: 900) == 15)
  }
}
