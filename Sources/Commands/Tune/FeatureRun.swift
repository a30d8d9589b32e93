import Pantograph
import PantographBase
import PantographInteractions
import PantographReports
import PantographSubjects
import PantographTouches
import PantographTraces
import PantographTrajectories
import PantographTuning

/// Extracts the features of the gestures of recordings, in parallel and in order.
struct FeatureRun {
  /// The result for one recording.
  struct Outcome: Sendable {
    var recording: String
    var gestures: [GestureFeatures] = []
    /// The curves of the gestures, if they are collected.
    var curves: [GestureCurves.Curve] = []
    /// The rule of its interaction.
    var rule: ReleaseRule?
    /// What another program or a page shows for it.
    var shown: ShownGestures?
    /// Why it could not be read, or not completely.
    var mistake: UnusableFile?
  }

  static let labels = Command.Option(
    "--labels", value: .file(), help: "table of the intended outcome of each gesture (CSV)")
  static let namePattern = Command.Option(
    "--name-pattern", value: "TEXT",
    help: "read labels from paths: '{person}/{label}.{*}'; {*} is any text")
  /// Optional if all recordings are cases.
  static let interaction = Command.Option(
    "--interaction", "-i", value: .file(),
    help: "the interaction (JSON); default: the one of each case")
  static let inTurn = Command.Option(
    "--in-turn", help: "don't reset the animation between gestures")
  static let options = [interaction, Worklist.list, labels, namePattern, inTurn]

  let worklist: Worklist
  /// The margin columns of all rules.
  private(set) var margins = FeatureWriter.Margins()
  /// The first recording of a case with an interaction, and the first one of a case with a subject, unless an
  /// interaction is given.
  private(set) var first: (ofInteraction: String?, ofSubject: String?) = (nil, nil)
  /// A digest of everything that the rows depend on, except the contents of the recordings.
  private(set) var digest: Digest
  private var recipe: Recipe
  private let table: LabelTable?
  private let pattern: NamePattern?

  /// Finds the recordings, and reads the files that apply to all of them.
  ///
  /// - Parameters:
  ///   - labels: the table of labels, overriding the option.
  ///   - interaction: the interaction, overriding the option.
  init(
    _ arguments: Arguments, labels: String? = nil, driving interaction: Interaction? = nil
  ) throws {
    // A pipe can't be read twice.
    let given =
      try interaction
      ?? arguments.value("--interaction").map { _ in
        try CommonOptions.readInteraction(arguments)
      }
    recipe = Recipe(
      given: given, arguments: arguments,
      described: try CommonOptions.described(arguments))
    do {
      table = try (labels ?? arguments.value("--labels")).map { path throws(UnusableFile) in
        try LabelTable(path)
      }
    } catch {
      throw CommandError(error)
    }
    do {
      pattern = try arguments.value("--name-pattern").map {
        text throws(NamePattern.Mistake) in try NamePattern(text)
      }
    } catch {
      throw arguments.error("--name-pattern: \(error.sentence)")
    }
    var margins = FeatureWriter.Margins()
    if let given { margins.add(given.rule) }
    var interactions = Digest()
    var first = first
    worklist = try Worklist(arguments, usesCases: given == nil) { entry in
      guard let path = entry.ownInteraction else {
        if given == nil, first.ofSubject == nil, SubjectFeatures.subject(of: entry.recording) != nil
        {
          first.ofSubject = entry.recording
        }
        return
      }
      first.ofInteraction = first.ofInteraction ?? entry.recording
      // Errors in it are reported when its recording is replayed.
      let bytes = try InputFile(path).readAll(limit: 16 << 20)
      interactions.add(bytes)
      if let own = try? Interaction(bytes: bytes, named: path) { margins.add(own.rule) }
    }
    self.margins = margins
    self.first = first
    digest = interactions
    digest.add(worklist.digest.text)
    for option in arguments.given where !Self.unimportant.contains(option) {
      digest.add(option)
      digest.add(arguments.value(option) ?? "")
      guard ["--interaction", "--labels", "--device"].contains(option),
        let path = arguments.value(option), InputFile.canBeReadAgain(path)
      else { continue }
      digest.add(try InputFile(path).readAll(limit: 1 << 30))
    }
  }

  /// The options that do not affect the rows.
  private static let unimportant: Set = ["--output", "--jobs", "--restart", "--list"]

  /// Collects the curves of the gestures in the following runs.
  mutating func collectCurves() { recipe.collectsCurves = true }

  /// Sees each gesture some microseconds after its landing in the following runs, instead of at its end.
  mutating func look(after delay: Int64) { recipe.delay = delay }

  /// Runs a subject, or the one of each case, instead of interactions.
  mutating func show(_ subject: String?) {
    recipe.isOfSubjects = true
    recipe.subject = subject
  }

  /// Replaces the interaction for the following runs.
  mutating func drive(_ interaction: Interaction) {
    recipe.given = interaction
  }

  /// All labels of the gestures.
  var book: LabelBook { LabelBook(table, names: pattern) }

  /// Returns all labels of the gestures with another table than the one that was read at the beginning.
  var bookWithTable: @Sendable (LabelTable?) -> LabelBook {
    { [pattern] in LabelBook($0, names: pattern) }
  }

