import PantographBase

extension PanGestureRecognizer {
  /// The settings of a recogniser: a toolkit's pan, and what people tune of it.
  public struct Settings: Hashable, Sendable {
    /// The toolkit as which the pan begins, follows the fingers and counts its translation and velocity.
    public var family: Family
    /// The number of fingers that make the gesture.
    public var fingers: ClosedRange<Int>
    /// How far the fingers must move before the gesture begins, in millimetres.
    public var slop: Double
    /// The direction in which a pan must begin; it fails in any other.
    ///
    /// When it is judged depends on the family: by default at the slop.
    public var direction: Direction
    /// When the pan locks to one axis; `nil` for never.
    public var axisLock: AxisLock?
    /// The edge of the surface where a finger must land; `nil` for anywhere.
    public var edge: EdgeStart?
    /// How far a finger may move without being followed, in millimetres: its position lags behind by that, in whole
    /// units of the device.
    ///
    /// 0.25 for libinput's touchpads, once a finger has trembled; the default is none.
    public var hysteresis: Double
    /// Whether contacts that are marked as palms are ignored.
    ///
    /// In a pan from an edge they always take part, because touchpads mark contacts near an edge as palms.
    public var ignoresPalms: Bool
    /// The rule that estimates the velocity.
    public var estimator: VelocityEstimator
    /// What an interaction file says in the keys that families replace; `nil` for nothing.
    package var former: FormerPanSettings?

    /// Creates settings; what is missing is as in the family.
    ///
    /// - Parameters:
    ///   - family: The toolkit.
    ///   - fingers: The number of fingers; one, or two by touchpad.
    ///   - slop: The distance before the gesture begins, in millimetres.
    ///   - direction: The direction in which it must begin.
    ///   - axisLock: When the pan locks to one axis; the scrolls of touchpads have libinput's lock.
    ///   - edge: Where a finger must land.
    ///   - hysteresis: How far a position lags behind its finger, in millimetres.
    ///   - ignoresPalms: Whether palms are ignored.
    ///   - estimator: The rule for the velocity.
    public init(
      _ family: Family = .uiKit, fingers: ClosedRange<Int>? = nil, slop: Double? = nil,
      direction: Direction = .any, axisLock: AxisLock? = nil, edge: EdgeStart? = nil,
      hysteresis: Double = 0, ignoresPalms: Bool = true, estimator: VelocityEstimator? = nil
    ) {
      self.family = family
      self.fingers = fingers ?? family.fingers
      self.slop = slop ?? family.slop(for: self.fingers.lowerBound)
      self.direction = direction
      self.axisLock = axisLock ?? family.axisLock
      self.edge = edge
      self.hysteresis = hysteresis
      self.ignoresPalms = ignoresPalms
      self.estimator = estimator ?? family.estimator
      precondition(self.fingers.lowerBound >= 1, "a pan needs at least one finger")
      precondition(
        self.slop >= 0 && self.slop.isFinite, "a slop must be zero or more millimetres")
      precondition(hysteresis >= 0 && hysteresis.isFinite, "a hysteresis must be zero or more mm")
    }
  }

  /// The direction in which a pan begins.
  ///
  /// Every movement is either ``horizontal`` or ``vertical``; an exact diagonal is horizontal.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Any direction.
    case any
    /// Mainly left or right.
    case horizontal
    /// Mainly up or down.
    case vertical
    /// To the right.
    case right
    /// To the left.
    case left
    /// Up: away from the user.
    case up
    /// Down: towards the user.
    case down

    /// Returns whether a translation has this direction.
    func contains(_ translation: Vector) -> Bool {
      let isHorizontal =
        translation.x.magnitude >= translation.y.magnitude - PanGestureRecognizer.rounding
      return switch self {
      case .any: true
      case .horizontal: isHorizontal
      case .vertical: !isHorizontal
      case .right: isHorizontal && translation.x > 0
      case .left: isHorizontal && translation.x < 0
      case .up: !isHorizontal && translation.y < 0
      case .down: !isHorizontal && translation.y > 0
      }
    }

