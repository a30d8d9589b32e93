/// `pantograph completions`: shell completion scripts.
enum CompletionsCommand {
  static let command = Command(
    name: "completions",
    summary: "prints a shell script that completes commands, options, names and files",
    operands: [.choice("SHELL", Shell.allCases)],
    optionalOperands: ["WORD…"],
    options: [],
    details: """
      `tools/install` installs the scripts where each shell finds them. The scripts call this command
      again with the words typed so far as WORD; it then prints the candidates for the last word, one
      per line.
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
      throw CommandError("pantograph completions: \(name): expected one of \(names)")
    }
    let words = Array(arguments.operands.dropFirst())
    try OutputFile().write(
      words.isEmpty ? shell.script : shell.answer(Completion(shell.words(words))))
    return .fine
  }
}
