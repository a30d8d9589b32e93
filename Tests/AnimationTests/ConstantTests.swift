import PantographAnimation
import PantographBase
import PantographMotion
import Testing

@Suite struct `Numbers shared with UIKit` {
  /// `UIViewAnimationOptions` and `UIViewKeyframeAnimationOptions`, as UIView.h defines them.
  @Test func `are those of its options`() {
    let single: [AnimationOptions] = [
      .layoutSubviews, .allowUserInteraction, .beginFromCurrentState, .repeat, .autoreverse,
      .overrideInheritedDuration, .overrideInheritedCurve, .allowAnimatedContent,
      .showHideTransitionViews, .overrideInheritedOptions,
    ]
    #expect(single.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
    let modes: [AnimationOptions] = [
      .calculationModeLinear, .calculationModeDiscrete, .calculationModePaced,
      .calculationModeCubic, .calculationModeCubicPaced,
    ]
    #expect(modes.map(\.rawValue) == [0, 1024, 2048, 3072, 4096])
    let curves: [AnimationOptions] = [.curveEaseInOut, .curveEaseIn, .curveEaseOut, .curveLinear]
    #expect(curves.map(\.rawValue) == [0, 0x1_0000, 0x2_0000, 0x3_0000])
    let transitions: [AnimationOptions] = [
      .transitionFlipFromLeft, .transitionFlipFromRight, .transitionCurlUp, .transitionCurlDown,
      .transitionCrossDissolve, .transitionFlipFromTop, .transitionFlipFromBottom,
    ]
    #expect(
      transitions.map(\.rawValue) == [
        0x10_0000, 0x20_0000, 0x30_0000, 0x40_0000, 0x50_0000, 0x60_0000, 0x70_0000,
      ])
    let rates: [AnimationOptions] = [
      .preferredFramesPerSecondDefault, .preferredFramesPerSecond60, .preferredFramesPerSecond30,
    ]
    #expect(rates.map(\.rawValue) == [0, 0x300_0000, 0x700_0000])
  }

  /// `UIModalPresentationStyle`, as UIViewController.h defines it.
  @Test func `are those of its presentations`() {
    let styles: [TransitionContext.PresentationStyle] = [
      .automatic, .none, .fullScreen, .pageSheet, .formSheet, .currentContext, .custom,
      .overFullScreen, .overCurrentContext, .popover,
    ]
    #expect(styles.map(\.rawValue) == Array(-2...7))
  }

  /// `CAFrameRateRangeDefault` in CAFrameRateRange.h.
  @Test func `are those of its default frame rates`() {
    #expect(FrameRateRange.default == FrameRateRange(minimum: 0, maximum: 0, preferred: nil))
    let animation = LayerAnimation(MediaTiming(), from: 0.0, to: 1)
    #expect(animation.preferredFrameRateRange == .default)
  }

  @Test func `name the curves, whatever the other options`() {
    let others: AnimationOptions = [
      .autoreverse, .calculationModePaced, .transitionCurlUp, .preferredFramesPerSecond30,
    ]
    let named: [(AnimationOptions, CubicCurve)] = [
      (.curveEaseInOut, .easeInOut), (.curveEaseIn, .easeIn), (.curveEaseOut, .easeOut),
      (.curveLinear, .linear),
    ]
    for (options, curve) in named {
      #expect(options.union(others).curve == curve)
      #expect(options.union(others).transition.kind == .curlUp)
    }
  }

  /// The components that UIColor.h has behind its colours.
  @Test func `are those of its colours`() {
    let colors: [(Color, [Double])] = [
      (.clear, [0, 0, 0, 0]), (.black, [0, 0, 0, 1]), (.white, [1, 1, 1, 1]),
      (.red, [1, 0, 0, 1]), (.green, [0, 1, 0, 1]), (.blue, [0, 0, 1, 1]),
      (.yellow, [1, 1, 0, 1]), (.orange, [1, 0.5, 0, 1]), (.gray, [0.5, 0.5, 0.5, 1]),
    ]
    for (color, parts) in colors {
      #expect([color.red, color.green, color.blue, color.alpha] == parts)
    }
  }

  /// The defaults in the documentation of CAMediaTiming.
  @Test func `are the defaults of its animations`() {
    #expect(
      MediaTiming()
        == MediaTiming(
          beginTime: 0, duration: 0, speed: 1, timeOffset: 0, repeatCount: 0, repeatDuration: 0,
          autoreverses: false, fillMode: .removed))
  }

  @Test func `are those of its spring for transitions`() {
    #expect(SpringTimingParameters() == .init(mass: 3, stiffness: 1000, damping: 500))
  }
}

@Suite struct `A rectangle` {
  @Test func `has edges and a middle for any sign of its size`() {
    for rect in [
      Rect(x: 10, y: 20, width: 30, height: 50), Rect(x: 40, y: 70, width: -30, height: -50),
    ] {
      #expect([rect.minX, rect.midX, rect.maxX, rect.width] == [10, 25, 40, 30])
      #expect([rect.minY, rect.midY, rect.maxY, rect.height] == [20, 45, 70, 50])
    }
    #expect(Rect.zero == Rect(x: 0, y: 0, width: 0, height: 0))
  }
}

@Suite struct `A spring with two velocities` {
  private let spring = Spring(response: 0.5, dampingRatio: 0.5)

  @Test func `has an initial velocity along x where one is given`() {
    #expect(
      TimingParameters.spring(spring, initialVelocity: 3)
        == .spring(SpringTimingParameters(spring, initialVelocity: Vector(x: 3, y: 0))))
    #expect(TimingParameters.spring(spring) == .spring(SpringTimingParameters(spring)))
  }

  /// The longer of both settling times, and the stiffer of both springs.
  @Test func `settles when both axes have`() {
    let (slow, fast) = (spring.settlingTime(velocity: 1), spring.settlingTime(velocity: 40))
    #expect(slow < fast)
    for velocities in [Vector(x: 1, y: 40), Vector(x: 40, y: 1)] {
      let timing = SpringTimingParameters(spring, initialVelocity: velocities)
      let animator = AnimatorMachine(duration: 1, timing: .spring(timing))
      #expect(animator.duration == fast)
    }
    let level = SpringTimingParameters(spring, initialVelocity: Vector(x: 1, y: 0))
    #expect(AnimatorMachine(duration: 1, timing: .spring(level)).duration == slow)
  }
}
