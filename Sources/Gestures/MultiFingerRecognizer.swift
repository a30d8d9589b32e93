import PantographBase
import PantographTouches

/// A number that describes two or more fingers together, such as their distance.
protocol FingerMeasure: Sendable {
  associatedtype Value: Hashable & Sendable

  /// The current value.
  var number: Double { get }
  /// The change since there were enough fingers, in the unit of the slop.
  var change: Double { get }

  /// Starts measuring with the fingers as they are.
  mutating func start(with touching: TouchingFingers)
  /// Updates the number; a finger that joins or leaves does not change it.
  mutating func follow(_ touching: TouchingFingers)
  /// Subtracts a change, and returns the conversion of earlier numbers.
  mutating func takeOff(_ change: Double) -> (Double) -> Double

  static func value(number: Double, rate: Double, centre: Point) -> Value
}

/// A recogniser of two or more fingers by a measure of them.
///
/// The gesture begins when the measure has changed by the slop, and ends when fewer than two fingers are
/// left. It is cancelled if one of them is lost.
struct MultiFingerRecognizer<Measure: FingerMeasure>: GestureRecognizer {
  typealias Value = Measure.Value

  private enum Stage {
    case waiting
    case possible
    /// The gesture is active; with the centre that was reported last.
    case active(Point)
    /// There were too many fingers, or the gesture was cancelled: nothing begins before all have lifted.
    case failed
  }

  /// The rounding error between measures of the same positions.
  private static var rounding: Double { 1e-9 }

  private let fingers: ClosedRange<Int>
  private let slop: Double
  private let absorbed: Double
  private var stage = Stage.waiting
  private var touching = TouchingFingers()
  private var measure: Measure
  private var rates = RateEstimator()

  init(_ measure: Measure, fingers: ClosedRange<Int>, slop: Double, absorbed: Double) {
    self.measure = measure
    self.fingers = fingers
    self.slop = slop
    self.absorbed = absorbed
  }

  var state: RecognizerState {
    switch stage {
    case .waiting: .idle
    case .possible: .possible
    case .active: .active
    case .failed: .failed
    }
  }

  mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    touching.follow(frame, atMost: fingers.upperBound)
    switch stage {
    case .failed:
      touching.dismiss()
      if touching.total == 0 { stage = .waiting }
    case .waiting, .possible:
      if touching.total > fingers.upperBound {
        fail()
      } else if touching.fingers.count < fingers.lowerBound {
        stage = .waiting
      } else {
        if case .waiting = stage {
          measure.start(with: touching)
          rates.reset()
        } else {
          measure.follow(touching)
        }
        rates.add(measure.number, at: frame.time)
        stage = .possible
        approach(at: frame.time, into: &events)
      }
    case .active(let centre):
      if touching.isLost {
        report(.cancelled, centre, at: frame.time, into: &events)
        fail()
      } else if touching.fingers.count < 2 {
        report(.ended, centre, at: frame.time, into: &events)
        stage = .waiting
      } else {
        measure.follow(touching)
        rates.add(measure.number, at: frame.time)
        report(.changed, touching.centre, at: frame.time, into: &events)
      }
    }
  }

  mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    if case .active(let centre) = stage { report(.cancelled, centre, at: time, into: &events) }
    fail()
  }

  /// Begins the gesture if the measure has changed by the slop; part of the slop is subtracted.
  private mutating func approach(
    at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    let change = measure.change
    guard change != 0, change.magnitude >= slop - Self.rounding else { return }
    rates.convert(measure.takeOff(change < 0 ? -absorbed : absorbed))
    report(.began, touching.centre, at: time, into: &events)
  }

  private mutating func report(
    _ phase: GesturePhase, _ centre: Point, at time: Timestamp,
    into events: inout [GestureEvent<Value>]
  ) {
    stage = .active(centre)
    let value = Measure.value(number: measure.number, rate: rates.rate(at: time), centre: centre)
    events.append(GestureEvent(time: time, phase: phase, value: value))
  }

  private mutating func fail() {
    touching.dismiss()
    stage = touching.total > 0 ? .failed : .waiting
  }
}
