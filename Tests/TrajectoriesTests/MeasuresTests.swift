import Foundation
import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTouchScripts
import PantographTouches
import PantographTrajectories
import Testing

private func measures(_ interaction: Interaction, _ frames: [TouchFrame]) -> [Measures] {
  var driver = TrajectoryDriver(interaction, start: frames[0].time)
  var meter = TrajectoryMeter(interaction)
  for frame in frames { driver.feed(frame, into: &meter) }
  driver.finish(into: &meter)
  return meter.finished
}

private func onlyMeasures(_ interaction: Interaction, _ frames: [TouchFrame]) throws -> Measures {
  let all = measures(interaction, frames)
  #expect(all.count == 1)
  return try #require(all.first)
}

/// 22 mm of 40 beyond the slop of 2, and then a rest of half a second: released at 0.55 without a
/// velocity.
private let rested: [TouchFrame] = {
  var frames = stroke(millimetresPerSecond: 100, seconds: 0.24)
  let lift = frames.removeLast()
  let contacts = frames[frames.count - 1].contacts
  for step in 0..<60 {
    let time = lift.time.advanced(byMicroseconds: Int64(step) * 8000)
    frames.append(TouchFrame(time: time, contacts: contacts))
  }
  frames.append(TouchFrame(time: lift.time.advanced(byMicroseconds: 480_000), contacts: []))
  return frames
}()
/// The distance left at the release of that gesture.
private let left = 0.45

private func onSpring(_ ratio: Double, rate: Double = 100) throws -> Interaction {
  try interaction {
    $0.finish = .spring(Spring(response: 0.4, dampingRatio: ratio))
    $0.rate = rate
  }
}
/// The frequency of that spring, in radians per second.
private let frequency = 2 * Double.pi / 0.4

@Suite struct `Measures of a settling` {
  @Test(arguments: [0.2, 0.5, 0.7, 0.9])
  func `include the overshoot of an underdamped spring`(ratio: Double) throws {
    let measures = try onlyMeasures(onSpring(ratio), rested)
    let share = exp(-.pi * ratio / (1 - ratio * ratio).squareRoot())
    #expect(abs(try #require(measures.overshoot) - left * share) < 1e-5)
  }

  @Test func `include the overshoot of a cancel`() throws {
    let back = try interaction {
      $0.rule = ReleaseRule(fractionAbove: 0.9)
      $0.cancel = .spring(Spring(response: 0.4, dampingRatio: 0.5))
    }
    let measures = try onlyMeasures(back, rested)
    #expect(measures.outcome == .cancel && measures.target == 0)
    #expect(abs(try #require(measures.overshoot) - 0.55 * exp(-.pi / 3.0.squareRoot())) < 1e-5)
  }

  @Test func `have no overshoot for an overdamped spring`() throws {
    let measures = try onlyMeasures(onSpring(1), rested)
    #expect(measures.overshoot == 0)
  }

  /// Released at twice the velocity that a critical spring can absorb before its end.
  @Test func `include the overshoot of a fast release`() throws {
    let pace = 300.0
    let measures = try onlyMeasures(
      onSpring(1, rate: 120), stroke(millimetresPerSecond: pace, seconds: 0.12))
    // 36 mm, 2 of them the slop; x = (1 + (ω − v) t) e^(−ωt) of the distance left turns at v / (ω (v −
    // ω)).
    let rest = 1 - 34.0 / 40
    let velocity = pace / 40 / rest
    let turn = (velocity / frequency - 1) * exp(-velocity / (velocity - frequency))
    #expect(turn > 0.1)
    #expect(abs(try #require(measures.overshoot) - rest * turn) < 1e-6)
  }

