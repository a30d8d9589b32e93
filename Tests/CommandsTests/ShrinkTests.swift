import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph shrink` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
  private static let interaction = flick.appendingPathComponent("interaction.json").path

  /// A case like the flick's, whose interaction finishes above another fraction.
  private func flick(finishingAbove threshold: String, in folder: TemporaryFolder) throws -> URL {
    let path = folder.file("flick")
    try FileManager.default.copyItem(at: Self.flick, to: path)
    let file = path.appendingPathComponent("interaction.json")
    let text = try String(contentsOf: file, encoding: .utf8)
      .replacing(#""fractionAbove": 0.5"#, with: #""fractionAbove": \#(threshold)"#)
    try Data(text.utf8).write(to: file)
    return path
  }

  private func gestures(_ recording: String) throws -> [JSON] {
    let program = try Program.pantograph(
      "replay", recording, "--interaction", Self.interaction, "--measures")
    #expect(program.status == 0, "\(program.complaints)")
    return try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))["gestures"].list
  }

  /// Pans on devices with slots.
  private static let pans = Repository.cases.filter { example in
    ["touchpad-flick", "touchpad-pan-cancel", "touchpad-pan-finish", "touchscreen-drag"]
      .contains(example.name)
  }

  /// To finish, a finger must land, move and lift.
  @Test(arguments: pans, ["small.yml", "small.evemu"])
  func `keeps the outcome of a gesture, in as few frames as possible`(
    example: Case, name: String
  ) throws {
    let folder = try TemporaryFolder()
    let small = folder.file(name).path
    let outcome = example.name.hasSuffix("cancel") ? "cancel" : "finish"
    let shrunk = try Program.pantograph(
      "shrink", example.recording.deletingLastPathComponent().path, "--while",
      "outcome=\(outcome),cutOff=no", "-o", small)
    #expect(shrunk.status == 0, "\(shrunk.complaints)")
    #expect(shrunk.complaints.hasPrefix("3 of ") && shrunk.output.isEmpty)
    let replayed = try Program.pantograph(
      "replay", small, "--interaction", example.interaction.path)
    #expect(replayed.complaints.isEmpty && replayed.output.contains("in 3 frames"))
    #expect(replayed.output.contains("decided  \(outcome)"))
    let again = try Program.pantograph(
      "shrink", small, "-i", example.interaction.path, "--while", "outcome=\(outcome),cutOff=no",
      "-o", "-")
    #expect(again.complaints.hasPrefix("3 of 3 frames"))
  }

  @Test func `keeps a measure above its threshold`() throws {
    let folder = try TemporaryFolder()
    let small = folder.file("small.yml").path
    let shrunk = try Program.pantograph(
      "shrink", Self.flick.path, "--while", "overshoot>0.05,handoffError<0.001", "-o", small)
    #expect(shrunk.status == 0, "\(shrunk.complaints)")
    let gesture = try #require(try gestures(small).first)
    #expect((gesture["overshoot"].number ?? 0) > 0.05)
    #expect(abs(gesture["handoffError"].number ?? 1) < 0.001)
  }

  /// One interaction finishes above 0.5 and the other above 0.8: the result is in between.
  @Test func `keeps a divergence between two interactions`() throws {
    let folder = try TemporaryFolder()
    let strict = try flick(finishingAbove: "0.8", in: folder)
    let small = folder.file("small.yml").path
    let shrunk = try Program.pantograph(
      "shrink", Self.flick.path, "--against", strict.path + "/interaction.json", "-o", small)
    #expect(shrunk.status == 0, "\(shrunk.complaints)")
    let program = try Program.pantograph(
      "replay", small, "-i", Self.interaction, "--format", "ndjson")
    let ended = try #require(
      program.output.split(separator: "\n").compactMap { Event($0) }.first { $0.event == "ended" })
    #expect(ended.fraction > 0.5 && ended.fraction <= 0.8)
  }

  /// A change in the interaction of a case, its first failure, and whether anything after that can be removed.
  static let mistakes:
    [(name: String, old: String, new: String, sentence: String, isInside: Bool)] = [
      ("touchpad-flick", #""fractionAbove": 0.5"#, #""fractionAbove": 0.8"#, "rule: cancel", false),
      (
        "touchpad-flick", #""response": 0.4, "dampingRatio": 0.7"#,
        #""response": 0.45, "dampingRatio": 0.7"#, "timing: fraction is", false
      ),
      ("touchpad-flick", #""mm": 45"#, #""mm": 46"#, "path: the gesture begins at fraction", true),
      // The fingers continue for 0.3 s after they have reached half of the distance.
      (
        "touchpad-pan-finish", #""distance": { "mm": 60 }"#,
        #""distance": { "mm": 60 }, "limits": [0, 0.5]"#, "path: fraction is 0.500 instead", true
      ),
      // The first of three gestures lifts at 0.41 s.
      ("b9-pan-interrupt", #""duration": 3"#, #""duration": 2.5"#, "handoff: the animation", true),
      ("d1-present", #""duration": 0.75"#, #""duration": 0.7"#, "path: the animation starts", true),
    ]

  /// The message of a check on a folder.
  private func sentence(_ folder: URL) throws -> String {
    let check = try Program(Program.pantograph, ["check", "--json", folder.path])
    #expect(check.status == 1, "\(check.complaints)")
    let report = try JSONDecoder().decode(JSON.self, from: Data(check.output.utf8))
    return try #require(report["cases"].list.first?["message"].text)
  }

  /// All of them, and two with samples only.
  static let tried = mistakes.indices.map { ($0, true) } + [(2, false), (4, false)]

  @Test(.enabled(if: LongTests.areRun, LongTests.absence), arguments: tried)
  func `keeps the first failure of a case`(index: Int, hasHead: Bool) throws {
    let mistake = Self.mistakes[index]
    let folder = try TemporaryFolder()
    let path = folder.file("case")
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent(mistake.name), to: path)
    func change(_ name: String, _ change: (String) -> String) throws {
      let file = path.appendingPathComponent(name)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(change(text) != text)
      try Data(change(text).utf8).write(to: file)
    }
    try change("interaction.json") { $0.replacing(mistake.old, with: mistake.new) }
    if !hasHead {
      // Without a head, only samples are compared.
      try change("expected.csv") {
        $0.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n") + "\n"
      }
    }
    let before = try sentence(path)
    if hasHead { #expect(before.hasPrefix(mistake.sentence), "\(before)") }
    let small = folder.file("small.evemu").path
    let shrunk = try Program.pantograph("shrink", path.path, "-o", small)
    #expect(shrunk.status == 0, "\(shrunk.complaints)")
    let counts = shrunk.complaints.split(separator: " ").compactMap { Int($0) }
    #expect(counts[0] > 1 && (counts[0] < counts[1] * 3 / 4) == mistake.isInside || !hasHead)
    // As the recording of the case, it fails with the same message.
    for name in try FileManager.default.contentsOfDirectory(atPath: path.path)
    where name.hasPrefix("recording.") {
      try FileManager.default.removeItem(at: path.appendingPathComponent(name))
    }
    try FileManager.default.copyItem(
      atPath: small, toPath: path.appendingPathComponent("recording.evemu").path)
    #expect(try sentence(path) == before)
  }

  @Test func `produces the same bytes twice`() throws {
    let outputs = try (0..<2).map { _ in
      try Program.pantograph("shrink", Self.flick.path, "--while", "outcome=finish", "-o", "-")
    }
    #expect(outputs[0].output == outputs[1].output && outputs[0].output.contains("events:"))
    #expect(outputs[0].complaints == outputs[1].complaints)
  }

  @Test func `keeps the smallest recording so far when interrupted`() throws {
    let folder = try TemporaryFolder()
    let (long, small) = (folder.file("long.evemu").path, folder.file("small.evemu").path)
    let made = try Program.pantograph(
      "synth", "--by", "60,0", "--duration", "5", "--rate", "500", "-o", long)
    #expect(made.status == 0)
    // A smooth drag needs most of its frames: this search takes minutes.
    let goal = "fastestTracking<0.62,rmsLag<0.035,frames>500"
    let program = try RunningProgram(
      Program.pantograph, ["shrink", long, "-i", Self.interaction, "--while", goal, "-o", small])
    // It handles signals once the search has begun.
    let status = "/proc/\(program.identifier)/status"
    while let text = try? String(contentsOfFile: status, encoding: .utf8) {
      let blocked = text.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
      let mask = blocked.flatMap {
        UInt64($0.dropFirst(7).trimmingPrefix { $0 == "\t" }, radix: 16)
      }
      if let mask, mask & 1 << UInt64(SIGINT - 1) != 0 { break }
    }
    program.signal(SIGINT)
    #expect(program.wait() == 0)
    #expect(program.complaints.contains("interrupted, may not be the smallest"))
    #expect(try gestures(small).contains { ($0["fastestTracking"].number ?? 9) < 0.62 })
  }

  @Test(
    arguments: [
      (["flick", "-o", "x.yml"], "the result is as expected; set the goal"),
      (["flick"], "--output is required"),
      (
        ["flick/recording.yml", "-i", "flick/interaction.json", "-o", "x.yml"],
        "no expected.csv beside it"
      ),
      (
        ["flick", "--while", "outcome=fail", "-o", "x.yml"],
        "unknown outcome; expected finish, cancel or snap"
      ),
      (
        ["flick", "--while", "overshot>1", "-o", "x.yml"],
        "unknown measure 'overshot'; expected one of outcome"
      ),
      (["flick", "--while", "overshoot=1", "-o", "x.yml"], "expected a number after < or >"),
      (["flick", "--while", "overshoot>x", "-o", "x.yml"], "expected a number after < or >"),
      (["flick", "--while", "", "-o", "x.yml"], "expected a condition such as outcome=finish"),
      (["flick", "--while", "cutOff=maybe", "-o", "x.yml"], "expected cutOff=yes or cutOff=no"),
      (
        ["flick", "--while", "outcome=cancel", "-o", "x.yml"],
        "no gesture meets --while outcome=cancel"
      ),
      (["flick", "--while", "outcome=finish", "-o", "flick/recording.yml"], "replace its input"),
      (
        ["flick", "--against", "flick/interaction.json", "-o", "x.yml"],
        "produce the same trajectory"
      ),
      (["flick", "--against", "none.json", "-o", "x.yml"], "none.json: no such file"),
      (
        ["flick", "--against", "none.json", "--while", "outcome=finish", "-o", "x.yml"],
        "--while and --against exclude each other"
      ),
      (["nowhere", "--while", "outcome=finish", "-o", "x.yml"], "nowhere"),
    ])
  func `reports errors, and writes nothing`(words: [String], sentence: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: Self.flick, to: folder.file("flick"))
    let program = try Program(Program.pantograph, ["shrink"] + words, in: folder.url)
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(program.complaints.contains(sentence), "\(program.complaints)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("x.yml").path))
  }

  /// Without its last line, which ends a frame.
  @Test func `leaves out the frame in which a recording was cut off`() throws {
    let folder = try TemporaryFolder()
    let path = Self.flick.appendingPathComponent("recording.yml")
    let whole = try String(contentsOf: path, encoding: .utf8)
    let end = try #require(whole.range(of: "    - [", options: .backwards)).lowerBound
    _ = try folder.file("cut.yml", String(whole[..<end]))
    let shrunk = try Program(
      Program.pantograph,
      [
        "shrink", "cut.yml", "-i", Self.interaction, "--while", "cutOff=yes", "--lenient", "-o",
        "x.yml",
      ], in: folder.url)
    let lines = shrunk.complaints.split(separator: "\n")
    try #require(shrunk.status == 0 && lines.count == 2, "\(shrunk)")
    #expect(lines[0].hasPrefix("cut.yml:") && lines[0].contains("ends inside a frame"), "\(lines)")
    #expect(lines[1].contains("events are left"), "\(lines)")
    #expect(try gestures(folder.file("x.yml").path).count == 1)
  }

  /// The sizes are of a recording that was written.
  @Test(arguments: [
    ["shrink", "flick", "--while", "outcome=finish", "-o", "/dev/full"],
    ["convert", "drag.json", "-o", "/dev/full"], ["convert", "drag.json", "-o", "none/a.yml"],
    ["convert", "drag.json", "--to", "w3c", "--density", "6", "-o", "none/a.json"],
  ])
  func `reports an error in one line`(words: [String]) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(at: Self.flick, to: folder.file("flick"))
    _ = try folder.file(
      "drag.json",
      """
      { "format": "pointer-recording", "version": 1, "viewport": [400, 800],
        "columns": ["phase", "id", "t", "x", "y"],
        "rows": [["b", 1, 0, 100, 700], ["m", 1, 100, 150, 700], ["e", 1, 200, 300, 700]] }
      """)
    let program = try Program(Program.pantograph, words, in: folder.url)
    #expect(program.status == 2, "\(program)")
    #expect(program.complaints.split(separator: "\n").count == 1, "\(program)")
  }
}
