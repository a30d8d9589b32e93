/// A verb of the command line: what it is called, what it takes, and what it does.
///
/// Arguments are read by it, and help, the manual, what a shell completes and the README's tables are
/// made from it.
struct Command: Sendable {
  let name: String
  /// One line for the list of all commands.
  let summary: String
  /// What stands after the name, such as `FILE`.
  let operands: [Value]
  /// What may follow them.
  var optionalOperands: [Value] = []
  let options: [Option]
  /// A word after which operands and options begin anew, for one more of the same.
  var separator: String?
  /// More about it, in paragraphs with empty lines between them.
  ///
  /// Lines that begin with two blanks stand as they are, and what stands in backquotes is typed.
  let details: String
  /// What the exit status says, where it is not what ``usualExitStatus`` is.
  var exitStatus: String?
  /// Lines that can be typed.
  var examples: [String] = []
  let run: @Sendable (_ arguments: Arguments) throws -> ExitStatus

  /// A flag, with or without a value.
  struct Option: Sendable {
    /// Such as `--interaction`; a second, short name may follow.
    let names: [String]
    /// What follows it, or nothing for a flag without a value.
    let value: Value?
    let isRequired: Bool
    /// What it does, besides the names that its value may be.
    let rest: String
    /// The formats that the command can write into the file that it names; empty where it writes none.
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

    /// Such as `--interaction, -i FILE`.
    var head: String {
      names.joined(separator: ", ") + (value.map { " \($0.placeholder)" } ?? "")
    }
  }

  static let help = Option("--help", "-h", help: "show this")
  static let usualExitStatus =
    "Ends with 0, and with 2 if the input or the arguments can't be used."

  var allOptions: [Option] { options + [Self.help] }
  var allOperands: [Value] { operands + optionalOperands }

  func option(_ name: String) -> Option? { allOptions.first { $0.names.contains(name) } }

  /// An option's name, and the value that is written together with it: `--jobs=2`, `-j=2` or `-j2`.
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

  /// Such as `pantograph replay FILE --interaction FILE [options]`.
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