  @Test func `settle within a hundredth of the full distance`() throws {
    let measures = try onlyMeasures(onSpring(1), rested)
    let time = frequency * (try #require(measures.settleTime))
    #expect(abs(left * (1 + time) * exp(-time) - 0.01) < 1e-6)
    #expect(measures.released?.microseconds == 728_000)
    // Core Animation's springs end at multiples of a tenth of a second.
    #expect(try #require(measures.timeToRest) > (try #require(measures.settleTime)) + 0.1)
  }

  /// An oscillation that enters the band whenever it passes the target has not settled there.
  @Test func `settle when the last oscillation enters the band`() throws {
    let measures = try onlyMeasures(onSpring(0.2), rested)
    let time = try #require(measures.settleTime)
    let spring = Spring(response: 0.4, dampingRatio: 0.2)
    func distance(_ time: Double) -> Double {
      left * abs(spring.state(after: time, from: .init(offset: 1, velocity: 0)).offset)
    }
    #expect(abs(distance(time) - 0.01) < 1e-6)
    #expect(stride(from: time + 1e-4, to: time + 2, by: 1e-3).allSatisfy { distance($0) < 0.01 })
    // The envelope enters it a little later; half an oscillation earlier it has not.
    let envelope = log(left / 0.01 / 0.96.squareRoot()) / (0.2 * frequency)
    #expect(time < envelope && time > envelope - 0.21)
  }

  @Test func `include the greatest speed and jerk of a spring`() throws {
    let creeping = try onlyMeasures(onSpring(1, rate: 120), rested)
    #expect(abs(try #require(creeping.fastestSettling) - left * frequency / M_E) < 1e-3)
    // x‴ = −2ζω x″ − ω² x′ is 2ζω³ at the release, and never more for these.
    for ratio in [0.7, 1] {
      let measures = try onlyMeasures(onSpring(ratio, rate: 120), rested)
      let jerk = left * 2 * ratio * frequency * frequency * frequency
      #expect(abs(try #require(measures.greatestJerk) / jerk - 1) < 2e-3)
    }
  }

  /// A spring that ends while something else still runs is set to its target at once.
  @Test func `ignore the jerk of the last thousandth`() throws {
    let spring = Spring(response: 0.4, dampingRatio: 1)
    var meter = TrajectoryMeter(try interaction())
    func event(
      _ kind: TrajectoryEvent.Kind, at time: Double, _ fraction: Double, _ velocity: Double
    ) {
      meter.receive(
        TrajectoryEvent(
          time: Timestamp(microseconds: Int64((time * 1_000_000).rounded())), kind: kind,
          fraction: fraction, velocity: velocity))
    }
    event(.began, at: 0, 0, 0)
    event(.cancelled, at: 0.1, 0.5, 0)
    event(
      .decided(Decision(outcome: .finish, target: 1, reason: .gestureCancelled)), at: 0.1, 0.5, 0)
    event(.handoff, at: 0.1, 0.5, 0)
    for step in 1...1000 {
      let state = spring.state(
        after: Double(step) / 1000, from: .init(offset: -0.5, velocity: 0))
      let isOver = step > 600
      meter.receive(
        Sample(
          time: Timestamp(microseconds: 100_000 + Int64(step) * 1000), phase: .settling,
          fraction: isOver ? 1 : 1 + state.offset, velocity: isOver ? 0 : state.velocity,
          values: []))
    }
    event(.completed(.end), at: 1.2, 1, 0)
    let measures = try #require(meter.finished.first)
    let jerk = frequency * frequency * frequency
    #expect(abs(try #require(measures.greatestJerk) / jerk - 1) < 1e-3)
    #expect(abs(try #require(measures.fastestSettling) - frequency / M_E / 2) < 1e-3)
    #expect((measures.settleTime ?? 1) < 0.5 && measures.timeToRest == 1.1)
  }

  @Test(arguments: [(3.9, false), (4.1, true)])
  func `count a handoff from a tenth of the distance per second on`(pace: Double, counts: Bool)
    throws
  {
    // The distance is 40 mm: 4 mm/s are a tenth of it per second.
    let slow = stroke(millimetresPerSecond: pace, seconds: 1.6)
    #expect((try onlyMeasures(onSpring(0.7), slow).handoffError != nil) == counts)
  }

  @Test func `are the same at all usual rates`() throws {
    let exact = try onlyMeasures(onSpring(0.5, rate: 1000), rested)
    for rate in [60.0, 90, 120, 144, 240] {
      let measures = try onlyMeasures(onSpring(0.5, rate: rate), rested)
      #expect(abs((measures.overshoot ?? .nan) - (exact.overshoot ?? .nan)) < 2e-5)
      #expect(abs((measures.settleTime ?? .nan) - (exact.settleTime ?? .nan)) < 2e-4)
      #expect(abs((measures.fastestSettling ?? .nan) / (exact.fastestSettling ?? .nan) - 1) < 1e-3)
      #expect(abs((measures.greatestJerk ?? .nan) / (exact.greatestJerk ?? .nan) - 1) < 0.01)
      #expect(measures.timeToRest == exact.timeToRest)
    }
  }

  @Test func `show that a curve drops the velocity, and goes straight`() throws {
    let straight = try interaction { $0.finish = .unchanged }
    let measures = try onlyMeasures(straight, stroke(millimetresPerSecond: 100, seconds: 0.24))
    // From 0.55 on at 1 per second, before that at 100 mm/s of 40 mm.
    #expect(abs(try #require(measures.settleTime) - 0.44) < 1e-6)
    #expect(abs(try #require(measures.timeToRest) - 0.45) < 2e-6)
    #expect(measures.overshoot == 0 && (measures.greatestJerk ?? .nan) < 1e-4)
    #expect(abs((measures.velocityBefore ?? .nan) - 2.5) < 1e-9)
    #expect(abs((measures.velocityAfter ?? .nan) - 1) < 1e-9)
    #expect(abs((measures.handoffError ?? .nan) + 0.6) < 1e-9)
    #expect(measures.outcome == .finish && measures.target == 1)
    #expect(abs(measures.fastestTracking - 2.5) < 1e-9)
  }

  @Test func `may settle between the last sample and the rest`() throws {
    let straight = try interaction {
      $0.finish = .unchanged
      $0.rate = 5
    }
    let measures = try onlyMeasures(straight, stroke(millimetresPerSecond: 100, seconds: 0.24))
    #expect(abs(try #require(measures.settleTime) - 0.44) < 1e-5)
  }

  @Test func `show that a spring carries the velocity`() throws {
    let measures = try onlyMeasures(
      onSpring(0.7), stroke(millimetresPerSecond: 100, seconds: 0.24))
    #expect(abs(try #require(measures.handoffError)) < 1e-9)
    // Without a velocity there is no relative error.
    #expect(try onlyMeasures(onSpring(0.7), rested).handoffError == nil)
  }

  @Test func `are taken of each gesture, and incomplete after a catch`() throws {
    let slow = try interaction { $0.finish = .spring(Spring(response: 1.5, dampingRatio: 0.5)) }
    let all = measures(
      slow,
      stroke(millimetresPerSecond: 150, seconds: 0.2)
        + stroke(from: 50, millimetresPerSecond: -120, seconds: 0.1, at: 0.3, id: 2))
    #expect(all.count == 2)
    #expect(all[0].rested == nil && all[0].settleTime == nil && all[0].timeToRest == nil)
    #expect(all[0].released?.microseconds == 208_000 && all[0].overshoot != nil)
    #expect(all[0].outcome == .finish && (all[0].fastestSettling ?? 0) > 3)
    #expect(all[1].rested != nil && all[1].settleTime != nil)
  }

  @Test func `end when a finger lands and holds the animation`() throws {
    let held = try interaction {
      $0.catching = .landing
      $0.finish = .spring(Spring(response: 1.5, dampingRatio: 0.5))
    }
    // The second finger stays where it is, and lifts: that is not a gesture.
    let all = measures(
      held,
      stroke(millimetresPerSecond: 150, seconds: 0.2)
        + stroke(from: 50, millimetresPerSecond: 0, seconds: 0.1, at: 0.3, id: 2))
    #expect(all.count == 1)
    #expect(all[0].outcome == .finish && all[0].rested == nil && all[0].settleTime == nil)
  }

  @Test func `are available during a gesture`() throws {
    let interaction = try interaction()
    let frames = stroke(millimetresPerSecond: 150, seconds: 0.2)
    var driver = TrajectoryDriver(interaction, start: frames[0].time)
    var meter = TrajectoryMeter(interaction)
    for frame in frames.prefix(12) { driver.feed(frame, into: &meter) }
    #expect(meter.finished.isEmpty && meter.unfinished?.released == nil && meter.all.count == 1)
    for frame in frames.dropFirst(12) { driver.feed(frame, into: &meter) }
    driver.advance(to: Timestamp(microseconds: 400_000), into: &meter)
    #expect(meter.unfinished?.outcome == .finish && meter.unfinished?.settleTime == nil)
    #expect((meter.unfinished?.overshoot ?? 0) > 0.01)
    driver.finish(into: &meter)
    #expect(meter.unfinished == nil && meter.takeFinished().count == 1 && meter.finished.isEmpty)
  }
}

@Suite struct `Measures of a tracking` {
  /// 300 mm/s toward 50 mm, without a slop: 0.12 every 20 ms.
  private func steady(slop: Double = 0) throws -> Measures {
    let interaction = try interaction {
      $0.gesture = .pan(.init(slop: slop))
      $0.progress.distance = .millimetres(50)
    }
    return try onlyMeasures(
      interaction,
      frames(
        """
        0    1:10,20
        20   1:16,20
        40   1:22,20
        60   1:28,20
        80   1:34,20
        100  1:40,20
        110
        """))
  }

