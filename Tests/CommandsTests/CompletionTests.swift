import Foundation
import PantographGestures
import PantographInteractions
import PantographTestSupport
import Testing

@Suite struct `Completion` {
  /// A command line, and the candidates for its last word.
  struct Example: CustomTestStringConvertible, Sendable {
    var typed: String
    var words: [String]
    var testDescription: String { typed }

    init(_ typed: String, _ words: String...) {
      self.typed = "pantograph \(typed)"
      self.words = words
    }

    /// A command line, and the only candidate; a folder has no further ones.
    var completed: String {
      let end = typed.lastIndex(of: " ") ?? typed.endIndex
      return "\(typed[...end])\(words[0])\(words[0].hasSuffix("/") ? "" : " ")"
    }
  }

  static let examples: [Example] = [
    .init("rep", "replay"), .init("--ver", "--version"), .init("help conv", "convert"),
    .init("re", "record", "recorder", "replay"), .init("nonsense "),
    // Options and their values: names, files, folders, or free text.
    .init("replay --form", "--format"), .init("replay swipe.yml --mea", "--measures"),
    .init("replay --format cs", "csv"), .init("replay --format=cs", "--format=csv"),
    .init("replay --format ", "csv", "html", "ndjson", "pdf", "perfetto", "png", "svg", "text"),
    .init("live /x --format ", "csv", "ndjson", "none", "text"),
    .init("record /x --format ", "evemu", "libinput"), .init("tune --prefer w", "widest"),
    .init("explain -i swipe.yml --rule gnome-shell-", "gnome-shell-touch"),
    .init("interaction --preset sh", "sheet"), .init("curve --named easeO", "easeOut"),
    .init("whatif --variants frames-60-", "frames-60-dropping"),
    .init("replay --output=sw", "--output=swipe.yml"), .init("replay -o sw", "swipe.yml"),
    .init("synth --device touchscreen-", "touchscreen-a"), .init("synth --device sw", "swipe.yml"),
    .init("manual --folder em", "empty/"), .init("check --jobs "),
    .init("features --subject sw", "swipe.yml"),
    .init("compare --subject=sw", "--subject=swipe.yml"),
    // An option that may be given again, and one that may not.
    .init("compare --subject swipe.yml --subj", "--subject"), .init("compare --columns x --colu"),
    // Lists.
    .init("compare --rules kwin,nir", "kwin,niri"),
    .init("compare --rules=kwin,nir", "--rules=kwin,niri"),
    .init("compare --estimators hamm", "hammer"), .init("compare --rules no", "none"),
    .init("compare --rules kwin,al"), .init("compare --rules niri,nir"),
    // Operands.
    .init("replay sw", "swipe.yml"), .init("convert swipe.yml ot", "other.yml"),
    .init("replay swipe.yml ot"), .init("rules gnome-shell-", "gnome-shell-touch"),
    .init("synth hold", "hold-flick"), .init("completions fi", "fish"),
    .init("manual rep", "replay"),
    .init("replay -- sw", "swipe.yml"), .init("replay -- --form"),
    // Another gesture, with options that the first one has as well.
    .init("synth tap th", "then"), .init("synth --seed 1 then --see", "--seed"),
    .init("synth --seed 1 --see"),
    .init("replay --help "), .init("replay --help --form"),
  ]

  /// A folder that contains the program and a few files.
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["swipe.yml", "other.yml"] { _ = try folder.file(name, "") }
    try FileManager.default.createDirectory(
      at: folder.file("empty"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      at: folder.file("pantograph"), withDestinationURL: Program.pantograph)
  }

  private func script(_ shell: String) throws -> URL {
    let script = try Program.pantograph("completions", shell)
    #expect(script.status == 0 && script.complaints.isEmpty)
    return try folder.file("\(shell)-script", script.output)
  }

  struct Answer: Decodable {
    var typed: String
    var line: String
    var listed: [String]
  }

  /// Tests/Oracles/completed_lines.py types into the shell like a user.
  private func expectOnTerminal(_ shell: String) throws {
    let typed = Self.examples.map { "\($0.typed)\n" }.joined()
    let program = try Program(
      try #require(OtherProgram.python),
      [
        Repository.script("completed_lines.py").path,
        shell,
        try script(shell).path, folder.url.path,
      ], typing: typed)
    #expect(program.status == 0, "\(program.complaints)")
    let answers = try program.output.split(separator: "\n").map {
      try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
    }
    #expect(answers.count == Self.examples.count)
    for (example, answer) in zip(Self.examples, answers) {
      if example.words.count == 1 {
        #expect(answer.line == example.completed)
      } else {
        #expect(answer.line == example.typed)
        #expect(
          answer.listed.isEmpty == example.words.isEmpty, "\(example.typed): \(answer.listed)")
        for word in example.words { #expect(answer.listed.contains(word), "\(example.typed)") }
      }
    }
  }

