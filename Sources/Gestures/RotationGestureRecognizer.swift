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

  private enum Stage {
    case waiting
    case possible
    case active(Value)
    /// There were too many fingers, or they have lost their say: nothing begins before all have lifted.
    case failed
  }

  private let settings: Settings
  private var stage = Stage.waiting
  private var touching = TouchingFingers()
  private var angle = 0.0
  private var rates = RateEstimator()

  /// Makes a recogniser.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings
  }

  /// How far the recogniser has come.
  public var state: RecognizerState {
    switch stage {
    case .waiting: .idle
    case .possible: .possible
    case .active: .active
    case .failed: .failed
    }
  }

  /// A rotation waits for fingers only.
  public var deadline: Timestamp? { nil }

  /// Nothing follows from time alone.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {}

  /// Takes the next frame and appends what follows from it.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    touching.follow(frame, atMost: settings.fingers.upperBound)
    switch stage {
    case .failed:
      touching.dismiss()
      if touching.total == 0 { stage = .waiting }
    case .waiting, .possible:
      if touching.total > settings.fingers.upperBound {
        fail()
      } else if touching.fingers.count < settings.fingers.lowerBound {
        stage = .waiting
      } else {
        if case .waiting = stage {
          angle = 0
          rates.reset()
        } else {
          angle += turn
        }
        rates.add(angle, at: frame.time)
        stage = .possible
        approach(at: frame.time, into: &events)
      }
    case .active(let last):
      if touching.isLost {
        report(.cancelled, last, at: frame.time, into: &events)
        fail()
      } else if touching.fingers.count < 2 {
        report(.ended, last, at: frame.time, into: &events)
        stage = .waiting
      } else {
        angle += turn
        rates.add(angle, at: frame.time)
        report(.changed, last, at: frame.time, into: &events)
      }
    }
  }

  /// Cancels the gesture, if one is on; nothing begins before all fingers have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    if case .active(let last) = stage { report(.cancelled, last, at: time, into: &events) }
    fail()
  }

  /// By how much the fingers that stayed have turned since the frame before, from −π to π.
  private var turn: Double {
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

  /// Decides whether the fingers have turned enough.
  private mutating func approach(
    at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    guard angle != 0, angle.magnitude >= settings.slop - Self.rounding else { return }
    let taken = angle < 0 ? -settings.absorbed : settings.absorbed
    // From here on the angle counts from where the slop was left.
    rates.convert { $0 - taken }
    angle -= taken
    let value = Value(angle: angle, rate: rates.rate(at: time), centre: touching.centre)
    stage = .active(value)
    events.append(GestureEvent(time: time, phase: .began, value: value))
  }

  /// What angles of the same places may differ by, in radians.
  private static let rounding = 1e-9

  private mutating func report(
    _ phase: GesturePhase, _ last: Value, at time: Timestamp,
    into events: inout [GestureEvent<Value>]
  ) {
    let centre = phase == .changed ? touching.centre : last.centre
    let value = Value(angle: angle, rate: rates.rate(at: time), centre: centre)
    stage = .active(value)
    events.append(GestureEvent(time: time, phase: phase, value: value))
  }

  private mutating func fail() {
    touching.dismiss()
    stage = touching.total > 0 ? .failed : .waiting
  }
}
