import PantographAnimation
import PantographBase
import PantographMotion
import Testing

@MainActor @Suite(.ownTimeline) struct `A layer` {
  let timeline = Timeline.current
  let layer = Layer(frame: Rect(x: 100, y: 200, width: 40, height: 20))

  // MARK: Its time

  /// Speed, begin and offset of a layer, and its own time at a second, as `CAMediaTiming` defines it.
  nonisolated static let times: [(speed: Double, begin: Double, offset: Double, own: Double)] = [
    (0, 0, 0, 0), (0, 0, 3, 3), (1, -1, 0, 6), (1, 1, 0, 4), (1, 0, 1, 6), (1, 0, -1, 4),
    (2, 0, 0, 10), (-1, 0, 0, -5), (0.5, 1, 2, 4), (2, -1, -1, 11),
  ]

  @Test(arguments: times)
  func `has a time of its own`(speed: Double, begin: Double, offset: Double, own: Double) {
    (layer.speed, layer.beginTime, layer.timeOffset) = (speed, begin, offset)
    timeline.advance(to: 5)
    #expect(layer.currentTime == own)
    let inner = Layer()
    layer.addSublayer(inner)
    #expect(inner.currentTime == own)
  }

  /// The change of a moving layer's time, and the second at which its animation of one second ends.
  @Test(arguments: [(2.0, 0.0, 0.0, 500_000), (1, 0.25, 0, 750_000), (0.5, 0, 0, 2_000_000)])
  func `moves in its own time`(
    speed: Double, offset: Double, begin: Double, end: Int64
  ) {
    var ends: [Timestamp] = []
    Layer.animate(withDuration: 1, options: .curveLinear) {
      layer.alpha = 0
    } completion: { [timeline] _ in
      ends.append(timeline.now)
    }
    (layer.speed, layer.timeOffset, layer.beginTime) = (speed, offset, begin)
    #expect(timeline.nextEvent == Timestamp(microseconds: end))
    timeline.advance(to: Double(end) / 2e6)
    #expect(abs(layer.presentation.alpha - (1 - offset - speed * Double(end) / 2e6)) < 1e-9)
    timeline.advance(to: 9)
    #expect(ends == [Timestamp(microseconds: end)])
  }

  @Test(arguments: [(0.0, 0.0, 0.0, nil as Int64?), (1, 1, 0, 5_000_000), (1, 0, 1, 3_000_000)])
  func `ends in its own time, which changes while it moves`(
    speed: Double, begin: Double, offset: Double, end: Int64?
  ) {
    Layer.animate(withDuration: 4) { layer.alpha = 0 }
    timeline.advance(to: 1)
    (layer.speed, layer.beginTime, layer.timeOffset) = (speed, begin, offset)
    #expect(timeline.nextEvent == end.map(Timestamp.init(microseconds:)))
  }

  /// A spring of its own for each axis: x and the width follow the one, y and the height the other.
  @Test func `animates its bounds on both axes`() throws {
    let spring = SpringTimingParameters(dampingRatio: 0.4, initialVelocity: Vector(x: 9, y: -5))
    let animator = PropertyAnimator(duration: 1, timingParameters: spring)
    layer.bounds = .zero
    try animator.addAnimations { layer.bounds = Rect(x: 100, y: 100, width: 100, height: 100) }
    try animator.startAnimation()
    timeline.advance(to: 0.1)
    let seen = layer.presentation.bounds
    #expect(seen.width == seen.origin.x && seen.height == seen.origin.y)
    #expect(abs(seen.width - seen.height) > 1)
  }

  // MARK: Later presentation values

  @Test func `returns later presentation values, if nothing changes until then`() {
    func alpha(at seconds: Double) -> Double { layer.$alpha.presentation(at: at(seconds)) }
    Layer.animate(withDuration: 0, delay: 1) { layer.alpha = 0.5 }
    #expect(alpha(at: 0.5) == 1 && alpha(at: 1) == 0.5 && alpha(at: 3) == 0.5)
    layer.alpha = 1
    Layer.animate(withDuration: 1, options: .curveLinear) { layer.alpha = 0 }
    #expect(abs(alpha(at: 0.25) - 0.75) < 1e-12 && alpha(at: 1) == 0 && alpha(at: 5) == 0)
  }

  @Test(arguments: [(1.0, 1.0), (1.5, 0), (0.25, 0.5), (2, 1), (0.75, 0.5)])
  func `has later presentation values where a repeated block ends`(count: Double, alpha: Double) {
    // There and back takes 2 s: a quarter of it covers half the distance.
    layer.alpha = 1
    Layer.animate(withDuration: 1, options: [.curveLinear, .autoreverse]) {
      Layer.setAnimationRepeatCount(count)
      layer.alpha = 0
    }
    #expect(abs(layer.$alpha.presentation(at: at(9)) - alpha) < 1e-12)
  }

