import Foundation
import PantographTestSupport
import Testing

/// Several recordings for one subject, and subjects that must show the same.
@Suite("A folder with a subject") struct SubjectFolderTests {
  private let desk: TemporaryFolder

  /// A program that prints how far the finger is above its first point, in millimetres, times a factor.
  private static let lift = """
    BEGIN { print "time,lift" }
    $2 == "began" { from = $5 }
    $2 == "began" || $2 == "moved" { at = from - $5 }
    $2 == "frame" { printf "%s,%.6f\\n", $1, at * factor }
    """

  init() throws {
    desk = try TemporaryFolder()
    _ = try desk.file("lift.awk", Self.lift)
    try subject("subject.json")
  }

  private func subject(_ name: String, factor: Int = 1, _ more: String = "") throws {
    _ = try desk.file(
      name,
      """
      { "version": 1, "command": ["awk", "-F,", "-v", "factor=\(factor)", "-f", "lift.awk"],
        "rest": 0.1\(more) }
      """)
  }

  private func addRecording(_ folder: String, of name: String = "touchscreen-drag") throws {
    try FileManager.default.createDirectory(
      at: desk.file(folder), withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent("\(name)/recording.yml"),
      to: desk.file("\(folder)/recording.yml"))
  }

  private func run(_ words: String...) throws -> Program {
    try Program(Program.pantograph, words, in: desk.url)
  }

  @Test func `holds for the recordings in the folders below it`() throws {
    try addRecording("drag")
    try addRecording("flick", of: "touchpad-flick")
    let first = try run("check", ".")
    #expect(first.status == 1 && first.output.contains("2 cases: 2 new"), "\(first)")
    #expect(try run("check", "--accept", ".").status == 1)
    let second = try run("check", "--verbose", ".")
    #expect(second.status == 0 && second.output.contains("2 cases: 2 same"), "\(second)")
    // From inside the folder of a recording, too, and two levels below the subject.
    try addRecording("slow/drag")
    let below = try run("check", "slow")
    #expect(below.status == 1 && below.output.contains("slow/drag: no expected"), "\(below)")
    try FileManager.default.removeItem(at: desk.file("slow"))
    let inside = try Program(Program.pantograph, ["check"], in: desk.file("drag"))
    #expect(inside.status == 0 && inside.output.contains("1 case: 1 same"), "\(inside)")
    try subject("subject.json", factor: 2)
    let changed = try run("check", ".", "--html", "page.html")
    #expect(changed.status == 1 && changed.output.contains("2 cases: 2 differ"), "\(changed)")
    let page = try String(contentsOf: desk.file("page.html"), encoding: .utf8)
    #expect(page.contains("lift over time"))
    // The finger moves by (1961 − 910) units of 14 per millimetre, and the changed program doubles that.
    #expect(page.contains("Expected ends at 75.1, now ends at 150; they diverge at 0.0"))
  }

  @Test func `is drawn on a page`() throws {
    try addRecording("drag")
    let table = try run("replay", "drag")
    let both = try run("replay", "drag", "--html", "page.html")
    #expect(both.status == 0 && both.output == table.output, "\(both.complaints)")
    let page = try String(contentsOf: desk.file("page.html"), encoding: .utf8)
    // The finger moves by (1961 − 910) units of 14 per millimetre.
    #expect(page.contains("lift over time") && page.contains("ends at 75.1"))
    #expect(page.contains("<td>75.071</td>") && !page.contains("largest difference"))
    for words in [["-o", "other.html"], ["--format", "html", "-o", "other.html"]] {
      let alone = try Program(Program.pantograph, ["replay", "drag"] + words, in: desk.url)
      #expect(alone.status == 0 && alone.output.isEmpty, "\(alone.complaints)")
      #expect(try String(contentsOf: desk.file("other.html"), encoding: .utf8) == page)
    }
    let picture = try run("replay", "drag", "-o", "picture.svg")
    #expect(picture.status == 0 && picture.output.isEmpty, "\(picture)")
    let drawing = try String(contentsOf: desk.file("picture.svg"), encoding: .utf8)
    #expect(drawing.contains("<title id=\"plot-1-title\">lift over time</title>"))
    let trace = try run("replay", "drag", "-o", "trace.pftrace")
    #expect(trace.status == 2 && trace.complaints.contains("a page, html"), "\(trace)")
  }

