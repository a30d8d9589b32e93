import Quantities

extension PanGestureRecognizer {
  /// What a recogniser can be told.
  public struct Settings: Hashable, Sendable {
    /// The fingers that make the gesture: at least and at most so many.
    public var fingers: ClosedRange<Int>
    /// How far the fingers move before the gesture begins, in millimetres.
    public var slop: Double
    /// How far the fingers move before the gesture begins if their pressure is not steady, in millimetres.
    ///
    /// The pad of a finger rolls as it lands and as it lifts, which moves its middle by one or two
    /// millimetres, sometimes three: one tap in six passes UIKit's slop that way. Such a movement counts
    /// only if it is further than pads roll. It makes no difference if it is not more than the slop, nor
    /// on a device without pressure.
    public var rollingSlop: Double
    /// Where the fingers have to go first; a pan that begins another way fails.
    public var direction: Direction
    /// From when on the pan keeps to one axis, if it does at all.
    public var axisLock: AxisLock?
    /// The edge of the surface where a finger has to land, if there is one.
    public var edge: EdgeStart?
    /// Whether contacts that are marked as palms take no part.
    ///
    /// In a pan from an edge they always do: what lands there is marked on a touchpad.
    public var ignoresPalms: Bool
    /// The rule that tells how fast the fingers move.
    public var estimator: VelocityEstimator

    /// Makes settings; both slops are in millimetres.
    ///
    /// 1.6 mm is UIKit's slop of 10 points at the 163 points per inch of an iPhone. 4 mm is what libinput's
    /// touchpads take for a movement of two fingers beyond doubt (`evdev-mt-touchpad-gestures.c`).
    public init(
      fingers: ClosedRange<Int> = 1...1, slop: Double = 1.6, rollingSlop: Double = 4,
      direction: Direction = .any,
      axisLock: AxisLock? = nil, edge: EdgeStart? = nil, ignoresPalms: Bool = true,
      estimator: VelocityEstimator = .pantograph
    ) {
      precondition(fingers.lowerBound >= 1, "a pan needs at least one finger")
      precondition(slop >= 0 && slop.isFinite, "a slop is zero or more millimetres")
      self.fingers = fingers
      precondition(rollingSlop.isFinite, "a slop is a number of millimetres")
      self.slop = slop
      self.rollingSlop = rollingSlop
      self.direction = direction
      self.axisLock = axisLock
      self.edge = edge
      self.ignoresPalms = ignoresPalms
      self.estimator = estimator
    }
  }

  /// Where the fingers go when a pan begins.
  ///
  /// What goes as far to the side as up or down counts as sideways: each way is either
  /// ``horizontal`` or ``vertical``.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// Wherever they like.
    case any
    /// More to a side than up or down.
    case horizontal
    /// More up or down than to a side.
    case vertical
    /// Horizontally, to the right.
    case right
    /// Horizontally, to the left.
    case left
    /// Vertically, away from the hand.
    case up
    /// Vertically, toward the hand.
    case down

    /// Whether a way goes there.
    func contains(_ way: Vector) -> Bool {
      let isHorizontal = way.x.magnitude >= way.y.magnitude
      return switch self {
      case .any: true
      case .horizontal: isHorizontal
      case .vertical: !isHorizontal
      case .right: isHorizontal && way.x > 0
      case .left: isHorizontal && way.x < 0
      case .up: !isHorizontal && way.y < 0
      case .down: !isHorizontal && way.y > 0
      }
    }
  }

  /// How a pan comes to keep to the axis that it began along.
  ///
  /// A pan that begins along neither axis clearly enough is free to go anywhere, like a diagonal
  /// scroll of UIKit's and of libinput's.
  public struct AxisLock: Hashable, Sendable {
    /// How many times as far the fingers have to go along the axis as across it.
    ///
    /// This is the tangent of the smallest angle that they may make with the other axis.
    public var dominance: Double

    /// Makes a lock; its dominance is 1 or more, and with 1 no pan is free.
    public init(dominance: Double) {
      precondition(
        dominance >= 1 && dominance.isFinite, "one axis dominates the other by 1 or more")
      self.dominance = dominance
    }

    /// 1.2, the cross-axis factor of the swipe trackers of libadwaita and gnome-shell.
    public static let adwaita = AxisLock(dominance: 1.2)
    /// The tangent of 60°: libinput's scrolls are free between 30° and 60° (`evdev-mt-touchpad-gestures.c`).
    public static let libinput = AxisLock(dominance: 1.7320508075688772)

    /// What is left of a way along the axis that another one began along.
    func axis(of way: Vector) -> Axis {
      if way.x.magnitude >= way.y.magnitude * dominance { return .horizontal }
      return way.y.magnitude >= way.x.magnitude * dominance ? .vertical : .both
    }
  }

  /// The axes along which a pan goes.
  enum Axis {
    case both
    case horizontal
    case vertical

    /// What a way is along them.
    func part(of way: Vector) -> Vector {
      switch self {
      case .both: way
      case .horizontal: Vector(x: way.x, y: 0)
      case .vertical: Vector(x: 0, y: way.y)
      }
    }
  }

  /// A strip along one edge of the surface, where a finger has to land.
  public struct EdgeStart: Hashable, Sendable {
    /// One of the edges of a surface.
    public enum Edge: String, Hashable, Sendable, CaseIterable {
      /// The left edge.
      case left
      /// The right edge.
      case right
      /// The edge that is away from the hand.
      case top
      /// The edge that is next to the hand.
      case bottom
    }

    /// The edge.
    public var edge: Edge
    /// How wide the strip is, in millimetres.
    public var width: Double

    /// Makes a strip of a width in millimetres.
    ///
    /// 3.1 mm are the 20 points measured of UIKit's navigation, at the 163 points per inch of an iPhone.
    public init(_ edge: Edge, width: Double = 3.1) {
      precondition(width >= 0 && width.isFinite, "a strip is zero or more millimetres wide")
      self.edge = edge
      self.width = width
    }

    /// Whether a place on a surface of this size lies in the strip.
    func contains(_ place: Point, of size: Vector) -> Bool {
      switch edge {
      case .left: place.x <= width
      case .right: place.x >= size.x - width
      case .top: place.y <= width
      case .bottom: place.y >= size.y - width
      }
    }
  }
}
