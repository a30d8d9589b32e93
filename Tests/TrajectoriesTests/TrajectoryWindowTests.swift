import PantographBase
import PantographInteractions
import PantographTouches
import PantographTrajectories
import Testing

/// Returns the part of a trajectory between two times in milliseconds.
private func part(
  from: Int64 = 0, until: Int64 = .max / 1000, of interaction: Interaction, _ frames: [TouchFrame]
) -> Trajectory {
  var driver = TrajectoryDriver(interaction, start: frames[0].time)
  var window = TrajectoryWindow(
    Trajectory(), from: Timestamp(microseconds: from * 1000),
    until: Timestamp(microseconds: until * 1000))
  for frame in frames { driver.feed(frame, into: &window) }
  driver.finish(into: &window)
  window.finish()
  return window.sink
}

@Suite struct `A part of a trajectory` {
  /// Two strokes with a rest between them.
  private let frames =
    stroke(millimetresPerSecond: 150, seconds: 0.2)
    + stroke(from: 50, millimetresPerSecond: -150, seconds: 0.2, at: 3, id: 2)

  @Test func `is what the whole trajectory has there, ends included`() throws {
    let interaction = try interaction()
    let whole = trajectory(interaction, frames)
    let part = part(from: 100, until: 400, of: interaction, frames)
    let span = Timestamp(microseconds: 100_000)...Timestamp(microseconds: 400_000)
    #expect(part.samples == whole.samples.filter { span.contains($0.time) })
    #expect(part.events == whole.events.filter { span.contains($0.time) })
    #expect(part.samples.first?.time == span.lowerBound)
    #expect(part.samples.last?.time == span.upperBound)
    #expect(part.samples.count == 31 && part.events.count > 10)
  }

  @Test func `is the whole trajectory by default`() throws {
    let interaction = try interaction()
    let whole = trajectory(interaction, frames)
    let part = part(of: interaction, frames)
    #expect(part.samples == whole.samples && part.events == whole.events)
  }

  @Test func `begins with the sample for an idle period`() throws {
    let interaction = try interaction()
    for (from, until) in [(1995, 2000), (2000, 10_000), (9000, .max / 1000)] as [(Int64, Int64)] {
      let part = part(from: from, until: until, of: interaction, frames)
      let first = try #require(part.samples.first)
      #expect(first.time.microseconds == from * 1000 && first.phase == .rest)
      #expect(first.fraction == (from < 9000 ? 1 : 0))
    }
    #expect(part(from: 1995, until: 2000, of: interaction, frames).samples.count == 1)
    // Before the first stroke passes its slop, at 16 ms, it is idle.
    let idle = part(from: 5, until: 100, of: interaction, frames)
    #expect(idle.samples.first?.phase == .idle && idle.samples.count { $0.phase == .idle } == 1)
  }

  @Test func `has no such sample while something moves`() throws {
    let interaction = try interaction()
    #expect(part(from: 105, until: 109, of: interaction, frames).samples.isEmpty)
    // The idle sample before the first stroke, which begins at 16 ms, does not apply any more.
    #expect(part(from: 17, until: 19, of: interaction, frames).samples.isEmpty)
  }

  @Test func `begins with its own sample if there is one`() {
    let samples = [0, 100_000, 200_000].map { time in
      Sample(
        time: Timestamp(microseconds: time), phase: .rest, fraction: Double(time), velocity: 0,
        values: [])
    }
    for (from, fractions) in [(100_000, [100_000, 200_000]), (100_001, [100_000, 200_000.0])] {
      var window = TrajectoryWindow(Trajectory(), from: Timestamp(microseconds: Int64(from)))
      for sample in samples { window.receive(sample) }
      window.finish()
      #expect(window.sink.samples.map(\.fraction) == fractions)
      #expect(window.sink.samples.first?.time.microseconds == Int64(from))
    }
  }
}