  @Test(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
  func `completes in bash`() throws { try expectOnTerminal("bash") }

  @Test(
    .enabled(
      if: OtherProgram.python != nil && OtherProgram.find("zsh") != nil,
      OtherProgram.absence("zsh and python3")))
  func `completes in zsh`() throws { try expectOnTerminal("zsh") }

  @Test(.enabled(if: OtherProgram.find("fish") != nil, OtherProgram.absence("fish")))
  func `completes in fish`() throws {
    let script = try script("fish").path
    // The candidates that fish would show on a terminal, one per line, with their descriptions.
    let question =
      "set PATH . $PATH; source \(script); while read -l line; complete -C$line; echo; end"
    let program = try Program(
      try #require(OtherProgram.find("fish")), ["--no-config", "-c", question], in: folder.url,
      typing: Self.examples.map { "\($0.typed)\n" }.joined())
    var rest = program.output[...]
    for example in Self.examples {
      var words: [String] = []
      while let end = rest.firstIndex(of: "\n") {
        let line = rest[..<end]
        rest = rest[rest.index(after: end)...]
        if line.isEmpty { break }
        // fish also offers similar words if there is no match.
        let start = example.typed.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
        if line.hasPrefix(start) { words.append(String(line.prefix { $0 != "\t" })) }
      }
      #expect(words.sorted() == example.words, "\(example.typed)")
    }
    #expect(program.complaints.isEmpty)
  }

  private func offered(_ words: [String]) throws -> [String] {
    let program = try Program(Program.pantograph, ["completions", "zsh", "--"] + words)
    return program.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func `offers all commands, and all options of help`() throws {
    let commands = try HelpText.commands()
    #expect(try offered([""]) == commands && commands.count > 20)
    for command in commands {
      #expect(
        try offered([command, "-"]) == HelpText(of: command).options.map(\.name), "\(command)")
    }
  }

  /// An operand that help calls a file is completed as one, and likewise a device.
  @Test(.enabled(if: LongTests.areRun, LongTests.absence))
  func `offers files where help names a file`() throws {
    let files = ["FILE", "FILES", "RECORDING", "CASE", "PATH"]
    var count = 0
    for command in try HelpText.commands() {
      let help = try HelpText(of: command)
      let values =
        help.options.map { ([$0.name, ""], $0.value) } + help.operands.prefix(1).map { ([""], $0) }
      for (words, value) in values {
        let name = value.trimmingCharacters(in: CharacterSet(charactersIn: "[]…"))
        let offers = try offered([command] + words)
        let isNode = ["DEVICE", "NODE"].contains(name) && words == [""]
        if files.contains(name) || isNode { count += 1 }
        #expect(
          !files.contains(name) || offers.contains(":files"),
          "\(command) \(words) \(name): \(offers)")
        #expect(
          !isNode
            || offers.allSatisfy { $0 == ":files" || $0.hasPrefix("/dev/input/") }
              && !offers.isEmpty
        )
        #expect(
          (name == "FOLDER") == offers.contains(":folders"),
          "\(command) \(words) \(name): \(offers)")
      }
    }
    #expect(count > 50)
  }

  /// Words that precede a name, and the number of names.
  static let names: [(before: [String], count: Int)] = [
    (["interaction", "--preset"], 12), (["curve", "--named"], 5), (["synth"], 8),
    (["synth", "--device"], 5), (["synth", "--format"], 2), (["completions"], 3),
    (["synth", "--lift"], 7),
  ]

  @Test(arguments: names)
  func `offers the names that are accepted`(before: [String], count: Int) throws {
    let offered = try offered(before + [""]).filter { !$0.hasPrefix(":") && $0 != "then" }
    #expect(offered.count == count)
    for name in offered {
      let program = try Program(Program.pantograph, before + [name])
      #expect(program.status == 0, "\(before) \(name): \(program.complaints)")
    }
    let nonsense = try Program(Program.pantograph, before + ["nonsense"])
    #expect(nonsense.status == 2)
  }

  @Test func `offers the rules and estimators that compare takes`() throws {
    let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
    let compare = ["compare", flick.appendingPathComponent("recording.yml").path]
    var all: Set<String> = []
    for (option, count) in [
      ("--rules", ReleasePreset.all.count), ("--estimators", VelocityEstimator.allCases.count),
    ] {
      let names = try offered(compare + [option, ""])
      #expect(names.prefix(2) == ["all", "none"] && names.count == count + 2)
      all.formUnion(names.dropFirst(2))
      let program = try Program(
        Program.pantograph,
        compare + [
          "-i", flick.appendingPathComponent("interaction.json").path, option,
          names.dropFirst(2).joined(separator: ","),
        ])
      #expect(program.status == 0, "\(program.complaints)")
    }
    #expect(Set(try offered(["rules", ""])) == all)
  }

  @Test func `is not available for other shells`() throws {
    let program = try Program.pantograph("completions", "tcsh")
    #expect(program.status == 2)
    #expect(
      program.complaints == "pantograph completions: tcsh: expected one of bash, zsh, fish\n")
  }
}
