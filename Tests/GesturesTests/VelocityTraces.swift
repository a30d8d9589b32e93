import PantographBase
import PantographGestures
import PantographTestSupport
import Testing

/// The positions of a finger on a line, and the time of its lift.
struct VelocityTrace: Sendable, CustomTestStringConvertible {
  var name: String
  /// Milliseconds and pixels.
  var samples: [(time: Double, position: Double)]
  var release: Double
  /// The velocity by each toolkit's rule, in pixels per second.
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

  /// The letter of the trace.
  var letter: Character { name.first ?? "?" }

  /// The true velocity at the lift; zero after 60 ms of rest.
  var truth: Double { letter == "B" ? 0 : letter == "E" ? -1000 : 1000 }

  /// The permitted error: 3 % of the velocity, 15 % for the reversal, none for a rest.
  var bound: Double { letter == "B" ? 1e-9 : letter == "E" ? 150 : 30 }

  /// Returns the position of the finger, interpolated linearly; it rests after the last sample.
  func position(at time: Double) -> Double {
    guard let next = samples.firstIndex(where: { $0.time >= time }) else {
      return samples[samples.count - 1].position
    }
    guard next > 0 else { return samples[0].position }
    let (start, end) = (samples[next - 1], samples[next])
    return start.position + (end.position - start.position) * (time - start.time)
      / (end.time - start.time)
  }

  /// Returns the trace as a device with a report rate sees it; `phase` is the delay of the first report after
  /// the landing, as a share of its interval.
  ///
  /// While the finger rests, the device either repeats the position or reports nothing.
  func seen(at rate: Double, phase: Double, repeats: Bool) -> VelocityTrace {
    var trace = self
    let interval = 1000 / rate
    trace.samples = []
    for index in 0... {
      let time = (Double(index) + phase) * interval
      guard time <= release + 1e-9 else { break }
      let position = position(at: time)
      if repeats || trace.samples.last?.position != position {
        trace.samples.append((time, position))
      }
    }
    return trace
  }

  /// The trace with repeated positions in the rest before the lift, at the interval before.
  var repeatingRest: VelocityTrace {
    var trace = self
    let last = samples[samples.count - 1]
    let interval = last.time - samples[samples.count - 2].time
    var time = last.time + interval
    while time <= release {
      trace.samples.append((time, last.position))
      time += interval
    }
    return trace
  }

  /// Returns the history of the finger at the lift, with a unit per pixel.
  func history(unit: Double = 1, noise: () -> Vector = { .zero }) -> MotionHistory {
    var history = MotionHistory()
    for sample in samples {
      history.add(
        Vector(x: sample.position * unit, y: 0) + noise(), at: Self.timestamp(sample.time))
    }
    return history
  }

  func velocity(_ estimator: VelocityEstimator, noise: () -> Vector = { .zero }) -> Vector {
    // Qt's limit counts in millimetres.
    let unit = estimator == .qt ? 25.4 / 96 : 1
    let history = history(unit: unit, noise: noise)
    return (estimator.velocity(of: history, at: Self.timestamp(release)) ?? .zero) / unit
  }

  static func timestamp(_ milliseconds: Double) -> Timestamp {
    Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
  }
}

extension TestRandom {
  /// Returns a random number from 0 up to 1.
  mutating func share() -> Double { Double.random(in: 0..<1, using: &self) }

  /// Returns a normally distributed number: the sum of twelve uniform ones has a variance of one.
  mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + share() } }
}
