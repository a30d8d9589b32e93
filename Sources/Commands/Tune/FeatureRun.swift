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
        text throws(Complaint) in try NamePattern(text)
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
      collector = both.features
      outcome.curves = both.curves.curves
    } else {
      try replay.run(into: &collector)
    }
    outcome.rule = interaction.rule
    outcome.gestures = collector.finish(at: replay.elapsed)
    outcome.mistake = replay.damage
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
    } catch is EarlyEnd {
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
