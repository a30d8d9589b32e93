import Animation
import Testing

/// A timeline on which something runs is kept by that, and keeps it.
@Suite @MainActor struct `A timeline that is abandoned` {
  @Test func `lets go of what runs on it`() {
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

  @Test func `is what a run leaves behind`() {
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
}
