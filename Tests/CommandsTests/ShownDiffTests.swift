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

  /// Until 0.2 s, the box is where it was at 0.1 s: no line leads to where it is when it comes back.
  @Test func `keep a value until there is none`() throws {
    _ = try desk.file("few.csv", "time,x\n0,0\n0.1,0\n0.2,none\n1,1000\n")
    _ = try desk.file("more.csv", "time,x\n0,0\n0.1,0\n0.15,0\n0.2,none\n1,1000\n")
    for (one, other) in [("few.csv", "more.csv"), ("more.csv", "few.csv")] {
      let same = try diff(one, other)
      #expect(same.status == 0, "\(same)")
    }
    _ = try desk.file("late.csv", "time,x\n0,0\n0.1,0\n0.15,5\n0.2,none\n1,1000\n")
    let parted = try diff("few.csv", "late.csv")
    #expect(parted.status == 1 && parted.output.hasPrefix("x is 5.0 instead of 0.0"), "\(parted)")
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

  /// 9,000 rows of 16 bytes are more than a file is read at once.
  private static let rows = (0..<9000).map { "\(100_000 + $0).5,2.125\n" }.joined()
  private static let trajectoryHead = "time,phase,fraction,velocity\n"

  /// Equal files are read without keeping their rows, and others with them.
  @Test(arguments: [
    "", "\n", "\u{feff}", "no table\n", "time,a\n", "time,a\n0,1\nmessage\n",
    "time,a\n1,1\n0.5,1\n", "time,a\n0,1,2\n", "time,a\n0,x\n", "time,a\n0,1e999\n",
    "time,a,a\n0,1,1\n", "time,a\n0,1\n# zero 1\n", "{\"time\":0,\"a\":[]}\n",
    "time,event\n0,\" \"\n", "time,a\n" + rows + "100,1\n", "\ntime,a\r\n" + rows + "999999",
    trajectoryHead, trajectoryHead + "0.000000,asleep,0.0,0.0\n",
    trajectoryHead + "0.000000,idle,0.0,0.0\n0.100000,idle,0.0",
    trajectoryHead + "0.100000,idle,0.0,0.0\n0.000000,idle,0.0,0.0\n",
  ])
  func `that are equal have the mistakes of others`(text: String) throws {
    _ = try desk.file("one.csv", text)
    _ = try desk.file("copy.csv", text)
    let isTrajectory = text.hasPrefix(Self.trajectoryHead)
    _ = try desk.file(
      "other.csv",
      isTrajectory ? Self.trajectoryHead + "0.000000,idle,0.0,0.0\n" : "time,a\n0,1\n")
    let equal = try diff("one.csv", "copy.csv")
    let unequal = try diff("one.csv", "other.csv")
    #expect(equal.status == 2 && equal.output.isEmpty, "\(equal)")
    #expect(equal.complaints == unequal.complaints)
  }

  @Test(arguments: [
    "time,a\n0,1", "\u{feff}time,a\r\n0,1\r\n", "time,event\n0,goes\n", "\n\ntime,a\n" + rows,
    "{\"zero\":5}\n{\"time\":5,\"a\":1}\n{\"time\":6,\"a\":\"none\"}\n", "a,time\n\"1\",0\n,2\n",
    "# comment\n" + trajectoryHead + "0.000000,idle,0.0,0.0\n0.100000,tracking,0.1,1.0\n",
  ])
  func `that are equal are the same, without and with their curves`(text: String) throws {
    let isTrajectory = text.contains(Self.trajectoryHead)
    let table = isTrajectory ? String(text.dropFirst("# comment\n".count)) : text
    _ = try desk.file("one.csv", table)
    _ = try desk.file("copy.csv", table)
    let plain = try diff("one.csv", "copy.csv")
    #expect(
      plain.status == 0 && plain.output.contains("the same") && plain.complaints.isEmpty,
      "\(plain)")
    let json = try diff("one.csv", "copy.csv", "--json")
    #expect(json.status == 0 && json.output.contains("null"), "\(json)")
    let drawn = try diff("one.csv", "copy.csv", "--html", "page.html")
    #expect(drawn.status == 0 && drawn.output == plain.output, "\(drawn)")
    let page = try String(contentsOf: desk.file("page.html"), encoding: .utf8)
    #expect(page.contains("copy.csv") && (!text.contains(Self.rows) || page.contains("<svg")))
  }

  /// A table of 10 MB, which takes 40 MB with its copy even without the numbers; the program itself needs less than 70.
  @Test(
    .enabled(if: LongTests.areRun && Repository.canLimitMemory, LongTests.absence),
    arguments: [false, true], [false, true])
  func `need no more memory if they are long`(areTrajectories: Bool, areEqual: Bool) throws {
    let cells = (0..<120).map { "\(1000 + $0).25" }.joined(separator: ",")
    let names = (0..<(areTrajectories ? 118 : 120)).map { "c\($0)" }.joined(separator: ",")
    let head = areTrajectories ? "time,phase,fraction,velocity,\(names)" : "time,\(names)"
    let phase = areTrajectories ? "idle," : ""
    let rows = (0..<12_000).map { "\($0).000000,\(phase)\(cells)\n" }.joined()
    _ = try desk.file("one.csv", "\(head)\n\(rows)")
    _ = try desk.file(
      "copy.csv", "\(head)\n\(rows)\(areEqual ? "" : "12000.000000,\(phase)\(cells)\n")")
    let program = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"ulimit -c 0; ulimit -v 70000; exec "$0" diff one.csv copy.csv"#,
        Program.pantograph.path,
      ], in: desk.url)
    let isSame = areEqual || areTrajectories
    #expect(program.status == (isSame ? 0 : 1), "\(program)")
    #expect(program.output.contains("the same") == isSame, "\(program)")
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
