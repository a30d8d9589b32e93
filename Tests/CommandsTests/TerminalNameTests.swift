import Foundation
import PantographTestSupport
import Testing

/// Control characters in the name of a recording are escaped for people, and unchanged for programs.
@Suite struct `Control characters in names` {
  private let folder: TemporaryFolder
  private static let name = "red\u{1b}[31m\u{7}\u{9b}2J.evemu"

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: "\(Swipes.folders[0])/recording.evemu", toPath: folder.file(Self.name).path)
    let labels = try String(contentsOfFile: "\(Swipes.folders[0])/labels.csv", encoding: .utf8)
    _ = try folder.file("l.csv", labels.replacing("recording.evemu", with: "\"\(Self.name)\""))
  }

  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
  }

  @Test(arguments: [
    ["tune", "--near", "30", "--labels", "l.csv"] + Swipes.quick, ["tune", "--finish", "none"],
    ["whatif", "--variants", "noise-0.5"],
  ])
  func `are escaped in reports and errors`(words: [String]) throws {
    let program = try Program(
      Program.pantograph, [words[0], Self.name, "-i", Swipes.interaction] + words.dropFirst(),
      in: folder.url)
    #expect(isHarmless(program.output) && isHarmless(program.complaints))
    if words.contains("--near") { #expect(program.output.contains(#"red\u{1b}[31m\u{7}\u{9b}2J"#)) }
  }

  @Test func `are escaped in questions`() throws {
    let program = try Program(
      Program.pantograph, ["label", Self.name, "-i", Swipes.interaction, "-o", "mine.csv"],
      in: folder.url, typing: "s\ng \u{1b}Finsh\nq\n")
    #expect(program.status == 0 && isHarmless(program.output), "\(program.complaints)")
    #expect(program.output.contains(#"red\u{1b}[31m\u{7}\u{9b}2J"#))
  }

  /// The rows are data, which a pipe receives unchanged.
  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `are escaped in rows on a terminal only`() throws {
    let words = ["features", Self.name, "-i", Swipes.interaction]
    let piped = try Program(Program.pantograph, words, in: folder.url)
    #expect(piped.output.contains(Self.name))
    let terminal = try Program(
      try #require(OtherProgram.python),
      ["-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))", Program.pantograph.path] + words,
      in: folder.url)
    let lines = terminal.output.replacing("\r\n", with: "\n")
    // The progress is shown there, too.
    #expect(!lines.contains("\u{1b}[31m") && !lines.contains("\u{7}") && !lines.contains("\u{9b}"))
    #expect(lines.contains(#"red\u{1b}[31m\u{7}\u{9b}2J.evemu",1,"#))
  }

  /// The names and events of a program under test are its own words.
  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `are escaped in what a program shows, on a terminal and in text`() throws {
    let title = "\u{1b}]0;owned\u{7}"
    _ = try folder.file("table.csv", "time,a\(title),event\n0,1,\u{9b}31mred\n")
    _ = try folder.file(
      "subject.json", #"{ "version": 1, "command": ["cat", "table.csv"] }"#)
    let words = ["replay", Self.name, "--subject", "subject.json"]
    let kept = folder.file("kept.csv")
    let table = "time,a\(title),event\n0.000000,1.0,\u{9b}31mred\n"
    let escaped = #"time,a\u{1b}]0;owned\u{7},event"# + "\n" + #"0.000000,1.0,\u{9b}31mred"# + "\n"
    func onTerminal(_ more: [String]) throws -> String {
      let terminal = try Program(
        try #require(OtherProgram.python),
        ["-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))", Program.pantograph.path]
          + words + more, in: folder.url)
      return terminal.output.replacing("\r\n", with: "\n")
    }
    #expect(try Program(Program.pantograph, words, in: folder.url).output == table)
    #expect(
      try Program(Program.pantograph, words + ["--format", "text"], in: folder.url).output
        == escaped)
    for more in [[], ["--output", "-"], ["--output", "/dev/tty"]] {
      #expect(try onTerminal(more) == escaped)
    }
    #expect(try onTerminal(["--output", kept.path]) == "")
    #expect(try String(contentsOf: kept, encoding: .utf8) == table)
  }

  /// C1 controls are letters in the file of an interaction.
  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `are escaped in the columns of a trajectory`() throws {
    let text = try String(contentsOfFile: Swipes.interaction, encoding: .utf8)
    let name = try #require(text.firstMatch(of: /"name": "([^"]+)"/)).1
    _ = try folder.file("i.json", text.replacing("\"\(name)\"", with: "\"a\u{9b}2J\""))
    let replay = ["replay"]
    let live = ["live", "--speed", "100"]
    for (command, format, spelled) in [
      (replay, "csv", #",a\u{9b}2J"#), (live, "csv", #",a\u{9b}2J"#),
      (replay, "ndjson", #""a\u009b2J":"#), (live, "ndjson", #""a\u009b2J":"#),
    ] {
      let terminal = try Program(
        try #require(OtherProgram.python),
        [
          "-c", "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]))", Program.pantograph.path,
        ] + command + [Self.name, "-i", "i.json", "--format", format], in: folder.url)
      #expect(!terminal.output.contains("\u{9b}") && terminal.output.contains(spelled))
    }
    let piped = try Program(
      Program.pantograph, ["replay", Self.name, "-i", "i.json", "--format", "csv"], in: folder.url)
    #expect(piped.output.hasPrefix("time,phase,fraction,velocity,a\u{9b}2J"))
  }
}
