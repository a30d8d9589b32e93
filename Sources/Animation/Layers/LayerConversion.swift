public import PantographBase

// Points, rectangles and times of one layer in terms of another, as `CALayer` converts them.
extension Layer {
  /// Returns a point of this layer in the coordinates of another one, `CALayer.convert(_:to:)`.
  ///
  /// The conversion uses model values, not the presentation, in two dimensions. A transform without an
  /// inverse counts as its own inverse; see ``AffineTransform/inverted()``.
  ///
  /// - Parameters:
  ///   - point: the point, in this layer's own coordinates.
  ///   - layer: the other layer; `nil` for the plane of the outermost layer. Layers without a common
  ///     ancestor lie in one plane.
  public func convert(_ point: Point, to layer: Layer?) -> Point {
    let path = Self.path(from: self, to: layer)
    let outside = path.up.reduce(point) { $1.pointInSuperlayer($0) }
    return path.down.reduce(outside) { $1.pointFromSuperlayer($0) }
  }

  /// Returns a point of another layer in this one's coordinates, `CALayer.convert(_:from:)`.
  public func convert(_ point: Point, from layer: Layer?) -> Point {
    let path = Self.path(from: layer, to: self)
    let outside = path.up.reduce(point) { $1.pointInSuperlayer($0) }
    return path.down.reduce(outside) { $1.pointFromSuperlayer($0) }
  }

  /// Returns the smallest upright rectangle of another layer around a rectangle of this one.
  ///
  /// It is `CALayer.convert(_:to:)` of rectangles.
  public func convert(_ rect: Rect, to layer: Layer?) -> Rect {
    Rect(around: rect.corners.map { convert($0, to: layer) })
  }

  /// Returns the smallest upright rectangle of this layer around a rectangle of another one.
  ///
  /// It is `CALayer.convert(_:from:)` of rectangles.
  public func convert(_ rect: Rect, from layer: Layer?) -> Rect {
    Rect(around: rect.corners.map { convert($0, from: layer) })
  }

  /// Converts a time of this layer to that of another one, `CALayer.convertTime(_:to:)`.
  ///
  /// While a layer is frozen, its time corresponds to no single time around it; the current one is
  /// used.
  ///
  /// - Parameters:
  ///   - seconds: the time in this layer's own seconds.
  ///   - layer: the other layer; `nil` for the timeline.
  public func convertTime(_ seconds: Double, to layer: Layer?) -> Double {
    Self.convertTime(seconds, along: Self.path(from: self, to: layer))
  }

  /// Converts a time of another layer to this one's, `CALayer.convertTime(_:from:)`.
  ///
  /// While a layer is frozen, its time corresponds to no single time around it; the current one is
  /// used.
  ///
  /// - Parameters:
  ///   - seconds: the time in the other layer's own seconds.
  ///   - layer: the other layer; `nil` for the timeline.
  public func convertTime(_ seconds: Double, from layer: Layer?) -> Double {
    Self.convertTime(seconds, along: Self.path(from: layer, to: self))
  }

  private static func convertTime(
    _ seconds: Double, along path: (up: [Layer], down: [Layer])
  ) -> Double {
    let outside = path.up.reduce(seconds) { $1.timeAround(ofOwn: $0) ?? $1.currentTimeAround }
    return path.down.reduce(outside) { $1.ownTime(ofAround: $0) }
  }

  /// The layers to leave, the innermost first, and to enter, the outermost first.
  private static func path(from start: Layer?, to end: Layer?) -> (up: [Layer], down: [Layer]) {
    let up = start?.selfAndSuperlayers ?? []
    let down = end?.selfAndSuperlayers ?? []
    let common = up.first { layer in down.contains { $0 === layer } }
    return (
      Array(up.prefix { $0 !== common }), down.prefix { $0 !== common }.reversed()
    )
  }

  private var selfAndSuperlayers: [Layer] {
    Array(sequence(first: self) { $0.superlayer })
  }

  private func pointInSuperlayer(_ point: Point) -> Point {
    let anchor = bounds.point(at: anchorPoint)
    let fromAnchor = Point(x: point.x - anchor.x, y: point.y - anchor.y)
    return fromAnchor.applying(transform) + Vector(x: center.x, y: center.y)
  }

  private func pointFromSuperlayer(_ point: Point) -> Point {
    let anchor = bounds.point(at: anchorPoint)
    let fromAnchor = Point(x: point.x - center.x, y: point.y - center.y)
      .applying(transform.inverted())
    return Point(x: fromAnchor.x + anchor.x, y: fromAnchor.y + anchor.y)
  }
}

