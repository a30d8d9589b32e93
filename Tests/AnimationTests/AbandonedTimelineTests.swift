import PantographAnimation
import PantographMotion
import Testing

/// A timeline on which something runs is kept by that, and keeps it.
@Suite @MainActor struct `An abandoned timeline` {
  @Test func `releases its running animations`() {
    weak var animator: PropertyAnimator?
    weak var card: Layer?
    do {
      let timeline = Timeline()
      Timeline.local.withValue(timeline) {
        let layer = Layer()
        let slide = PropertyAnimator(duration: 1, curve: .linear) { layer.center.x = 100 }
        try? slide.startAnimation()
        timeline.advance(to: 0.5)
        (animator, card) = (slide, layer)
        timeline.abandon()
      }
    }
    #expect(animator == nil && card == nil)
  }

  @Test func `is left behind by a run`() {
    weak var animator: PropertyAnimator?
    Timeline.run { timeline in
      let layer = Layer()
      let slide = PropertyAnimator(duration: 1, curve: .linear) { layer.center.x = 100 }
      try? slide.startAnimation()
      timeline.advance(to: 0.5)
      animator = slide
    }
    #expect(animator == nil)
  }

  @Test func `releases blocks and their completions`() {
    weak var card: Layer?
    Timeline.run { timeline in
      let layer = Layer()
      @MainActor func swing() {
        Layer.animate(withDuration: 1, delay: 0.5) {
          layer.alpha = 1 - layer.alpha
          layer.center.x += 10
        } completion: { _ in
          swing()
        }
      }
      swing()
      Layer.animate(withDuration: 3, options: .repeat) { layer.bounds.size.width = 80 }
      timeline.advance(to: 4)
      card = layer
    }
    #expect(card == nil)
  }

  @Test(arguments: [true, false])
  func `releases a transition and its interaction`(isInteractive: Bool) {
    weak var card: Layer?
    weak var window: Layer?
    weak var context: TransitionContext?
    Timeline.run { timeline in
      let fade = Fade()
      fade.wantsInteractiveStart = isInteractive
      let layer = Layer()
      let transition = TransitionContext(in: Layer(), to: layer) { _ in layer.alpha = 0 }
      transition.begin(fade, interaction: fade)
      timeline.advance(to: 0.5)
      (card, window, context) = (layer, transition.containerLayer, transition)
    }
    #expect(card == nil && window == nil && context == nil)
  }

  private final class Fade: PercentDrivenTransition, AnimatedTransitioning {
    func interruptibleAnimator(
      using context: TransitionContext
    ) -> (any ImplicitlyAnimating)? { nil }
    func transitionDuration(using context: TransitionContext?) -> Double { 1 }
    func animateTransition(using context: TransitionContext) {
      let to = context.layer(forKey: .to)
      Layer.animate(withDuration: 1) {
        to?.alpha = 0.5
      } completion: { _ in
        context.completeTransition(true)
      }
    }
  }
}
