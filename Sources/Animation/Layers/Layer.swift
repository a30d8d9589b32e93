public import Quantities

/// Something to be seen, without a screen: a view's or a layer's place and looks, all animatable.
///
/// The properties have UIKit's names and meaning. What is set inside an animation block moves there;
/// ``presentation`` tells what is seen on the way. A blur effect is a radius.
@MainActor open class Layer {
  /// The timeline on which it lives.
  public let timeline: Timeline

  /// The middle of the layer, in points of the layer that it lies in.
  @Animated(.additive) public var center = Point.zero
  /// The layer's own coordinates: where its contents begin, and its size in points.
  @Animated(.additive) public var bounds = Rect.zero {
    didSet { if bounds != oldValue { setNeedsLayout() } }
  }
  /// What is done to the layer about its middle.
  @Animated(.additive) public var transform = AffineTransform.identity
  /// How opaque it is, from 0 to 1.
  @Animated public var alpha = 1.0
  /// The colour behind its contents.
  @Animated public var backgroundColor = Color.clear
  /// The radius of its corners, in points.
  @Animated(.additive) public var cornerRadius = 0.0
  /// The radius of a blur of all that lies behind it, in points.
  @Animated public var blur = 0.0
  /// How much of a transition has been made; see ``transition``.
  @Animated public internal(set) var transitionProgress = 1.0

  /// The transition that it goes through, or went through last.
  public internal(set) var transition: LayerTransition?
  /// Whether it can't be seen at all.
  public var isHidden = false
  /// Whether it can be touched.
  public var isUserInteractionEnabled = true
  /// The transaction that it was made in; see ``Transaction``.
  let transactionNumber = Transaction.number
  /// A name for people.
  public var name: String?

  // MARK: Time

  /// How fast its time runs compared to that of the layer it lies in; 0 freezes it, −1 turns it back.
  ///
  /// Block animations and layer animations of the layer, and of all that lies in it, follow its time.
  /// Property animators have a time of their own.
  public var speed = 1.0 { didSet { timeHasBeenSet() } }
  /// The seconds that its time is ahead.
  public var timeOffset = 0.0 { didSet { timeHasBeenSet() } }
  /// The second, of the layer that it lies in, from which its time counts.
  public var beginTime = 0.0 { didSet { timeHasBeenSet() } }
  /// What its time follows instead, after a transition has been released.
  var scrubber: LayerScrubber? { didSet { timeline.noteTimeChange() } }

  /// Follows the time that has been set, and not the transition that drives it.
  private func timeHasBeenSet() {
    scrubber?.stopDriving()
    timeline.noteTimeChange()
  }

  // MARK: Making it

  /// Makes a layer at a place, on the current timeline.
  public init(frame: Rect = .zero) {
    timeline = .current
    bounds = Rect(origin: .zero, size: frame.size)
    center = Point(x: frame.midX, y: frame.midY)
    for property in properties { property.layer = self }
  }

  /// All that can be animated.
  private var properties: [any LayerProperty] {
    [
      $center, $bounds, $transform, $alpha, $backgroundColor, $cornerRadius, $blur,
      $transitionProgress,
    ]
  }

  /// The smallest upright rectangle around it in the layer that it lies in.
  ///
  /// It is made of ``center``, ``bounds`` and ``transform``. Setting it sets the first two: the size
  /// becomes that of the rectangle under the inverse of the transform, as `CALayer` has it, so that under
  /// a rotation the frame is seldom what it was set to. A transform without an inverse does not count then.
  public var frame: Rect {
    get { Self.frame(center: center, size: bounds.size, transform: transform) }
    set {
      let size =
        transform.isInvertible ? newValue.size.extent(under: transform.inverted()) : newValue.size
      bounds = Rect(origin: bounds.origin, size: size)
      center = Point(x: newValue.midX - transform.tx, y: newValue.midY - transform.ty)
    }
  }

  fileprivate static func frame(center: Point, size: Size, transform: AffineTransform) -> Rect {
    let extent = size.extent(under: transform)
    return Rect(
      x: center.x + transform.tx - extent.width / 2, y: center.y + transform.ty - extent.height / 2,
      width: extent.width, height: extent.height)
  }

