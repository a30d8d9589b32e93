import Glibc
public import Quantities
public import Touches

/// Recognises two or more fingers that turn about their middle.
///
/// The turn between two frames is the one that brings the fingers nearest to where they are now, by
/// least squares; for two fingers, it is that of the line between them. The gesture begins when the
/// turns add up to the slop, which is taken off, so that the angle starts at zero. The angle goes on over
/// whole turns, and stays where it is when a finger joins or leaves.
///
/// It ends when fewer than two of the fingers are left, so that the rate at the end is that of the hand
/// and not of a last finger that rests. It is cancelled if one vanishes because events were lost, or
/// turns out to be a palm.
public struct RotationGestureRecognizer: GestureRecognizer {
  /// What the fingers of a rotation do.
  public struct Value: Hashable, Sendable {
    /// By how much the fingers have turned since the gesture was recognised, in radians, clockwise.
    public var angle: Double
    /// How fast they turn, in radians per second.
    public var rate: Double
    /// The middle of the fingers that are there.
    public var centre: Point

    /// Makes a value from its parts.
    public init(angle: Double, rate: Double, centre: Point) {
      self.angle = angle
      self.rate = rate
      self.centre = centre
    }
  }

  /// What a recogniser can be told.
  public struct Settings: Hashable, Sendable {
    /// The fingers that make the gesture: at least and at most so many.
    public var fingers: ClosedRange<Int>
    /// By how much the fingers turn before the gesture begins, in radians.
    public var slop: Double
    /// How much of that is taken off the angle, in radians.
    public var absorbed: Double

    /// Makes settings; the slop is in radians, and all of it is taken off unless told otherwise.
    ///
    /// 10° are UIKit's slop, as measured on iOS 26.1.
    public init(
      fingers: ClosedRange<Int> = 2...5, slop: Double = 10 * .pi / 180, absorbed: Double? = nil
    ) {
      let absorbed = absorbed ?? slop
      precondition(fingers.lowerBound >= 2, "a rotation needs at least two fingers")
      precondition(slop >= 0 && slop.isFinite, "a slop is zero or more radians")
      precondition(0 <= absorbed && absorbed <= slop, "no more than the slop can be taken off")
      self.fingers = fingers
      self.slop = slop
      self.absorbed = absorbed
    }

    /// UIKit's: two fingers, a slop of 10° of which 5° are taken off, as measured on iOS 26.1.
    public static let uiKit = Settings(
      fingers: 2...2, slop: 10 * .pi / 180, absorbed: 5 * .pi / 180)
  }

  private var fingers: FingersTogether<Turn>

  /// Makes a recogniser.
  public init(_ settings: Settings = Settings()) {
    fingers = FingersTogether(
      Turn(), fingers: settings.fingers, slop: settings.slop, absorbed: settings.absorbed)
  }

  /// How far the recogniser has come.
  public var state: RecognizerState { fingers.state }

  /// A rotation waits for fingers only.
  public var deadline: Timestamp? { nil }

  /// Nothing follows from time alone.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {}

  /// Takes the next frame and appends what follows from it.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    fingers.feed(frame, into: &events)
  }

  /// Cancels the gesture, if one is on; nothing begins before all fingers have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    fingers.cancel(at: time, into: &events)
  }
}

/// By how much fingers have turned about their middle.
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

  /// By how much the fingers that stayed have turned since the frame before, from −π to π.
  private func turn(of touching: TouchingFingers) -> Double {
    let stayed = touching.fingers.filter { $0.before != nil }
    let middle = TouchingFingers.middle(stayed.map(\.position))
    let middleBefore = TouchingFingers.middle(stayed.compactMap(\.before))
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
