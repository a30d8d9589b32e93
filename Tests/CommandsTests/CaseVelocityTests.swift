import Foundation
import PantographTestSupport
import Testing

/// Recordings of synthetic gestures, whose velocity is known at every instant.
///
/// The parameters are those of tools/make/make-recordings. The result includes late reports of a kernel's scheduler,
/// the sensor, and all of Pantograph.
@Suite struct `The velocity of a recorded gesture` {
  struct MovedGesture: Sendable, CustomTestStringConvertible {
    var name: String
    /// The part of the gesture in which progress is compared.
    var distance: Double
    var duration: Double
    var testDescription: String { name }

    /// The minimum-jerk profile of Flash and Hogan (1985), and its slope.
    func fraction(at time: Double) -> Double {
      let t = min(max(time / duration, 0), 1)
      return distance * t * t * t * (10 - 15 * t + 6 * t * t)
    }
    func velocity(at time: Double) -> Double {
      let t = min(max(time / duration, 0), 1)
      return distance / duration * 30 * t * t * (1 - t) * (1 - t)
    }
    var peak: Double { velocity(at: duration / 2) }
  }

  static let gestures = [
    MovedGesture(name: "touchpad-pan-finish", distance: 50.0 / 60, duration: 0.7),
    MovedGesture(name: "touchpad-pan-cancel", distance: 24.0 / 60, duration: 0.6),
    MovedGesture(name: "touchpad-flick", distance: 60.0 / 45, duration: 0.4),
    MovedGesture(name: "touchscreen-drag", distance: 75.0 / 100, duration: 0.9),
  ]

  @Test(arguments: gestures)
  func `is within a tenth of its peak`(gesture: MovedGesture) throws {
    let file = Repository.root.appendingPathComponent("Recordings/\(gesture.name)/expected.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    var samples: [(time: Double, fraction: Double, velocity: Double)] = []
    for line in lines {
      let fields = line.split(separator: ",")
      guard fields[1] == "tracking" else { continue }
      samples.append(
        (
          try #require(Double(fields[0])), try #require(Double(fields[2])),
          try #require(Double(fields[3]))
        ))
    }
    #expect(samples.count > 15)
    // The start of the gesture on the recording's clock, and the slop, are fitted.
    func misfit(_ shift: Double) -> Double {
      let gaps: [Double] = samples.map { gesture.fraction(at: $0.time - shift) - $0.fraction }
      let mean = gaps.reduce(0, +) / Double(gaps.count)
      return Self.rootMeanSquare(gaps.map { $0 - mean })
    }
    let shifts = stride(from: -0.1, through: 0.1, by: 0.0005)
    let shift = try #require(shifts.min { misfit($0) < misfit($1) })
    // The rest is sensor noise and the delay between samples and reports: a hundredth.
    #expect(misfit(shift) < 0.02 * gesture.distance)

    let errors: [Double] = samples.map { $0.velocity - gesture.velocity(at: $0.time - shift) }
    let error = Self.rootMeanSquare(errors)
    #expect(error < 0.1 * gesture.peak)
    // A report is up to 7 ms late, and the estimator looks back at least 20 ms.
    #expect(try #require(errors.map(abs).max()) < 7.0 / 20 * gesture.peak)
  }

  private static func rootMeanSquare(_ numbers: [Double]) -> Double {
    let squares = numbers.map { $0 * $0 }
    return (squares.reduce(0, +) / Double(numbers.count)).squareRoot()
  }
}
