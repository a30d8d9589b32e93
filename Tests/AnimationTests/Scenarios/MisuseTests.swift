import PantographAnimation
import PantographMotion
import Testing

/// Unexpected uses; each was found in practice.
@MainActor @Suite(.ownTimeline) struct `An unexpected use` {
  let timeline = Timeline.current
  let layer = Layer()
  let other = Layer()

  @MainActor final class Log {
    var positions: [AnimatingPosition] = []
    var changes: [PropertyAnimator.Change] = []
    var finished: [Bool] = []
    var count = 0
  }
  let log = Log()

  private func mover(_ duration: Double = 1, to x: Double = 100) -> PropertyAnimator {
    PropertyAnimator(duration: duration, curve: .linear) { layer.center.x = x }
  }

  private var x: Double { layer.presentation.center.x }

  // MARK: Ends at odd moments

  @Test func `may end an animator inside its own block`() throws {
    for delay in [0, 0.5] {
      let animator = PropertyAnimator(duration: 1, curve: .linear)
      try animator.addAnimations(
        {
          try? animator.stopAnimation(true)
          layer.alpha = 0.5
          layer.center = Point(x: 7, y: 7)
        }, delayFactor: delay)
      try animator.startAnimation()
      timeline.advance(by: 0.7)
      #expect(layer.presentation.alpha == 0.5 && layer.presentation.center == Point(x: 7, y: 7))
      #expect(!layer.$alpha.isAnimated && animator.state == .inactive)
      layer.alpha = 1
      layer.center = .zero
    }
  }

  @Test func `may advance time inside a block`() throws {
    let animator = PropertyAnimator(duration: 1, curve: .linear)
    try animator.addAnimations(
      {
        timeline.advance(by: 2)
        layer.alpha = 0
      }, delayFactor: 0.5)
    try animator.startAnimation()
    #expect(layer.presentation.alpha == 0)
    timeline.advance(by: 0)
    #expect(!layer.$alpha.isAnimated && animator.state == .inactive)
  }

  @Test func `may finish an animator that another one has taken over from`() throws {
    let first = mover()
    try first.startAnimation()
    timeline.advance(to: 0.5)
    try first.stopAnimation(false)
    #expect(layer.center.x == 50)
    let second = PropertyAnimator(duration: 1, curve: .linear) {
      Layer.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { layer.center.x = 200 }
    }
    try second.startAnimation()
    timeline.advance(to: 1)
    #expect(x == 125)
    try first.finishAnimation(at: .end)
    #expect(x == 125)
    try second.pauseAnimation()
    try second.stopAnimation(true)
    #expect(x == 125 && layer.center.x == 125)
  }

  @Test func `may stop two of three animators that add up`() throws {
    let animators = [100.0, 150, 250].map { mover(to: $0) }
    for animator in animators { try animator.startAnimation() }
    timeline.advance(to: 0.5)
    #expect(x == 125)
    try animators[0].stopAnimation(false)
    try animators[1].stopAnimation(false)
    #expect(x == 125)
    timeline.advance(to: 0.75)
    // The third one's 100 goes on; what was left of the others stays: 50 and 25 short of their ends.
    #expect(x == 250 - 25 - 50 - 25)
    try animators[1].finishAnimation(at: .end)
    #expect(x == 250 - 25 - 50)
    try animators[0].finishAnimation(at: .end)
    timeline.advance(to: 1)
    #expect(layer.center.x == 250 && x == 250)
  }

  // MARK: Beyond an end

  @Test func `may add to an animator that a spring has carried beyond its end`() throws {
    let animator = PropertyAnimator(duration: 1, dampingRatio: 0.3) { layer.center.x = 100 }
    try animator.addAnimations({ other.alpha = 0 }, delayFactor: 0.5)
    try animator.startAnimation()
    timeline.advance(to: 0.14)
    try animator.pauseAnimation()
    let beyond = x
    #expect(beyond > 120 && other.presentation.alpha == 1)
    try animator.addAnimations { other.center.x = 100 }
    #expect(other.presentation.center.x == 0 && x == beyond)

    try animator.continueAnimation(withTimingParameters: CubicCurve.linear, durationFactor: 0.86)
    timeline.advance(to: 0.5)
    // The late block still waits until half of the whole time; the one just added is under way.
    #expect(other.presentation.alpha == 1)
    #expect(abs(other.presentation.center.x - 100 * 0.36 / 0.86) < 1e-6)
    timeline.advance(to: 0.75)
    #expect(abs(other.presentation.alpha - 0.5) < 1e-6)
    timeline.advance(to: 1.000_001)
    #expect(other.alpha == 0 && animator.state == .inactive)
  }

