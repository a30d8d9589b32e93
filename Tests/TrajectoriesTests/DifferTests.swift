import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTouches
import PantographTrajectories
import Testing

/// 25 mm at 125 mm/s, which drives to (25 − 2) / 40 = 0.575 of the distance.
private let gesture = stroke(millimetresPerSecond: 125, seconds: 0.2)

private func compare(
  _ change: (inout Interaction) -> Void, _ frames: [TouchFrame] = gesture,
  within tolerances: Tolerances = Tolerances()
) throws -> Differ.Result {
  let (before, after) = (try interaction(), try interaction(change))
  return Differ.compare(
    trajectory(after, frames), to: trajectory(before, gesture), of: ["offset"], within: tolerances)
}

@Suite struct `A comparison of trajectories` {
  @Test func `is the same where nothing was changed`() throws {
    let result = try compare({ _ in })
    #expect(result.isWithinTolerances && result.cause == nil && result.event == nil)
    #expect(result.gaps.map(\.column) == ["fraction", "velocity", "offset"])
    #expect(result.gaps.allSatisfy { $0.difference == 0 })
  }

  @Test func `diverges where a rule judges differently, and names the condition`() throws {
    let result = try compare { $0.rule = ReleaseRule(fractionAbove: 0.6) }
    let first = try #require(result.first)
    guard case .event(let event) = first.kind else {
      Issue.record("\(first)")
      return
    }
    #expect(result.cause == .event(event) && result.cause?.name == "rule")
    #expect(event.aspect == .outcome && event.time == gesture.last?.time)
    #expect(event.expected?.decision?.outcome == .finish)
    #expect(event.actual?.decision?.outcome == .cancel)
    let flip = try #require(event.flip)
    #expect(abs(flip.expected.value - 0.575) < 1e-9 && abs(flip.actual.value - 0.575) < 1e-9)
    #expect(abs(flip.expected.margin - 0.075) < 1e-9 && flip.expected.holds)
    #expect(abs(flip.actual.margin + 0.025) < 1e-9 && !flip.actual.holds)
    // At rest it is at its start and not at its end, 200 away.
    #expect(result.gaps[2].difference == -200)
  }

  @Test func `diverges where a threshold differs, even with the same verdict`() throws {
    let result = try compare { $0.rule = ReleaseRule(fractionAbove: 0.51) }
    #expect(result.cause?.name == "rule" && result.event?.aspect == .rule)
    let changed = try #require(result.event?.changedCondition)
    #expect(abs(changed.expected.margin - 0.075) < 1e-9)
    #expect(abs(changed.actual.margin - 0.065) < 1e-9)
    #expect(result.event?.flip == nil && result.gaps.allSatisfy { $0.difference == 0 })
    // A millionth is less than the printed digits.
    #expect(try compare { $0.rule = ReleaseRule(fractionAbove: 0.500_000_9) }.isWithinTolerances)
    #expect(try !compare { $0.rule = ReleaseRule(fractionAbove: 0.500_001_1) }.isWithinTolerances)
  }

  @Test func `diverges after the release if it settles differently`() throws {
    let result = try compare { $0.finish = .spring(Spring(response: 0.5, dampingRatio: 0.7)) }
    let first = try #require(result.first)
    #expect(result.cause == .path(.settling) && result.cause?.name == "timing")
    #expect(first.time > gesture[gesture.count - 1].time)
    // In the end it rests at another time.
    #expect(result.event?.aspect == .time && result.event?.expected?.name == "completed")
  }

  /// Half the velocity of the fingers is like another estimator.
  @Test func `diverges at the handoff if the animation continues at another velocity`() throws {
    func milestones(_ velocity: Double) -> [Milestone] {
      [("began", 1.0), ("ended", velocity), ("handoff", velocity)].enumerated().map {
        index, event in
        Milestone(
          time: Timestamp(microseconds: Int64(index) * 1000),
          kind: event.0 == "began" ? .began : event.0 == "ended" ? .ended : .handoff,
          fraction: 0.5, velocity: event.1)
      }
    }
    var comparison = Differ(of: [], within: Tolerances())
    for event in milestones(2) { comparison.receive(event, on: .expected) }
    for event in milestones(1) { comparison.receive(event, on: .actual) }
    let result = comparison.finish()
    #expect(result.cause?.name == "handoff" && result.event?.aspect == .velocity)
    #expect(result.event?.expected?.velocity == 2 && result.event?.actual?.velocity == 1)
  }

