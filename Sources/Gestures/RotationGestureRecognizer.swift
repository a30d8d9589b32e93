public import PantographBase
import PantographCMathematics
public import PantographTouches

/// Recognises two or more fingers that turn about their centre.
///
/// The rotation between two frames is the one that fits the new positions best, by least squares; for two
/// fingers, it is that of the line between them. The gesture begins when the rotations add up to the slop,
/// which is subtracted so that the angle starts at zero. The angle continues past a full turn, and does not
/// change when a finger joins or leaves.
///
/// The gesture ends when fewer than two of the fingers are left, so that the final rate is that of the
/// rotation and not of a last finger that rests. It is cancelled if a finger vanishes because events were
/// lost, or turns out to be a palm.
public struct RotationGestureRecognizer: GestureRecognizer {
  /// The state of a rotation.
  public struct Value: Hashable, Sendable {
    /// The rotation since the gesture was recognised, in radians, clockwise.
    public var angle: Double
    /// The angular velocity, in radians per second.
    public var rate: Double
    /// The centre of the fingers.
    public var centre: Point

    /// Creates a value from its parts.
    package init(angle: Double, rate: Double, centre: Point) {
      self.angle = angle
      self.rate = rate
      self.centre = centre
    }
  }

  /// The settings of a recogniser.
  public struct Settings: Hashable, Sendable {
    /// The number of fingers that make the gesture.
    public var fingers: ClosedRange<Int>
    /// How far the fingers must turn before the gesture begins, in radians.
    public var slop: Double
    /// How much of the slop is subtracted from the angle, in radians.
    public var absorbed: Double

    /// Creates settings; the slop is in radians, and by default all of it is subtracted.
    ///
    /// 10° is UIKit's slop, as measured on iOS 26.1.
    public init(
      fingers: ClosedRange<Int> = 2...5, slop: Double = 10 * .pi / 180, absorbed: Double? = nil
    ) {
      let absorbed = absorbed ?? slop
      precondition(fingers.lowerBound >= 2, "a rotation needs at least two fingers")
      precondition(slop >= 0 && slop.isFinite, "a slop must be zero or more radians")
      precondition(
        0 <= absorbed && absorbed <= slop, "the absorbed part must be between zero and the slop")
      self.fingers = fingers
      self.slop = slop
      self.absorbed = absorbed
    }

    /// UIKit's settings: two fingers, a slop of 10° of which 5° are subtracted, as measured on iOS 26.1.
    public static let uiKit = Settings(
      fingers: 2...2, slop: 10 * .pi / 180, absorbed: 5 * .pi / 180)
  }

  private var fingers: MultiFingerRecognizer<Turn>

  /// Creates a recogniser.
  public init(_ settings: Settings = Settings()) {
    fingers = MultiFingerRecognizer(
      Turn(), fingers: settings.fingers, slop: settings.slop, absorbed: settings.absorbed)
  }

  /// The state of the recogniser.
  public var state: RecognizerState { fingers.state }

  /// Processes the next frame and appends the resulting events.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    fingers.feed(frame, into: &events)
  }

  /// Cancels an active gesture; nothing begins before all fingers have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    fingers.cancel(at: time, into: &events)
  }
}

/// The rotation of fingers about their centre.
private struct Turn: FingerMeasure {
  private var angle = 0.0

  var number: Double { angle }
  var change: Double { angle }

  mutating func start(with touching: TouchingFingers) { angle = 0 }

  mutating func follow(_ touching: TouchingFingers) { angle += turn(of: touching) }

  mutating func takeOff(_ change: Double) -> (Double) -> Double {
    angle -= change
    return { $0 - change }
  }

  static func value(
    number: Double, rate: Double, centre: Point
  ) -> RotationGestureRecognizer.Value {
    .init(angle: number, rate: rate, centre: centre)
  }

  /// Returns the rotation of the fingers that stayed since the previous frame, from −π to π.
  private func turn(of touching: TouchingFingers) -> Double {
    let stayed = touching.fingers.filter { $0.before != nil }
    let middle = TouchingFingers.middle(stayed.map { $0.position })
    let middleBefore = TouchingFingers.middle(stayed.compactMap { $0.before })
    var sine = 0.0
    var cosine = 0.0
    for finger in stayed {
      guard let before = finger.before else { continue }
      let old = before - middleBefore
      let new = finger.position - middle
      sine += old.x * new.y - old.y * new.x
      cosine += old.x * new.x + old.y * new.y
    }
    return atan2(sine, cosine)
  }
}
