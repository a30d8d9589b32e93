import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTouches
import PantographTrajectories
import Testing

/// Laws for the times at which control passes from the fingers to the animation, or back.
@Suite struct `A handoff` {
  /// Samples lie on the times of frames.
  private static let rate = 125.0

  static let settles: [(name: String, settle: Settle)] = {
    var speedy = Settle(.curve(.easeIn))
    speedy.pace = .speed(0.5)
    var fullCurve = Settle.curve(.easeInOut, durationFactor: 1)
    fullCurve.runsFullCurve = true
    var done = fullCurve
    done.pace = .done
    return [
      ("on a spring", .spring(Spring(response: 0.5, dampingRatio: 0.6))),
      ("on its own curve", .unchanged), ("on another curve", .curve(.easeOut, durationFactor: 0)),
      ("slower", speedy), ("full curve", fullCurve),
      ("full curve, in the time that had passed", done),
      ("on a spring that is given its time", Settle(.spring(.dampingRatio(0.5)))),
    ]
  }()

  static let limits: [ProgressPlan.Limits] = [
    .clamped(0...1), .none, .rubberBand(coefficient: 0.55),
  ]

  private static func driven(
    by settle: Settle, _ limits: ProgressPlan.Limits, scrubsLinearly: Bool = true
  ) throws -> Interaction {
    try interaction {
      $0.rate = rate
      $0.finish = settle
      $0.cancel = settle
      $0.progress.limits = limits
      $0.animation.scrubsLinearly = scrubsLinearly
      $0.animation.timing = .curve(.easeInOut)
      $0.animation.properties.append(.init(name: "later", from: 5, to: 10))
      $0.animation.properties[1].delayFactor = 0.4
    }
  }

  /// A stroke that covers the slop of 2 mm after two frames: the gesture begins there without
  /// translation.
  private static func catching(at seconds: Double, pace: Double = 125) -> [TouchFrame] {
    stroke(millimetresPerSecond: pace, seconds: 0.12, at: seconds, id: 2)
  }

  @Test(arguments: settles.indices, limits)
  func `no value jumps where a gesture catches it`(
    index: Int, limits: ProgressPlan.Limits
  ) throws {
    for (scrubsLinearly, first) in [(true, 0.24), (true, 0.104), (false, 0.2), (true, 0.56)] {
      let interaction = try Self.driven(
        by: Self.settles[index].settle, limits, scrubsLinearly: scrubsLinearly)
      let gesture = stroke(millimetresPerSecond: 100, seconds: first)
      let released = Double(gesture[gesture.count - 1].time.microseconds) / 1_000_000
      let alone = trajectory(interaction, gesture)
      for later in [0.008, 0.048, 0.12, 0.2] {
        let second = Self.catching(at: released + later)
        let both = trajectory(interaction, gesture + second)
        let instant = second[2].time
        let before = try #require(alone.samples.last { $0.time <= instant })
        guard before.phase == .settling else { continue }
        let caught = try #require(both.samples.first { $0.time == instant })
        #expect(caught.phase == .tracking && before.time == instant)
        #expect(abs(caught.fraction - before.fraction) <= 1e-9)
        for (value, old) in zip(caught.values, before.values) {
          #expect(abs(value - old) <= 1e-9 * 200)
        }
      }
    }
  }

  @Test(arguments: settles.indices, limits)
  func `no value jumps at the release`(
    index: Int, limits: ProgressPlan.Limits
  ) throws {
    for (distance, pace) in [(24.0, 100.0), (10, 100), (50, 200), (-6, -50)] {
      let interaction = try Self.driven(by: Self.settles[index].settle, limits)
      let result = trajectory(
        interaction, stroke(millimetresPerSecond: pace, seconds: distance / pace))
      let ended = try result.firstEnd()
      let handoff = try result.first(.handoff)
      #expect(handoff.time == ended.time && abs(handoff.fraction - ended.fraction) <= 1e-9)
      // The sample at the same time, and the one a frame before: the finger had not moved.
      let after = try #require(result.samples.first { $0.time == ended.time })
      let before = try #require(result.samples.last { $0.time < ended.time })
      #expect(abs(after.fraction - before.fraction) <= 1e-9)
      for (value, old) in zip(after.values, before.values) {
        #expect(abs(value - old) <= 1e-9 * 200)
      }
    }
  }

