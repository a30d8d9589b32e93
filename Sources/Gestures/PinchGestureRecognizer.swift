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

  private enum Stage {
    case waiting
    case possible
    case active(Value)
    /// There were too many fingers, or they have lost their say: nothing begins before all have lifted.
    case failed
  }

  /// 1 mm: fingers are no closer than that, so that no scale is infinite; fingertips are wider.
  private static let shortest = 1.0

  private let settings: Settings
  private var stage = Stage.waiting
  private var touching = TouchingFingers()
  /// How far apart the fingers are at a scale of 1, in millimetres.
  private var unit = 1.0
  private var scale = 1.0
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

  /// A pinch waits for fingers only.
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
        if case .waiting = stage { start() } else { measure() }
        rates.add(scale, at: frame.time)
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
        measure()
        rates.add(scale, at: frame.time)
        report(.changed, last, at: frame.time, into: &events)
      }
    }
  }

  /// Cancels the gesture, if one is on; nothing begins before all fingers have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    if case .active(let last) = stage { report(.cancelled, last, at: time, into: &events) }
    fail()
  }

  /// How far the fingers are apart, of those that stayed also in the frame before.
  private func spread(_ places: [Point]) -> Double {
    let middle = TouchingFingers.middle(places)
    let sum = places.reduce(0) { $0 + ($1 - middle).length }
    return max(2 * sum / Double(places.count), Self.shortest)
  }

  private mutating func start() {
    unit = spread(touching.fingers.map(\.position))
    scale = 1
    rates.reset()
  }

  /// Brings the scale up to date; a finger that joins or leaves does not change it.
  private mutating func measure() {
    let now = spread(touching.fingers.map(\.position))
    if touching.hasLanded || touching.hasLifted {
      let stayed = touching.fingers.filter { $0.before != nil }
      if stayed.count >= 2 {
        scale *= spread(stayed.map(\.position)) / spread(stayed.compactMap(\.before))
      }
      unit = now / scale
    } else if touching.fingers.contains(where: { $0.before != $0.position }) {
      scale = now / unit
    }
  }

  /// Decides whether the fingers have moved enough.
  private mutating func approach(
    at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    let change = unit * scale - unit
    guard change != 0, change.magnitude >= settings.slop - Self.rounding else { return }
    let taken = change < 0 ? -settings.absorbed : settings.absorbed
    let base = unit + taken
    // From here on the scale counts from where the slop was left.
    let factor = unit / base
    rates.convert { $0 * factor }
    scale *= factor
    unit = base
    let value = Value(scale: scale, rate: rates.rate(at: time), centre: touching.centre)
    stage = .active(value)
    events.append(GestureEvent(time: time, phase: .began, value: value))
  }

  /// What distances of the same places may differ by, in millimetres.
  private static let rounding = 1e-9

  private mutating func report(
    _ phase: GesturePhase, _ last: Value, at time: Timestamp,
    into events: inout [GestureEvent<Value>]
  ) {
    let centre = phase == .changed ? touching.centre : last.centre
    let value = Value(scale: scale, rate: rates.rate(at: time), centre: centre)
    stage = .active(value)
    events.append(GestureEvent(time: time, phase: phase, value: value))
  }

  private mutating func fail() {
    touching.dismiss()
    stage = touching.total > 0 ? .failed : .waiting
  }
}
