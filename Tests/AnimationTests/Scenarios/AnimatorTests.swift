import Glibc
import PantographAnimation
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

@MainActor @Suite(.ownTimeline) struct `B, the property animator` {
  let timeline = Timeline.current
  let view = Layer(frame: Rect(x: -25, y: -25, width: 50, height: 50))

  /// An animator that moves the view by 100 to the right.
  func mover(_ seconds: Double, _ curve: CubicCurve) -> PropertyAnimator {
    let view = view
    return PropertyAnimator(duration: seconds, curve: curve) { view.center.x += 100 }
  }

  var seen: Double { view.presentation.center.x }

  // MARK: B10 and B11

  @Test func `B10, pause and resume: paused for a second, it ends a second later`() throws {
    let view = view
    var ends: [(AnimatingPosition, Double)] = []
    let animator = PropertyAnimator.runningPropertyAnimator(
      withDuration: 2, delay: 0, options: .curveLinear
    ) {
      view.center.x += 100
    }
    animator.addCompletion { [timeline] in ends.append(($0, timeline.seconds)) }
    for tenth in 0...10 {
      timeline.advance(to: Double(tenth) / 10)
      #expect(near(seen, 5 * Double(tenth)))
    }
    try animator.pauseAnimation()
    #expect(animator.state == .active && !animator.isRunning)
    for seconds in [1, 1.4, 2] {
      timeline.advance(to: seconds)
      #expect(near(seen, 50) && near(animator.fractionComplete, 0.5))
    }
    try animator.startAnimation()
    #expect(near(seen, 50) && animator.isRunning)
    for tenth in 1..<10 {
      timeline.advance(to: 2 + Double(tenth) / 10)
      #expect(near(seen, 50 + 5 * Double(tenth)))
      #expect(near(animator.fractionComplete, 0.5 + Double(tenth) / 20))
    }
    #expect(ends.isEmpty)
    timeline.advance(to: 8)
    #expect(ends.map(\.0) == [.end] && ends.map(\.1) == [3])
    #expect(seen == 100 && animator.state == .inactive)
  }

  @Test(arguments: [1, 0.5])
  func `B11, stop for good: frozen where it was, without a completion`(seconds: Double) throws {
    let animator = mover(2, .linear)
    var ends: [AnimatingPosition] = []
    animator.addCompletion {
      ends.append($0)
      view.backgroundColor = .red
    }
    try animator.startAnimation()
    timeline.advance(to: seconds)
    try animator.stopAnimation(true)
    #expect(animator.state == .inactive && !animator.isRunning)
    #expect(near(seen, 50 * seconds) && view.center.x == seen)
    timeline.advance(to: 9)
    #expect(near(seen, 50 * seconds) && ends.isEmpty && view.backgroundColor == .clear)
    // It can be used again: the old completion is forgotten, a new one is called.
    try animator.addAnimations { view.center.x = 0 }
    animator.addCompletion { _ in view.alpha = 0.5 }
    try animator.startAnimation()
    timeline.advance(to: 10)
    #expect(near(seen, 25 * seconds))
    timeline.advance(to: 11)
    #expect(seen == 0 && ends.isEmpty && view.alpha == 0.5)
  }

  @Test(arguments: [(AnimatingPosition.start, 0.0), (.current, 50), (.end, 100)])
  func `B11, stop and finish: the value and the completion are at the position`(
    position: AnimatingPosition, value: Double
  ) throws {
    let animator = mover(2, .linear)
    try animator.addAnimations { view.alpha = 0.2 }
    var ends: [AnimatingPosition] = []
    animator.addCompletion {
      ends.append($0)
      view.backgroundColor = .red
    }
    try animator.startAnimation()
    timeline.advance(to: 1)
    try animator.stopAnimation(false)
    #expect(animator.state == .stopped && !animator.isRunning && ends.isEmpty)
    #expect(near(view.center.x, 50) && near(seen, 50) && near(view.alpha, 0.6))
    timeline.advance(to: 5)
    #expect(near(seen, 50) && animator.state == .stopped && ends.isEmpty)
    try animator.finishAnimation(at: position)
    #expect(animator.state == .inactive && ends == [position])
    #expect(near(view.center.x, value) && near(seen, value))
    #expect(near(view.alpha, 1 - 0.8 * value / 100) && near(view.presentation.alpha, view.alpha))
    #expect(view.backgroundColor == .red)
    timeline.advance(to: 9)
    #expect(ends == [position])
  }

  // MARK: B12 and B13