  @Test(arguments: [60.0, 100, 180], [0.2, 0.24])
  func `a spring continues at the fingers' velocity`(pace: Double, seconds: Double) throws {
    let interaction = try Self.driven(by: Self.settles[0].settle, .none)
    let result = trajectory(interaction, stroke(millimetresPerSecond: pace, seconds: seconds))
    let handoff = try result.first(.handoff)
    #expect(abs(handoff.velocity - pace / 40) <= 0.01 * pace / 40)
    // The visible velocity is the same, as far as two samples can show.
    let (first, second) = (
      try #require(result.samples.first { $0.time >= handoff.time }),
      try #require(result.samples.first { $0.time > handoff.time })
    )
    #expect(abs(first.velocity - pace / 40) <= 0.01 * pace / 40)
    let mean = (second.fraction - first.fraction) / (second.time - first.time)
    #expect(abs(mean - (first.velocity + second.velocity) / 2) <= 0.01 * pace / 40)
  }

  @Test func `fingers that scrub through time hand off the progress per second`() throws {
    let interaction = try Self.driven(by: Self.settles[0].settle, .none, scrubsLinearly: false)
    let result = trajectory(interaction, stroke(millimetresPerSecond: 100, seconds: 0.24))
    let handoff = try result.first(.handoff)
    // 22 mm of 40 are 0.55 of the time.
    let (value, slope) = CubicCurve.easeInOut.valueAndSlope(at: 0.55)
    #expect(abs(handoff.fraction - value) < 1e-9)
    #expect(abs(handoff.velocity - slope * 100 / 40) < 1e-6)
  }
}

