import Foundation
import Gestures
import Quantities
import Synthesis
import TestSupport
import Testing

@Suite struct `The velocity that late reports tell` {
  /// A reach along the minimum-jerk profile: what was told of it, and how fast the finger really went.
  struct Reach: Sendable {
    var places: [(time: Timestamp, way: Vector)] = []
    var truth: [Vector] = []
    var peak = 0.0
  }

  /// How a report is late.
  enum Lateness: CaseIterable, Sendable {
    /// By anything up to 10 ms.
    case even
    /// By 3 ms on the average, and 10 ms at most.
    case queued
    /// One in seven, by anything up to 10 ms.
    case rare

    func milliseconds(_ random: inout TestRandom) -> Double {
      switch self {
      case .even: 10 * random.share()
      case .queued: min(10, -3 * log(1 - random.share()))
      case .rare: random.share() < 0.15 ? 10 * random.share() : 0
      }
    }
  }

  /// Hands that a touchpad with 20 values a millimetre looks at, at times of its own.
  ///
  /// What it saw comes late,
  /// and never before what it saw earlier. A place that did not change is not told.
  static func reaches(_ lateness: Lateness) -> [Reach] {
    var random = TestRandom(seed: 3)
    var reaches: [Reach] = []
    for duration in [0.3, 0.5, 0.7, 0.9] {
      for rate in [60.0, 125, 180, 240] {
        for noise in [0, 0.03, 0.1] {
          for _ in 0..<4 {
            var reach = Reach(peak: 50 * MinimumJerk.pace(0.5) / duration)
            let phase = random.share()
            var told = 0.0
            for look in 0... {
              let time = (Double(look) + phase) / rate
              guard time <= duration + 0.05 else { break }
              let share = (time - 0.05) / duration
              let shake = Vector(x: random.normal(), y: random.normal()) * noise
              let way = Vector(x: 50, y: 3) * MinimumJerk.progress(share) + shake
              let seen = Vector(x: (way.x * 20).rounded() / 20, y: (way.y * 20).rounded() / 20)
              told = max(told + 1e-4, time + lateness.milliseconds(&random) / 1000)
              guard seen != reach.places.last?.way else { continue }
              reach.places.append((Timestamp(microseconds: Int64(told * 1e6)), seen))
              let pace = MinimumJerk.pace(share) / duration
              reach.truth.append(Vector(x: 50, y: 3) * pace)
            }
            reaches.append(reach)
          }
        }
      }
    }
    return reaches
  }

  /// How far a rule is off at each report, as a share of the peak, from 30 ms after the first one on: sooner
  /// two reports are all there is, and no rule knows which of them was late.
  static func errors(_ estimator: VelocityEstimator, _ reaches: [Reach]) -> [Double] {
    reaches.flatMap { reach in
      var history = MotionHistory()
      return zip(reach.places, reach.truth).compactMap { place, truth -> Double? in
        history.add(place.way, at: place.time)
        guard place.time - reach.places[0].time >= 0.03 else { return nil }
        let told = estimator.velocity(of: history, at: place.time) ?? .zero
        return Vector(x: told.x - truth.x, y: told.y - truth.y).length / reach.peak
      }
    }
  }

  static func rootMeanSquare(_ errors: [Double]) -> Double {
    (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }

  @Test(arguments: Lateness.allCases)
  func `is nearer to the hand's than Android's and UIKit's, all the way`(lateness: Lateness) {
    let reaches = Self.reaches(lateness)
    let ours = Self.errors(.pantograph, reaches)
    let error = Self.rootMeanSquare(ours)
    #expect(error <= Self.rootMeanSquare(Self.errors(.android, reaches)))
    #expect(error <= Self.rootMeanSquare(Self.errors(.lastDifference, reaches)) / 2)
    // A report that is late by 10 ms makes half a pace of the 20 ms that we look back at least. Three reports
    // in a thousand may be off by more: several in a row were late, or the hand had just set off.
    #expect(ours.count { $0 > 0.5 } * 1000 <= 3 * ours.count)
  }
}
