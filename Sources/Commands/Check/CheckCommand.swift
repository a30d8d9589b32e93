import Pantograph
import PantographBase
import PantographReports
import PantographSubjects

/// `pantograph check`: compares the trajectories of recorded gestures with the expected ones.
enum CheckCommand {
  static let command = Command(
    name: "check",
    summary: "replays cases and compares the results with the expected trajectories",
    operands: [],
    optionalOperands: [.file("PATH…")],
    options: [
      .init("--accept", help: "accept the current results as the expected ones"),
      .init(
        "--even-silent", help: "with --accept, also accept results that would hardly ever differ"),
      .init(
        "--repeat", value: "N", help: "run each case N times, and print how the results differ"),
      .init(
        "--junit", value: .file(), writes: [.xml],
        help: "also write the results as JUnit XML"),
      CommonOptions.subject, CommonOptions.browser,
      .init(
        "--tolerance", value: "VALUE",
        help: "allowed differences, instead of those in subject.json; see below"),
      .init(
        "--html", value: .file(), writes: [.html],
        help: "also write an HTML page; FOLDER/ gets an index, and a page of each failing case"),
      CheckFolder.pages,
      CommonOptions.jobs,
      .init("--verbose", help: "also list the cases that pass"),
      CommonOptions.json,
    ] + CommonOptions.textual,
    details: """
      A case is a folder that contains interaction.json and one recording: recording.yml or any other
      supported format, compressed with gzip or not. --accept adds expected.csv. Cases are searched in
      and below each PATH, by default the current folder. For each case that differs, the first
      divergence and its cause are printed.

      With subject.json instead of interaction.json, another program is tested, which receives the
      contacts and prints a table, or a web page in a browser, which receives touches. The pages "Guard
      your program" and "Guard your web page" of the documentation describe the file. The program runs
      with your permissions. The parent folder or its parent may contain one subject.json for the
      recordings in several folders; --subject tests another subject with these recordings.

      --html FILE writes one page with the curves of failing cases. --html FOLDER/ suits many cases: it
      writes FOLDER/index.html, which lists all of them, and a page in FOLDER/cases for each case that
      fails, with both trajectories played over each other. --pages adds pages of other cases. Pages of
      earlier runs are removed, by the list FOLDER/cases/written.txt; files that were changed since or
      are not in it stay.

      --accept writes expected.csv for cases that are new or differ, and prints what changes. The
      tolerances in its first lines are kept, also of a file with the columns of an earlier version,
      which any other check refuses. A run that writes a file exits with 1, because the new result has
      not been reviewed; run the check again afterwards.

      A case with subject.json is silent, and not accepted without --even-silent, if no column changes
      and no event comes, if a page receives no touch, or if a finger lands outside of the viewport or
      none lands on an element that is recorded: it would hardly differ, whatever went wrong. So are the
      cases of one subject if there are at least three and all end the same way, with the same events and
      end values: a threshold between two outcomes may move unnoticed. In real time, a result is accepted
      that comes three times; if the tries differ, chance decides, and that is silent, too.

      --repeat runs each case N times, from 2 to 100. For each, it prints how often each outcome came, and
      of each column the least and greatest end value and time of rest. It fails if one run differs from
      what was accepted, or from the first run where nothing is in real time: those are the same to the
      last bit.

      The first lines of expected.csv, which begin with #, contain tolerances and events. Without them,
      only samples are compared, and the report says so. For cases with subject.json, tolerances are in
      that file, and events are in a column. --tolerance replaces them, in one of these forms:

        2                     of all columns
        2,0.017               of all columns, and the seconds by which they and events may be shifted
        sheet.y=2,0.017;*=1;events=0,0.1
                              of a column, of every column without its own, and of events

      The JSON has `cases`, each with `path`, `verdict` (same, differs, new, accepted, stale,
      incomplete, unusable), `message`, `notes`, `silences` and `difference`, and the counts of all
      verdicts. A difference has `cause`, `time`, `channel`, `expected`, `actual`, `event` and `gaps`; for
      subject.json `time`, `column`, `expected`, `actual`, `after` and `gaps`. A stale case has an
      expected.csv, but no recording or no interaction; an incomplete one has no expected.csv, either.
      With --repeat, a case has `runs`, `asExpected`, `identical`, `outcomes` (`count`, `events`, `ends`)
      and `columns` (`column`, `end` and `rest`, each with `least` and `most`, and `moving`: in how many
      runs it may still be moving); the verdict unequal is that of runs that must be the same.
      """,
    exitStatus: """
      Exits with 0 if all cases are as expected. Exits with 1 if a case differs, is new or was accepted,
      or if an expected.csv lacks its recording or interaction. Exits with 2 if a file can't be used. A
      recording without an interaction is listed, but does not fail the check.
      """,
    examples: ["pantograph check Recordings"],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let accepts = arguments.has("--accept")
    let acceptsSilent = arguments.has("--even-silent")
    guard accepts || !acceptsSilent else {
      throw arguments.error("--even-silent requires --accept")
    }
    let count = try arguments.integer("--repeat", in: 2...100)
    if count != nil,
      let other = ["--accept", "--junit", "--html", "--pages"].first(where: arguments.has)
    {
      throw arguments.error("--repeat and \(other) exclude each other")
    }
    let jobs = try CommonOptions.jobs(arguments)
    let paths = arguments.operands.isEmpty ? ["."] : arguments.operands
    let found: [CaseSearch.Found]
    do {
      found = SubjectCase.withoutAgreements(
        try CaseSearch.find(paths, testing: arguments.value("--subject")))
    } catch {
      throw CommandError(error)
    }
    let junit = try arguments.value("--junit").map { path throws(CommandError) in
      try OutputFile(
        result: path, inputs: found.flatMap { CommonOptions.files(ofCase: $0.path) })
    }
    let folder = try CheckFolder(arguments)
    let page = folder == nil ? arguments.value("--html") : nil
    let pageFile = try page.map { path throws(CommandError) in
      if let other = arguments.value("--junit"), other == path, path != "-" {
        throw CommandError("\(path): --junit and --html can't be the same file")
      }
      return try OutputFile(
        result: path, inputs: found.flatMap { CommonOptions.files(ofCase: $0.path) })
    }
    BrowserPool.shared.choose(arguments.value("--browser"))
    defer { BrowserPool.shared.end() }
    let tolerance = arguments.value("--tolerance")
    if let tolerance {
      var tolerances = Tolerances()
      try tolerances.read(tolerance, of: "pantograph check")
    }
    if let count {
      let repeated = Parallel.mapShowingProgress(found, jobs: jobs) {
        RepeatedCase($0, times: count, within: tolerance)
      }
      try report(repeated, times: count, arguments)
      return try status(
        mistakes: repeated.compactMap { $0.mistake }, hasCase: repeated.contains { $0.isCase },
        hasFailure: repeated.contains { $0.isFailure }, below: paths)
    }
    let checked = CheckedCase.all(
      found, within: tolerance, accepts: accepts, acceptsSilent: acceptsSilent, jobs: jobs)
    if let junit {
      try junit.write(JUnitReport(suite: "pantograph check", checked.map(\.test)).text)
      try junit.finish()
    }
    try report(checked, arguments)
    try folder?.write(
      checked, inputs: found.flatMap { CommonOptions.files(ofCase: $0.path) }, jobs: jobs)
    if let pageFile {
      try pageFile.write(Self.page(checked, jobs: jobs).text)
      try pageFile.finish()
    }
    return try status(
      mistakes: checked.compactMap { checked in
        if case .unusable(let mistake) = checked.verdict { mistake } else { nil }
      },
      hasCase: checked.contains { $0.word != "incomplete" },
      hasFailure: checked.contains { $0.isFailure }, below: paths)
  }

