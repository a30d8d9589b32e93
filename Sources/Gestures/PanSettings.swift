import PantographBase

extension PanGestureRecognizer {
  /// The settings of a recogniser.
  public struct Settings: Hashable, Sendable {
    /// The number of fingers that make the gesture.
    public var fingers: ClosedRange<Int>
    /// How far the fingers must move before the gesture begins, in millimetres.
    public var slop: Double
    /// How far the fingers must move before the gesture begins if their pressure is not steady, in
    /// millimetres.
    ///
    /// A fingertip rolls as it lands and as it lifts, which moves its centre by one or two millimetres,
    /// sometimes three. So some taps pass UIKit's slop by rolling. Such a movement only counts if it is
    /// longer than a roll. The setting has no effect if it does not exceed the slop, nor on a device without
    /// pressure.
    public var rollingSlop: Double
    /// The report with which a pan begins at the earliest, counting the one in which enough fingers have landed.
    ///
    /// 3 for libinput's touchpads, which know no movement before: a fast flick has moved by more than the slop until then.
    /// 4 for a touch whose landing presses too lightly for libinput, as that of a synthetic one does.
    public var fewestReports: Int
    /// The direction in which a pan must begin; it fails in any other.
    public var direction: Direction
    /// The direction in which the fingers must set out, however short their movement; `nil` for any.
    public var firstDirection: FirstDirection?
    /// How far the fingers may have moved across the direction when the pan begins, in millimetres; `nil` for any distance.
    ///
    /// The pan waits while they are farther away. Qt's drawer has such a limit: an open one that a finger reaches from
    /// beside it does not move if the finger has come at an angle.
    public var mostAcross: Double?
    /// How many seconds after the landing the pan must begin, or fail; `nil` for any time.
    ///
    /// 0.5 beside a long press, which begins then if the fingers have not moved by the slop: GTK's scrolled windows.
    public var beginsWithin: Double?
    /// When the pan locks to one axis; `nil` for never.
    public var axisLock: AxisLock?
    /// The edge of the surface where a finger must land; `nil` for anywhere.
    public var edge: EdgeStart?
    /// Where the translation counts from.
    public var translationFrom: Origin
    /// Which fingers the translation follows.
    public var follows: Followed
    /// How far a finger may move without being followed, in millimetres: its position lags behind by that, in whole
    /// units of the device.
    ///
    /// 0.25 for libinput's touchpads, once a finger has trembled; the default is none.
    public var hysteresis: Double
    /// How the movement becomes longer or shorter with its speed, once the gesture has begun.
    public var acceleration: Acceleration
    /// Where the velocity counts from: the landing or the last report, once or twice.
    public var velocityFrom: Origin
    /// Whether contacts that are marked as palms are ignored.
    ///
    /// In a pan from an edge they always take part, because touchpads mark contacts near an edge as palms.
    public var ignoresPalms: Bool
    /// The rule that estimates the velocity.
    public var estimator: VelocityEstimator

    /// Creates settings; both slops are in millimetres.
    ///
    /// 1.6 mm is UIKit's slop of 10 points at the 163 points per inch of an iPhone. At 4 mm, libinput's
    /// touchpads treat a movement of two fingers as certain (`evdev-mt-touchpad-gestures.c`).
    public init(
      fingers: ClosedRange<Int> = 1...1, slop: Double = 1.6, rollingSlop: Double = 4,
      fewestReports: Int = 1, direction: Direction = .any,
      firstDirection: FirstDirection? = nil, mostAcross: Double? = nil,
      beginsWithin: Double? = nil,
      axisLock: AxisLock? = nil, edge: EdgeStart? = nil, translationFrom: Origin = .slop,
      follows: Followed = .movingFingers, hysteresis: Double = 0,
      acceleration: Acceleration = .none, velocityFrom: Origin = .landing,
      ignoresPalms: Bool = true, estimator: VelocityEstimator = .pantograph
    ) {
      precondition(fingers.lowerBound >= 1, "a pan needs at least one finger")
      precondition(slop >= 0 && slop.isFinite, "a slop must be zero or more millimetres")
      self.fingers = fingers
      precondition(rollingSlop.isFinite, "a slop must be a finite number of millimetres")
      self.slop = slop
      self.rollingSlop = rollingSlop
      precondition(fewestReports >= 1, "a pan begins with the first report at the earliest")
      self.fewestReports = fewestReports
      self.direction = direction
      self.firstDirection = firstDirection
      precondition(mostAcross ?? 0 >= 0, "a distance across must be zero or more millimetres")
      self.mostAcross = mostAcross
      precondition(beginsWithin ?? 0 >= 0, "a pan begins zero or more seconds after the landing")
      self.beginsWithin = beginsWithin
      self.axisLock = axisLock
      self.edge = edge
      self.translationFrom = translationFrom
      self.follows = follows
      precondition(hysteresis >= 0 && hysteresis.isFinite, "a hysteresis must be zero or more mm")
      self.hysteresis = hysteresis
      self.acceleration = acceleration
      precondition(
        Origin.ofVelocity.contains(velocityFrom),
        "a velocity counts from the landing or the last report")
      self.velocityFrom = velocityFrom
      self.ignoresPalms = ignoresPalms
      self.estimator = estimator
    }
  }