/// Animations in corner cases of the interaction file.
@Suite struct `A released animation` {
  @Test func `that ended under the fingers goes back from there`() throws {
    let interaction = try interaction {
      $0.progress.source = .time
      $0.rule = ReleaseRule(clauses: [], otherwise: .cancel)
      $0.animation.duration = 0.1
      $0.cancel = .unchanged
    }
    let result = trajectory(interaction, stroke(millimetresPerSecond: 50, seconds: 0.4))
    let began = try result.first(.began)
    #expect(
      try result.first(.completed(.end)).time == began.time.advanced(byMicroseconds: 100_000))
    let ended = try result.firstEnd()
    #expect(ended.fraction == 1)
    #expect(
      try result.first(.completed(.start)).time == ended.time.advanced(byMicroseconds: 100_000))
  }

  @Test func `that jumps is at its target at once, without a velocity`() throws {
    var jump = Settle(.own)
    jump.jumps = true
    // The fingers are released at 248 ms, on the grid of samples.
    let result = trajectory(
      try interaction {
        $0.finish = jump
        $0.rate = 125
      }, stroke(millimetresPerSecond: 100, seconds: 0.24))
    let ended = try result.firstEnd()
    #expect(try result.first(.handoff).velocity == 0)
    #expect(try result.first(.completed(.end)).time == ended.time)
    let sample = try result.sample(at: 0.248)
    #expect(sample.phase == .rest && sample.fraction == 1 && sample.velocity == 0)
    #expect(result.samples.allSatisfy { $0.velocity.isFinite })
  }

  @Test func `exactly at its end keeps the fingers' velocity on a spring`() throws {
    // 22 mm are the slop and the full distance.
    let interaction = try interaction {
      $0.progress.distance = .millimetres(22)
      $0.progress.limits = .none
      $0.finish = .spring(Spring(response: 0.4, dampingRatio: 0.7))
      $0.rate = 1000
    }
    let result = trajectory(interaction, stroke(millimetresPerSecond: 100, seconds: 0.24))
    let ended = try result.firstEnd()
    let handoff = try result.first(.handoff)
    #expect(abs(ended.fraction - 1) < 1e-12 && abs(handoff.fraction - ended.fraction) <= 1e-9)
    let velocity: Double = 100 / 22
    #expect(abs(handoff.velocity - velocity) < 0.01 * velocity)
    // x = v sin(ω√(1 − ζ²) t) e^(−ωζt) / (ω√(1 − ζ²)) for a spring that is struck at rest.
    let spring = Spring(response: 0.4, dampingRatio: 0.7)
    for sample in result.samples where sample.phase == .settling {
      let state = spring.state(
        after: sample.time - handoff.time, from: .init(offset: 0, velocity: velocity))
      #expect(abs(sample.fraction - 1 - state.offset) < 1e-8)
    }
    #expect(result.samples.map(\.fraction).max() ?? 0 > 1.1)
  }

  /// Only what keeps a velocity begins beside its target.
  @Test(arguments: [Settle.curve(.easeOut, durationFactor: 1), .unchanged])
  func `exactly at its end stays there on a curve`(settle: Settle) throws {
    // 22 mm are the slop and the full distance, in steps that binary fractions have.
    let interaction = try interaction {
      $0.progress.distance = .millimetres(22)
      $0.progress.limits = .none
      $0.finish = settle
      $0.rate = 1000
    }
    let result = trajectory(interaction, stroke(millimetresPerSecond: 100, seconds: 0.24))
    let ended = try result.firstEnd()
    try #require(ended.fraction == 1)
    let settling = result.samples.filter { $0.time >= ended.time }
    #expect(settling.allSatisfy { $0.fraction == 1 && $0.velocity == 0 })
  }

  /// The fingers are released at the end, next to it, and where they began.
  @Test(
    arguments: [
      22.0, 21.999_999_999, 22.000_001, 2_000,
    ], [Settle.Pace.factor(0), .factor(1e-3), .done, .speed(1000)])
  func `without time to settle is at its target`(distance: Double, pace: Settle.Pace) throws {
    for (travel, duration) in [(24.0, 1e-3), (-24, 1e-3), (24, 0.6), (-24, 0.6), (-24, 1e-300)] {
      let interaction = try interaction {
        $0.progress.distance = .millimetres(distance)
        $0.progress.limits = .none
        $0.finish = Settle(.spring(.dampingRatio(0.5)))
        $0.finish.pace = pace
        $0.cancel = $0.finish
        $0.animation.duration = duration
      }
      let result = trajectory(
        interaction, stroke(millimetresPerSecond: travel / 0.24, seconds: 0.24))
      let rest = try #require(result.samples.last)
      #expect(rest.phase == .rest && (rest.fraction == 0 || rest.fraction == 1))
      #expect(result.samples.allSatisfy { $0.fraction.isFinite && $0.velocity.isFinite })
      #expect(result.events.allSatisfy { $0.fraction.isFinite && $0.velocity.isFinite })
    }
  }

  @Test func `below its start goes back along the given curve`() throws {
    let interaction = try interaction {
      $0.progress.limits = .none
      $0.cancel = .curve(.easeOut, durationFactor: 0.5)
      $0.rate = 125
    }
    let result = trajectory(interaction, stroke(millimetresPerSecond: -100, seconds: 0.24))
    let handoff = try result.first(.handoff)
    #expect(abs(handoff.fraction + 22.0 / 40) < 1e-9)
    for sample in result.samples where sample.phase == .settling {
      let share = CubicCurve.easeOut.value(at: (sample.time - handoff.time) / 0.5)
      #expect(abs(sample.fraction - handoff.fraction * (1 - share)) < 1e-9)
    }
  }

  @Test func `continues as before if fingers only land and lift`() throws {
    let settles: [Settle] = [
      .curve(.easeInOut, durationFactor: 0.7), .spring(Spring(response: 0.5, dampingRatio: 0.4)),
      .unchanged,
    ]
    for settle in settles {
      let interaction = try interaction {
        $0.finish = settle
        $0.catching = .landing
        $0.rate = 125
      }
      let gesture = stroke(millimetresPerSecond: 100, seconds: 0.24)
      let alone = trajectory(interaction, gesture)
      // The second finger rests on the surface from 304 ms to 384 ms.
      let both = trajectory(
        interaction, gesture + stroke(millimetresPerSecond: 0, seconds: 0.072, at: 0.304, id: 2))
      #expect(try both.first(.held).time == Timestamp(microseconds: 304_000))
      for sample in alone.samples where sample.time.microseconds > 304_000 {
        let later = sample.time.advanced(byMicroseconds: 80_000)
        guard sample.phase == .settling else { continue }
        let same = try #require(both.samples.first { $0.time == later })
        #expect(abs(same.fraction - sample.fraction) < 1e-9 && same.phase == .settling)
      }
    }
  }
}

