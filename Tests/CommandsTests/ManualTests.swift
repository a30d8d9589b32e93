import Foundation
import PantographTestSupport
import Testing

@Suite struct `The manual` {
  /// All pages, as `tools/install` writes them.
  private let folder: TemporaryFolder
  private let pages: [URL]
  private let commands: [String]

  init() throws {
    folder = try TemporaryFolder()
    let program = try Program.pantograph("manual", "--folder", folder.url.path)
    #expect(program.status == 0 && program.output.isEmpty, "\(program.complaints)")
    pages = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
      .map(folder.file)
    commands = try HelpText.commands()
  }

  @Test func `has a page for the program and for each command`() throws {
    let names = ["pantograph.1"] + commands.map { "pantograph-\($0).1" }.sorted()
    #expect(pages.map(\.lastPathComponent).sorted() == names.sorted())
    for (name, words) in [("", []), ("-replay", ["replay"])] {
      let page = try String(contentsOf: folder.file("pantograph\(name).1"), encoding: .utf8)
      #expect(try Program(Program.pantograph, ["manual"] + words).output == page)
    }
    let version = try Program.pantograph("--version").output.split(separator: " ")[1]
    for page in pages {
      let text = try String(contentsOf: page, encoding: .utf8)
      #expect(text.contains("\n.Os Pantograph \(version)"))
      // Every non-ASCII character is escaped, and typed text is marked, except in literal blocks.
      #expect(text.utf8.allSatisfy { $0 < 128 })
      #expect(!text.replacing(#/(?s)\n\.Bd -literal.*?\n\.Ed/#, with: "").contains(#/`|\\\(ga/#))
    }
  }

  @Test(.enabled(if: OtherProgram.find("mandoc") != nil, OtherProgram.absence("mandoc")))
  func `renders without warnings by mandoc`() throws {
    let program = try Program(
      try #require(OtherProgram.find("mandoc")),
      ["-T", "lint", "-W", "warning"] + pages.map(\.path))
    #expect(program.status == 0 && program.output.isEmpty, "\(program.output)")
  }

  @Test(.enabled(if: OtherProgram.find("groff") != nil, OtherProgram.absence("groff")))
  func `renders without warnings by groff`() throws {
    for page in pages {
      let program = try Program(
        try #require(OtherProgram.find("groff")), ["-mdoc", "-ww", "-z", page.path])
      #expect(program.status == 0 && program.complaints.isEmpty, "\(program.complaints)")
    }
  }

  private func shown(_ page: String) throws -> String {
    let text = try Program(
      try #require(OtherProgram.find("mandoc")),
      ["-T", "utf8", "-O", "width=200", folder.file(page).path])
    return text.output.replacing(#/.\u{8}/#, with: "")
  }

  @Test(.enabled(if: OtherProgram.find("mandoc") != nil, OtherProgram.absence("mandoc")))
  func `agrees with help`() throws {
    for command in commands {
      let options = try HelpText(of: command).options
      let page = try shown("pantograph-\(command).1")
      let list = page.components(separatedBy: "The options are:\n").last ?? ""
      let inPage = list.matches(of: #/(?m)^     (?:-[a-z], )?(--[a-z-]+)(?: .*)?$/#)
      #expect(inPage.map { String($0.1) } == options.map(\.name), "\(command)")
      // The same words, whether or not they form a sentence.
      let flowing = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        .replacing(#/[‘’]/#, with: "`").lowercased()
      for option in options {
        let words = option.what.split(separator: " ").joined(separator: " ").lowercased()
        #expect(flowing.contains(words), "\(command) \(option.name): \(words)")
      }
    }
  }

  @Test(.enabled(if: OtherProgram.find("mandoc") != nil, OtherProgram.absence("mandoc")))
  func `keeps examples and tables as they are`() throws {
    #expect(
      try shown("pantograph-synth.1").contains(
        "\n           pantograph synth --by 50,0 --lift 0.55 | pantograph replay - -i interaction.json\n"
      ))
    #expect(
      try shown("pantograph-replay.1").contains(
        """
        \n           pantograph replay Recordings/touchpad-flick/recording.yml \\
                     --interaction Recordings/touchpad-flick/interaction.json\n
        """))
    #expect(
      try shown("pantograph-synth.1").contains(
        "\n           hold-flick  rests for --hold 0.3, then flicks\n           reversal    moves by --by"
      ))
    #expect(
      try shown("pantograph-timing.1").contains("or an upper limit ('<=0.4' or '≤0.4')"))
    #expect(
      try shown("pantograph-doctor.1").contains("begins with ‘ok’, ‘missing’ or ‘note’."))
  }

  @Test func `is the documentation's page of options`() throws {
    let page = try String(
      contentsOf: Repository.root.appending(
        path: "Sources/Commands/Commands.docc/Options.md"), encoding: .utf8)
    let tables = try Program.pantograph("manual", "--markdown").output
    #expect(page.hasSuffix("\n\n" + tables), "tools/make/write-pages brings it up to date")
  }

  static let hasTerminal = OtherProgram.find("man") != nil && OtherProgram.python != nil

  @Test(.enabled(if: hasTerminal, OtherProgram.absence("man and python3")))
  func `is shown by man on a terminal`() throws {
    let words = "['\(Program.pantograph.path)', 'manual', 'replay']"
    let program = try Program(
      try #require(OtherProgram.python),
      [
        "-c",
        "import os, pty; os.environ.update(MANPAGER='cat', MANWIDTH='80', LC_ALL='C.UTF-8');"
          + " os.environ.pop('PAGER', 0); exit(os.waitstatus_to_exitcode(pty.spawn(\(words))))",
      ])
    let text = program.output.replacing(#/.\u{8}/#, with: "").replacing(
      #/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(program.status == 0 && text.contains("PANTOGRAPH-REPLAY(1)"), "\(program.output)")
    #expect(text.contains("EXIT STATUS") && !text.contains(".Sh"))
  }

  @Test func `reports why it can't be shown`() throws {
    let unknown = try Program.pantograph("manual", "repaly")
    #expect(unknown.status == 2 && unknown.complaints.contains("did you mean 'replay'?"))
    let both = try Program.pantograph("manual", "replay", "--markdown")
    #expect(both.complaints == "pantograph manual: replay and --markdown exclude each other\n")
    let nowhere = try Program.pantograph("manual", "--folder", "/nowhere")
    #expect(nowhere.status == 2 && nowhere.complaints.hasPrefix("/nowhere/pantograph.1: "))
  }
}
