import Foundation
import PantographTestSupport
import Testing

@Suite struct `Bad input` {
  private let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
  private var recording: String { flick.appendingPathComponent("recording.yml").path }
  private var interaction: String { flick.appendingPathComponent("interaction.json").path }

  /// Expects that a program fails with one line that contains all of these parts.
  private func expectRefusal(
    _ program: Program, _ parts: String..., location: SourceLocation = #_sourceLocation
  ) {
    #expect(program.status == 2, sourceLocation: location)
    #expect(program.output.isEmpty, sourceLocation: location)
    #expect(
      program.complaints.split(separator: "\n").count == 1, "\(program.complaints)",
      sourceLocation: location)
    for part in parts {
      #expect(program.complaints.contains(part), "\(program.complaints)", sourceLocation: location)
    }
  }

  private func replay(_ recording: String, _ options: String...) throws -> Program {
    try Program(
      Program.pantograph, ["replay", recording, "--interaction", interaction] + options)
  }

  @Test func `such as a missing file is reported`() throws {
    expectRefusal(try replay("/nowhere/at-all.yml"), "/nowhere/at-all.yml: no such file")
    expectRefusal(
      try Program.pantograph("replay", recording, "--interaction", "/nowhere.json"),
      "/nowhere.json: no such file")
    expectRefusal(try replay("/"), "/: is a folder; pass a recording in it")
  }

  /// The smallest integer and its neighbours.
  @Test(arguments: [Int.min, Int.min + 1, -1, 0, 2, Int.max])
  func `such as the index of a missing device is reported`(number: Int) throws {
    let none = "no such device; choose one with --node: 1 /dev/input/event"
    expectRefusal(try replay(recording, "--node", "\(number)"), none)
    let folder = try TemporaryFolder()
    let evemu = folder.file("swipe.evemu").path
    _ = try Program.pantograph("convert", recording, "--format", "evemu", "-o", evemu)
    expectRefusal(try replay(evemu, "--node", "\(number)"), "this recording has one device")
  }

  @Test func `such as an empty file is reported`() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.file("empty.evemu", "").path
    expectRefusal(try replay(empty), "\(empty):1:1: the file is empty")
    expectRefusal(
      try Program.pantograph("replay", recording, "--interaction", empty),
      "\(empty):1:1: the file is empty")
  }

  @Test func `such as an error in an interaction file is reported with line and column`() throws {
    let folder = try TemporaryFolder()
    let whole = try String(contentsOfFile: interaction, encoding: .utf8)
    // The error, on the seventh line of the file.
    for (wrong, complaint) in [
      ("\"rul\"", "7:3: unknown key 'rul'; did you mean 'rule'?"),
      ("\"rule\":: ", "7:10: not valid JSON: expected a value"),
      (
        "\"version\"", "7:3: duplicate key 'version', first in line 3: leave out one of them"
      ),
    ] {
      let file = try folder.file(
        "wrong.json", whole.replacing("  \"rule\"", with: "  // ours\n  \(wrong)")
      ).path
      expectRefusal(
        try Program.pantograph("replay", recording, "--interaction", file), "\(file):\(complaint)\n"
      )
    }
  }

  @Test func `such as a bad number is reported with line and column`() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.file("bad.evemu", "# EVEMU 1.3\nE: 0.1 0003 00g5 1\n").path
    expectRefusal(try replay(bad), "\(bad):2:15: expected an event code in hex", "--lenient")
  }

  @Test func `such as a recording without a description has a remedy`() throws {
    let folder = try TemporaryFolder()
    let bare = try folder.file("bare.evemu", "E: 0.1 0003 0035 1\nE: 0.1 0000 0000 0\n").path
    expectRefusal(try replay(bare), bare, "--device FILE")
    #expect(try replay(bare, "--device", recording).status == 0)
  }

  @Test func `such as a read-only format is not offered for writing`() throws {
    for format in ["evtest", "getevent"] {
      expectRefusal(
        try Program.pantograph("synth", "--format", format),
        "--format \(format): expected one of evemu, libinput\n")
      expectRefusal(
        try Program.pantograph("record", "/dev/input/event0", "-o", "x", "--format", format),
        "--format \(format): expected one of evemu, libinput\n")
    }
  }

  @Test func `such as events of other devices is counted`() throws {
    let folder = try TemporaryFolder()
    let touch = "/dev/input/event2: EV_ABS       ABS_MT_POSITION_X    000001ad            \r\n"
    let end = "/dev/input/event2: EV_SYN       SYN_REPORT           00000000            \r\n"
    let key = "/dev/input/event0: EV_KEY       KEY_POWER            DOWN                \r\n"
    let lines = [key, touch, key, end].map { "[    1194.802069] " + $0 }
    let several = try folder.file("several.txt", lines.joined()).path
    expectRefusal(try replay(several), several, "--device FILE")
    let program = try replay(several, "--device", recording)
    #expect(program.status == 0)
    #expect(
      program.complaints.contains(
        "\(several): only /dev/input/event2 was read; 2 events of other devices were skipped; choose another device with --node"
      ))
  }

  @Test func `such as a device that can't be opened has a remedy`() throws {
    let folder = try TemporaryFolder()
    let output = folder.file("out.yml").path
    expectRefusal(
      try Program.pantograph("record", "/dev/input/event999", "-o", output),
      "/dev/input/event999: no such device", "`pantograph devices`")
    #expect(!FileManager.default.fileExists(atPath: output))
    expectRefusal(
      try Program.pantograph("live", "/dev/null", "-i", interaction),
      "/dev/null: not an input device")
  }

  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `such as a truncated recording is refused, or used up to the damage`() throws {
    let folder = try TemporaryFolder()
    for example in Repository.cases where example.name.hasPrefix("touch") {
      let bytes = [UInt8](try Data(contentsOf: example.recording))
      var cuts = 0
      for count in stride(from: bytes.count / 2, to: bytes.count - 40, by: bytes.count / 41) {
        let text = String(decoding: bytes[..<count], as: UTF8.self)
        // After the last event of a frame, the truncated recording is complete.
        let last = text.split(separator: "\n").last { $0.contains("[") || $0.contains("E: ") } ?? ""
        let data = last.prefix { $0 != "#" }.filter { $0 != " " }
        let endsFrame = data.hasSuffix(",0,0,0]") || data.hasSuffix("000000000")
        if endsFrame, text.hasSuffix("\n") || text.hasSuffix(last) { continue }
        let cut = try folder.file("cut-\(count)", text).path
        let arguments = ["replay", cut, "--interaction", example.interaction.path]
        expectRefusal(try Program(Program.pantograph, arguments), "\(cut):", "--lenient")
        let lenient = try Program(
          Program.pantograph, arguments + ["--lenient", "--format", "csv"])
        #expect(lenient.status == 0 && lenient.output.contains("tracking"))
        #expect(lenient.complaints.contains(" events before it are used"))
        cuts += 1
      }
      #expect(cuts > 10)
    }
  }

  @Test func `such as a misspelled word gets a suggestion`() throws {
    expectRefusal(
      try Program.pantograph("replai"), "unknown command 'replai'; did you mean 'replay'?")
    expectRefusal(
      try Program.pantograph("replay", recording, "--interacton", "x"),
      "unknown option '--interacton'; did you mean '--interaction'?")
    expectRefusal(try Program.pantograph("replay"), "missing RECORDING", "usage:")
    expectRefusal(try replay(recording, "more"), "unexpected argument 'more'")
    expectRefusal(try Program.pantograph("replay", "/dev/null"), "--interaction is required")
    expectRefusal(try replay(recording, "--rate", "fast"), "--rate fast: expected a number from")
    expectRefusal(try replay(recording, "--format", "xls"), "expected one of text, csv, ndjson")
    expectRefusal(try replay(recording, "--rate"), "--rate requires a value")
    expectRefusal(try replay(recording, "--rate=60", "--rate=70"), "--rate given more than once")
    expectRefusal(
      try Program.pantograph("synth", "--by", "3"), "expected X,Y in mm or px, such as 40,0")
    expectRefusal(try Program.pantograph("synth", "--from", "200,25"), "100 × 65 mm")
    let leaving = try Program.pantograph("synth", "--by", "-40,0")
    #expect(leaving.status == 0 && leaving.complaints.hasPrefix("the path leaves the surface"))
    let second = try Program.pantograph("synth", "--by", "9,0", "then", "--by", "-40,0")
    #expect(second.complaints.hasPrefix("gesture 2: the path leaves the surface"))
  }

  @Test func `such as an unwritable path is reported`() throws {
    expectRefusal(
      try replay(recording, "--output", "/nowhere/at/all.csv"),
      "/nowhere/at/all.csv: can't be written")
    if FileManager.default.fileExists(atPath: "/dev/full") {
      let full = try replay(recording, "--format", "csv", "--output", "/dev/full")
      expectRefusal(full, "/dev/full: can't be written: No space left on device")
    }
  }

  @Test func `such as broken JSON is reported with line and column`() throws {
    let folder = try TemporaryFolder()
    let bad = try folder.file("bad.json", "{\n  \"version\" 1\n}").path
    expectRefusal(
      try Program.pantograph("replay", recording, "--interaction", bad),
      "\(bad):2:13: not valid JSON: expected a colon")
    let odd = try folder.file("odd.json", #"{ "foo\nbar": 1 }"#).path
    expectRefusal(
      try Program.pantograph("replay", recording, "--interaction", odd),
      #"unknown key 'foo\u{a}bar'"#)
  }

  @Test func `such as a result that would replace its input is refused`() throws {
    let folder = try TemporaryFolder()
    let mine = folder.file("mine.txt")
    try FileManager.default.copyItem(atPath: recording, toPath: mine.path)
    let link = folder.file("link.csv")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: mine)
    for output in [mine.path, link.path] {
      expectRefusal(
        try replay(mine.path, "--output", output), "would replace its input", "mine.txt")
    }
    #expect(try Data(contentsOf: mine) == Data(contentsOf: URL(fileURLWithPath: recording)))
  }

  @Test func `such as a name that is not UTF-8 is refused`() throws {
    let program = try Program(
      URL(fileURLWithPath: "/bin/sh"),
      [
        "-c", #"exec "$0" replay "$(printf 'n\377.yml')" -i "$1""#, Program.pantograph.path,
        interaction,
      ])
    expectRefusal(program, "is not valid UTF-8")
  }

  @Test func `leaves no incomplete result`() throws {
    let folder = try TemporaryFolder()
    let kept = try folder.file("kept.csv", "precious")
    // Damage long after the first samples.
    let text = try String(
      contentsOf: flick.appendingPathComponent("recording.yml"), encoding: .utf8)
    let events = text.components(separatedBy: "  events:\n")
    let long = (0..<40).map { number in
      events[1].replacing("[0, ", with: "[\(number * 10), ")
    }
    let damaged = try folder.file(
      "damaged.yml", events[0] + "  events:\n" + long.joined() + "  - evdev:\n    - [oops]\n")
    let program = try replay(damaged.path, "--output", kept.path)
    expectRefusal(program, "damaged.yml:", "--lenient")
    #expect(try String(contentsOf: kept, encoding: .utf8) == "precious")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.sorted() == ["damaged.yml", "kept.csv"])
    #expect(try replay(damaged.path, "--lenient", "--output", kept.path).status == 0)
    #expect(try String(contentsOf: kept, encoding: .utf8).hasPrefix("time,phase"))
  }

  @Test func `leaves nothing behind when the program is killed`() throws {
    let folder = try TemporaryFolder()
    // A finger a thousand times slower, at 10,000 samples per second: writing takes many seconds.
    let held = try Program.pantograph(
      "synth", "--format", "evemu", "--output", folder.file("held.evemu").path)
    #expect(held.status == 0)
    let text = try String(contentsOf: folder.file("held.evemu"), encoding: .utf8)
    let late = text.replacing(#/E: 0\.(\d{3})(\d{3}) /#) { "E: \(Int($0.1) ?? 0).\($0.2)000 " }
    #expect(late != text)
    let long = try folder.file("held.evemu", late)
    let result = folder.file("result.csv")
    let program = try RunningProgram(
      Program.pantograph,
      [
        "replay", long.path, "--interaction", interaction, "--rate", "10000", "--output",
        result.path,
      ])
    try program.wait { $0.processorTicks >= 10 }
    // Test threads block other signals, and child processes inherit that.
    program.signal(SIGKILL)
    #expect(program.wait() == -1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names == ["held.evemu"])
  }

  @Test func `such as a dangling link is refused`() throws {
    let folder = try TemporaryFolder()
    let link = folder.file("link.csv")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.file("nowhere"))
    expectRefusal(try replay(recording, "--output", link.path), "a dangling link")
  }

  @Test func `leaves an existing file unchanged`() throws {
    let folder = try TemporaryFolder()
    let kept = try folder.file("kept.csv", "precious")
    let empty = try folder.file("empty.evemu", "").path
    expectRefusal(try replay(empty, "--output", kept.path), "the file is empty")
    #expect(try String(contentsOf: kept, encoding: .utf8) == "precious")
  }
}

@Suite struct `Help` {
  @Test func `exists for every command`() throws {
    let overview = try Program.pantograph("--help")
    #expect(overview.status == 0)
    let commands = overview.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    for name in ["replay", "explain", "check", "record"] { #expect(commands.contains(name)) }
    for command in commands {
      let help = try Program.pantograph(command, "--help")
      #expect(help.status == 0 && help.output.contains("usage: pantograph \(command)"))
      #expect(try Program.pantograph("help", command).output == help.output)
      for line in help.output.split(separator: "\n") { #expect(line.count <= 100) }
    }
    #expect(try Program.pantograph("--version").output.hasPrefix("pantograph "))
    let nothing = try Program(Program.pantograph, [])
    #expect(nothing.status == 2 && nothing.complaints == overview.output)
    #expect(try Program.pantograph("--verison").complaints.contains("did you mean '--version'?"))
  }
}
