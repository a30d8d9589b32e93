import Foundation
import PantographTestSupport
import Testing

/// `pantograph diff` of two tables that other programs print, and the tolerances for it.
@Suite("Two tables of other programs") struct ShownDiffTests {
  private let desk: TemporaryFolder

  init() throws {
    desk = try TemporaryFolder()
    _ = try desk.file("before.csv", "time,a,b,event\n0,1,1,\n1,1,1,goes\n")
    // Half a second later, higher by 1 and by 3.
    _ = try desk.file("after.csv", "time,a,b,event\n0,2,4,\n1,2,4,\n1.5,,,goes\n")
  }

  private func diff(_ words: String...) throws -> Program {
    try Program(Program.pantograph, ["diff"] + words, in: desk.url)
  }

  @Test(arguments: [
    ("3,0.6", 0), ("3", 1), ("2.9,0.6", 1), ("*=3;events=0,0.6", 0), ("*=3", 1),
    ("a=1;b=3;events=0,0.6", 0), ("a=1;*=3;events=0,0.6", 0), ("a=1;*=2.9;events=0,0.6", 1),
    ("events=0,0.4;*=3", 1), ("b=3;1,0.6", 0), ("a=0.9;3,0.6", 1), ("3;events=0,0.6", 0),
  ])
  func `have tolerances for columns, all others, and events`(text: String, status: Int) throws {
    let diff = try diff("before.csv", "after.csv", "--tolerance", text)
    #expect(diff.status == status, "\(diff)")
  }

  @Test(arguments: [
    ("a=1;a=2", "a is given twice"), ("1;2", "a number without a column is given twice"),
    ("*=1;*=1", "* is given twice"), ("a", "expected a number"), ("a=1,2,3", "expected a number"),
    ("=3", "expected a column before '='"), ("events=3", "events: expected two numbers"),
    ("events=0,61", "expected a number"), ("", "expected a number"),
  ])
  func `have no other tolerances`(text: String, sentence: String) throws {
    let diff = try diff("before.csv", "after.csv", "--tolerance", text)
    #expect(diff.status == 2, "\(diff)")
    #expect(
      diff.complaints.hasPrefix("pantograph diff: --tolerance \(text): \(sentence)"), "\(diff)")
  }

  @Test func `have a note if no column has the name of a tolerance`() throws {
    let diff = try diff("before.csv", "after.csv", "--tolerance", "aa=1;b=3")
    #expect(
      diff.output.contains(
        "    note: a tolerance is given for 'aa', but there is no such column\n"),
      "\(diff)")
  }

  @Test func `are compared in the columns that both have`() throws {
    _ = try desk.file("other.csv", "time,a,c,d\n0,1,7,7\n1,1,7,7\n")
    _ = try desk.file("third.csv", "time,a,b\n0,1,1\n1,1,1\n")
    let same = try diff("third.csv", "other.csv")
    #expect(same.status == 0, "\(same)")
    #expect(
      same.output == """
        the same within the tolerances
            only in third.csv, not compared: b
            only in other.csv, not compared: c, d

        """, "\(same)")
    let parted = try diff("other.csv", "after.csv")
    #expect(parted.status == 1 && parted.output.hasPrefix("a is 2.0 instead of 1.0"), "\(parted)")
    #expect(parted.output.contains("    only in after.csv, not compared: b\n"), "\(parted)")
    _ = try desk.file("alone.csv", "time,z\n0,1\n")
    let alone = try diff("third.csv", "alone.csv")
    #expect(
      alone.status == 2
        && alone.complaints == "third.csv and alone.csv have no column in common\n", "\(alone)")
  }

  /// A trajectory in CSV has no column of events.
  @Test func `are compared in events, too, unless one is a trajectory`() throws {
    _ = try desk.file("late.csv", "time,a,b,event\n0,1,1,\n1,1,1,\n1.5,,,goes\n")
    let late = try diff("before.csv", "late.csv")
    #expect(late.status == 1 && late.output.hasPrefix("'goes' at 1.500 s"), "\(late)")
    _ = try desk.file(
      "trajectory.csv", "time,phase,fraction,velocity\n0.000000,idle,0.000000,0.000000\n")
    _ = try desk.file("fraction.csv", "time,fraction,event\n0,0,goes\n")
    let mixed = try diff("trajectory.csv", "fraction.csv")
    #expect(mixed.status == 0, "\(mixed)")
  }
}
