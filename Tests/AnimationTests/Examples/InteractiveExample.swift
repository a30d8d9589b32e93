import PantographAnimation
import Testing

/// A card that is dragged aside, and can be caught again as often as one likes.
@MainActor final class Card {
  let layer = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  let offset = 220.0
  var animator: PropertyAnimator?
  var progressWhenInterrupted = 0.0

  func panBegan() throws(AnimatorError) {
    let moved = layer.frame.offsetBy(dx: offset, dy: 0)
    let animator =
      animator ?? PropertyAnimator(duration: 3, curve: .easeOut) { self.layer.frame = moved }
    self.animator = animator
    try animator.pauseAnimation()
    progressWhenInterrupted = animator.fractionComplete
  }

  func panChanged(translation: Double) {
    animator?.fractionComplete = translation / offset + progressWhenInterrupted
  }

  func panEnded() throws(AnimatorError) {
    let timing = CubicTimingParameters(animationCurve: .easeOut)
    try animator?.continueAnimation(withTimingParameters: timing, durationFactor: 0)
  }
}

@MainActor @Suite(.ownTimeline) struct `The documentation's interactive animations` {
  let timeline = Timeline.current

  @Test func `drags a card, releases it, and catches it again`() throws {
    let card = Card()
    try card.panBegan()
    card.panChanged(translation: 66)
    #expect(abs(card.layer.presentation.center.x - 116) < 1e-9)
    try card.panEnded()
    timeline.advance(to: 0.2)
    let seen = card.layer.presentation.center.x
    let entry = CubicCurve.easeOut.fraction(ofValue: 0.3) ?? 0
    #expect(abs(seen - (50 + 220 * CubicCurve.easeOut.value(at: entry + 0.2 / 3))) < 1e-9)

    try card.panBegan()
    #expect(card.layer.presentation.center.x == seen)
    card.panChanged(translation: -22)
    #expect(abs(card.layer.presentation.center.x - (seen - 22)) < 1e-9)
    try card.panEnded()
    timeline.advance(to: 9)
    #expect(card.layer.presentation.center.x == 270 && card.animator?.state == .inactive)
  }

  @Test func `returns a circle on a spring with its release velocity`() throws {
    let circle = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    let home = Point(x: 160, y: 240)
    func released(at velocity: Vector) throws(AnimatorError) -> PropertyAnimator {
      let distance = home - circle.center
      let spring = SpringTimingParameters(
        mass: 2.5, stiffness: 70, damping: 55,
        initialVelocity: Vector(x: velocity.x / distance.x, y: velocity.y / distance.y))
      let animator = PropertyAnimator(duration: 0, timingParameters: spring)
      try animator.addAnimations {
        circle.center = home
      }
      try animator.startAnimation()
      return animator
    }
    let animator = try released(at: Vector(x: 900, y: -300))
    // A millisecond later it has moved at the release velocity, on each axis by itself.
    timeline.advance(to: 0.001)
    #expect(abs(circle.presentation.center.x - 50.9) < 0.02)
    #expect(abs(circle.presentation.center.y - 49.7) < 0.02)
    timeline.advance(to: animator.duration + 0.001)
    #expect(circle.presentation.center == home)
  }

  @Test func `carries the velocity from one curve to the next`() throws {
    let layer = Layer()
    let animator = PropertyAnimator(duration: 1, curve: .easeIn) { layer.center.x = 100 }
    try animator.startAnimation()
    timeline.advance(to: 0.6)
    let before = layer.presentation.center.x
    let velocity = CubicCurve.easeIn.slope(at: 0.6)

    try animator.pauseAnimation()
    try animator.continueAnimation(
      withTimingParameters: CubicCurve.easeOut, durationFactor: 0.5, velocity: .carried)
    #expect(abs(layer.presentation.center.x - before) < 1e-9)
    timeline.advance(by: 0.001)
    #expect(abs(layer.presentation.center.x - before - 0.1 * velocity) < 2e-3)
  }

  @Test func `runs an animator to a fraction, and pauses it there`() throws {
    let sheet = Layer()
    let animator = PropertyAnimator(duration: 2, curve: .easeInOut) { sheet.center.y = 400 }
    try animator.pauseAnimation()
    animator.fractionComplete = 0.2
    try animator.continueAnimation(toFraction: 0.5, withTimingParameters: CubicCurve.easeOut)
    timeline.advance(to: 0.6)
    #expect(abs(sheet.presentation.center.y - 200) < 1e-9)
    #expect(animator.state == .active && !animator.isRunning)
    animator.fractionComplete = 0.6
    #expect(abs(sheet.presentation.center.y - 240) < 1e-9)
  }

  @Test func `follows a custom timing`() throws {
    struct Bounce: TimingCurve {
      func progress(at fraction: Double) -> Double {
        let rest = 1 - fraction
        return 1 - rest * rest * abs((3 * .pi * fraction).cosine)
      }
    }
    let ball = Layer()
    let animator = PropertyAnimator(duration: 1, timingParameters: Bounce())
    try animator.addAnimations { ball.center.y = 300 }
    try animator.startAnimation()
    timeline.advance(to: 0.5)
    #expect(abs(ball.presentation.center.y - 300) < 1e-9)
    timeline.advance(to: 0.25)
    timeline.advance(to: 1)
    #expect(ball.presentation.center.y == 300 && animator.state == .inactive)
  }

  @Test func `animates custom properties`() throws {
    struct Dial: Animatable {
      var angle: Double
      var glow: Double

      func change(to target: Dial) -> SIMD2<Double> {
        [target.angle - angle, target.glow - glow]
      }
      func advanced(by change: SIMD2<Double>) -> Dial {
        Dial(angle: angle + change.x, glow: glow + change.y)
      }
    }
    @MainActor final class Gauge {
      @Animated(.additive) var dial = Dial(angle: 0, glow: 1)
      @Animated var tint = Color.red
    }
    let gauge = Gauge()
    Layer.animate(withDuration: 2, options: .curveLinear) {
      gauge.dial = Dial(angle: 90, glow: 0)
      gauge.tint = .blue
    }
    timeline.advance(to: 0.5)
    let seen = gauge.$dial.presentation
    #expect(abs(seen.angle - 22.5) < 1e-12 && abs(seen.glow - 0.75) < 1e-12)
    #expect(gauge.$tint.presentation == Color(red: 0.75, green: 0, blue: 0.25))
  }
}

extension Double {
  /// The cosine, by Bhaskara's formula: enough to bounce by, and without a library.
  fileprivate var cosine: Double {
    let turn = (self / (2 * .pi)).rounded()
    let angle = abs(self - turn * 2 * .pi)
    let isBeyond = angle > .pi / 2
    let x = isBeyond ? .pi - angle : angle
    let value = (.pi * .pi - 4 * x * x) / (.pi * .pi + x * x)
    return isBeyond ? -value : value
  }
}
