import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTestSupport
import PantographTouches
import PantographTrajectories
import Testing

/// Returns an interaction of a pan to the right over 40 mm, with changes.
func interaction(_ change: (inout Interaction) -> Void = { _ in }) throws -> Interaction {
  let text = """
    { "version": 1,
      "gesture": { "pan": { "slop": { "mm": 2 } } },
      "progress": { "toward": "right", "distance": { "mm": 40 } },
      "animation": { "duration": 1, "curve": "linear",
        "properties": [{ "name": "offset", "from": 100, "to": 300 }] },
      "settle": { "finish": { "spring": { "response": 0.4, "dampingRatio": 0.7 } },
                  "cancel": { "spring": { "response": 0.4, "dampingRatio": 1 } } },
      "rate": 100 }
    """
  var interaction = try Interaction(parsing: Array(text.utf8))
  change(&interaction)
  return interaction
}

/// Returns a finger that moves to the right at a steady speed, sampled every 8 ms, and lifts.
func stroke(
  from start: Double = 10, millimetresPerSecond pace: Double, seconds: Double,
  at delay: Double = 0, id: Int = 1
) -> [TouchFrame] {
  let frames = Int(seconds * 125)
  var result = (0...frames).map { frame in
    let time = Double(frame) / 125
    return TouchFrame(
      time: Timestamp(microseconds: Int64(((delay + time) * 1_000_000).rounded())),
      contacts: [Contact(id: id, position: Point(x: start + pace * time, y: 20))])
  }
  let lift = delay + Double(frames + 1) / 125
  let end = Timestamp(microseconds: Int64((lift * 1_000_000).rounded()))
  result.append(TouchFrame(time: end, contacts: []))
  return result
}

func trajectory(_ interaction: Interaction, _ frames: [TouchFrame]) -> Trajectory {
  var driver = TrajectoryDriver(interaction, start: frames[0].time)
  var trajectory = Trajectory()
  for frame in frames { driver.feed(frame, into: &trajectory) }
  driver.finish(into: &trajectory)
  return trajectory
}

extension Trajectory {
  func first(_ kind: TrajectoryEvent.Kind) throws -> TrajectoryEvent {
    try #require(events.first { $0.kind == kind })
  }
  func firstEnd() throws -> TrajectoryEvent {
    try #require(
      events.first { event in
        if case .ended = event.kind { true } else { false }
      })
  }
  func sample(at seconds: Double) throws -> Sample {
    let time = Timestamp(microseconds: Int64((seconds * 1_000_000).rounded()))
    return try #require(samples.first { $0.time == time })
  }
}

@Suite struct `A trajectory` {
  /// 62 mm to the right, of which 2 mm are the slop, and 10 mm back: a distance is 40 mm.
  @Test(arguments: [
    (ProgressPlan.Beyond.counts, 1.0), (.forgotten, 0.75),
  ])
  func `counts what the fingers move beyond the limits, or forgets it`(
    beyond: ProgressPlan.Beyond, fraction: Double
  ) throws {
    let interaction = try interaction { $0.progress.beyondLimits = beyond }
    let frames = [10, 72, 62, 62].enumerated().map { index, x in
      TouchFrame(
        time: Timestamp(microseconds: Int64(index) * 100_000),
        contacts: [Contact(id: 1, position: Point(x: x, y: 20))])
    }
    let lift = TouchFrame(time: Timestamp(microseconds: 400_000), contacts: [])
    let ended = try trajectory(interaction, frames + [lift]).firstEnd()
    #expect(abs(ended.fraction - fraction) < 1e-9)
  }

