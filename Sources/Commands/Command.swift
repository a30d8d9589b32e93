/// A verb of the command line: what it is called, what it takes, and what it does.
struct Command: Sendable {
  let name: String
  /// One line for the list of all commands.
  let summary: String
  /// What stands after the name, such as `FILE`.
  let operands: [String]
  /// What may follow them.
  var optionalOperands: [String] = []
  let options: [Option]
  /// A word after which operands and options begin anew, for one more of the same.
  var separator: String?
  /// More about it, for `--help`.
  let details: String
  let run: @Sendable (_ arguments: Arguments) throws -> ExitStatus

  /// A flag, with or without a value.
  struct Option: Sendable {
    /// Such as `--interaction`; a second, short name may follow.
    let names: [String]
    /// What stands for the value in help, or nothing for a flag without one.
    let value: String?
    let isRequired: Bool
    let help: String

    init(_ names: String..., value: String? = nil, isRequired: Bool = false, help: String) {
      self.names = names
      self.value = value
      self.isRequired = isRequired
      self.help = help
    }

    var name: String { names[0] }
  }

  static let help = Option("--help", "-h", help: "show this")

  var allOptions: [Option] { options + [Self.help] }

  /// Such as `pantograph replay FILE --interaction FILE [options]`.
  var usage: String {
    let required = options.filter(\.isRequired).map { "\($0.name) \($0.value ?? "")" }
    let optional = optionalOperands.map { "[\($0)]" }
    let more = separator.map { ["[\($0) …]"] } ?? []
    return (["pantograph", name] + operands + optional + required + ["[options]"] + more)
      .joined(separator: " ")
  }

  var helpText: String {
    var text = "\(summary)\n\nusage: \(usage)\n\n"
    let heads = allOptions.map { option in
      (option.names.joined(separator: ", ")) + (option.value.map { " \($0)" } ?? "")
    }
    let width = heads.reduce(0) { max($0, $1.count) }
    for (head, option) in zip(heads, allOptions) {
      text += "  \(head)\(String(repeating: " ", count: width - head.count + 2))\(option.help)\n"
    }
    return details.isEmpty ? text : text + "\n\(details)\n"
  }
}
