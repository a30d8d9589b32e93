import PantographAnimation
import PantographBase
import PantographMotion
import Testing

/// A presentation as the seeds make it, with an animator that can be interrupted.
@MainActor private final class Present: PercentDrivenTransition, AnimatedTransitioning {
  private(set) var ended: [Bool] = []

  func transitionDuration(using context: TransitionContext?) -> Double { 0.75 }
  func animateTransition(using context: TransitionContext) {
    Issue.record("there is an animator: it is not to be animated otherwise")
  }
  func interruptibleAnimator(
    using context: TransitionContext
  ) -> (any ImplicitlyAnimating)? {
    let animator = PropertyAnimator(duration: transitionDuration(using: context), curve: .easeOut)
    let to = context.layer(forKey: .to)
    to?.alpha = 0
    try? animator.addAnimations({ to?.alpha = 1 }, delayFactor: 0.5)
    animator.addCompletion { position in
      context.completeTransition(position == .end && !context.transitionWasCancelled)
    }
    return animator
  }
  func animationEnded(_ completed: Bool) { ended.append(completed) }
}

/// A transition of block animations in a container, as of old.
@MainActor private final class Reveal: PercentDrivenTransition, AnimatedTransitioning {
  func interruptibleAnimator(
    using context: TransitionContext
  ) -> (any ImplicitlyAnimating)? { nil }
  func transitionDuration(using context: TransitionContext?) -> Double { 2 }
  func animateTransition(using context: TransitionContext) {
    guard let to = context.layer(forKey: .to) else { return }
    to.alpha = 0
    Layer.animate(withDuration: 2, options: .curveEaseIn) {
      to.alpha = 1
      to.center.x += 100
    } completion: { _ in
      context.completeTransition(!context.transitionWasCancelled)
    }
  }
}

