/// The options of all commands as Markdown tables.
enum OptionTables {
  static var text: String { CommandLineTool.commands.map(table).joined(separator: "\n") }

  private static func table(_ command: Command) -> String {
    var text = "`\(command.usage)`: \(command.summary)\n\n| option | what it does |\n|---|---|\n"
    for option in command.allOptions {
      let help = option.help.split(separator: "|", omittingEmptySubsequences: false)
      text += "| `\(option.head)` | \(help.joined(separator: "\\|")) |\n"
    }
    return text
  }
}