    /// Returns whether fingers that have just set out have this direction; `nil` while they lead clearly along neither axis.
    ///
    /// - Parameter dominance: How many times as far they must have moved along one axis as along the other; with 1, the
    ///   first movement decides.
    func contains(settingOut moved: Vector, dominance: Double) -> Bool? {
      let (x, y) = (moved.x.magnitude, moved.y.magnitude)
      let isClear =
        dominance == 1 || max(x, y) > min(x, y) * dominance + PanGestureRecognizer.rounding
      return moved != .zero && isClear ? contains(moved) : nil
    }

    /// The same without a side: ``horizontal``, ``vertical`` or ``any``.
    var axis: Direction {
      switch self {
      case .any: .any
      case .horizontal, .right, .left: .horizontal
      case .vertical, .up, .down: .vertical
      }
    }

    /// Returns how far a translation leads across this direction: for any, along the axis that it leads along less.
    func across(_ translation: Vector) -> Double {
      let (x, y) = (translation.x.magnitude, translation.y.magnitude)
      return switch self {
      case .any: min(x, y)
      case .horizontal, .right, .left: y
      case .vertical, .up, .down: x
      }
    }
  }

  /// How a pan locks to the axis along which it began.
  ///
  /// A pan that begins diagonally is free to move along both axes, like a diagonal scroll in UIKit and
  /// libinput.
  public struct AxisLock: Hashable, Sendable {
    /// How many times as far the fingers must move along the axis as across it.
    ///
    /// This is the tangent of the smallest angle to the other axis.
    public var dominance: Double

    /// Creates a lock; its dominance is 1 or more, and with 1 no pan is free.
    public init(dominance: Double) {
      precondition(
        dominance >= 1 && dominance.isFinite, "the dominance must be 1 or more")
      self.dominance = dominance
    }

    /// 1.2: the cross-axis factor of the swipe trackers of libadwaita and GNOME Shell.
    public static let adwaita = AxisLock(dominance: 1.2)
    /// The tangent of 60°: libinput's scrolls are free between 30° and 60° (`evdev-mt-touchpad-gestures.c`).
    public static let libinput = AxisLock(dominance: 1.7320508075688772)

    /// Returns the axis that a pan with this first translation locks to.
    func axis(of translation: Vector) -> Axis {
      if translation.x.magnitude >= translation.y.magnitude * dominance { return .horizontal }
      return translation.y.magnitude >= translation.x.magnitude * dominance ? .vertical : .both
    }
  }

  /// The axes along which a pan moves.
  enum Axis {
    case both
    case horizontal
    case vertical

    /// Returns the component of a translation along these axes.
    func part(of translation: Vector) -> Vector {
      switch self {
      case .both: translation
      case .horizontal: Vector(x: translation.x, y: 0)
      case .vertical: Vector(x: 0, y: translation.y)
      }
    }
  }

  /// A strip along one edge of the surface, where a finger must land.
  public struct EdgeStart: Hashable, Sendable {
    /// An edge of a surface.
    public enum Edge: String, Hashable, Sendable, CaseIterable {
      /// The left edge.
      case left
      /// The right edge.
      case right
      /// The edge away from the user.
      case top
      /// The edge next to the user.
      case bottom
    }

    /// The edge.
    public var edge: Edge
    /// The width of the strip, in millimetres.
    public var width: Double

    /// Creates a strip; its width is in millimetres.
    ///
    /// 3.1 mm is the 20 points measured in UIKit's navigation, at the 163 points per inch of an iPhone.
    public init(_ edge: Edge, width: Double = 3.1) {
      precondition(width >= 0 && width.isFinite, "the width must be zero or more millimetres")
      self.edge = edge
      self.width = width
    }

    /// Returns whether a point on a surface of this size is in the strip.
    func contains(_ point: Point, of size: Vector) -> Bool {
      switch edge {
      case .left: point.x <= width
      case .right: point.x >= size.x - width
      case .top: point.y <= width
      case .bottom: point.y >= size.y - width
      }
    }
  }
}
