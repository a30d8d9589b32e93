import Glibc
import Interactions
import Reports

/// The program `pantograph`: finds the command that is meant, runs it, and ends the process.
public enum CommandLineTool {
  static let version = "0.1.0"
  /// When the version was made, as manuals write it.
  static let date = "November 22, 2026"
  static let purpose = "drives interactive animations with real gestures, live or from recordings"

  static let commands: [Command] = [
    DevicesCommand.command, DoctorCommand.command, ReplayCommand.command,
    ExplainCommand.command, CompareCommand.command, CheckCommand.command, DiffCommand.command,
    FeaturesCommand.command, LabelCommand.command, TuneCommand.command,
    WhatIfCommand.command, TimingCommand.command,
    RulesCommand.command, InteractionCommand.command, LiveCommand.command,
    RecordCommand.command, PlayCommand.command,
    InfoCommand.command,
    ConvertCommand.command, ShrinkCommand.command, SynthCommand.command, CurveCommand.command,
    ManualCommand.command, CompletionsCommand.command,
  ]

  /// Runs the command line of this process; never returns.
  public static func run() -> Never {
    // A reader that goes away is an answer to a write, not a death.
    signal(SIGPIPE, SIG_IGN)
    occupyClosedDescriptors()
    exit(status.rawValue)
  }

  /// Opens what is closed of standard input, output and error, the wrong way round.
  ///
  /// Other files would take their numbers, and be written to; so reading and writing fail as they should.
  private static func occupyClosedDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// What was typed; Swift's own list would put other names in the place of those it can't read.
  private static func typedWords() throws(Complaint) -> [String] {
    var words: [String] = []
    for index in 1..<max(Int(CommandLine.argc), 1) {
      guard let word = unsafe CommandLine.unsafeArgv[index] else { break }
      guard let text = unsafe String(validatingCString: word) else {
        let repaired = unsafe String(cString: word)
        throw Complaint("pantograph: \(repaired) is not UTF-8; give files names that are")
      }
      words.append(text)
    }
    return words
  }

  private static var status: ExitStatus {
    do {
      return try run(typedWords())
    } catch is OutputFile.ReaderClosed {
      return .fine
    } catch let complaint as Complaint {
      say(complaint.sentence)
    } catch {
      say("pantograph: \(error)")
    }
    return .unusable
  }

  private static func run(_ words: [String]) throws -> ExitStatus {
    let output = OutputFile()
    guard let name = words.first else {
      for line in overview.split(separator: "\n", omittingEmptySubsequences: false) {
        say(String(line))
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
      try output.write("pantograph \(version)\n")
      return .fine
    default:
      let command = try command(name)
      let arguments = try Arguments(Array(words.dropFirst()), for: command)
      guard !arguments.wantsHelp else {
        try write(command.helpText, to: output)
        return .fine
      }
      // What it says about colours is looked at before any work is done.
      if command.option("--color") != nil { _ = try TextStyle(arguments) }
      try arguments.checkFormats()
      return try command.run(arguments)
    }
  }

  /// What may stand in the place of a command to ask for help.
  static let helpWords = ["help"] + Command.help.names

  /// Writes a text of several lines for a person.
  private static func write(_ text: String, to output: OutputFile) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    try output.write(lines: lines.map(String.init), in: .ofResults)
  }

  /// The command of a name.
  static func command(_ name: String) throws -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let isOption = name.hasPrefix("-")
    let names = isOption ? ["--help", "--version"] : commands.map(\.name)
    let advice =
      Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
      ?? "`pantograph --help` lists them"
    throw Complaint("pantograph: no \(isOption ? "option" : "command") \(name); \(advice)")
  }

  private static var overview: String {
    var text = """
      \(purpose)

      usage: pantograph COMMAND ...


      """
    let width = commands.reduce(0) { max($0, $1.name.count) } + 2
    for command in commands {
      let blanks = String(repeating: " ", count: width - command.name.count)
      text += "  \(command.name)\(blanks)\(command.summary)\n"
    }
    return text + """

      `pantograph COMMAND --help` tells more about each, `pantograph --version` the version.
      """
  }
}
