import Foundation
import PantographBase
import PantographTestSupport
import PantographTrajectories
import Testing

/// A display of 100 frames a second: an interval of 10 ms makes the arithmetic of the rules plain.
private let display = FrameClock(rate: 100, isVirtual: false)

/// A display frame: its milliseconds, a position, and the first and last milliseconds of touches since the one before.
private typealias Row = (time: Double, value: Double, touches: ClosedRange<Double>?)

private func time(_ milliseconds: Double) -> Timestamp {
  Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
}

private func words(_ instant: Jank.Instant) -> String {
  "\(instant.rule.rawValue) \(Int(instant.amount)) at \(instant.time.microseconds / 1000) ms"
}

private func judge(
  _ rows: [Row], clock: FrameClock = display, liftingAt lift: Double = .infinity
) -> Jank {
  var meter = JankMeter(clock)
  for row in rows {
    meter.take(
      row.value, at: time(row.time),
      after: row.touches.map { time($0.lowerBound)...time($0.upperBound) },
      isDriven: row.time < lift)
  }
  return meter.result
}

/// Judges steps of a position, each in the next display frame.
private func judge(steps: [Double], clock: FrameClock = display) -> Jank {
  var value = 0.0
  var rows: [Row] = [(0, 0, nil)]
  for (index, step) in steps.enumerated() {
    value += step
    rows.append((Double(index + 1) * 10, value, nil))
  }
  return judge(rows, clock: clock)
}

@Suite struct `Predictor jank` {
  @Test(
    arguments: [
      // d2/max(d1, d3) of large steps: 13/10 = 1.3, 0.1 above 1.2.
      ([10, 13, 10], 0.1),
      ([-10, -13, -8], 0.1),
      // min(d1, d3)/d2: 15/12 = 1.25, 0.05 above 1.2.
      ([16, 12, 15], 0.05),
      // Steps of up to 7 px: 7/4 = 1.75, 0.35 above 1.4, and 6.5/5 = 1.3.
      ([4, 7, 4], 0.35), ([5, 6.5, 5], nil),
      // At 7.5 px, 7.5/6 = 1.25 is above 1.2.
      ([6, 7.5, 6], 0.05),
      // Exactly 7/5 = 1.4.
      ([5, 7, 5], 0),
      // A turn has no neighbours, and a slope has none that it sticks out from.
      ([10, -13, 10], nil), ([10, 13, -10], nil), ([20, 15, 10], nil), ([10, 15, 22], nil),
      // 1/8 px is less than 0.2 px, and 1/4 px is not: 2 is 0.6 above 1.4.
      ([0.0625, 0.125, 0.0625], nil), ([0.125, 0.25, 0.125], 0.6),
    ] as [([Double], Double?)])
  func `sticks out among its neighbours`(steps: [Double], severity: Double?) throws {
    let jank = judge(steps: steps)
    #expect(jank.predictorCount == (severity == nil ? 0 : 1) && jank.frameCount == 3)
    #expect(jank.jankyCount == jank.predictorCount)
    #expect(jank.predictorShare == (severity == nil ? 0 : 1.0 / 3))
    #expect((jank.severity == nil) == (severity == nil))
    if let severity, let found = jank.severity { #expect(abs(found - severity) < 1e-9) }
    // It is the frame with the second step.
    #expect(jank.instants.map(\.time) == (severity == nil ? [] : [time(20)]))
    #expect(jank.instants.allSatisfy { $0.rule == .predictor })
  }

  /// A display frame that shows the same is no frame.
  @Test func `leaves out what stands still`() {
    let jank = judge(steps: [1, 0, 2, 0, 0, 1])
    #expect(jank.frameCount == 3 && jank.predictorCount == 1 && jank.jankyCount == 1)
    #expect(jank.instants.map(\.time) == [time(30)])
  }

  @Test func `needs three frames`() {
    #expect(judge(steps: [10, 13]).predictorCount == nil)
    #expect(judge(steps: [10, 13]).predictorShare == nil)
    #expect(
      judge(steps: [10, 13, 10], clock: FrameClock(rate: nil, isVirtual: false)).severity != nil)
  }
}

@Suite struct `Scroll jank` {
  @Test func `counts gaps of more than 1.5 intervals`() {
    #expect(judge([(0, 0, nil), (10, 1, nil), (25, 2, nil)]).gapCount == 0)
    #expect(judge([(0, 0, nil), (10, 1, nil), (25.1, 2, nil)]).gapCount == 1)
    // Where it turns, it may have been at its end.
    #expect(judge([(0, 0, nil), (10, 1, nil), (40, 0, nil)]).gapCount == 0)
  }

