import Gestures
import Quantities
import TestSupport
import Testing

/// A finger on a line: where it was when, and when it lifted.
struct VelocityTrace: Sendable, CustomTestStringConvertible {
  var name: String
  /// Milliseconds and pixels.
  var samples: [(time: Double, way: Double)]
  var release: Double
  /// What each toolkit says of it, in pixels per second.
  var velocities: [String: Double] = [:]

  var testDescription: String { name }

  /// The seven traces of the table of rules.
  static let all: [VelocityTrace] = {
    let traces = Repository.measurements("release_velocity_rules.json")["traces"]
    return traces.names.map { name in
      let trace = traces[name]
      var velocities: [String: Double] = [:]
      for rule in trace["velocity"].names { velocities[rule] = trace["velocity"][rule].number }
      return VelocityTrace(
        name: name,
        samples: trace["samples"].list.map { ($0.numbers[0], $0.numbers[1]) },
        release: trace["release_ms"].number ?? .nan, velocities: velocities)
    }
  }()

  /// The letter that the trace is called by.
  var letter: Character { name.first ?? "?" }

  /// How fast the finger really was when it last moved; it has no velocity after 60 ms of rest.
  var truth: Double { letter == "B" ? 0 : letter == "E" ? -1000 : 1000 }

  /// By how much an answer may be off: 3 % of the pace, 15 % for the reversal, nothing for a rest.
  var bound: Double { letter == "B" ? 1e-9 : letter == "E" ? 150 : 30 }

  /// Where the finger is: on the straight lines between the samples, and resting after them.
  func way(at time: Double) -> Double {
    guard let next = samples.firstIndex(where: { $0.time >= time }) else {
      return samples[samples.count - 1].way
    }
    guard next > 0 else { return samples[0].way }
    let (start, end) = (samples[next - 1], samples[next])
    return start.way + (end.way - start.way) * (time - start.time) / (end.time - start.time)
  }

  /// The finger as a device sees it that looks so often, the first time a share of its interval after
  /// the landing.
  ///
  /// When the finger rests, the device repeats the place, or says nothing because nothing has changed.
  func seen(at rate: Double, phase: Double, repeats: Bool) -> VelocityTrace {
    var trace = self
    let interval = 1000 / rate
    trace.samples = []
    for look in 0... {
      let time = (Double(look) + phase) * interval
      guard time <= release + 1e-9 else { break }
      let way = way(at: time)
      if repeats || trace.samples.last?.way != way { trace.samples.append((time, way)) }
    }
    return trace
  }

  /// The trace with the rest before the lift told by repeated places, as often as those before.
  var repeatingRest: VelocityTrace {
    var trace = self
    let last = samples[samples.count - 1]
    let interval = last.time - samples[samples.count - 2].time
    var time = last.time + interval
    while time <= release {
      trace.samples.append((time, last.way))
      time += interval
    }
    return trace
  }

  /// What the finger's history is when it lifts.
  func history(noise: () -> Vector = { .zero }) -> MotionHistory {
    var history = MotionHistory()
    for sample in samples {
      history.add(Vector(x: sample.way, y: 0) + noise(), at: Self.timestamp(sample.time))
    }
    return history
  }

  func velocity(_ estimator: VelocityEstimator, noise: () -> Vector = { .zero }) -> Vector {
    estimator.velocity(of: history(noise: noise), at: Self.timestamp(release)) ?? .zero
  }

  static func timestamp(_ milliseconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
  }
}

/// Chance for tests.
extension TestRandom {
  /// A number from 0 up to 1.
  mutating func share() -> Double { Double.random(in: 0..<1, using: &self) }

  /// A normally distributed number: twelve even ones added up have a variance of one.
  mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + share() } }
}
