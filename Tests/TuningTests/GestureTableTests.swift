import PantographBase
import PantographGestures
import PantographInteractions
import PantographTuning
import Testing

@Suite("A table of gestures") struct GestureTableTests {
  /// Every number differs from all others, so that none can replace another.
  private func row(_ name: String, _ number: Int, _ label: Label?) -> GestureFeatures {
    let first = Double(number)
    return GestureFeatures(
      recording: name, number: number, time: Timestamp(microseconds: Int64(number) * 7),
      end: .release,
      release: Release(
        fraction: first + 0.01, startFraction: first + 0.02, peak: first + 0.03,
        distance: first + 0.04, travel: first + 0.05, crossTravel: first + 0.06,
        lastMovement: first + 0.07, duration: first + 0.08, restTime: first + 0.09,
        earlierTravel: first + 0.10),
      velocities: VelocityEstimator.allCases.indices.map {
        .init(along: first + Double($0) * 100, across: first + Double($0) * 100 + 50)
      }, peakPressure: nil, device: "pad \(number % 2)", label: label)
  }

  private var rows: [GestureFeatures] {
    let long = "a/folder/with/a/long/name/ü.yml"
    var rows = [
      row(long, 1, Label(.finish, person: "ann")), row(long, 2, nil), row("b", 1, Label(.cancel)),
      row(long, 3, Label(.finish, person: "ann")),
      row("", 4, Label(.gesture("tap"), device: "pen")),
    ]
    (rows[1].end, rows[1].release, rows[1].velocities) = (.cutOff, nil, [])
    return rows
  }

  @Test func `returns the gestures as they were added`() {
    var table = GestureTable()
    for row in rows { table.append(row) }
    #expect(Array(table) == rows)
  }

  @Test func `returns the velocities that it keeps`() {
    var table = GestureTable(keeping: [.android, .hammer])
    for row in rows { table.append(row) }
    for (row, kept) in zip(rows, table) {
      for estimator in [VelocityEstimator.android, .hammer] {
        let rule = ReleaseRule(
          estimator: estimator, clauses: [.init([.init(.velocity, .above, 1)], then: .finish)],
          otherwise: .cancel)
        #expect(kept.release(for: rule) == row.release(for: rule))
      }
      #expect(kept.velocities.count == (row.release == nil ? 0 : 2))
    }
  }

  @Test func `lists labelled gestures, and part of them, in their order`() throws {
    var table = GestureTable()
    for row in rows { table.append(row) }
    let all = try LabelledGesture.all(in: table, finishing: ["finish", "tap"])
    #expect(all.map(\.features) == [rows[0], rows[2], rows[3], rows[4]])
    #expect(all.map(\.isMeantToFinish) == [true, false, true, true])
    let part = all.filter { $0.features.recording == "b" || $0.features.number == 3 }
    #expect(Array(part) == [all[1], all[2]])
    #expect(LabelledGestures(Array(part)) == part)
    #expect(part != all)
  }
}
