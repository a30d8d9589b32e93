import PantographAnimation
import PantographBase
import PantographMotion
import Testing

/// Defaults, and the values that replace invalid numbers.
@MainActor @Suite(.ownTimeline) struct `By default` {
  let timeline = Timeline.current
  let layer = Layer()

  private func near(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 1e-9 }

  // MARK: Blocks

  @Test func `a spring has no delay`() {
    Layer.animate(withDuration: 1, usingSpringWithDamping: 1, initialSpringVelocity: 0) {
      layer.alpha = 0
    }
    #expect(timeline.nextEvent == at(1))
  }

  @Test(arguments: [-5.0, .nan, -.infinity])
  func `a block with an invalid duration takes no time`(duration: Double) {
    Layer.animate(withDuration: duration) { layer.alpha = 0 }
    #expect(timeline.nextEvent ?? at(0) == at(0) && layer.presentation.alpha == 0)
  }

  @Test func `a block without a duration still waits for its delay`() {
    Layer.animate(withDuration: 0, delay: 1, options: .autoreverse) { layer.alpha = 0 }
    #expect(timeline.nextEvent == at(1))
  }

  @Test func `an autoreversing block takes twice its duration, and ends at its new value`() {
    var isOver = false
    layer.alpha = 0
    Layer.animate(withDuration: 0.5, options: [.autoreverse, .curveLinear]) {
      Layer.setAnimationRepeatCount(1.25)
      layer.alpha = 1
    } completion: { _ in
      isOver = true
    }
    #expect(timeline.nextEvent == at(1.25))
    timeline.advance(to: 1.125)
    #expect(near(layer.presentation.alpha, 0.25) && !isOver)
    #expect(near(layer.$alpha.presentation(at: at(1.25)), 0.5))
    timeline.advance(to: 1.25)
    #expect(isOver)
  }

  @Test func `a block leaves both axes alone until it begins`() {
    layer.center = Point(x: 3, y: 4)
    Layer.animate(withDuration: 1, delay: 1) { layer.center = Point(x: 5, y: 7) }
    timeline.advance(to: 0.5)
    #expect(layer.presentation.center == Point(x: 3, y: 4))
  }

  @Test(arguments: [(0.0, 1.0), (-0.5, 1), (3, 3)])
  func `a block runs once`(count: Double, runs: Double) {
    Layer.animate(withDuration: 1) {
      Layer.setAnimationRepeatCount(count)
      layer.alpha = 0
    }
    #expect(timeline.nextEvent == at(runs))
  }

  @Test(arguments: [([] as AnimationOptions, 3.0), (.overrideInheritedOptions, 1)])
  func `a nested block repeats as often as the outer one`(options: AnimationOptions, runs: Double) {
    let other = Layer()
    Layer.animate(withDuration: 1) {
      Layer.setAnimationRepeatCount(3)
      Layer.animate(withDuration: 1, options: options) { layer.alpha = 0 }
      other.alpha = 0
    }
    #expect(timeline.nextEvent == at(runs))
  }

  @Test func `nothing animates inside nested disabled blocks`() {
    Layer.performWithoutAnimation {
      Layer.animate(withDuration: 1) {
        Layer.animate(withDuration: 1) { layer.alpha = 0 }
      }
    }
    #expect(layer.presentation.alpha == 0)
  }

  @Test func `a keyframe after the end is at the end`() {
    layer.alpha = 0
    Layer.animateKeyframes(withDuration: 1, options: .calculationModeLinear) {
      Layer.addKeyframe(withRelativeStartTime: 1.5, relativeDuration: 0.5) { layer.alpha = 1 }
    }
    timeline.advance(to: 0.75)
    #expect(layer.presentation.alpha == 0)
    timeline.advance(to: 1)
    #expect(layer.presentation.alpha == 1)
  }