  /// A frame at 20 ms with a touch at 15 ms, so that the cutoff is 5 ms, and one at 40 ms, V = 2.
  ///
  /// Adjusted is 5 + .01·10 − .05·10 = 4.6 ms. A touch at 25 ms has waited 15 ms: (15 − 4.6)/9.9 = 1.05. One at 26 ms: 9.4/9.9 = 0.95.
  @Test func `finds touches that waited, by rule 1`() {
    func found(_ first: Double) -> Jank {
      judge([(10, 0, nil), (20, 1, 15...15), (40, 2, first...38)])
    }
    #expect(found(25).scrollCount == 1 && found(25).missedCount == 1)
    #expect(found(25).instants.map(words) == ["delivery 1 at 40 ms"])
    #expect(found(26).scrollCount == 0 && found(26).instants.isEmpty)
    // Within one interval nothing is judged.
    #expect(judge([(10, 0, nil), (20, 1, 15...15), (30, 2, 1...29)]).scrollCount == 0)
  }

  /// The cutoff of 5 ms grows by .01·10 ms in each of 10 frames, whose own cutoffs are 9 ms, to 6 ms.
  ///
  /// Then V = 2: adjusted is 6 − .4 = 5.6 ms, and (15.4 − 5.6)/9.9 = .99; with 5 ms it would be 1.09.
  @Test func `lets the cutoff grow`() {
    var rows: [Row] = [(10, 0, nil), (20, 1, 15...15)]
    for index in 1...10 {
      let time = 20 + Double(index) * 10
      rows.append((time, 1 + Double(index), (time - 9)...(time - 9)))
    }
    rows.append((140, 12, 124.6...139))
    #expect(judge(rows).scrollCount == 0)
    // (16 − 5.6)/9.9 = 1.05.
    rows[rows.count - 1].touches = 124...139
    #expect(judge(rows).missedCount == 1)
  }

  /// A frame with a cutoff of 1 ms lowers it from 5 ms: (12 − 1 + .4)/9.9 = 1.15; with 5 ms it would be .75.
  @Test func `lets the cutoff fall`() {
    let jank = judge([(10, 0, nil), (20, 1, 15...15), (30, 2, 29...29), (50, 3, 38...49)])
    #expect(jank.missedCount == 1)
  }

  /// After jank at 40 ms the cutoff is that frame's own, 9 ms, and not 5.2 ms.
  ///
  /// At 60 ms, (17 − 8.6)/9.9 = .85; with 5.2 ms it would be 1.23.
  @Test func `begins anew after jank`() {
    let rows: [Row] = [(10, 0, nil), (20, 1, 15...15), (40, 2, 22...31)]
    #expect(judge(rows).scrollCount == 1)
    #expect(judge(rows + [(60, 3, 43...52)]).scrollCount == 1)
    // (19 − 8.6)/9.9 = 1.05.
    #expect(judge(rows + [(60, 3, 41...52)]).scrollCount == 2)
  }

  @Test func `finds missing frames in a fast scroll, by rule 2`() {
    let fast = judge([(0, 0, nil), (10, 3, nil), (40, 6, nil)])
    #expect(fast.instants.map(words) == ["fastScroll 2 at 40 ms"])
    #expect(fast.scrollCount == 1 && fast.missedCount == 2)
    #expect(judge([(0, 0, nil), (10, 2.9, nil), (40, 6, nil)]).scrollCount == 0)
    #expect(judge([(0, 0, nil), (10, 3, nil), (40, 5.9, nil)]).scrollCount == 0)
    #expect(judge([(0, 0, nil), (10, 3, nil), (40, 0, nil)]).scrollCount == 0)
  }

  @Test func `finds missing frames of a fling, by rule 3`() {
    func found(_ first: Double, _ second: Double, lift: Double) -> Jank {
      judge([(0, 0, nil), (10, first, nil), (30, first + second, nil)], liftingAt: lift)
    }
    let fling = found(1, 0.25, lift: 5)
    #expect(fling.instants.map(words) == ["fling 1 at 30 ms"])
    #expect(found(1, 0.1875, lift: 5).scrollCount == 0)
    // Its start follows a fast scroll, and not a slow one.
    #expect(found(3, 0.25, lift: 15).instants.map(\.rule) == [.fling])
    #expect(found(2.5, 0.25, lift: 15).scrollCount == 0)
    // While a finger holds it, it is no fling.
    #expect(found(1, 0.25, lift: 50).scrollCount == 0)
  }

  /// Steps of 10, 14 and 10 px: 14/10 is a predictor jank of the frame that rule 2 finds, too.
  @Test func `counts a frame once`() {
    let jank = judge([(0, 0, nil), (10, 10, nil), (30, 24, nil), (40, 34, nil)])
    #expect(jank.predictorCount == 1 && jank.scrollCount == 1 && jank.jankyCount == 1)
    #expect(jank.instants.map(\.rule) == [.fastScroll, .predictor])
  }

