import Glibc
import PantographAnimation
import PantographBase
import PantographMotion
import Testing

@MainActor @Suite(.ownTimeline) struct `The progress of an animator` {
  let timeline = Timeline.current
  let layer = Layer()

  /// The spring's progress and its derivative, in closed form: ζ = 0.5, ω = 10, so that
  /// ẋ = e^(−5t) (100 / w) sin wt, with w = 10 √0.75.
  @Test func `is that of its spring, beyond the end as well`() throws {
    let spring = SpringTimingParameters(mass: 1, stiffness: 100, damping: 10)
    let animator = PropertyAnimator(duration: 0, timingParameters: spring)
    try animator.addAnimations { layer.center.x = 100 }
    #expect(animator.progress == 0 && animator.velocity == 0)
    try animator.startAnimation()
    let textbook = TextbookSpring(mass: 1, stiffness: 100, damping: 10)
    let w = 10 * 0.75.squareRoot()
    for seconds in [0.05, 0.15, 0.25, 0.45] {
      timeline.advance(to: seconds)
      #expect(near(animator.progress, textbook.travelled(seconds)))
      #expect(near(animator.velocity, exp(-5 * seconds) * 100 / w * sin(w * seconds), 1e-8))
      #expect(near(layer.presentation.center.x, 100 * animator.progress))
    }
    // Measured on Core Animation: 111.8 of 100 at 0.45 s.
    #expect(near(animator.progress, 1.1184459924697876, 1e-4))
    #expect(near(animator.fractionComplete, 0.45 / 1.4727003346780927, 1e-6))
    try animator.pauseAnimation()
    #expect(near(animator.progress, 1.1184459924697876, 1e-4) && animator.velocity == 0)
    timeline.advance(to: 9)
    try animator.startAnimation()
    timeline.advance(to: 19)
    #expect(animator.progress == 1 && animator.velocity == 0)
  }

  @Test func `counts from the start when it is reversed`() throws {
    let animator = PropertyAnimator(duration: 2, curve: .linear) { layer.alpha = 0 }
    try animator.startAnimation()
    timeline.advance(to: 1.5)
    animator.isReversed = true
    #expect(near(animator.progress, 0.75) && near(animator.velocity, -0.5))
    #expect(near(animator.fractionComplete, 0.25))
    let later = animator.progress(at: timeline.now.advanced(byMicroseconds: 500_000))
    #expect(near(later.value, 0.5) && near(later.velocity, -0.5))
    timeline.advance(to: 4)
    #expect(animator.progress == 0 && animator.velocity == 0)
  }
}
