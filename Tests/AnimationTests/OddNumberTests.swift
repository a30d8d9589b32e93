import PantographAnimation
import PantographBase
import PantographMotion
import PantographTestSupport
import Testing

/// Any input numbers give finite values, and never end the process.
@MainActor @Suite(.ownTimeline) struct `Any numbers of an animation` {
  struct Odd {
    static let all: [Double] = [
      0, -0.0, 1, -1, 0x1p-1063, 1e-160, 1e-17, 1e-3, 0.25, 0.5, 2, 100, 1e17, 1e100, 1e308, -1e308,
      .infinity,
      -.infinity, .nan,
    ]
    var chance: TestRandom

    mutating func next() -> Double {
      Bool.random(using: &chance)
        ? Self.all.randomElement(using: &chance) ?? 0
        : Double(bitPattern: .random(in: 0 ... .max, using: &chance))
    }

    mutating func vector() -> Vector { Vector(x: next(), y: next()) }

    mutating func timing() -> TimingParameters {
      var spring: SpringTimingParameters
      switch Int.random(in: 0..<6, using: &chance) {
      case 0:
        return .curve(CubicCurve(next(), next(), next(), next()))
      case 1:
        return Wild(number: next()).timingParameters
      case 2:
        spring = SpringTimingParameters(dampingRatio: next(), initialVelocity: vector())
      case 3:
        spring = SpringTimingParameters(
          mass: next(), stiffness: next(), damping: next(), initialVelocity: vector())
      case 4:
        spring = SpringTimingParameters(
          duration: next(), bounce: next(), initialVelocity: vector())
      default:
        spring = SpringTimingParameters(
          Spring(response: next(), dampingRatio: next()), initialVelocity: vector())
      }
      spring.allowsOverdamping = .random(using: &chance)
      return .spring(spring)
    }
  }

  struct Wild: TimingCurve {
    var number: Double
    func progress(at fraction: Double) -> Double { fraction * number }
  }

  @Test func `give an animator finite progress`() throws {
    var odd = Odd(chance: TestRandom(seed: 7))
    for round in 0..<3000 {
      var animator = AnimatorMachine(duration: odd.next(), timing: odd.timing())
      let part = animator.addPart(delayFactor: odd.next(), at: at(0))
      func expectNumbers(_ animator: AnimatorMachine, _ call: String) {
        for seconds in [0, 1e-6, 0.1, 1, 1e6] {
          for part in [.whole, part] {
            let progress = animator.progress(of: part, at: at(seconds))
            #expect(
              progress.value.isFinite && progress.velocity.isFinite, "\(round) \(call) \(progress)")
          }
          #expect((0...1).contains(animator.fractionComplete(at: at(seconds))), "\(round) \(call)")
        }
        #expect(animator.duration.isFinite && animator.duration >= 0)
      }
      try animator.start(afterDelay: odd.next(), at: at(0))
      expectNumbers(animator, "start")
      animator.reverse(.random(using: &odd.chance), at: at(0.1))
      expectNumbers(animator, "reverse")
      try animator.pause(at: at(0.2))
      expectNumbers(animator, "pause")
      try animator.continueAnimation(
        with: odd.timing(), durationFactor: odd.next(), velocity: .perSecond(odd.next()),
        at: at(0.3))
      expectNumbers(animator, "continue")
      try animator.pause(at: at(0.4))
      animator.scrub(to: odd.next())
      expectNumbers(animator, "scrub")
      try animator.continueAnimation(
        toFraction: odd.next(), with: odd.timing(), durationFactor: odd.next(), at: at(0.5))
      expectNumbers(animator, "continue to fraction")
      try animator.pause(at: at(0.6))
      try animator.continueAnimation(velocity: .carried, at: at(0.6))
      expectNumbers(animator, "carry")
    }
  }

  @Test func `give layers finite values`() throws {
    var odd = Odd(chance: TestRandom(seed: 8))
    for round in 0..<500 {
      Timeline.run { timeline in
        let layer = Layer()
        let animator = PropertyAnimator(duration: odd.next(), timingParameters: odd.timing())
        try? animator.addAnimations { layer.center = Point(x: 100, y: 50) }
        try? animator.startAnimation(afterDelay: odd.next())
        Layer.animate(
          withDuration: odd.next(), delay: odd.next(), usingSpringWithDamping: odd.next(),
          initialSpringVelocity: odd.next()
        ) {
          Layer.setAnimationRepeatCount(odd.next())
          layer.transform = AffineTransform(rotationAngle: 1)
        }
        Layer.animateKeyframes(withDuration: odd.next(), delay: odd.next()) {
          Layer.addKeyframe(withRelativeStartTime: odd.next(), relativeDuration: odd.next()) {
            layer.alpha = 0.5
          }
        }
        let timing = MediaTiming(
          beginTime: odd.next(), duration: odd.next(), speed: odd.next(), timeOffset: odd.next(),
          repeatCount: odd.next(), repeatDuration: odd.next(),
          autoreverses: .random(using: &odd.chance),
          fillMode: .both)
        layer.$blur.add(LayerAnimation(timing, from: 0, to: 8))
        layer.$cornerRadius.add(
          LayerAnimation(
            timing,
            along: KeyframeTrack(
              [0.0, 3, 1, 4], keyTimes: [0, odd.next(), odd.next(), 1], mode: .cubic)))
        for seconds in [0, 1e-3, 0.3, 0.5, 1, 7, odd.next()] {
          timeline.advance(to: seconds)
          if seconds == 0.3 { layer.speed = odd.next() }
          if seconds == 0.5 { layer.timeOffset = odd.next() }
          let seen = layer.presentation
          let numbers = [
            seen.center.x, seen.center.y, seen.transform.a, seen.transform.b, seen.alpha, seen.blur,
            seen.cornerRadius, seen.frame.minX, seen.frame.width,
          ]
          let areFinite = numbers.allSatisfy { $0.isFinite }
          #expect(areFinite, "\(round) \(seconds) \(seen)")
        }
      }
    }
  }

  @Test func `give a transition a fraction`() {
    for seconds in Odd.all {
      Timeline.run { timeline in
        let fade = Fade(seconds: seconds)
        let layer = Layer()
        TransitionContext(in: Layer(), to: layer).begin(fade, interaction: fade)
        for speed in Odd.all {
          fade.update(seconds)
          fade.completionSpeed = speed
          fade.finish()
          timeline.advance(by: 0.01)
          fade.pause()
          #expect((0...1).contains(fade.percentComplete) && layer.presentation.alpha.isFinite)
        }
      }
    }
  }

  private final class Fade: PercentDrivenTransition, AnimatedTransitioning {
    let seconds: Double

    init(seconds: Double) {
      self.seconds = seconds
      super.init()
    }

    func interruptibleAnimator(
      using context: TransitionContext
    ) -> (any ImplicitlyAnimating)? { nil }
    func transitionDuration(using context: TransitionContext?) -> Double { seconds }
    func animateTransition(using context: TransitionContext) {
      let to = context.layer(forKey: .to)
      Layer.animate(withDuration: seconds) {
        to?.alpha = 0
      } completion: { _ in
        context.completeTransition(true)
      }
    }
  }
}
