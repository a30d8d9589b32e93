public import PantographBase

/// A view or layer without a screen: its geometry and appearance, all animatable.
///
/// The properties have UIKit's names and meaning. A property that is set inside an animation block
/// animates, and ``presentation`` returns the values that are seen meanwhile. A blur effect is a
/// radius.
@MainActor open class Layer {
  /// The timeline that drives the layer's animations.
  public let timeline: Timeline

  /// The position of the ``anchorPoint``, in points of the superlayer: the centre of the layer, unless the anchor point
  /// has been moved.
  @Animated(.additive) public var center = Point.zero
  /// The point of the layer that is at its ``position``, and about which it is transformed, `CALayer.anchorPoint`.
  ///
  /// Its coordinates are fractions of the layer's ``bounds``: (0, 0) is the top left corner, and (0.5, 0.5), the
  /// default, the centre. A change of the anchor point keeps the position, and therefore moves the ``frame``.
  @Animated public var anchorPoint = Point(x: 0.5, y: 0.5)
  /// The layer's own coordinates: the origin of its contents, and its size in points.
  @Animated(.additive) public var bounds = Rect.zero {
    didSet { if bounds != oldValue { setNeedsLayout() } }
  }
  /// The transform about the layer's ``anchorPoint``.
  @Animated(.additive) public var transform = AffineTransform.identity
  /// The opacity, from 0 to 1.
  @Animated public var alpha = 1.0
  /// The background colour.
  @Animated public var backgroundColor = Color.clear
  /// The corner radius, in points.
  @Animated(.additive) public var cornerRadius = 0.0
  /// The radius of the blur of what lies behind the layer, in points.
  @Animated public var blur = 0.0
  /// The progress of a transition from 0 to 1; see ``transition``.
  @Animated public internal(set) var transitionProgress = 1.0

  /// The current transition, or the last one.
  public internal(set) var transition: LayerTransition?
  /// Whether the layer is hidden.
  public var isHidden = false
  /// Whether the layer can be touched.
  public var isUserInteractionEnabled = true
  /// The transaction in which the layer was created; see ``Transaction``.
  let transactionNumber = Transaction.number
  /// A name for debugging.
  public var name: String?

  // MARK: Time

  /// The speed of the layer's time relative to its superlayer's; 0 freezes it, −1 reverses it.
  ///
  /// Block animations and layer animations, of this layer and its sublayers, follow this time. Property
  /// animators have their own time.
  public var speed = 1.0 { didSet { timeHasBeenSet() } }
  /// The offset of the layer's time, in seconds.
  public var timeOffset = 0.0 { didSet { timeHasBeenSet() } }
  /// The second of its superlayer's time at which the layer's time begins.
  public var beginTime = 0.0 { didSet { timeHasBeenSet() } }
  /// The driver of the layer's time after a transition has been released.
  var scrubber: LayerScrubber? { didSet { timeline.noteTimeChange() } }

  /// Follows the time that was set, and detaches the transition that drives it.
  private func timeHasBeenSet() {
    scrubber?.stopDriving()
    timeline.noteTimeChange()
  }

  // MARK: Creating

  /// Creates a layer with a frame, on the current timeline.
  public init(frame: Rect = .zero) {
    timeline = .current
    bounds = Rect(origin: .zero, size: frame.size)
    center = Point(x: frame.midX, y: frame.midY)
    for property in properties { property.layer = self }
  }

  /// All animatable properties.
  private var properties: [any AnimatedProperty] {
    [
      $center, $anchorPoint, $bounds, $transform, $alpha, $backgroundColor, $cornerRadius, $blur,
      $transitionProgress,
    ]
  }

  /// The position of the ``anchorPoint`` in the superlayer, `CALayer.position`.
  ///
  /// It is ``center`` under the name that it has in a `CALayer`.
  public var position: Point {
    get { center }
    set { center = newValue }
  }

  /// The smallest upright rectangle around the layer, in its superlayer.
  ///
  /// It is computed from ``center``, ``anchorPoint``, ``bounds`` and ``transform``. Setting it sets the centre and the
  /// bounds: the size becomes that of the rectangle under the inverse of the transform, as in `CALayer`. Under a
  /// rotation the frame is therefore seldom the one that was set. A transform without an inverse is
  /// ignored.
  public var frame: Rect {
    get {
      Self.frame(
        center: center, anchorPoint: anchorPoint, size: bounds.size, transform: transform)
    }
    set {
      let size =
        transform.isInvertible ? newValue.size.extent(under: transform.inverted()) : newValue.size
      bounds = Rect(origin: bounds.origin, size: size)
      let middle = Self.middle(of: size, from: anchorPoint, under: transform)
      center = Point(x: newValue.midX - middle.x, y: newValue.midY - middle.y)
    }
  }

