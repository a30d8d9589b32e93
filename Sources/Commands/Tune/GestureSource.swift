import PantographBase
import PantographGestures
import PantographInteractions
import PantographTraces
import PantographTuning

/// The source of the gestures for tuning: recordings to replay, or saved rows of features.
struct GestureSource {
  private let files: [String]
  private let run: FeatureRun?
  private let jobs: Int
  private let isLenient: Bool
  private let hasNamedRivals: Bool

  /// The options that apply to recordings and not to saved rows.
  private static let ofRecordings = (CommonOptions.labelling + CommonOptions.replayed).map {
    $0.names[0]
  }

  init(_ arguments: Arguments, driving interaction: Interaction) throws {
    files = CommonOptions.words(arguments.value("--features")) ?? []
    let isListed = arguments.has("--list")
    guard files.isEmpty || arguments.operands.isEmpty && !isListed else {
      throw CommandError(
        "pantograph tune: --features and recordings exclude each other")
    }
    if !files.isEmpty, let option = Self.ofRecordings.first(where: arguments.has) {
      throw CommandError(
        "pantograph tune: \(option) applies to recordings; pass it to `pantograph features` when you"
          + " write the rows")
    }
    guard !files.isEmpty || !arguments.operands.isEmpty || isListed else {
      throw CommandError(
        "pantograph tune: no gestures given; pass recordings, folders or --features")
    }
    run = files.isEmpty ? try FeatureRun(arguments, driving: interaction) : nil
    jobs = try CommonOptions.jobs(arguments)
    isLenient = arguments.has("--lenient")
    hasNamedRivals = arguments.has("--rules")
  }

