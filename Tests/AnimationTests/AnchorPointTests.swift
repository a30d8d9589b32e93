import Glibc
import PantographAnimation
import PantographBase
import Testing

/// The relation of position, anchor point, bounds and frame in the documentation of CALayer.
@MainActor @Suite(.ownTimeline) struct `An anchor point` {
  let timeline = Timeline.current
  let layer = Layer(frame: Rect(x: 100, y: 200, width: 80, height: 40))

  @Test func `is the middle of a new layer`() {
    #expect(layer.anchorPoint == Point(x: 0.5, y: 0.5))
    #expect(layer.position == Point(x: 140, y: 220) && layer.center == layer.position)
    layer.position.x = 150
    #expect(layer.center.x == 150 && layer.frame.minX == 110)
  }

  /// The frame's origin is the position less the anchor point times the size.
  @Test(arguments: [
    (Point(x: 0, y: 0), Point(x: 140, y: 220)), (Point(x: 1, y: 0.25), Point(x: 60, y: 210)),
    (Point(x: -0.5, y: 2), Point(x: 180, y: 140)),
  ])
  func `moves the frame and keeps the position`(anchor: Point, origin: Point) {
    layer.anchorPoint = anchor
    #expect(layer.position == Point(x: 140, y: 220))
    #expect(layer.frame == Rect(x: origin.x, y: origin.y, width: 80, height: 40))
    layer.frame = Rect(x: 10, y: 20, width: 8, height: 4)
    #expect(layer.bounds.size == Size(width: 8, height: 4))
    #expect(layer.position == Point(x: 10 + 8 * anchor.x, y: 20 + 4 * anchor.y))
    #expect(layer.frame == Rect(x: 10, y: 20, width: 8, height: 4))
  }

  /// A quarter turn clockwise about the top left corner takes the right edge down and the bottom edge left.
  @Test func `stays where it is when the layer turns about it`() {
    layer.anchorPoint = .zero
    layer.transform = AffineTransform(rotationAngle: .pi / 2)
    #expect(near(layer.frame.origin, Point(x: 100, y: 220)))
    #expect(near(layer.frame.width, 40) && near(layer.frame.height, 80))
    layer.frame = Rect(x: 0, y: 0, width: 40, height: 80)
    #expect(near(layer.position, Point(x: 40, y: 0)))
    #expect(near(layer.bounds.size.width, 80) && near(layer.bounds.size.height, 40))
  }

  @Test func `is where points are converted from and touches are looked for`() {
    let window = Layer(frame: Rect(x: 0, y: 0, width: 500, height: 500))
    window.addSublayer(layer)
    layer.anchorPoint = .zero
    layer.bounds.origin = Point(x: 1000, y: 0)
    layer.transform = AffineTransform(rotationAngle: .pi / 2)
    let corner = Point(x: 1080, y: 0)
    #expect(near(layer.convert(corner, to: window), Point(x: 140, y: 300)))
    #expect(near(window.convert(Point(x: 140, y: 300), to: layer), corner))
    #expect(window.hitTest(Point(x: 120, y: 290)) === layer)
    #expect(window.hitTest(Point(x: 150, y: 230)) === window)
  }

  @Test func `animates from the value that is seen, and the frame with it`() throws {
    let animator = PropertyAnimator(duration: 1, curve: .linear) { layer.anchorPoint.x = 1 }
    try animator.startAnimation()
    timeline.advance(to: 0.5)
    let seen = layer.presentation
    #expect(near(seen.anchorPoint, Point(x: 0.75, y: 0.5)))
    #expect(seen.position == Point(x: 140, y: 220) && near(seen.frame.minX, 80))
    // Not additive: a second animation begins where the first one is.
    Layer.animate(withDuration: 1, options: [.curveLinear, .beginFromCurrentState]) {
      layer.anchorPoint.x = 0
    }
    #expect(near(layer.presentation.anchorPoint.x, 0.75))
    timeline.advance(to: 1)
    #expect(near(layer.presentation.anchorPoint.x, 0.375))
  }

  @Test func `is in a snapshot, which lies at the origin`() {
    layer.anchorPoint = Point(x: 1, y: 1)
    let copy = layer.snapshotLayer(afterScreenUpdates: false)
    #expect(copy.anchorPoint == Point(x: 1, y: 1) && copy.position == Point(x: 80, y: 40))
    #expect(copy.frame == Rect(x: 0, y: 0, width: 80, height: 40))
  }
}

@MainActor @Suite(.ownTimeline) struct `Keys of layer animations` {
  let layer = Layer()

  @Test func `are those of the animations that were added and not removed`() {
    #expect(layer.animationKeys() == nil && layer.$alpha.animationKeys() == nil)
    let fade = LayerAnimation(MediaTiming(duration: 2), from: 0, to: 1)
    layer.$blur.add(LayerAnimation(MediaTiming(), from: 0, to: 8), forKey: "blur")
    layer.$alpha.add(fade, forKey: "first")
    layer.$alpha.add(fade)
    layer.$alpha.add(fade, forKey: "second")
    #expect(layer.$alpha.animationKeys() == ["first", "second"])
    #expect(layer.animationKeys() == ["first", "second", "blur"])
    layer.$alpha.add(fade, forKey: "first")
    #expect(layer.$alpha.animationKeys() == ["second", "first"])
    layer.$alpha.removeAnimation(forKey: "first")
    #expect(layer.animationKeys() == ["second", "blur"])
    layer.removeAllAnimations()
    #expect(layer.animationKeys() == nil)
  }

  @Test func `lead to the animations, with the duration that they run for`() throws {
    var fade = LayerAnimation(MediaTiming(duration: 2), from: 0, to: 1)
    fade.preferredFrameRateRange = FrameRateRange(minimum: 80, maximum: 120, preferred: 120)
    layer.$alpha.add(fade, forKey: "fade")
    layer.$alpha.add(LayerAnimation(MediaTiming(), from: 1, to: 0), forKey: "short")
    let found = try #require(layer.$alpha.animation(forKey: "fade"))
    #expect(found.timing.duration == 2 && found.preferredFrameRateRange.preferred == 120)
    #expect(found.value(over: 0, model: 0, at: 0.5) == 0.25)
    #expect(layer.$alpha.animation(forKey: "short")?.timing.duration == 0.25)
    #expect(layer.$alpha.animation(forKey: "none") == nil)
    #expect(layer.$blur.animation(forKey: "fade") == nil)
  }

  @Test func `have no effect on a transition that reads whether and how it is presented`() {
    let context = TransitionContext(in: layer)
    #expect(context.isAnimated && context.presentationStyle == .none)
    context.isAnimated = false
    context.presentationStyle = .custom
    #expect(!context.isAnimated && context.presentationStyle == .custom)
  }
}
