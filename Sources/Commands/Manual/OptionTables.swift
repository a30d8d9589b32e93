/// The options of all commands as Markdown tables, for a page of the documentation.
enum OptionTables {
  static var text: String { CommandLineTool.commands.map(table).joined(separator: "\n") }

  private static func table(_ command: Command) -> String {
    var text = """
      ## \(command.name)

      `\(command.usage)`: \(command.summary)

      | option | what it does |
      |---|---|

      """
    for option in command.allOptions {
      let help = option.help.split(separator: "|", omittingEmptySubsequences: false)
      text += "| `\(option.head)` | \(help.joined(separator: "\\|")) |\n"
    }
    return text
  }
}
