import PantographAnimation
import PantographMotion
import Testing

/// A driver that is no percent-driven transition: a knob that is turned from 0 to 1.
@MainActor private final class Knob: InteractiveTransitioning {
  private(set) var context: TransitionContext?
  var wantsInteractiveStart = true
  var completionSpeed = 2.0
  var completionCurve = CubicCurve.linear

  func startInteractiveTransition(_ context: TransitionContext) { self.context = context }
  func transitionDidStart(_ context: TransitionContext) { self.context = context }
  func transitionDidEnd(_ context: TransitionContext) { self.context = nil }
}

/// A driver without its own completion speed and curve.
@MainActor private final class Plain: InteractiveTransitioning {
  func startInteractiveTransition(_ context: TransitionContext) {}
}

@MainActor private final class Fade: AnimatedTransitioning {
  let hasAnimator: Bool

  init(hasAnimator: Bool) {
    self.hasAnimator = hasAnimator
  }

  func transitionDuration(using context: TransitionContext?) -> Double { 2 }

  func interruptibleAnimator(
    using context: TransitionContext
  ) -> (any ImplicitlyAnimating)? {
    guard hasAnimator else { return nil }
    let animator = PropertyAnimator(duration: 2, curve: .linear) {
      context.layer(forKey: .to)?.alpha = 0
    }
    animator.addCompletion { context.completeTransition($0 == .end) }
    return animator
  }

  func animateTransition(using context: TransitionContext) {
    Layer.animate(withDuration: 2, options: .curveLinear) {
      context.layer(forKey: .to)?.alpha = 0
    } completion: {
      context.completeTransition($0)
    }
  }
}

@MainActor @Suite(.ownTimeline) struct `A custom transition driver` {
  let timeline = Timeline.current
  let window = Layer()
  let layer = Layer()

  final class Log {
    var entries: [Bool] = []
  }
  let log = Log()

  private func begin(
    _ driver: any InteractiveTransitioning, hasAnimator: Bool
  ) -> TransitionContext {
    window.addSublayer(layer)
    let context = TransitionContext(in: window, to: layer) { [log] in log.entries.append($0) }
    context.begin(Fade(hasAnimator: hasAnimator), interaction: driver)
    return context
  }

  /// Three quarters of 2 s are left, at twice the speed: 0.75 s.
  @Test(arguments: [true, false]) func `finishes at its own speed and curve`(hasAnimator: Bool) {
    let knob = Knob()
    let context = begin(knob, hasAnimator: hasAnimator)
    #expect(knob.context === context && context.isInteractive)
    context.updateInteractiveTransition(0.25)
    context.finishInteractiveTransition()
    timeline.advance(to: 0.25)
    #expect(near(layer.presentation.alpha, 0.5))
    timeline.advance(to: 0.749)
    #expect(log.entries == [])
    timeline.advance(to: 0.750_002)
    #expect(log.entries == [true] && knob.context == nil)
  }

  /// A quarter of 2 s was made, and is undone at twice the speed: 0.25 s.
  @Test(arguments: [true, false]) func `cancels at its own speed and curve`(hasAnimator: Bool) {
    let knob = Knob()
    let context = begin(knob, hasAnimator: hasAnimator)
    context.updateInteractiveTransition(0.25)
    context.cancelInteractiveTransition()
    timeline.advance(to: 0.125)
    #expect(near(layer.presentation.alpha, 0.875) && context.transitionWasCancelled)
    timeline.advance(to: 0.250_002)
    #expect(log.entries == [false] && layer.alpha == 1)
  }

  /// As UIKit's: speed 1, and a slow start and end.
  @Test func `has UIKit's speed and curve by default`() {
    let plain = Plain()
    #expect(plain.completionSpeed == 1 && plain.completionCurve == .easeInOut)
    #expect(plain.wantsInteractiveStart)
    #expect(PercentDrivenTransition().completionSpeed == 1)
    #expect(PercentDrivenTransition().completionCurve == .easeInOut)
    let context = begin(plain, hasAnimator: true)
    context.finishInteractiveTransition()
    timeline.advance(to: 0.5)
    #expect(near(layer.presentation.alpha, 1 - CubicCurve.easeInOut.value(at: 0.25), 1e-6))
  }

  @Test(arguments: [0, -1, .nan]) func `continues at speed 1 for an invalid speed`(speed: Double) {
    let knob = Knob()
    knob.completionSpeed = speed
    let context = begin(knob, hasAnimator: true)
    context.updateInteractiveTransition(0.5)
    context.finishInteractiveTransition()
    timeline.advance(to: 0.5)
    #expect(near(layer.presentation.alpha, 0.25))
  }
}
