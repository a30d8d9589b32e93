import PantographAnimation
import PantographMotion
import Testing

@MainActor @Suite(.ownTimeline) struct `Keyframes of a block` {
  let timeline = Timeline.current
  let layer = Layer()

  /// Keyframes of the centre's x, each with its start and its duration.
  func write(_ keyframes: [(start: Double, duration: Double, x: Double)]) {
    for keyframe in keyframes {
      Layer.addKeyframe(
        withRelativeStartTime: keyframe.start, relativeDuration: keyframe.duration
      ) {
        layer.center.x = keyframe.x
      }
    }
  }

  /// The presentation values of the centre's x at seconds of the timeline.
  func xs(_ seconds: [Double]) -> [Double] {
    seconds.map {
      timeline.advance(to: $0)
      return layer.presentation.center.x
    }
  }

  func expect(_ seen: [Double], _ expected: [Double], tolerance: Double = 1e-9) {
    for (seen, expected) in zip(seen, expected) {
      #expect(abs(seen - expected) < tolerance, "\(seen) \(expected)")
    }
  }

  @Test func `follow one another, and the whole follows the curve`() {
    var ends: [Bool] = []
    Layer.animateKeyframes(withDuration: 2, options: .curveLinear) {
      write([(0, 0.25, 100), (0.5, 0.5, 40)])
    } completion: {
      ends.append($0)
    }
    // 100 within half a second, held until the second keyframe begins after one.
    expect(xs([0.25, 0.5, 0.75, 1, 1.5, 1.75]), [50, 100, 100, 100, 70, 55])
    timeline.advance(to: 2)
    #expect(ends == [true] && layer.center.x == 40 && !layer.$center.isAnimated)

    // Ease-in-out by default: half way at half the time, less before it.
    layer.center.x = 0
    Layer.animateKeyframes(withDuration: 1) { write([(0, 1, 100)]) }
    let eased = CubicCurve.easeInOut.value(at: 0.25)
    #expect(eased < 0.2)
    expect(xs([2.25, 2.5, 2.75]), [100 * eased, 50, 100 * (1 - eased)])
  }

  /// Start, duration, and what is then left of it; what is no number counts as 0.
  @Test(arguments: [(-0.5, 0.75, 0.25), (-0.25, 0.75, 0.5), (.nan, 0.5, 0.5), (0, 0.25, 0.25)])
  func `begin with the animation at the earliest`(start: Double, duration: Double, end: Double) {
    Layer.animateKeyframes(withDuration: 1, options: .curveLinear) {
      write([(start, duration, 30)])
    }
    expect(xs([0, end / 5, end / 2, end, 1]), [0, 6, 15, 30, 30])
  }

  @Test(arguments: [(0.25, Double.nan), (-.infinity, .infinity), (.infinity, .nan)])
  func `jump with an invalid duration`(start: Double, duration: Double) {
    Layer.animateKeyframes(withDuration: 1, options: .curveLinear) {
      write([(start, duration, 30)])
    }
    timeline.advance(to: 0.3)
    #expect([0, 30].contains(layer.presentation.center.x))
    timeline.advance(to: 2)
    #expect(layer.presentation.center.x == 30)
  }

  @Test func `run through their values on a smooth curve to the last`() {
    Layer.animateKeyframes(
      withDuration: 1, options: [.curveLinear, .calculationModeCubic]
    ) {
      write([(0, 0.25, 40), (0.25, 0.5, 10), (0.75, 0.25, 30)])
    }
    let track = KeyframeTrack([0, 40, 10, 30], keyTimes: [0, 0.25, 0.75, 1], mode: .cubic)
    let seconds = stride(from: 0.05, to: 1, by: 0.1).map(\.self)
    expect(xs(seconds), seconds.map(track.value(at:)))
  }

  @Test func `jump without a duration, and are held after the last`() {
    Layer.animateKeyframes(withDuration: 1, options: .curveLinear) {
      write([(0.25, 0, 10), (0.5, 0.25, 30)])
    }
    expect(xs([0.24, 0.26, 0.5, 0.625, 0.75, 0.9]), [0, 10, 10, 20, 30, 30])
  }

