import PantographAnimation
import Testing

@MainActor enum AnimatorFactory {
  static func scaleUp(_ view: Layer) throws(AnimatorError) -> PropertyAnimator {
    let scale = PropertyAnimator(duration: 0.33, curve: .easeIn)
    try scale.addAnimations {
      view.alpha = 1
    }
    try scale.addAnimations({ view.transform = .identity }, delayFactor: 0.33)
    return scale
  }

  @discardableResult
  static func fade(_ view: Layer, visible: Bool) -> PropertyAnimator {
    .runningPropertyAnimator(
      withDuration: 0.5, delay: 0.1, options: .curveEaseOut,
      animations: {
        view.alpha = visible ? 1 : 0
      })
  }

  @discardableResult
  static func jiggle(_ view: Layer) -> PropertyAnimator {
    .runningPropertyAnimator(
      withDuration: 0.33,
      animations: {
        Layer.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) {
          view.transform = AffineTransform(rotationAngle: -.pi / 8)
        }
        Layer.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.75) {
          view.transform = AffineTransform(rotationAngle: +.pi / 8)
        }
        Layer.addKeyframe(withRelativeStartTime: 0.75, relativeDuration: 1) {
          view.transform = .identity
        }
      })
  }

  static func animateConstraint(
    _ view: Layer, constraint: LayoutConstant, by distance: Double
  ) throws(AnimatorError) -> PropertyAnimator {
    let spring = SpringTimingParameters(dampingRatio: 0.55)
    let animator = PropertyAnimator(duration: 1, timingParameters: spring)
    try animator.addAnimations {
      constraint.constant += distance
      view.layoutIfNeeded()
    }
    return animator
  }

  static func grow(_ view: Layer, blur: Layer) throws(AnimatorError) -> PropertyAnimator {
    let animator = PropertyAnimator(duration: 0.5, curve: .easeIn)
    try animator.addAnimations {
      Layer.animateKeyframes(withDuration: 0.5) {
        Layer.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) {
          blur.blur = 20
          view.transform = AffineTransform(scaleX: 1.5, y: 1.5)
        }
        Layer.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) {
          view.transform = view.transform.rotated(by: -.pi / 8)
        }
      }
    }
    animator.addCompletion { position in
      switch position {
      case .start: blur.blur = 0
      case .end: blur.blur = 20
      case .current: break
      }
    }
    return animator
  }

  static func complete(_ view: Layer, content: Layer) -> PropertyAnimator {
    PropertyAnimator(duration: 0.3, dampingRatio: 0.7) {
      content.alpha = 1
      view.transform = .identity
      view.frame = Rect(
        x: view.frame.minX - view.frame.minX / 2.5, y: view.frame.maxY - 140,
        width: view.frame.width + 120, height: 60)
    }
  }
}

@MainActor @Suite(.ownTimeline) struct `The documentation's lock screen` {
  let timeline = Timeline.current
  let view = Layer(frame: Rect(x: 40, y: 300, width: 60, height: 60))

  @Test func `scales up`() throws {
    view.transform = AffineTransform(scaleX: 0.67, y: 0.67)
    view.alpha = 0
    let scale = try AnimatorFactory.scaleUp(view)
    try scale.startAnimation()
    timeline.advance(to: 0.2)
    // Of the second block's 0.2211 s, 0.0911 s have passed.
    #expect(abs(view.presentation.alpha - CubicCurve.easeIn.value(at: 0.2 / 0.33)) < 1e-12)
    let late = CubicCurve.easeIn.value(at: (0.2 - 0.1089) / (0.33 - 0.1089))
    #expect(abs(view.presentation.transform.a - (0.67 + 0.33 * late)) < 1e-12)
  }

  @Test func `jiggles once, however often it is tapped`() {
    var animator: PropertyAnimator?
    func tap() {
      if let animator, animator.isRunning { return }
      animator = AnimatorFactory.jiggle(view)
    }
    tap()
    let first = animator
    timeline.advance(to: 0.2)
    tap()
    #expect(animator === first)
    timeline.advance(to: 0.4)
    tap()
    #expect(animator !== first)
  }

  @Test func `fades, and turns back from where it is`() {
    view.alpha = 0
    AnimatorFactory.fade(view, visible: true)
    timeline.advance(to: 0.1)
    #expect(view.presentation.alpha == 0)
    timeline.advance(to: 0.3)
    let seen = view.presentation.alpha
    #expect(abs(seen - CubicCurve.easeOut.value(at: 0.4)) < 1e-12)
    AnimatorFactory.fade(view, visible: false)
    timeline.advance(to: 0.4)
    #expect(view.presentation.alpha == seen)
    timeline.advance(to: 0.65)
    #expect(
      abs(view.presentation.alpha - seen * (1 - CubicCurve.easeOut.value(at: 0.5))) < 1e-12)
  }

  @Test func `moves a label by its constraint`() throws {
    let label = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 20))
    let top = LayoutConstant(-50)
    view.addSublayer(label)
    view.layout = { label.center = Point(x: 100, y: top.constant) }
    view.layoutIfNeeded()
    try AnimatorFactory.animateConstraint(view, constraint: top, by: 150).startAnimation()
    var highest = -50.0
    for step in 1...100 {
      timeline.advance(to: Double(step) / 100)
      highest = max(highest, label.presentation.center.y)
    }
    // e^(−πζ/√(1−ζ²)) beyond the end at a damping ratio of 0.55: 12.6 % of 150.
    #expect(abs(highest - (100 + 0.1265 * 150)) < 0.1)
    #expect(label.presentation.center == Point(x: 100, y: 100))
  }

  @Test func `shows a preview by pressure, and cancels or opens it`() throws {
    let blur = Layer()
    let content = Layer()
    content.alpha = 0

    let cancelled = try AnimatorFactory.grow(view, blur: blur)
    func updatePreview(_ percent: Double, _ animator: PropertyAnimator) {
      animator.fractionComplete = max(0.01, min(0.99, percent))
    }
    for percent in [0.2, 0.7, 1.4, 0.4] { updatePreview(percent, cancelled) }
    #expect(abs(blur.presentation.blur - 8) < 1e-12)
    cancelled.isReversed = true
    try cancelled.startAnimation()
    timeline.advance(to: 2)
    #expect(blur.blur == 0 && view.transform == .identity && cancelled.state == .inactive)

    let preview = try AnimatorFactory.grow(view, blur: blur)
    updatePreview(0.75, preview)
    let half = AffineTransform(scaleX: 1.375, y: 1.375).rotated(by: -.pi / 16)
    #expect(abs(view.presentation.transform.a - half.a) < 1e-12)
    #expect(abs(view.presentation.transform.b - half.b) < 1e-12)
    try preview.stopAnimation(false)
    try preview.finishAnimation(at: .end)
    try AnimatorFactory.complete(view, content: content).startAnimation()
    timeline.advance(to: 4)
    #expect(view.frame == Rect(x: 24, y: 220, width: 180, height: 60))
    #expect(content.presentation.alpha == 1 && blur.presentation.blur == 20)
  }
}