  @Test func `may scrub back from beyond an end`() throws {
    let animator = PropertyAnimator(duration: 1, dampingRatio: 0.3) { layer.center.x = 100 }
    try animator.addAnimations({ other.center.x = 100 }, delayFactor: 0.5)
    try animator.startAnimation()
    timeline.advance(to: 0.14)
    try animator.pauseAnimation()
    animator.fractionComplete = 0.75
    #expect(abs(x - 75) < 1e-9 && abs(other.presentation.center.x - 50) < 1e-9)
    animator.fractionComplete = 0.25
    #expect(abs(x - 25) < 1e-9 && other.presentation.center.x == 0)
  }

  @Test func `may give a velocity to an animator with later parts`() throws {
    let animator = mover()
    try animator.addAnimations({ other.center.x = 100 }, delayFactor: 0.5)
    animator.fractionComplete = 0.75
    try animator.continueAnimation(durationFactor: 1, velocity: .perSecond(2))
    // During scrubbing the late one moves twice as far, so that it is twice as fast.
    timeline.advance(to: 0.001)
    #expect(abs((x - 75) / 0.1 - 2) < 0.02)
    #expect(abs((other.presentation.center.x - 50) / 0.1 - 4) < 0.04)
  }

  // MARK: The delay

  @Test func `may pause or reverse an animator during its delay`() throws {
    let held = mover()
    try held.startAnimation(afterDelay: 1)
    timeline.advance(to: 0.4)
    try held.pauseAnimation()
    timeline.advance(to: 5)
    #expect(x == 0)
    try held.startAnimation()
    timeline.advance(to: 5.6)
    #expect(x == 0)
    timeline.advance(to: 6.1)
    #expect(abs(x - 50) < 1e-9)
    try held.stopAnimation(true)

    layer.center.x = 0
    let turned = mover()
    try turned.startAnimation(afterDelay: 1)
    turned.isReversed = true
    turned.isReversed = false
    timeline.advance(by: 1)
    #expect(x == 0)
    timeline.advance(by: 0.25)
    #expect(abs(x - 25) < 1e-9)
  }

  // MARK: Callbacks

  @Test func `may stop an animator when it is seen to begin`() throws {
    let animator = mover()
    animator.observe { [log, unowned animator] change in
      log.changes.append(change)
      if change == .state(.active) { try? animator.stopAnimation(true) }
    }
    try animator.startAnimation()
    #expect(log.changes.first == .state(.active) && log.changes.last != .isRunning(true))
    #expect(animator.state == .inactive && !animator.isRunning)
  }

  @Test func `may restart an animator when it is seen to end`() throws {
    let animator = mover(0.5)
    animator.addCompletion { [log] in log.positions.append($0) }
    let end = animator.observe { [log, unowned animator, layer] change in
      guard change == .state(.inactive), log.count == 0 else { return }
      log.count += 1
      animator.addCompletion { [log] _ in log.finished.append(true) }
      try? animator.addAnimations { layer.center.x = 0 }
      try? animator.startAnimation()
    }
    try animator.startAnimation()
    timeline.advance(to: 0.5)
    #expect(log.positions == [.end] && log.finished.isEmpty && animator.isRunning)
    timeline.advance(to: 1)
    #expect(log.positions == [.end] && log.finished == [true])
    // And may stop listening.
    end()
    log.count = 0
    try animator.startAnimation()
    timeline.advance(to: 2)
    #expect(log.count == 0)
  }

  // MARK: Many, and at once

  @Test func `may chain animations without end in one step`() {
    @MainActor func go() {
      Layer.animate(withDuration: 0.01) {
        layer.alpha = 1.5 - layer.alpha
      } completion: { [log] _ in
        log.count += 1
        go()
      }
    }
    go()
    timeline.advance(to: 150)
    #expect(log.count == 15_000)
  }

  @Test func `may advance time while time advances`() throws {
    let late = mover(5)
    try late.startAnimation()
    Layer.animate(withDuration: 1) {
      layer.alpha = 0
    } completion: { [log, timeline, other] _ in
      timeline.advance(by: 2)
      Layer.animate(withDuration: 1) {
        other.alpha = 0
      } completion: { [log, timeline] _ in
        log.count = Int(timeline.seconds)
      }
    }
    timeline.advance(to: 2)
    // Three seconds have passed, and time does not run back.
    #expect(timeline.seconds == 3 && log.count == 0)
    timeline.advance(to: 6)
    #expect(log.count == 4 && late.state == .inactive)
  }

  @Test func `may restart over and over without taking time`() {
    @MainActor func go() {
      Layer.animate(withDuration: 0) {
      } completion: { [log] _ in
        log.count += 1
        go()
      }
    }
    go()
    Layer.animate(withDuration: 0.5) {
      layer.alpha = 0
    } completion: { [log] in
      log.finished.append($0)
    }
    timeline.advance(to: 1)
    #expect(log.finished == [true] && log.count > 100)
  }

