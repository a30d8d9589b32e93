import PantographBase
import PantographGestures
import PantographInteractions
import PantographTouches
import PantographTraces
import Testing

import PantographTuning

/// However a device reports a stroke and its lift, Pantograph's estimator keeps what becomes of it.
@Suite struct `The outcome of a lift` {
  /// Pantograph's own preset, and the threshold of the drawer that broke (mui/base-ui#5658): 0.5 px/ms.
  enum Rule: String, CaseIterable, Sendable {
    case preset, threshold
  }

  /// A pan upward on a phone's screen, with a distance of 45 mm.
  static func interaction(_ rule: Rule) throws -> Interaction {
    var interaction = try Interaction(
      parsing: Array(
        """
        {
          "version": 1, "gesture": { "pan": { "fingers": 1 } },
          "progress": { "toward": "up", "distance": { "mm": 45 } },
          "rule": { "clauses": [{ "when": { "velocity": { "above": 79.375 } }, "then": "finish" }],
            "otherwise": "cancel" },
          "animation": { "duration": 0.5, "properties": [{ "name": "y", "from": 0, "to": 1 }] },
          "rate": 60
        }
        """.utf8))
    // 0.5 px/ms at 160 px an inch are 79.375 mm/s.
    if rule == .preset { interaction.rule = try #require(ReleasePreset.named("pantograph")).rule }
    return interaction
  }

  /// The outcomes of a gesture as it is and under each profile, with the profiles' names.
  static func outcomes(
    _ gesture: SyntheticGesture, by rule: Rule, rate: Double, noise: Double,
    estimator: VelocityEstimator = .pantograph
  ) throws -> [(name: String, outcomes: [Decision.Outcome])] {
    var interaction = try interaction(rule)
    interaction.rule.estimator = estimator
    let device = ModelDevice.phone.description
    let surface = try Surface(device)
    var sensor = Sensor()
    (sensor.rate, sensor.noise) = (rate, noise)
    let events = try sensor.events(of: gesture, on: device)
    let variants: [WhatIfVariant?] = [nil] + WhatIfVariant.named("lift-off").map { $0 }
    return variants.map { variant in
      let driver = WhatIfDriver(
        interaction, variant, seed: 1, start: Timestamp(microseconds: 0), on: surface)
      var assembler = FrameAssembler(surface)
      for event in events where assembler.feed(event) { driver.feed(assembler.frame) }
      return (variant?.name ?? "as it is", driver.finish().map(\.outcome))
    }
  }

  /// Returns a stroke upward that lifts half way of the minimum-jerk profile, at 15/8 of its mean velocity.
  ///
  /// - Parameter velocity: the velocity at the lift, in px/ms.
  static func flick(_ velocity: Double, _ duration: Double) -> SyntheticGesture {
    let distance = velocity * duration * 1000 * 8 / 15 / ModelDevice.pixelsPerMillimetre
    return .flick(
      from: [Point(x: 30, y: 140)], by: Vector(x: 0, y: -distance), duration: duration)
  }

  /// From ordinary flicks to those of 66 px in 8 ms (mui/base-ui#5658).
  ///
  /// In one move, nothing is left of a stroke but its mean velocity, 8/15 of that at the lift or less. So is it if the
  /// landing is repeated by three moves of four. If it is by three of three, nobody sees a movement.
  @Test(arguments: Rule.allCases, [60.0, 90, 125, 240])
  func `of a flick is the same`(rule: Rule, rate: Double) throws {
    var count = 0
    for velocity in [0.7, 1, 2, 4.375, 6.25, 8.25] where rule == .threshold || velocity >= 1 {
      for duration in [0.1, 0.15, 0.25] {
        for noise in [0, 0.03] {
          let moves = Int(duration / 2 * rate + 1e-9)
          let all = try Self.outcomes(
            Self.flick(velocity, duration), by: rule, rate: rate, noise: noise)
          for (name, outcomes) in all {
            let seen =
              name == "lift-off-one-move" ? 1 : name == "lift-off-equal-moves" ? moves - 3 : moves
            guard seen > 1 || seen == 1 && velocity >= 2 else { continue }
            #expect(outcomes == [.finish], "\(name): \(velocity) px/ms, \(duration) s, ± \(noise)")
            count += 1
          }
        }
      }
    }
    #expect(count > 200)
  }

  @Test(arguments: Rule.allCases, [60.0, 90, 125, 240])
  func `of a slow drag that rests is the same`(rule: Rule, rate: Double) throws {
    // A third of the distance at most; without a velocity, any distance is a cancel by the threshold.
    for distance in rule == .preset ? [5.0, 10, 15] : [10, 20, 30] {
      for duration in [0.4, 0.6, 1] {
        for (hold, noise) in [(0.1, 0.0), (0.1, 0.03), (0.3, 0.03)] {
          let drag = SyntheticGesture.swipe(
            from: [Point(x: 30, y: 140)], by: Vector(x: 0, y: -distance), duration: duration,
            hold: hold)
          for (name, outcomes) in try Self.outcomes(drag, by: rule, rate: rate, noise: noise) {
            #expect(
              outcomes == [.cancel], "\(name): \(distance) mm, \(duration) + \(hold) s, ± \(noise)")
          }
        }
      }
    }
  }

  /// The same flick by the newest movement divided by its duration, which a still report after it breaks.
  @Test func `of a flick is another one by an estimator that a device breaks`() throws {
    let all = try Self.outcomes(
      Self.flick(6.25, 0.15), by: .threshold, rate: 125, noise: 0.03, estimator: .lastDifference)
    let broken = all.filter { $0.outcomes != [.finish] }.map(\.name)
    #expect(broken == ["lift-off-still", "lift-off-recoil"])
  }
}