  @Test func `B12, slider: a frame, half a turn and two colours follow the fraction`() throws {
    let redView = Layer(frame: Rect(x: 0, y: 300, width: 100, height: 80))
    let blueView = Layer(frame: Rect(x: 200, y: 300, width: 60, height: 60))
    redView.backgroundColor = .red
    blueView.backgroundColor = Color(red: 0, green: 0.2, blue: 1, alpha: 0.5)
    let frame = Rect(x: 160 - 25, y: 500 - 100, width: 50, height: 50)
    let animator = PropertyAnimator(duration: 2, curve: .linear) {
      redView.frame = frame
      redView.transform = AffineTransform(rotationAngle: .pi)
      redView.backgroundColor = .blue
      blueView.frame = frame
      blueView.transform = redView.transform
      blueView.backgroundColor = .red
    }
    for fraction in [0, 0.1, 0.37, 0.5, 0.83, 1, 0.6, 0.25, 0] {
      animator.fractionComplete = fraction
      #expect(animator.state == .active && !animator.isRunning)
      #expect(near(animator.fractionComplete, fraction))
      let red = redView.presentation
      let blue = blueView.presentation
      // Centres from (50, 340) and (230, 330) to (160, 425); sizes from 100 × 80 and 60 × 60.
      #expect(near(red.center, Point(x: 50 + 110 * fraction, y: 340 + 85 * fraction)))
      #expect(near(blue.center, Point(x: 230 - 70 * fraction, y: 330 + 95 * fraction)))
      #expect(near(red.bounds.width, 100 - 50 * fraction))
      #expect(near(red.bounds.height, 80 - 30 * fraction))
      #expect(near(blue.bounds.width, 60 - 10 * fraction))
      // Clockwise: from −180° to no turn, which counts as 360°, of the additive difference.
      for transform in [red.transform, blue.transform] {
        #expect(near(transform.a, cos(.pi * fraction)) && near(transform.d, cos(.pi * fraction)))
        #expect(near(transform.b, sin(.pi * fraction)) && near(transform.c, -sin(.pi * fraction)))
      }
      #expect(near(red.backgroundColor.red, 1 - fraction))
      #expect(near(red.backgroundColor.blue, fraction) && red.backgroundColor.green == 0)
      #expect(near(blue.backgroundColor.red, fraction))
      #expect(near(blue.backgroundColor.green, 0.2 - 0.2 * fraction))
      #expect(near(blue.backgroundColor.blue, 1 - fraction))
      #expect(near(blue.backgroundColor.alpha, 0.5 + 0.5 * fraction))
      // Time alone moves nothing.
      timeline.advance(by: 1)
      #expect(redView.presentation == red && blueView.presentation == blue)
    }
  }

  @Test(arguments: [CubicCurve.linear, .easeIn, .easeInOut])
  func `B13, add mid-run: at 2 s of 4 s is the same as a delay factor of a half`(
    curve: CubicCurve
  ) throws {
    let other = Layer(frame: view.frame)
    let late = mover(4, curve)
    let early = PropertyAnimator(duration: 4, curve: curve) { other.center.x += 100 }
    var ends: [Double] = []
    for animator in [late, early] {
      animator.addCompletion { [timeline] _ in ends.append(timeline.seconds) }
    }
    try early.addAnimations(
      {
        other.backgroundColor = .red
        other.cornerRadius = 8
      }, delayFactor: 0.5)
    try late.startAnimation()
    try early.startAnimation()
    for step in 0..<40 {
      let seconds = Double(step) / 10
      timeline.advance(to: seconds)
      if step == 20 {
        try late.addAnimations {
          view.backgroundColor = .red
          view.cornerRadius = 8
        }
      }
      let rest = curve.value(at: (seconds - 2) / 2)
      for seen in [view.presentation, other.presentation] {
        #expect(near(seen.center.x, 100 * curve.value(at: seconds / 4)))
        #expect(near(seen.backgroundColor.red, rest) && near(seen.backgroundColor.alpha, rest))
        #expect(near(seen.cornerRadius, 8 * rest))
      }
    }
    timeline.advance(to: 5)
    #expect(ends == [4, 4])
    #expect(view.presentation == other.presentation && view.backgroundColor == .red)
  }

  // MARK: B14

