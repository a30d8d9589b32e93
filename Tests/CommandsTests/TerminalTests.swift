import Foundation
import PantographTestSupport
import Testing

@Suite(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
struct `Text on a terminal` {
  private static let script =
    Repository.script("on_terminal.py").path
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path
  private static let inputs = ["\(flick)/recording.yml", "-i", "\(flick)/interaction.json"]

  private static let commands: [[String]] = [
    ["replay"] + inputs,
    ["explain"] + inputs + ["--rule", "android-viewpager"],
    ["compare"] + inputs,
    ["diff", flick, "--rules", "gnome-shell,kwin"],
    ["check", "--verbose", Repository.recordings.path],
    ["info", "--contacts", "\(flick)/recording.yml"],
    ["whatif", flick, "\(Repository.recordings.path)/d2-pull-cancel", "--variants", "noise,scale"],
    ["timing", flick, "--settle-time", "0.3"],
    ["rules"], ["doctor"], ["replay", "--help"], ["--help"],
    ["tune"] + ["ann", "bob"].map { "\(Repository.recordings.path)/e6-swipes-\($0)" }
      + ["-i", "\(Repository.recordings.path)/e6-swipes-ann/interaction.json", "--resamples", "4"],
    // An error message, which goes to standard error.
    [
      "replay", "no such file of a name that is longer than a line of a narrow terminal", "-i", "b",
    ],
  ]

  private func show(_ columns: Int, _ variables: [String], _ words: [String]) throws -> JSON {
    let program = try Program(
      try #require(OtherProgram.python),
      [Self.script, "\(columns)"] + variables + ["--", Program.pantograph.path] + words)
    try #require(program.status == 0, "\(program.complaints)")
    return try JSONDecoder().decode(JSON.self, from: Data(program.output.utf8))
  }

  @Test(arguments: commands, [(40, "LANG=C"), (100, "LANG=C.UTF-8")])
  func `fits its width, and resets its colours`(
    words: [String], terminal: (columns: Int, locale: String)
  ) throws {
    let shown = try show(terminal.columns, [terminal.locale], words)
    #expect(shown["mistakes"].list.map(\.text) == [])
    let text = shown["text"].text
    #expect(try #require(shown["widest"].number) <= Double(terminal.columns), "\(text)")
    // Only ASCII if the locale has no more, with everything that reports print.
    let isASCII = terminal.locale == "LANG=C"
    #expect(!isASCII || shown["ascii"].isTrue && !text.contains("\\u{"), "\(text)")
  }

  @Test(arguments: [
    ("LC_ALL=POSIX", true), ("LC_CTYPE=en_GB.ISO-8859-1", true), ("LANG=de_DE.utf8", false),
    ("LC_CTYPE=C.UTF-8", false),
  ])
  func `has the character set of the locale`(locale: String, isASCII: Bool) throws {
    // The first of LC_ALL, LC_CTYPE and LANG that is set counts.
    let shown = try show(80, ["LANG=C", locale], ["replay"] + Self.inputs)
    #expect(shown["ascii"].isTrue == isASCII)
  }

  @Test func `has colours unless they are disabled`() throws {
    func colors(_ variables: [String], _ options: String...) throws -> Double {
      try #require(try show(80, variables, ["replay"] + Self.inputs + options)["colors"].number)
    }
    #expect(try colors([]) > 3)
    #expect(try colors(["NO_COLOR="]) > 3)
    #expect(try colors(["NO_COLOR=1"]) == 0)
    #expect(try colors(["TERM=dumb"]) == 0)
    #expect(try colors(["NO_COLOR=1"], "--color", "always") > 3)
    #expect(try colors([], "--color", "never") == 0)
    // Help has no colours.
    #expect(try show(80, [], ["replay", "--help"])["colors"].number == 0)
  }

  @Test func `plots as wide as the terminal, up to a hundred columns`() throws {
    func axis(_ columns: Int, _ variables: String...) throws -> Int {
      let text = try show(columns, variables, ["replay"] + Self.inputs)["text"].text
      return try #require(text.split(separator: "\n").first { $0.contains("└") }).count
    }
    // Nine columns precede the plot.
    #expect(try axis(40) == 40)
    #expect(try axis(108) == 108)
    #expect(try axis(109) == 109)
    #expect(try axis(110) == 109)
    #expect(try axis(200, "COLUMNS=60") == 60)
    #expect(try axis(60, "COLUMNS=0") == 60)
  }

  @Test func `in a pipe does not depend on the environment`() throws {
    let words = ["replay"] + Self.inputs
    let plain = try Program(Program.pantograph, words).output
    #expect(!plain.contains("\u{1b}") && plain.contains("└"))
    for variables in [["LANG=C"], ["LC_ALL=C", "COLUMNS=40"], ["TERM=xterm", "LANG=C.UTF-8"]] {
      let program = try Program(
        URL(fileURLWithPath: "/usr/bin/env"), variables + [Program.pantograph.path] + words)
      #expect(program.output == plain)
    }
    let folder = try TemporaryFolder()
    let kept = folder.file("a.txt")
    _ = try show(40, [], words + ["--output", kept.path])
    #expect(try String(contentsOf: kept, encoding: .utf8) == plain)
    let ascii = try Program(Program.pantograph, words + ["--ascii"]).output
    #expect(ascii.allSatisfy(\.isASCII) && ascii != plain && ascii.contains("100 x 65 mm"))
    let colored = try Program(Program.pantograph, words + ["--color=always"]).output
    #expect(colored.replacing(/\u{1b}\[[0-9;]*m/, with: "") == plain && colored != plain)
  }

  @Test func `checks the value of --color first`() throws {
    let program = try Program.pantograph("check", "--accept", "--color", "green", "/nowhere")
    #expect(
      program.complaints
        == "pantograph check: --color green: expected one of auto, always, never\n")
    #expect(program.status == 2)
  }

  /// A path whose folder has two wide characters and a combining one.
  @Test func `aligns columns, and shows control characters`() throws {
    let folder = try TemporaryFolder()
    for name in ["手势e\u{301}", "plain", "\u{1b}[31mred\u{202e}"] {
      let copy = folder.url.appendingPathComponent(name)
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: Self.flick), to: copy)
    }
    for columns in [60, 200] {
      let shown = try show(columns, [], ["timing", folder.url.path, "--settle-time", "0.3"])
      #expect(shown["mistakes"].list.isEmpty)
      #expect(try #require(shown["widest"].number) <= Double(columns))
      let text = shown["text"].text
      #expect(!text.contains("\u{202e}") && text.contains(#"\u{202e}"#))
      #expect(text.filter { !$0.isWhitespace }.contains("手势"))
    }
    let wide = try show(300, [], ["timing", folder.url.path, "--settle-time", "0.3"])["text"].text
    let rows = wide.split(separator: "\n").filter { $0.contains("recording.yml") }
    // Two wide characters take four columns, the accent none: é is two scalars and one column.
    let places = try rows.map { row in
      let before = try #require(row.firstRange(of: "  0.219 s")).lowerBound
      return row[..<before].unicodeScalars.reduce(0) { sum, scalar in
        sum + ("手势".unicodeScalars.contains(scalar) ? 2 : scalar == "\u{301}" ? 0 : 1)
      }
    }
    #expect(rows.count == 3 && Set(places).count == 1, "\(wide)")
  }

  @Test func `shows progress only on a terminal`() throws {
    let words = ["check", Repository.recordings.path]
    let shown = try show(80, [], words)
    #expect(shown["text"].text.split(separator: "\n").count == 1)
    #expect(try Program(Program.pantograph, words).complaints.isEmpty)
    #expect(try show(80, ["TERM=dumb"], words)["mistakes"].list.isEmpty)
  }
}

extension JSON {
  fileprivate var isTrue: Bool { if case .flag(true) = self { true } else { false } }
}
