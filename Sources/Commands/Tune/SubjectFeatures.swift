import Pantograph
import PantographBase
import PantographSubjects
import PantographTraces
import PantographTuning

/// `pantograph features` of recordings for other programs and pages: what their columns show for each gesture.
///
/// The columns are known only when all have run, so the table is written at the end.
struct SubjectFeatures {
  /// What a subject shows for the gestures of a recording.
  fileprivate struct Outcome: Sendable {
    var recording: String
    /// The file of the subject.
    var subject = ""
    var gestures: [GestureFeatures] = []
    /// Where each gesture begins and ends; empty without one.
    var spans: [GestureSpan] = []
    var shown = Observation()
    var tolerances = Subject.Tolerances()
    var mistake: UnusableFile?
  }

  private let run: FeatureRun
  private let arguments: Arguments
  /// The subject of all recordings; `nil` for the one of each case.
  private let subject: String?

  /// The recordings' subjects; `nil` if they have interactions.
  init?(_ run: FeatureRun, _ arguments: Arguments) throws {
    subject = arguments.value("--subject")
    guard subject != nil || run.first.ofSubject != nil else { return nil }
    self.run = run
    self.arguments = arguments
    if subject == nil, let one = run.first.ofInteraction, let other = run.first.ofSubject {
      throw arguments.error(
        "\(one) has an interaction, and \(other) a subject: their columns differ; write a table of"
          + " each")
    }
    for option in ["--shard", "--restart"] where arguments.has(option) {
      throw arguments.error(
        "\(option) requires interactions; the columns of subjects are known when all have run")
    }
    let fitting: Set = [
      "--subject", "--browser", "--list", "--labels", "--name-pattern", "--format", "--output",
      "--jobs",
    ]
    guard try FigureRequest(arguments) == nil else {
      throw arguments.error(
        "a picture requires an interaction; the subject is another program or a page")
    }
    if let option = arguments.given.first(where: { !fitting.contains($0) }) {
      throw arguments.error(
        "\(option) requires an interaction; the subject is another program or a page")
    }
  }

  /// Returns the file of the subject that a recording belongs to; `nil` if it belongs to none.
  static func subject(of recording: String) -> String? {
    let folder = CaseSearch.folder(of: recording)
    guard case .observed(let found)? = try? CaseSearch.content(of: folder),
      found.recording.split(separator: "/").last == recording.split(separator: "/").last
    else { return nil }
    return found.subject
  }

  /// Runs the subjects, and writes a row for each gesture.
  func write() throws -> ExitStatus {
    let format = try arguments.format(TableWriter.Format.self) ?? .csv
    let jobs = try CommonOptions.jobs(arguments)
    let output = try FeaturesCommand.Output(arguments)
    BrowserPool.shared.choose(arguments.value("--browser"))
    defer { BrowserPool.shared.end() }
    var progress = ProgressLine(of: run.worklist.count)
    var shared = SharedMistake(in: run.worklist, from: 0, isLenient: false)
    var book = run.book
    var (outcomes, failed): ([Outcome], Int) = ([], 0)
    var noted: Set<String> = []
    var entries = try run.worklist.entries(in: 0..<run.worklist.count)
    let subject = subject
    try Parallel.stream({ try entries.next()?.recording }, jobs: jobs) {
      Self.outcome(of: $0, testing: subject)
    } receive: { outcome in
      var outcome = outcome
      // Most notes concern all recordings, such as one about the browser.
      let notes = outcome.shown.notes.filter { noted.insert($0).inserted }
        .map { "\(outcome.recording): note: \($0)" }
      let lines = try shared.lines(of: outcome.mistake, in: outcome.recording) + notes
      if !lines.isEmpty { progress.clear() }
      lines.forEach(printNotice)
      if outcome.mistake != nil { failed += 1 }
      do {
        try book.label(&outcome.gestures)
      } catch let error as UnusableFile {
        throw CommandError(error)
      }
      outcomes.append(outcome)
      progress.show(outcomes.count)
    }
    progress.clear()
    shared.lastLine.map(printNotice)
    for mistake in book.mistakes { printNotice("\(mistake)") }
    var bytes = Self.table(outcomes, format)
    try output.write(&bytes, done: outcomes.count, failed: failed)
    try output.finish()
    return failed > 0 || !book.mistakes.isEmpty ? .unusable : .fine
  }

