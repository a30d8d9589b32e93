import Foundation
import PantographTestSupport
import Testing

/// `features` and `compare` of other programs, whose curves are known.
@Suite("The movement of a subject") struct SubjectMeasuresTests {
  private let desk: TemporaryFolder

  /// A program whose columns fade from where they are to 100, and from the next landing to 0.
  ///
  /// The column `x` has a value only before the first contact lifts.
  private static let fade = """
    function value(time) { return target + (from - target) * exp(-(time - landing) / tau) }
    BEGIN { print "time,list[0].y,x,event"; tau = tau + 0 }
    $2 == "began" { from = value($1); target = landings++ % 2 ? 0 : 100; landing = $1 }
    $2 == "began" || $2 == "frame" { printf "%s,%.9f,%s,\\n", $1, value($1), ends ? "none" : 7 }
    $2 == "ended" { ends++; print $1 ",,,lifts"; if (ends == 2) print $1 ",,,lifts\\n" $1 ",,,goes back" }
    """

  init() throws {
    desk = try TemporaryFolder()
    _ = try desk.file("fade.awk", Self.fade)
    try addCase("fade", "swipe --duration 0.2 then tap --wait 1", τ: 0.1)
  }

  private func addCase(_ folder: String, _ gestures: String, τ: Double) throws {
    try FileManager.default.createDirectory(
      at: desk.file(folder), withIntermediateDirectories: true)
    try addSubject("\(folder)/subject.json", τ: τ)
    let recording = try Program(
      Program.pantograph, ["synth"] + gestures.split(separator: " ").map(String.init))
    _ = try desk.file("\(folder)/recording.yml", recording.output)
  }

  private func addSubject(_ file: String, τ: Double, _ more: String = "") throws {
    _ = try desk.file(
      file,
      """
      { "version": 1, "frameRate": 1000, "rest": 2,
        "command": ["awk", "-F,", "-v", "tau=\(τ)", "-f", "\(desk.file("fade.awk").path)"]\(more) }
      """)
  }

  private func run(_ words: String...) throws -> Program {
    try Program(Program.pantograph, words, in: desk.url)
  }

  // MARK: Features

