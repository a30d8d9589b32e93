import PantographAnimation
import PantographMotion
import Testing

/// Two animators that run as one: the second one's duration is a share of the first one's.
@MainActor private final class Pair: ImplicitlyAnimating {
  let first: PropertyAnimator
  let second: PropertyAnimator

  init(_ first: PropertyAnimator, _ second: PropertyAnimator) {
    self.first = first
    self.second = second
  }

  var state: AnimatingState { first.state }
  var isRunning: Bool { first.isRunning || second.isRunning }
  var isReversed: Bool {
    get { first.isReversed }
    set {
      first.isReversed = newValue
      second.isReversed = newValue
    }
  }
  var fractionComplete: Double {
    get { first.fractionComplete }
    set {
      first.fractionComplete = newValue
      second.fractionComplete = newValue
    }
  }

  private func both(
    _ body: (PropertyAnimator) throws(AnimatorError) -> Void
  ) throws(AnimatorError) {
    try body(first)
    try body(second)
  }

  func startAnimation() throws(AnimatorError) {
    try both { animator throws(AnimatorError) in try animator.startAnimation() }
  }
  func startAnimation(afterDelay delay: Double) throws(AnimatorError) {
    try both { animator throws(AnimatorError) in try animator.startAnimation(afterDelay: delay) }
  }
  func pauseAnimation() throws(AnimatorError) {
    try both { animator throws(AnimatorError) in try animator.pauseAnimation() }
  }
  func stopAnimation(_ withoutFinishing: Bool) throws(AnimatorError) {
    try both { animator throws(AnimatorError) in try animator.stopAnimation(withoutFinishing) }
  }
  func finishAnimation(at position: AnimatingPosition) throws(AnimatorError) {
    try both { animator throws(AnimatorError) in try animator.finishAnimation(at: position) }
  }
  func addAnimations(
    _ animations: @escaping () -> Void, delayFactor: Double
  ) throws(AnimatorError) {
    try first.addAnimations(animations, delayFactor: delayFactor)
  }
  func addCompletion(_ completion: @escaping (AnimatingPosition) -> Void) {
    first.addCompletion(completion)
  }
  func continueAnimation(
    withTimingParameters parameters: (any TimingCurveProvider)?, durationFactor: Double
  ) throws(AnimatorError) {
    try both { animator throws(AnimatorError) in
      try animator.continueAnimation(
        withTimingParameters: parameters, durationFactor: durationFactor)
    }
  }
}

/// A transition whose animator is a pair: it fades in for 2 s while it slides for 1 s.
@MainActor private final class FadeAndSlide: PercentDrivenTransition, AnimatedTransitioning {
  func transitionDuration(using context: TransitionContext?) -> Double { 2 }
  func animateTransition(using context: TransitionContext) {}

  func interruptibleAnimator(
    using context: TransitionContext
  ) -> (any ImplicitlyAnimating)? {
    guard let to = context.layer(forKey: .to) else { return nil }
    let fade = PropertyAnimator(duration: 2, curve: .linear) { to.alpha = 1 }
    let slide = PropertyAnimator(duration: 1, curve: .linear) { to.center.x = 100 }
    let pair = Pair(fade, slide)
    pair.addCompletion { context.completeTransition($0 == .end) }
    return pair
  }
}

@MainActor @Suite(.ownTimeline) struct `A custom animator` {
  let timeline = Timeline.current
  let layer = Layer()

  final class Log {
    var entries: [Bool] = []
  }
  let log = Log()

  private func begin(_ transition: FadeAndSlide) -> TransitionContext {
    layer.alpha = 0
    let context = TransitionContext(in: Layer(), to: layer) { [log] in log.entries.append($0) }
    context.begin(transition, interaction: transition)
    return context
  }

  @Test func `is scrubbed and released by a transition`() {
    let transition = FadeAndSlide()
    let context = begin(transition)
    #expect(context.animator is Pair && context.animator?.state == .active)
    transition.update(0.25)
    #expect(near(layer.presentation.alpha, 0.25) && near(layer.presentation.center.x, 25))
    transition.completionCurve = .linear
    transition.finish()
    // Three quarters are left, of 2 s and of 1 s.
    timeline.advance(to: 0.375)
    #expect(near(layer.presentation.alpha, 0.4375) && near(layer.presentation.center.x, 62.5))
    timeline.advance(to: 0.75)
    #expect(log.entries == [] && layer.presentation.center.x == 100)
    timeline.advance(to: 1.5)
    #expect(log.entries == [true] && layer.alpha == 1)
  }

  @Test func `runs by itself, is caught and reversed`() {
    let transition = FadeAndSlide()
    transition.wantsInteractiveStart = false
    let context = begin(transition)
    timeline.advance(to: 0.5)
    #expect(near(layer.presentation.alpha, 0.25) && near(layer.presentation.center.x, 50))
    transition.pause()
    #expect(near(transition.percentComplete, 0.25) && context.animator?.isRunning == false)
    transition.cancel()
    timeline.advance(to: 9)
    #expect(log.entries == [false] && layer.alpha == 0 && layer.center.x == 0)
  }

  @Test func `conforms to the same protocol as the others`() throws {
    let made: [any ImplicitlyAnimating] = [
      Pair(
        PropertyAnimator(duration: 1, curve: .linear), PropertyAnimator(duration: 1, curve: .linear)
      ),
      PropertyAnimator(duration: 1, curve: .linear),
    ]
    for animator in made {
      var ends: [AnimatingPosition] = []
      layer.alpha = 0
      try animator.addAnimations { layer.alpha = 1 }
      animator.addCompletion { ends.append($0) }
      try animator.startAnimation()
      timeline.advance(by: 0.5)
      try animator.pauseAnimation()
      try animator.continueAnimation(withTimingParameters: nil, durationFactor: 1)
      timeline.advance(by: 0.5)
      #expect(near(layer.presentation.alpha, 0.75))
      #expect(throws: AnimatorError(.finishAnimation, .running)) {
        try animator.finishAnimation(at: .end)
      }
      try animator.stopAnimation(false)
      #expect(animator.state == .stopped)
      try animator.finishAnimation(at: .start)
      #expect(ends == [.start] && layer.alpha == 0 && animator.state == .inactive)
    }
  }
}
