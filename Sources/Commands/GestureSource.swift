import Cases
import Gestures
import Interactions
import Quantities
import Tuning

/// Where the gestures to tune by come from: recordings that are replayed, or rows that were kept.
struct GestureSource {
  private let files: [String]
  private let run: FeatureRun?
  private let jobs: Int
  private let isLenient: Bool

  /// What makes other rows of recordings, and can't of rows that were kept.
  private static let ofRecordings = (CommonOptions.labelling + CommonOptions.replayed).map {
    $0.names[0]
  }

  init(_ arguments: Arguments, driving interaction: Interaction) throws {
    files = CommonOptions.words(arguments.value("--features")) ?? []
    let isListed = arguments.has("--list")
    guard files.isEmpty || arguments.operands.isEmpty && !isListed else {
      throw Complaint(
        "pantograph tune: --features has the gestures already; leave out it or the recordings")
    }
    if !files.isEmpty, let option = Self.ofRecordings.first(where: arguments.has) {
      throw Complaint(
        "pantograph tune: \(option) is for recordings; give it to the `pantograph features` that"
          + " writes the rows")
    }
    guard !files.isEmpty || !arguments.operands.isEmpty || isListed else {
      throw Complaint(
        "pantograph tune: give recordings, or folders of them, or --features with their rows")
    }
    run = files.isEmpty ? try FeatureRun(arguments, driving: interaction) : nil
    jobs = try CommonOptions.jobs(arguments)
    isLenient = arguments.has("--lenient")
  }

  /// All gestures as they are under an interaction; rows that were kept are as they were kept.
  ///
  /// - Parameters:
  ///   - interaction: what the gestures drive.
  ///   - trial: which of other interactions this is, when it is known already what gestures mean and what is
  ///     wrong with recordings.
  ///   - estimators: the estimators whose velocities are kept.
  func rows(
    _ interaction: Interaction, trial: Int? = nil,
    keeping estimators: [VelocityEstimator] = VelocityEstimator.allCases
  ) throws -> GestureTable {
    let isTrial = trial != nil
    var rows = GestureTable(keeping: estimators)
    do {
      var previous: FeatureReader?
      for path in files {
        var reader = try FeatureReader(path, after: previous, keeping: estimators)
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
        of: run.worklist.count, naming: trial.map { "place \($0), recordings" } ?? "recordings")
      defer { progress.clear() }
      var done = 0
      var seen: [RecordingIdentity: String] = [:]
      try run.forEach(in: 0..<run.worklist.count, jobs: jobs) { outcome in
        if let mistake = outcome.mistake {
          progress.clear()
          try bear(mistake, isTrial: isTrial)
        }
        if let other = seen.updateValue(
          outcome.recording, forKey: RecordingIdentity(outcome.recording))
        {
          let what = other == outcome.recording ? "is given" : "and \(other) are the same, given"
          throw Complaint(
            "pantograph tune: \(outcome.recording) \(what) twice: its gestures would count twice")
        }
        var gestures = outcome.gestures
        // Another interaction counts other gestures, of which numbers say nothing.
        if !isTrial { try book.label(&gestures) }
        for gesture in gestures { rows.append(gesture) }
        done += 1
        progress.show(done)
      }
      progress.clear()
      for mistake in book.mistakes { try bear(mistake, isTrial: isTrial) }
    } catch let error as UnusableFile {
      throw Complaint(error)
    }
    return rows
  }

  /// Rows that are there twice would count twice, and those of another distance are not of this interaction.
  private func check(_ rows: GestureTable, against interaction: Interaction) throws(Complaint) {
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
    // Equal rows have equal hashes, eight bytes each: only where two are equal it takes a closer look.
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
        throw Complaint("\(files): gesture \(row.number) of \(row.recording) stands there twice")
      }
      guard isOfAnother(row), let release = row.release, let distance else { continue }
      throw Complaint(
        "\(files): its gestures go \(release.distance.asWritten) mm, and those of the interaction"
          + " \(distance.asWritten) mm: run `pantograph features` again with this one")
    }
  }

  /// A threshold that was found without some of the gestures is not the one that was asked for.
  private func bear(_ mistake: UnusableFile, isTrial: Bool) throws {
    guard isLenient else { throw mistake }
    if !isTrial { say("\(mistake)") }
  }
}
