import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph tune with invalid input` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The table with another value in one cell, and the location of that cell.
  private func table(_ value: String, in column: String, ofRow row: Int) throws -> (String, Int) {
    var lines = Swipes.table.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let place = try #require(lines[0].firstIndex(of: column))
    lines[row][place] = value
    let before = lines[row][..<place].joined(separator: ",")
    return (lines.map { $0.joined(separator: ",") }.joined(separator: "\n"), before.utf8.count + 2)
  }

  private func complaint(_ words: [String], typing text: String = "") throws -> String {
    let program = try Program(
      Program.pantograph, ["tune"] + words + Swipes.quick, in: folder.url, typing: text)
    #expect(program.status == 2 && program.output.isEmpty, "\(words)")
    return program.complaints
  }

  private static let rows = ["--features", "rows.csv", "-i", Swipes.interaction]

  @Test(
    arguments: [
      // Sources of gestures.
      (["-i", Swipes.interaction], "pass recordings, folders or --features"),
      (rows + [Swipes.folders[0]], "--features and recordings exclude"),
      (rows + ["--list", "x"], "--features and recordings exclude"),
      (["--features", "rows.csv"], "--interaction"),
      (["--features", "none.csv", "-i", Swipes.interaction], "none.csv: "),
      (
        rows + ["--labels", "l.csv"], "--labels applies to recordings; pass it to `pantograph feat"
      ),
      (rows + ["--name-pattern", "{label}"], "--name-pattern applies to recordings; "),
      (rows + ["--in-turn"], "--in-turn applies to recordings; "),
      (rows + ["--without-palms"], "--without-palms applies to recordings; "),
      (
        rows + ["--search", "gesture.pan.slop.mm=1..4"], "--search requires recordings"
      ),
      // Labels.
      (
        rows + ["--finish", "scroll"], "--finish scroll: no gesture has this label; there are canc"
      ),
      (rows + ["--finish", "finish,left"], "--finish left: no gesture has this label; there are"),
      (
        rows + ["--finish", "finish,cancel,nothing"], "all labelled gestures should finish; "
      ),
      // Thresholds.
      (
        rows + ["--free", "velocty"],
        "--free: unknown threshold 'velocty'; did you mean 'velocity'?"
      ),
      (
        rows + ["--keep", "3.fraction"], "--keep: unknown threshold '3.fraction'; did yo"
      ),
      (rows + ["--keep", "peak"], "unknown threshold 'peak'; the rule has velocity, fraction"),
      (
        rows + ["--keep", "velocity,fraction"],
        "no threshold to tune; the rule has vel"
      ),
      (
        rows + ["--bounds", "fracton=0..1"], "--bounds: unknown threshold 'fracton'; did"
      ),
      (
        rows + ["--bounds", "fraction=0.9..0.25"],
        "--bounds fraction=0.9..0.25: the range 0.9..0.25 is empty; give the lower bound first"
      ),
      (
        rows + ["--bounds", "fraction=nan..1"], "--bounds fraction=nan..1: expected a name and two"
      ),
      (
        rows + ["--bounds", "fraction=0..inf"], "--bounds fraction=0..inf: expected a name and two"
      ),
      (rows + ["--bounds", "fraction=0"], "--bounds fraction=0: expected a name and two numbers,"),
      (
        rows + ["--bounds", "fraction=0..1,2.fraction=0..1"],
        "--bounds 2.fraction: bounds given more than once"
      ),
      (
        rows + ["--keep", "velocity", "--bounds", "velocity=0..1"],
        "--bounds velocity: this threshold is not tuned; add it to --free"
      ),
      (
        rows + ["--costs", "0,1"],
        "pantograph tune: --costs 0,1: expected two numbers from 0.001 to 1000000"
      ),
      (
        rows + ["--costs", "1"],
        "--costs 1: expected two numbers from 0.001 to 1000000, such as 3,1"
      ),
      (rows + ["--prefer", "best"], "--prefer best: expected one of lowest, widest"),
      (rows + ["--near", "nan"], "--near nan: expected a number from 0 to 100"),
      (rows + ["--seed", "-1"], "--seed -1: expected a whole number from 0"),
      (
        [Swipes.folders[0], "-i", Swipes.interaction, "--search", "gesture.pan.slap.mm=1..4"],
        "e6-swipes-ann/interaction.json:4:23: gesture.pan: unknown key 'slap'; did you mean 'slop'?"
      ),
      (
        [
          Swipes.folders[0], "-i", Swipes.interaction, "--search",
          "gesture.pan.slop.mm=1..2,gesture.pan.slop.mm=2..3",
        ], "--search gesture.pan.slop.mm: given more than once"
      ),
      (
        [Swipes.folders[0], "-i", Swipes.interaction, "--search", "gesture.pan.slop.mm=-4..-1"],
        "caused by --search gesture.pan.slop.mm"
      ),
    ] as [([String], String)])
  func `prints an error`(words: [String], sentence: String) throws {
    _ = try folder.file("rows.csv", Swipes.table)
    let complaint = try complaint(words)
    #expect(complaint.contains(sentence), "\(complaint)")
    #expect(complaint.count { $0 == "\n" } == 1)
  }

  @Test(arguments: [("stillness", "restTime"), ("1.pace.above", "1.velocityMagnitude.above")])
  func `prints what a threshold is called now`(former: String, current: String) throws {
    _ = try folder.file("rows.csv", Swipes.table)
    let text = try String(contentsOf: URL(filePath: Swipes.interaction), encoding: .utf8)
      .replacing(
        #""velocity": { "above": 300, "unit": "mm/s" }"#,
        with:
          #""velocityMagnitude": { "above": 300, "unit": "mm/s" }, "restTime": { "below": 0.1 }"#)
    _ = try folder.file("own.json", text)
    let complaint = try complaint(["--features", "rows.csv", "-i", "own.json", "--keep", former])
    #expect(
      complaint.contains("--keep: unknown threshold '\(former)'; it is now '\(current)'"),
      "\(complaint)")
  }

  @Test func `prints an error if labels are missing, or all of one kind`() throws {
    let text = Swipes.table
    for (pattern, label, sentence) in [
      (#",(finish|cancel|nothing),(ann|bob|eve),"#, ",,$2,", "none of 36 gestures has a label; "),
      (
        #",(finish|cancel|nothing),(ann|bob|eve),"#, ",finish,$2,",
        "all labelled gestures should"
          + " finish; tuning needs gestures of both classes"
      ),
      (
        #",(finish|cancel|nothing),(ann|bob|eve),"#, ",nothing,$2,",
        "all labelled gestures should"
          + " not finish; "
      ),
      (
        ",finish,", ",swipe,",
        "gestures are labelled swipe; name the labels that should"
          + " finish, such as --finish swipe"
      ),
    ] {
      _ = try folder.file(
        "rows.csv", text.replacingOccurrences(of: pattern, with: label, options: .regularExpression)
      )
      let complaint = try complaint(Self.rows)
      #expect(complaint.contains(sentence), "\(complaint)")
    }
  }

  @Test func `reports file, line and column of invalid rows`() throws {
    for (value, column) in [
      ("nan", "fraction"), ("inf", "velocity_pantograph"), ("-infinity", "travel"),
      ("0x1p3", "fraction"), ("1e999", "peak"), ("nan", "peak_pressure"),
      ("-inf", "velocity_android"),
      ("", "fraction"), ("fast", "velocity_android"),
    ] {
      let (text, place) = try table(value, in: column, ofRow: 2)
      _ = try folder.file("rows.csv", text)
      let complaint = try complaint(Self.rows)
      #expect(
        complaint.hasPrefix("rows.csv:3:\(place): \(column): expected a number"), "\(complaint)")
    }
    for (column, sentence) in [
      ("time", "expected seconds since the first event, such as 0.218700"),
      ("duration", "expected seconds, not less than 0"),
      ("rest_time", "expected seconds, not less than 0"),
    ] {
      for (value, isFine) in [("0", true), ("-0.000001", false)] {
        let (text, place) = try table(value, in: column, ofRow: 2)
        _ = try folder.file("rows.csv", text + "\n")
        if isFine {
          let program = try Program(
            Program.pantograph, ["tune"] + Self.rows + Swipes.quick, in: folder.url)
          #expect(program.status == 0, "\(program.complaints)")
        } else {
          #expect(try complaint(Self.rows) == "rows.csv:3:\(place): \(column): \(sentence)\n")
        }
      }
    }
    let row = try #require(Swipes.features("--format", "ndjson").split(separator: "\n").first)
    let bad = row.replacing(/"fraction":[0-9.]+/, with: "\"fraction\":NaN")
    let column = try #require(bad.utf8.firstRange(of: Array("NaN".utf8))).lowerBound
    _ = try folder.file("rows.csv", "\(row)\n\(bad)\n")
    let place = bad.utf8.distance(from: bad.utf8.startIndex, to: column) + 1
    #expect(try complaint(Self.rows).hasPrefix("rows.csv:2:\(place): "))
  }

  /// The shards of `features --shard`, of which only the first has the head.
  @Test func `prints an error if the first of several shards is missing`() throws {
    for part in 1...3 {
      _ = try folder.file("\(part).csv", Swipes.features("--shard", "\(part)/3"))
    }
    func source(_ files: String) -> [String] { ["--features", files, "-i", Swipes.interaction] }
    for files in ["2.csv", "2.csv,3.csv", "3.csv,1.csv"] {
      #expect(
        try complaint(source(files)) == """
          \(files.prefix(5)):1:1: missing column names; of the parts of `pantograph features --shard` \
          only the first has them: give all parts in order, separated by commas

          """)
    }
    // A shard may be empty, and one may be incomplete.
    _ = try folder.file("0.csv", "")
    let whole = try Program(
      Program.pantograph, ["tune"] + source("1.csv,0.csv,2.csv,3.csv") + Swipes.quick,
      in: folder.url)
    #expect(whole.status == 0 && whole.output.hasPrefix("  36 labelled gestures"))
    _ = try folder.file("2.csv", "Recordings/a.yml,1\n")
    #expect(try complaint(source("1.csv,2.csv")).hasPrefix("2.csv:1:1: 2 fields for "))
    #expect(try complaint(source("0.csv")) == "0.csv: the file is empty\n")
  }

  @Test func `prints an error if a recording is given twice, by any name`() throws {
    let path = "\(Swipes.folders[0])/recording.evemu"
    let other = "\(Swipes.folders[0])/./recording.evemu"
    #expect(
      try complaint([path, other, "-i", Swipes.interaction])
        == "pantograph tune: \(other) is the same file as \(path); its gestures would count twice\n"
    )
    let lines = Swipes.table.split(separator: "\n").map(String.init)
    let again = try #require(lines[1].split(separator: "recording.evemu", maxSplits: 1).last)
    _ = try folder.file(
      "rows.csv", (lines + ["\(other)\(again)"]).joined(separator: "\n") + "\n")
    #expect(
      try complaint(Self.rows) == "rows.csv: gesture 1 of \(other) occurs twice\n")
  }

  @Test func `prints an error if labels have no gesture, or the file is a pipe`() throws {
    let labels = try folder.file(
      "l.csv", "recording,gesture,label\nrecording.evemu,1,finish\nrecording.evemu,13,cancel\n")
    let complaint = try complaint([
      "\(Swipes.folders[0])/recording.evemu", "-i", Swipes.interaction, "--labels", labels.path,
    ])
    #expect(complaint.contains("l.csv:"), "\(complaint)")

    _ = try folder.file("rows.csv", Swipes.table)
    let text = try String(contentsOfFile: Swipes.interaction, encoding: .utf8)
    #expect(
      try self.complaint(["--features", "rows.csv", "-i", "-", "--write"], typing: text)
        == "pantograph tune: --write requires an interaction in a file, not in a pipe\n")
  }
}
