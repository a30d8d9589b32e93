import Glibc
import PantographAnimation
import PantographMotion
import Testing

/// Half a turn has no shorter direction: UIKit turns it clockwise where animations add up.
@MainActor @Suite(.ownTimeline) struct `Half a turn` {
  let timeline = Timeline.current
  let view = Layer()

  /// Expects the view to be turned clockwise by an angle, in radians.
  private func expectTurn(_ angle: Double, _ location: SourceLocation = #_sourceLocation) {
    let seen = view.presentation.transform
    for (number, expected) in [
      (seen.a, cos(angle)), (seen.b, sin(angle)), (seen.c, -sin(angle)), (seen.d, cos(angle)),
    ] {
      #expect(abs(number - expected) < 1e-9, "\(seen)", sourceLocation: location)
    }
  }

  @Test(arguments: [Double.pi, -.pi, 3 * .pi]) func `of a block is clockwise`(angle: Double) {
    Layer.animate(withDuration: 1, options: .curveLinear) {
      view.transform = AffineTransform(rotationAngle: angle)
    }
    // b is +0.7071 at a quarter in UIKit.
    timeline.advance(to: 0.25)
    expectTurn(.pi / 4)
    timeline.advance(to: 0.75)
    expectTurn(3 * .pi / 4)
    timeline.advance(to: 1)
    expectTurn(.pi)
  }

  @Test func `from any angle is clockwise, and so is the one back`() throws {
    view.transform = AffineTransform(rotationAngle: .pi / 6)
    let animator = PropertyAnimator(duration: 1, curve: .linear) {
      view.transform = view.transform.rotated(by: .pi)
    }
    animator.fractionComplete = 0.5
    expectTurn(.pi / 6 + .pi / 2)
    try animator.stopAnimation(false)
    try animator.finishAnimation(at: .end)
    expectTurn(.pi / 6 + .pi)
    Layer.animate(withDuration: 1, options: .curveLinear) {
      view.transform = AffineTransform(rotationAngle: .pi / 6)
    }
    timeline.advance(by: 0.5)
    expectTurn(.pi / 6 + 3 * .pi / 2)
  }

  @Test func `does not include smaller angles`() {
    Layer.animate(withDuration: 1, options: .curveLinear) {
      view.transform = AffineTransform(rotationAngle: -0.999 * .pi)
    }
    timeline.advance(to: 0.5)
    expectTurn(-0.999 * .pi / 2)
  }

  @Test func `four times makes two turns`() {
    for _ in 0..<4 {
      Layer.animate(withDuration: 1, options: .curveLinear) {
        view.transform = view.transform.rotated(by: .pi)
      }
    }
    for share in [0.0, 0.0625, 0.125, 0.3, 0.5, 0.8, 1] {
      timeline.advance(to: share)
      expectTurn(4 * .pi * share)
    }
  }

  /// "Advanced Animations with UIKit", WWDC 2017, session 230, at 29:38.
  @Test func `twenty times makes ten turns, all clockwise, and back again`() throws {
    let animator = PropertyAnimator(duration: 5, curve: .easeInOut)
    for _ in 0..<20 {
      try animator.addAnimations { view.transform = view.transform.rotated(by: .pi) }
    }
    for step in 0...400 {
      animator.fractionComplete = Double(step) / 400
      expectTurn(20 * .pi * Double(step) / 400)
    }
    animator.isReversed = true
    try animator.startAnimation()
    timeline.advance(to: 2.5)
    expectTurn(10 * .pi)
    timeline.advance(to: 6)
    expectTurn(0)
    #expect(animator.state == .inactive)
  }

  /// As measured on Core Animation, from the identity to smaller angles.
  @Test func `of a replacing animation goes to smaller angles`() {
    Layer.animateKeyframes(withDuration: 1, options: .curveLinear) {
      Layer.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
        view.transform = AffineTransform(rotationAngle: .pi)
      }
    }
    timeline.advance(to: 0.25)
    expectTurn(-.pi / 4)
  }
}
