import Cases
import Reports

/// `pantograph check`: whether recorded gestures still do to their animations what they did.
enum CheckCommand {
  static let command = Command(
    name: "check",
    summary: "replays cases, and holds what comes of them against what is expected",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: [
      .init("--accept", help: "expect from now on what comes of them now"),
      .init(
        "--junit", value: .file(), writes: [.xml],
        help: "write the results there as JUnit's XML, too"),
      CommonOptions.page,
      CommonOptions.jobs,
      .init("--verbose", help: "list those that are as expected, too"),
      CommonOptions.json,
    ] + CommonOptions.textual,
    details: """
      A case is a folder with one recording, recording.yml or of any other format and packed or not,
      with interaction.json, and with expected.csv. Cases are looked for in and below each PATH; without
      one, here. Of each that is not as expected it is told where it parts from that first, and why.

      --accept writes expected.csv where something else or nothing was expected, and tells what changes.
      Tolerances stand in the head of that file, and stay. A run that has written one ends with 1,
      because nobody has looked at it yet; the next one tells.

      Of an expected.csv without a head the samples alone are held against what comes; that is told.

      The JSON has `cases`, each with `path`, `verdict` (same, differs, new, accepted, stale,
      incomplete, unusable), `sentence` and `difference` (`cause`, `time`, `channel`, `expected`,
      `actual`, `event`, `gaps`), and the counts of all verdicts.
      """,
    exitStatus: """
      Ends with 0 if all are as expected, with 1 if some are not, are new or have been accepted, or if
      something is expected where a recording or an interaction is missing, and with 2 if a file can't
      be used. A recording without an interaction is listed and fails nothing.
      """,
    examples: ["pantograph check Recordings"],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let accepts = arguments.has("--accept")
    let jobs = try CommonOptions.jobs(arguments)
    let paths = arguments.operands.isEmpty ? ["."] : arguments.operands
    let found: [CaseSearch.Found]
    do {
      found = try CaseSearch.find(paths)
    } catch {
      throw Complaint(error)
    }
    let junit = try arguments.value("--junit").map { path throws(Complaint) in
      try OutputFile(
        result: path, inputs: found.flatMap { CommonOptions.files(ofCase: $0.path) })
    }
    let pageFile = try arguments.value("--html").map { path throws(Complaint) in
      if let other = arguments.value("--junit"), other == path, path != "-" {
        throw Complaint("\(path): --junit and --html can't be the same file")
      }
      return try OutputFile(
        result: path, inputs: found.flatMap { CommonOptions.files(ofCase: $0.path) })
    }
    let checked = Parallel.mapShowingProgress(found, jobs: jobs) {
      CheckedCase($0, accepts: accepts)
    }
    if let junit {
      try junit.write(JUnitReport(suite: "pantograph check", checked.map(\.test)).text)
      try junit.finish()
    }
    try report(checked, arguments)
    if let pageFile {
      try pageFile.write(page(checked, jobs: jobs).text)
      try pageFile.finish()
    }
    return try status(of: checked, below: paths)
  }

  private static func status(
    of checked: [CheckedCase], below paths: [String]
  ) throws(Complaint) -> ExitStatus {
    var hasCase = false
    for checked in checked {
      switch checked.verdict {
      case .incomplete: if checked.word != "stale" { continue }
      // The path of an unusable file leads to it, or is what the mistake is about.
      case .unusable(let mistake): say("\(mistake)")
      case .same, .differs, .new, .accepted: break
      }
      hasCase = true
    }
    guard hasCase else {
      throw Complaint(
        "\(paths.joined(separator: ", ")): no case there or below, which is a folder with a"
          + " recording and interaction.json")
    }
    if checked.contains(where: { if case .unusable = $0.verdict { true } else { false } }) {
      return .unusable
    }
    return checked.contains(where: \.isFailure) ? .failed : .fine
  }

  // MARK: What is said

  private static func report(_ checked: [CheckedCase], _ arguments: Arguments) throws {
    let words = ["same", "differs", "new", "accepted", "stale", "incomplete", "unusable"]
    let counts = words.map { word in (word, checked.count { $0.word == word }) }
    let output = OutputFile()
    guard !arguments.has("--json") else {
      let members: [(key: String, value: JSONText)] =
        [("cases", .list(checked.map(\.json)))] + counts.map { ($0.0, .integer($0.1)) }
      try output.write(JSONText.object(members).text + "\n")
      return
    }
    let style = try TextStyle(arguments)
    var lines: [String] = []
    for checked in checked {
      if case .unusable = checked.verdict { continue }
      guard checked.word != "same" || checked.isWithoutEvents || arguments.has("--verbose") else {
        continue
      }
      lines.append(
        style.paint(checked.path.shown, .strong) + ": "
          + style.paint(checked.sentence.shown, checked.ink))
      lines += checked.details.map { "    \($0.shown)" }
    }
    let cases = checked.count { if case .incomplete = $0.verdict { false } else { true } }
    let told = counts.filter { $0.1 > 0 }.map { word, count in
      style.paint(
        "\(count) \(word == "differs" && count > 1 ? "differ" : word)", CheckedCase.ink(of: word))
    }.joined(separator: ", ")
    lines.append("\(cases) \(cases == 1 ? "case" : "cases")" + (told.isEmpty ? "" : ": \(told)"))
    if checked.contains(where: { $0.word == "accepted" }) {
      lines.append(
        "what was accepted is expected from now on; look at it before you commit it, and check again"
      )
    }
    try output.write(lines: lines, in: style)
  }

  /// A page on all of them; those that fail are replayed once more for their curves.
  private static func page(_ checked: [CheckedCase], jobs: Int) -> CheckPage {
    let drawn = checked.indices.filter { checked[$0].isFailure }.prefix(CheckPage.mostCurves)
    let curves = Parallel.map(Array(drawn), jobs: jobs) { checked[$0].curves }
    var examples = checked.map(\.example)
    for (place, index) in drawn.enumerated() { examples[index].curves = curves[place] }
    return CheckPage(examples)
  }
}
