import Foundation
import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTraces
import Testing

@Suite struct `The velocity from late reports` {
  /// A movement along the minimum-jerk profile: its reports, and the true velocity of the finger.
  struct Reach: Sendable {
    var samples: [(time: Timestamp, translation: Vector)] = []
    var truth: [Vector] = []
    var peak = 0.0
  }

  /// The distribution of the delay of reports.
  enum Lateness: CaseIterable, Sendable {
    /// Uniform, up to 10 ms.
    case even
    /// Exponential, 3 ms on average, and 10 ms at most.
    case queued
    /// One report in seven, uniformly up to 10 ms.
    case rare

    func milliseconds(_ random: inout TestRandom) -> Double {
      switch self {
      case .even: 10 * random.share()
      case .queued: min(10, -3 * log(1 - random.share()))
      case .rare: random.share() < 0.15 ? 10 * random.share() : 0
      }
    }
  }

  /// Returns movements as reported by a touchpad with 20 units per millimetre, which samples at times of its
  /// own.
  ///
  /// Reports are late, but stay in order. Repeated positions are not reported.
  static func reaches(_ lateness: Lateness) -> [Reach] {
    var random = TestRandom(seed: 3)
    var reaches: [Reach] = []
    for duration in [0.3, 0.5, 0.7, 0.9] {
      for rate in [60.0, 125, 180, 240] {
        for noise in [0, 0.03, 0.1] {
          for _ in 0..<4 {
            var reach = Reach(peak: 50 * MinimumJerk.speed(0.5) / duration)
            let phase = random.share()
            var reported = 0.0
            for index in 0... {
              let time = (Double(index) + phase) / rate
              guard time <= duration + 0.05 else { break }
              let share = (time - 0.05) / duration
              let error = Vector(x: random.normal(), y: random.normal()) * noise
              let translation = Vector(x: 50, y: 3) * MinimumJerk.progress(share) + error
              let seen = Vector(
                x: (translation.x * 20).rounded() / 20, y: (translation.y * 20).rounded() / 20)
              reported = max(reported + 1e-4, time + lateness.milliseconds(&random) / 1000)
              guard seen != reach.samples.last?.translation else { continue }
              reach.samples.append((Timestamp(microseconds: Int64(reported * 1e6)), seen))
              let speed = MinimumJerk.speed(share) / duration
              reach.truth.append(Vector(x: 50, y: 3) * speed)
            }
            reaches.append(reach)
          }
        }
      }
    }
    return reaches
  }

  /// Returns the error of a rule at each report, as a share of the peak.
  ///
  /// It begins 30 ms after the first report: before that there are only two, and no rule knows which of them
  /// was late.
  static func errors(_ estimator: VelocityEstimator, _ reaches: [Reach]) -> [Double] {
    reaches.flatMap { reach in
      var history = MotionHistory()
      return zip(reach.samples, reach.truth).compactMap { sample, truth -> Double? in
        history.add(sample.translation, at: sample.time)
        guard sample.time - reach.samples[0].time >= 0.03 else { return nil }
        let velocity = estimator.velocity(of: history, at: sample.time) ?? .zero
        return Vector(x: velocity.x - truth.x, y: velocity.y - truth.y).length / reach.peak
      }
    }
  }

  static func rootMeanSquare(_ errors: [Double]) -> Double {
    (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }

  @Test(.enabled(if: LongTests.areRun, LongTests.absence), arguments: Lateness.allCases)
  func `is closer to the truth than Android's and UIKit's along the whole path`(lateness: Lateness)
  {
    let reaches = Self.reaches(lateness)
    let ours = Self.errors(.pantograph, reaches)
    let error = Self.rootMeanSquare(ours)
    #expect(error <= Self.rootMeanSquare(Self.errors(.android, reaches)))
    #expect(error <= Self.rootMeanSquare(Self.errors(.lastDifference, reaches)) / 2)
    // A delay of 10 ms is half of the 20 ms that the rule looks back at least. Three reports in a thousand may
    // be off by more: several in a row were late, or the finger had just set off.
    #expect(ours.count { $0 > 0.5 } * 1000 <= 3 * ours.count)
  }
}