  private static func outcome(of recording: String, testing subject: String?) -> Outcome {
    var outcome = Outcome(recording: recording)
    do throws(UnusableFile) {
      guard let file = subject ?? Self.subject(of: recording) else {
        throw UnusableFile(recording, "no subject.json beside it or above; --subject is required")
      }
      let example = try SubjectCase(
        CaseSearch.folder(of: recording), testing: file, with: recording)
      let (rows, shown) = try example.observe()
      outcome.subject = file
      outcome.shown = shown
      outcome.tolerances = example.subject.tolerances
      outcome.spans = rows.gestures(until: shown.end)
      func features(_ number: Int, _ span: GestureSpan?) -> GestureFeatures {
        GestureFeatures(
          recording: recording, number: number, time: span?.release ?? rows.end,
          end: span.map { $0.wasCutOff ? .cutOff : .release } ?? .none, release: nil,
          velocities: [], peakPressure: span?.peakPressure, device: rows.device, label: nil)
      }
      outcome.gestures = outcome.spans.enumerated().map { features($0.offset + 1, $0.element) }
      if outcome.gestures.isEmpty { outcome.gestures = [features(0, nil)] }
    } catch {
      outcome.mistake = error
    }
    return outcome
  }

  // MARK: Table

  private static let measures = ["start", "release", "velocity", "peak", "end", "settle"]

  /// Returns the table: a row for each gesture, with the columns and events of all subjects.
  private static func table(_ outcomes: [Outcome], _ format: TableWriter.Format) -> [UInt8] {
    var (columns, events): ([String], [String]) = ([], [])
    var eventsOfSubjects: [String: Set<String>] = [:]
    for outcome in outcomes {
      for column in outcome.shown.columns where !columns.contains(column.name) {
        columns.append(column.name)
      }
      for event in outcome.shown.events
      where eventsOfSubjects[outcome.subject, default: []].insert(event.words).inserted {
        if !events.contains(event.words) { events.append(event.words) }
      }
    }
    var names = PlainNames(
      FeatureColumns.head + ["subject", "duration", "contacts", FeatureColumns.peakPressure])
    for column in columns { names.add(column, measures.map { "_\($0)" }) }
    for event in events { names.add("event_\(event)", [""]) }
    var writer = TableWriter(format, names.all)
    writer.writeHead()
    for outcome in outcomes {
      for (index, gesture) in outcome.gestures.enumerated() {
        let span = index < outcome.spans.count ? outcome.spans[index] : nil
        var values = gesture.head
        values += [
          .text(outcome.subject), .number(span?.duration),
          span.map { .written("\($0.contactCount)") } ?? .nothing, .number(gesture.peakPressure),
        ]
        for column in columns { values += outcome.values(of: column, during: span) }
        for event in events {
          let isKnown = eventsOfSubjects[outcome.subject]?.contains(event) ?? false
          let count = span.map { span in
            outcome.shown.events.count {
              $0.words == event && span.landing <= $0.time
                && ($0.time < span.end || index == outcome.spans.count - 1)
            }
          }
          values.append(count.flatMap { isKnown ? .written("\($0)") : nil } ?? .nothing)
        }
        writer.write(values)
      }
    }
    return writer.bytes
  }
}

extension SubjectFeatures.Outcome {
  /// Returns the measures of a column, which are nothing if it is not shown.
  fileprivate func values(of column: String, during span: GestureSpan?) -> [TableWriter.Value] {
    let measures = span.flatMap { span in
      shown[column].map { column in
        ColumnMeasures(of: column, during: span, within: tolerances[column.name].value)
      }
    }
    return [
      measures?.start, measures?.release, measures?.velocity, measures?.peak, measures?.end,
      measures?.settle,
    ].map { .number($0) }
  }
}

/// Names of columns that pandas and R accept as they are: ASCII letters, digits and `_`, after a letter.
private struct PlainNames {
  private(set) var all: [String]

  init(_ names: [String]) { all = names }

  /// Adds a name with each of the endings; a number tells it from an equal one.
  mutating func add(_ name: String, _ endings: [String]) {
    var plain = String(
      name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    if !(plain.first?.isLetter ?? false) { plain = "x" + plain }
    var (candidate, number) = (plain, 1)
    while endings.contains(where: { all.contains(candidate + $0) }) {
      number += 1
      candidate = "\(plain)_\(number)"
    }
    all += endings.map { candidate + $0 }
  }
}
