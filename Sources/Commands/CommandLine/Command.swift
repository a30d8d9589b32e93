import Glibc
import PantographBase
import PantographInteractions
import PantographReports

/// A command of the command line: its name, its operands and options, and the function that runs it.
///
/// Argument parsing, help, the manual, shell completions and the option tables are all derived from it.
struct Command: Sendable {
  let name: String
  /// A one-line description for the list of commands.
  let summary: String
  /// The required operands, such as `FILE`.
  let operands: [Value]
  /// The operands that may follow them.
  var optionalOperands: [Value] = []
  let options: [Option]
  /// A word that starts another set of operands and options.
  var separator: String?
  /// A longer description, in paragraphs separated by empty lines.
  ///
  /// Lines indented by two spaces are literal, and text in backquotes is meant to be typed.
  let details: String
  /// The meaning of the exit status, if it differs from ``usualExitStatus``.
  var exitStatus: String?
  /// Whether it goes on until it is interrupted, or until nobody reads its output any more.
  var isEndless = false
  /// Command lines that can be typed as they are.
  var examples: [String] = []
  let run: @Sendable (_ arguments: Arguments) throws -> ExitStatus

  /// An option, with or without a value.
  struct Option: Sendable {
    /// The long name, such as `--interaction`, and optionally a short one.
    let names: [String]
    /// The value that follows, or `nil` for a flag.
    let value: Value?
    let isRequired: Bool
    /// The description, without the choices for its value.
    let rest: String
    /// The formats that the command can write to the named file; empty for an option that names no output.
    let writes: [FileFormat]

    init(
      _ names: String..., value: Value? = nil, isRequired: Bool = false,
      writes: [FileFormat] = [], help: String = ""
    ) {
      self.names = names
      self.value = value
      self.isRequired = isRequired
      rest = help
      self.writes = writes
    }

    var name: String { names[0] }

    /// The names and the placeholder, such as `--interaction, -i FILE`.
    var head: String {
      names.joined(separator: ", ") + (value.map { " \($0.placeholder)" } ?? "")
    }
  }

  static let help = Option("--help", "-h", help: "print this help")
  static let usualExitStatus =
    "Exits with 0, or with 2 if the input or the arguments can't be used."

  var allOptions: [Option] { options + [Self.help] }
  var allOperands: [Value] { operands + optionalOperands }

  func option(_ name: String) -> Option? { allOptions.first { $0.names.contains(name) } }

  /// Returns whether there is work to do when nobody reads standard output any more, as in `check --html X | head`: a file
  /// that was asked for, or an exit status that says what was found.
  func outlivesReaders(_ arguments: Arguments) -> Bool {
    let writesFiles = options.contains { option in
      !option.writes.isEmpty && arguments.values(option.name).contains { $0 != "-" }
    }
    return !isEndless && (writesFiles || exitStatus != nil)
  }

  /// Splits an option from a value attached to it: `--jobs=2`, `-j=2` or `-j2`.
  func parts(of word: String) -> [Substring] {
    let short = word.prefix(2)
    if option(String(short))?.value != nil, !word.dropFirst(2).isEmpty,
      !word.dropFirst(2).hasPrefix("=")
    {
      return [short, word.dropFirst(2)]
    }
    return word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  }

  var exampleLines: [String] {
    examples.flatMap { $0.split(separator: "\n").map(String.init) }
  }

  /// The usage line, such as `pantograph replay FILE --interaction FILE [options]`.
  var usage: String {
    let required = options.filter(\.isRequired).map {
      "\($0.name) \($0.value?.placeholder ?? "")"
    }
    let optional = optionalOperands.map { "[\($0.placeholder)]" }
    let more = separator.map { ["[\($0) …]"] } ?? []
    return
      (["pantograph", name] + operands.map(\.placeholder) + optional + required
      + ["[options]"] + more).joined(separator: " ")
  }

  var helpText: String {
    var text = "\(summary)\n\nusage: \(usage)\n\n"
    let width = allOptions.reduce(0) { max($0, $1.head.count) }
    for option in allOptions {
      let blanks = String(repeating: " ", count: width - option.head.count + 2)
      text += "  \(option.head)\(blanks)\(option.help)\n"
    }
    let shown = exampleLines.map { "  \($0)" }.joined(separator: "\n")
    for part in [details, exitStatus ?? "", shown] where !part.isEmpty { text += "\n\(part)\n" }
    return text
  }
}

