import PantographBase
import PantographTrajectories

/// What several subjects show for the same recording, column by column and gesture by gesture.
package struct SubjectComparison: Sendable {
  /// A subject, or an interaction of Pantograph, and what it shows.
  package struct Participant: Sendable {
    /// Its file.
    package let name: String
    package let shown: Observation
    let tolerances: Subject.Tolerances
    /// Its own names of columns, by the names of the comparison.
    var names: [String: String] = [:]
    /// Whether it is an interaction of Pantograph, whose events no other subject has.
    var isInteraction = false

    init(_ name: String, _ shown: Observation, within tolerances: Subject.Tolerances) {
      (self.name, self.shown, self.tolerances) = (name, shown, tolerances)
    }

    /// Returns a column by its name in the comparison.
    package func column(_ name: String) -> Observation.Column? { shown[names[name] ?? name] }

    /// The names of its columns in the comparison.
    fileprivate var columns: [String] {
      let others = Set(names.values)
      let known = names.keys.filter { shown[names[$0] ?? $0] != nil }.sorted()
      return known + shown.columns.map(\.name).filter { !others.contains($0) }
    }
  }

  /// The movement of a subject's column during a gesture, and how far it is from the first subject's.
  package struct Entry: Sendable {
    package let measures: ColumnMeasures
    /// `nil` for the first subject, and where one of them has no value.
    package let difference: ColumnDifference?
  }

  package let participants: [Participant]
  package let gestures: [GestureSpan]
  /// The columns that are compared.
  package let columns: [String]

  /// Compares subjects.
  ///
  /// - Parameters:
  ///   - participants: the subjects; the others are compared with the first one.
  ///   - rows: what they received.
  ///   - columns: the columns to compare, each with its other names; `nil` for all that two subjects show, or
  ///     all of a single one.
  package init(_ participants: [Participant], _ rows: GestureRows, columns: [[String]]?) {
    self.participants = participants.map { participant in
      var participant = participant
      for names in columns ?? [] where participant.column(names[0]) == nil {
        participant.names[names[0]] = names.first { participant.shown[$0] != nil }
      }
      return participant
    }
    // What has come to rest stays where it is, however long another one goes on.
    gestures = rows.gestures(until: participants.map(\.shown.end).max() ?? rows.end)
    if let columns {
      self.columns = columns.map { $0[0] }
    } else {
      var counts: [(name: String, count: Int)] = []
      for name in self.participants.flatMap(\.columns) {
        if let index = counts.firstIndex(where: { $0.name == name }) {
          counts[index].count += 1
        } else {
          counts.append((name, 1))
        }
      }
      let least = min(participants.count, 2)
      self.columns = counts.filter { $0.count >= least }.map(\.name)
    }
  }

  /// Where two subjects part.
  ///
  /// - Parameter tolerances: how far they may differ; `nil` for the tolerances of the first one.
  package func difference(
    within tolerances: Subject.Tolerances?
  ) -> ObservationComparison {
    var shown = participants.map { participant in
      var shown = Observation()
      shown.columns = columns.compactMap { name in
        var column = participant.column(name)
        column?.name = name
        return column
      }
      if !participants.contains(where: \.isInteraction) { shown.events = participant.shown.events }
      return shown
    }
    // What has come to rest stays where it is, however long the other goes on.
    let end = shown.map(\.end).max() ?? Timestamp(microseconds: 0)
    for index in shown.indices { shown[index].hold(until: end) }
    return ObservationComparison(
      of: shown[1], expecting: shown[0], within: tolerances ?? participants[0].tolerances)
  }

  /// The events of the subjects; an interaction of Pantograph has none.
  package var events: [EventTimes] { EventTimes.all(of: participants.map(\.shown)) }

  /// Returns the movement of a column; `nil` if the subject does not show it.
  package func entry(_ index: Int, _ name: String, during gesture: GestureSpan) -> Entry? {
    let participant = participants[index]
    guard let column = participant.column(name) else { return nil }
    let difference =
      index == 0
      ? nil
      : participants[0].column(name).flatMap {
        ColumnDifference(of: column, from: $0, during: gesture)
      }
    return Entry(
      measures: ColumnMeasures(
        of: column, during: gesture, within: participant.tolerances[column.name].value),
      difference: difference)
  }
}