  @Test func `shows an animation from its begin time`() {
    timeline.advance(to: 1)
    layer.$alpha.add(LayerAnimation(MediaTiming(beginTime: 2, duration: 4), from: 0, to: 1))
    for (seconds, alpha) in [(1.5, 1), (2, 0), (3, 0.25), (5, 0.75), (6.5, 1)] {
      timeline.advance(to: seconds)
      #expect(abs(layer.presentation.alpha - alpha) < 1e-12, "at \(seconds)")
    }
  }

  @Test func `has a complete transition when it is new`() {
    #expect(layer.transitionProgress == 1 && layer.presentation.transitionProgress == 1)
    #expect(layer.transition == nil)
  }

  @Test func `shows one side of a flip in each half, and turns no further than half a turn`() {
    for kind in [LayerTransition.Kind.flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom] {
      let flip = LayerTransition(kind)
      let sign: Double = [.flipFromLeft, .flipFromTop].contains(kind) ? 1 : -1
      for (progress, angle) in [(-0.5, 0), (0, 0), (0.25, 0.25), (0.52, 0.52), (1, 1), (1.5, 1)] {
        #expect(flip.angle(at: progress) == sign * .pi * angle)
        #expect(flip.opacities(at: progress) == (progress < 0.5 ? (1, 0) : (0, 1)))
      }
    }
  }

  // MARK: Where it is touched

  @Test func `is touched at its left and upper edge, and not at its right and lower one`() {
    let window = Layer(frame: Rect(x: 0, y: 0, width: 320, height: 480))
    window.addSublayer(layer)
    for (x, y, isHit) in [
      (100.0, 200.0, true), (139.9, 219.9, true), (140, 210, false), (120, 220, false),
      (99.9, 210, false), (120, 199.9, false),
    ] {
      #expect((window.hitTest(Point(x: x, y: y)) === layer) == isHit, "at \(x) \(y)")
    }
    // Pressed flat by its transform it covers nothing.
    layer.transform = AffineTransform(a: 2, b: 1, c: 4, d: 2, tx: 0, ty: 0)
    #expect(window.hitTest(layer.center) === window)
  }

  // MARK: Its layout

  @Test func `is laid out by its blocks only if they ask for it`() throws {
    let inner = Layer()
    layer.addSublayer(inner)
    layer.layout = { [unowned layer] in inner.center.x = layer.bounds.width / 2 }
    layer.layoutIfNeeded()
    let animator = PropertyAnimator(duration: 1, curve: .linear) { layer.bounds.size.width = 80 }
    try animator.startAnimation()
    #expect(inner.center.x == 20)
    layer.layoutIfNeeded()
    #expect(inner.center.x == 40)
    Layer.animate(withDuration: 1, options: .layoutSubviews) { layer.bounds.size.width = 120 }
    #expect(inner.center.x == 60 && inner.$center.isAnimated)
  }

  @Test func `has constants that are set at once, even inside a block`() throws {
    var constant: LayoutConstant?
    let animator = PropertyAnimator(duration: 1, curve: .linear) { constant = LayoutConstant(20) }
    try animator.startAnimation()
    #expect(constant?.constant == 20 && constant?.presentation == 20)
  }

  // MARK: Animations

  @Test func `ends at the value of one animator when another one is stopped meanwhile`() throws {
    let animators = [100.0, 300].map { x in
      PropertyAnimator(duration: 1, curve: .linear) { layer.center.x = x }
    }
    layer.center.x = 0
    for animator in animators { try animator.startAnimation() }
    timeline.advance(to: 0.5)
    try animators[0].stopAnimation(true)
    // The first one's last 50 points are never made.
    #expect(layer.center.x == 250 && layer.presentation.center.x == 150)
    timeline.advance(to: 2)
    #expect(layer.center.x == 250 && layer.presentation.center.x == 250)
  }

  @Test func `is where an animator is finished, in each of its runs`() throws {
    layer.center.x = 0
    let animator = PropertyAnimator(duration: 1, curve: .linear)
    for (x, position, expected) in [(100.0, AnimatingPosition.end, 100.0), (300, .start, 100)] {
      try animator.addAnimations { layer.center.x = x }
      try animator.startAnimation()
      timeline.advance(by: 0.5)
      try animator.stopAnimation(false)
      try animator.finishAnimation(at: position)
      #expect(layer.center.x == expected && layer.presentation.center.x == expected)
    }
  }