/// The program `pantograph`: runs the requested command and exits with its status.
package enum CommandLineTool {
  static let purpose = "drives interactive animations with real gestures, live or from recordings"

  /// The commands by purpose, in the order in which a new user needs them.
  private static let groups: [(title: String, commands: [Command])] = [
    (
      "drive an animation, and keep its trajectory",
      [
        ReplayCommand.command, LiveCommand.command, GuardCommand.command, CheckCommand.command,
        DiffCommand.command,
      ]
    ),
    (
      "understand a gesture",
      [ExplainCommand.command, CompareCommand.command, WhatIfCommand.command]
    ),
    (
      "tune thresholds and springs",
      [
        FeaturesCommand.command, LabelCommand.command, TuneCommand.command, TimingCommand.command,
      ]
    ),
    (
      "use devices and recordings",
      [
        DevicesCommand.command, DoctorCommand.command, RecordCommand.command,
        RecorderCommand.command,
        PlayCommand.command,
        InfoCommand.command, ConvertCommand.command, ShrinkCommand.command, SynthCommand.command,
      ]
    ),
    (
      "look something up",
      [
        RulesCommand.command, InteractionCommand.command, CurveCommand.command,
        ManualCommand.command, CompletionsCommand.command,
      ]
    ),
  ]

  static let commands = groups.flatMap(\.commands)

  /// Runs the command line of this process and exits.
  package static func run() -> Never {
    // A closed pipe is reported by `write` instead of killing the process.
    signal(SIGPIPE, SIG_IGN)
    occupyClosedDescriptors()
    exit(runTypedCommand().rawValue)
  }

  /// Opens closed standard streams in the wrong direction.
  ///
  /// Otherwise other files would get their descriptors and be written to. Like this, reads and writes fail.
  private static func occupyClosedDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Returns the arguments; `CommandLine.arguments` would repair those that are not valid UTF-8.
  private static func typedWords() throws(CommandError) -> [String] {
    var words: [String] = []
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
      guard let text = unsafe String(validatingCString: word) else {
        let repaired = unsafe String(cString: word)
        throw CommandError("pantograph: argument '\(repaired)' is not valid UTF-8; rename the file")
      }
      words.append(text)
    }
    return words
  }

  private static func runTypedCommand() -> ExitStatus {
    do {
      return try run(typedWords())
    } catch is EarlyEnd {
      return .fine
    } catch let error as CommandError {
      printNotice(error.sentence)
    } catch {
      printNotice("pantograph: \(error)")
    }
    return .unusable
  }

  private static func run(_ words: [String]) throws -> ExitStatus {
    let output = OutputFile()
    guard let name = words.first else {
      for line in overview.split(separator: "\n", omittingEmptySubsequences: false) {
        printNotice(String(line))
      }
      return .unusable
    }
    switch name {
    case _ where helpWords.contains(name):
      guard words.count > 1 else {
        try write(overview + "\n", to: output)
        return .fine
      }
      try write(command(words[1]).helpText, to: output)
      return .fine
    case "--version":
      try output.write("pantograph \(Version.number)\n")
      return .fine
    default:
      let command = try command(name)
      let arguments = try Arguments(Array(words.dropFirst()), for: command)
      guard !arguments.wantsHelp else {
        try write(command.helpText, to: output)
        return .fine
      }
      // Checks the value of --color before any work is done.
      if command.option("--color") != nil { _ = try TextStyle(arguments) }
      try arguments.checkFormats()
      _ = try FigureRequest(arguments)
      unsafe OutputFile.outlivesReaders = command.outlivesReaders(arguments)
      return try command.run(arguments)
    }
  }

  /// The words that request help in place of a command.
  static let helpWords = ["help"] + Command.help.names

  /// Writes a text of several lines.
  private static func write(_ text: String, to output: OutputFile) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try output.write(lines: lines.map(String.init), in: .ofResults)
  }

  /// Returns the command with the given name.
  static func command(_ name: String) throws -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let isOption = name.hasPrefix("-")
    let names = isOption ? ["--help", "--version"] : commands.map(\.name)
    let advice =
      Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? "`pantograph --help` lists them"
    throw CommandError(
      "pantograph: unknown \(isOption ? "option" : "command") '\(name)'; \(advice)")
  }

  private static var overview: String {
    var text = """
      \(purpose)

      usage: pantograph COMMAND ...

      """
    let width = commands.reduce(0) { max($0, $1.name.count) } + 2
    for group in groups {
      text += "\n\(group.title)\n"
      for command in group.commands {
        let blanks = String(repeating: " ", count: width - command.name.count)
        text += "  \(command.name)\(blanks)\(command.summary)\n"
      }
    }
    return text + """

      `pantograph COMMAND --help` describes a command; `pantograph --version` prints the version.
      """
  }
}
