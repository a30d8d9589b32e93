import PantographBase
import PantographInteractions
import PantographTouches
import PantographTrajectories
import Testing

/// A finger that moves for 0.2 s, sends nothing for some seconds, and moves for another 0.2 s.
private func frames(pausing pause: Double) -> [TouchFrame] {
  let before = stroke(millimetresPerSecond: 80, seconds: 0.2).dropLast()
  return before + stroke(from: 26, millimetresPerSecond: 80, seconds: 0.2, at: 0.2 + pause)
}

private func time(_ seconds: Double) -> Timestamp {
  Timestamp(microseconds: Int64((seconds * 1_000_000).rounded()))
}

@Suite struct `A finger that sends nothing` {
  /// 10 s, a day, ten years, and a hundred years.
  @Test(arguments: [10.5, 86_400, 315_360_000, 3_153_600_000])
  func `has samples for 10 s, and one before it moves on`(pause: Double) throws {
    let whole = try trajectory(interaction(), frames(pausing: pause))
    let samples = whole.samples.filter { $0.time >= time(0.2) && $0.time < time(0.2 + pause) }
    // At 100 per second from 0.2 s to 10.2 s, both included, and the last one before the next frame.
    #expect(samples.count == 1001 + 1)
    #expect(samples.dropLast().last?.time == time(10.2))
    #expect(samples.last?.time == time(0.2 + pause - 0.01))
    #expect(samples.allSatisfy { $0.phase == .tracking && $0.fraction == samples[0].fraction })
    #expect(samples.last?.velocity == 0)
    // The rest is the usual one: 0.2 s of the finger, and the settling.
    let after = whole.samples.filter { $0.time >= time(0.2 + pause) }
    let usual = try trajectory(interaction(), frames(pausing: 1)).samples.filter {
      $0.time >= time(1.2)
    }
    #expect(after.map(\.fraction) == usual.map(\.fraction))
  }

  @Test func `has all samples of up to 10 s`() throws {
    let samples = try trajectory(interaction(), frames(pausing: 10)).samples
    let tracked = samples.filter { $0.phase == .tracking }.map(\.time)
    #expect(zip(tracked, tracked.dropFirst()).allSatisfy { abs($1 - $0 - 0.01) < 1e-9 })
  }

  @Test func `schedules no sample while it is idle`() throws {
    let frames = frames(pausing: 86_400)
    let interaction = try interaction()
    let whole = trajectory(interaction, frames)
    var driver = TrajectoryDriver(interaction, start: frames[0].time)
    var stepped = Trajectory()
    for frame in frames {
      if frame.time == time(86_400.2) {
        #expect(driver.advance(to: time(10.195), into: &stepped) == time(10.2))
        #expect(driver.advance(to: time(10.2), into: &stepped) == nil)
        #expect(driver.advance(to: time(50_000), into: &stepped) == nil)
      }
      driver.feed(frame, into: &stepped)
    }
    driver.finish(into: &stepped)
    #expect(stepped.samples == whole.samples && stepped.events == whole.events)
  }

  /// After a pause, a cancelled gesture settles from there, and not from where samples ended.
  @Test func `is cancelled at the last known time`() throws {
    let frames = stroke(millimetresPerSecond: 80, seconds: 0.2).dropLast()
    var driver = TrajectoryDriver(try interaction(), start: frames[0].time)
    var trajectory = Trajectory()
    for frame in frames { driver.feed(frame, into: &trajectory) }
    driver.advance(to: time(3600), into: &trajectory)
    driver.finish(into: &trajectory)
    let settling = trajectory.samples.filter { $0.phase == .settling }
    #expect(try #require(settling.first).time >= time(3600))
    #expect(trajectory.samples.count < 1001 + 200 + 100)
  }
}

@Suite struct `An animation that a program holds` {
  /// A minute, and an hour.
  @Test(arguments: [60, 3600], [false, true])
  func `has samples for 10 s, and one before it moves on`(
    pause: Double, isReversed: Bool
  ) throws {
    let frames = stroke(millimetresPerSecond: 80, seconds: 0.2)
    var driver = TrajectoryDriver(try interaction(), start: frames[0].time)
    var trajectory = Trajectory()
    for frame in frames { driver.feed(frame, into: &trajectory) }
    #expect(driver.hold(at: time(0.3), into: &trajectory))
    driver.advance(to: time(pause), into: &trajectory)
    let count = trajectory.samples.count
    #expect(trajectory.samples.last?.time.microseconds ?? 0 <= time(10.3).microseconds)
    let goesOn =
      isReversed
      ? driver.reverse(at: time(pause), into: &trajectory)
      : driver.resume(at: time(pause), into: &trajectory)
    #expect(goesOn)
    driver.finish(into: &trajectory)
    let later = trajectory.samples.dropFirst(count)
    #expect(later.first?.time == time(pause - 0.01) && later.first?.phase == .tracking)
    #expect(later.first?.fraction == trajectory.samples[count - 1].fraction)
    #expect(later.dropFirst().allSatisfy { $0.time >= time(pause) } && later.count < 200)
    #expect(later.dropFirst().first?.phase == .settling && later.last?.phase == .rest)
  }
}
