import PantographAnimation
import Testing

/// The settings appear over the lock screen, by a button or dragged by a finger.
@MainActor final class PresentTransition: PercentDrivenTransition, AnimatedTransitioning {
  var auxAnimations: (() -> Void)?
  var auxAnimationsCancel: (() -> Void)?

  func transitionDuration(using context: TransitionContext?) -> Double { 0.75 }

  func interruptibleAnimator(
    using context: TransitionContext
  ) -> (any ImplicitlyAnimating)? {
    guard let to = context.layer(forKey: .to) else { return nil }
    context.containerLayer.addSublayer(to)
    to.transform = AffineTransform(scaleX: 1.33, y: 1.33)
      .concatenating(AffineTransform(translationX: 0, y: 200))
    to.alpha = 0

    let animator = PropertyAnimator(duration: transitionDuration(using: context), curve: .easeOut)
    try? animator.addAnimations(
      { to.transform = AffineTransform(translationX: 0, y: 100) }, delayFactor: 0.15)
    try? animator.addAnimations({ to.alpha = 1 }, delayFactor: 0.5)
    if let auxAnimations { try? animator.addAnimations(auxAnimations) }
    animator.addCompletion { position in
      switch position {
      case .end:
        context.completeTransition(!context.transitionWasCancelled)
      case .start, .current:
        context.completeTransition(false)
        self.auxAnimationsCancel?()
      }
    }
    return animator
  }

  func animateTransition(using context: TransitionContext) {
    try? interruptibleAnimator(using: context)?.startAnimation()
  }

  func interruptTransition() {
    transitionContext?.pauseInteractiveTransition()
    pause()
  }
}

/// Block animations that a finger moves by the time of their container layer.
@MainActor final class Scrubber {
  let container: Layer
  let duration: Double
  private let pausedTime: Double

  init(_ container: Layer, duration: Double) {
    self.container = container
    self.duration = duration
    pausedTime = container.currentTime
    container.speed = 0
    container.timeOffset = pausedTime
  }

  func update(_ progress: Double) {
    container.timeOffset = pausedTime + duration * progress
  }

  func restart(forFinishing: Bool) {
    container.beginTime = container.timeline.seconds
    container.speed = forFinishing ? 1 : -1
  }
}

@MainActor @Suite(.ownTimeline) struct `The documentation's transitions` {
  let timeline = Timeline.current
  let window = Layer(frame: Rect(x: 0, y: 0, width: 320, height: 480))
  let table = Layer(frame: Rect(x: 0, y: 0, width: 320, height: 480))
  let settings = Layer(frame: Rect(x: 0, y: 0, width: 320, height: 480))

  final class Outcome {
    var completions: [Bool] = []
  }

  /// The transition, and the results of its completion.
  private func present(_ transition: PresentTransition) -> Outcome {
    let outcome = Outcome()
    transition.auxAnimations = { [table] in table.blur = 20 }
    transition.auxAnimationsCancel = { [table] in table.blur = 0 }
    let context = TransitionContext(in: window, from: table, to: settings) { didComplete in
      outcome.completions.append(didComplete)
    }
    context.begin(transition, interaction: transition)
    return outcome
  }

  @Test func `is driven by a scroll view`() {
    let transition = PresentTransition()
    let outcome = present(transition)
    func scrolled(to offset: Double) {
      let progress = max(0, min(1, (-offset - 30) / 90))
      transition.update(progress)
    }
    for offset in [-31, -60, -140, -84.0] { scrolled(to: offset) }
    // At 0.6: the block of the transform has been running since 0.15, linearly.
    let share = (0.6 - 0.15) / 0.85
    #expect(abs(settings.presentation.transform.a - (1.33 - 0.33 * share)) < 1e-9)
    #expect(abs(settings.presentation.transform.ty - (200 - 100 * share)) < 1e-9)
    #expect(abs(settings.presentation.alpha - 0.2) < 1e-9)
    #expect(abs(table.presentation.blur - 12) < 1e-9)
    if transition.percentComplete > 0.5 {
      transition.finish()
    } else {
      transition.cancel()
    }
    // 0.4 of 0.75 s is left.
    timeline.advance(to: 0.299_999)
    #expect(outcome.completions.isEmpty)
    timeline.advance(to: 0.300_001)
    #expect(outcome.completions == [true] && table.presentation.blur == 20)
  }

  @Test func `is released too early`() {
    let transition = PresentTransition()
    let outcome = present(transition)
    transition.update(0.4)
    transition.cancel()
    timeline.advance(to: 0.300_001)
    #expect(outcome.completions == [false])
    #expect(table.blur == 0 && settings.alpha == 0)
  }

  @Test func `is started by a button, caught, and reversed`() {
    let transition = PresentTransition()
    transition.wantsInteractiveStart = false
    let outcome = present(transition)
    timeline.advance(to: 0.3)
    transition.interruptTransition()
    let seen = settings.presentation
    timeline.advance(to: 5)
    #expect(settings.presentation == seen)
    transition.cancel()
    #expect(settings.presentation == seen)
    timeline.advance(to: 7)
    #expect(outcome.completions == [false] && settings.alpha == 0)
  }

  @Test func `moves a layer's time directly`() {
    var isFinished: Bool?
    Layer.animate(withDuration: 2, options: .curveLinear) {
      table.center.x += 200
    } completion: {
      isFinished = $0
    }
    window.addSublayer(table)
    let scrubber = Scrubber(window, duration: 2)
    timeline.advance(to: 4)
    scrubber.update(0.25)
    #expect(abs(table.presentation.center.x - 210) < 1e-9)
    scrubber.restart(forFinishing: true)
    timeline.advance(to: 5)
    #expect(abs(table.presentation.center.x - 310) < 1e-9)
    timeline.advance(to: 5.500_001)
    #expect(isFinished == true && table.presentation.center.x == 360)
  }

  @Test func `nests blocks`() {
    let red = Layer()
    let blue = Layer()
    Layer.animate(withDuration: 2, options: .curveEaseIn) {
      red.center = Point(x: 100, y: 0)
      Layer.animate(
        withDuration: 0.5,
        options: [.curveEaseOut, .overrideInheritedDuration, .overrideInheritedCurve]
      ) {
        blue.center = Point(x: 100, y: 0)
      }
    }
    timeline.advance(to: 0.25)
    #expect(abs(red.presentation.center.x - 100 * CubicCurve.easeIn.value(at: 0.125)) < 1e-9)
    #expect(abs(blue.presentation.center.x - 100 * CubicCurve.easeOut.value(at: 0.5)) < 1e-9)
    timeline.advance(to: 0.500_001)
    #expect(!blue.$center.isAnimated && red.$center.isAnimated)
  }
}
