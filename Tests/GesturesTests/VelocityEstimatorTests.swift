import Foundation
import Gestures
import Quantities
import TestSupport
import Testing

@Suite struct `The velocity estimator` {
  /// What Flutter's own tests feed its tracker, and what they expect at each lift.
  struct FlutterTrace: Decodable {
    struct Event: Decodable {
      let type: String
      let t_ms: Double
      let x: Double
      let y: Double
    }
    struct Velocity: Decodable {
      let vx: Double
      let vy: Double
    }
    let lists: [String: [Event]]
    let expected_velocity_at_each_up: [String: [Velocity]]
  }

  @Test(
    .enabled(if: Repository.hasCorpus, Repository.absence),
    arguments: ["velocityEventData", "interruptedVelocityEventData"])
  func `tells what Flutter's tests expect of its tracker`(list: String) throws {
    let file = Repository.corpus.appendingPathComponent("velocity/flutter.json")
    let trace = try JSONDecoder().decode(FlutterTrace.self, from: Data(contentsOf: file))
    var expected = try #require(trace.expected_velocity_at_each_up[list])[...]
    var estimator = VelocityEstimator()
    for event in try #require(trace.lists[list]) {
      let time = Timestamp(microseconds: Int64(event.t_ms * 1000))
      guard event.type == "up" else {
        estimator.add(Vector(x: event.x, y: event.y), at: time)
        continue
      }
      let velocity = estimator.velocity(at: time)
      guard let truth = expected.popFirst() else { break }
      #expect(abs(velocity.x - truth.vx) <= 0.001 * abs(truth.vx))
      #expect(abs(velocity.y - truth.vy) <= 0.001 * abs(truth.vy))
    }
    #expect(expected.isEmpty)
  }

  /// Synthetic traces, and what the rule of Android's and Flutter's trackers makes of them.
  struct Rules: Decodable {
    struct Trace: Decodable {
      let release_ms: Double
      let samples: [[Double]]
      let velocity: [String: Double]
    }
    let traces: [String: Trace]
  }

  @Test(.enabled(if: Repository.hasOracles, Repository.absence))
  func `follows the rule of Android and Flutter`() throws {
    let file = Repository.oracles.appendingPathComponent("release_velocity_rules.json")
    let rules = try JSONDecoder().decode(Rules.self, from: Data(contentsOf: file))
    #expect(rules.traces.count == 7)
    for (name, trace) in rules.traces {
      var estimator = VelocityEstimator()
      for sample in trace.samples {
        estimator.add(
          Vector(x: sample[1], y: 0), at: Timestamp(microseconds: Int64(sample[0] * 1000)))
      }
      let release = Timestamp(microseconds: Int64(trace.release_ms * 1000))
      let expected = try #require(trace.velocity["Android/Flutter LSQ2"])
      let velocity = estimator.velocity(at: release).x
      #expect(abs(velocity - expected) <= 0.001 * abs(expected), "\(name)")
    }
  }

  @Test func `tells a steady pace from two places, and none from one`() {
    var estimator = VelocityEstimator()
    #expect(estimator.velocity(at: Timestamp(microseconds: 0)) == .zero)
    estimator.add(Vector(x: 1, y: 2), at: Timestamp(microseconds: 0))
    #expect(estimator.velocity(at: Timestamp(microseconds: 0)) == .zero)
    estimator.add(Vector(x: 2, y: 0), at: Timestamp(microseconds: 10_000))
    let velocity = estimator.velocity(at: Timestamp(microseconds: 10_000))
    #expect(abs(velocity.x - 100) < 1e-9 && abs(velocity.y + 200) < 1e-9)
  }

  @Test func `takes a second place at one instant in the first one's stead`() {
    var estimator = VelocityEstimator()
    for step in 0..<5 {
      let time = Timestamp(microseconds: Int64(step) * 8000)
      estimator.add(Vector(x: 99, y: 99), at: time)
      estimator.add(Vector(x: Double(step), y: 0), at: time)
    }
    let velocity = estimator.velocity(at: Timestamp(microseconds: 32_000))
    #expect(abs(velocity.x - 125) < 1e-6 && abs(velocity.y) < 1e-6)
  }
}
