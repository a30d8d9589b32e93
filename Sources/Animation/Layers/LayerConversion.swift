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
