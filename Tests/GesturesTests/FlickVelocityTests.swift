import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouches
import PantographTraces
import Testing

@Suite struct `The velocity of a flick` {
  /// A gesture with a known velocity at the lift, and its history as a sensor reported it.
  struct Flick: Sendable {
    var history: MotionHistory
    var lift: Timestamp
    /// In millimetres per second.
    var truth: Vector
  }

  /// Swipes that lift midway, flicks after a rest, reversals, and swipes that have come to rest.
  static let gestures: [SyntheticGesture] = {
    let start = [Point(x: 20, y: 30)]
    var gestures: [SyntheticGesture] = []
    for translation in [Vector(x: 50, y: -10)] {
      for duration in [0.15, 0.25, 0.4] {
        for lift in [0.4, 0.5, 0.6, 0.75, 0.9, 1] {
          gestures.append(.swipe(from: start, by: translation, duration: duration, lift: lift))
        }
        for lift in [0.5, 0.7] {
          gestures.append(
            .flick(from: start, by: translation, duration: duration, lift: lift, hold: 0.5))
        }
        for lift in [0.4, 0.6] {
          gestures.append(
            .reversal(from: start, by: translation, duration: duration, back: 1, lift: lift))
        }
        gestures.append(.swipe(from: start, by: translation, duration: duration, hold: 0.03))
      }
    }
    return gestures
  }()

  static let rates = [60.0, 125, 180, 240]

  /// Returns what the model touchpad reports of each gesture, with 20 units per millimetre.
  static func flicks(at rate: Double) -> [Flick] {
    var flicks: [Flick] = []
    guard let surface = try? Surface(ModelDevice.touchpad.description) else { return [] }
    for (index, gesture) in gestures.enumerated() {
      for noise in [0, 0.03, 0.1] {
        var sensor = Sensor()
        sensor.rate = rate
        sensor.noise = noise
        sensor.seed = UInt64(index + 1)
        let events = (try? sensor.events(of: gesture, on: ModelDevice.touchpad.description)) ?? []
        var assembler = FrameAssembler(surface)
        var history = MotionHistory()
        var origin: Point?
        var lift: Timestamp?
        for event in events where assembler.feed(event) {
          guard let contact = assembler.frame.contacts.first else {
            lift = assembler.frame.time
            continue
          }
          origin = origin ?? contact.position
          history.add(contact.position - (origin ?? contact.position), at: assembler.frame.time)
        }
        guard let lift else { continue }
        flicks.append(
          Flick(history: history, lift: lift, truth: gesture.fingers[0].velocity(at: gesture.lift)))
      }
    }
    return flicks
  }

  /// The root mean square error at each rate, and of all together.
  static let errors: [VelocityEstimator: [Double]] = {
    var errors: [VelocityEstimator: [Double]] = [:]
    for rate in rates {
      let flicks = flicks(at: rate)
      for estimator in VelocityEstimator.allCases {
        let squares = flicks.map { flick in
          var velocity = estimator.velocity(of: flick.history, at: flick.lift) ?? .zero
          // Hyprland's rule is per event; the rate converts it to per second.
          if estimator == .hyprland { velocity = velocity * rate }
          let x = velocity.x - flick.truth.x
          let y = velocity.y - flick.truth.y
          return x * x + y * y
        }
        errors[estimator, default: []].append(squares.reduce(0, +) / Double(squares.count))
      }
    }
    return errors.mapValues { squares in
      (squares + [squares.reduce(0, +) / Double(squares.count)]).map { $0.squareRoot() }
    }
  }()

  @Test func `is estimated best by Pantograph's rule`() throws {
    #expect(Self.gestures.count == 33)
    let ours = try #require(Self.errors[.pantograph])
    for (estimator, errors) in Self.errors where estimator != .pantograph {
      #expect(ours[4] < errors[4], "\(estimator)")
      // At a single rate, another rule may be better by 5 mm/s.
      for (rate, error) in zip(ours, errors).enumerated() {
        #expect(error.0 < error.1 + 5, "\(estimator) \(rate)")
      }
    }
  }

  /// The documentation page about velocities.
  static let page =
    (try? String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/Gestures/Gestures.docc/Velocity.md"),
      encoding: .utf8)) ?? ""

  private func row(_ estimator: VelocityEstimator, _ numbers: [Double]) -> String {
    let cells = numbers.map { String(fixed: $0, decimals: 0) }
    return "| `\(estimator.rawValue)` | \(cells.joined(separator: " | ")) |"
  }

  @Test(arguments: VelocityEstimator.allCases)
  func `is in the documentation, with the source of each rule`(estimator: VelocityEstimator) throws
  {
    let flicks = row(estimator, try #require(Self.errors[estimator]))
    #expect(Self.page.contains(flicks), "\(flicks)")
    let source = "| `\(estimator.rawValue)` | \(estimator.source) |"
    #expect(Self.page.contains(source), "\(source)")
  }

  @Test(arguments: VelocityEstimator.allCases)
  func `of the seven traces is in the documentation`(estimator: VelocityEstimator) {
    let traces = row(estimator, VelocityTrace.all.map { $0.velocity(estimator).x })
    #expect(Self.page.contains(traces), "\(traces)")
  }
}
