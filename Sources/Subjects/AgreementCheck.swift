import PantographCases
import PantographInteractions
import PantographJSON
import PantographTrajectories

extension SubjectCase {
  /// Compares the columns of an agreement.
  func compare(
    _ actual: Observation, by agreement: Subject.Agreement
  ) throws(UnusableFile) -> ObservationComparison {
    let other = try observe(other: file(agreement.other))
    var (ours, theirs) = (Observation(), Observation())
    for pair in agreement.columns {
      ours.columns.append(try column(pair.here, of: actual, shownBy: subjectFile))
      var column = try column(pair.there, of: other, shownBy: file(agreement.other))
      column.name = pair.here
      theirs.columns.append(column)
    }
    // What has come to rest stays where it is, however long the other goes on.
    let end = max(ours.end, theirs.end)
    ours.hold(until: end)
    theirs.hold(until: end)
    return ObservationComparison(of: ours, expecting: theirs, within: agreement.tolerances)
  }

  private func column(
    _ name: String, of shown: Observation, shownBy file: String
  ) throws(UnusableFile) -> Observation.Column {
    if let column = shown[name] { return column }
    let names = shown.columns.map(\.name).joined(separator: ", ")
    throw UnusableFile(subjectFile, "agrees: \(file) shows no column '\(name)'; it shows \(names)")
  }

  /// Returns what another subject shows, or what the animation of an interaction does.
  private func observe(other file: String) throws(UnusableFile) -> Observation {
    let bytes = try WholeFile.bytes(of: file, limit: 1 << 20, "a subject")
    guard let node = try? JSONNode(parsing: bytes), node["animation"] != nil else {
      var other = try SubjectCase(path, testing: file, with: recording)
      other.given = given
      return try other.observe().shown
    }
    let interaction = try Interaction(file: file)
    do {
      var options = ReplayOptions()
      options.described = given?.device
      var replay = try Replay(stream(), driving: interaction, options)
      var trajectory = Trajectory()
      try replay.run(into: &trajectory)
      return Observation(trajectory, properties: interaction.columns)
    } catch let error as UnusableFile {
      throw error
    } catch {
      throw UnusableFile(file, "\(error)")
    }
  }
}