@MainActor @Suite(.ownTimeline) struct `D, transitions` {
  let timeline = Timeline.current
  let window = Layer(frame: Rect(x: 0, y: 0, width: 320, height: 480))
  let details = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))

  final class Log {
    var entries: [Bool] = []
  }
  let log = Log()

  private func context() -> TransitionContext {
    window.addSublayer(details)
    return TransitionContext(in: window, to: details) { [log] in log.entries.append($0) }
  }

  // MARK: D6

  @Test func `D6, layer time: a frozen layer is scrubbed with all its sublayers`() {
    window.addSublayer(details)
    timeline.advance(to: 3)
    var completions: [Bool] = []
    Layer.animate(withDuration: 2, options: .curveLinear) {
      details.alpha = 0
      details.center.x = 250
    } completion: {
      completions.append($0)
    }

    // As in the seed: stop the container's time, and move it.
    let pausedTime = window.convertTime(timeline.seconds, from: nil)
    #expect(pausedTime == 3)
    window.speed = 0
    window.timeOffset = pausedTime
    for progress in [0, 0.25, 0.9, 0.4] {
      window.timeOffset = pausedTime + 2 * progress
      timeline.advance(by: 5)
      #expect(abs(details.presentation.alpha - (1 - progress)) < 1e-12)
      #expect(abs(details.presentation.center.x - (50 + 200 * progress)) < 1e-9)
    }
    #expect(completions.isEmpty && timeline.nextEvent == nil)

    // Finish: time runs on from there.
    window.beginTime = timeline.seconds
    window.speed = 1
    let now = timeline.seconds
    timeline.advance(to: now + 0.6)
    #expect(abs(details.presentation.alpha - 0.3) < 1e-9)
    timeline.advance(to: now + 1.199_999)
    #expect(completions.isEmpty)
    timeline.advance(to: now + 1.200_002)
    #expect(completions == [true] && details.presentation.alpha == 0)
  }

  @Test func `D6, layer time: reversed it returns to the start`() {
    window.addSublayer(details)
    var completions: [Bool] = []
    Layer.animate(withDuration: 2, options: .curveLinear) {
      details.alpha = 0
      details.center.x = 250
    } completion: {
      completions.append($0)
    }
    window.speed = 0
    window.timeOffset = 0.8
    timeline.advance(to: 10)
    window.beginTime = timeline.seconds
    window.speed = -1
    timeline.advance(to: 10.5)
    #expect(abs(details.presentation.alpha - 0.85) < 1e-9)
    #expect(abs(details.presentation.center.x - 80) < 1e-6)
    timeline.advance(to: 10.800_002)
    #expect(completions == [false])
    #expect(details.alpha == 1 && details.presentation.center.x == 50)
  }

  @Test func `D6, layer time: half as fast, and nested`() {
    window.addSublayer(details)
    window.speed = 0.5
    details.speed = 0.5
    details.timeOffset = 1
    timeline.advance(to: 4)
    #expect(window.currentTime == 2 && details.currentTime == 2)
    #expect(details.convertTime(2, from: window) == 2)
    #expect(window.convertTime(3, from: details) == 4)
    Layer.animate(withDuration: 1, options: .curveLinear) { details.alpha = 0 }
    timeline.advance(to: 6)
    #expect(abs(details.presentation.alpha - 0.5) < 1e-12)
    timeline.advance(to: 7.99)
    #expect(details.$alpha.isAnimated)
    timeline.advance(to: 8.000_001)
    #expect(!details.$alpha.isAnimated)
  }

  // MARK: D8

  @Test func `D8, percent driver: it follows the finger and finishes on its completion curve`() {
    let transition = Present()
    let context = context()
    context.begin(transition, interaction: transition)
    #expect(context.isInteractive && transition.duration == 0.75)
    // The block with a delay of half begins half way, and both follow linearly.
    for (percent, alpha) in [(0.4, 0), (0.75, 0.5), (1.3, 1), (-1, 0), (0.6, 0.2)] {
      transition.update(percent)
      timeline.advance(by: 0.1)
      #expect(transition.percentComplete == min(max(percent, 0), 1))
      #expect(context.percentComplete == transition.percentComplete)
      #expect(abs(details.presentation.alpha - alpha) < 1e-12)
    }
    #expect(log.entries.isEmpty)

    transition.completionSpeed = 2
    transition.completionCurve = .linear
    transition.finish()
    #expect(!context.isInteractive && !context.transitionWasCancelled)
    // 0.4 of 0.75 s is left, at twice the speed: 0.15 s.
    let released = timeline.seconds
    timeline.advance(to: released + 0.075)
    #expect(abs(details.presentation.alpha - 0.6) < 1e-9)
    timeline.advance(to: released + 0.149_999)
    #expect(log.entries.isEmpty)
    timeline.advance(to: released + 0.150_001)
    #expect(log.entries == [true] && transition.ended == [true] && context.isCompleted)
    #expect(details.presentation.alpha == 1)
    context.completeTransition(false)
    timeline.advance(by: 9)
    #expect(log.entries == [true])
  }

  @Test func `D8, percent driver: it returns in the time it has used`() {
    let transition = Present()
    let context = context()
    context.begin(transition, interaction: transition)
    transition.update(0.8)
    transition.cancel()
    #expect(context.transitionWasCancelled)
    // 0.8 of 0.75 s, on its own ease-in-out backwards.
    let entry = CubicCurve.easeInOut.fraction(ofValue: 0.8)
    let released = timeline.seconds
    timeline.advance(to: released + 0.3)
    #expect(abs((1 - (context.animator?.fractionComplete ?? 0)) - (entry ?? 0) / 2) < 1e-9)
    timeline.advance(to: released + 0.600_001)
    #expect(log.entries == [false] && transition.ended == [false])
    #expect(details.alpha == 0 && details.presentation.alpha == 0)
  }

  @Test func `D8, percent driver: a timing replaces the curve`() {
    let transition = Present()
    let spring = SpringTimingParameters(mass: 1, stiffness: 100, damping: 10)
    transition.timingCurve = spring
    context().begin(transition, interaction: transition)
    transition.update(0.5)
    transition.finish()
    // The spring takes the time it needs: 1.4727003346780927 s, as measured on Core Animation.
    timeline.advance(to: 1.472_700)
    #expect(log.entries.isEmpty)
    timeline.advance(to: 1.472_701)
    #expect(log.entries == [true])
  }

  @Test func `D8, percent driver: caught while it runs by itself, again and again`() {
    let transition = Present()
    transition.wantsInteractiveStart = false
    let context = context()
    context.begin(transition, interaction: transition)
    #expect(!context.isInteractive && context.animator?.isRunning == true)
    timeline.advance(to: 0.3)
    let caught = CubicCurve.easeOut.value(at: 0.4)
    transition.pause()
    #expect(context.isInteractive && abs(transition.percentComplete - caught) < 1e-12)
    timeline.advance(to: 5)
    transition.cancel()
    timeline.advance(to: 5.1)
    let before = details.presentation.alpha
    context.pauseInteractiveTransition()
    transition.pause()
    #expect(details.presentation.alpha == before && !context.transitionWasCancelled)
    transition.finish()
    #expect(abs(details.presentation.alpha - before) < 1e-12)
    timeline.advance(to: 9)
    #expect(log.entries == [true] && details.presentation.alpha == 1)
  }

  @Test func `D8, percent driver: without an animator it moves the container's time`() {
    let transition = Reveal()
    let context = context()
    timeline.advance(to: 1)
    context.begin(transition, interaction: transition)
    #expect(context.animator == nil)
    for percent in [0.25, 0.75, 0.5] {
      transition.update(percent)
      timeline.advance(by: 1)
      let eased = CubicCurve.easeIn.value(at: percent)
      #expect(abs(details.presentation.alpha - eased) < 1e-12)
      #expect(abs(details.presentation.center.x - (50 + 100 * eased)) < 1e-9)
    }
    transition.completionCurve = .linear
    transition.finish()
    let released = timeline.seconds
    timeline.advance(to: released + 0.5)
    #expect(abs(details.presentation.alpha - CubicCurve.easeIn.value(at: 0.75)) < 1e-9)
    timeline.advance(to: released + 1.000_002)
    #expect(log.entries == [true] && details.presentation.center.x == 150)
    // The container's time runs on as before, so that the next transition finds it in order.
    let time = window.currentTime
    timeline.advance(by: 1)
    #expect(abs(window.currentTime - time - 1) < 1e-9)
  }

  @Test func `D8, percent driver: without an animator it returns, too`() {
    let transition = Reveal()
    context().begin(transition, interaction: transition)
    transition.update(0.5)
    transition.completionCurve = .linear
    transition.cancel()
    timeline.advance(to: 0.5)
    #expect(abs(details.presentation.alpha - CubicCurve.easeIn.value(at: 0.25)) < 1e-9)
    timeline.advance(to: 1.000_002)
    #expect(log.entries == [false])
    #expect(details.alpha == 0 && details.center.x == 50 && !details.$alpha.isAnimated)
  }
}

