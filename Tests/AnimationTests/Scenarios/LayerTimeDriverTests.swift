import PantographAnimation
import PantographMotion
import Testing

/// The driver of seed 004, line by line: a percent driver that also sets the time of the container.
@MainActor private class Reveal: PercentDrivenTransition, AnimatedTransitioning {
  private(set) var ended: [Bool] = []

  func interruptibleAnimator(
    using context: TransitionContext
  ) -> (any ImplicitlyAnimating)? { nil }
  func transitionDuration(using context: TransitionContext?) -> Double { 2 }
  func animateTransition(using context: TransitionContext) {
    guard let to = context.layer(forKey: .to) else { return }
    to.alpha = 0
    Layer.animate(withDuration: 2, options: .curveEaseIn) {
      to.alpha = 1
    } completion: { _ in
      context.completeTransition(!context.transitionWasCancelled)
    }
  }
  func animationEnded(_ completed: Bool) { ended.append(completed) }
}

@MainActor private final class LayerTimeReveal: Reveal {
  private weak var storedContext: TransitionContext?
  private var pausedTime = 0.0
  /// Whether the driver learns of the release before the layer does.
  private let superFirst: Bool

  init(superFirst: Bool) {
    self.superFirst = superFirst
    super.init()
  }

  override func animateTransition(using context: TransitionContext) {
    storedContext = context
    let layer = context.containerLayer
    pausedTime = layer.convertTime(Timeline.current.seconds, from: nil)
    layer.speed = 0
    layer.timeOffset = pausedTime
    super.animateTransition(using: context)
  }

  override func update(_ percentComplete: Double) {
    super.update(percentComplete)
    storedContext?.containerLayer.timeOffset = pausedTime + 2 * percentComplete
  }

  override func cancel() {
    if superFirst { super.cancel() }
    restart(forFinishing: false)
    if !superFirst { super.cancel() }
  }

  override func finish() {
    if superFirst { super.finish() }
    restart(forFinishing: true)
    if !superFirst { super.finish() }
  }

  private func restart(forFinishing: Bool) {
    let layer = storedContext?.containerLayer
    layer?.beginTime = Timeline.current.seconds
    layer?.speed = forFinishing ? 1 : -1
  }
}

@MainActor @Suite(.ownTimeline) struct `D6, a driver that sets the layer's time itself` {
  let timeline = Timeline.current
  let window = Layer()
  let details = Layer()

  private var alpha: Double { details.presentation.alpha }

  private func begin(_ reveal: Reveal) {
    window.addSublayer(details)
    timeline.advance(to: 3)
    TransitionContext(in: window, to: details).begin(reveal, interaction: reveal)
    for percent in [0.2, 0.9, 0.65] {
      reveal.update(percent)
      timeline.advance(by: 1)
      #expect(abs(alpha - CubicCurve.easeIn.value(at: percent)) < 1e-9)
    }
  }

  /// 0.728 half-way is the seed's: easeIn at 0.825, since 0.35 of the 2 s were left.
  @Test(arguments: [false, true]) func `finishes at the layer's speed`(superFirst: Bool) {
    let reveal = LayerTimeReveal(superFirst: superFirst)
    begin(reveal)
    reveal.finish()
    let released = timeline.seconds
    timeline.advance(to: released + 0.35)
    #expect(abs(alpha - 0.728) < 5e-4)
    #expect(reveal.ended == [])
    timeline.advance(to: released + 0.700_002)
    #expect(reveal.ended == [true] && alpha == 1)
    // The container is free for the next one.
    let time = window.currentTime
    timeline.advance(by: 1)
    #expect(abs(window.currentTime - time - 1) < 1e-9)
  }

  @Test(arguments: [false, true]) func `cancels at the layer's speed`(superFirst: Bool) {
    let reveal = LayerTimeReveal(superFirst: superFirst)
    begin(reveal)
    reveal.cancel()
    let released = timeline.seconds
    timeline.advance(to: released + 0.65)
    #expect(abs(alpha - CubicCurve.easeIn.value(at: 0.325)) < 1e-9)
    timeline.advance(to: released + 1.300_002)
    #expect(reveal.ended == [false] && alpha == 0)
    let time = window.currentTime
    timeline.advance(by: 1)
    #expect(abs(window.currentTime - time - 1) < 1e-9)
  }

  /// Otherwise the driver eases: 0.860 half-way, easeIn of easeInOut from where that is 0.65.
  @Test func `otherwise follows the driver's completion curve, easeInOut by default`() {
    #expect(PercentDrivenTransition().completionCurve == .easeInOut)
    let reveal = Reveal()
    begin(reveal)
    reveal.finish()
    let released = timeline.seconds
    timeline.advance(to: released + 0.35)
    #expect(abs(alpha - 0.860) < 1e-3)
    timeline.advance(to: released + 0.700_002)
    #expect(reveal.ended == [true])
  }
}