  fileprivate static func frame(
    center: Point, anchorPoint: Point, size: Size, transform: AffineTransform
  ) -> Rect {
    let extent = size.extent(under: transform)
    let middle = middle(of: size, from: anchorPoint, under: transform)
    return Rect(
      x: center.x + middle.x - extent.width / 2, y: center.y + middle.y - extent.height / 2,
      width: extent.width, height: extent.height)
  }

  /// Returns the middle of a layer relative to the position of its anchor point.
  private static func middle(
    of size: Size, from anchorPoint: Point, under transform: AffineTransform
  ) -> Point {
    Point(x: (0.5 - anchorPoint.x) * size.width, y: (0.5 - anchorPoint.y) * size.height)
      .applying(transform)
  }

  // MARK: Presentation

  /// The presentation values of a layer at an instant.
  public struct Presentation: Hashable, Sendable {
    /// The position of the anchor point.
    public var center: Point
    /// The point of the layer that is at its position, in fractions of its bounds.
    public var anchorPoint: Point
    /// The layer's own coordinates.
    public var bounds: Rect
    /// The transform about the layer's anchor point.
    public var transform: AffineTransform
    /// The opacity.
    public var alpha: Double
    /// The background colour.
    public var backgroundColor: Color
    /// The corner radius.
    public var cornerRadius: Double
    /// The radius of the blur of what lies behind the layer.
    public var blur: Double
    /// The progress of a transition.
    public var transitionProgress: Double

    /// The position of the anchor point; see ``Layer/position``.
    public var position: Point { center }

    /// The smallest upright rectangle around the layer; see ``Layer/frame``.
    @MainActor public var frame: Rect {
      Layer.frame(
        center: center, anchorPoint: anchorPoint, size: bounds.size, transform: transform)
    }
  }

  /// The presentation values now.
  public var presentation: Presentation {
    Presentation(
      center: $center.presentation, anchorPoint: $anchorPoint.presentation,
      bounds: $bounds.presentation,
      transform: $transform.presentation, alpha: $alpha.presentation,
      backgroundColor: $backgroundColor.presentation, cornerRadius: $cornerRadius.presentation,
      blur: $blur.presentation, transitionProgress: $transitionProgress.presentation)
  }

  /// Removes all animations of the layer, so that the model values are seen.
  public func removeAllAnimations() {
    for property in properties { property.removeAllAnimations() }
  }

  /// Returns the keys of the layer animations of all properties, `CALayer.animationKeys()`; `nil` if there are none.
  ///
  /// They are in the order of the properties, and for each property in the order in which they were added.
  public func animationKeys() -> [String]? {
    let keys = properties.flatMap { $0.animationKeys() ?? [] }
    return keys.isEmpty ? nil : keys
  }

  // MARK: Hierarchy

  /// The layer that contains this one.
  public internal(set) weak var superlayer: Layer? { didSet { timeline.noteTimeChange() } }
  /// The layers inside this one, the lowest first.
  public internal(set) var sublayers: [Layer] = []

  // MARK: Layout

  /// A closure that positions the sublayers; see ``layoutSublayers()``.
  public var layout: (() -> Void)? {
    didSet { setNeedsLayout() }
  }
  private var needsLayout = false

  /// Positions the sublayers by calling ``layout``; a subclass can override it.
  open func layoutSublayers() {
    layout?()
  }

  /// Marks the layout as outdated.
  public func setNeedsLayout() {
    needsLayout = true
  }

  /// Updates outdated layouts of the layer and its sublayers.
  ///
  /// Inside an animation block, changes made by the layout animate.
  public func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      LayoutConstant.reading(for: self) { layoutSublayers() }
    }
    for layer in sublayers { layer.layoutIfNeeded() }
  }

  // MARK: Touches

  /// Returns the topmost layer at a point that can be touched, by the current presentation values.
  ///
  /// A layer can't be touched while it is moved by a block without
  /// ``AnimationOptions/allowUserInteraction`` or by an animator that disables interaction. Neither can
  /// one that is hidden, disabled, or less than 1 % opaque.
  public func hitTest(_ point: Point) -> Layer? {
    guard !isHidden, isUserInteractionEnabled, $alpha.presentation >= 0.01,
      !properties.contains(where: \.disablesTouches)
    else { return nil }
    let bounds = isHitTestedAtModel ? bounds : $bounds.presentation
    guard bounds.minX <= point.x, point.x < bounds.maxX, bounds.minY <= point.y,
      point.y < bounds.maxY
    else { return nil }
    for layer in sublayers.reversed() {
      if let inner = layer.ownPoint(of: point), let hit = layer.hitTest(inner) { return hit }
    }
    return self
  }

  /// Whether an animator with manual hit testing moves it: then it is hit where it is going, not where it is seen.
  private var isHitTestedAtModel: Bool { properties.contains(where: \.isHitTestedAtModel) }

  /// Converts a point of the superlayer to the layer's own coordinates.
  private func ownPoint(of point: Point) -> Point? {
    let atModel = isHitTestedAtModel
    let transform = atModel ? transform : $transform.presentation
    let center = atModel ? center : $center.presentation
    let anchor = (atModel ? bounds : $bounds.presentation)
      .point(at: atModel ? anchorPoint : $anchorPoint.presentation)
    guard transform.isInvertible else { return nil }
    let fromAnchor = Point(x: point.x - center.x, y: point.y - center.y)
      .applying(transform.inverted())
    return Point(x: fromAnchor.x + anchor.x, y: fromAnchor.y + anchor.y)
  }
}