  @Test func `is unknown without an interval, or with one frame`() {
    let unknown = judge(
      [(0, 0, nil), (10, 3, nil), (40, 6, nil), (50, 9, nil)],
      clock: FrameClock(rate: nil, isVirtual: false))
    #expect(unknown.gapCount == nil && unknown.scrollCount == nil && unknown.missedCount == nil)
    #expect(unknown.roughness == nil && unknown.droppedCount == nil)
    let one = judge([(0, 0, nil), (10, 3, nil)])
    #expect(one.gapCount == nil && one.scrollCount == nil && one.frameCount == 1)
    #expect(judge([]).droppedCount == nil && judge([(0, 0, nil)]).droppedCount == nil)
  }
}

@Suite struct `Second differences` {
  /// Of 0, 1, 3, 4, 5.4: |0 − 2 + 3| = 1, |1 − 6 + 4| = 1 and |3 − 8 + 5.4| = 0.4, of which two are above 0.5.
  @Test func `have a mean, and a count`() throws {
    let jank = judge(steps: [1, 2, 1, 1.4])
    #expect(jank.roughCount == 2)
    #expect(abs(try #require(jank.roughness) - 0.8) < 1e-9)
    #expect(judge(steps: [1, 1, 1]).roughness == 0)
    #expect(judge(steps: [1]).roughness == nil && judge(steps: [1]).roughCount == nil)
  }

  @Test func `are those while fingers are down, without a gap`() {
    let rows: [Row] = [(0, 0, nil), (10, 1, nil), (20, 3, nil)]
    #expect(judge(rows).roughness == 1)
    #expect(judge(rows, liftingAt: 20).roughness == nil)
    #expect(judge([rows[0], rows[1], (26, 3, nil)]).roughness == nil)
    #expect(judge([rows[0], (16, 1, nil), (26, 3, nil)]).roughness == nil)
  }
}

@Suite struct `Dropped frames` {
  /// 128 display frames.
  ///
  /// In the first 64 of them, 3 are dropped before the second row, and none later.
  @Test func `are a share of 64`() throws {
    let rows: [Row] = [(0, 0, nil)] + (4...128).map { (Double($0) * 10, 0, nil) }
    let jank = judge(rows)
    #expect(jank.droppedCount == 3)
    #expect(jank.droppedShare == 3.0 / 64)
    #expect(judge(Array(rows.prefix(50))).droppedShare == nil)
    let still = judge(rows, clock: FrameClock(rate: 100, isVirtual: true))
    #expect(still.droppedCount == nil && still.droppedShare == nil && still.isVirtual)
  }

  /// A pause of 1000 days is as good as one of hours, and takes no time.
  @Test func `are counted over any pause`() {
    let jank = judge([(0, 0, nil), (1e3 * 86_400 * 1000, 0, nil)])
    #expect(jank.droppedShare == 1 && jank.droppedCount == 999_999)
  }
}

@Suite(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
struct `Jank of random series` {
  /// 1000 series, each judged as a whole and in fractions by Tests/Oracles/jank_series.py.
  @Test func `is that of another program`() throws {
    let answer = try Program(
      try #require(OtherProgram.python),
      [Repository.script("jank_series.py").path, "20261201", "1000"])
    #expect(answer.status == 0, "\(answer.complaints)")
    let lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: " ").map { Double($0) ?? .nan }
    }
    try #require(lines.count == 4 * 1000 + 1)
    for start in stride(from: 0, to: lines.count - 1, by: 4) {
      let (clock, rows) = (lines[start], lines[start + 1])
      var meter = JankMeter(
        FrameClock(rate: clock[0].isNaN ? nil : clock[0], isVirtual: clock[1] == 1))
      for row in stride(from: 0, to: rows.count, by: 5) {
        let times = [0, 2, 3].map { place in
          Timestamp(microseconds: Int64(exactly: rows[row + place]) ?? 0)
        }
        meter.take(
          rows[row + 1], at: times[0], after: rows[row + 2].isNaN ? nil : times[1]...times[2],
          isDriven: rows[row + 4] == 1)
      }
      let jank = meter.result
      let counts = [jank.gapCount, jank.scrollCount, jank.missedCount, jank.roughCount]
      let found =
        [Double(jank.frameCount), Double(jank.jankyCount), jank.predictorCount.map(Double.init)]
        + [jank.severity] + counts.map { $0.map(Double.init) }
        + [jank.roughness, jank.droppedCount.map(Double.init), jank.droppedShare]
      let areSame = zip(found, lines[start + 2]).map { ours, theirs in
        ours.map { abs($0 - theirs) < 1e-9 } ?? theirs.isNaN
      }
      #expect(found.count == lines[start + 2].count, "series \(start / 4)")
      #expect(!areSame.contains(false), "series \(start / 4): \(found)")
      var times: [Double] = []
      for instant in jank.instants.map({ Double($0.time.microseconds) })
      where times.last != instant && times.count < 30 {
        times.append(instant)
      }
      #expect(times == lines[start + 3], "series \(start / 4)")
    }
  }
}