  /// A curve begins at its own velocity.
  @Test func `diverges at the handoff if a curve replaces a spring`() throws {
    let result = try compare { $0.finish = .curve(.linear, durationFactor: 1) }
    #expect(result.cause?.name == "handoff" && result.event?.actual?.name == "handoff")
  }

  @Test func `diverges where the gesture is recognised later, or not at all`() throws {
    let later = try compare { $0.gesture = .pan(.init(slop: 6)) }
    #expect(later.cause?.name == "recognition" && later.event?.aspect == .time)
    // Each frame is 8 ms and 1 mm: 2 mm are reached with the second one after the landing, 6 mm with
    // the sixth.
    #expect(later.event?.expected?.time == Timestamp(microseconds: 16_000))
    #expect(later.event?.actual?.time == Timestamp(microseconds: 48_000))
    #expect(later.first?.time == Timestamp(microseconds: 16_000))

    let never = try compare { $0.gesture = .pan(.init(slop: 60)) }
    #expect(never.cause?.name == "recognition" && never.event?.aspect == .kind)
    #expect(never.event?.expected?.name == "began" && never.event?.actual == nil)
  }

  @Test func `diverges on its path if the finger moves differently`() throws {
    var other = gesture
    // In the middle of the stroke the finger is 1 mm farther.
    for index in 10...14 {
      for contact in other[index].contacts.indices {
        other[index].contacts[contact].position.x += 1
      }
    }
    let quiet = try compare(
      { _ in }, other,
      within: Tolerances(columns: ["fraction": .printed], others: Tolerance(value: 1000)))
    #expect(quiet.cause == .path(.tracking) && quiet.cause?.name == "path")
    #expect(abs(quiet.gaps[0].difference - 1.0 / 40) < 1e-9)
  }

  @Test func `reports other sample times if the rate differs`() throws {
    let result = try compare { $0.rate = 77 }
    #expect(result.cause == .sampling && result.event == nil)
  }

  @Test func `with other properties is not compared any further`() throws {
    var comparison = Differ(
      of: ["offset"], expecting: ["alpha"], within: Tolerances())
    for sample in trajectory(try interaction(), gesture).samples {
      comparison.receive(sample, on: .actual)
    }
    let result = comparison.finish()
    #expect(result.cause == .columns)
    #expect(result.first?.kind == .columns(expected: ["alpha"], actual: ["offset"]))
  }

  @Test func `gives the same result whole or in step`() throws {
    let before = trajectory(try interaction(), gesture)
    let after = trajectory(
      try interaction { $0.finish = .spring(Spring(response: 0.41, dampingRatio: 0.7)) }, gesture)
    let tolerances = Tolerances(every: Tolerance(value: 0.02, microseconds: 3000))
    let whole = Differ.compare(after, to: before, of: ["offset"], within: tolerances)
    var comparison = Differ(of: ["offset"], within: tolerances)
    for event in before.events { comparison.receive(event, on: .expected) }
    for event in after.events { comparison.receive(event, on: .actual) }
    for index in 0..<max(before.samples.count, after.samples.count) {
      if index < after.samples.count { comparison.receive(after.samples[index], on: .actual) }
      if index < before.samples.count { comparison.receive(before.samples[index], on: .expected) }
    }
    #expect(comparison.finish() == whole && !whole.isWithinTolerances)
  }
}

/// Synthetic curves, sampled a hundred times per second.
private func curve(
  _ fractions: [Double], _ phase: Phase = .settling, every step: Int64 = 10_000
) -> Trajectory {
  var result = Trajectory()
  for (index, fraction) in fractions.enumerated() {
    result.receive(
      Sample(
        time: Timestamp(microseconds: Int64(index) * step), phase: phase, fraction: fraction,
        velocity: 0, values: []))
  }
  return result
}

private func part(
  _ actual: Trajectory, from expected: Trajectory, within tolerance: Tolerance
) -> Divergence? {
  Differ.compare(
    actual, to: expected, of: [], within: Tolerances(every: tolerance)
  ).first
}

@Suite struct `A tolerance` {
  private let rise = curve((0...10).map { Double($0) / 10 })

  /// A line from 0 to 1 in 100 ms, sampled every millisecond, that comes this much earlier.
  private func line(earlier milliseconds: Int, higher: Double = 0) -> Trajectory {
    let fractions = (0...130).map { index in
      min(max(Double(index - 15 + milliseconds) / 100, 0), 1) + higher
    }
    return curve(fractions, every: 1000)
  }

