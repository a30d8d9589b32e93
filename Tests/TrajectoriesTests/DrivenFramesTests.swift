import PantographBase
import PantographInteractions
import PantographTestSupport
import PantographTouches
import PantographTrajectories
import Testing

/// A trajectory that is measured while it is made.
private struct Measured: TrajectorySink {
  var trajectory = Trajectory()
  var meter: TrajectoryMeter

  mutating func receive(_ sample: Sample) throws(Never) {
    trajectory.receive(sample)
    meter.receive(sample)
  }
  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    trajectory.receive(event)
    meter.receive(event)
  }
}

private func measured(_ interaction: Interaction, _ frames: [TouchFrame]) -> Measured {
  var driver = TrajectoryDriver(interaction, start: frames[0].time)
  var sink = Measured(meter: TrajectoryMeter(interaction, judgesJank: true))
  for frame in frames { driver.feed(frame, into: &sink) }
  driver.finish(into: &sink)
  return sink
}

/// A finger reports each 8 ms, and 40 mm are 200 px: at 100 mm/s a report is 4 px.
@Suite struct `Jank of a trajectory` {
  private func jank(rate: Double, millimetresPerSecond pace: Double = 100) throws -> Jank {
    let sink = measured(
      try interaction { $0.rate = rate }, stroke(millimetresPerSecond: pace, seconds: 0.2))
    #expect(sink.meter.finished.count == 1)
    let all = try #require(sink.meter.finished.first).jank
    #expect(all.map(\.column) == ["offset"])
    return try #require(all.first).jank
  }

  /// Instants while the finger is down, in milliseconds.
  private func instants(_ jank: Jank) -> [(time: Int64, instant: Jank.Instant)] {
    jank.instants.map { ($0.time.microseconds / 1000, $0) }.filter { $0.0 <= 200 }
  }

  /// Of 10 ms each, four frames show five reports: 4, 4, 4 and 8 px, at multiples of 40 ms.
  ///
  /// At 40 ms it still begins.
  @Test func `comes of reports that are not those of the display`() throws {
    let jank = try jank(rate: 100)
    let found = instants(jank)
    let times = found.map(\.time)
    #expect(times.filter { $0 > 40 } == [80, 120, 160, 200], "\(times)")
    for (_, instant) in found {
      #expect(instant.rule == .predictor && abs(instant.amount - 2) < 1e-6 && instant.limit == 1.2)
    }
    #expect(jank.gapCount == 0 && jank.scrollCount == 0)
    // The virtual clock waits for each frame.
    #expect(jank.droppedCount == nil && jank.droppedShare == nil && jank.isVirtual)
  }

  @Test func `is none if each frame has a report`() throws {
    #expect(try instants(jank(rate: 125)).isEmpty)
  }

  /// At 250 Hz each other display frame shows nothing new: 4 px are a fast scroll, and 2 px are not.
  @Test func `comes of a display that shows nothing new`() throws {
    let fast = try jank(rate: 250)
    let found = instants(fast)
    #expect(found.count > 15)
    for (_, instant) in found { #expect(instant.rule == .fastScroll && instant.amount == 1) }
    #expect(zip(found, found.dropFirst()).allSatisfy { $1.time - $0.time == 8 })
    let slow = try jank(rate: 250, millimetresPerSecond: 50)
    #expect(instants(slow).isEmpty && (slow.gapCount ?? 0) > 15)
  }

  /// The trajectory as a whole, and sample by sample; the second stroke catches the spring of the first.
  @Test(arguments: [60, 90, 100, 120, 250])
  func `is the same from a table`(rate: Double) throws {
    let strokes =
      stroke(millimetresPerSecond: 170, seconds: 0.2)
      + stroke(from: 40, millimetresPerSecond: -90, seconds: 0.3, at: 0.35, id: 2)
      + stroke(millimetresPerSecond: 130, seconds: 0.1, at: 2, id: 3)
    let interaction = try interaction { $0.rate = rate }
    let sink = measured(interaction, strokes)
    let driven = DrivenFrames(sink.trajectory, of: interaction)
    let table = ResultTable(sink.trajectory, properties: interaction.columns)
    let whole = driven.jank(of: try #require(table["offset"]))
    #expect(whole.count == 3)
    #expect(whole == sink.meter.all.map { $0.jank[0].jank })
    #expect(whole.contains { $0.jankyCount > 0 } && whole.allSatisfy { $0.frameCount > 10 })
  }

  @Test func `is not measured unless it is asked for`() throws {
    let interaction = try interaction()
    var meter = TrajectoryMeter(interaction)
    let trajectory = trajectory(interaction, stroke(millimetresPerSecond: 100, seconds: 0.2))
    for event in trajectory.events { meter.receive(event) }
    #expect(meter.all.count == 1 && meter.all[0].jank.isEmpty)
  }
}

@Suite struct `A column` {
  @Test(arguments: [
    "sheet.y", "x", "scroll-1.scrollTop", "list.scrollLeft", "offset", "translationY", "li.left",
  ])
  func `is a position`(name: String) { #expect(ColumnAxis.isPosition(name)) }

  @Test(arguments: [
    "sheet.opacity", "fraction", "velocity", "scale", "y.width", "sheet.--progress",
  ])
  func `is none`(name: String) { #expect(!ColumnAxis.isPosition(name)) }

  /// A program prints a row for each contact, too, between the frames of 10 ms.
  @Test func `has the rows of frames on a virtual clock`() throws {
    let column = ResultTable.Column(
      name: "x",
      points: (0...20).map {
        ResultTable.Point(time: Timestamp(microseconds: $0 * 5000), value: Double($0 / 2 * 10))
      })
    let span = GestureSpan(
      landing: Timestamp(microseconds: 0), release: Timestamp(microseconds: 100_000),
      end: Timestamp(microseconds: 100_000))
    func jank(isVirtual: Bool) throws -> Jank {
      let clock = FrameClock(rate: 100, isVirtual: isVirtual)
      return try #require(DrivenFrames([span], touches: [], clock: clock).jank(of: column).first)
    }
    // Ten steps of 10 px, and as many second differences of 0 less one.
    let exact = try jank(isVirtual: true)
    #expect(exact.frameCount == 10 && exact.roughness == 0)
    #expect(try jank(isVirtual: false).roughness != 0)
  }
}
