import PantographAnimation
import PantographMotion
import Testing

/// An animation that starts between two frames starts with the next one, as with a display link.
@MainActor @Suite(.ownTimeline) struct `A display frame` {
  let timeline = Timeline.current
  let layer = Layer()

  private func mover() -> PropertyAnimator {
    PropertyAnimator(duration: 1, curve: .linear) { layer.center.x = 100 }
  }

  private var x: Double { layer.presentation.center.x }
  private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-6 }

  /// No frame at all, and one 0.4 s ago: monotonic clocks count from boot.
  @Test(arguments: [nil, 12_344.6])
  func `is the first of an animator that was started before it`(last: Double?) throws {
    if let last { timeline.frame(at: last) }
    let animator = mover()
    try animator.startAnimation()
    #expect(x == 0)
    timeline.frame(at: 12_345)
    #expect(x == 0 && animator.fractionComplete == 0)
    timeline.frame(at: 12_345.25)
    #expect(near(x, 25) && near(animator.fractionComplete, 0.25))
    #expect(timeline.nextEvent == at(12_346))
    timeline.frame(at: 12_346)
    #expect(animator.state == .inactive && x == 100)
  }

  @Test func `is the first of blocks, keyframes and layer animations`() {
    timeline.frame(at: 10)
    var ends: [Double] = []
    Layer.animate(withDuration: 1, delay: 0.5, options: .curveLinear) {
      layer.center.x = 100
    } completion: { [timeline] _ in
      ends.append(timeline.seconds)
    }
    Layer.animateKeyframes(withDuration: 1, options: .curveLinear) {
      Layer.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { layer.alpha = 0 }
    }
    layer.$blur.add(LayerAnimation(MediaTiming(duration: 1), from: 0, to: 8))
    timeline.frame(at: 10.4)
    #expect(x == 0 && layer.presentation.alpha == 1 && layer.presentation.blur == 0)
    timeline.frame(at: 11.15)
    #expect(near(x, 25) && near(layer.presentation.alpha, 0.5) && near(layer.presentation.blur, 6))
    timeline.frame(at: 12)
    #expect(ends == [11.9] && !layer.$alpha.isAnimated)
  }

  @Test func `is the first in a layer's own time, too`() {
    timeline.frame(at: 10)
    layer.speed = 0.5
    Layer.animate(withDuration: 1, options: .curveLinear) { layer.center.x = 100 }
    layer.$blur.add(LayerAnimation(MediaTiming(duration: 1), from: 0, to: 8))
    timeline.frame(at: 10.4)
    #expect(x == 0 && layer.presentation.blur == 0)
    timeline.frame(at: 10.9)
    #expect(near(x, 25) && near(layer.presentation.blur, 2))
  }

  @Test func `continues an animator from where it was paused`() throws {
    let animator = mover()
    animator.fractionComplete = 0.5
    timeline.frame(at: 10)
    // The finger rests, no frame is needed, and then it is lifted.
    try animator.continueAnimation(durationFactor: 0)
    timeline.frame(at: 10.4)
    #expect(near(x, 50))
    timeline.frame(at: 10.5)
    #expect(near(x, 60))
  }

  @Test func `counts once, however often an animator was started`() throws {
    timeline.frame(at: 10)
    let animator = mover()
    for _ in 0..<3 {
      try animator.startAnimation()
      try animator.pauseAnimation()
    }
    try animator.startAnimation()
    timeline.frame(at: 10.4)
    #expect(x == 0)
    timeline.frame(at: 10.9)
    #expect(near(x, 50))
  }

  @Test func `does not delay running animations or those that begin at an end`() throws {
    timeline.frame(at: 10)
    let animator = mover()
    try animator.startAnimation()
    timeline.frame(at: 10)
    timeline.frame(at: 10.5)
    #expect(near(x, 50))
    animator.addCompletion { [layer] _ in
      Layer.animate(withDuration: 1, options: .curveLinear) { layer.center.x = 200 }
    }
    timeline.frame(at: 11.25)
    #expect(near(x, 125))
    timeline.frame(at: 11.5)
    #expect(near(x, 150))
  }

  /// In a test or a recording the instant of a start is known.
  @Test func `comes after an explicit advance`() throws {
    timeline.frame(at: 10)
    timeline.advance(to: 10.2)
    let animator = mover()
    try animator.startAnimation()
    timeline.advance(to: 10.3)
    #expect(near(x, 10))
    timeline.frame(at: 10.7)
    #expect(near(x, 50))
    timeline.frame(at: .nan)
    timeline.frame(at: 3)
    #expect(near(x, 50))
  }

  @Test func `is the first of a transition, and continues from its release`() {
    let window = Layer()
    window.addSublayer(layer)
    let fade = Fade()
    let context = TransitionContext(in: window, to: layer)
    context.begin(fade, interaction: fade)
    fade.update(0.5)
    timeline.frame(at: 10)
    #expect(near(x, 50))
    fade.finish()
    timeline.frame(at: 10.4)
    #expect(near(x, 50))
    timeline.frame(at: 10.65)
    #expect(near(x, 75))
    timeline.frame(at: 11)
    #expect(context.isCompleted)

    let other = Fade()
    other.wantsInteractiveStart = false
    layer.center.x = 0
    let again = TransitionContext(in: window, to: layer)
    again.begin(other, interaction: other)
    timeline.frame(at: 11.4)
    #expect(near(x, 0))
    timeline.frame(at: 11.6)
    other.pause()
    #expect(near(x, 20) && near(other.percentComplete, 0.2))
  }

  private final class Fade: PercentDrivenTransition, AnimatedTransitioning {
    override init() {
      super.init()
      completionCurve = .linear
    }

    func interruptibleAnimator(
      using context: TransitionContext
    ) -> (any ImplicitlyAnimating)? { nil }
    func transitionDuration(using context: TransitionContext?) -> Double { 1 }
    func animateTransition(using context: TransitionContext) {
      let to = context.layer(forKey: .to)
      Layer.animate(withDuration: 1, options: .curveLinear) {
        to?.center.x = 100
      } completion: { _ in
        context.completeTransition(!context.transitionWasCancelled)
      }
    }
  }
}