  @Test func `is not animated by the rest of a block that has restarted its animator`() throws {
    let animator = PropertyAnimator(duration: 1, curve: .linear)
    try animator.addAnimations {
      try? animator.stopAnimation(true)
      try? animator.startAnimation()
      layer.alpha = 0.5
    }
    try animator.startAnimation()
    #expect(animator.state == .active)
    #expect(layer.presentation.alpha == 0.5 && !layer.$alpha.isAnimated)
  }

  @Test func `is not moved to a fraction beyond its end`() throws {
    layer.center.x = 0
    let animator = PropertyAnimator(duration: 1, curve: .linear) { layer.center.x = 100 }
    try animator.pauseAnimation()
    try animator.continueAnimation(toFraction: 1.5)
    timeline.advance(to: 3)
    #expect(animator.fractionComplete == 1 && layer.presentation.center.x == 100)
  }

  @Test(arguments: [true, false])
  func `calls a nested block's completion with whether the animator finished`(isReversed: Bool)
    throws
  {
    for hasKeyframe in [false, true] {
      var ends: [Bool] = []
      let animator = PropertyAnimator(duration: 1, curve: .linear)
      func move() {
        Layer.animate(withDuration: 1) {
          layer.alpha = 0
        } completion: {
          ends.append($0)
        }
      }
      try animator.addAnimations {
        if hasKeyframe {
          Layer.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { move() }
        } else {
          move()
        }
      }
      try animator.startAnimation()
      timeline.advance(by: 0.5)
      animator.isReversed = isReversed
      timeline.advance(by: 1)
      #expect(ends == [!isReversed])
      layer.alpha = 1
    }
  }

  @Test func `is taken over by repeating animations, and shared with others`() {
    for options in [AnimationOptions.repeat, .autoreverse, []] {
      var ends: [Bool] = []
      layer.center.x = 0
      Layer.animate(withDuration: 1, options: .curveLinear) {
        layer.center.x = 100
      } completion: {
        ends.append($0)
      }
      timeline.advance(by: 0.5)
      Layer.animate(withDuration: 1, options: options) { layer.center.x = 300 }
      timeline.advance(by: 0.1)
      #expect(ends == (options == [] ? [] : [false]))
      layer.removeAllAnimations()
      timeline.advance(by: 5)
    }
  }

  @Test func `ends animations in order, whatever begins meanwhile`() {
    var ends: [Double] = []
    let layers = (0..<12).map { _ in Layer() }
    func move(_ index: Int, _ seconds: Double, then next: @escaping () -> Void = {}) {
      Layer.animate(withDuration: seconds) {
        layers[index].alpha = 0
      } completion: { [timeline] _ in
        ends.append(timeline.seconds)
        next()
      }
    }
    for index in 0..<9 { move(index, Double(index + 2)) }
    move(9, 1) {
      move(10, 1.5)
      move(11, 7.5)
    }
    withExtendedLifetime(layers) { timeline.advance(to: 20) }
    #expect(ends == [1, 2, 2.5, 3, 4, 5, 6, 7, 8, 8.5, 9, 10])
  }

  @Test func `ends earlier when another one's end makes its time faster`() {
    var ends: [Double] = []
    let other = Layer()
    Layer.animate(withDuration: 3) {
      layer.alpha = 0
    } completion: { [timeline] _ in
      ends.append(timeline.seconds)
    }
    Layer.animate(withDuration: 1) {
      other.alpha = 0
    } completion: { [layer] _ in
      // Its second is 2 then, and 3 half a second later.
      layer.speed = 2
    }
    withExtendedLifetime(other) { timeline.advance(to: 9) }
    #expect(ends == [1.5])
  }

  @Test func `ends a block with an infinite duration at once`() {
    timeline.advance(to: 2)
    Layer.animate(withDuration: .infinity) { layer.alpha = 0 }
    #expect(timeline.nextEvent == timeline.now)
  }

  @Test func `ends on time, though time advanced inside another one's end`() {
    var ends: [Double] = []
    func move(_ property: ReferenceWritableKeyPath<Layer, Double>, then next: @escaping () -> Void)
    {
      Layer.animate(withDuration: 1) {
        layer[keyPath: property] += 1
      } completion: { [timeline] _ in
        ends.append(timeline.seconds)
        next()
      }
    }
    move(\.cornerRadius) { [timeline] in timeline.advance(by: 0.5) }
    timeline.advance(to: 0.2)
    move(\.blur) { move(\.alpha) {} }
    timeline.advance(to: 5)
    #expect(ends == [1, 1.2, 2.2])
  }
}
