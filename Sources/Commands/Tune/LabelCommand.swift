/// `pantograph label`: asks for the intended outcome of each gesture.
enum LabelCommand {
  static let command = Command(
    name: "label",
    summary: "shows each unlabelled gesture and asks for its intended outcome",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: [
      .init(
        "--output", "-o", value: .file(), isRequired: true, writes: [.csv],
        help: "the table of labels (CSV) to append to"),
      .init(
        "--person", value: "NAME", help: "the person to write into labels that name none"),
      .init("--serve", help: "ask on a page in a browser, which can undo, and print its address"),
      WebServerOptions.listen, WebServerOptions.token,
    ] + FeatureRun.options.filter { $0.name != "--labels" } + CommonOptions.replayed,
    details: """
      Recordings are found like those of `pantograph features`, and cases use their own interaction. For
      each gesture, its features and the fraction over time up to the release are shown, but not the
      outcome of the rule. Answer with a key, or with a line if the input is not a terminal:

        f  finish      c  cancel      n  nothing intended       g NAME  another gesture, such as scroll
        s  skip        b  back to the previous gesture          q  quit

      You can also go back with b after the last gesture; a new answer replaces the old one. Each answer
      is written at once. Gestures that have a label already (in the table, in labels.csv beside them, in
      the label.json of a case, or by --name-pattern) are skipped, so you can resume at any time. You are
      also asked about a recording without a gesture, because a gesture may have been missed.

      With --serve, a page in a browser shows each gesture as the page of replay does, played back up to
      the release, and asks with buttons and the same keys. It lists all gestures, and u takes back the
      last answer: the table has its earlier bytes again. r does it again. The answers are written at
      once, as on a terminal. If another program changes the table, the page reports it, and reads it
      again. Press Ctrl-C to stop.
      """,
    examples: [
      "pantograph label corpus -i sheet.json -o corpus/labels.csv --person anna",
      "pantograph label corpus -i sheet.json -o corpus/labels.csv --serve",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--output", "the table of labels to write")
    guard arguments.has("--serve") else {
      if let option = ["--listen", "--token"].first(where: arguments.has) {
        throw CommandError("pantograph label: \(option) requires --serve")
      }
      return try ask(arguments, into: path)
    }
    return try LabelServer.serve(arguments, into: path)
  }

  private static func ask(_ arguments: Arguments, into path: String) throws -> ExitStatus {
    let file = try LabelFile(path)
    let recordings = try FeatureRun(arguments, labels: LabelFile.exists(path) ? path : nil)
    var session = try LabelSession(recordings, file, person: arguments.value("--person"))
    try session.ask()
    return session.hasMistakes ? .unusable : .fine
  }
}