  // MARK: What is seen

  /// What is seen of a layer at an instant.
  public struct Presentation: Hashable, Sendable {
    /// The middle of the layer.
    public var center: Point
    /// Its own coordinates.
    public var bounds: Rect
    /// What is done to it about its middle.
    public var transform: AffineTransform
    /// How opaque it is.
    public var alpha: Double
    /// The colour behind its contents.
    public var backgroundColor: Color
    /// The radius of its corners.
    public var cornerRadius: Double
    /// The radius of the blur of what lies behind it.
    public var blur: Double
    /// How much of a transition has been made.
    public var transitionProgress: Double

    /// The smallest upright rectangle around it; see ``Layer/frame``.
    @MainActor public var frame: Rect {
      Layer.frame(center: center, size: bounds.size, transform: transform)
    }
  }

  /// What is seen of it now.
  public var presentation: Presentation {
    Presentation(
      center: $center.presentation, bounds: $bounds.presentation,
      transform: $transform.presentation, alpha: $alpha.presentation,
      backgroundColor: $backgroundColor.presentation, cornerRadius: $cornerRadius.presentation,
      blur: $blur.presentation, transitionProgress: $transitionProgress.presentation)
  }

  /// Takes away all its animations, so that it is seen as it was set.
  public func removeAllAnimations() {
    for property in properties { property.removeAllAnimations() }
  }

  // MARK: Others

  /// The layer that it lies in.
  public internal(set) weak var superlayer: Layer? { didSet { timeline.noteTimeChange() } }
  /// The layers that lie in it, the lowest first.
  public internal(set) var sublayers: [Layer] = []

  // MARK: Layout

  /// Puts what lies in it into place; see ``layoutSublayers()``.
  public var layout: (() -> Void)? {
    didSet { setNeedsLayout() }
  }
  private var needsLayout = false

  /// Puts what lies in it into place: does what ``layout`` says, for a subclass to do otherwise.
  open func layoutSublayers() {
    layout?()
  }

  /// Asks for the layout to be done again at the next occasion.
  public func setNeedsLayout() {
    needsLayout = true
  }

  /// Does the layout, of all that lies in it too, where it has been asked for.
  ///
  /// Inside an animation block all that is put elsewhere moves there.
  public func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      LayoutConstant.reading(for: self) { layoutSublayers() }
    }
    for layer in sublayers { layer.layoutIfNeeded() }
  }

  // MARK: Touches

  /// The topmost layer at a place in it that can be touched, where it is seen now.
  ///
  /// A layer that is moved by a block without ``AnimationOptions/allowUserInteraction``, or by an
  /// animator that forbids it, can't be touched meanwhile, and neither can one that is hidden, that
  /// can't be touched anyway, or is less than a hundredth opaque.
  public func hitTest(_ place: Point) -> Layer? {
    guard !isHidden, isUserInteractionEnabled, $alpha.presentation >= 0.01,
      !properties.contains(where: \.disablesTouches)
    else { return nil }
    let bounds = isHitTestedAtModel ? bounds : $bounds.presentation
    guard bounds.minX <= place.x, place.x < bounds.maxX, bounds.minY <= place.y,
      place.y < bounds.maxY
    else { return nil }
    for layer in sublayers.reversed() {
      if let inner = layer.ownPlace(of: place), let hit = layer.hitTest(inner) { return hit }
    }
    return self
  }

  private var isHitTestedAtModel: Bool { properties.contains(where: \.isHitTestedAtModel) }

  /// A place of the layer that it lies in, in its own coordinates.
  private func ownPlace(of place: Point) -> Point? {
    let isSet = isHitTestedAtModel
    let transform = isSet ? transform : $transform.presentation
    let center = isSet ? center : $center.presentation
    let bounds = isSet ? bounds : $bounds.presentation
    guard transform.isInvertible else { return nil }
    let fromCenter = Point(x: place.x - center.x, y: place.y - center.y)
      .applying(transform.inverted())
    return Point(x: fromCenter.x + bounds.midX, y: fromCenter.y + bounds.midY)
  }
}
