import Evdev
import Foundation
import Gestures
import Quantities
import Synthesis
import TestSupport
import Testing
import Touches

@Suite struct `The velocity of a flick` {
  /// A finger that lifts at a known velocity, and what a sensor saw of it.
  struct Flick: Sendable {
    var history: MotionHistory
    var lift: Timestamp
    /// In millimetres per second.
    var truth: Vector
  }

  /// Swipes cut short here and there, flicks after a rest, turns, and swipes that have come to rest.
  static let hands: [SyntheticGesture] = {
    let start = [Point(x: 20, y: 30)]
    var hands: [SyntheticGesture] = []
    for way in [Vector(x: 50, y: -10)] {
      for duration in [0.15, 0.25, 0.4] {
        for lift in [0.4, 0.5, 0.6, 0.75, 0.9, 1] {
          hands.append(.swipe(from: start, by: way, duration: duration, lift: lift))
        }
        for lift in [0.5, 0.7] {
          hands.append(.flick(from: start, by: way, duration: duration, lift: lift, hold: 0.5))
        }
        for lift in [0.4, 0.6] {
          hands.append(.reversal(from: start, by: way, duration: duration, back: 1, lift: lift))
        }
        hands.append(.swipe(from: start, by: way, duration: duration, hold: 0.03))
      }
    }
    return hands
  }()

  static let rates = [60.0, 125, 180, 240]

  /// What the model touchpad tells of each hand, at 20 values a millimetre.
  static func flicks(at rate: Double) -> [Flick] {
    var flicks: [Flick] = []
    guard let surface = try? Surface(ModelDevice.touchpad.description) else { return [] }
    for (index, hand) in hands.enumerated() {
      for noise in [0, 0.03, 0.1] {
        var sensor = Sensor()
        sensor.rate = rate
        sensor.noise = noise
        sensor.seed = UInt64(index + 1)
        let events = (try? sensor.events(of: hand, on: ModelDevice.touchpad.description)) ?? []
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
          Flick(history: history, lift: lift, truth: hand.fingers[0].velocity(at: hand.lift)))
      }
    }
    return flicks
  }

  /// The root of the mean square of the errors at each rate, and of all together.
  static let errors: [VelocityEstimator: [Double]] = {
    var errors: [VelocityEstimator: [Double]] = [:]
    for rate in rates {
      let flicks = flicks(at: rate)
      for estimator in VelocityEstimator.allCases {
        let squares = flicks.map { flick in
          var told = estimator.velocity(of: flick.history, at: flick.lift) ?? .zero
          // Hyprland's is per event; the interval makes it one per second.
          if estimator == .hyprland { told = told * rate }
          let x = told.x - flick.truth.x
          let y = told.y - flick.truth.y
          return x * x + y * y
        }
        errors[estimator, default: []].append(squares.reduce(0, +) / Double(squares.count))
      }
    }
    return errors.mapValues { squares in
      (squares + [squares.reduce(0, +) / Double(squares.count)]).map { $0.squareRoot() }
    }
  }()

  @Test func `is told best by Pantograph's rule`() throws {
    #expect(Self.hands.count == 33)
    let ours = try #require(Self.errors[.pantograph])
    for (estimator, errors) in Self.errors where estimator != .pantograph {
      #expect(ours[4] < errors[4], "\(estimator)")
      // At one rate another may be better by a hair: 5 mm/s.
      for (rate, error) in zip(ours, errors).enumerated() {
        #expect(error.0 < error.1 + 5, "\(estimator) \(rate)")
      }
    }
  }

  /// The page about velocities.
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
  func `is in the documentation, as is whose rule it is`(estimator: VelocityEstimator) throws {
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