  @Test func `may end thousands at one instant, in the order in which they began`() {
    let layers = (0..<3000).map { _ in Layer() }
    var order: [Int] = []
    for (index, layer) in layers.enumerated() {
      Layer.animate(withDuration: 1) {
        layer.alpha = 0
      } completion: { _ in
        order.append(index)
      }
    }
    timeline.advance(to: 1)
    #expect(order == Array(0..<3000))
  }

  @Test(arguments: [(0.01, 0.05), (0.1, 0.2), (0.07, 0.29), (1.1, 2.2)])
  func `may look at the very end`(begin: Double, duration: Double) {
    timeline.advance(to: begin)
    Layer.animate(withDuration: duration) {
      layer.alpha = 0
    } completion: { [log] in
      log.finished.append($0)
    }
    timeline.advance(to: begin + duration)
    #expect(log.finished == [true])
  }

  // MARK: Odd numbers

  @Test func `may give invalid numbers`() throws {
    let animator = PropertyAnimator(duration: -1, curve: .linear)
    #expect(animator.duration == 0)
    let waiting = mover()
    try waiting.startAnimation(afterDelay: -.infinity)
    timeline.advance(to: 0.5)
    waiting.fractionComplete = .nan
    try waiting.pauseAnimation()
    try waiting.continueAnimation(toFraction: .nan, durationFactor: -3)
    try waiting.pauseAnimation()
    try waiting.continueAnimation(durationFactor: .nan, velocity: .perSecond(.nan))
    timeline.advance(to: .nan)
    timeline.advance(by: -1)
    timeline.advance(to: 9)
    #expect(waiting.state == .inactive && layer.center.x == 100)
  }

  @Test func `may wait for a spring that never rests`() throws {
    let spring = SpringTimingParameters(mass: 1, stiffness: 100, damping: 0)
    let animator = PropertyAnimator(duration: 1, timingParameters: spring)
    try animator.addAnimations { layer.center.x = 100 }
    try animator.startAnimation()
    timeline.advance(to: 100)
    #expect(x.isFinite && animator.isRunning)
    timeline.advance(to: animator.duration)
    timeline.advance(to: .infinity)
  }

  @Test func `may follow a curve that returns no numbers`() throws {
    struct Broken: TimingCurve {
      func progress(at fraction: Double) -> Double { fraction > 0.5 ? .nan : fraction }
    }
    let animator = PropertyAnimator(duration: 1, timingParameters: Broken())
    try animator.addAnimations { layer.center.x = 100 }
    try animator.startAnimation()
    timeline.advance(to: 0.75)
    #expect(x == 75)
    try animator.pauseAnimation()
    try animator.startAnimation()
    timeline.advance(to: 2)
    #expect(animator.state == .inactive)
  }

