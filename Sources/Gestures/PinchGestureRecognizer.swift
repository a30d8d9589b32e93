public import PantographBase
public import PantographTouches

/// Recognises two or more fingers that move towards each other or apart.
///
/// Their distance is twice the mean distance from their centre; for two fingers, it is the distance between
/// them. The gesture begins when it has changed by the slop. The scale is relative to that distance, and does
/// not change when a finger joins or leaves. The slop is subtracted, so that the scale starts at 1 and does
/// not jump.
///
/// The gesture ends when fewer than two of the fingers are left, so that the final rate is that of the pinch
/// and not of a last finger that rests. It is cancelled if a finger vanishes because events were lost, or
/// turns out to be a palm.
public struct PinchGestureRecognizer: GestureRecognizer {
  /// The state of a pinch.
  public struct Value: Hashable, Sendable {
    /// The distance of the fingers relative to the beginning.
    public var scale: Double
    /// The change of the scale per second.
    public var rate: Double
    /// The centre of the fingers.
    public var centre: Point

    /// Creates a value from its parts.
    package init(scale: Double, rate: Double, centre: Point) {
      self.scale = scale
      self.rate = rate
      self.centre = centre
    }
  }

  /// The settings of a recogniser.
  public struct Settings: Hashable, Sendable {
    /// The number of fingers that make the gesture.
    public var fingers: ClosedRange<Int>
    /// How much the distance must change before the gesture begins, in millimetres.
    public var slop: Double
    /// How much of the slop is subtracted from the change of the distance, in millimetres.
    public var absorbed: Double

    /// Creates settings; the slop is in millimetres, and by default all of it is subtracted.
    ///
    /// 1.6 mm is 10 points, UIKit's slop as measured on iOS 26.1, at the 163 points per inch of an iPhone.
    public init(
      fingers: ClosedRange<Int> = 2...5, slop: Double = 1.6, absorbed: Double? = nil
    ) {
      let absorbed = absorbed ?? slop
      precondition(fingers.lowerBound >= 2, "a pinch needs at least two fingers")
      precondition(slop >= 0 && slop.isFinite, "a slop must be zero or more millimetres")
      precondition(
        0 <= absorbed && absorbed <= slop, "the absorbed part must be between zero and the slop")
      self.fingers = fingers
      self.slop = slop
      self.absorbed = absorbed
    }

    /// UIKit's settings: two fingers, a slop of 10 points of which 8 are subtracted, as measured on iOS 26.1.
    public static let uiKit = Settings(fingers: 2...2, slop: 1.6, absorbed: 1.28)
    /// For libinput: 3 mm of two fingers' distance, all subtracted; libinput 1.22.1 needs 1.5 mm of each finger, as measured.
    public static let libinput = Settings(fingers: 2...2, slop: 3)
  }

  private var fingers: MultiFingerRecognizer<Spread>

  /// Creates a recogniser.
  public init(_ settings: Settings = Settings()) {
    fingers = MultiFingerRecognizer(
      Spread(), fingers: settings.fingers, slop: settings.slop, absorbed: settings.absorbed)
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

/// The distance of fingers relative to an earlier one.
private struct Spread: FingerMeasure {
  /// 1 mm: the minimum distance, so that no scale is infinite; fingertips are wider.
  private static let shortest = 1.0

  /// The distance of the fingers at a scale of 1, in millimetres.
  private var unit = 1.0
  private var scale = 1.0

  var number: Double { scale }
  var change: Double { unit * scale - unit }

  mutating func start(with touching: TouchingFingers) {
    unit = Self.spread(touching.fingers.map { $0.position })
    scale = 1
  }

  mutating func follow(_ touching: TouchingFingers) {
    let now = Self.spread(touching.fingers.map { $0.position })
    if touching.hasLanded || touching.hasLifted {
      let stayed = touching.fingers.filter { $0.before != nil }
      if stayed.count >= 2 {
        scale *=
          Self.spread(stayed.map { $0.position }) / Self.spread(stayed.compactMap { $0.before })
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

  private static func spread(_ positions: [Point]) -> Double {
    let middle = TouchingFingers.middle(positions)
    let sum = positions.reduce(0) { $0 + ($1 - middle).length }
    return max(2 * sum / Double(positions.count), shortest)
  }
}
