public import Quantities
public import Touches

/// Recognises two or more fingers that move toward each other or apart.
///
/// How far they are apart is twice their mean distance from their middle, which for two fingers is
/// the distance between them. The gesture begins when that has changed by the slop. The scale is the
/// ratio to where it began, and stays where it is when a finger joins or leaves; the slop is taken off,
/// so that it starts at 1 instead of with a jump.
///
/// It ends when fewer than two of the fingers are left, so that the rate at the end is that of the hand
/// and not of a last finger that rests. It is cancelled if one vanishes because events were lost, or
/// turns out to be a palm.
public struct PinchGestureRecognizer: GestureRecognizer {
  /// What the fingers of a pinch do.
  public struct Value: Hashable, Sendable {
    /// How many times as far apart the fingers are as at the beginning.
    public var scale: Double
    /// How fast the scale changes, per second.
    public var rate: Double
    /// The middle of the fingers that are there.
    public var centre: Point

    /// Makes a value from its parts.
    public init(scale: Double, rate: Double, centre: Point) {
      self.scale = scale
      self.rate = rate
      self.centre = centre
    }
  }

  /// What a recogniser can be told.
  public struct Settings: Hashable, Sendable {
    /// The fingers that make the gesture: at least and at most so many.
    public var fingers: ClosedRange<Int>
    /// By how much the fingers come closer or go apart before the gesture begins, in millimetres.
    public var slop: Double
    /// How much of that is taken off the distance that the scale counts from, in millimetres.
    public var absorbed: Double

    /// Makes settings; the slop is in millimetres, and all of it is taken off unless told otherwise.
    ///
    /// 1.6 mm are 10 points, UIKit's slop as measured on iOS 26.1, at the 163 points per inch of an
    /// iPhone. libinput tells a pinch from a swipe at 1.5 mm.
    public init(
      fingers: ClosedRange<Int> = 2...5, slop: Double = 1.6, absorbed: Double? = nil
    ) {
      let absorbed = absorbed ?? slop
      precondition(fingers.lowerBound >= 2, "a pinch needs at least two fingers")
      precondition(slop >= 0 && slop.isFinite, "a slop is zero or more millimetres")
      precondition(0 <= absorbed && absorbed <= slop, "no more than the slop can be taken off")
      self.fingers = fingers
      self.slop = slop
      self.absorbed = absorbed
    }

    /// UIKit's: two fingers, a slop of 10 points of which 8 are taken off, as measured on iOS 26.1.
    public static let uiKit = Settings(fingers: 2...2, slop: 1.6, absorbed: 1.28)
  }

  private var fingers: FingersTogether<Spread>

  /// Makes a recogniser.
  public init(_ settings: Settings = Settings()) {
    fingers = FingersTogether(
      Spread(), fingers: settings.fingers, slop: settings.slop, absorbed: settings.absorbed)
  }

  /// How far the recogniser has come.
  public var state: RecognizerState { fingers.state }

  /// A pinch waits for fingers only.
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

/// How many times as far apart fingers are as they were.
private struct Spread: FingerMeasure {
  /// 1 mm: fingers are no closer than that, so that no scale is infinite; fingertips are wider.
  private static let shortest = 1.0

  /// How far apart the fingers are at a scale of 1, in millimetres.
  private var unit = 1.0
  private var scale = 1.0

  var number: Double { scale }
  var change: Double { unit * scale - unit }

  mutating func start(with touching: TouchingFingers) {
    unit = Self.spread(touching.fingers.map(\.position))
    scale = 1
  }

  mutating func follow(_ touching: TouchingFingers) {
    let now = Self.spread(touching.fingers.map(\.position))
    if touching.hasLanded || touching.hasLifted {
      let stayed = touching.fingers.filter { $0.before != nil }
      if stayed.count >= 2 {
        scale *= Self.spread(stayed.map(\.position)) / Self.spread(stayed.compactMap(\.before))
      }
      unit = now / scale
    } else if touching.fingers.contains(where: { $0.before != $0.position }) {
      scale = now / unit
    }
  }

  mutating func takeOff(_ change: Double) -> (Double) -> Double {
    let factor = unit / (unit + change)
    scale *= factor
    unit += change
    return { $0 * factor }
  }

  static func value(number: Double, rate: Double, centre: Point) -> PinchGestureRecognizer.Value {
    .init(scale: number, rate: rate, centre: centre)
  }

  private static func spread(_ places: [Point]) -> Double {
    let middle = TouchingFingers.middle(places)
    let sum = places.reduce(0) { $0 + ($1 - middle).length }
    return max(2 * sum / Double(places.count), shortest)
  }
}