  @Test func `has features in closed form for each gesture`() throws {
    let program = try run("features", "fade")
    #expect(program.status == 0 && program.complaints.isEmpty, "\(program.complaints)")
    let names = program.output.prefix { $0 != "\n" }.split(separator: ",")
    #expect(
      names.prefix(11) == [
        "recording", "gesture", "time", "ending", "label", "person", "device", "subject",
        "duration",
        "contacts", "peak_pressure",
      ])
    #expect(
      names.dropFirst(11).prefix(6) == [
        "list_0__y_start", "list_0__y_release", "list_0__y_velocity", "list_0__y_peak",
        "list_0__y_end", "list_0__y_settle",
      ])
    #expect(names.suffix(2) == ["event_lifts", "event_goes_back"])
    let rows = Table(text: program.output).rows
    try #require(rows.count == 2)
    let landings = rows.map { $0.number("time") - $0.number("duration") }
    func fade(_ seconds: Double) -> Double { exp(-seconds / 0.1) }
    let reached = 100 * (1 - fade(landings[1] - landings[0]))
    for (row, (from, to)) in zip(rows, [(0.0, 100.0), (reached, 0.0)]) {
      let held = row.number("duration")
      func value(_ seconds: Double) -> Double { to + (from - to) * fade(seconds) }
      func expect(_ name: String, _ expected: Double, within tolerance: Double = 0.01) {
        let found = row.number("list_0__y_\(name)")
        #expect(abs(found - expected) <= tolerance, "\(name) is \(found), not \(expected)")
      }
      expect("start", from)
      expect("release", value(held))
      expect("velocity", (value(held) - value(max(held - 0.08, 0))) / min(held, 0.08), within: 0.1)
      // A second is ten time constants: the end and the peak are where the fading leads.
      expect("end", to)
      expect("peak", to)
      expect("settle", max(0.1 * log(100) - held, 0), within: 0.002)
      #expect(row.text("ending") == "released" && row.text("contacts") == "1")
      #expect(row.text("subject") == "fade/subject.json" && row.number("peak_pressure") > 0)
    }
    #expect(rows.map { $0.text("event_lifts") } == ["1", "2"])
    #expect(rows.map { $0.text("event_goes_back") } == ["0", "1"])
    #expect(rows.map { $0.text("x_start") } == ["7", ""])
    #expect(rows.map { $0.text("x_end") } == ["", ""])
  }

  @Test func `has the same features on any number of threads, in either format`() throws {
    try addCase("slow", "swipe", τ: 0.3)
    // Another subject, with another column and another event.
    _ = try desk.file(
      "other.awk", "BEGIN { print \"time,list.0..y,event\"; print \"0,1,\\n0.1,1,opens\" }")
    try addCase("other", "tap", τ: 0.1)
    _ = try desk.file(
      "other/subject.json", "{ \"version\": 1, \"command\": [\"awk\", \"-f\", \"../other.awk\"] }")
    let one = try run("features", ".", "--jobs", "1")
    #expect(one.status == 0, "\(one.complaints)")
    #expect(try run("features", ".", "--jobs", "3").output == one.output)
    let rows = Table(text: one.output).rows
    #expect(
      rows.map { $0.text("recording") } == [
        "fade/recording.yml", "fade/recording.yml", "other/recording.yml", "slow/recording.yml",
      ])
    // Two columns that differ only in dots and brackets.
    #expect(rows.map { $0.text("list_0__y_2_end") } == ["", "", "1", ""])
    #expect(rows.map { $0.text("event_opens") } == ["", "", "1", ""])
    #expect(rows.map { $0.text("event_lifts") } == ["1", "2", "", "1"])
    let lines = try run("features", ".", "--format", "ndjson", "-o", "f.ndjson")
    #expect(lines.status == 0 && lines.output.isEmpty)
    let objects = try String(contentsOf: desk.file("f.ndjson"), encoding: .utf8)
      .split(separator: "\n").map { try JSONDecoder().decode(JSON.self, from: Data($0.utf8)) }
    #expect(objects.count == 4)
    for (row, object) in zip(rows, objects) {
      let end = object["list_0__y_end"].number
      #expect(end == nil ? row.text("list_0__y_end").isEmpty : row.number("list_0__y_end") == end)
    }
  }

  @Test func `has labels, and another subject for recordings without one`() throws {
    try FileManager.default.createDirectory(
      at: desk.file("plain"), withIntermediateDirectories: true)
    let plain = try desk.file(
      "plain/finish.yml", String(contentsOf: desk.file("fade/recording.yml"), encoding: .utf8))
    _ = try desk.file("labels.csv", "recording,gesture,label\nplain/finish.yml,2,cancel\n")
    let words = ["--name-pattern", "{label}.{*}", "--labels", "labels.csv"]
    let program = try Program(
      Program.pantograph,
      ["features", "plain", "--subject", "fade/subject.json"] + words, in: desk.url)
    #expect(program.status == 0, "\(program.complaints)")
    #expect(Table(text: program.output).rows.map { $0.text("label") } == ["finish", "cancel"])
    let alone = try run("features", "fade", plain.path)
    #expect(
      alone.status == 2
        && alone.complaints.contains("no subject.json beside it or above; --subject is required"))
    #expect(Table(text: alone.output).rows.count == 2)
  }

  @Test func `has a row without a gesture`() throws {
    // Without tracking IDs and BTN_TOUCH there is no contact.
    _ = try desk.file(
      "fade/subject.json", "{ \"version\": 1, \"command\": [\"awk\", \"-f\", \"../none.awk\"] }")
    _ = try desk.file("none.awk", "BEGIN { print \"time,x\\n0,1\" }")
    let whole = try String(contentsOf: desk.file("fade/recording.yml"), encoding: .utf8)
    let empty = whole.replacing(#/3, 57, -?[0-9]+\]/#, with: "3, 24, 0]")
      .replacing(#/1, 3(25|30), 1\]/#, with: "1, 330, 0]")
    _ = try desk.file("fade/recording.yml", empty)
    let program = try run("features", "fade")
    let rows = Table(text: program.output).rows
    #expect(rows.count == 1 && program.status == 0, "\(program)")
    #expect(rows.first?.text("gesture") == "0" && rows.first?.text("ending") == "none")
    #expect(rows.first?.text("x_end") == "" && rows.first?.text("duration") == "")
  }

  /// It prints a row at the landing, and none until the rest is over.
  @Test func `keeps its last value until the rest is over`() throws {
    _ = try desk.file("quiet.awk", "BEGIN { print \"time,x\\n0,4\" }")
    _ = try desk.file(
      "fade/subject.json", "{ \"version\": 1, \"command\": [\"awk\", \"-f\", \"../quiet.awk\"] }")
    let rows = Table(text: try run("features", "fade").output).rows
    #expect(rows.map { $0.text("x_end") } == ["4", "4"])
    #expect(rows.map { $0.text("x_settle") } == ["0", "0"])
    #expect(rows.map { $0.text("x_velocity") } == ["0", "0"])
  }

  @Test func `has features that rules can't use`() throws {
    #expect(try run("features", "fade", "-o", "f.csv").status == 0)
    let interaction = Repository.recordings.appendingPathComponent(
      "touchpad-flick/interaction.json")
    let tune = try run("tune", "--features", "f.csv", "-i", interaction.path)
    #expect(tune.status == 2)
    #expect(tune.complaints.contains("f.csv:1:1: these are the features of another program"))
  }

  /// Values whose differences are out of range.
  @Test func `has no number that is not finite`() throws {
    _ = try desk.file(
      "far.awk",
      "BEGIN { print \"time,x\\n0,-1.7e308\\n0.05,1.7e308\\n0.1,-1.7e308\\n3,1.7e308\" }")
    _ = try desk.file(
      "fade/subject.json", "{ \"version\": 1, \"command\": [\"awk\", \"-f\", \"../far.awk\"] }")
    for format in ["csv", "ndjson"] {
      let table = try run("features", "fade", "--format", format)
      #expect(table.status == 0 && !table.output.contains("inf") && !table.output.contains("nan"))
    }
    _ = try desk.file("near.awk", "BEGIN { print \"time,x\\n0,1.7e308\\n2,-1.7e308\" }")
    let other = try desk.file(
      "near.json", "{ \"version\": 1, \"command\": [\"awk\", \"-f\", \"near.awk\"] }")
    #expect(try json("fade", "--subject", other.path)["columns"].list.count == 2)
    #expect(try run("compare", "fade", "--subject", other.path, "--html", "a.html").status == 0)
  }

  @Test(
    arguments: [
      (["fade", "--in-turn"], "--in-turn requires an interaction"),
      (["fade", "--shard", "1/2"], "--shard requires interactions; the columns of subjects"),
      (["fade", "--restart"], "--restart requires interactions"),
      (["fade", "--lenient"], "--lenient requires an interaction"),
      (
        ["fade", "drawn"],
        "drawn/recording.yml has an interaction, and fade/recording.yml a subject"
      ),
      (["fade", "--subject", "nowhere.json"], "nowhere.json: no such file"),
    ] as [([String], String)])
  func `refuses features that need an interaction`(words: [String], sentence: String) throws {
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent("touchpad-flick"), to: desk.file("drawn"))
    let program = try Program(Program.pantograph, ["features"] + words, in: desk.url)
    #expect(program.status == 2 && program.complaints.contains(sentence), "\(program)")
  }

  // MARK: Comparison

  private func json(_ words: String...) throws -> JSON {
    let program = try Program(
      Program.pantograph, ["compare", "--json"] + words, in: desk.url)
    #expect(program.status == 0, "\(program.complaints)")
    return try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
  }

  /// exp(−t/0.1) − exp(−t/0.2) is least where the second one is ½: −¼.
  @Test func `is compared in closed form`() throws {
    try addCase("one", "tap", τ: 0.1)
    try addSubject("one/slow.json", τ: 0.2)
    let result = try json("one", "--subject", "one/slow.json")
    let columns = result["columns"].list
    #expect(columns.map { $0["column"].text } == ["list[0].y", "x"])
    let subjects = columns[0]["subjects"].list
    #expect(subjects.map { $0["subject"].text } == ["one/subject.json", "one/slow.json"])
    let (held, landing) = try (
      #require(columns[0]["time"].number), #require(columns[0]["landing"].number)
    )
    for (subject, τ) in zip(subjects, [0.1, 0.2]) {
      func expect(_ name: String, _ expected: Double, within tolerance: Double = 0.01) throws {
        let found = try #require(subject[name].number)
        #expect(abs(found - expected) <= tolerance, "\(name) is \(found), not \(expected)")
      }
      try expect("start", 0)
      try expect("release", 100 * (1 - exp(-(held - landing) / τ)))
      try expect("end", 100 * (1 - exp(-(held - landing + 2) / τ)), within: 0.1)
      let end = try #require(subject["end"].number)
      let rest = -τ * log((100 - end + end / 100) / 100)
      try expect("rest", landing + rest, within: 0.002)
      try expect("settle", landing + rest - held, within: 0.002)
    }
    #expect(subjects[0]["difference"].names.isEmpty)
    let difference = subjects[1]["difference"]
    #expect(difference["largest"].number.map { abs($0 + 25) < 0.01 } ?? false)
    let time = try #require(difference["time"].number)
    #expect(abs(time - landing - 0.2 * log(2)) < 0.005)
    // The integral of (u² − u)², for u from 1 to almost 0, over the whole time.
    let span = held - landing + 2
    let rms = try #require(difference["rms"].number)
    #expect(abs(rms - 100 * (1 / 60 / span).squareRoot()) < 0.1)
    #expect(difference["shift"].number.map { $0 > 0.02 && $0 < 0.15 } ?? false)
    let shifted = try #require(difference["largestAfterShift"].number)
    #expect(abs(shifted) < 25 && shifted != 0)
    let events = result["events"].list
    #expect(events.map { $0["events"].list.map { $0["event"].text } } == [["lifts"], ["lifts"]])
    // Two that are named take the place of the case's own.
    let back = try json("one", "--subject", "one/slow.json", "--subject", "one/subject.json")
    let others = try #require(back["columns"].list.first)["subjects"].list
    #expect(others.map { $0["subject"].text } == ["one/slow.json", "one/subject.json"])
    #expect(others[1]["difference"]["largest"].number == difference["largest"].number.map { -$0 })
  }

  @Test func `is compared with what it must agree with`() throws {
    try addSubject("fade/slow.json", τ: 0.2)
    let alone = try run("compare", "fade")
    #expect(
      alone.status == 2
        && alone.complaints.contains("fade: only one subject; name others with --subject"))
    try addSubject(
      "fade/subject.json", τ: 0.1,
      ", \"agrees\": [{ \"with\": \"slow.json\", \"columns\": { \"x\": \"list[0].y\" } }]")
    let program = try run("compare", "fade", "--html", "page.html")
    #expect(program.status == 0, "\(program.complaints)")
    // Only x has a column there; that of the same name is compared with it.
    #expect(program.output.contains("  x, gesture 1, released at 0."), "\(program.output)")
    #expect(program.output.contains("x, gesture 2, ") && program.output.contains("goes back  "))
    let page = try String(contentsOf: desk.file("page.html"), encoding: .utf8)
    #expect(page.contains("x over time") && page.contains("fade/slow.json"))
  }

  /// The interaction scrubs 100 from the first movement on, and the program shows the same millimetres.
  @Test func `is compared with an animation of Pantograph`() throws {
    _ = try desk.file(
      "lift.awk",
      """
      BEGIN { print "time,lift" }
      $2 == "began" { from = $5 }
      $2 == "began" || $2 == "moved" { at = from - $5 }
      $2 == "frame" { printf "%s,%.6f\\n", $1, at }
      """)
    let subject = try desk.file(
      "lift.json", "{ \"version\": 1, \"command\": [\"awk\", \"-F,\", \"-f\", \"lift.awk\"] }")
    try FileManager.default.createDirectory(
      at: desk.file("drag"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent("touchscreen-drag/recording.yml"),
      to: desk.file("drag/recording.yml"))
    _ = try desk.file(
      "drag/interaction.json",
      """
      { "version": 1, "gesture": { "pan": { "fingers": 1, "slop": { "mm": 0 } } },
        "progress": { "toward": "up", "distance": { "mm": 100 } },
        "animation": { "duration": 1, "curve": "linear",
          "properties": [{ "name": "offset", "from": 0, "to": 100 }] } }
      """)
    let unpaired = try run("compare", "drag", "--subject", subject.path)
    #expect(
      unpaired.status == 2 && unpaired.complaints.contains("no column has the same name")
        && unpaired.complaints.contains("lift.json shows lift"), "\(unpaired)")
    let result = try json("drag", "--subject", "lift.json", "--columns", "offset=lift")
    let subjects = try #require(result["columns"].list.first)["subjects"].list
    #expect(subjects.map { $0["subject"].text } == ["drag/interaction.json", "lift.json"])
    // The finger moves by (1961 − 910) units of 14 per millimetre.
    for subject in subjects {
      #expect(try abs(#require(subject["release"].number) - 1051 / 14) < 0.5)
    }
    // The animation goes on to its end, and the program stays where the finger lifted.
    #expect(try abs(#require(subjects[0]["end"].number) - 100) < 1e-6)
    #expect(
      try abs(#require(subjects[1]["difference"]["largest"].number) + 100 - 1051.0 / 14) < 0.5)
  }

  @Test(
    arguments: [
      (["fade", "--subject", "a.json", "--rules", "kwin"], "a.json: no such file"),
      (
        ["fade", "--subject", "fade/subject.json", "--rules", "kwin"],
        "--rules compares rules; it can't be combined with a subject"
      ),
      (
        ["fade", "--subject", "fade/subject.json", "--columns", "z"],
        "--columns: no column 'z'; fade/subject.json shows list[0].y, x"
      ),
      (
        ["fade", "--subject", "fade/subject.json", "--columns", "x,"],
        "--columns x,: expected comma-separated names, such as list.y=offset,list.opacity"
      ),
      (
        ["-", "--subject", "fade/subject.json", "--subject", "fade/subject.json"],
        "-: each subject reads the recording again; save it in a file"
      ),
      (["drawn", "--columns", "x"], "--columns requires a subject; name it with --subject"),
      (
        ["fade", "--subject", "fade/subject.json", "-o", "fade/subject.json"],
        "would replace its input fade/subject.json"
      ),
      (
        ["fade/recording.yml", "--subject", "fade/subject.json", "--subject"],
        "--subject requires a value: --subject FILE…"
      ),
    ] as [([String], String)])
  func `refuses a comparison`(words: [String], sentence: String) throws {
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent("touchpad-flick"), to: desk.file("drawn"))
    let program = try Program(Program.pantograph, ["compare"] + words, in: desk.url)
    #expect(program.status == 2 && program.complaints.contains(sentence), "\(program)")
  }

  // MARK: Difference

  /// The greatest difference is 25, as the comparison says.
  @Test func `parts from another one where diff says so`() throws {
    try addCase("one", "tap", τ: 0.1)
    try addSubject("one/slow.json", τ: 0.2)
    let slow = ["diff", "one", "--subject", "one/slow.json", "--tolerance"]
    #expect(try Program(Program.pantograph, slow + ["25.1"], in: desk.url).status == 0)
    let parted = try Program(Program.pantograph, slow + ["24.9"], in: desk.url)
    #expect(parted.status == 1 && parted.output.hasPrefix("list[0].y is "), "\(parted)")
    #expect(parted.output.contains("greatest gaps: list[0].y −25.0 at "), "\(parted)")
    // The other way round, with its own tolerance, as a page.
    try addSubject(
      "one/slow.json", τ: 0.2, ", \"tolerances\": { \"list[0].y\": { \"value\": 26 } }")
    let back = try run(
      "diff", "one/recording.yml", "--subject", "one/slow.json", "--subject", "one/subject.json",
      "--html", "page.html")
    #expect(back.status == 0 && back.output == "the same within the tolerances\n", "\(back)")
    let page = try String(contentsOf: desk.file("page.html"), encoding: .utf8)
    #expect(page.contains("list[0].y over time") && page.contains("one/slow.json"))
  }

  /// An interaction of Pantograph has no such events, which is no difference.
  @Test func `parts from an interaction only where the columns do`() throws {
    try addCase("one", "tap", τ: 0.1)
    _ = try desk.file(
      "still.json",
      """
      { "version": 1, "gesture": { "pan": { "slop": { "mm": 9 } } },
        "progress": { "toward": "up", "distance": { "mm": 100 } },
        "animation": { "duration": 1, "properties": [{ "name": "y", "from": 0, "to": 1 }] } }
      """)
    let paired = ["diff", "one", "-i", "still.json", "--columns", "y=list[0].y", "--tolerance"]
    #expect(try Program(Program.pantograph, paired + ["100"], in: desk.url).status == 0)
    let parted = try Program(Program.pantograph, paired + ["y=50"], in: desk.url)
    #expect(parted.status == 1 && parted.output.hasPrefix("y is 50."), "\(parted)")
  }

  @Test(
    arguments: [
      (["fade"], "fade: only one subject; name others with --subject"),
      (
        ["fade", "--subject", "fade/subject.json", "--subject", "fade/subject.json", "-i", "x"],
        "3 subjects are named; name two, or see how all of them move with `pantograph compare`"
      ),
      (
        ["fade", "fade", "--subject", "fade/subject.json"],
        "--subject is for the subjects of one recording; pass only that"
      ),
      (
        ["fade", "--subject", "fade/subject.json", "--rate", "60"],
        "--rate requires interactions; a subject was given"
      ),
      (
        ["fade", "--subject", "fade/subject.json", "--tolerance", "x"],
        "--tolerance x: expected a number"
      ),
      (["drawn"], "missing B, the trajectory to compare drawn with"),
    ] as [([String], String)])
  func `refuses a difference`(words: [String], sentence: String) throws {
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent("touchpad-flick"), to: desk.file("drawn"))
    let program = try Program(Program.pantograph, ["diff"] + words, in: desk.url)
    #expect(program.status == 2 && program.complaints.contains(sentence), "\(program)")
  }
}