@MainActor @Suite(.ownTimeline) struct `A layer animation on a property` {
  let timeline = Timeline.current
  let layer = Layer()

  @Test func `shows while it runs, from when it was added, and does not change the model`() {
    timeline.advance(to: 3)
    layer.$alpha.add(LayerAnimation(MediaTiming(duration: 2), from: 0, to: 0.5), forKey: "fade")
    timeline.advance(to: 4)
    #expect(layer.alpha == 1 && abs(layer.presentation.alpha - 0.25) < 1e-12)
    timeline.advance(to: 5.5)
    #expect(layer.presentation.alpha == 1)
  }

  @Test func `replaces the one under its key, and adds to others`() {
    let still = MediaTiming(duration: 9)
    layer.$alpha.add(LayerAnimation(still, from: 0.2, to: 0.2), forKey: "a")
    layer.$alpha.add(LayerAnimation(still, from: 0.4, to: 0.4), forKey: "a")
    var more = LayerAnimation<Double>(still, from: 0.1, to: 0.1)
    more.isAdditive = true
    layer.$alpha.add(more)
    #expect(abs(layer.presentation.alpha - 0.5) < 1e-12)
    layer.$alpha.removeAnimation(forKey: "a")
    #expect(abs(layer.presentation.alpha - 1.1) < 1e-12)
    layer.$alpha.removeAllAnimations()
    #expect(layer.presentation.alpha == 1)
  }

  @Test func `follows its layer's time`() {
    layer.$alpha.add(LayerAnimation(MediaTiming(duration: 2), from: 0, to: 1))
    layer.speed = 0
    layer.timeOffset = 1.5
    timeline.advance(to: 7)
    #expect(abs(layer.presentation.alpha - 0.75) < 1e-12)
  }
}