  @Test func `in value applies to both sides`() {
    for sign in [1.0, -1.0] {
      let near = curve((0...10).map { Double($0) / 10 + sign * 0.000_000_9 })
      let far = curve((0...10).map { Double($0) / 10 + sign * 0.000_001_1 })
      #expect(part(near, from: rise, within: .printed) == nil)
      #expect(part(far, from: rise, within: .printed)?.time == Timestamp(microseconds: 0))
    }
  }

  @Test func `in time applies in both directions`() {
    for shift in [2, -2] {
      let shifted = line(earlier: shift)
      let hair = 1e-9
      let (fits, fails) = (
        Tolerance(value: hair, microseconds: 2000), Tolerance(value: hair, microseconds: 1990)
      )
      #expect(part(shifted, from: line(earlier: 0), within: fits) == nil)
      #expect(part(shifted, from: line(earlier: 0), within: fails) != nil)
    }
  }

  @Test func `in time adds to the one in value`() {
    let shifted = line(earlier: 2, higher: 0.01)
    #expect(
      part(shifted, from: line(earlier: 0), within: Tolerance(value: 0.0101, microseconds: 2000))
        == nil)
    #expect(
      part(shifted, from: line(earlier: 0), within: Tolerance(value: 0.0099, microseconds: 2000))
        != nil)
  }

  @Test func `lets neither side leave out a peak of the other`() {
    let flat = curve([Double](repeating: 0, count: 11))
    var fractions = [Double](repeating: 0, count: 11)
    fractions[5] = 0.5
    let peak = curve(fractions)
    let tolerance = Tolerance(value: 0.1, microseconds: 5000)
    #expect(part(peak, from: flat, within: tolerance)?.time == Timestamp(microseconds: 50_000))
    #expect(part(flat, from: peak, within: tolerance)?.time == Timestamp(microseconds: 50_000))
    // At half the rate, the peak can't be seen.
    let sparse = curve([Double](repeating: 0, count: 6), every: 20_000)
    #expect(part(sparse, from: peak, within: tolerance)?.time == Timestamp(microseconds: 50_000))
  }

  /// A finger that moves by 0.1 between two samples may do so at any time between them.
  @Test func `in time allows for the steps of touches`() {
    let steps = (0...12).map { min(max(Double($0 - 1) / 10, 0), 1) }
    let early = curve(Array(steps.dropFirst()) + [1], .tracking)
    let tracked = curve(steps, .tracking)
    #expect(part(early, from: tracked, within: Tolerance(value: 1e-9, microseconds: 1)) == nil)
    #expect(part(early, from: tracked, within: Tolerance(value: 1e-9))?.time.microseconds == 10_000)
    let (swung, swings) = (curve(steps), curve(Array(steps.dropFirst()) + [1]))
    #expect(part(swings, from: swung, within: Tolerance(value: 1e-9, microseconds: 1)) != nil)
  }

  @Test func `of one channel does not affect another`() throws {
    let tolerances = Tolerances(columns: ["offset": Tolerance(value: 1000)])
    let result = try compare({ $0.animation.properties[0].to = 301 }, within: tolerances)
    // With the end 1 farther away, the spring's overshoot adds a little more than 1.
    let peak = trajectory(try interaction(), gesture).samples.map(\.fraction).max() ?? 0
    #expect(result.isWithinTolerances && abs(result.gaps[2].difference - peak) < 1e-9)
    #expect(try !compare({ $0.animation.properties[0].to = 301 }).isWithinTolerances)
  }

  /// 26 frames of 8 ms; held for 4 ms more before the lift.
  @Test func `in time lets events come later, too`() throws {
    var later = gesture
    later[later.count - 1].time = later[later.count - 1].time.advanced(byMicroseconds: 4000)
    func divergence(_ microseconds: Int64) throws -> Differ.Result {
      let loose = Tolerance(value: 1000, microseconds: 100_000)
      return try compare(
        { _ in }, later,
        within: Tolerances(events: microseconds, others: loose))
    }
    #expect(try divergence(3999).cause?.name == "release")
    #expect(try divergence(3999).event?.aspect == .time)
    // The animation comes to rest as much later, or a microsecond more: the ends of springs are rounded
    // up.
    #expect(try divergence(4100).event?.expected?.name != "ended")
  }
}
