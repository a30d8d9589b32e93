/// `pantograph label`: asks a person what was meant by each gesture.
enum LabelCommand {
  static let command = Command(
    name: "label",
    summary: "shows the gestures that have no label yet, one by one, and asks what was meant",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: [
      .init(
        "--output", "-o", value: .file(), isRequired: true, writes: [.csv],
        help: "the table of labels (CSV); answers are added to it"),
      .init(
        "--person", value: "NAME", help: "whose gestures these are, where nothing else says it"),
    ] + FeatureRun.options.filter { $0.name != "--labels" } + CommonOptions.replayed,
    details: """
      Recordings are found as `pantograph features` finds them, and those of cases are driven by the
      case's own interaction. Of each gesture its numbers and the fraction over time are shown until the
      hand let go, and not what a rule made of it. The answer is a key, or a line where input is no
      terminal:

        f  finish      c  cancel      n  nothing was meant      g NAME  another gesture, such as scroll
        s  skip it     b  back to the one before                q  quit

      After the last one b goes back, too; its answer is then replaced by the new one.
      Each answer is written at once. Gestures that have a label, in the table, in labels.csv beside
      them, in a case's label.json or by --name-pattern, are passed over, so that one goes on where one
      was. A recording without a gesture is asked about, too: if something was meant, none was seen.
      """,
    examples: ["pantograph label corpus -i sheet.json -o corpus/labels.csv --person anna"],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--output", "it says where the labels go")
    let file = try LabelFile(path)
    let recordings = try FeatureRun(arguments, labels: LabelFile.exists(path) ? path : nil)
    var session = try LabelSession(recordings, file, person: arguments.value("--person"))
    try session.ask()
    return session.hasMistakes ? .unusable : .fine
  }
}
