import Cases
import Evdev
import Interactions
import Reports
import Touches
import Trajectories
import Tuning

/// Recordings on their way to features of their gestures, several at once, and in their order.
struct FeatureRun {
  /// What came of a recording.
  struct Outcome: Sendable {
    var recording: String
    var gestures: [GestureFeatures] = []
    /// The rule of its interaction.
    var rule: ReleaseRule?
    /// Why it could not be read, or only a part of it.
    var mistake: UnusableFile?
  }

  static let labels = Command.Option(
    "--labels", value: .file(), help: "what was meant by which gesture (CSV)")
  static let namePattern = Command.Option(
    "--name-pattern", value: "TEXT",
    help: "what paths end with, such as '{device}-{person}/{label}.{*}'")
  /// May be left out where all recordings are cases.
  static let interaction = Command.Option(
    "--interaction", "-i", value: .file(),
    help: "what the gestures drive; else each case's own interaction.json")
  static let inTurn = Command.Option(
    "--in-turn", help: "gestures begin where the ones before have led, not at the start")
  static let options = [interaction, Worklist.list, labels, namePattern, inTurn]

  let worklist: Worklist
  /// Which margins the rules have.
  private(set) var margins = FeatureWriter.Margins()
  /// Stands for everything that the rows depend on, but for the recordings' own content.
  private(set) var digest: Digest
  private var recipe: Recipe
  private let table: LabelTable?
  private let pattern: NamePattern?

  /// Finds the recordings, and reads what goes for all of them.
  ///
  /// - Parameters:
  ///   - labels: the table of labels, instead of that of the options.
  ///   - interaction: what the gestures drive, instead of that of the options.
  init(
    _ arguments: Arguments, labels: String? = nil, driving interaction: Interaction? = nil
  ) throws {
    // What comes through a pipe can't be read twice.
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
      throw Complaint(error)
    }
    do {
      pattern = try arguments.value("--name-pattern").map {
        text throws(NamePattern.Mistake) in try NamePattern(text)
      }
    } catch {
      throw Complaint("--name-pattern: \(error.sentence)")
    }
    var margins = FeatureWriter.Margins()
    if let given { margins.add(given.rule) }
    var interactions = Digest()
    worklist = try Worklist(arguments, usesCases: given == nil) { entry in
      guard let path = entry.ownInteraction else { return }
      // What is wrong with it is told when its turn comes.
      let bytes = try InputFile(path).readAll(limit: 16 << 20)
      interactions.add(bytes)
      if let own = try? Interaction(bytes: bytes, named: path) { margins.add(own.rule) }
    }
    self.margins = margins
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

  /// The options that change no row.
  private static let unimportant: Set = ["--output", "--jobs", "--restart", "--list"]

  /// Drives another interaction from now on.
  mutating func drive(_ interaction: Interaction) {
    recipe.given = interaction
  }

  /// Everything that is said about what the gestures mean.
  var book: LabelBook { LabelBook(table, names: pattern) }

  /// The pictures of the gestures of a recording.
  func pages(of entry: Worklist.Entry) throws(UnusableFile) -> [GestureAlbum.Page] {
    try recipe.pages(of: entry)
  }

  /// Hands out what comes of the recordings at some places of the list, one after the other.
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

/// How a recording becomes features.
private struct Recipe: Sendable {
  var given: Interaction?
  let arguments: Arguments
  let described: DeviceDescription?

  func outcome(of entry: Worklist.Entry) -> FeatureRun.Outcome {
    var outcome = FeatureRun.Outcome(recording: entry.recording)
    do {
      try fill(&outcome, entry)
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
    var collector = FeatureCollector(recording: entry.recording, device: replay.device.name)
    try replay.run(into: &collector)
    outcome.rule = interaction.rule
    outcome.gestures = collector.finish(at: replay.elapsed)
    outcome.mistake = replay.recording.damage
  }

  /// The pictures of a recording's gestures.
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

  private func replay(_ entry: Worklist.Entry, _ interaction: Interaction) throws -> Replay {
    var interaction = interaction
    // 1 Hz: nobody looks at samples here, and what happens between them is the same at any rate.
    interaction.rate = 1
    let settings = try CommonOptions.touchSettings(arguments, for: interaction)
    var replay = try Replay(
      RecordingStream(
        entry.recording, choosing: CommonOptions.deviceChoice(arguments),
        isLenient: arguments.has("--lenient")),
      driving: interaction, describedBy: described, touches: settings)
    replay.resetsForEachGesture = !arguments.has("--in-turn")
    return replay
  }

  private func interaction(of entry: Worklist.Entry) throws(UnusableFile) -> Interaction {
    if var given {
      CommonOptions.choosePalms(&given, arguments)
      return given
    }
    guard let path = entry.ownInteraction else {
      throw UnusableFile(
        entry.recording,
        "it has no interaction.json beside it; --interaction says what the gesture drives")
    }
    var interaction = try Interaction(file: path)
    CommonOptions.choosePalms(&interaction, arguments)
    return interaction
  }
}