  @Test(arguments: [nil, 0.1])
  func `B14, change curve: linear at first, then a spring, without a jump`(
    factor: Double?
  ) throws {
    let animator = mover(2, .linear)
    var ends: [(AnimatingPosition, Double)] = []
    animator.addCompletion { [timeline] in ends.append(($0, timeline.seconds)) }
    try animator.startAnimation()
    timeline.advance(to: 1)
    try animator.pauseAnimation()
    #expect(near(animator.fractionComplete, 0.5) && near(seen, 50))
    let timing = SpringTimingParameters(dampingRatio: 0.2)
    try animator.continueAnimation(
      withTimingParameters: timing, durationFactor: factor ?? animator.fractionComplete)
    #expect(near(seen, 50) && animator.isRunning)
    // The factor is one of the first duration, not of what is left.
    let seconds = 2 * (factor ?? 0.5)
    let spring = TextbookSpring(settlingIn: seconds, ratio: 0.2)
    var highest = 0.0
    for step in 1..<100 {
      let elapsed = seconds * Double(step) / 100
      timeline.advance(to: 1 + elapsed)
      #expect(near(seen, 50 + 50 * spring.travelled(elapsed), 1e-8))
      highest = max(highest, seen)
    }
    #expect(highest > 110 && ends.isEmpty)
    timeline.advance(to: 5)
    #expect(ends.map(\.0) == [.end] && near(ends.first?.1 ?? 0, 1 + seconds))
    #expect(seen == 100)
  }

  // MARK: B15

  @Test func `B15, same property twice: additive kinds add up, and the later target wins`() throws {
    // Seed 003: 1.0 s linear to a scale of 1.5, and at once another block to 0.5.
    let animator = PropertyAnimator.runningPropertyAnimator(
      withDuration: 1, options: .curveLinear
    ) {
      view.transform = AffineTransform(scaleX: 1.5, y: 1.5)
    }
    timeline.advance(to: 0.2)
    try animator.addAnimations { view.transform = AffineTransform(scaleX: 0.5, y: 0.5) }
    #expect(view.transform.a == 0.5)
    for step in 20..<100 {
      let seconds = Double(step) / 100
      timeline.advance(to: seconds)
      let first = -0.5 * (1 - seconds)
      let second = 1.0 * (1 - (seconds - 0.2) / 0.8)
      #expect(near(view.presentation.transform.a, 0.5 + first + second))
    }
    timeline.advance(to: 1)
    #expect(view.presentation.transform == AffineTransform(scaleX: 0.5, y: 0.5))
  }

  @Test func `B15, same property twice: of two colours the later wins, without a jump`() throws {
    view.backgroundColor = .blue
    let animator = PropertyAnimator.runningPropertyAnimator(
      withDuration: 1, options: .curveLinear
    ) {
      view.backgroundColor = .red
    }
    try animator.addAnimations { view.backgroundColor = .yellow }
    #expect(view.presentation.backgroundColor == .blue && view.backgroundColor == .yellow)
    for step in 0..<20 {
      let share = Double(step) / 20
      timeline.advance(to: share)
      let seen = view.presentation.backgroundColor
      // The first is (share, 0, 1 − share), and what the second has taken over is the share of it.
      #expect(near(seen.red, share + (1 - share) * share))
      #expect(near(seen.green, share) && near(seen.blue, (1 - share) * (1 - share)))
      #expect(seen.alpha == 1)
    }
    timeline.advance(to: 1)
    #expect(view.presentation.backgroundColor == .yellow)
  }

  @Test func `B15, same property twice: two blocks that begin together are linear`() throws {
    view.alpha = 0.2
    let animator = PropertyAnimator(duration: 1, curve: .easeIn) { view.alpha = 1 }
    try animator.addAnimations { view.alpha = 0.6 }
    try animator.startAnimation()
    for step in 0..<20 {
      timeline.advance(to: Double(step) / 20)
      let share = CubicCurve.easeIn.value(at: Double(step) / 20)
      #expect(near(view.presentation.alpha, 0.2 + 0.4 * share))
    }
    try animator.stopAnimation(false)
    try animator.finishAnimation(at: .start)
    #expect(near(view.alpha, 0.2))
  }