@Suite struct `A property with a delay` {
  @Test func `never moves forward while a finger drives it back from beyond its end`() throws {
    let interaction = try interaction {
      $0.finish = .spring(Spring(response: 0.5, dampingRatio: 0.3))
      $0.progress.limits = .none
      $0.animation.properties[0].delayFactor = 0.25
      $0.rate = 125
    }
    let gesture = stroke(millimetresPerSecond: 150, seconds: 0.2)
    var passed = 0
    for delay in stride(from: 0.28, to: 0.48, by: 0.008) {
      let back = stroke(from: 60, millimetresPerSecond: -80, seconds: 0.5, at: delay, id: 2)
      let driven = trajectory(interaction, gesture + back).samples.filter {
        $0.phase == .tracking && $0.time.microseconds > Int64(delay * 1_000_000)
      }
      guard let first = driven.first, first.fraction > 1.05 else { continue }
      passed += 1
      // Under the finger it goes back from above 1 to below a half.
      #expect(driven.last.map { $0.fraction < 0.5 } ?? false)
      for (sample, next) in zip(driven, driven.dropFirst()) {
        #expect(next.fraction <= sample.fraction && next.values[0] <= sample.values[0] + 1e-9)
      }
    }
    #expect(passed > 3)
  }
}

@Suite struct `A finger that moves exactly as far as the slop` {
  @Test func `begins the gesture from any position`() throws {
    for start in stride(from: 10.0, to: 60, by: 0.05) {
      // 2 mm in steps of 0.05, which is not a binary fraction.
      let result = trajectory(
        try interaction(), stroke(from: start, millimetresPerSecond: 6.25, seconds: 0.32))
      #expect(result.events.contains { $0.kind == .began }, "from \(start)")
    }
  }
}

@Suite struct `A preview` {
  /// The force of one contact, every 10 ms, and its lift.
  private func press(_ forces: [Double]) -> [TouchFrame] {
    let frames = forces.enumerated().map { index, force in
      TouchFrame(
        time: Timestamp(microseconds: Int64(index) * 10_000),
        contacts: [Contact(id: 1, position: Point(x: 20, y: 20), pressure: force)])
    }
    let lift = TouchFrame(
      time: Timestamp(microseconds: Int64(forces.count) * 10_000), contacts: [])
    return frames + [lift]
  }

  @Test(
    arguments: [
      // It pops at 0.75; a preview without a pop is opened by its peek, at 0.5.
      ([0.1, 0.3, 0.6, 0.8], 0.75, .finish), ([0.1, 0.3, 0.6, 0.74], 0.75, .cancel),
      ([0.1, 0.3, 0.6], nil, .finish), ([0.1, 0.3, 0.49], nil, .cancel),
    ] as [([Double], Double?, Decision.Outcome)])
  func `opens only after its pop`(
    forces: [Double], pop: Double?, outcome: Decision.Outcome
  ) throws {
    let text = """
      { "version": 1,
        "gesture": { "preview": {
          "start": 0.2, "peek": 0.5, "pop": \(pop.map { "\($0)" } ?? "null") } },
        "animation": { "duration": 1 } }
      """
    let interaction = try Interaction(parsing: Array(text.utf8))
    let decisions = trajectory(interaction, press(forces)).events.compactMap { event in
      if case .decided(let decision) = event.kind { decision.outcome } else { nil }
    }
    #expect(decisions == [outcome])
  }
}

@Suite struct `A rubber band` {
  /// 60 mm less the slop of 2 drive to 1.45 of 40 mm, or to −1.45.
  @Test(arguments: [100.0, -100], [0.55, 0.3])
  func `resists like a scroll view, and hands off the velocity that is left`(
    pace: Double, coefficient: Double
  ) throws {
    let interaction = try interaction {
      $0.progress.limits = .rubberBand(coefficient: coefficient)
      $0.rate = 125
    }
    let result = trajectory(interaction, stroke(millimetresPerSecond: pace, seconds: 0.6))
    let ended = try result.firstEnd()
    // 1 − 1 / (1 + c p) for a pull p beyond an end, and its derivative c / (1 + c p)².
    let pull = pace > 0 ? 58.0 / 40 - 1 : 58.0 / 40
    let stretched = 1 + coefficient * pull
    let beyond = 1 - 1 / stretched
    #expect(abs(ended.fraction - (pace > 0 ? 1 + beyond : -beyond)) < 1e-9)
    let velocity = pace / 40 * coefficient / (stretched * stretched)
    #expect(abs(ended.velocity - velocity) < 1e-6)
    #expect(abs(try result.first(.handoff).velocity - velocity) < 1e-6)
  }
}