  @Test func `take over where they overlap, and are cut off at the end`() {
    // The last would take until 1.75 of the whole.
    Layer.animateKeyframes(withDuration: 1, options: .curveLinear) {
      write([(0, 0.25, -8), (0.25, 0.75, 8), (0.75, 1, 0)])
    }
    // From −8 at 0.25 two thirds of the distance to 8 at 0.75, and from there to 0 at 1.
    let taken = -8 + 16 * 2.0 / 3
    expect(
      xs([0.125, 0.25, 0.5, 0.75, 0.875, 0.999_999]), [-4, -8, -8 + 16 / 3.0, taken, taken / 2, 0],
      tolerance: 1e-4)
  }

  @Test func `follow their calculation mode`() {
    let keyframes = [(start: 0.0, duration: 0.5, x: 100.0), (0.5, 0.5, 150)]
    func seen(_ mode: AnimationOptions) -> [Double] {
      let begin = timeline.seconds
      layer.center.x = 0
      Layer.animateKeyframes(withDuration: 1, options: [.curveLinear, mode]) { write(keyframes) }
      let values = xs([0.2, 0.5, 0.6, 0.75].map { begin + $0 })
      timeline.advance(to: begin + 2)
      return values
    }
    expect(seen(.calculationModeLinear), [40, 100, 110, 125])
    // A keyframe's value is there at its end.
    expect(seen(.calculationModeDiscrete), [0, 100, 100, 100])
    // 150 in one second, ignoring the times.
    expect(seen(.calculationModePaced), [30, 75, 90, 112.5])
    // Hermite's cubic; the velocity in the middle is (150 − 0) / 1, at the ends that of the chords.
    func hermite(_ s: Double, _ a: Double, _ b: Double, _ va: Double, _ vb: Double) -> Double {
      let h = 0.5
      return a * (1 + 2 * s) * (1 - s) * (1 - s) + b * s * s * (3 - 2 * s)
        + h * va * s * (1 - s) * (1 - s) - h * vb * s * s * (1 - s)
    }
    expect(
      seen(.calculationModeCubic),
      [
        hermite(0.4, 0, 100, 200, 150), 100, hermite(0.2, 100, 150, 150, 100),
        hermite(0.5, 100, 150, 150, 100),
      ])
    // On a straight line the smooth curve at constant speed is linear.
    expect(seen(.calculationModeCubicPaced), [30, 75, 90, 112.5])
  }

  @Test func `are scrubbed, reversed and continued inside an animator`() throws {
    let animator = PropertyAnimator(duration: 2, curve: .easeIn) {
      Layer.animateKeyframes(withDuration: 0) { write([(0, 0.5, 100), (0.5, 0.5, 40)]) }
    }
    animator.fractionComplete = 0.25
    #expect(layer.presentation.center.x == 50)
    animator.fractionComplete = 0.75
    #expect(layer.presentation.center.x == 70)
    animator.isReversed = true
    try animator.continueAnimation(withTimingParameters: CubicCurve.linear, durationFactor: 0.75)
    // Through the first keyframe, which it reaches after 0.5 s, back to the start.
    expect(xs([0.25, 0.5, 1, 1.25]), [85, 100, 50, 25])
    timeline.advance(to: 2)
    #expect(layer.center.x == 0)
  }

  @Test func `have their own curve inside the animator's, if the options ask for it`() throws {
    let animator = PropertyAnimator(duration: 1, curve: .easeIn) {
      Layer.animateKeyframes(
        withDuration: 0, options: [.curveEaseOut, .overrideInheritedCurve]
      ) { write([(0, 1, 100)]) }
    }
    try animator.startAnimation()
    timeline.advance(to: 0.4)
    let outer = CubicCurve.easeIn.value(at: 0.4)
    #expect(abs(layer.presentation.center.x - 100 * CubicCurve.easeOut.value(at: outer)) < 1e-9)
  }

  @Test func `hold their ends where a spring overshoots`() throws {
    let spring = SpringTimingParameters(dampingRatio: 0.3)
    let animator = PropertyAnimator(duration: 1, timingParameters: spring)
    try animator.addAnimations { write([(0, 0.5, 60), (0.5, 0.5, 100)]) }
    try animator.startAnimation()
    var most = 0.0
    for step in 1..<100 {
      timeline.advance(to: Double(step) / 100)
      most = max(most, layer.presentation.center.x)
    }
    #expect(most == 100)
  }
}