  @Test func `B15, two animators at once: additive kinds add up, each ends by itself`() throws {
    let first = mover(2, .linear)
    let second = PropertyAnimator(duration: 1, curve: .easeOut) { view.center.x = 40 }
    var ends: [(String, AnimatingPosition, Double)] = []
    first.addCompletion { [timeline] in ends.append(("first", $0, timeline.seconds)) }
    second.addCompletion { [timeline] in ends.append(("second", $0, timeline.seconds)) }
    try first.startAnimation()
    timeline.advance(to: 0.5)
    try second.startAnimation()
    for step in 50..<200 {
      let seconds = Double(step) / 100
      timeline.advance(to: seconds)
      let left = -100 * (1 - seconds / 2)
      let right = 60 * (1 - CubicCurve.easeOut.value(at: seconds - 0.5))
      #expect(near(seen, 40 + left + right))
    }
    timeline.advance(to: 3)
    #expect(ends.map(\.0) == ["second", "first"] && ends.map(\.1) == [.end, .end])
    #expect(ends.map(\.2) == [1.5, 2] && seen == 40)
  }

  @Test func `B15, two animators at once: one is stopped, and the other continues`() throws {
    let first = mover(2, .linear)
    let second = PropertyAnimator(duration: 2, curve: .linear) { view.center.x = 40 }
    try first.startAnimation()
    try second.startAnimation()
    timeline.advance(to: 0.5)
    // 40 − 100 · 0.75 + 60 · 0.75
    #expect(near(seen, 10))
    try first.stopAnimation(false)
    #expect(near(seen, 10))
    timeline.advance(to: 1)
    // The first has stopped at 25 of its 100; the second has covered half of its −60.
    #expect(near(seen, 25 - 30))
    try first.finishAnimation(at: .end)
    #expect(near(seen, 100 - 30))
    timeline.advance(to: 2)
    #expect(near(seen, 40) && near(view.center.x, 40))
  }

  @Test func `B15, takeover: a replacing animation starts from the presentation value`() throws {
    let first = PropertyAnimator(duration: 2, curve: .linear) { view.alpha = 0 }
    let second = PropertyAnimator(duration: 1, curve: .easeIn) { view.alpha = 1 }
    var ends: [(String, AnimatingPosition, Double)] = []
    first.addCompletion { [timeline] in ends.append(("first", $0, timeline.seconds)) }
    second.addCompletion { [timeline] in ends.append(("second", $0, timeline.seconds)) }
    try first.startAnimation()
    timeline.advance(to: 1.5)
    #expect(near(view.presentation.alpha, 0.25))
    try second.startAnimation()
    for step in 0..<100 {
      timeline.advance(to: 1.5 + Double(step) / 100)
      let share = CubicCurve.easeIn.value(at: Double(step) / 100)
      #expect(near(view.presentation.alpha, 0.25 + 0.75 * share))
    }
    timeline.advance(to: 3)
    #expect(ends.map(\.0) == ["first", "second"] && ends.map(\.1) == [.end, .end])
    #expect(ends.map(\.2) == [2, 2.5] && view.presentation.alpha == 1)
  }

  @Test func `B15, additive reversal: a block back to the start is smooth and ends at the end`()
    throws
  {
    let curve = CubicCurve.easeInOut
    let animator = mover(2, curve)
    var ends: [AnimatingPosition] = []
    animator.addCompletion { ends.append($0) }
    try animator.startAnimation()
    timeline.advance(to: 1)
    try animator.addAnimations { view.center.x = 0 }
    var last = seen
    #expect(near(last, 50))
    for step in 0..<100 {
      let seconds = 1 + Double(step) / 100
      timeline.advance(to: seconds)
      let back = 100 * (1 - curve.value(at: seconds - 1))
      #expect(near(seen, -100 * (1 - curve.value(at: seconds / 2)) + back))
      #expect(abs(seen - last) < 2)
      last = seen
    }
    timeline.advance(to: 2)
    #expect(ends == [.end] && seen == 0)
  }

  @Test func `B15, additive reversal: a scale that is reversed early does not flip`() throws {
    // The first block alone would start at 0.5 − 1.5; the second adds 1.5 again.
    view.transform = AffineTransform(scaleX: 0.5, y: 0.5)
    let animator = PropertyAnimator(duration: 2, curve: .linear) {
      view.transform = AffineTransform(scaleX: 2, y: 2)
    }
    try animator.startAnimation()
    timeline.advance(to: 0.2)
    #expect(near(view.presentation.transform.a, 0.65))
    try animator.addAnimations { view.transform = AffineTransform(scaleX: 0.5, y: 0.5) }
    for step in 2..<20 {
      let seconds = Double(step) / 10
      timeline.advance(to: seconds)
      let first = -1.5 * (1 - seconds / 2)
      let second = 1.5 * (1 - (seconds - 0.2) / 1.8)
      #expect(near(view.presentation.transform.a, 0.5 + first + second))
      #expect(near(view.presentation.transform.d, 0.5 + first + second))
    }
    try animator.stopAnimation(false)
    #expect(near(view.transform.a, 0.5 - 0.075 + 1.5 * 0.1 / 1.8))
    try animator.finishAnimation(at: .start)
    #expect(near(view.transform.a, 0.5) && near(view.transform.b, 0))
  }

