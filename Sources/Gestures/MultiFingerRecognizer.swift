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

/// The fingers that take part in a gesture, from frame to frame, without palms.
struct TouchingFingers {
  struct Finger {
    var id: Int
    /// Its position in the frame in which it landed.
    var landing: Point
    /// Its position in the previous frame, if it was there.
    var before: Point?
    var position: Point
  }

  private(set) var fingers: [Finger] = []
  /// Whether a finger disappeared in the last frame without lifting: events were lost, or it became a palm.
  private(set) var isLost = false
  /// Whether new contacts have replaced those that were lost.
  ///
  /// The corners of a bounding box around all fingers change whenever a finger joins or leaves.
  private(set) var isReplaced = false
  /// Whether one of the fingers was gone in the last frame.
  private(set) var hasLifted = false
  /// Whether a finger landed in the last frame.
  private(set) var hasLanded = false
  /// The number of fingers, including those that do not take part.
  private(set) var total = 0
  /// The fingers of the last frame, including those that do not take part.
  private var present: [Int] = []

  /// Updates the fingers from a frame, at most `limit` of them.
  mutating func follow(_ frame: TouchFrame, atMost limit: Int) {
    var hasPalm = false
    isLost = false
    hasLifted = false
    hasLanded = false
    fingers.removeAll { finger in
      let contact = frame.contacts.first { $0.id == finger.id }
      if contact?.isFinger == true { return false }
      hasLifted = true
      if contact != nil { hasPalm = true }
      if contact != nil || frame.vanished.contains(finger.id) { isLost = true }
      return true
    }
    for index in fingers.indices { fingers[index].before = fingers[index].position }
    total = 0
    for contact in frame.contacts where contact.isFinger {
      total += 1
      if let index = fingers.firstIndex(where: { $0.id == contact.id }) {
        fingers[index].position = contact.position
      } else if fingers.count < limit, !present.contains(contact.id) {
        hasLanded = true
        fingers.append(
          Finger(id: contact.id, landing: contact.position, position: contact.position))
      }
    }
    isReplaced = isLost && hasLanded && !hasPalm && !frame.hasLostEvents
    present.removeAll(keepingCapacity: true)
    for contact in frame.contacts where contact.isFinger { present.append(contact.id) }
  }

  /// Excludes all fingers on the surface.
  mutating func dismiss() {
    fingers.removeAll(keepingCapacity: true)
  }

  /// The centre of the fingers.
  var centre: Point { Self.middle(fingers.lazy.map { $0.position }) }

  static func middle(_ points: some Collection<Point>) -> Point {
    var sum = Vector.zero
    for point in points { sum += Vector(x: point.x, y: point.y) }
    let mean = points.isEmpty ? .zero : sum / Double(points.count)
    return Point(x: mean.x, y: mean.y)
  }
}

extension Contact {
  /// Whether it is not marked as a palm.
  var isFinger: Bool { !remarks.contains(.palm) }
}

/// The rate of change of a number, by the rule that estimates the velocity of fingers.
struct RateEstimator {
  private var history = MotionHistory()

  mutating func reset() {
    history.reset()
  }

  mutating func add(_ value: Double, at time: Timestamp) {
    history.add(Vector(x: value, y: 0), at: time)
  }

  /// Converts all values so far to another unit, so that the rate stays continuous.
  mutating func convert(_ conversion: (Double) -> Double) {
    let samples = history.samples
    history.reset()
    for sample in samples { add(conversion(sample.translation.x), at: sample.time) }
  }

  /// Returns the change per second.
  func rate(at time: Timestamp) -> Double {
    VelocityEstimator.pantograph.velocity(of: history, at: time)?.x ?? 0
  }
}
