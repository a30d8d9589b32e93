import Foundation
import Glibc
import PantographCommands
import PantographTestSupport
import Testing

@Suite struct `Features of recordings` {
  private let folder: TemporaryFolder
  private static let flick = "\(Repository.recordings.path)/touchpad-flick/interaction.json"

  init() throws { folder = try TemporaryFolder() }

  /// Copies the recording of a case to a file name.
  private func copy(_ name: String, to other: String) throws {
    let example = try #require(Repository.cases.first { $0.name == name })
    let target = folder.file(other)
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: example.recording, to: target)
  }

  private func features(_ words: String..., typing text: String = "") throws -> Program {
    try Program(Program.pantograph, ["features"] + words, in: folder.url, typing: text)
  }

  /// The rows of a table without quotes, as dictionaries by column.
  private func rows(_ text: String) -> [[String: String]] {
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(zip(lines[0], $0)) { first, _ in first } }
  }

  @Test func `of the project's cases agree with compare and explain`() throws {
    let program = try features(Repository.recordings.path)
    #expect(program.status == 0 && program.complaints.isEmpty, "\(program.complaints)")
    let rows = rows(program.output)
    #expect(Set(rows.compactMap { $0["recording"] }).count == Repository.cases.count)
    let flick = try #require(
      rows.first { $0["recording"]?.contains("/touchpad-flick/") == true })
    #expect(
      flick["label"] == "finish" && flick["outcome"] == "finish" && flick["ending"] == "released")
    // The values that the README shows for `compare` and `explain`.
    for (name, value, place) in [
      ("velocity_android", 304.8, 0.05), ("velocity_hammer", 157.0, 0.05), ("travel", 32.8, 0.05),
      ("cross_velocity_libadwaita", 15.4, 0.05), ("margin_1_1", 0.23, 0.005),
      ("duration", 0.16, 0.0005), ("time", 0.219, 0.0005), ("rest_time", 0.008, 0.00005),
    ] {
      let found = try #require(flick[name].flatMap(Double.init))
      #expect(abs(found - value) <= place, "\(name): \(found)")
    }
  }

  /// A minimum-jerk movement (Flash and Hogan, 1985) of 40 mm in 0.4 s, of which 1.6 mm are the slop, by 125 reports
  /// per second; it lifts after 0.24 s.
  private func knownRow(at seconds: String?, _ words: [String] = []) throws -> [String: String] {
    let known = folder.file("known.yml").path
    if !FileManager.default.fileExists(atPath: known) {
      let made = try Program.pantograph(
        "synth", "--by", "40,0", "--duration", "0.4", "--lift", "0.6", "--rate", "125",
        "--noise", "0", "--pressure-noise", "0", "--output", known)
      #expect(made.status == 0, "\(made.complaints)")
      _ = try folder.file(
        "known.json",
        """
        { "version": 1, "rule": { "fractionAbove": 0.5 }, "animation": { "duration": 1 },
          "progress": { "toward": "right", "distance": { "mm": 45 } } }
        """)
    }
    let instant = seconds.map { ["--at", $0] } ?? []
    let program = try Program(
      Program.pantograph, ["features", "known.yml", "-i", "known.json"] + instant + words,
      in: folder.url)
    #expect(program.status == 0, "\(program.complaints)")
    return try #require(rows(program.output).first)
  }

  @Test(arguments: [(0.1, 12.0), (0.15, 18), (0.2, 25), (0.239, 29)])
  func `at an instant are those of the gesture up to then`(instant: Double, reports: Double) throws
  {
    let row = try knownRow(at: "\(instant)")
    let share = reports / 125 / 0.4
    let moved = 40 * share * share * share * (10 - 15 * share + 6 * share * share)
    func number(_ name: String) throws -> Double {
      try #require(row[name].flatMap(Double.init), "\(name)")
    }
    // One unit of the touchpad is 0.05 mm.
    #expect(abs(try number("travel") - (moved - 1.6)) < 0.05, "\(row)")
    #expect(abs(try number("fraction") - (moved - 1.6) / 45) < 0.002)
    #expect(abs(try number("margin_1_1") - ((moved - 1.6) / 45 - 0.5)) < 0.002)
    #expect(abs(try number("rest_time") - (instant - reports / 125)) < 1e-6)
    #expect(
      try row["elapsed"] == "\(instant)" && number("landed") == 0 && row["state"] == "ongoing")
    #expect(try number("peak") == number("fraction") && row["outcome"] == "cancel" || moved > 24.1)
    // How it goes on.
    let whole = try knownRow(at: nil)
    #expect(row["time"] == whole["time"] && row["ending"] == "released")
  }

  @Test func `at an instant before a gesture begins are empty`() throws {
    // 0.02 of the time is 0.003 mm.
    let row = try knownRow(at: "0.01")
    #expect(row["state"] == "waiting" && row["elapsed"] == "0.01" && row["ending"] == "released")
    let known: Set = [
      "recording", "gesture", "time", "ending", "device", "landed", "elapsed", "state",
    ]
    for (name, value) in row where !known.contains(name) {
      #expect(value.isEmpty, "\(name): \(value)")
    }
    let program = try Program(
      Program.pantograph,
      ["features", "known.yml", "-i", "known.json", "--at", "0.01"]
        + ["--format", "ndjson", "-o", "early.ndjson"], in: folder.url)
    #expect(program.status == 0)
    let text = try String(contentsOf: folder.file("early.ndjson"), encoding: .utf8)
    #expect(text.contains(#""fraction":null"#) && !text.contains(#":0,"#), "\(text)")
    let tuned = try Program.pantograph(
      "tune", "--features", folder.file("early.ndjson").path, "-i",
      folder.file("known.json").path)
    #expect(
      tuned.status == 2 && tuned.complaints.contains("leave out the rows whose state is waiting"),
      "\(tuned.complaints)")
  }

  @Test func `at an instant after a gesture ended are those of its whole`() throws {
    let (row, whole) = (try knownRow(at: "0.25"), try knownRow(at: nil))
    for (name, value) in whole { #expect(row[name] == value, "\(name)") }
    #expect(row["state"] == "ended" && row["elapsed"] == "0.248")
    #expect(Set(row.keys).subtracting(whole.keys) == ["landed", "elapsed", "state"])
  }

  @Test func `at an instant have a row for each gesture of the whole`() throws {
    let path = Repository.recordings.path
    let whole = rows(try features(path).output)
    for instant in ["0", "0.12", "3600"] {
      let seen = rows(try features(path, "--at", instant).output)
      #expect(
        seen.map { [$0["recording"], $0["gesture"], $0["time"], $0["ending"]] }
          == whole.map { [$0["recording"], $0["gesture"], $0["time"], $0["ending"]] })
      for (one, other) in zip(seen, whole) where one["gesture"] != "0" {
        let elapsed = try #require(one["elapsed"].flatMap(Double.init), "\(one)")
        let seconds = try #require(Double(instant))
        #expect(one["state"] == "ended" ? elapsed <= seconds : elapsed == seconds, "\(one)")
        if one["state"] == "ended" { #expect(one["fraction"] == other["fraction"]) }
      }
      #expect(instant != "3600" || seen.allSatisfy { ["ended", ""].contains($0["state"]) })
    }
    let page = try features(path, "--at", "0.1", "--html", "page.html")
    #expect(page.status == 2 && page.complaints.contains("--at writes a table"))
  }

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `are the same bytes on any number of threads, and in shards`() throws {
    for number in 1...5 {
      try copy(number == 3 ? "touchpad-pan-cancel" : "touchpad-flick", to: "\(number).yml")
    }
    func features(_ words: String...) throws -> String {
      try Program(
        Program.pantograph, ["features", ".", "-i", Self.flick] + words, in: folder.url
      ).output
    }
    let whole = try features("--jobs", "1")
    #expect(rows(whole).map { $0["recording"] } == (1...5).map { "\($0).yml" })
    #expect(try features("--jobs", "2") == whole)
    #expect(try features("--jobs", "4") == whole)
    // With more shards than recordings, some are empty.
    for count in [3, 7] {
      let parts = try (1...count).map { try features("--shard", "\($0)/\(count)") }
      #expect(parts.joined() == whole)
    }
    let lines = try features("--format", "ndjson")
    let parts = try ["1/2", "2/2"].map { try features("--format", "ndjson", "--shard", $0) }
    #expect(parts.joined() == lines && !parts.contains(""))
    for line in lines.split(separator: "\n") {
      let row = try JSONDecoder().decode(JSON.self, from: Data(line.utf8))
      #expect(!row["recording"].text.isEmpty && !row["ending"].text.isEmpty)
    }
  }

  @Test func `can be extracted for a list, from a file or standard input`() throws {
    try copy("touchpad-flick", to: "x/a.yml")
    try copy("touchpad-pan-cancel", to: "b.yml")
    let expected = try features("x/a.yml", "b.yml", "x/a.yml", "-i", Self.flick)
    #expect(rows(expected.output).map { $0["recording"] } == ["x/a.yml", "b.yml", "x/a.yml"])
    let list = "x/a.yml\n\nb.yml\r\nx/a.yml"
    _ = try folder.file("list", list)
    #expect(try features("--list", "list", "-i", Self.flick).output == expected.output)
    let typed = try features("--list", "-", "-i", Self.flick, typing: list)
    #expect(typed.output == expected.output && typed.status == 0)
    // The flick's interaction recognizes no gesture in the second one, which still has a row.
    #expect(
      rows(expected.output)[1]["gesture"] == "0" && rows(expected.output)[1]["ending"] == "none")
  }

  @Test func `of hard links are refused with both names`() throws {
    try copy("touchpad-flick", to: "a.yml")
    try FileManager.default.linkItem(at: folder.file("a.yml"), to: folder.file("b.yml"))
    for operands in [["a.yml", "b.yml"], ["."]] {
      let program = try Program(
        Program.pantograph, ["features", "-i", Self.flick] + operands, in: folder.url)
      #expect(program.status == 2)
      #expect(
        program.complaints.contains("b.yml is a hard link to the same file as ")
          && program.complaints.contains("a.yml; its gestures would count twice"),
        "\(program.complaints)")
    }
    // One of several names is fine, also twice.
    #expect(try features("a.yml", "a.yml", "-i", Self.flick).status == 0)
  }

  @Test func `of folders are ordered by name`() throws {
    for name in ["b/2.yml", "b/10.yml", "a.txt", ".hidden.yml", "B.yml", "b/left.yml~"] {
      try copy("touchpad-flick", to: name)
    }
    _ = try folder.file("notes.txt", "no recording\n")
    _ = try folder.file("empty", "")
    let program = try features(".", "-i", Self.flick)
    #expect(program.status == 0, "\(program.complaints)")
    #expect(
      rows(program.output).map { $0["recording"] } == ["B.yml", "a.txt", "b/10.yml", "b/2.yml"])
  }

  @Test func `omit unreadable recordings, report them, and include the others`() throws {
    try copy("touchpad-flick", to: "a.yml")
    try copy("touchpad-flick", to: "c.yml")
    let whole = try String(contentsOf: folder.file("a.yml"), encoding: .utf8)
    _ = try folder.file("b.yml", String(whole.dropLast(whole.count / 4)))
    for output in [[], ["-o", "f.csv"]] {
      let program = try Program(
        Program.pantograph, ["features", ".", "-i", Self.flick] + output, in: folder.url)
      #expect(program.status == 2)
      #expect(program.complaints.hasPrefix("b.yml:") && program.complaints.contains(": "))
      let text =
        output.isEmpty
        ? program.output : try String(contentsOf: folder.file("f.csv"), encoding: .utf8)
      #expect(rows(text).map { $0["recording"] } == ["a.yml", "c.yml"])
    }
    let lenient = try features(".", "-i", Self.flick, "--lenient")
    #expect(lenient.status == 0 && lenient.complaints.hasPrefix("b.yml:"))
    #expect(rows(lenient.output).map { $0["recording"] } == ["a.yml", "b.yml", "c.yml"])
  }

  @Test func `report labels without a gesture, and include the others`() throws {
    try copy("touchpad-flick", to: "a.yml")
    _ = try folder.file(
      "l.csv", "recording,gesture,label\na.yml,,finish\na.yml,2,x\nb.yml,,cancel\n")
    let program = try features("a.yml", "-i", Self.flick, "--labels", "l.csv")
    #expect(program.status == 2)
    #expect(
      program.complaints.contains("l.csv:3:7: no gesture 2 in a.yml, which has only one"))
    #expect(program.complaints.contains("l.csv:4:1: no recording b.yml"))
    #expect(rows(program.output).map { $0["label"] } == ["finish"])
    let lenient = try features("a.yml", "-i", Self.flick, "--labels", "l.csv", "--lenient")
    #expect(lenient.status == 0 && lenient.complaints == program.complaints)
  }

  @Test func `have the labels of a name pattern`() throws {
    try copy("touchpad-flick", to: "pad-anna/finish.yml")
    let program = try features(
      ".", "-i", Self.flick, "--name-pattern", "{device}-{person}/{label}.{*}")
    let row = try #require(rows(program.output).first)
    #expect(row["label"] == "finish" && row["person"] == "anna" && row["device"] == "pad")
  }

  @Test(
    arguments: [
      ([], "no recordings given; pass files, folders, or --list"),
      (["nowhere"], "nowhere: no such file or folder"),
      (["empty"], "empty: no recording of a supported format found here or below"),
      (["--list", "nothing"], "nothing: contains no paths"),
      (
        [".", "--shard", "5/4"], "--shard 5/4: expected a part and the number of parts, such as 1/4"
      ),
      (
        [".", "--shard", "0/4"], "--shard 0/4: expected a part and the number of parts, such as 1/4"
      ),
      ([".", "--shard", "1"], "--shard 1: expected a part and the number of parts, such as 1/4"),
      (
        [".", "--name-pattern", "{lable}"],
        "--name-pattern: unknown field {lable}; did you mean {label}?"
      ),
      (
        [".", "--labels", "bad.csv"],
        "bad.csv:1:5: unknown column 'recordin'; did you mean 'recording'?"
      ),
      (
        [".", "-o", "x.parquet"],
        "--output x.parquet: unknown extension '.parquet'; expected one of .csv, .ndjson, .jsonl, .svg,"
      ),
      ([".", "--format", "xml"], "--format xml: expected one of csv, ndjson"),
      (["a.yml"], "a.yml: no interaction.json beside it; --interaction is required"),
      (["-i", flick, "a", "-o", "a"], "a: the result would replace its input a"),
    ] as [([String], String)])
  func `report invalid arguments`(words: [String], sentence: String) throws {
    for name in ["a.yml", "a"] { try copy("touchpad-flick", to: name) }
    _ = try folder.file("nothing", "\n")
    _ = try folder.file("bad.csv", "who,recordin\n")
    try FileManager.default.createDirectory(
      at: folder.file("empty"), withIntermediateDirectories: true)
    let program = try Program(Program.pantograph, ["features"] + words, in: folder.url)
    #expect(program.status == 2)
    #expect(program.complaints.contains(sentence), "\(program.complaints)")
  }

  // MARK: Shared errors

  /// evtest prints events without a description here, as getevent -t does.
  private func copyWithoutDescription(_ names: String...) throws {
    for name in names {
      _ = try folder.file(
        name,
        """
        [   10.000000] 0003 0039 00000001
        [   10.000000] 0000 0000 00000000

        """)
    }
  }

  @Test func `report a shared error once, with a remedy`() throws {
    try copyWithoutDescription("a.txt", "b.txt", "c.txt")
    let program = try Program(
      Program.pantograph, ["features", ".", "-i", Self.flick], in: folder.url)
    #expect(program.status == 2)
    #expect(
      program.complaints == """
        a.txt: no description of the device; pass one from another recording with --device FILE
        the same error in 2 other recordings

        """)
  }

  @Test func `report each error if one differs`() throws {
    try copyWithoutDescription("a.txt", "b.txt", "d.txt")
    try copy("touchpad-flick", to: "c.yml")
    let program = try Program(
      Program.pantograph, ["features", ".", "-i", Self.flick], in: folder.url)
    #expect(program.status == 2)
    let lines = program.complaints.split(separator: "\n")
    #expect(lines.map { $0.prefix(6) } == ["a.txt:", "b.txt:", "d.txt:"])
    #expect(Set(lines.map { $0.dropFirst(6) }).count == 1)
    let part = try Program(
      Program.pantograph, ["features", ".", "-i", Self.flick, "--shard", "2/2"], in: folder.url)
    #expect(part.complaints.split(separator: "\n").map { $0.prefix(6) } == ["d.txt:"])
  }

  // MARK: Resuming

  /// Enough recordings that the run can be killed in the middle.
  private static let many = Program.isOptimized ? 20_000 : 1000

  /// Runs until some rows are written, then kills the program.
  private func interrupt(_ words: [String], until checkpoints: Int) throws -> Bool {
    let program = try RunningProgram(Program.pantograph, ["features"] + words)
    program.closeInput()
    let state = folder.file("f.csv.part.state")
    var count = 0
    while count <= checkpoints, kill(program.identifier, 0) == 0 {
      count = ((try? String(contentsOf: state, encoding: .utf8)) ?? "").count { $0 == "\n" }
      if FileManager.default.fileExists(atPath: folder.file("f.csv").path) { break }
    }
    program.signal(SIGKILL)
    return program.wait() == -1
  }

  @Test func `continue after a run that was killed`() throws {
    try copy("touchpad-flick", to: "a.yml")
    _ = try folder.file(
      "list", String(repeating: "\(folder.file("a.yml").path)\n", count: Self.many))
    let list = folder.file("list").path
    let words = ["--list", list, "-i", Self.flick, "-o", folder.file("f.csv").path]
    let plain = try features("--list", list, "-i", Self.flick).output
    #expect(plain.split(separator: "\n").count == Self.many + 1)

    #expect(try interrupt(words, until: 1))
    let part = folder.file("f.csv.part")
    // Incomplete rows, and rows that are not in the state file, are written again.
    let file = try FileHandle(forWritingTo: part)
    try file.seekToEnd()
    try file.write(contentsOf: Data("torn".utf8))
    try file.close()
    let settings = try Program(
      Program.pantograph, ["features"] + words + ["--without-palms"], in: folder.url)
    #expect(settings.status == 2)
    #expect(
      settings.complaints.contains(
        "f.csv.part: was started with other options, recordings or labels; --restart starts over"))

    let rest = try Program(Program.pantograph, ["features"] + words + ["--jobs", "1"])
    #expect(rest.status == 0)
    #expect(rest.complaints.contains(" of \(Self.many) recordings; --restart starts over"))
    #expect(try String(contentsOf: folder.file("f.csv"), encoding: .utf8) == plain)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        == ["a.yml", "f.csv", "list"])
  }

  @Test(
    .enabled(if: LongTests.areRun, LongTests.absence),
    .enabled(if: Repository.canLimitFiles, Repository.noFileLimit))
  func `continue after the last complete line of the state file`() throws {
    try copy("touchpad-flick", to: "a.yml")
    _ = try folder.file(
      "list", String(repeating: "\(folder.file("a.yml").path)\n", count: 200))
    let words = [
      "features", "--list", folder.file("list").path, "-i", Self.flick, "-o",
      folder.file("f.csv").path,
    ]
    // The kernel ends a process that writes more than this number of 512-byte blocks.
    func run(blocks: Int) throws -> Int32 {
      let line = #"ulimit -c 0; ulimit -f \#(blocks); exec "$0" "$@""#
      return try Program(
        URL(fileURLWithPath: "/bin/sh"), ["-c", line, Program.pantograph.path] + words
      ).status
    }
    #expect(try run(blocks: 60) == -1)
    let state = try FileHandle(forWritingTo: folder.file("f.csv.part.state"))
    // As a full disk leaves it: the first digit of the next line.
    try state.seekToEnd()
    try state.write(contentsOf: Data("1".utf8))
    try state.close()
    #expect(try run(blocks: 120) == -1)
    let lines = try String(contentsOf: folder.file("f.csv.part.state"), encoding: .utf8)
      .split(separator: "\n").dropFirst()
    let counts = lines.compactMap { Int($0.prefix { $0 != " " }) }
    #expect(counts.count > 1 && counts == counts.sorted() && counts.last! < 200, "\(lines)")
    let rest = try Program(Program.pantograph, words)
    #expect(rest.status == 0, "\(rest.complaints)")
    #expect(
      try String(contentsOf: folder.file("f.csv"), encoding: .utf8)
        == features("--list", folder.file("list").path, "-i", Self.flick).output)
  }

  @Test func `start over without a trace of an earlier run`() throws {
    try copy("touchpad-flick", to: "a.yml")
    _ = try folder.file("f.csv.part", "another file\n")
    let words = ["a.yml", "-i", Self.flick, "-o", "f.csv"]
    let refused = try Program(Program.pantograph, ["features"] + words, in: folder.url)
    #expect(refused.status == 2 && refused.complaints.contains("--restart starts over"))
    #expect(try String(contentsOf: folder.file("f.csv.part"), encoding: .utf8).count == 13)
    let anew = try Program(
      Program.pantograph, ["features", "--restart"] + words, in: folder.url)
    #expect(anew.status == 0 && anew.complaints.isEmpty)
    #expect(
      try String(contentsOf: folder.file("f.csv"), encoding: .utf8)
        == features("a.yml", "-i", Self.flick).output)
  }
}

@Suite struct `A progress line` {
  @Test(
    arguments: [
      (0, 0, 5.0, "0 of 100,000"), (999, 0, 1.9, "999 of 100,000"),
      (1000, 0, 2.0, "1,000 of 100,000 · about 4 min left"),
      (50_000, 0, 89.0, "50,000 of 100,000 · about 89 s left"),
      (50_000, 0, 91.0, "50,000 of 100,000 · about 2 min left"),
      // The work of an earlier run does not count.
      (60_000, 50_000, 60.0, "60,000 of 100,000 · about 4 min left"),
      (1, 0, 3.0, "1 of 100,000 · about 84 h left"),
      (100_000, 0, 60.0, "100,000 of 100,000 · about 0 s left"),
    ])
  func `shows the remaining time`(done: Int, before: Int, seconds: Double, text: String) {
    #expect(ProgressLine.text(done, of: 100_000, before: before, after: seconds) == text)
  }
}