  @Test func `B15, two animators at once: a scale does not flip when one of them is stopped`()
    throws
  {
    let first = PropertyAnimator(duration: 2, curve: .linear) {
      view.transform = AffineTransform(scaleX: 3, y: 3)
    }
    let second = PropertyAnimator(duration: 2, curve: .linear) { view.transform = .identity }
    try first.startAnimation()
    try second.startAnimation()
    timeline.advance(to: 0.5)
    #expect(near(view.presentation.transform.a, 1))
    try first.stopAnimation(false)
    // The second still adds more than the scale that the first has left: −0.5 + 1.5.
    #expect(near(view.presentation.transform.a, 1))
  }

  // MARK: B16

  @Test func `B16, completion on hold: it stays at its end, goes back, and returns`() throws {
    let animator = mover(1, .easeIn)
    var ends: [AnimatingPosition] = []
    var changes: [PropertyAnimator.Change] = []
    animator.addCompletion { ends.append($0) }
    animator.observe { changes.append($0) }
    animator.pausesOnCompletion = true
    try animator.startAnimation()
    timeline.advance(to: 2)
    #expect(animator.state == .active && !animator.isRunning && ends.isEmpty)
    #expect(animator.fractionComplete == 1 && seen == 100)
    #expect(changes == [.state(.active), .isRunning(true), .isRunning(false)])
    // Back, on the same curve in the other direction.
    animator.isReversed = true
    #expect(animator.fractionComplete == 0 && seen == 100)
    try animator.startAnimation()
    for step in 0..<10 {
      timeline.advance(to: 2 + Double(step) / 10)
      #expect(near(seen, 100 * CubicCurve.easeIn.value(at: 1 - Double(step) / 10)))
    }
    timeline.advance(to: 4)
    #expect(animator.state == .active && !animator.isRunning && ends.isEmpty && seen == 0)
    #expect(animator.fractionComplete == 1)
    // And there again, now to the end for good.
    animator.isReversed = false
    try animator.startAnimation()
    timeline.advance(to: 4.5)
    #expect(near(seen, 100 * CubicCurve.easeIn.value(at: 0.5)))
    timeline.advance(to: 6)
    #expect(ends.isEmpty && seen == 100)
    try animator.stopAnimation(false)
    #expect(ends.isEmpty && animator.state == .stopped)
    try animator.finishAnimation(at: .end)
    #expect(ends == [.end] && seen == 100 && animator.state == .inactive)
  }

  // MARK: B17

  /// A strong ease-out: with both x at 0 the time is s³, and a tenth of it covers half the distance.
  static let exaggerated: CubicCurve = {
    let s = cbrt(0.1)
    let rest = 0.5 - 3 * (1 - s) * s * s - s * s * s
    return CubicCurve(0, rest / (3 * (1 - s) * (1 - s) * s), 0, 1)
  }()

  @Test func `B17, scrub and continue: half of a strong ease-out leaves 1.8 s of 2 s`() throws {
    let curve = Self.exaggerated
    let animator = mover(2, curve)
    var ends: [Double] = []
    animator.addCompletion { [timeline] _ in ends.append(timeline.seconds) }
    #expect(animator.scrubsLinearly)
    animator.fractionComplete = 0.5
    #expect(near(seen, 50))
    timeline.advance(to: 1)
    try animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    #expect(near(seen, 50) && near(animator.fractionComplete, 0.1))
    for step in 0..<90 {
      let elapsed = Double(step) / 50
      timeline.advance(to: 1 + elapsed)
      #expect(near(animator.fractionComplete, 0.1 + elapsed / 2))
      #expect(near(seen, 100 * curve.value(at: 0.1 + elapsed / 2), 1e-8))
    }
    timeline.advance(to: 9)
    #expect(ends.count == 1 && near(ends.first ?? 0, 2.8, 2e-6) && seen == 100)
  }