  /// In a folder such as /tmp, anybody may put a file above the recording.
  @Test(.enabled(if: geteuid() == 0, "needs root, who can give files away"))
  func `is not run for the recordings of somebody else`() throws {
    try addRecording("drag")
    let file = desk.file("subject.json").path
    func expectNone(_ status: Int32) throws {
      try #require(status == 0)
      let check = try run("check", "drag")
      #expect(check.status == 2 && check.output.contains("belongs to no case"), "\(check)")
    }
    try expectNone(unsafe chown(file, 65534, 65534))
    // A link of somebody else's to a file of one's own would run it in another folder.
    try FileManager.default.moveItem(atPath: file, toPath: desk.file("own.json").path)
    _ = unsafe chown(desk.file("own.json").path, 0, 0)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "own.json")
    try expectNone(unsafe lchown(file, 65534, 65534))
    _ = unsafe lchown(file, 0, 0)
    #expect(try run("check", "drag").status == 1)
    try expectNone(unsafe chown(desk.url.path, 65534, 65534))
  }

  @Test func `can be tested in place of another one, with all its recordings`() throws {
    try addRecording("drag")
    _ = try run("check", "--accept", ".")
    try subject("twice.json", factor: 2)
    let other = try run("check", "--subject", "twice.json", ".")
    #expect(other.status == 1 && other.output.contains("1 case: 1 differs"), "\(other)")
    let same = try run("replay", "drag")
    let twice = try run("replay", "--subject", "twice.json", "drag/recording.yml")
    #expect(
      try same.output.hasPrefix("time,lift\n")
        && twice.output
          == run(
            "replay", "--subject", "twice.json", "drag"
          ).output,
      "\(twice)")
    #expect(same.output != twice.output)
  }

  /// The lift is doubled, from 75 mm to 150 mm.
  @Test func `has tolerances that the command line replaces`() throws {
    try addRecording("drag")
    _ = try run("check", "--accept", ".")
    func check(_ column: String, _ words: String...) throws -> Program {
      try subject(
        "subject.json", factor: 2, ", \"tolerances\": { \"\(column)\": { \"value\": 1 } }")
      return try Program(Program.pantograph, ["check", "."] + words, in: desk.url)
    }
    #expect(try check("lift", "--tolerance", "76").status == 0)
    #expect(try check("lift", "--tolerance", "74").status == 1)
    #expect(try check("lift", "--tolerance", "*=76").status == 1)
    let misspelled = try check("left")
    #expect(
      misspelled.status == 1
        && misspelled.output.contains(
          "note: a tolerance is given for 'left', but there is no such column"),
      "\(misspelled)")
  }

  /// A pan of 100 mm that scrubs 100 mm, and goes back in no time.
  private func addInteraction(_ file: String, scrubbing length: Int) throws {
    _ = try desk.file(
      file,
      """
      { "version": 1, "gesture": { "pan": { "fingers": 1, "slop": { "mm": 0 } } },
        "progress": { "toward": "up", "distance": { "mm": 100 } },
        "animation": { "duration": 1, "curve": "linear",
          "properties": [{ "name": "offset", "from": 0, "to": \(length) }] } }
      """)
  }

  private func agree(with other: String, column: String = "offset", value: Double) throws {
    try subject(
      "subject.json", factor: 1,
      """
      , "agrees": [{ "with": "\(other)", "columns": { "lift": "\(column)" },
        "tolerances": { "lift": { "value": \(value), "seconds": 0.02 } } }]
      """)
  }

  /// The finger moves 75 mm up in a second, and the animation then goes on to its end, 100.
  @Test func `agrees with an interaction until the finger lifts`() throws {
    try addRecording("drag")
    try addInteraction("sheet.json", scrubbing: 100)
    try agree(with: "sheet.json", value: 26)
    let same = try run("check", ".")
    #expect(same.status == 0 && same.output.contains("1 case: 1 same"), "\(same)")
    // Nothing to accept: it agrees.
    #expect(try run("check", "--accept", ".").status == 0)
    try agree(with: "sheet.json", value: 0.5)
    let parted = try run("check", ".")
    #expect(parted.status == 1, "\(parted)")
    #expect(
      parted.output.contains("drag: unlike sheet.json, lift is ")
        && parted.output.contains("after contact 1 ended at 1.002 s"), "\(parted)")
    let accepting = try run("check", "--accept", ".")
    #expect(accepting.status == 1 && accepting.output.contains("1 case: 1 differs"), "\(accepting)")
  }

  @Test func `agrees with another subject, column by column`() throws {
    try addRecording("drag")
    try subject("other.json", factor: 3)
    try agree(with: "other.json", column: "lift", value: 200)
    #expect(try run("check", ".").status == 0)
    try agree(with: "other.json", column: "lift", value: 1)
    let parted = try run("check", "--json", ".")
    #expect(parted.status == 1 && parted.output.contains("\"with\":\"other.json\""), "\(parted)")
    try agree(with: "other.json", column: "lft", value: 1)
    let missing = try run("check", ".")
    #expect(missing.status == 2)
    #expect(
      missing.complaints.contains(
        "subject.json: agrees: other.json shows no column 'lft'; it shows lift"), "\(missing)")
  }

  /// It would be the same in any case.
  @Test func `agrees neither with itself nor with nothing`() throws {
    try addRecording("drag")
    for (name, link) in [
      ("subject.json", ""), ("./subject.json", ""), ("same.json", "subject.json"),
    ] {
      if !link.isEmpty {
        try FileManager.default.createSymbolicLink(
          atPath: desk.file(name).path, withDestinationPath: link)
      }
      try agree(with: name, column: "lift", value: 0)
      let itself = try run("check", ".")
      #expect(itself.status == 2, "\(itself)")
      #expect(
        itself.complaints.contains(
          "subject.json: agrees: \(name) is this subject; name another one"),
        "\(itself)")
    }
    try subject("other.json")
    try agree(with: "other.json", column: "lift", value: 0)
    for cell in ["", "none"] {
      _ = try desk.file("lift.awk", "BEGIN { print \"time,lift,other\"; print \"0,\(cell),1\" }")
      let nothing = try run("check", ".")
      #expect(nothing.status == 2, "\(nothing)")
      #expect(
        nothing.complaints.contains(
          "subject.json: agrees: neither side has a value of lift"), "\(nothing)")
    }
  }

  @Test func `is not incomplete if another one must agree with it`() throws {
    try addRecording("drag")
    try FileManager.default.createDirectory(
      at: desk.file("old"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: desk.file("lift.awk"), to: desk.file("old/lift.awk"))
    try subject("old/subject.json")
    #expect(try run("check", ".").output.contains("old: subject.json alone"))
    try agree(with: "old/subject.json", column: "lift", value: 0)
    let check = try run("check", ".")
    #expect(check.status == 0 && check.output == "1 case: 1 same\n", "\(check)")
  }

  /// Landing and one movement of 50 mm are enough for the event.
  @Test func `shrinks a recording to what the subject needs`() throws {
    try addRecording("drag")
    _ = try desk.file(
      "lift.awk",
      """
      BEGIN { print "time,lift,event" }
      $2 == "began" { from = $5 }
      $2 == "moved" && from - $5 > 50 && !isHigh { isHigh = 1; print $1 ",,is high" }
      $2 == "frame" { printf "%s,%d,\\n", $1, factor }
      """)
    let shrunk = try run("shrink", "drag", "--while", "event=is high", "-o", "small.yml")
    #expect(shrunk.status == 0 && shrunk.complaints.hasPrefix("2 of "), "\(shrunk)")
    let small = try run("replay", "--subject", "subject.json", "small.yml")
    #expect(small.output.contains(",is high\n"), "\(small)")
    let never = try run("shrink", "drag", "--while", "event=is low", "-o", "small.yml")
    #expect(
      never.status == 2 && never.complaints.contains("no event 'is low'; it shows"), "\(never)")
  }

  /// The first difference is at the first frame after the first movement.
  @Test func `shrinks a recording as long as the subject differs in the same way`() throws {
    try addRecording("drag")
    _ = try run("check", "--accept", ".")
    let same = try run("shrink", "drag", "-o", "small.yml")
    #expect(same.status == 2 && same.complaints.contains("drag: as expected"), "\(same)")
    try subject("subject.json", factor: 2)
    let shrunk = try run("shrink", "drag", "-o", "small.yml")
    #expect(shrunk.status == 0 && shrunk.complaints.contains(" frames and "), "\(shrunk)")
    let small = try run("replay", "--subject", "subject.json", "small.yml")
    let large = try run("replay", "drag")
    let (rows, all) = (small.output.split(separator: "\n"), large.output.split(separator: "\n"))
    // Up to the difference at 0.017 s nothing has changed.
    #expect(rows.prefix(3) == all.prefix(3) && rows.count < all.count / 5, "\(small)")
  }

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3-jsonschema")))
  func `has a schema with which its reader agrees`() throws {
    let schema = try run("interaction", "--subject-schema")
    #expect(schema.status == 0)
    let file = try desk.file("schema.json", schema.output).path
    guard SchemaValidator.isReady(for: file) else {
      Issue.record("the schema is invalid, or python3-jsonschema is missing")
      return
    }
    try addRecording("drag")
    let examples = try [
      "carousel-page", "drawer-c", "drawer-device", "drawer-python", "drawer-rust", "pager-page",
      "sheet-page",
    ].map {
      try String(
        contentsOf: Repository.root.appendingPathComponent("Tests/Examples/\($0)/subject.json"),
        encoding: .utf8)
    }
    let command = "{ \"version\": 1, \"command\": [\"true\"]"
    let page = "{ \"version\": 1, \"page\": \"a.html\", \"elements\": { \"a\": \"b\" }"
    let correct =
      examples + ["touch", "wheel", "pen"].map { page + ", \"input\": \"\($0)\" }" }
      + ["macos", "gtk", "windows-untrusted"].map {
        page + ", \"input\": \"wheel\", \"momentum\": \"\($0)\" }"
      }
      + ["", ", \"part\": [0.5, 0]"].map { page + ", \"placement\": { \"on\": \"b\"\($0) } }" }
    let mistakes = [
      "{ \"version\": 2, \"command\": [\"true\"] }", "{ \"version\": 1 }",
      command + ", \"show\": [\"x\"] }", command + ", \"input\": \"xml\" }",
      command + ", \"input\": \"wheel\" }", page + ", \"input\": \"csv\" }",
      command + ", \"tolerances\": { \"a\": { \"value\": -1 } } }", command + ", \"rest\": 601 }",
      command + ", \"agrees\": [{ \"with\": \"a.json\" }] }", command + ", \"agrees\": [] }",
      command + ", \"agrees\": [{ \"with\": \"a.json\", \"columns\": {} }] }",
      page + ", \"show\": [\"opacit\"] }", page + ", \"viewport\": { \"width\": 10 } }",
      page + ", \"momentum\": \"gtk\" }", command + ", \"momentum\": \"gtk\" }",
      page + ", \"input\": \"pen\", \"momentum\": \"gtk\" }",
      page + ", \"input\": \"wheel\", \"momentum\": \"ios\" }",
      page + ", \"input\": \"wheel\", \"momentum\": {} }",
      page + ", \"pace\": \"slow\" }", command + ", \"events\": [\"scroll\"] }",
      command + ", \"input\": \"device\", \"pace\": \"fast\" }",
      page + ", \"placement\": { \"from\": [1, 2] } }", page + ", \"placement\": {} }",
      page + ", \"placement\": { \"on\": \"b\", \"from\": [1, 2] } }",
      page + ", \"placement\": { \"from\": [1, 2], \"to\": [1, 2], \"part\": [0, 0] } }",
      page + ", \"placement\": { \"from\": [1, 2], \"to\": [1] } }", page + ", \"colour\": 1 }",
    ]
    let verdicts = try SchemaValidator.verdicts(on: correct + mistakes, by: file)
    for (text, verdict) in zip(correct + mistakes, verdicts) {
      #expect((verdict == "yes") == correct.contains(text), "\(text)\n\(verdict)")
    }
    for text in mistakes {
      _ = try desk.file("wrong.json", text)
      let replay = try run("replay", "--subject", "wrong.json", "drag")
      #expect(replay.status == 2 && replay.complaints.contains("wrong.json:1:"), "\(replay)")
    }
  }
}