  /// Where something that a pan reports counts from.
  public enum Origin: String, Hashable, Sendable, CaseIterable {
    /// Where the fingers landed: GTK's drag.
    case landing
    /// Where the fingers were in the report before the one that exceeds the slop: libinput's scrolls and swipes, and
    /// what is driven by them.
    case lastReport
    /// The same, but that report counts twice: libadwaita 1.2 on a touchpad, where GTK reports the first scroll of a swipe
    /// and its beginning as two events.
    case lastReportTwice
    /// Where the fingers had moved by the slop: UIKit's pan.
    case slop
    /// Where the fingers are in the report that exceeds the slop: GTK's scrolled window on a touchpad.
    case beginning
    /// Where the fingers are 25 ms after that report: Qt Quick's Flickable, whose content does not move before the second
    /// display frame. No recording contains the frames; at 60 per second it is 1.5 frames later, in the mean. Fingers that lift
    /// without a movement after that report cancel the pan, since no frame takes any.
    case secondFrame

    /// Those from which a velocity can count.
    package static let ofVelocity: [Origin] = [.landing, .lastReport, .lastReportTwice]
  }

  /// The fingers that a translation follows.
  public enum Followed: String, Hashable, Sendable, CaseIterable {
    /// The mean of those that move, until the last one lifts: a thumb that rests on the pad does not halve the speed.
    case movingFingers
    /// The mean of all, and none once there are fewer than the gesture needs: libinput's scrolls and swipes, which begin
    /// as <doc:Pan> says.
    case allFingers
  }

  /// How the speed of a movement changes its length.
  public enum Acceleration: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// As libinput accelerates swipes of three or four fingers on a touchpad, with its default settings.
    /// The factor is 0.3 to 0.9 below 6 mm/s, 0.9 up to 130 mm/s, and at most 4.8 above.
    ///
    /// A compositor's desktops follow such swipes. Scrolls with two fingers are not accelerated.
    case libinput
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

  /// The direction in which the fingers must set out, long before they have moved by the slop.
  ///
  /// It is judged by the first displacement that leads clearly along one axis. A touch that trembles across as it begins to
  /// move is refused, wherever it goes then.
  public struct FirstDirection: Hashable, Sendable {
    /// The direction, which is not ``Direction/any``.
    public var direction: Direction
    /// How many times as far a displacement must lead along one axis as along the other.
    ///
    /// 1 in libadwaita's swipes on a touchscreen (`adw-swipe-tracker.c`), so the first movement decides; 2 in GTK's
    /// scrolled windows (`FACTOR` of `gtkgesturepan.c`).
    public var dominance: Double

    /// Creates a direction other than ``Direction/any``; the dominance is 1 or more.
    public init(_ direction: Direction, dominance: Double) {
      precondition(direction != .any, "fingers always set out in any direction")
      precondition(dominance >= 1 && dominance.isFinite, "the dominance must be 1 or more")
      self.direction = direction
      self.dominance = dominance
    }

    /// Returns whether a displacement has the direction; `nil` if it leads clearly along neither axis.
    func contains(_ moved: Vector) -> Bool? {
      let (x, y) = (moved.x.magnitude, moved.y.magnitude)
      let (most, least) = (max(x, y), min(x, y))
      let isClear = dominance == 1 || most > least * dominance + PanGestureRecognizer.rounding
      guard moved != .zero, isClear else { return nil }
      return direction.contains(moved)
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
