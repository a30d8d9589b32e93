import Pantograph
import PantographBase
import PantographSubjects
import PantographTraces
import PantographTrajectories
import PantographTuning

/// What a subject shows for the gestures of a recording.
struct ShownGestures: Sendable {
  /// The file of the subject.
  let subject: String
  /// Where each gesture begins and ends; empty without one.
  let spans: [GestureSpan]
  let table: ResultTable
  let tolerances: Tolerances
}

/// `pantograph features` of recordings for other programs and pages: what their columns show for each gesture.
///
/// The columns are known only when all have run, so the table is written at the end.
struct SubjectFeatures {
  private var outcomes: [(gestures: [GestureFeatures], shown: ShownGestures)] = []
  private var noted: Set<String> = []

  /// Lets a run show subjects; `nil` if its recordings have interactions.
  init?(_ run: inout FeatureRun, _ arguments: Arguments) throws {
    let subject = arguments.value("--subject")
    guard subject != nil || run.first.ofSubject != nil else { return nil }
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
    run.show(subject)
  }

  /// Returns the file of the subject that a recording belongs to; `nil` if it belongs to none.
  static func subject(of recording: String) -> String? {
    let folder = CaseSearch.folder(of: recording)
    guard case .complete(let found)? = try? CaseSearch.content(of: folder),
      found.recording.split(separator: "/").last == recording.split(separator: "/").last
    else { return nil }
    return found.subject
  }

  /// Runs a subject, or that of the case, on a recording.
  static func gestures(
    of recording: String, testing subject: String?
  ) throws(UnusableFile) -> ([GestureFeatures], ShownGestures) {
    guard let file = subject ?? Self.subject(of: recording) else {
      throw UnusableFile(recording, "no subject.json beside it or above; --subject is required")
    }
    let example = try SubjectCase(
      CaseSearch.folder(of: recording), testing: file, with: recording)
    let (rows, table) = try example.observe()
    let spans = rows.gestures(until: table.end)
    func features(_ number: Int, _ span: GestureSpan?) -> GestureFeatures {
      GestureFeatures(
        recording: recording, number: number, time: span?.release ?? rows.end,
        end: span.map { $0.wasCutOff ? .cutOff : .release } ?? .none, release: nil,
        velocities: [], peakPressure: span?.peakPressure, device: rows.device, label: nil)
    }
    let gestures = spans.enumerated().map { features($0.offset + 1, $0.element) }
    return (
      gestures.isEmpty ? [features(0, nil)] : gestures,
      ShownGestures(
        subject: file, spans: spans, table: table, tolerances: example.subject.tolerances)
    )
  }

  /// Returns the notes about a recording that no other one had; most concern all, such as one about the browser.
  mutating func newNotes(about outcome: FeatureRun.Outcome) -> [String] {
    (outcome.shown?.table.notes ?? []).filter { noted.insert($0).inserted }
      .map { "\(outcome.recording): note: \($0)" }
  }

  /// Adds the labelled gestures of a recording.
  mutating func add(_ gestures: [GestureFeatures], _ shown: ShownGestures?) {
    if let shown { outcomes.append((gestures, shown)) }
  }

  // MARK: Table

  private static let measures = ["start", "release", "velocity", "peak", "end", "settle"]

  /// Returns the table: a row for each gesture, with the columns and events of all subjects.
  func table(_ format: TableWriter.Format) -> [UInt8] {
    var columns: [String] = []
    var events: [String] = []
    var eventsOfSubjects: [String: Set<String>] = [:]
    for (_, shown) in outcomes {
      for column in shown.table.columns where !columns.contains(column.name) {
        columns.append(column.name)
      }
      for event in shown.table.events
      where eventsOfSubjects[shown.subject, default: []].insert(event.words).inserted {
        if !events.contains(event.words) { events.append(event.words) }
      }
    }
    var names = PlainNames(
      FeatureColumns.head + ["subject", "duration", "contacts", FeatureColumns.peakPressure])
    for column in columns { names.add(column, Self.measures.map { "_\($0)" }) }
    for event in events { names.add("event_\(event)", [""]) }
    var writer = TableWriter(format, names.all)
    writer.writeHead()
    for (gestures, shown) in outcomes {
      for (index, gesture) in gestures.enumerated() {
        let span = index < shown.spans.count ? shown.spans[index] : nil
        var values = gesture.head
        values += [
          .text(shown.subject), .number(span?.duration),
          span.map { .written("\($0.contactCount)") } ?? .nothing, .number(gesture.peakPressure),
        ]
        for column in columns { values += shown.values(of: column, during: span) }
        for event in events {
          let isKnown = eventsOfSubjects[shown.subject]?.contains(event) ?? false
          let count = span.map { span in
            shown.table.events.count {
              $0.words == event && span.landing <= $0.time
                && ($0.time < span.end || index == shown.spans.count - 1)
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

extension ShownGestures {
  /// Returns the measures of a column, which are nothing if it is not shown.
  fileprivate func values(of column: String, during span: GestureSpan?) -> [TableWriter.Value] {
    let measures = span.flatMap { span in
      table[column].map { column in
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
