import PantographAnimation
import PantographBase
import PantographMotion
import Testing

@MainActor @Suite(.ownTimeline) struct `A block inside an animator` {
  let timeline = Timeline.current
  let view = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 60))

  /// Delay and own duration, and when it then moves in an animation of 4 s, which it can't outlast.
  nonisolated static let times: [(delay: Double, duration: Double?, begin: Double, end: Double)] = [
    (1, 1, 1, 2), (1, nil, 1, 4), (0, 2, 0, 2), (3.5, 1, 3.5, 4), (0.5, 3, 0.5, 3.5),
    (2, 0.5, 2, 2.5),
  ]

  @Test(arguments: times)
  func `runs for its own seconds of the animator's`(
    delay: Double, duration: Double?, begin: Double, end: Double
  ) throws {
    let animator = PropertyAnimator(duration: 4, curve: .linear) {
      Layer.animate(
        withDuration: duration ?? 9, delay: delay,
        options: duration == nil ? [] : .overrideInheritedDuration
      ) { view.center.x += 100 }
    }
    try animator.startAnimation()
    for step in 0...40 {
      let seconds = Double(step) / 10
      timeline.advance(to: seconds)
      // Where it takes no time at all any more it is at its end.
      let share = min(max((seconds - begin) / (end - begin), 0), 1)
      #expect(near(view.presentation.center.x, 50 + 100 * share), "at \(seconds)")
    }
  }

  @Test(arguments: [0.0, 5])
  func `has a spring for its own seconds`(thrown: Double) throws {
    let animator = PropertyAnimator(duration: 4, curve: .linear) {
      Layer.animate(
        withDuration: 1.5, delay: 2, usingSpringWithDamping: 0.5, initialSpringVelocity: thrown,
        options: [.overrideInheritedDuration, .overrideInheritedCurve]
      ) { view.center.x += 100 }
    }
    try animator.startAnimation()
    var spring = TextbookSpring(settlingIn: 1.5, ratio: 0.5)
    if thrown != 0 {
      spring.frequency = Spring(settlingIn: 1.5, dampingRatio: 0.5, velocity: thrown).frequency
    }
    for step in 0..<15 {
      let seconds = Double(step) / 10
      timeline.advance(to: 2 + seconds)
      let share = spring.travelled(seconds, thrown: thrown)
      #expect(near(view.presentation.center.x, 50 + 100 * share, 1e-6))
    }
    timeline.advance(to: 3.5)
    #expect(view.presentation.center.x == 150)
  }

  @Test(arguments: [-3.0, 5, 20])
  func `has its initial velocity as it would by itself`(velocity: Double) throws {
    let other = Layer(frame: view.frame)
    func move(_ layer: Layer) {
      Layer.animate(
        withDuration: 1.5, usingSpringWithDamping: 0.5, initialSpringVelocity: velocity,
        options: [.overrideInheritedDuration, .overrideInheritedCurve]
      ) { layer.center.x += 100 }
    }
    let animator = PropertyAnimator(duration: 4, curve: .linear) { move(view) }
    try animator.startAnimation()
    move(other)
    for step in 0...20 {
      timeline.advance(to: Double(step) / 10)
      #expect(near(view.presentation.center.x, other.presentation.center.x))
    }
  }

  @Test func `is over at once in an animator that takes no time`() throws {
    let animator = PropertyAnimator(duration: 0, curve: .linear) {
      Layer.animate(withDuration: 1, delay: 1, options: .overrideInheritedDuration) {
        view.center.x += 100
      }
    }
    try animator.startAnimation()
    timeline.advance(to: 0.1)
    #expect(view.presentation.center.x == 150)
  }

  @Test func `takes the shorter of two nested durations`() throws {
    let animator = PropertyAnimator(duration: 4, curve: .linear) {
      Layer.animate(withDuration: 2, delay: 1, options: .overrideInheritedDuration) {
        Layer.animate(withDuration: 9, delay: 0.5) { view.center.x += 100 }
      }
    }
    try animator.startAnimation()
    // The inner one begins half a second after the outer one's second, and ends with it at 3 s.
    for (seconds, share) in [(1.5, 0.0), (2.25, 0.5), (3, 1), (4, 1)] {
      timeline.advance(to: seconds)
      #expect(near(view.presentation.center.x, 50 + 100 * share))
    }
  }

  @Test func `ends with the animator if it would begin after it`() throws {
    let animator = PropertyAnimator(duration: 4, curve: .linear) {
      Layer.animate(withDuration: 1, delay: 5, options: .overrideInheritedDuration) {
        view.center.x += 100
      }
    }
    try animator.startAnimation()
    for (seconds, x) in [(2.0, 50.0), (3.999, 50), (4, 150), (6, 150)] {
      timeline.advance(to: seconds)
      #expect(view.presentation.center.x == x)
    }
  }

  @Test(arguments: [-1, .nan, .infinity])
  func `ignores an invalid delay`(delay: Double) {
    Layer.animate(withDuration: 2, delay: delay, options: .curveLinear) { view.center.x += 100 }
    for (seconds, x) in [(0.0, 50.0), (0.5, 75), (1, 100), (2, 150)] {
      timeline.advance(to: seconds)
      #expect(near(view.presentation.center.x, x))
    }
  }

  @Test(arguments: [-1, 0, .nan, .infinity])
  func `ignores an invalid duration`(duration: Double) {
    var ends: [Double] = []
    Layer.animate(withDuration: duration) {
      view.center.x += 100
    } completion: { [timeline] isFinished in
      if isFinished { ends.append(timeline.seconds) }
    }
    timeline.advance(to: 0.001)
    #expect(view.presentation.center.x == 150)
    #expect(ends == [0])
  }
}