  @Test func `follows the finger, then settles, then rests`() throws {
    // 2 mm are the slop; 100 mm/s for 0.24 s are 24 mm, so the release is at 22/40.
    let result = trajectory(try interaction(), stroke(millimetresPerSecond: 100, seconds: 0.24))
    let ended = try result.firstEnd()
    #expect(abs(ended.fraction - 22.0 / 40) < 1e-9)
    #expect(abs(ended.velocity - 100.0 / 40) < 1e-9)
    #expect(ended.time.microseconds == 248_000)
    // At 100 ms the last frame was that of 96 ms: 9.6 mm, less the slop.
    let sample = try result.sample(at: 0.1)
    #expect(sample.phase == .tracking)
    #expect(abs(sample.fraction - 7.6 / 40) < 1e-9)
    #expect(abs(sample.velocity - 2.5) < 1e-9)
    #expect(abs(sample.values[0] - (100 + 200 * 7.6 / 40)) < 1e-9)
    let phases = result.samples.map(\.phase)
    #expect(phases.first == .idle && phases.last == .rest)
    #expect(phases.count { $0 == .idle } == 1 && phases.count { $0 == .rest } == 1)
    #expect(result.samples.last?.fraction == 1)
    #expect(result.samples.last?.values == [300])
    #expect(
      try result.first(.completed(.end)).time <= result.samples[result.samples.count - 1].time)
  }

  /// One of two fingers lifts at 0.2 s, and the other one reports nothing for a second.
  @Test func `releases a pan of all fingers 100 ms after one has lifted`() throws {
    var frames = stroke(millimetresPerSecond: 100, seconds: 0.2)
    for index in frames.indices.dropLast() {
      let other = frames[index].contacts[0].position + Vector(x: 20, y: 0)
      frames[index].contacts.append(Contact(id: 2, position: other))
    }
    frames[frames.count - 1].contacts = [Contact(id: 2, position: Point(x: 50, y: 20))]
    frames.append(TouchFrame(time: Timestamp(microseconds: 1_200_000), contacts: []))
    let interaction = try interaction {
      $0.gesture = .pan(
        PanGestureRecognizer.Settings(fingers: 2...2, slop: 2).with { $0.follows = .allFingers })
    }
    let result = trajectory(interaction, frames)
    #expect(try result.firstEnd().time.microseconds == 308_000)
    #expect(try result.sample(at: 0.3).phase == .tracking)
    #expect(try result.sample(at: 0.32).phase == .settling)
  }

  /// A finger lifts, and another one lands in the same frame.
  @Test func `is judged by its own movement if another finger lands as it lifts`() throws {
    var frames = stroke(millimetresPerSecond: 100, seconds: 0.2)
    frames[frames.count - 1].contacts = [Contact(id: 2, position: Point(x: 80, y: 20))]
    frames.append(TouchFrame(time: Timestamp(microseconds: 300_000), contacts: []))
    let end = try trajectory(try interaction(), frames).firstEnd()
    guard case .ended(let context) = end.kind else { return #expect(Bool(false), "\(end)") }
    let release = context.release(by: .lastDifference)
    #expect(abs(release.velocity - 100) < 1e-6 && abs(release.earlierTravel - 2) < 1e-9)
    #expect(abs(release.lastMovement - 0.8) < 1e-9)
  }

  /// 4.8 mm beside a jump of 30 mm: a flick, as Qt's is beyond 15 px from the landing.
  ///
  /// After the jump it moves by 2.4 mm, which is less.
  @Test func `is a flick by the distance from the landing, beside a jump of the sensor`() throws {
    var frames = stroke(millimetresPerSecond: 100, seconds: 0.056)
    for index in 4..<frames.count - 1 { frames[index].contacts[0].position.x += 30 }
    frames[4].contacts[0].remarks.insert(.jump)
    let rule = try #require(ReleasePreset.named("qt-listview")).rule
    let result = trajectory(try interaction { $0.rule = rule }, frames)
    let decision = try #require(
      result.events.lazy.compactMap {
        if case .decided(let decision) = $0.kind { decision } else { nil }
      }
      .first)
    #expect(decision.target == 1 && decision.judgement?.isFlick == true)
  }

  @Test func `is judged by the fraction at the release`() throws {
    for (millimetres, outcome) in [(21.9, Decision.Outcome.cancel), (22.1, .finish)] {
      let pace = millimetres / 0.2
      let result = trajectory(try interaction(), stroke(millimetresPerSecond: pace, seconds: 0.2))
      let fraction = (millimetres - 2) / 40
      let decided = try #require(
        result.events.first { if case .decided = $0.kind { true } else { false } })
      guard case .decided(let decision) = decided.kind else { return }
      #expect(decision.outcome == outcome)
      #expect(abs(try #require(decision.margin) - (fraction - 0.5)) < 1e-9)
      #expect(result.samples.last?.fraction == (outcome == .finish ? 1 : 0))
    }
  }

  @Test func `lies on a grid that is counted from the first frame`() throws {
    for rate in [30.0, 60, 100, 144] {
      let frames = stroke(millimetresPerSecond: 150, seconds: 0.2, at: 3.000_017)
      let result = trajectory(try interaction { $0.rate = rate }, frames)
      for sample in result.samples {
        let number = (Double(sample.time.microseconds) * rate / 1_000_000).rounded()
        #expect(sample.time.microseconds == Int64((number * 1_000_000 / rate).rounded()))
      }
    }
  }

  @Test func `is the same at shared instants, whatever the rate`() throws {
    let frames = stroke(millimetresPerSecond: 150, seconds: 0.2)
    let coarse = trajectory(try interaction { $0.rate = 50 }, frames)
    let fine = trajectory(try interaction { $0.rate = 200 }, frames)
    var shared = 0
    for sample in coarse.samples where sample.phase == .tracking || sample.phase == .settling {
      #expect(fine.samples.contains(sample))
      shared += 1
    }
    #expect(shared > 20)
    #expect(coarse.events == fine.events)
  }

  @Test func `is the same when time advances between frames`() throws {
    let frames = stroke(millimetresPerSecond: 150, seconds: 0.2)
    let whole = trajectory(try interaction(), frames)
    var chance = TestRandom(seed: 3)
    for _ in 0..<50 {
      var driver = TrajectoryDriver(try interaction(), start: frames[0].time)
      var result = Trajectory()
      for (frame, next) in zip(frames, frames.dropFirst()) {
        driver.feed(frame, into: &result)
        let gap = next.time.microseconds - frame.time.microseconds
        for _ in 0..<2 {
          let step = Int64.random(in: 0..<gap, using: &chance)
          driver.advance(to: frame.time.advanced(byMicroseconds: step), into: &result)
        }
      }
      driver.feed(frames[frames.count - 1], into: &result)
      var time = frames[frames.count - 1].time
      while driver.nextSampleTime != nil {
        time = time.advanced(byMicroseconds: .random(in: 1...50_000, using: &chance))
        driver.advance(to: time, into: &result)
      }
      driver.finish(into: &result)
      #expect(result.samples == whole.samples)
      #expect(result.events == whole.events)
    }
  }

  @Test func `can be caught in flight any number of times without a jump`() throws {
    let first = stroke(millimetresPerSecond: 150, seconds: 0.2)
    let second = stroke(from: 50, millimetresPerSecond: -120, seconds: 0.1, at: 0.3, id: 2)
    let third = stroke(from: 20, millimetresPerSecond: 90, seconds: 0.2, at: 0.5, id: 3)
    let slow = try interaction {
      $0.finish = .spring(Spring(response: 1.5, dampingRatio: 0.5))
      $0.rate = 1000
    }
    let result = trajectory(slow, first + second + third)
    #expect(result.events.count { $0.kind == .began } == 3)
    #expect(result.events.count { $0.kind == .handoff } == 3)
    #expect(result.events.count { $0.kind == .completed(.end) } == 1)
    for (sample, next) in zip(result.samples, result.samples.dropFirst()) {
      // A finger at 150 mm/s moves the fraction by 0.03 in a frame; nothing may move more.
      #expect(abs(next.fraction - sample.fraction) <= 0.031)
    }
    let catches = result.events.enumerated().filter { $0.element.kind == .began }.dropFirst()
    for caught in catches {
      let before = try #require(result.samples.last { $0.time < caught.element.time })
      #expect(before.phase == .settling)
      #expect(abs(before.fraction - caught.element.fraction) < 0.03)
    }
  }

  @Test func `can be caught beyond its end`() throws {
    let springy = try interaction {
      $0.finish = .spring(Spring(response: 0.4, dampingRatio: 0.1))
      $0.rate = 1000
    }
    let first = stroke(millimetresPerSecond: 200, seconds: 0.16)
    let second = stroke(from: 10, millimetresPerSecond: 10, seconds: 0.3, at: 0.2, id: 2)
    let result = trajectory(springy, first + second)
    let caught = try #require(result.events.last { $0.kind == .began })
    let before = try #require(result.samples.last { $0.time < caught.time })
    #expect(before.fraction > 1.05 || before.fraction < 0.95)
    #expect(abs(before.fraction - caught.fraction) < 0.02)
  }

  @Test func `stops at the ends, and has no velocity there`() throws {
    let result = trajectory(try interaction(), stroke(millimetresPerSecond: 400, seconds: 0.2))
    let ended = try result.firstEnd()
    #expect(ended.fraction == 1)
    #expect(ended.velocity == 0)
    #expect(try result.first(.completed(.end)).time == ended.time)
    let back = trajectory(try interaction(), stroke(millimetresPerSecond: -400, seconds: 0.2))
    #expect(try back.firstEnd().fraction == 0)
    #expect(back.samples.allSatisfy { $0.fraction == 0 && $0.velocity == 0 })
  }

  @Test func `cancels when the device disappears`() throws {
    let frames = stroke(millimetresPerSecond: 150, seconds: 0.2).dropLast()
    let result = trajectory(try interaction(), Array(frames))
    #expect(try result.first(.cancelled).fraction > 0.6)
    #expect(
      result.events.contains { event in
        event.kind == .decided(ReleaseRule(fractionAbove: 0.5).decideCutOff(startFraction: 0))
      })
    #expect(result.samples.last?.fraction == 0)
  }

  @Test func `runs a spring above the critical damping as a critical one`() throws {
    let frames = stroke(millimetresPerSecond: 100, seconds: 0.24)
    let creeping = try interaction {
      // Mass 30, stiffness 10 and damping 300: a damping ratio of 8.66.
      $0.finish = .spring(Spring(mass: 30, stiffness: 10, damping: 300))
    }
    let result = trajectory(creeping, frames)
    let handoff = try result.first(.handoff)
    let sample = try result.sample(at: 1)
    let t = (sample.time - handoff.time)
    let w = (10.0 / 30).squareRoot()
    // x = (x₀ + (v₀ + ω x₀) t) e^(−ωt), from the end.
    let x0 = handoff.fraction - 1
    var decay = 1.0
    var term = 1.0
    for n in 1...20 {
      term *= -w * t / Double(n)
      decay += term
    }
    #expect(abs(sample.fraction - (1 + (x0 + (handoff.velocity + w * x0) * t) * decay)) < 1e-9)
  }

  @Test func `eases out in both directions`() throws {
    let easing = try interaction { $0.cancel = .curve(.easeOut, durationFactor: 0.5) }
    let result = trajectory(easing, stroke(millimetresPerSecond: 60, seconds: 0.2))
    let handoff = try result.first(.handoff)
    #expect(abs(handoff.fraction - 0.25) < 1e-9)
    // A cancel is an animation from 1 to 0 on easeOut, entered at its current value, 0.25.
    let entry = (CubicCurve.easeOut.fraction(ofValue: 0.75) ?? .nan)
    let later = handoff.time.advanced(byMicroseconds: 250_000)
    let halfway = try #require(result.samples.last { $0.time <= later })
    let share = (halfway.time - handoff.time) / 0.5
    let expected = 1 - CubicCurve.easeOut.value(at: entry + (1 - entry) * share)
    #expect(abs(halfway.fraction - expected) < 1e-9)
    #expect(try result.first(.completed(.start)).time == handoff.time.advanced(bySeconds: 0.5))
  }

  @Test func `is one row when nothing happens`() throws {
    let result = trajectory(try interaction(), stroke(millimetresPerSecond: 0.1, seconds: 10))
    #expect(result.events.isEmpty)
    #expect(result.samples.map(\.phase) == [.idle])
  }

  @Test func `is mirrored for mirrored fingers`() throws {
    let frames = stroke(millimetresPerSecond: 150, seconds: 0.2)
    let mirrored = frames.map { frame in
      TouchFrame(
        time: frame.time,
        contacts: frame.contacts.map {
          Contact(id: $0.id, position: Point(x: $0.position.y, y: 100 - $0.position.x))
        })
    }
    let up = try interaction { $0.progress.direction = .up }
    let right = trajectory(try interaction(), frames)
    let turned = trajectory(up, mirrored)
    #expect(right.samples.count == turned.samples.count)
    for (one, other) in zip(right.samples, turned.samples) {
      #expect(abs(one.fraction - other.fraction) < 1e-9)
      #expect(abs(one.velocity - other.velocity) < 1e-6)
    }
  }
}