  /// Returns a gesture of a recording, from its first contact up to its release.
  var clip: @Sendable (Worklist.Entry, _ gesture: Int) throws(UnusableFile) -> GestureClip {
    { [recipe] (entry, number) throws(UnusableFile) in try recipe.clip(of: entry, gesture: number) }
  }

  /// Returns a page for each gesture of a recording.
  func pages(of entry: Worklist.Entry) throws(UnusableFile) -> [GestureAlbum.Page] {
    try recipe.pages(of: entry)
  }

  /// Passes the results for a range of the list to a closure, in order.
  func forEach(
    in range: Range<Int>, jobs: Int, _ receive: (Outcome) throws -> Void
  ) throws {
    var entries = try worklist.entries(in: range)
    let recipe = recipe
    try Parallel.stream({ try entries.next() }, jobs: jobs) {
      recipe.outcome(of: $0)
    } receive: {
      try receive($0)
    }
  }
}

/// The settings for extracting the features of a recording.
private struct Recipe: Sendable {
  var given: Interaction?
  var collectsCurves = false
  /// How long after its landing each gesture is seen, in microseconds; `nil` for its end.
  var delay: Int64?
  /// Whether other programs and pages run, and the one of all recordings; `nil` for that of each case.
  var isOfSubjects = false
  var subject: String?
  let arguments: Arguments
  let described: DeviceDescription?

  func outcome(of entry: Worklist.Entry) -> FeatureRun.Outcome {
    var outcome = FeatureRun.Outcome(recording: entry.recording)
    do {
      if isOfSubjects {
        (outcome.gestures, outcome.shown) = try SubjectFeatures.gestures(
          of: entry.recording, testing: subject)
      } else {
        try fill(&outcome, entry)
      }
    } catch let error as UnusableFile {
      outcome.mistake = error
    } catch {
      outcome.mistake = UnusableFile(entry.recording, "\(error)")
    }
    return outcome
  }

  private func fill(_ outcome: inout FeatureRun.Outcome, _ entry: Worklist.Entry) throws {
    let interaction = try interaction(of: entry)
    var replay = try replay(entry, interaction)
    var collector = FeatureCollector(
      recording: entry.recording, device: replay.device.name, seenAfter: delay)
    if delay != nil {
      try replay.run(watchedBy: &collector)
    } else if collectsCurves {
      var both = FeaturesWithCurves(collector)
      try replay.run(into: &both)
      (collector, outcome.curves) = (both.features, both.curves.curves)
    } else {
      try replay.run(into: &collector)
    }
    outcome.rule = interaction.rule
    outcome.gestures = collector.finish(at: replay.elapsed)
    outcome.mistake = replay.recording.damage
  }

  /// Returns a page for each gesture of a recording.
  func pages(of entry: Worklist.Entry) throws(UnusableFile) -> [GestureAlbum.Page] {
    let interaction = try interaction(of: entry)
    do {
      var replay = try replay(entry, interaction)
      var album = GestureAlbum(
        interaction,
        FeatureCollector(recording: entry.recording, device: replay.device.name))
      album.style = TextStyle.ofResults
      try replay.run(into: &album)
      return album.finish(at: replay.elapsed)
    } catch let error as UnusableFile {
      throw error
    } catch {
      throw UnusableFile(entry.recording, "\(error)")
    }
  }

  /// Returns a gesture of a recording, from its first contact up to its release.
  func clip(of entry: Worklist.Entry, gesture: Int) throws(UnusableFile) -> GestureClip {
    let interaction = try interaction(of: entry)
    var clip = GestureClip(interaction, ofGesture: gesture)
    do {
      var replay = try replay(entry, interaction, isSampled: true)
      clip.surface = replay.surface
      try replay.run(into: &clip)
    } catch is GestureClip.Complete {
      return clip
    } catch let error as UnusableFile {
      throw error
    } catch {
      throw UnusableFile(entry.recording, "\(error)")
    }
    return clip
  }

  private func replay(
    _ entry: Worklist.Entry, _ interaction: Interaction, isSampled: Bool = false
  ) throws -> Replay {
    var interaction = interaction
    // 1 Hz: without curves, samples are not used here, and the rate does not affect the gestures.
    if !collectsCurves, !isSampled { interaction.rate = 1 }
    var options = try CommonOptions.replayOptions(
      arguments, describedBy: described, for: interaction)
    options.resetsForEachGesture = !arguments.has("--in-turn")
    return try Replay(file: entry.recording, driving: interaction, options)
  }

  private func interaction(of entry: Worklist.Entry) throws(UnusableFile) -> Interaction {
    if var given {
      CommonOptions.choosePalms(&given, arguments)
      return given
    }
    guard let path = entry.ownInteraction else {
      throw UnusableFile(
        entry.recording,
        "no interaction.json beside it; --interaction is required")
    }
    var interaction = try Interaction(file: path)
    CommonOptions.choosePalms(&interaction, arguments)
    return interaction
  }
}

/// The features of gestures, and their curves.
private struct FeaturesWithCurves: TrajectorySink {
  var features: FeatureCollector
  var curves = GestureCurves()

  init(_ features: FeatureCollector) { self.features = features }

  mutating func receive(_ sample: Sample) throws(Never) { curves.receive(sample) }

  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    features.receive(event)
    curves.receive(event)
  }

  mutating func receive(_ frame: TouchFrame) throws(Never) { features.receive(frame) }
}

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
