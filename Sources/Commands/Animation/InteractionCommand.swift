import PantographBase
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTraces

/// `pantograph interaction`: checks and explains interaction files, and prints templates.
enum InteractionCommand {
  static let command = Command(
    name: "interaction",
    summary: "checks an interaction file and explains it, or prints a template",
    operands: [],
    optionalOperands: [.file()],
    options: [
      .init(
        "--preset", value: .name("NAME") { InteractionStarter.all.map(\.name) },
        help: "print a commented template"),
      .init("--schema", help: "print the JSON Schema of interaction files, for editors"),
      .init("--recording-schema", help: "print the JSON Schema of a web page's recordings"),
      .init("--subject-schema", help: "print the JSON Schema of subject.json"),
    ] + CommonOptions.textual,
    details: """
      Without FILE, the templates are listed. Errors in FILE are reported with line, column and key. To
      get help in an editor, save the schema beside the file and refer to it from there:
      "$schema": "interaction.schema.json".
      """,
    examples: [
      "pantograph interaction --preset sheet > my.json",
      "pantograph interaction my.json",
      "pantograph interaction --schema > interaction.schema.json",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let names = ["--preset", "--schema", "--recording-schema", "--subject-schema"]
    let requests = arguments.operands + names.filter { arguments.has($0) }
    guard requests.count < 2 else {
      throw CommandError(
        "pantograph interaction: \(requests.joined(separator: " and ")) exclude each other")
    }
    let output = OutputFile()
    if let name = arguments.value("--preset") {
      try output.write(starter(name).text)
    } else if arguments.has("--schema") {
      try output.write(InteractionSchema.text)
    } else if arguments.has("--recording-schema") {
      try output.write(PageSchema.text)
    } else if arguments.has("--subject-schema") {
      try output.write(SubjectSchema.text)
    } else if let path = arguments.operands.first {
      let interaction = try CommonOptions.readInteraction(at: path)
      try output.write(lines: InteractionReport(interaction).lines, in: TextStyle(arguments))
    } else {
      let style = try TextStyle(arguments)
      let lines = [
        "  Templates, `pantograph interaction --preset NAME > my.json`:", "",
      ]
      try output.write(lines: lines + InteractionReport.starters(in: style), in: style)
    }
    return .fine
  }

  private static func starter(_ name: String) throws(CommandError) -> InteractionStarter {
    if let starter = InteractionStarter.named(name) { return starter }
    let names = InteractionStarter.all.map(\.name)
    let advice = Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
    throw CommandError(
      "pantograph interaction: unknown template '\(name)';"
        + " \(advice ?? "`pantograph interaction` lists them")"
    )
  }
}