extension Rect {
  /// Returns the point at fractions of the width and the height.
  func point(at fractions: Point) -> Point {
    Point(x: origin.x + fractions.x * size.width, y: origin.y + fractions.y * size.height)
  }

  /// The four corners.
  fileprivate var corners: [Point] {
    [minX, maxX].flatMap { x in [minY, maxY].map { Point(x: x, y: $0) } }
  }

  /// Creates the smallest rectangle around points; without points an empty one at the origin.
  fileprivate init(around points: [Point]) {
    let x = (points.map(\.x).min() ?? 0, points.map(\.x).max() ?? 0)
    let y = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
    self.init(x: x.0, y: y.0, width: x.1 - x.0, height: y.1 - y.0)
  }
}

extension Layer {
  /// The layer's own time, in seconds.
  public var currentTime: Double { localTime(at: timeline.now) }

  /// Returns the layer's own time at an instant of the timeline.
  func localTime(at time: Timestamp) -> Double {
    if let scrubber { return scrubber.localTime(at: time) }
    let parent = superlayer?.localTime(at: time) ?? time.seconds
    if speed == 1, beginTime == 0, timeOffset == 0 { return parent }
    return (parent - beginTime) * speed + timeOffset
  }

  /// Returns the timeline's second for a second of the layer's own time; `nil` while that is frozen.
  func timelineTime(ofLocal seconds: Double) -> Double? {
    guard let parent = timeAround(ofOwn: seconds) else { return nil }
    guard let superlayer else { return parent }
    return superlayer.timelineTime(ofLocal: parent)
  }

  /// Returns the surrounding time's second for a second of the layer's own time; `nil` while that is
  /// frozen.
  func timeAround(ofOwn seconds: Double) -> Double? {
    guard speed != 0, scrubber == nil else { return nil }
    return (seconds - timeOffset) / speed + beginTime
  }

  /// The current second of the surrounding time: the superlayer's or the timeline's.
  var currentTimeAround: Double { superlayer?.currentTime ?? timeline.seconds }

  /// Returns the layer's own time at a second of the surrounding time.
  func ownTime(ofAround seconds: Double) -> Double {
    guard let scrubber else { return (seconds - beginTime) * speed + timeOffset }
    let second = superlayer.map { $0.timelineTime(ofLocal: seconds) ?? timeline.seconds } ?? seconds
    return scrubber.localTime(at: Timestamp(microseconds: 0).advanced(bySeconds: second))
  }

  /// Whether the layer's time equals the timeline's.
  var keepsTimelineTime: Bool {
    scrubber == nil && speed == 1 && beginTime == 0 && timeOffset == 0
      && superlayer?.keepsTimelineTime != false
  }

  /// The speed of the layer's time relative to the timeline's; 0 while a transition drives it.
  var totalSpeed: Double {
    scrubber == nil ? speed * (superlayer?.totalSpeed ?? 1) : 0
  }
}

extension Layer {
  /// Creates a layer that looks as this one does now and does not change with it.
  ///
  /// It is `UIView.snapshotView(afterScreenUpdates:)`. The snapshot copies the presentation values of
  /// the layer and of all sublayers. It has the origin as its position, no transform and no superlayer.
  /// It is not animated, even if it is created inside an animation block.
  ///
  /// - Parameter afterScreenUpdates: whether outdated layouts are updated first.
  public func snapshotLayer(afterScreenUpdates: Bool) -> Layer {
    if afterScreenUpdates { layoutIfNeeded() }
    return Timeline.local.withValue(timeline) {
      let snapshot = Layer()
      Layer.performWithoutAnimation {
        snapshot.copyLooks(of: self)
        snapshot.transform = .identity
        snapshot.frame = Rect(origin: .zero, size: snapshot.bounds.size)
      }
      return snapshot
    }
  }

  private func copyLooks(of layer: Layer) {
    let seen = layer.presentation
    center = seen.center
    anchorPoint = seen.anchorPoint
    bounds = seen.bounds
    transform = seen.transform
    alpha = seen.alpha
    backgroundColor = seen.backgroundColor
    cornerRadius = seen.cornerRadius
    blur = seen.blur
    transitionProgress = seen.transitionProgress
    transition = layer.transition
    isHidden = layer.isHidden
    isUserInteractionEnabled = layer.isUserInteractionEnabled
    name = layer.name
    for sublayer in layer.sublayers {
      let copy = Layer()
      copy.copyLooks(of: sublayer)
      addSublayer(copy)
    }
  }
}