  @Test func `paced keyframes have constant speed at any distances`() {
    let track = KeyframeTrack([0, 0.1, 0.4], mode: .paced)
    #expect(near(track.value(at: 0.25), 0.1) && near(track.value(at: 0.5), 0.2))
  }

  // MARK: Animators

  @Test(arguments: [1, 1.5, 2])
  func `a part that would begin after the end is at its end`(factor: Double) throws {
    layer.alpha = 0
    let animator = PropertyAnimator(duration: 1, curve: .linear)
    try animator.addAnimations({ layer.alpha = 1 }, delayFactor: factor)
    try animator.startAnimation()
    timeline.advance(to: 0.75)
    #expect(layer.presentation.alpha == 0)
    timeline.advance(to: 1)
    #expect(layer.presentation.alpha == 1)
  }

  @Test(arguments: [.nan, .infinity, -3.0])
  func `an animator ignores an invalid delay`(delay: Double) throws {
    let animator = PropertyAnimator(duration: 1, curve: .linear) { layer.alpha = 0 }
    try animator.startAnimation(afterDelay: delay)
    #expect(timeline.nextEvent == at(1))
  }

  @Test func `each observer ends its own observation`() throws {
    let animator = PropertyAnimator(duration: 1, curve: .linear) { layer.alpha = 0 }
    var reported: [String] = []
    let end = animator.observe { _ in reported.append("first") }
    animator.observe { _ in reported.append("second") }
    end()
    try animator.startAnimation()
    #expect(Set(reported) == ["second"])
  }

  // MARK: Layers

  @Test func `a layer is laid out only if its layout is outdated`() {
    final class Shelf: Layer {
      var count = 0
      override func layoutSublayers() { count += 1 }
    }
    let shelf = Shelf()
    shelf.layoutIfNeeded()
    #expect(shelf.count == 0)
    shelf.setNeedsLayout()
    shelf.layoutIfNeeded()
    shelf.layoutIfNeeded()
    #expect(shelf.count == 1)
  }

  @Test func `a transition dissolves between its ends only`() {
    let dissolve = LayerTransition(.crossDissolve)
    #expect(dissolve.opacities(at: -1) == (1, 0) && dissolve.opacities(at: 2) == (0, 1))
    #expect(LayerTransition(.flipFromTop).opacities(at: 0.5) == (0, 1))
  }

  @Test func `a transform maps both axes to both`() {
    let map = AffineTransform(a: 2, b: 3, c: 5, d: 7, tx: 11, ty: 13)
    #expect(Point(x: 1, y: 10).applying(map) == Point(x: 63, y: 86))
  }

  // MARK: Time

  @Test func `a timing repeats for less than a second, and at speed 0 is at its beginning`() {
    #expect(MediaTiming(duration: 1, repeatDuration: 0.5).activeDuration == 0.5)
    #expect(MediaTiming(duration: 0, repeatDuration: 0.5).activeDuration == 0.5)
    let still = MediaTiming(duration: 1, speed: 0)
    #expect(still.phase(at: 3) == .active(.init(seconds: 0, fraction: 0, cycle: 0)))
  }

  @Test func `an abandoned timeline has no next event`() throws {
    let animator = PropertyAnimator(duration: 1, curve: .linear) { layer.alpha = 0 }
    try animator.startAnimation()
    #expect(timeline.nextEvent == at(1))
    try animator.stopAnimation(true)
    #expect(timeline.nextEvent == nil)
    let other = PropertyAnimator(duration: 1, curve: .linear) { layer.alpha = 0.5 }
    try other.startAnimation()
    #expect(timeline.nextEvent == at(1))
    timeline.abandon()
    #expect(timeline.nextEvent == nil)
  }

  // MARK: Transitions

  @Test func `a transition takes no time, is not interactive and was not cancelled`() {
    let context = TransitionContext(in: layer)
    #expect(context.duration == 0 && !context.isInteractive && !context.transitionWasCancelled)
  }
}