  /// Returns all gestures under an interaction; saved rows are returned unchanged.
  ///
  /// - Parameters:
  ///   - interaction: the interaction that the gestures drive.
  ///   - trial: the number of a search trial. Labels and unusable recordings were reported before the search.
  ///   - estimators: the estimators whose velocities are kept.
  ///   - plan: the plan, whose rules need columns; it loses presets that were not named and whose columns are missing.
  func rows(
    _ interaction: Interaction, trial: Int? = nil,
    keeping estimators: [VelocityEstimator] = VelocityEstimator.allCases,
    for plan: inout TuningPlan?
  ) throws -> GestureTable {
    let isTrial = trial != nil
    var rows = GestureTable(keeping: estimators)
    do {
      var previous: FeatureReader?
      let required = required(by: plan)
      for path in files {
        var reader = try FeatureReader(
          path, after: previous, keeping: estimators, requiring: required)
        if let count = plan?.rivals.count, !reader.missing.isEmpty {
          plan?.rivals.removeAll {
            !FeatureColumns.needed(by: $0.rule).isDisjoint(with: reader.missing)
          }
          let fewer = count - (plan?.rivals.count ?? 0)
          if fewer > 0 {
            printNotice(
              "\(path): \(fewer) of \(count) presets are not compared, as they need other columns")
          }
        }
        while let row = try reader.next() { rows.append(row) }
        previous = reader
      }
      guard var run else {
        try check(rows, against: interaction)
        return rows
      }
      run.drive(interaction)
      var book = run.book
      var progress = ProgressLine(
        of: run.worklist.count, naming: trial.map { "trial \($0), recordings" } ?? "recordings")
      defer { progress.clear() }
      var done = 0
      var seen: [RecordingIdentity: String] = [:]
      try run.forEach(in: 0..<run.worklist.count, jobs: jobs) { outcome in
        if let mistake = outcome.mistake {
          progress.clear()
          try report(mistake, isTrial: isTrial)
        }
        if let other = seen.updateValue(
          outcome.recording, forKey: RecordingIdentity(outcome.recording))
        {
          let what = other == outcome.recording ? "is given twice" : "is the same file as \(other)"
          throw CommandError(
            "pantograph tune: \(outcome.recording) \(what); its gestures would count twice")
        }
        var gestures = outcome.gestures
        // Under another interaction, the numbers of the gestures differ from those of the labels.
        if !isTrial { try book.label(&gestures) }
        for gesture in gestures { rows.append(gesture) }
        done += 1
        progress.show(done)
      }
      progress.clear()
      for mistake in book.mistakes { try report(mistake, isTrial: isTrial) }
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
    return rows
  }

  /// Returns the columns that the rules of a plan need; `nil` for all.
  private func required(by plan: TuningPlan?) -> Set<String>? {
    guard let plan else { return nil }
    var rules = plan.estimators.map { estimator in
      var rule = plan.rule
      rule.estimator = estimator
      return rule
    }
    rules.append(plan.rule)
    if hasNamedRivals { rules += plan.rivals.map(\.rule) }
    return rules.reduce(into: []) { $0.formUnion(FeatureColumns.needed(by: $1)) }
  }

  /// Throws if rows occur twice, or if their distance differs from the interaction's.
  private func check(_ rows: GestureTable, against interaction: Interaction) throws(CommandError) {
    var distance: Double?
    if case .millimetres(let millimetres) = interaction.progress.distance,
      case .pan = interaction.gesture
    {
      distance = millimetres
    }
    func isOfAnother(_ row: GestureFeatures) -> Bool {
      guard let distance, let release = row.release else { return false }
      return abs(release.distance - distance) > 1e-6 * distance
    }
    // Compares hashes of eight bytes first, and the rows only if two hashes are equal.
    var hashes: [Int] = []
    hashes.reserveCapacity(rows.count)
    var last: (name: String, identity: RecordingIdentity)?
    var isSuspicious = false
    for row in rows {
      if last?.name != row.recording { last = (row.recording, RecordingIdentity(row.recording)) }
      var hasher = Hasher()
      hasher.combine(last?.identity)
      hasher.combine(row.number)
      hashes.append(hasher.finalize())
      isSuspicious = isSuspicious || isOfAnother(row)
    }
    hashes.sort()
    guard isSuspicious || zip(hashes, hashes.dropFirst()).contains(where: ==) else { return }
    let files = files.joined(separator: ", ")
    var recordings: [String: RecordingIdentity] = [:]
    var seen: [RecordingIdentity: Set<Int>] = [:]
    for row in rows {
      let recording = recordings[row.recording] ?? RecordingIdentity(row.recording)
      recordings[row.recording] = recording
      guard seen[recording, default: []].insert(row.number).inserted else {
        throw CommandError("\(files): gesture \(row.number) of \(row.recording) occurs twice")
      }
      guard isOfAnother(row), let release = row.release, let distance else { continue }
      throw CommandError(
        "\(files): the gestures have a distance of \(release.distance.asWritten) mm, but the interaction"
          + " has \(distance.asWritten) mm; run `pantograph features` again with this interaction")
    }
  }

  /// Throws an error about a gesture or, if `--lenient` is given, prints it.
  private func report(_ mistake: UnusableFile, isTrial: Bool) throws {
    guard isLenient else { throw mistake }
    if !isTrial { printNotice("\(mistake)") }
  }
}

/// A change of a file's content, which can be undone and done again.
struct FileChange: Sendable {
  /// Whether the file existed before.
  private let existed: Bool
  private let offset: Int
  private let removed: [UInt8]
  private let added: [UInt8]

  /// Keeps what differs between two contents; `nil` is no file.
  init(from old: [UInt8]?, to new: [UInt8]) {
    let before = old ?? []
    let shorter = min(before.count, new.count)
    var start = 0
    while start < shorter, before[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, before[before.count - 1 - end] == new[new.count - 1 - end] {
      end += 1
    }
    existed = old != nil
    offset = start
    removed = Array(before[start..<before.count - end])
    added = Array(new[start..<new.count - end])
  }

  /// Returns the content before the change; `nil` if there was no file.
  func undone(_ content: [UInt8]) -> [UInt8]? {
    guard existed else { return nil }
    return Array(content[..<offset]) + removed + content[(offset + added.count)...]
  }

  /// Returns the content after the change.
  func redone(_ content: [UInt8]) -> [UInt8] {
    Array(content[..<offset]) + added + content[(offset + removed.count)...]
  }
}
