import Foundation
import PantographTestSupport
import Testing

/// A folder with copies of the project's cases.
struct CaseFolder {
  let folder: TemporaryFolder
  var url: URL { folder.url }

  init(_ names: [String] = ["touchpad-flick"]) throws {
    folder = try TemporaryFolder()
    for name in names { try copy(name, to: name) }
  }

  func copy(_ name: String, to other: String) throws {
    let target = url.appendingPathComponent(other)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent(name), to: target)
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(path), encoding: .utf8)
  }

  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(path))
  }

  /// Changes a file; the replaced text must exist.
  func change(_ path: String, _ old: String, to new: String) throws {
    let text = try text(path)
    try #require(text.contains(old), "\(path) has no \(old)")
    try write(text.replacingOccurrences(of: old, with: new), to: path)
  }

  func remove(_ path: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(path))
  }

  func check(_ arguments: String...) throws -> Program {
    try Program(Program.pantograph, ["check"] + arguments, in: url)
  }
}

@Suite struct `A check` {
  @Test func `passes the project's cases`() throws {
    let program = try Program.pantograph("check", Repository.recordings.path)
    #expect(program.status == 0, "\(program.output)\(program.complaints)")
    #expect(program.output == "\(Repository.cases.count) cases: \(Repository.cases.count) same\n")
    #expect(program.complaints.isEmpty)
  }

