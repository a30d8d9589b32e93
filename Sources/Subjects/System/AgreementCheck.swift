package import Pantograph
import PantographBase
import PantographInteractions
import PantographTouches
package import PantographTraces
import PantographTrajectories

extension SubjectCase {
  /// Compares the columns of an agreement.
  func compare(
    _ actual: ResultTable, by agreement: Subject.Agreement
  ) throws(UnusableFile) -> ComparedTables {
    guard FoundFile.Identity(file(agreement.other)) != FoundFile.Identity(subjectFile) else {
      throw UnusableFile(
        subjectFile, "agrees: \(agreement.other) is this subject; name another one")
    }
    let participant = try participant(agreement)
    let other = participant.shown
    var ours = ResultTable()
    var theirs = ResultTable()
    for pair in agreement.columns {
      ours.columns.append(try column(pair.here, of: actual, shownBy: subjectFile))
      var column = try column(pair.there, of: other, shownBy: file(agreement.other))
      column.name = pair.here
      guard !column.isEmpty || ours.columns.last.map({ !$0.isEmpty }) ?? false else {
        throw UnusableFile(subjectFile, "agrees: neither side has a value of \(pair.here)")
      }
      theirs.columns.append(column)
    }
    let tolerances =
      participant.tolerances.areOfDevice ? agreement.tolerancesOfDevice : agreement.tolerances
    // What has come to rest stays where it is, however long the other goes on.
    return ComparedTables(of: ours, expecting: theirs, within: tolerances, areHeld: true)
  }

  private func column(
    _ name: String, of shown: ResultTable, shownBy file: String
  ) throws(UnusableFile) -> ResultTable.Column {
    if let column = shown[name] { return column }
    let names = shown.columns.map(\.name).joined(separator: ", ")
    throw UnusableFile(subjectFile, "agrees: \(file) shows no column '\(name)'; it shows \(names)")
  }

  /// Runs the subject, and returns what it received and shows.
  package func participant() throws(UnusableFile) -> (GestureRows, SubjectComparison.Participant) {
    let (rows, shown) = try observe()
    var participant = SubjectComparison.Participant(
      subjectFile, shown, within: subject.tolerances)
    participant.driven = rows.driven(by: subject.frameClock, until: shown.end)
    return (rows, participant)
  }

  /// Runs what an agreement names: another subject, or the animation of an interaction.
  package func participant(
    _ agreement: Subject.Agreement
  ) throws(UnusableFile) -> SubjectComparison.Participant {
    let file = file(agreement.other)
    let bytes = try WholeFile.bytes(of: file, limit: 1 << 20, "a subject")
    var participant: SubjectComparison.Participant
    if let node = try? JSONNode(parsing: bytes), node["animation"] != nil {
      participant = try .init(interaction: file, stream(), describedBy: given?.device)
    } else {
      var other = try SubjectCase(found.path, testing: file, with: found.recording)
      other.given = given
      participant = try other.participant().1
    }
    for pair in agreement.columns { participant.names[pair.here] = pair.there }
    return participant
  }
}

extension SubjectComparison.Participant {
  /// Replays a recording with an interaction of Pantograph.
  package init(interaction file: String, recording: String) throws(UnusableFile) {
    try self.init(interaction: file, RecordingStream(recording), describedBy: nil)
  }

  fileprivate init(
    interaction file: String, _ stream: consuming RecordingStream,
    describedBy description: DeviceDescription?
  ) throws(UnusableFile) {
    let interaction = try Interaction(file: file)
    do {
      var options = ReplayOptions()
      options.described = description
      var replay = try Replay(stream, driving: interaction, options)
      var trajectory = Trajectory()
      try replay.run(into: &trajectory)
      self.init(
        file, ResultTable(trajectory, properties: interaction.columns), within: .init())
      isInteraction = true
      driven = DrivenFrames(trajectory, of: interaction)
    } catch let error as UnusableFile {
      throw error
    } catch {
      throw UnusableFile(file, "\(error)")
    }
  }
}

extension SubjectCase {
  /// Returns what a search has found, without the folders of subjects and interactions that others must agree with.
  package static func withoutAgreements(_ found: [CaseSearch.Found]) -> [CaseSearch.Found] {
    var others: Set<FoundFile.Identity> = []
    for case .complete(let found) in found {
      guard let example = try? SubjectCase(found) else { continue }
      let files = example.subject.agreements.map { example.file($0.other) }
      others.formUnion(files.compactMap(FoundFile.Identity.init))
    }
    return found.filter { content in
      guard case .incomplete(let incomplete) = content, !incomplete.isStale else { return true }
      return ["subject.json", "interaction.json"].allSatisfy { name in
        FoundFile.Identity(Case.join(incomplete.path, name)).map { !others.contains($0) } ?? true
      }
    }
  }
}

extension ResultTable.Column {
  /// Whether it has no value at any time.
  fileprivate var isEmpty: Bool { points.isEmpty }
}
