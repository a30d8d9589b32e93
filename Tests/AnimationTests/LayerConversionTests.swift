import PantographAnimation
import PantographBase
import Testing

@MainActor @Suite(.ownTimeline) struct `Points and times of layers` {
  let timeline = Timeline.current
  let outer = Layer(frame: Rect(x: 10, y: 20, width: 200, height: 100))
  let inner = Layer(frame: Rect(x: 40, y: 35, width: 20, height: 10))
  let sibling = Layer(frame: Rect(x: 100, y: 0, width: 50, height: 50))

  init() {
    outer.addSublayer(inner)
    outer.addSublayer(sibling)
  }

  // MARK: Points

  /// The inner layer's corner is (−10, −5) from its middle; a quarter turn clockwise takes that to
  /// (5, −10), and the middle is at (50, 40).
  @Test func `convert through a transform`() {
    inner.transform = AffineTransform(rotationAngle: .pi / 2)
    #expect(near(inner.convert(.zero, to: outer), Point(x: 55, y: 30)))
    #expect(near(outer.convert(.zero, from: inner), Point(x: 55, y: 30)))
    #expect(near(inner.convert(.zero, to: nil), Point(x: 65, y: 50)))
    #expect(near(inner.convert(.zero, to: sibling), Point(x: -45, y: 30)))
    #expect(near(inner.convert(Point(x: 65, y: 50), from: nil), .zero))
    #expect(near(sibling.convert(Point(x: -45, y: 30), to: inner), .zero))
  }

  @Test func `convert through scrolled bounds`() {
    outer.bounds.origin = Point(x: 0, y: 30)
    #expect(inner.convert(.zero, to: nil) == Point(x: 50, y: 25))
    #expect(outer.convert(Point(x: 0, y: 30), to: nil) == Point(x: 10, y: 20))
    #expect(outer.convert(Point(x: 10, y: 20), from: nil) == Point(x: 0, y: 30))
  }

  @Test func `use the model values of layers`() throws {
    let animator = PropertyAnimator(duration: 1, curve: .linear) { outer.center.x += 100 }
    try animator.startAnimation()
    timeline.advance(to: 0.5)
    #expect(outer.convert(.zero, to: nil) == Point(x: 110, y: 20))
  }

  @Test func `of unrelated layers lie in one plane`() {
    let other = Layer(frame: Rect(x: 1000, y: 0, width: 1, height: 1))
    #expect(inner.convert(.zero, to: other) == Point(x: -950, y: 55))
    #expect(other.convert(.zero, from: inner) == Point(x: -950, y: 55))
    #expect(inner.convert(Point(x: 3, y: 4), to: inner) == Point(x: 3, y: 4))
  }

  /// A square turned by 45° is as wide as its diagonal.
  @Test func `become the rectangle around a rectangle`() {
    inner.bounds = Rect(x: 0, y: 0, width: 2, height: 2)
    inner.transform = AffineTransform(rotationAngle: .pi / 4)
    let turned = inner.convert(inner.bounds, to: outer)
    let half = 2.0.squareRoot()
    #expect(near(turned.origin, Point(x: 50 - half, y: 40 - half)))
    #expect(near(turned.width, 2 * half) && near(turned.height, 2 * half))
    inner.transform = .identity
    let back = inner.convert(Rect(x: 60, y: 60, width: -10, height: -20), from: outer)
    #expect(back == Rect(x: 1, y: 1, width: 10, height: 20))
  }

  @Test func `are finite even without an inverse`() {
    inner.transform = AffineTransform(scaleX: 0, y: 1)
    let point = inner.convert(Point(x: 50, y: 40), from: outer)
    #expect(point == Point(x: 10, y: 5))
  }

  // MARK: Times

  @Test func `convert from one clock to another`() {
    (outer.speed, outer.beginTime) = (2, 1)
    (inner.speed, inner.timeOffset) = (0.5, 3)
    sibling.speed = -1
    #expect(outer.convertTime(5, from: nil) == 8 && inner.convertTime(5, from: nil) == 7)
    #expect(inner.convertTime(7, to: nil) == 5 && inner.convertTime(7, to: outer) == 8)
    #expect(inner.convertTime(7, to: sibling) == -8 && sibling.convertTime(-8, to: inner) == 7)
    #expect(outer.convertTime(8, to: inner) == 7 && inner.convertTime(7, to: inner) == 7)
  }

  @Test func `keep their precision`() {
    inner.speed = 1e-3
    let second = inner.convertTime(0.123_456_789_012, to: nil)
    #expect(near(inner.convertTime(second, from: nil), 0.123_456_789_012, 1e-15))
  }

  @Test func `of a frozen layer become the current time`() {
    timeline.advance(to: 4)
    outer.speed = 0
    (inner.timeOffset, sibling.speed) = (1, 2)
    #expect(outer.convertTime(9, to: nil) == 4)
    // Their common ancestor is frozen, but neither of them is.
    #expect(inner.convertTime(4, to: sibling) == 6)
    #expect(outer.convertTime(.nan, to: inner).isNaN)
  }
}