  @Test func `shows which condition of a rule flipped, and its margin`() throws {
    let cases = try CaseFolder(["touchpad-flick", "touchpad-pan-cancel"])
    try cases.change("touchpad-flick/interaction.json", "0.5 }", to: "0.8 }")
    let program = try cases.check()
    #expect(program.status == 1 && program.complaints.isEmpty)
    // The release of expected.csv, at 0.728901, against both thresholds.
    let lines = program.output.split(separator: "\n")
    #expect(lines.first == "touchpad-flick: rule: cancel instead of finish at 0.219 s")
    #expect(
      lines[1]
        == "    the same condition with another number: fraction above 0.8 instead of 0.5")
    #expect(
      lines[2]
        == "    fraction 0.729 is not above 0.800, by 0.071; "
        + "expected: fraction 0.73 is above 0.50, by 0.23")
    #expect(lines.last == "2 cases: 1 same, 1 differs")
  }

  /// Two cases whose outcome has changed, and one that only moves otherwise: what they have in common comes first, and
  /// those that end otherwise before the other.
  @Test func `says first what cases have in common`() throws {
    let cases = try CaseFolder(["touchpad-flick", "touchpad-pan-finish", "touchpad-pan-cancel"])
    for name in ["touchpad-flick", "touchpad-pan-finish"] {
      try cases.change("\(name)/interaction.json", "0.5 }", to: "0.99 }")
    }
    try cases.change("touchpad-pan-cancel/interaction.json", #""mm": 60"#, to: #""mm": 61"#)
    let output = try cases.check("--html", "page.html").output
    let lines = output.split(separator: "\n").filter { !$0.hasPrefix("    ") }
    let page = try String(contentsOf: cases.url.appending(path: "page.html"), encoding: .utf8)
    #expect(page.contains("2 of 3 cases end otherwise"))
    #expect(
      lines[0]
        == "2 of 3 cases: rule: cancel instead of finish; the same condition with another number:"
        + " fraction above 0.99 instead of 0.5")
    #expect(lines[1] == "2 of 3 cases end otherwise")
    #expect(
      lines[2...4].map { $0.prefix { $0 != ":" } }
        == ["touchpad-flick", "touchpad-pan-finish", "touchpad-pan-cancel"], "\(lines)")
  }

  @Test func `says that one of several cases ends otherwise`() throws {
    let cases = try CaseFolder(["touchpad-flick", "touchpad-pan-cancel"])
    try cases.change("touchpad-flick/interaction.json", "0.5 }", to: "0.99 }")
    try cases.change("touchpad-pan-cancel/interaction.json", #""mm": 60"#, to: #""mm": 61"#)
    let lines = try cases.check().output.split(separator: "\n")
    #expect(lines.first == "1 of 2 cases ends otherwise", "\(lines)")
  }

  @Test(arguments: [
    (#""mm": 1.6 }"#, #""mm": 9 }"#, "recognition: the gesture begins at "),
    (#""mm": 1.6 }"#, #""mm": 90 }"#, "recognition: missing event at 0.060 s: the gesture begins"),
    (#""mm": 45"#, #""mm": 46"#, "path: the gesture begins at fraction "),
    (
      #""response": 0.4, "dampingRatio": 0.7"#, #""response": 0.5, "dampingRatio": 0.7"#, "timing: "
    ),
    (
      #""finish": { "spring": { "response": 0.4, "dampingRatio": 0.7 } }"#,
      #""finish": { "curve": "linear" }"#, "handoff: the animation takes over at "
    ),
    (#""to": 320"#, #""to": 321"#, "path: offset is 2.144 instead of 2.137 at 0.067 s"),
    (
      #""name": "alpha""#, #""name": "beta""#,
      "columns: animates offset, beta instead of offset, alpha"
    ),
    (#""rate": 120"#, #""rate": 110"#, "sampling: the sample times differ from "),
  ])
  func `shows the cause`(old: String, new: String, cause: String) throws {
    let cases = try CaseFolder()
    try cases.change("touchpad-flick/interaction.json", old, to: new)
    let program = try cases.check()
    #expect(program.status == 1)
    #expect(program.output.hasPrefix("touchpad-flick: \(cause)"), "\(program.output)")
  }

  @Test func `fails without an expected trajectory, and writes none`() throws {
    let cases = try CaseFolder()
    try cases.remove("touchpad-flick/expected.csv")
    let program = try cases.check()
    #expect(program.status == 1)
    #expect(program.output.hasPrefix("touchpad-flick: no expected trajectory yet; now it"))
    #expect(program.output.contains("pantograph check --accept touchpad-flick"))
    #expect(throws: (any Error).self) { try cases.text("touchpad-flick/expected.csv") }
  }

  @Test(
    arguments: [
      ("my flick", "'my flick'"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"),
      ("a/b-2_c.d", "a/b-2_c.d"), ("größer", "größer"),
    ])
  func `quotes a folder for a shell`(name: String, word: String) throws {
    let cases = try CaseFolder([])
    try cases.copy("touchpad-flick", to: name)
    try cases.remove("\(name)/expected.csv")
    #expect(try cases.check().output.contains("`pantograph check --accept \(word)`"))
  }

  /// 0.728901 against two thresholds that differ by less than the usual precision.
  @Test(
    arguments: [
      (
        "0.503 }",
        "fraction 0.729 is above 0.503, by 0.226; expected: fraction 0.729 is above 0.500, by 0.229"
      ),
      (
        "0.50004 }",
        "fraction 0.72890 is above 0.50004, by 0.22886; expected: fraction 0.72890 is above 0.50000, by 0.22890"
      ),
    ])
  func `distinguishes two close thresholds`(threshold: String, sentence: String) throws {
    let cases = try CaseFolder()
    try cases.change("touchpad-flick/interaction.json", "0.5 }", to: threshold)
    let program = try cases.check()
    #expect(program.output.contains(sentence), "\(program.output)")
  }

  @Test func `detects another estimator in the values of the rule, with the same outcome`()
    throws
  {
    let cases = try CaseFolder()
    let rule = { (estimator: String) in
      """
      "rule": { "estimator": "\(estimator)",
        "clauses": [{ "when": { "velocity": { "above": 50 } }, "then": "finish" }],
        "otherwise": "cancel" }
      """
    }
    try cases.change(
      "touchpad-flick/interaction.json", #""rule": { "fractionAbove": 0.5 }"#, to: rule("android"))
    _ = try cases.check("--accept")
    #expect(try cases.check().status == 0)
    try cases.change(
      "touchpad-flick/interaction.json", #""estimator": "android""#, to: #""estimator": "hammer""#)
    let program = try cases.check()
    #expect(program.status == 1 && program.output.contains("touchpad-flick: rule: "))
  }

  @Test func `never replaces its input files`() throws {
    let cases = try CaseFolder()
    for file in ["expected.csv", "interaction.json", "recording.yml"] {
      let path = "touchpad-flick/\(file)"
      let before = try cases.text(path)
      for arguments in [
        ["check", "touchpad-flick", "--junit", path],
        ["diff", "touchpad-flick", "--rules", "kwin,gtk", "-o", path],
        ["shrink", "touchpad-flick", "--while", "outcome=finish", "-o", path, "--format", "evemu"],
        [
          "diff", "touchpad-flick", "--against", "touchpad-flick/interaction.json", "-o",
          "touchpad-flick/interaction.json",
        ],
      ] {
        let program = try Program(Program.pantograph, arguments, in: cases.url)
        #expect(program.status == 2, "\(arguments)")
        #expect(try cases.text(path) == before)
      }
    }
  }

  @Test func `does not wait for a pipe, and reports names that are not UTF-8`() throws {
    let cases = try CaseFolder()
    try cases.copy("touchpad-flick", to: "pipe")
    try cases.remove("pipe/recording.yml")
    let pipe = try Program(
      URL(fileURLWithPath: "/usr/bin/mkfifo"), ["pipe/recording.yml"], in: cases.url)
    #expect(pipe.status == 0)
    let piped = try cases.check()
    #expect(piped.status == 2 && piped.complaints.contains("pipe/recording.yml: is not a regular"))
    try cases.remove("pipe")
    let shell = try Program(
      URL(fileURLWithPath: "/bin/sh"), ["-c", #"mkdir "$(printf '\377')""#], in: cases.url)
    #expect(shell.status == 0)
    let named = try cases.check()
    #expect(named.status == 2 && named.complaints.contains("the name is not UTF-8"))
  }

  @Test func `fails for an expected trajectory without a recording`() throws {
    let cases = try CaseFolder()
    try cases.remove("touchpad-flick/recording.yml")
    let program = try cases.check()
    #expect(program.status == 1 && program.output.contains("1 stale"))
  }

  @Test func `prints JSON`() throws {
    let cases = try CaseFolder(["touchpad-flick", "touchscreen-drag"])
    try cases.change("touchpad-flick/interaction.json", "0.5 }", to: "0.8 }")
    let program = try cases.check("--json")
    #expect(program.status == 1)
    let file = try cases.folder.file("result.json", program.output)
    let json = JSON(file)
    #expect(json["same"].number == 1 && json["differs"].number == 1)
    #expect(json["cases"].list.map { $0["verdict"].text } == ["differs", "same"])
    let difference = json["cases"].list[0]["difference"]
    #expect(difference["cause"].text == "rule" && difference["channel"].text == "event")
    #expect(difference["event"]["actual"]["outcome"].text == "cancel")
    #expect(difference["gaps"].list.map { $0["channel"].text }.contains("alpha"))
  }
}

@Suite struct `Accepting a result` {
  @Test func `makes it the expected one, and fails that run`() throws {
    let cases = try CaseFolder()
    let before = try cases.text("touchpad-flick/expected.csv")
    try cases.remove("touchpad-flick/expected.csv")
    let first = try cases.check("--accept")
    #expect(
      first.status == 1 && first.output.contains("touchpad-flick: accepted: begins at 0.060 s"))
    #expect(first.output.contains("review the accepted results"))
    // The same bytes as accepted before.
    #expect(try cases.text("touchpad-flick/expected.csv") == before)
    let second = try cases.check("--accept")
    #expect(second.status == 0 && second.output == "1 case: 1 same\n")
  }

  @Test func `prints what changes`() throws {
    let cases = try CaseFolder()
    try cases.change("touchpad-flick/interaction.json", "0.5 }", to: "0.8 }")
    let program = try cases.check("--accept")
    #expect(program.status == 1)
    for line in [
      "touchpad-flick: accepted: rule: cancel instead of finish at 0.219 s",
      "greatest gaps: fraction −1.00 at ",
      "was: begins at 0.060 s, finish at 0.219 s, rests at 0.914 s",
      "is:  begins at 0.060 s, cancel at 0.219 s, rests at ",
    ] {
      #expect(program.output.contains(line), "\(program.output)")
    }
    #expect(try cases.check().status == 0)
    #expect(try cases.text("touchpad-flick/expected.csv").contains(" decided cancel "))
  }

  /// Of gaps that are no more than rounding, nothing is said.
  @Test func `names a number that has not decided`() throws {
    let cases = try CaseFolder()
    try cases.change("touchpad-flick/interaction.json", "0.5 }", to: "0.4 }")
    let program = try cases.check()
    #expect(
      program.output.hasPrefix(
        "touchpad-flick: rule: finish as expected at 0.219 s, though the rule has another number\n"),
      "\(program)")
    #expect(
      program.output.contains(
        "the same condition with another number: fraction above 0.4 instead of 0.5"),
      "\(program)")
    #expect(!program.output.contains("greatest gaps"), "\(program)")
  }

  @Test func `keeps the tolerances of the file`() throws {
    let cases = try CaseFolder()
    let tolerance = "# tolerance offset value 0.250000 seconds 0.001000"
    try cases.change(
      "touchpad-flick/expected.csv", "# tolerance offset value 0.000001 seconds 0.000000",
      to: tolerance)
    // The distance is longer by 0.2: with the overshoot of 5 %, still within 0.25.
    try cases.change("touchpad-flick/interaction.json", #""to": 320"#, to: #""to": 320.2"#)
    #expect(try cases.check("--accept").status == 0)
    try cases.change("touchpad-flick/interaction.json", #""to": 320.2"#, to: #""to": 320.3"#)
    #expect(try cases.check("--accept").status == 1)
    #expect(try cases.text("touchpad-flick/expected.csv").contains(tolerance))
  }

  @Test func `never replaces a file that can't be parsed`() throws {
    let cases = try CaseFolder()
    try cases.change("touchpad-flick/expected.csv", "# tolerance phase", to: "# tolerances phase")
    let before = try cases.text("touchpad-flick/expected.csv")
    let program = try cases.check("--accept")
    #expect(program.status == 2 && program.complaints.contains("expected.csv:2: "))
    #expect(try cases.text("touchpad-flick/expected.csv") == before)
  }

  /// Files of a time when trajectories had no velocity, or had one column more.
  @Test(arguments: ["time,phase,fraction", "time,phase,fraction,velocity2,velocity"])
  func `replaces a file with the columns of an earlier version, and keeps its tolerances`(
    columns: String
  ) throws {
    let cases = try CaseFolder()
    let file = "touchpad-flick/expected.csv"
    try cases.change(
      file, "# tolerance offset value 0.000001 seconds 0.000000",
      to: "# tolerance offset value 0.250000 seconds 0.001000")
    let now = try cases.text(file)
    try cases.change(file, "\ntime,phase,fraction,velocity,", to: "\n\(columns),")
    let before = try cases.text(file)
    let check = try cases.check()
    #expect(check.status == 2 && check.complaints.contains("expected the columns time,phase,"))
    #expect(check.complaints.contains("; `pantograph check --accept` replaces it\n"), "\(check)")
    #expect(try cases.text(file) == before)

    let accepted = try cases.check("--accept")
    #expect(
      accepted.status == 1
        && accepted.output.contains(
          "touchpad-flick: accepted: replaces a file with the columns of an earlier version; begins"
        ),
      "\(accepted)")
    #expect(try cases.text(file) == now)
    #expect(try cases.check().status == 0)
  }

  /// A table without the head that `--accept` writes may be anyone's.
  @Test func `replaces no other table`() throws {
    let cases = try CaseFolder()
    let file = "touchpad-flick/expected.csv"
    for text in ["time,x\n0,1\n", "# pantograph expected trajectory, version 1\nx,y\n0,1\n"] {
      try cases.write(text, to: file)
      let program = try cases.check("--accept")
      #expect(program.status == 2, "\(program)")
      #expect(try cases.text(file) == text)
    }
  }

  @Test func `adds events and tolerances to a file of columns`() throws {
    let cases = try CaseFolder()
    let before = try cases.text("touchpad-flick/expected.csv")
    let columns = before.split(separator: "\n").filter { !$0.hasPrefix("#") }
    try cases.write(columns.joined(separator: "\n") + "\n", to: "touchpad-flick/expected.csv")
    // The check passes, but reports that events were not compared.
    let program = try cases.check("-j2")
    #expect(program.status == 0 && program.complaints.isEmpty)
    let unchecked = "touchpad-flick: samples as expected; events not checked"
    #expect(program.output.contains(unchecked) && program.output.contains("1 case: 1 same"))
    let remedy = "events are not checked; `pantograph check --accept touchpad-flick` writes one"
    #expect(program.output.contains(remedy))
    try cases.change("touchpad-flick/interaction.json", "0.5 }", to: "0.8 }")
    #expect(try cases.check().output.contains(remedy))
    try cases.change("touchpad-flick/interaction.json", "0.8 }", to: "0.5 }")
    #expect(try cases.check("--accept").status == 1)
    #expect(try cases.text("touchpad-flick/expected.csv") == before)
    #expect(try cases.check().output == "1 case: 1 same\n")
  }
}

@Suite struct `The search for cases` {
  @Test func `visits every folder but hidden ones, once, in the order of paths`() throws {
    let cases = try CaseFolder(["touchpad-flick"])
    try cases.copy("touchpad-pan-cancel", to: "b/c")
    try cases.copy("touchpad-pan-finish", to: "B")
    try cases.copy("touchscreen-drag", to: ".hidden")
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: cases.url.appendingPathComponent("b/loop").path,
      withDestinationPath: cases.url.path)
    let program = try cases.check("--verbose")
    #expect(program.status == 0)
    #expect(
      program.output == """
        B: as expected
        b/c: as expected
        touchpad-flick: as expected
        3 cases: 3 same

        """)
    let some = try cases.check("--verbose", "b/c/interaction.json", "b/c", "touchpad-flick/")
    #expect(
      some.output == "b/c: as expected\ntouchpad-flick: as expected\n2 cases: 2 same\n")
    // From inside, a case has the same name.
    let inside = try Program(
      Program.pantograph, ["check", "--verbose"], in: cases.url.appendingPathComponent("B"))
    #expect(inside.output == ".: as expected\n1 case: 1 same\n")
  }

  @Test func `reports incomplete cases`() throws {
    let cases = try CaseFolder(["touchpad-flick"])
    try cases.copy("touchpad-pan-cancel", to: "fresh")
    try cases.remove("fresh/interaction.json")
    try cases.remove("fresh/expected.csv")
    let fresh = try cases.check()
    // A recording without an interaction does not fail the check.
    #expect(fresh.status == 0)
    #expect(
      fresh.output.hasPrefix(
        "fresh: recording.yml belongs to no case: no interaction.json"))

    try cases.copy("touchpad-pan-cancel", to: "stale")
    try cases.remove("stale/recording.yml")
    let stale = try cases.check()
    #expect(stale.status == 1)
    #expect(
      stale.output.contains("stale: expected.csv is stale: no recording to replay\n"))

    try cases.copy("touchpad-pan-cancel", to: "two")
    try cases.write("", to: "two/recording.evemu")
    let two = try cases.check()
    #expect(
      two.status == 2
        && two.complaints
          == "two: recording.evemu and recording.yml: a case has only one recording\n"
    )
  }

  @Test func `fails if there is no case, or no such folder`() throws {
    let folder = try TemporaryFolder()
    let nothing = try Program.pantograph("check", folder.url.path)
    #expect(nothing.status == 2 && nothing.complaints.contains("no case found here or below"))
    let absent = try Program.pantograph("check", folder.file("absent").path)
    #expect(absent.status == 2 && absent.complaints.contains("no such file or folder"))
  }

  @Test func `finds recordings of any format, compressed or not`() throws {
    let cases = try CaseFolder(["touchpad-flick"])
    let recording = cases.url.appendingPathComponent("touchpad-flick/recording.yml").path
    let gzip = try Program(URL(fileURLWithPath: "/bin/gzip"), [recording])
    #expect(gzip.status == 0)
    #expect(try cases.check().status == 0)
  }
}

@Suite struct `An unusable file` {
  @Test(arguments: ["interaction.json", "recording.yml", "expected.csv"])
  func `makes a check exit with 2, and the other cases are still checked`(
    name: String
  ) throws {
    let cases = try CaseFolder(["touchpad-flick", "touchpad-pan-cancel"])
    try cases.write("nonsense\n", to: "touchpad-flick/\(name)")
    try cases.change("touchpad-pan-cancel/interaction.json", #""mm": 60"#, to: #""mm": 61"#)
    let program = try cases.check()
    #expect(program.status == 2)
    #expect(program.complaints.hasPrefix("touchpad-flick/\(name):1"), "\(program.complaints)")
    #expect(program.complaints.split(separator: "\n").count == 1)
    #expect(program.output.contains("touchpad-pan-cancel: path: "))
    #expect(program.output.hasSuffix("2 cases: 1 differs, 1 unusable\n"))
  }
}

@Suite struct `A mistake in a file that cases share` {
  @Test func `is told once`() throws {
    let desk = try TemporaryFolder()
    let recording = try Program(Program.pantograph, ["synth", "tap"]).output
    for number in 1...3 {
      try FileManager.default.createDirectory(
        at: desk.file("case\(number)"), withIntermediateDirectories: false)
      _ = try desk.file("case\(number)/recording.yml", recording)
    }
    _ = try desk.file("subject.json", "{ \"version\": 1, \"command\": [] }")
    let check = try Program(Program.pantograph, ["check", "."], in: desk.url)
    #expect(check.status == 2 && check.output == "3 cases: 3 unusable\n")
    let lines = check.complaints.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasSuffix(" (3 cases)"), "\(check.complaints)")
  }
}

@Suite(.enabled(if: LongTests.areRun, LongTests.absence)) struct `A check on many threads` {
  @Test func `prints the same bytes as on one`() throws {
    let cases = try CaseFolder([])
    for number in 10..<34 {
      try cases.copy(
        number % 9 == 0 ? "touchpad-pan-cancel" : "touchpad-flick", to: "case-\(number)")
      if number % 7 == 0 {
        try cases.change("case-\(number)/expected.csv", "tracking,0.", to: "tracking,0.1")
      }
      if number % 11 == 0 { try cases.remove("case-\(number)/expected.csv") }
      if number % 13 == 0 { try cases.write("{", to: "case-\(number)/interaction.json") }
    }
    for options in [["--json"], ["--verbose", "--junit", "/dev/stdout"]] {
      let runs = try ["1", "8"].map { jobs in
        try Program(
          Program.pantograph, ["check", "--jobs", jobs] + options, in: cases.url)
      }
      #expect(runs[0].status == 2 && runs[0].output.utf8.count > 1000)
      for run in runs.dropFirst() {
        #expect(run.output == runs[0].output && run.complaints == runs[0].complaints)
        #expect(run.status == runs[0].status)
      }
    }
  }
}

/// Conditions of an interaction's columns, with the flick of the README: it ends at 1, and its spring of damping ratio 0.7
/// overshoots by exp(-π·0.7/√(1 − 0.7²)) of the rest, at least.
@Suite struct `Conditions of an interaction` {
  private func check(_ conditions: String, _ more: String...) throws -> Program {
    let desk = try TemporaryFolder()
    let folder = Repository.recordings.appendingPathComponent("touchpad-flick")
    for name in ["recording.yml", "expected.csv"] {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(name), to: desk.file(name))
    }
    let text = try String(
      contentsOf: folder.appendingPathComponent("interaction.json"), encoding: .utf8)
    let start = try #require(text.range(of: "\"version\": 1,"))
    _ = try desk.file(
      "interaction.json",
      text.replacingCharacters(in: start, with: "\"version\": 1, \"conditions\": \(conditions),"))
    return try Program(Program.pantograph, ["check", desk.url.path] + more)
  }

  @Test func `hold, or fail the check`() throws {
    let good = try check(
      #"{ "fraction": { "between": [0, 1.1], "continuous": true }, "offset": { "continuous": true } }"#
    )
    #expect(good.status == 0, "\(good.output)\(good.complaints)")
    let bad = try check(#"{ "fraction": { "monotone": true, "progression": true } }"#)
    #expect(bad.status == 1)
    #expect(bad.output.contains("2 conditions do not hold\n"), "\(bad.output)")
    #expect(bad.output.contains("    fraction goes back by 0."), "\(bad.output)")
    #expect(bad.output.contains("    fraction is 1."), "\(bad.output)")
  }

  /// The offset in expected.csv makes steps of 6.756, 17.067 and 10.311 px at 0.092, 0.100 and 0.108 s.
  ///
  /// 17.067/10.311 is 1.655. At 0.225 s, after the release, it is 14.860/10.694 = 1.390.
  @Test func `count janky frames`() throws {
    #expect(try check(#"{ "offset": { "jank": 2 } }"#).status == 0)
    let bad = try check(#"{ "*": { "jank": 1 } }"#)
    #expect(bad.status == 1)
    #expect(
      bad.output.contains(
        "    offset is janky in 2 frames, and may be in 1; first, a step that differs from its neighbours"
          + " by a factor of 1.655 (predictor jank: 1.2 or more), at 0.100 s"),
      "\(bad.output)")
  }

  @Test func `name a column`() throws {
    let bad = try check(#"{ "ofset": { "still": true } }"#)
    #expect(bad.status == 2)
    #expect(
      bad.complaints.contains(
        "conditions.ofset: no column is named 'ofset', of fraction, velocity, "),
      "\(bad.complaints)")
  }
}

@Suite struct `From a recording to a guarded gesture` {
  /// The commands of the README; the first one is a shell's.
  @Test func `takes the commands of the README`() throws {
    let readme = try String(
      contentsOf: Repository.root.appendingPathComponent("README.md"), encoding: .utf8)
    let rest = try #require(readme.components(separatedBy: "\n## Guard a gesture in CI\n").last)
    let section = try #require(rest.components(separatedBy: "\n## ").first)
    let commands = section.split(separator: "\n").filter { $0.hasPrefix("    pantograph ") }
      .map { line in
        line.split(separator: "#")[0].split(separator: " ").map(String.init)
      }
    #expect(commands.count == 3)
    #expect(
      section.contains(
        "    mkdir -p gestures/open && cp Recordings/touchpad-flick/[ir]* gestures/open "))

    let folder = try TemporaryFolder()
    let gesture = folder.file("gestures/open")
    try FileManager.default.createDirectory(
      at: folder.file("gestures"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent("touchpad-flick"), to: gesture)
    // The shell copies only the files that begin with i or r.
    try FileManager.default.removeItem(at: gesture.appendingPathComponent("expected.csv"))
    let runs = try commands.map { words in
      try Program(Program.pantograph, Array(words.dropFirst()), in: folder.url)
    }
    #expect(runs.map(\.status) == [0, 1, 0])

    // From now on, a change of the gesture fails the last command.
    let file = gesture.appendingPathComponent("interaction.json")
    let text = try String(contentsOf: file, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "45", with: "145").utf8).write(to: file)
    let words = commands[2]
    let guarded = try Program(Program.pantograph, Array(words.dropFirst()), in: folder.url)
    #expect(guarded.status == 1)
  }
}