  @Test func `include the movement of the fingers between two reports`() throws {
    let measures = try steady()
    #expect(abs(try #require(measures.greatestLag) - 0.12) < 1e-9)
    // Rising from 0 to 0.12 four times in 20 ms, and 10 ms of rest: ∫ = 4 · 20 · 0.12² / 3 of 90 ms.
    #expect(abs(try #require(measures.rmsLag) - 0.12 * (8.0 / 27).squareRoot()) < 1e-9)
  }

  @Test func `include the slop`() throws {
    let measures = try steady(slop: 2)
    let lag = try #require(measures.greatestLag)
    #expect(abs(lag - 0.16) < 1e-9)
    // ∫ (0.04 + 0.12 u)² du = 0.04² + 0.04 · 0.12 + 0.12² / 3, and 0.04² in the last 10 ms.
    let square: Double = (80 * (0.0016 + 0.0048 + 0.0048) + 10 * 0.0016) / 90
    #expect(abs(try #require(measures.rmsLag) - square.squareRoot()) < 1e-9)
  }

  @Test func `include a release beyond the end`() throws {
    // They moved 80 mm of 40: twice the full distance, of which only the first half is shown.
    let measures = try onlyMeasures(
      interaction(), stroke(millimetresPerSecond: 400, seconds: 0.2))
    #expect(abs(try #require(measures.greatestLag) - 1) < 1e-9)
  }