  @Test func `B17, pause: the fraction becomes the progress, and nothing moves`() throws {
    let animator = mover(2, .easeIn)
    try animator.startAnimation()
    timeline.advance(to: 1)
    let progress = CubicCurve.easeIn.value(at: 0.5)
    #expect(near(animator.fractionComplete, 0.5) && near(seen, 100 * progress))
    try animator.pauseAnimation()
    #expect(near(animator.fractionComplete, progress) && near(seen, 100 * progress))
    for fraction in [0.2, 0.9, 0.4] {
      animator.fractionComplete = fraction
      #expect(near(seen, 100 * fraction))
    }
    // With a factor the rest takes that much of the first duration.
    let entry = try #require(CubicCurve.easeIn.fraction(ofValue: 0.4))
    try animator.continueAnimation(withTimingParameters: nil, durationFactor: 2)
    for tenth in 0..<40 {
      let share = Double(tenth) / 40
      timeline.advance(to: 1 + 4 * share)
      #expect(near(seen, 100 * CubicCurve.easeIn.value(at: entry + (1 - entry) * share), 1e-8))
    }
    timeline.advance(to: 5)
    #expect(animator.state == .inactive && seen == 100)
  }

  @Test func `B17, scrubbing in time: it keeps its pacing`() throws {
    let curve = Self.exaggerated
    let animator = mover(2, curve)
    animator.scrubsLinearly = false
    var ends: [Double] = []
    animator.addCompletion { [timeline] _ in ends.append(timeline.seconds) }
    try animator.startAnimation()
    timeline.advance(to: 0.5)
    try animator.pauseAnimation()
    #expect(near(animator.fractionComplete, 0.25) && near(seen, 100 * curve.value(at: 0.25)))
    for fraction in [0, 0.1, 0.8, 0.6] {
      animator.fractionComplete = fraction
      #expect(near(animator.fractionComplete, fraction))
      #expect(near(seen, 100 * curve.value(at: fraction)))
    }
    timeline.advance(to: 1)
    try animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
    for step in 0..<8 {
      let elapsed = Double(step) / 10
      timeline.advance(to: 1 + elapsed)
      #expect(near(seen, 100 * curve.value(at: 0.6 + elapsed / 2)))
    }
    timeline.advance(to: 9)
    #expect(ends == [1.8] && seen == 100)
  }

  // MARK: B18

  @Test func `B18, not interruptible: pause and stop are refused, and it runs to its end`() throws {
    let animator = mover(2, .linear)
    var ends: [(AnimatingPosition, Double)] = []
    animator.addCompletion { [timeline] in ends.append(($0, timeline.seconds)) }
    try animator.setInterruptible(false)
    try animator.startAnimation()
    timeline.advance(to: 0.5)
    #expect(throws: AnimatorError(.pauseAnimation, .uninterruptible)) {
      try animator.pauseAnimation()
    }
    for withoutFinishing in [false, true] {
      #expect(throws: AnimatorError(.stopAnimation, .uninterruptible)) {
        try animator.stopAnimation(withoutFinishing)
      }
    }
    #expect(throws: AnimatorError(.setInterruptible, .running)) {
      try animator.setInterruptible(true)
    }
    animator.fractionComplete = 0.9
    for step in 5..<20 {
      timeline.advance(to: Double(step) / 10)
      #expect(animator.isRunning && near(seen, 5 * Double(step)))
    }
    timeline.advance(to: 3)
    #expect(ends.map(\.0) == [.end] && ends.map(\.1) == [2] && seen == 100)
    try animator.setInterruptible(true)
    #expect(animator.isInterruptible)
  }

  @Test func `B18, not interruptible: it keeps its blocks if it is paused before it starts`() throws
  {
    let animator = mover(2, .linear)
    try animator.setInterruptible(false)
    #expect(throws: AnimatorError(.pauseAnimation, .uninterruptible)) {
      try animator.pauseAnimation()
    }
    animator.fractionComplete = 0.5
    #expect(animator.state == .inactive && animator.fractionComplete == 0 && seen == 0)
    #expect(view.center.x == 0)
    try animator.setInterruptible(true)
    animator.fractionComplete = 0.5
    #expect(animator.state == .active && seen == 50)
  }

  @Test func `runs without blocks when it is started again after it was stopped`() throws {
    let animator = mover(2, .linear)
    var ends = 0
    try animator.startAnimation()
    timeline.advance(to: 0.5)
    try animator.stopAnimation(true)
    animator.addCompletion { _ in ends += 1 }
    try animator.startAnimation()
    timeline.advance(to: 1.5)
    #expect(animator.isRunning && seen == 25)
    timeline.advance(to: 2.5)
    #expect(!animator.isRunning && seen == 25 && ends == 1)
  }
}
