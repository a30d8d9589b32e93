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