  @Test func `have no lag for progress driven by time`() throws {
    let timed = try interaction {
      $0.progress.source = .time
      $0.rate = 1000
    }
    let measures = try onlyMeasures(timed, stroke(millimetresPerSecond: 150, seconds: 0.3))
    #expect(measures.greatestLag == nil && measures.staleFrameCount == 0)
    #expect(measures.released?.microseconds == 304_000 && measures.outcome != nil)
  }

  @Test func `have no lag for a cancelled gesture`() throws {
    let frames = stroke(millimetresPerSecond: 150, seconds: 0.2).dropLast()
    let measures = try onlyMeasures(interaction(), Array(frames))
    #expect(measures.greatestLag == nil && measures.rmsLag == nil)
    #expect(measures.outcome == .cancel && measures.settleTime != nil)
  }

  /// Reports every 8 ms are enough for 120 frames per second, and leave every second of 250 stale.
  @Test(arguments: [(60.0, 0), (120, 0), (250, 0.5)])
  func `count stale frames`(rate: Double, share: Double) throws {
    let fast = stroke(millimetresPerSecond: 200, seconds: 0.16)
    let measures = try onlyMeasures(interaction { $0.rate = rate }, fast)
    // It begins at 16 ms, and the last report is at 160.
    #expect(measures.frameCount == Int((0.168 * rate).rounded(.up) - (0.016 * rate).rounded(.up)))
    let stale = Double(measures.staleFrameCount) / Double(measures.frameCount)
    #expect(abs(stale - share) < 0.05)
  }

  @Test func `ignore frames with an invisible difference`() throws {
    // At 10 mm/s, 0.08 mm in 8 ms are 0.002 of the distance.
    let slow = try onlyMeasures(
      interaction { $0.rate = 250 }, stroke(millimetresPerSecond: 10, seconds: 0.8))
    #expect(slow.staleFrameCount == 0)
    // The same for fingers at rest.
    #expect(try onlyMeasures(interaction { $0.rate = 1000 }, rested).staleFrameCount < 240)
    var still = rested
    still.removeSubrange(32..<still.count - 1)
    #expect(try onlyMeasures(interaction { $0.rate = 60 }, still).staleFrameCount == 0)
  }

  @Test func `count the frames of a gap in the reports`() throws {
    // 100 mm/s of 40 mm; no reports from 80 to 136 ms.
    var frames = stroke(millimetresPerSecond: 100, seconds: 0.24)
    frames.removeAll { (80_000...136_000).contains($0.time.microseconds) }
    let measures = try onlyMeasures(interaction(), frames)
    // The report of 72 ms is shown at 80, and still at 90, 100, 110, 120, 130 and 140; 144 is at 150.
    #expect(measures.staleFrameCount == 6)
    // 0.18 of the distance behind, and the slop.
    #expect(abs(try #require(measures.greatestLag) - (0.18 + 0.05)) < 1e-9)
  }

  @Test func `count a gap from when the fingers are a hundredth ahead`() throws {
    // 20 mm/s of 40 mm; no report from 192 to 264 ms, and 0.01 ahead at 212.
    var frames = stroke(millimetresPerSecond: 20, seconds: 0.4)
    frames.removeAll { (200_000...256_000).contains($0.time.microseconds) }
    // Frames coincide with the reports: those of 216, 224, 232, 240, 248 and 256 ms are stale.
    let measures = try onlyMeasures(interaction { $0.rate = 125 }, frames)
    #expect(measures.staleFrameCount == 6)
  }
}