  private static func status(
    mistakes all: [UnusableFile], hasCase: Bool, hasFailure: Bool, below paths: [String]
  ) throws(CommandError) -> ExitStatus {
    // Each message contains the path of the unusable file, which cases may share.
    var mistakes: [(sentence: String, count: Int)] = []
    var places: [String: Int] = [:]
    for mistake in all {
      let sentence = "\(mistake)"
      let place = places[sentence, default: mistakes.count]
      if place == mistakes.count { mistakes.append((sentence, 0)) }
      mistakes[place].count += 1
      places[sentence] = place
    }
    for (sentence, count) in mistakes {
      printNotice(sentence + (count > 1 ? " (\(count) cases)" : ""))
    }
    guard hasCase else {
      throw CommandError(
        "\(paths.joined(separator: ", ")): no case found here or below; a case is a folder with a"
          + " recording, and interaction.json or subject.json")
    }
    return mistakes.isEmpty ? hasFailure ? .failed : .fine : .unusable
  }

  // MARK: Report

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
    var lines = overview(checked).map { style.paint($0.shown, .strong) }
    // What ends otherwise matters most.
    let flipped = checked.filter { $0.change?.endsOtherwise ?? false }
    let listed = (flipped + checked.filter { !($0.change?.endsOtherwise ?? false) }).filter {
      if case .unusable = $0.verdict { return false }
      return $0.isRemarkable || arguments.has("--verbose")
    }
    // What is so with all of them, such as a note about the browser, is said once.
    let common =
      listed.count < 2
      ? []
      : listed[0].details.filter { line in
        listed.allSatisfy { $0.details.contains(line) }
      }
    for checked in listed {
      lines.append(
        style.paint(checked.path.shown, .strong) + ": "
          + style.paint(checked.sentence.shown, checked.ink))
      lines += checked.details.filter { !common.contains($0) }.map { "    \($0.shown)" }
    }
    lines += common.map { "all of them: \($0.shown)" }
    lines += SameOutcome.lines(of: checked, areAllReviewed: arguments.has("--verbose"))
    let cases = checked.count { if case .incomplete = $0.verdict { false } else { true } }
    lines.append(summary(cases, counts, style))
    if checked.contains(where: { $0.word == "accepted" }) {
      lines.append(
        "review the accepted results before you commit them, then check again"
      )
    }
    try output.write(lines: lines, in: style)
  }

  /// Says what the cases that differ have in common, and how many of them end otherwise.
  static func overview(_ checked: [CheckedCase]) -> [String] {
    let changes = checked.compactMap { $0.change }
    let cases = checked.count { $0.result?.isCompared ?? false }
    guard changes.count > 1 else { return [] }
    let flipped = changes.count { $0.endsOtherwise }
    let ends =
      flipped == 0 || flipped == changes.count && changes.count == cases
      ? [] : ["\(flipped) of \(cases) cases \(flipped == 1 ? "ends" : "end") otherwise"]
    return errors(checked, of: cases) + ShownChange.overview(changes, of: cases) + ends
  }

  /// Says which errors several pages have that they did not have before, of which all else comes.
  private static func errors(_ checked: [CheckedCase], of cases: Int) -> [String] {
    var counts: [(error: String, count: Int)] = []
    for error in checked.compactMap({ $0.result?.report?.newError }) {
      if let place = counts.firstIndex(where: { $0.error == error }) {
        counts[place].count += 1
      } else {
        counts.append((error, 1))
      }
    }
    return counts.filter { $0.count > 1 }.map { error, count in
      "\(count == cases ? "all \(cases)" : "\(count) of \(cases)") cases: \(error)"
    }
  }

  private static func report(
    _ repeated: [RepeatedCase], times count: Int, _ arguments: Arguments
  ) throws {
    let words = ["same", "differs", "unequal", "new", "stale", "incomplete", "unusable"]
    let counts = words.map { word in (word, repeated.count { $0.word == word }) }
    let output = OutputFile()
    guard !arguments.has("--json") else {
      let members: [(key: String, value: JSONText)] =
        [("cases", .list(repeated.map(\.json)))] + counts.map { ($0.0, .integer($0.1)) }
      try output.write(JSONText.object(members).text + "\n")
      return
    }
    let style = try TextStyle(arguments)
    var lines: [String] = []
    for repeated in repeated where repeated.mistake == nil {
      lines.append(
        style.paint(repeated.path.shown, .strong) + ": "
          + style.paint(repeated.sentence.shown, CheckedCase.ink(of: repeated.word)))
      lines += repeated.details.map { "    \($0.shown)" }
    }
    let cases = repeated.count { $0.word != "stale" && $0.word != "incomplete" }
    lines.append(summary(cases, counts, style, each: ", \(count) runs each"))
    try output.write(lines: lines, in: style)
  }

  /// Returns the line that counts the cases and their verdicts.
  private static func summary(
    _ cases: Int, _ counts: [(word: String, count: Int)], _ style: TextStyle, each: String = ""
  ) -> String {
    let words = counts.filter { $0.count > 0 }.map { word, count in
      style.paint(
        "\(count) \(word == "differs" && count > 1 ? "differ" : word)", CheckedCase.ink(of: word))
    }.joined(separator: ", ")
    return "\(cases) \(cases == 1 ? "case" : "cases")\(each)" + (words.isEmpty ? "" : ": \(words)")
  }

  /// Returns the page of all cases; failing ones are replayed again for their curves.
  static func page(_ checked: [CheckedCase], jobs: Int) -> CheckPage {
    let drawn = checked.indices.filter { checked[$0].isFailure }.prefix(CheckPage.mostCurves)
    let pictures = Parallel.map(Array(drawn), jobs: jobs) { checked[$0].drawn }
    var examples = checked.map(\.example)
    for (index, picture) in zip(drawn, pictures) {
      (examples[index].curves, examples[index].film) = picture
    }
    return CheckPage(
      examples,
      remarks: (overview(checked) + SameOutcome.lines(of: checked, areAllReviewed: true))
        .map(\.shown))
  }
}
