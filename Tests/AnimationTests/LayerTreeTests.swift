import PantographAnimation
import PantographBase
import Testing

@MainActor @Suite(.ownTimeline) struct `The order of sublayers` {
  let timeline = Timeline.current
  let window = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))
  let layers = (0..<3).map { _ in Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100)) }
  let new = Layer(frame: Rect(x: 0, y: 0, width: 100, height: 100))

  init() {
    for (index, layer) in layers.enumerated() {
      layer.name = "\(index)"
      window.addSublayer(layer)
    }
    new.name = "new"
  }

  private var names: [String?] { window.sublayers.map(\.name) }

  @Test func `is the order of insertion`() {
    window.insertSublayer(new, at: 1)
    #expect(names == ["0", "new", "1", "2"] && new.superlayer === window)
    window.insertSublayer(new, above: layers[1])
    #expect(names == ["0", "1", "new", "2"])
    window.insertSublayer(new, below: layers[0])
    #expect(names == ["new", "0", "1", "2"])
    window.insertSublayer(new, above: layers[2])
    #expect(names == ["0", "1", "2", "new"])
    #expect(window.hitTest(Point(x: 5, y: 5)) === new)
    window.insertSublayer(new, below: layers[2])
    #expect(window.hitTest(Point(x: 5, y: 5)) === layers[2])
  }

  @Test func `ends at its ends`() {
    window.insertSublayer(new, at: 9)
    #expect(names == ["0", "1", "2", "new"])
    window.insertSublayer(new, at: -9)
    #expect(names == ["new", "0", "1", "2"])
    window.insertSublayer(new, above: nil)
    #expect(names == ["0", "1", "2", "new"])
    window.insertSublayer(new, below: Layer())
    #expect(names == ["new", "0", "1", "2"])
    window.insertSublayer(new, above: new)
    #expect(names == ["0", "1", "2", "new"])
  }

  @Test func `changes where a layer is brought to the front, sent to the back or exchanged`() {
    window.bringSublayerToFront(layers[0])
    #expect(names == ["1", "2", "0"])
    window.sendSublayerToBack(layers[2])
    #expect(names == ["2", "1", "0"])
    window.exchangeSublayer(at: 0, withSublayerAt: 2)
    #expect(names == ["0", "1", "2"])
    #expect(window.hitTest(Point(x: 5, y: 5)) === layers[2])
    window.exchangeSublayer(at: 0, withSublayerAt: 3)
    window.exchangeSublayer(at: -1, withSublayerAt: 0)
    window.exchangeSublayer(at: 1, withSublayerAt: 1)
    // A layer of another one stays there.
    layers[0].addSublayer(new)
    window.bringSublayerToFront(new)
    window.sendSublayerToBack(new)
    window.bringSublayerToFront(window)
    #expect(names == ["0", "1", "2"] && new.superlayer === layers[0])
  }

  @Test func `changes where a layer is replaced`() {
    window.replaceSublayer(layers[1], with: new)
    #expect(names == ["0", "new", "2"] && layers[1].superlayer == nil)
    window.replaceSublayer(new, with: layers[2])
    #expect(names == ["0", "2"] && new.superlayer == nil)
    window.replaceSublayer(new, with: layers[1])
    window.replaceSublayer(layers[0], with: layers[0])
    layers[0].replaceSublayer(new, with: window)
    #expect(names == ["0", "2"] && layers[1].superlayer == nil)
  }

  @Test func `never nests a layer in itself`() {
    layers[0].addSublayer(new)
    new.addSublayer(new)
    new.addSublayer(window)
    new.insertSublayer(layers[0], above: nil)
    #expect(new.sublayers.isEmpty && new.superlayer === layers[0] && window.superlayer == nil)
  }

  // MARK: Snapshots

  @Test func `is in a snapshot with all presentation values`() throws {
    layers[0].addSublayer(new)
    new.cornerRadius = 4
    let animator = PropertyAnimator(duration: 1, curve: .linear) {
      layers[0].alpha = 0
      layers[0].center.x = 150
      new.center.x = 250
      new.transform = AffineTransform(scaleX: 3, y: 1)
    }
    try animator.startAnimation()
    timeline.advance(to: 0.25)
    let copy = layers[0].snapshotLayer(afterScreenUpdates: false)
    timeline.advance(to: 0.75)
    #expect(near(copy.alpha, 0.75) && copy.presentation.alpha == copy.alpha)
    #expect(copy.frame == Rect(x: 0, y: 0, width: 100, height: 100) && copy.superlayer == nil)
    let inner = try #require(copy.sublayers.first)
    #expect(near(inner.presentation.center.x, 100) && inner.cornerRadius == 4)
    #expect(near(inner.transform.a, 1.5) && inner.name == "new" && inner !== new)
    #expect(near(layers[0].presentation.alpha, 0.25))
  }

  @Test func `is laid out in a snapshot that waits for it`() {
    window.layout = { layers[1].center = Point(x: 7, y: 8) }
    let before = window.snapshotLayer(afterScreenUpdates: false)
    let after = window.snapshotLayer(afterScreenUpdates: true)
    #expect(before.sublayers[1].center == Point(x: 50, y: 50))
    #expect(after.sublayers[1].center == Point(x: 7, y: 8))
  }

  @Test func `does not move in a snapshot that is made inside a block`() {
    var copy = Layer()
    window.alpha = 0.5
    window.transform = AffineTransform(rotationAngle: 1)
    Layer.animate(withDuration: 1) { copy = window.snapshotLayer(afterScreenUpdates: false) }
    #expect(copy.presentation.alpha == 0.5 && copy.presentation.bounds == window.bounds)
    #expect(copy.transform == .identity && !copy.$bounds.isAnimated)
  }
}