  @Test func `may release a transition at any speed`() {
    for speed in [Double.leastNonzeroMagnitude, .infinity, -1, 0] {
      final class Fade: PercentDrivenTransition, AnimatedTransitioning {
        func transitionDuration(using context: TransitionContext?) -> Double { 1 }
        func interruptibleAnimator(
          using context: TransitionContext
        ) -> (any ImplicitlyAnimating)? { nil }
        func animateTransition(using context: TransitionContext) {
          Layer.animate(withDuration: 1) {
            context.containerLayer.alpha = 0
          } completion: {
            context.completeTransition($0)
          }
        }
      }
      let fade = Fade()
      fade.completionSpeed = speed
      let context = TransitionContext(in: Layer())
      context.begin(fade, interaction: fade)
      fade.update(0.5)
      fade.finish()
      timeline.advance(by: 1e6)
      #expect(context.isCompleted == (speed != .leastNonzeroMagnitude))
      if context.isCompleted { #expect(fade.transitionContext == nil) }
    }
  }

  @Test func `may animate something longer than a transition inside it`() {
    final class Fade: PercentDrivenTransition, AnimatedTransitioning {
      let late = Layer()
      func transitionDuration(using context: TransitionContext?) -> Double { 1 }
      func interruptibleAnimator(
        using context: TransitionContext
      ) -> (any ImplicitlyAnimating)? { nil }
      func animateTransition(using context: TransitionContext) {
        context.containerLayer.addSublayer(late)
        Layer.animate(withDuration: 4, options: .curveLinear) { late.alpha = 0 }
        Layer.animate(withDuration: 1) {
          context.containerLayer.alpha = 0
        } completion: {
          context.completeTransition($0)
        }
      }
    }
    let fade = Fade()
    let context = TransitionContext(in: layer)
    context.begin(fade, interaction: fade)
    fade.update(0.5)
    fade.finish()
    timeline.advance(to: 0.500_002)
    #expect(context.isCompleted && abs(fade.late.presentation.alpha - 0.75) < 1e-5)
    timeline.advance(to: 1.5)
    #expect(abs(fade.late.presentation.alpha - 0.5) < 1e-5)
  }

  // MARK: Blocks

  @Test func `may repeat an animation that takes no time`() {
    Layer.animate(withDuration: 0, options: .repeat) {
      layer.alpha = 0
    } completion: { [log] in
      log.finished.append($0)
    }
    timeline.advance(to: 0)
    #expect(log.finished == [true] && layer.presentation.alpha == 0)
  }

  @Test func `may disable animations, and those of nested blocks`() {
    Layer.performWithoutAnimation {
      Layer.animate(withDuration: 1) {
        layer.alpha = 0
      } completion: { [log] in
        log.finished.append($0)
      }
    }
    #expect(layer.presentation.alpha == 0 && log.finished.isEmpty)
    timeline.advance(to: 0)
    #expect(log.finished == [true])
  }

  @Test func `may remove all animations`() throws {
    Layer.animate(withDuration: 2) {
      layer.alpha = 0
    } completion: { [log] in
      log.finished.append($0)
    }
    let animator = mover(2)
    animator.addCompletion { [log] in log.positions.append($0) }
    try animator.startAnimation()
    timeline.advance(to: 1)
    layer.removeAllAnimations()
    #expect(layer.presentation.alpha == 0 && x == 100)
    timeline.advance(to: 1)
    #expect(log.finished == [false])
    // The animator has nothing left to animate, but its time still passes.
    timeline.advance(to: 2)
    #expect(log.positions == [.end] && layer.center.x == 100)
  }

  @Test func `may put a block inside a keyframe`() {
    Layer.animateKeyframes(withDuration: 1, options: .curveLinear) {
      Layer.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
        Layer.animate(withDuration: 9) {
          layer.alpha = 0
        } completion: { [log] in
          log.finished.append($0)
        }
      }
    }
    timeline.advance(to: 0.5)
    #expect(layer.presentation.alpha == 1)
    timeline.advance(to: 0.75)
    #expect(abs(layer.presentation.alpha - 0.5) < 1e-9)
    timeline.advance(to: 1)
    #expect(log.finished == [true])
  }

  @Test func `may add keyframes in any order`() {
    Layer.animateKeyframes(withDuration: 1, options: [.curveLinear, .calculationModeDiscrete]) {
      for (start, duration, x) in [(0.0, 0.5, 100.0), (0.25, 0.1, 50), (0.5, 0.5, 10)] {
        Layer.addKeyframe(withRelativeStartTime: start, relativeDuration: duration) {
          layer.center.x = x
        }
      }
    }
    var seen: [Double] = []
    for time in [0.3, 0.4, 0.6, 1] {
      timeline.advance(to: time)
      seen.append(x)
    }
    #expect(seen == [0, 50, 100, 10])
  }

  @Test func `may add two keyframes that begin together: the later counts`() {
    Layer.animateKeyframes(withDuration: 1, options: .curveLinear) {
      for x in [100.0, 40] {
        Layer.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { layer.center.x = x }
      }
    }
    timeline.advance(to: 0.5)
    #expect(x == 20)
  }

  @Test func `may touch a layer down to an opacity of a hundredth`() {
    layer.frame = Rect(x: 0, y: 0, width: 10, height: 10)
    let position = Point(x: 5, y: 5)
    layer.alpha = 0.01
    #expect(layer.hitTest(position) === layer)
    layer.alpha = 0.0099
    #expect(layer.hitTest(position) === nil)
  }

  @Test func `may touch a layer at its model value`() throws {
    layer.bounds = Rect(x: 0, y: 0, width: 10, height: 10)
    let view = Layer(frame: Rect(x: 0, y: 0, width: 400, height: 400))
    view.addSublayer(layer)
    let animator = PropertyAnimator(duration: 1, curve: .linear) {
      layer.frame = Rect(x: 200, y: 200, width: 100, height: 100)
    }
    try animator.startAnimation()
    timeline.advance(to: 0.1)
    #expect(view.hitTest(Point(x: 250, y: 250)) === view)
    animator.isManualHitTestingEnabled = true
    #expect(view.hitTest(Point(x: 250, y: 250)) === layer)
  }

  @Test func `may release an animator`() throws {
    weak var forgotten: PropertyAnimator?
    do {
      let view = Layer()
      let animator = PropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
      try animator.pauseAnimation()
      forgotten = animator
    }
    #expect(forgotten == nil)
    do {
      let animator = mover()
      try animator.startAnimation()
      timeline.advance(to: 0.5)
      try animator.stopAnimation(false)
      forgotten = animator
    }
    #expect(forgotten == nil && x == 50)
  }
}