// The layer hierarchy.
extension Layer {
  /// Adds a layer above all other sublayers, `CALayer.addSublayer(_:)`.
  ///
  /// As with all insertions, the layer is removed from its previous superlayer. A layer can't contain
  /// itself: such an insertion, for which UIKit raises an exception, is ignored.
  public func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: .max)
  }

  /// Inserts a layer at an index of ``sublayers``, `CALayer.insertSublayer(_:at:)`.
  ///
  /// - Parameters:
  ///   - layer: the layer.
  ///   - index: its index afterwards, 0 for the lowest; limited to the valid range.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    guard !isWithin(layer) else { return }
    layer.removeFromSuperlayer()
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.superlayer = self
    setNeedsLayout()
  }

  /// Inserts a layer directly above a sublayer, `CALayer.insertSublayer(_:above:)`.
  ///
  /// If the sibling is `nil` or not a sublayer of this layer, the new layer becomes the topmost.
  public func insertSublayer(_ layer: Layer, above sibling: Layer?) {
    insertSublayer(layer, at: index(of: sibling, without: layer).map { $0 + 1 } ?? .max)
  }

  /// Inserts a layer directly below a sublayer, `CALayer.insertSublayer(_:below:)`.
  ///
  /// If the sibling is `nil` or not a sublayer of this layer, the new layer becomes the lowest.
  public func insertSublayer(_ layer: Layer, below sibling: Layer?) {
    insertSublayer(layer, at: index(of: sibling, without: layer) ?? 0)
  }

  /// Moves a sublayer above all others, `UIView.bringSubviewToFront(_:)`.
  ///
  /// A layer that is not a sublayer of this one is ignored.
  public func bringSublayerToFront(_ layer: Layer) {
    if layer.superlayer === self { insertSublayer(layer, at: .max) }
  }

  /// Moves a sublayer below all others, `UIView.sendSubviewToBack(_:)`.
  ///
  /// A layer that is not a sublayer of this one is ignored.
  public func sendSublayerToBack(_ layer: Layer) {
    if layer.superlayer === self { insertSublayer(layer, at: 0) }
  }

  /// Exchanges two sublayers, `UIView.exchangeSubview(at:withSubviewAt:)`.
  ///
  /// Nothing happens if one of the indices of ``sublayers`` is invalid, for which UIKit raises an exception.
  public func exchangeSublayer(at index: Int, withSublayerAt other: Int) {
    guard sublayers.indices.contains(index), sublayers.indices.contains(other) else { return }
    sublayers.swapAt(index, other)
    setNeedsLayout()
  }

  /// Removes the layer from its superlayer, `CALayer.removeFromSuperlayer()`.
  public func removeFromSuperlayer() {
    superlayer?.sublayers.removeAll { $0 === self }
    superlayer = nil
  }

  /// Replaces a sublayer by another layer, `CALayer.replaceSublayer(_:with:)`.
  ///
  /// Nothing happens if the old layer is not a sublayer of this one, or if the new one contains this
  /// one.
  public func replaceSublayer(_ old: Layer, with new: Layer) {
    guard old !== new, let index = index(of: old, without: new) else { return }
    guard !isWithin(new) else { return }
    old.removeFromSuperlayer()
    insertSublayer(new, at: index)
  }

  /// Returns whether the layer is another one or one of its descendants.
  func isWithin(_ layer: Layer) -> Bool {
    self === layer || superlayer?.isWithin(layer) == true
  }

  /// Returns the index of a sublayer after another layer has been removed.
  private func index(of sibling: Layer?, without layer: Layer) -> Int? {
    sublayers.filter { $0 !== layer }.firstIndex { $0 === sibling }
  }
}
