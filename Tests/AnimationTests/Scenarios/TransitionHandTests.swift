import PantographAnimation
import PantographBase
import PantographMotion
import Testing

/// A layer that fades in by a block, of a transition that has no animator.
@MainActor private final class Fade: PercentDrivenTransition, AnimatedTransitioning {
  let seconds: Double
  let block: Double
  private let completes: Bool

  /// The seconds of the transition and of its block, and whether it completes itself.
  init(_ seconds: Double = 1, block: Double? = nil, completes: Bool = true) {
    self.seconds = seconds
    self.block = block ?? seconds
    self.completes = completes
    super.init()
    completionCurve = .linear
  }

  func interruptibleAnimator(
    using context: TransitionContext
  ) -> (any ImplicitlyAnimating)? { nil }
  func transitionDuration(using context: TransitionContext?) -> Double { seconds }
  func animateTransition(using context: TransitionContext) {
    guard let to = context.layer(forKey: .to) else { return }
    to.alpha = 0
    Layer.animate(withDuration: block, options: .curveLinear) {
      to.alpha = 1
    } completion: { [completes] _ in
      if completes { context.completeTransition(!context.transitionWasCancelled) }
    }
  }
}

@MainActor @Suite(.ownTimeline) struct `An interactive transition` {
  let timeline = Timeline.current
  let window = Layer()
  let details = Layer()

  final class Log {
    var entries: [Bool] = []
  }
  let log = Log()

  private var alpha: Double { details.presentation.alpha }

  private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  private func begin(_ fade: Fade) -> TransitionContext {
    window.addSublayer(details)
    let context = TransitionContext(in: window, to: details) { [log] in log.entries.append($0) }
    context.begin(fade, interaction: fade)
    return context
  }

  @Test func `is caught where it is after it has run by itself`() {
    timeline.advance(to: 3)
    let fade = Fade()
    fade.wantsInteractiveStart = false
    let context = begin(fade)
    timeline.advance(to: 3.4)
    #expect(near(alpha, 0.4))
    fade.pause()
    #expect(context.isInteractive && near(fade.percentComplete, 0.4))
    timeline.advance(to: 5)
    #expect(near(alpha, 0.4))
    fade.update(0.75)
    #expect(near(alpha, 0.75))
    fade.finish()
    timeline.advance(to: 5.125)
    #expect(near(alpha, 0.875))
    timeline.advance(to: 5.3)
    #expect(log.entries == [true] && alpha == 1)
  }

  @Test(arguments: [(1.0, 0.25), (9, 1)])
  func `is caught at the fraction of its elapsed time, and is not interactive at its end`(
    seconds: Double, share: Double
  ) {
    let fade = Fade(4, completes: false)
    fade.wantsInteractiveStart = false
    let context = begin(fade)
    timeline.advance(to: seconds)
    fade.pause()
    #expect(near(fade.percentComplete, share) && context.isInteractive)
    context.completeTransition(true)
    #expect(!context.isInteractive && log.entries == [true])
  }

  @Test func `is at its end where it takes no time`() {
    #expect(Fade().duration == 0 && Fade().percentComplete == 0)
    #expect(TransitionContext(in: window).percentComplete == 0)
    let fade = Fade(0, block: 1)
    fade.wantsInteractiveStart = false
    _ = begin(fade)
    fade.pause()
    #expect(fade.percentComplete == 1)
  }

  @Test func `begins anew with a driver that has driven another one`() {
    let fade = Fade()
    for startsInteractive in [true, false] {
      fade.wantsInteractiveStart = true
      let first = begin(fade)
      fade.update(0.75)
      first.completeTransition(true)
      #expect(fade.percentComplete == 0.75)
      fade.wantsInteractiveStart = startsInteractive
      let second = begin(fade)
      #expect(fade.percentComplete == 0)
      second.completeTransition(true)
    }
  }

  @Test(arguments: [0, -1, -Double.infinity])
  func `continues at its own speed for an invalid speed`(speed: Double) {
    let fade = Fade(4)
    fade.completionSpeed = speed
    _ = begin(fade)
    fade.update(0.25)
    fade.finish()
    #expect(timeline.nextEvent == Timestamp(microseconds: 3_000_000))
  }

  @Test(arguments: [true, false])
  func `continues in the time that is left, slowly at both ends, when its context releases it`(
    toEnd: Bool
  ) {
    let fade = Fade(4)
    fade.completionCurve = .easeInOut
    let context = begin(fade)
    context.updateInteractiveTransition(toEnd ? 0 : 1)
    if toEnd {
      context.finishInteractiveTransition()
    } else {
      context.cancelInteractiveTransition()
    }
    #expect(timeline.nextEvent == Timestamp(microseconds: 4_000_000))
    #expect(context.transitionWasCancelled == !toEnd)
    for share in [0.1, 0.5, 0.9] {
      timeline.advance(to: 4 * share)
      let eased = CubicCurve.easeInOut.value(at: share)
      #expect(near(alpha, toEnd ? eased : 1 - eased))
    }
    timeline.advance(to: 5)
    #expect(log.entries == [toEnd])
  }

  /// A block of three microseconds more is not yet over, one of two may be by rounding.
  @Test(arguments: [(Int64(0), true), (2, true), (3, false)])
  func `ends its blocks that end with it`(more: Int64, isOver: Bool) {
    let fade = Fade(1, block: 1 + Double(more) / 1e6)
    _ = begin(fade)
    fade.finish()
    timeline.advance(to: 1)
    #expect(log.entries == (isOver ? [true] : []))
    timeline.advance(to: Timestamp(microseconds: 1_000_004))
    #expect(log.entries == [true])
  }

  @Test func `does not change its layers' time when it is completed late`() {
    let fade = Fade(1, block: 3, completes: false)
    let context = begin(fade)
    fade.finish()
    timeline.advance(to: 2)
    // The scrubbed second is over: the block continues by itself.
    #expect(near(window.currentTime, 2) && near(alpha, 2 / 3.0))
    context.completeTransition(true)
    #expect(near(window.currentTime, 2) && near(alpha, 2 / 3.0))
    timeline.advance(to: 2.5)
    #expect(near(window.currentTime, 2.5) && near(alpha, 2.5 / 3))
  }
}
