/// `pantograph completions`: what makes a shell complete the program's command lines.
enum CompletionsCommand {
  static let command = Command(
    name: "completions",
    summary: "prints what makes a shell complete commands, options, names and files",
    operands: [.choice("SHELL", Shell.allCases)],
    optionalOperands: ["WORD…"],
    options: [],
    details: """
      `tools/install` puts it where each shell finds it by itself. Words after the name of the shell are
      for what was printed: it gives those that stand after the program's name, and is told, a line each,
      what may stand in the place of the last.
      """,
    examples: [
      #"eval "$(pantograph completions bash)""#,
      #"eval "$(pantograph completions zsh)""#,
      "pantograph completions fish | source",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let name = arguments.operands[0]
    guard let shell = Shell(rawValue: name) else {
      let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
      throw Complaint("pantograph completions: \(name): expected one of \(names)")
    }
    let words = Array(arguments.operands.dropFirst())
    try OutputFile().write(
      words.isEmpty ? shell.script : shell.answer(Completion(shell.words(words))))
    return .fine
  }
}
