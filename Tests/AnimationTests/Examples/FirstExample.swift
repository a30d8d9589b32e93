import PantographAnimation
import Testing

@MainActor @Suite(.ownTimeline) struct `The documentation's first page` {
  @Test func `fades a card in`() throws {
    var ends: [AnimatingPosition] = []
    let card = Layer()
    card.alpha = 0
    let fade = PropertyAnimator(duration: 0.33, curve: .easeIn)
    try fade.addAnimations { card.alpha = 1 }
    fade.addCompletion { position in print(position) }
    try fade.startAnimation()
    Timeline.current.advance(to: 0.2)
    print(card.presentation.alpha)
    fade.addCompletion { position in ends.append(position) }
    #expect(abs(card.presentation.alpha - CubicCurve.easeIn.value(at: 0.2 / 0.33)) < 1e-12)
    Timeline.current.advance(to: 0.33)
    #expect(ends == [.end])
  }

  @Test func `works without layers`() throws {
    let spring = Spring(response: 0.4, dampingRatio: 0.8)
    let animator = PropertyAnimator(duration: 0.5, curve: .easeInOut)
    try animator.pauseAnimation()
    animator.fractionComplete = 0.6
    let release = SpringTimingParameters(spring, initialVelocity: Vector(x: 4, y: 0))
    try animator.continueAnimation(withTimingParameters: release)
    Timeline.current.advance(by: 0.2)
    print(animator.progress, animator.velocity)
    let state = spring.state(after: 0.2, from: Spring.State(offset: -0.4, velocity: 1.6))
    #expect(abs(animator.progress - (1 + state.offset)) < 1e-12)
    #expect(abs(animator.velocity - state.velocity) < 1e-12)
  }
}
