import Interactions
import Reports

/// `pantograph interaction`: files to start from, and what a file means.
enum InteractionCommand {
  static let command = Command(
    name: "interaction",
    summary: "checks an interaction file and says what it means, or gives one to start from",
    operands: [],
    optionalOperands: [.file()],
    options: [
      .init(
        "--preset", value: .name("NAME") { InteractionStarter.all.map(\.name) },
        help: "print an interaction to start from, with comments"),
      .init("--schema", help: "print the JSON Schema of the file, by which editors help"),
    ] + CommonOptions.textual,
    details: """
      Without a FILE it lists the interactions to start from. What is wrong with a FILE is said with its
      line, column and key. For an editor, put the schema beside the file and its name into it:
      "$schema": "interaction.schema.json".
      """,
    examples: [
      "pantograph interaction --preset sheet > my.json",
      "pantograph interaction my.json",
      "pantograph interaction --schema > interaction.schema.json",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let wishes =
      arguments.operands + ["--preset", "--schema"].filter { arguments.has($0) }
    guard wishes.count < 2 else {
      throw Complaint(
        "pantograph interaction: \(wishes.joined(separator: " and ")): only one at a time")
    }
    let output = OutputFile()
    if let name = arguments.value("--preset") {
      try output.write(starter(name).text)
    } else if arguments.has("--schema") {
      try output.write(InteractionSchema.text)
    } else if let path = arguments.operands.first {
      let interaction = try CommonOptions.readInteraction(at: path)
      try output.write(lines: InteractionReport(interaction).lines, in: TextStyle(arguments))
    } else {
      let style = try TextStyle(arguments)
      let lines = [
        "  Interactions to start from, `pantograph interaction --preset NAME > my.json`:", "",
      ]
      try output.write(lines: lines + InteractionReport.starters(in: style), in: style)
    }
    return .fine
  }

  private static func starter(_ name: String) throws(Complaint) -> InteractionStarter {
    if let starter = InteractionStarter.named(name) { return starter }
    let names = InteractionStarter.all.map(\.name)
    let advice = Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
    throw Complaint(
      "pantograph interaction: no preset \(name); \(advice ?? "`pantograph interaction` lists them")"
    )
  }
}
