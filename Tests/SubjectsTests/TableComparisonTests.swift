import Foundation
import PantographBase
import PantographSubjects
import PantographTrajectories
import Testing

@Suite("What a program shows") struct ComparedTablesTests {
  private func shown(_ text: String) throws -> ResultTable {
    try TableReader.read(Array(text.utf8))
  }

  private func compare(
    _ actual: String, to expected: String, _ tolerances: [String: Tolerance] = [:],
    events: Int64 = 0
  ) throws -> ComparedTables {
    var allowed = Tolerances()
    allowed.columns = tolerances
    allowed.events = events
    return try ComparedTables(
      of: shown(actual), expecting: shown(expected), within: allowed)
  }

  /// A straight line from 0 to 10 in a second, with other rows.
  private static let line = "time,a\n0,0\n1,10\n"

  @Test func `is compared along straight lines, whatever its rows`() throws {
    #expect(try compare("time,a\n0,0\n0.3,3\n0.7,7\n1,10\n", to: Self.line).isSame)
    let bent = try compare("time,a\n0,0\n0.5,5.5\n1,10\n", to: Self.line)
    #expect(bent.result.first?.time.microseconds == 500_000)
    #expect(
      bent.result.first?.kind
        == .value(column: "a", expected: 5, actual: 5.5, tolerance: .printed))
    #expect(bent.result.gaps.first?.difference == 0.5)
    #expect(
      try compare(
        "time,a\n0,0\n0.5,5.5\n1,10\n", to: Self.line, ["a": Tolerance(value: 0.5)]
      ).isSame)
  }

  /// A tenth of a second later, the line is lower by 1.
  @Test func `may be later by the time allowed`() throws {
    let late = "time,a\n0,0\n0.1,0\n1.1,10\n"
    let early = "time,a\n0,0\n1,10\n1.1,10\n"
    #expect(
      try compare(late, to: early, ["a": Tolerance(value: 0, microseconds: 100_000)]).isSame)
    #expect(
      try !compare(late, to: early, ["a": Tolerance(value: 0, microseconds: 99_000)]).isSame)
    #expect(try compare(late, to: early, ["a": Tolerance(value: 1)]).isSame)
    #expect(try !compare(late, to: early, ["a": Tolerance(value: 0.99)]).isSame)
  }

  /// Between the rows, the nearest value within the time allowed is what differs.
  @Test func `is compared with a value nearby`() throws {
    let tolerance = Tolerance(value: 0.1, microseconds: 200_000)
    let shown = try compare("time,a\n0.9,2\n", to: "time,a\n1.001,5\n", ["a": tolerance])
    #expect(shown.result.first?.time.microseconds == 900_000)
    #expect(
      shown.result.first?.kind == .value(column: "a", expected: 5, actual: 2, tolerance: tolerance))
  }

  @Test func `is shown in a sentence without too many digits`() throws {
    let shown = try compare("time,a\n0,-1.7e308\n", to: "time,a\n0,1.7e308\n")
    let report = DifferenceReport(shown.result)
    #expect(report.sentence == "a is -1.7e+308 instead of 1.7e+308 at 0.000 s")
    #expect(report.lines == ["tolerance of a: 1e-06"])
  }

  /// Of a page that has an error at once, all else comes from that.
  @Test func `begins with an error of the page`() throws {
    let (now, before) = ("time,a,event\n0,1,console error: x\n1,2,\n", "time,a,event\n0,1,\n1,3,\n")
    #expect(
      try DifferenceReport(compare(now, to: before).result).newError
        == "unexpected 'console error: x'")
    #expect(try DifferenceReport(compare(before, to: now).result).newError == nil)
    let late = "time,a,event\n0,2,\n1,2,console error: x\n"
    #expect(try DifferenceReport(compare(late, to: before).result).newError == nil)
  }

  /// Three decimals would show 0.001 instead of 0.000, a difference of eighty times as much.
  @Test func `is shown with as many digits as make the difference true`() throws {
    let shown = try compare("time,a\n0,0.000507\n", to: "time,a\n0,0.000495\n")
    #expect(
      DifferenceReport(shown.result).sentence == "a is 0.000507 instead of 0.000495 at 0.000 s")
    let greater = try compare("time,a\n0,0.6\n", to: "time,a\n0,0.4\n")
    #expect(DifferenceReport(greater.result).sentence == "a is 0.6 instead of 0.4 at 0.000 s")
  }

  @Test func `may not end earlier or later`() throws {
    let short = try compare("time,a\n0,0\n0.5,5\n", to: Self.line)
    #expect(
      short.result.first?.kind
        == .value(column: "a", expected: 10, actual: nil, tolerance: .printed))
    let long = try compare("time,a\n0,0\n1,10\n2,20\n", to: Self.line)
    #expect(
      long.result.first?.kind
        == .value(column: "a", expected: nil, actual: 20, tolerance: .printed))
  }

  /// An empty cell leaves open what is there; the word says that nothing is.
  @Test func `is missing where it says so`() throws {
    let vanished = "time,a\n0,0\n0.4,none\n0.6,none\n0.8,8\n1,10\n"
    let shown = try compare(vanished, to: "time,a\n0,0\n0.5,5\n0.8,8\n1,10\n")
    #expect(shown.result.first?.time.microseconds == 500_000)
    #expect(
      shown.result.first?.kind
        == .value(column: "a", expected: 5, actual: nil, tolerance: .printed))
    #expect(try compare(vanished, to: vanished).isSame)
    #expect(try !compare("time,a\n0,0\n0.5,5\n1,10\n", to: vanished).isSame)
    #expect(try compare("time,a\n0,0\n0.4,\n0.8,8\n1,10\n", to: Self.line).isSame)
    #expect(
      try compare(
        "time,a\n0,0\n0.5,none\n0.8,8\n1,10\n", to: "time,a\n0,0\n0.4,none\n0.8,8\n1,10\n",
        ["a": Tolerance(value: 0, microseconds: 100_000)]
      ).isSame)
    let table = try self.shown(vanished).table
    #expect(table.contains("\n0.400000,none\n0.600000,none\n0.800000,8.0\n"))
  }

  @Test func `may have new columns and none less`() throws {
    let more = try compare("time,a,b\n0,0,1\n1,10,1\n", to: Self.line)
    #expect(more.isSame && more.result.newColumns == ["b"])
    let less = try compare("time,b\n0,0\n", to: Self.line)
    #expect(less.result.first?.kind == .missingColumn("a"))
  }

  @Test(arguments: [
    ("time,event\n0.5,opens\n", true), ("time,event\n0.508,opens\n", true),
    ("time,event\n0.509,opens\n", false), ("time,event\n0.5,closes\n", false),
    ("time,event\n0.5,opens\n0.6,opens\n", false), ("time,event,a\n0,,1\n", false),
  ])
  func `has the same events`(actual: String, isSame: Bool) throws {
    let comparison = try compare(actual, to: "time,event\n0.5,opens\n", events: 8000)
    #expect(comparison.isSame == isSame)
  }

  /// Rows with gaps, jumps and values that are not there, of which one side has every other one.
  @Test(arguments: [Int64(0), 30_000, 150_000], [1, 2, 7])
  func `differs in the same way if it comes in pieces`(microseconds: Int64, size: Int) throws {
    func rows(_ step: Int, _ shift: Double) -> [String] {
      stride(from: 0, to: 600, by: step).map { index in
        let time = Double(index / 2 * 2) / 100
        let b = index % 90 == 0 ? "none" : index % 6 == 0 ? "\(index % 36)" : ""
        return
          "\(time + shift),\(index * index % 97),\(b),\(index % 150 == 0 ? "at \(index)" : "")\n"
      }
    }
    let (expected, actual) = (rows(1, 0), rows(2, 0.01))
    let tolerances = Tolerances(
      events: 20_000, others: Tolerance(value: 20, microseconds: microseconds))
    let head = "time,a,b,event\n"
    let whole = try Differ.compare(
      shown(head + actual.joined()), to: shown(head + expected.joined()), within: tolerances)
    var differ = Differ(ofTablesWithin: tolerances)
    for start in stride(from: 0, to: expected.count, by: size) {
      let piece = expected[start..<min(start + size, expected.count)]
      differ.receive(try shown(head + piece.joined()), on: .expected)
      guard start < actual.count else { continue }
      let other = actual[start..<min(start + size, actual.count)]
      differ.receive(try shown(head + other.joined()), on: .actual)
    }
    #expect(differ.finish() == whole && whole.first != nil && whole.gaps.count == 2)
  }

  /// A wave, and one that falls behind by up to 0.3 s in 3 s; each point is looked for among all of the other side.
  @Test(arguments: [Int64(0), 30_000, 150_000])
  func `differs where all points of both sides say so`(microseconds: Int64) throws {
    typealias Points = [(time: Int64, value: Double)]
    let expected: Points = (0..<300).map { index in
      (Int64(index) * 10_000, 100 * sin(Double(index) / 12))
    }
    let actual: Points = (0..<230).map { index in
      let seconds = Double(index) * 0.013
      return (Int64(index) * 13_000, 100 * sin((seconds - seconds * 0.1) / 0.12))
    }
    func value(_ points: Points, at time: Int64) -> Double? {
      guard let after = points.firstIndex(where: { $0.time >= time }) else { return nil }
      guard points[after].time > time else { return points[after].value }
      guard after > 0 else { return nil }
      let (before, next) = (points[after - 1], points[after])
      let share = Double(time - before.time) / Double(next.time - before.time)
      return before.value + (next.value - before.value) * share
    }
    func differences(_ points: Points, from other: Points) -> [Int64] {
      points.filter { point in
        let ends = [point.time - microseconds, point.time + microseconds]
        let values =
          ends.compactMap { value(other, at: $0) }
          + other.filter { ends[0] <= $0.time && $0.time <= ends[1] }.map(\.value)
        guard let low = values.min(), let high = values.max() else { return true }
        return point.value < low - 8 || point.value > high + 8
      }.map(\.time)
    }
    func table(_ points: Points) -> ResultTable {
      var table = ResultTable()
      for point in points {
        table.add(point.value, to: "a", at: Timestamp(microseconds: point.time))
      }
      return table
    }
    let result = Differ.compare(
      table(actual), to: table(expected),
      within: Tolerances(others: Tolerance(value: 8, microseconds: microseconds)))
    let first = (differences(actual, from: expected) + differences(expected, from: actual)).min()
    #expect(first != nil && result.first?.time.microseconds == first)
  }
}
