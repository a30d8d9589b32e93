package import PantographBase
import PantographInteractions
package import PantographReports
package import PantographTrajectories

/// What several subjects show for the same recording, column by column and gesture by gesture.
package struct SubjectComparison: Sendable {
  /// A subject, or an interaction of Pantograph, and what it shows.
  package struct Participant: Sendable {
    /// Its file.
    package let name: String
    package let shown: ResultTable
    let tolerances: Tolerances
    /// Its own names of columns, by the names of the comparison.
    var names: [String: String] = [:]
    /// Whether it is an interaction of Pantograph, whose events no other subject has.
    var isInteraction = false
    /// What drove it, and when its display showed frames.
    var driven: DrivenFrames?

    init(_ name: String, _ shown: ResultTable, within tolerances: Tolerances) {
      self.name = name
      self.shown = shown
      self.tolerances = tolerances
    }

    /// Returns a column by its name in the comparison.
    package func column(_ name: String) -> ResultTable.Column? { shown[names[name] ?? name] }

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
    within tolerances: Tolerances?
  ) -> ComparedTables {
    let shown = participants.map { participant in
      var shown = ResultTable()
      shown.columns = columns.compactMap { name in
        var column = participant.column(name)
        column?.name = name
        return column
      }
      if !participants.contains(where: \.isInteraction) { shown.events = participant.shown.events }
      return shown
    }
    // What has come to rest stays where it is, however long the other goes on.
    return ComparedTables(
      of: shown[1], expecting: shown[0], within: tolerances ?? participants[0].tolerances,
      areHeld: true)
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

  /// Returns how evenly a position moves in each gesture; `nil` for another column, or if the subject does not show it.
  package func jank(_ index: Int, _ name: String) -> [Jank]? {
    let participant = participants[index]
    guard let column = participant.column(name), ColumnAxis.isPosition(column.name),
      let driven = participant.driven
    else { return nil }
    return DrivenFrames(gestures, touches: driven.touches, clock: driven.clock).jank(of: column)
  }
}

/// Reports how the columns of several subjects move, and how far they are from those of the first one.
package struct SubjectComparisonReport {
  private let comparison: SubjectComparison
  /// The style of the text.
  package var style = TextStyle.plain

  /// Creates a report.
  package init(_ comparison: SubjectComparison) { self.comparison = comparison }

  private var heads: [String] {
    ["subject", "at release", "velocity", "peak", "end", "rests at"]
      + (comparison.participants.count > 1
        ? ["largest difference", "rms", "late by", "largest when shifted"] : [])
  }

  /// The lines: a table for each column and gesture, and the events.
  package var lines: [String] {
    guard !comparison.gestures.isEmpty else { return ["  no contact in this recording"] }
    var lines: [String] = []
    for column in comparison.columns {
      for index in comparison.gestures.indices {
        lines += [
          "  " + style.paint((column + title(index)).shown, .strong), "",
        ]
        lines += TextTable.lines(
          [heads] + rows(column, index), in: style, indent: 4, hasHeads: true)
        lines.append("")
      }
    }
    guard let events else { return lines.dropLast() }
    lines += ["  " + style.paint("events", .strong), ""]
    return lines
      + TextTable.lines([events.heads] + events.rows, in: style, indent: 4, hasHeads: true)
  }

  /// The events, and how much later than at the first subject they come; `nil` if there are none.
  private var events: (heads: [String], rows: [[String]])? {
    let shown = comparison.participants.indices.filter {
      !comparison.participants[$0].shown.events.isEmpty
    }
    guard !shown.isEmpty else { return nil }
    let rows = comparison.events.map { event in
      [event.words]
        + shown.map { index in
          guard let time = event.times[index] else { return "never" }
          guard index != shown[0], let first = event.times[shown[0]] else {
            return Self.seconds(time)
          }
          let later = String(fixed: (time - first) * 1000, decimals: 1)
          return "\(Self.seconds(time)) (\(time < first ? "" : "+")\(later) ms)"
        }
    }
    return (["event"] + shown.map { comparison.participants[$0].name }, rows)
  }

  /// Returns the words for a gesture after the name of a column.
  private func title(_ index: Int) -> String {
    let gesture = comparison.gestures[index]
    let number = comparison.gestures.count == 1 ? "" : ", gesture \(index + 1)"
    return "\(number), \(gesture.wasCutOff ? "cut off" : "released") at"
      + " \(Self.seconds(gesture.release))"
  }

  private func rows(_ column: String, _ index: Int) -> [[String]] {
    comparison.participants.indices.map { number in
      let name = comparison.participants[number].name
      guard let entry = comparison.entry(number, column, during: comparison.gestures[index]) else {
        return [name, "not shown"]
      }
      let measures = entry.measures
      func text(_ value: Double?) -> String {
        value.map { $0.isFinite ? String(fixed: $0, decimals: 3) : "" } ?? ""
      }
      let difference = entry.difference
      return [
        name, text(measures.release), text(measures.velocity), text(measures.peak),
        text(measures.end), measures.rest.map(Self.seconds) ?? "",
        difference.map { "\(text($0.largest)) at \(Self.seconds($0.time))" } ?? "",
        text(difference?.rms), difference.map { "\(text($0.shift)) s" } ?? "",
        text(difference?.largestAfterShift),
      ]
    }
  }

  private static func seconds(_ time: Timestamp) -> String { Wording.clock(time) }

  /// The report as JSON: `columns` and `events`.
  package var json: JSONText {
    let columns = comparison.columns.flatMap { column in
      let jank = comparison.participants.indices.map { comparison.jank($0, column) }
      return comparison.gestures.indices.map { json(column, $0, jank) }
    }
    let events = comparison.participants.map { participant in
      JSONText.object([
        ("subject", .string(participant.name)),
        (
          "events",
          .list(
            participant.shown.events.map {
              ["time": .seconds($0.time), "event": .string($0.words)]
            })
        ),
      ])
    }
    return ["columns": .list(columns), "events": .list(events)]
  }

  private func json(_ column: String, _ index: Int, _ jank: [[Jank]?]) -> JSONText {
    let gesture = comparison.gestures[index]
    let subjects = comparison.participants.indices.map { number in
      let entry = comparison.entry(number, column, during: gesture)
      let measures = entry?.measures
      return JSONText.object([
        ("subject", .string(comparison.participants[number].name)),
        ("start", .number(measures?.start)), ("release", .number(measures?.release)),
        ("velocity", .number(measures?.velocity)), ("peak", .number(measures?.peak)),
        ("end", .number(measures?.end)), ("rest", measures?.rest.map(JSONText.seconds) ?? .null),
        ("settle", .number(measures?.settle)),
        ("jank", jank[number].map { .jank($0[index], of: column) } ?? .null),
        ("difference", entry?.difference.map(Self.json) ?? .null),
      ])
    }
    return [
      "column": .string(column), "gesture": .integer(index + 1),
      "landing": .seconds(gesture.landing), "time": .seconds(gesture.release),
      "cutOff": .flag(gesture.wasCutOff), "subjects": .list(subjects),
    ]
  }

  private static func json(_ difference: ColumnDifference) -> JSONText {
    [
      "largest": .number(difference.largest), "time": .seconds(difference.time),
      "rms": .number(difference.rms), "shift": .number(difference.shift),
      "largestAfterShift": .number(difference.largestAfterShift),
    ]
  }

  /// The jank of each subject's positions, gesture by gesture.
  private var jank: [(gesture: String, entry: ColumnJank)] {
    comparison.columns.flatMap { column in
      comparison.participants.indices.flatMap { number in
        let name = comparison.participants[number].name
        let title = comparison.participants.count > 1 ? "\(column) of \(name)" : column
        return (comparison.jank(number, column) ?? []).enumerated().map {
          ("\($0.offset + 1)", ColumnJank($0.element, of: title))
        }
      }
    }
  }

  /// The page with the curves of each column over each other.
  package func page(of recording: String) -> OverlaidColumnsPage {
    let columns = comparison.columns.map { column in
      OverlaidColumnsPage.Column(
        column, of: comparison.participants.map { ($0.name, $0.column(column)) },
        gestures: comparison.gestures.indices.map { (column + title($0), rows(column, $0)) })
    }
    return OverlaidColumnsPage(
      recording, columns, heads, events: events,
      releases: comparison.gestures.map(\.release), jank: jank)
  }
}
