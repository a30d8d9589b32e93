import Foundation
import PantographTestSupport
import Testing

/// The key `log` of `subject.json`: a file that a program under test writes instead of printing.
@Suite("The log of a program under test") struct ProgramLogTests {
  private let desk: TemporaryFolder

  init() throws {
    desk = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent("touchscreen-drag/recording.yml"),
      to: desk.file("recording.yml"))
  }

  /// Replays the recording to a shell script.
  private func replay(_ script: String, log: String, _ more: String = "") throws -> Program {
    _ = try desk.program("program", script)
    _ = try desk.file(
      "subject.json",
      "{ \"version\": 1, \"command\": [\"./program\"], \"log\": \"\(log)\"\(more) }")
    return try Program.pantograph("replay", desk.url.path)
  }

  /// Both outputs are closed at once, and the program ends when its input does.
  @Test func `is read when the program that closed its outputs has ended`() throws {
    let script = "exec > out.csv 2>&1; echo time,a; echo 0,1; cat > rows; sleep 0.2; echo 1,2"
    for more in ["", ", \"pace\": \"real\", \"rest\": 2"] {
      let shown = try replay(script, log: "out.csv", more)
      #expect(shown.status == 0 && shown.output.hasSuffix("1.000000,2.0\n"), "\(shown)")
      // Nothing of the input was cut off.
      let rows = try String(contentsOf: desk.file("rows"), encoding: .utf8)
      #expect(rows.contains(",ended,") && rows.hasSuffix("frame,,,,\n"))
    }
  }

  @Test func `is not that of an earlier run`() throws {
    _ = try desk.file("out.csv", "time,a\n0,7\n")
    let shown = try replay("cat > rows", log: "out.csv")
    #expect(
      shown.status == 2 && shown.complaints.contains("./program: has written no out.csv\n"),
      "\(shown)")
  }

  @Test(arguments: ["recording.yml", "subject.json", "expected.csv", "program"])
  func `is no file of the case, which stays as it is`(name: String) throws {
    _ = try desk.file("expected.csv", "time,a\n0,1\n")
    let shown = try replay("cat > rows", log: name)
    #expect(shown.status == 2, "\(shown)")
    #expect(shown.complaints.contains("log: \(name) is a file of the case"), "\(shown)")
    #expect(FileManager.default.fileExists(atPath: desk.file(name).path))
  }

  /// Neither a script, nor a subject that must agree; but a table, even if the command names it.
  @Test func `is removed if the command names it only as a table`() throws {
    _ = try desk.file("other.json", "{ \"version\": 1, \"command\": [\"true\"] }")
    _ = try desk.file("main.sh", "cat > rows; printf 'time,a\\n0,2\\n' > $1")
    func replay(to log: String, _ more: String = "") throws -> Program {
      _ = try desk.file(
        "subject.json",
        "{ \"version\": 1, \"command\": [\"sh\", \"main.sh\", \"\(log)\"], \"log\": \"\(log)\"\(more) }"
      )
      return try Program.pantograph("replay", desk.url.path)
    }
    for _ in 0..<2 {
      #expect(try replay(to: "out.csv").output.hasSuffix("0.000000,2.0\n"))
    }
    let agrees =
      ", \"agrees\": [{ \"with\": \"other.json\", \"columns\": { \"a\": \"a\" } }]"
    for (name, keys) in [("main.sh", ""), ("other.json", agrees)] {
      let shown = try replay(to: name, keys)
      #expect(shown.status == 2, "\(shown)")
      #expect(shown.complaints.contains("log: \(name) is not a table"), "\(shown)")
      #expect(FileManager.default.fileExists(atPath: desk.file(name).path))
    }
  }

  @Test(arguments: [
    ("my notes\nare here\n", false), ("import os,time\nx = 1\n", false),
    ("{\n  \"name\": \"package\"\n}\n", false),
    ("", true), ("starting\ntime,a\n0,1\n", true), ("\u{feff}time,a\n0,1\n", true),
    ("{\"log\": \"started\"}\n{\"time\": 0, \"a\": 1}\n", true), ("# zero 7\ntime,a\n", true),
    ("time,a\n0,x\n", true),
    ("{\"time\": 0, \"a\": 1}\n", true),
  ])
  func `replaces a table only`(text: String, isReplaced: Bool) throws {
    _ = try desk.file("out.csv", text)
    let shown = try replay("cat > rows; printf 'time,a\\n0,2\\n' > out.csv", log: "out.csv")
    #expect((shown.status == 0) == isReplaced, "\(shown)")
    guard !isReplaced else { return }
    #expect(
      shown.complaints.contains("log: out.csv is not a table; remove it or name another file"),
      "\(shown)")
    #expect(try String(contentsOf: desk.file("out.csv"), encoding: .utf8) == text)
  }

  /// Recordings of 0.1 s and 1 s, whose programs end 0.1 s after their last row.
  @Test func `is that of one recording at a time`() throws {
    let script = """
      echo time,a > out.csv
      while IFS=, read -r time kind rest; do
        if [ $kind = frame ]; then echo $time,1 >> out.csv; fi
      done
      sleep 0.1
      """
    #expect(try replay(script, log: "out.csv").status == 0)
    try FileManager.default.removeItem(at: desk.file("recording.yml"))
    for (name, duration) in [("1", "0.1"), ("2", "1"), ("3", "0.1"), ("4", "1")] {
      let folder = desk.file(name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let synth = try Program.pantograph(
        "synth", "swipe", "--duration", duration, "-o",
        folder.appendingPathComponent("recording.yml").path)
      #expect(synth.status == 0)
    }
    let check = try Program.pantograph("check", "--jobs", "4", desk.url.path)
    // Frames end a second after the fingers lift.
    let ends = check.output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/until ([0-9.]+) s/#).flatMap { Double($0.1) }
    }
    #expect(ends.map { ($0 * 2).rounded() / 2 } == [1, 2, 1, 2], "\(check)")
  }

  @Test func `lies below the folder, and is no link`() throws {
    let other = try TemporaryFolder()
    _ = try other.file("x.csv", "mine")
    let files = FileManager.default
    try files.createSymbolicLink(at: desk.file("away"), withDestinationURL: other.url)
    try files.createSymbolicLink(
      at: desk.file("link.csv"), withDestinationURL: other.file("x.csv"))
    let away = try replay("cat > rows", log: "away/x.csv")
    #expect(away.status == 2 && away.complaints.contains("is not in a folder below"), "\(away)")
    let link = try replay("cat > rows", log: "link.csv")
    #expect(link.status == 2 && link.complaints.contains("is no file that a program"), "\(link)")
    let above = try replay("cat > rows", log: "../x.csv")
    #expect(above.status == 2 && above.complaints.contains("expected a file below"), "\(above)")
    #expect(try String(contentsOf: other.file("x.csv"), encoding: .utf8) == "mine")
  }
}
