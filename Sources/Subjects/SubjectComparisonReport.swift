package import PantographBase
import PantographInteractions
package import PantographReports
package import PantographTrajectories

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
      comparison.gestures.indices.map { json(column, $0) }
    }
    let events = comparison.participants.map { participant in
      JSONText.object([
        ("subject", .string(participant.name)),
        (
          "events",
          .list(
            participant.shown.events.map {
              ["time": Self.number($0.time), "event": .string($0.words)]
            })
        ),
      ])
    }
    return ["columns": .list(columns), "events": .list(events)]
  }

  private func json(_ column: String, _ index: Int) -> JSONText {
    let gesture = comparison.gestures[index]
    let subjects = comparison.participants.indices.map { number in
      let entry = comparison.entry(number, column, during: gesture)
      let measures = entry?.measures
      return JSONText.object([
        ("subject", .string(comparison.participants[number].name)),
        ("start", .number(measures?.start)), ("release", .number(measures?.release)),
        ("velocity", .number(measures?.velocity)), ("peak", .number(measures?.peak)),
        ("end", .number(measures?.end)), ("rest", measures?.rest.map(Self.number) ?? .null),
        ("settle", .number(measures?.settle)),
        ("difference", entry?.difference.map(Self.json) ?? .null),
      ])
    }
    return [
      "column": .string(column), "gesture": .integer(index + 1),
      "landing": Self.number(gesture.landing), "time": Self.number(gesture.release),
      "cutOff": .flag(gesture.wasCutOff), "subjects": .list(subjects),
    ]
  }

  private static func json(_ difference: ColumnDifference) -> JSONText {
    [
      "largest": .number(difference.largest, decimals: 6), "time": number(difference.time),
      "rms": .number(difference.rms, decimals: 6), "shift": .number(difference.shift, decimals: 6),
      "largestAfterShift": .number(difference.largestAfterShift, decimals: 6),
    ]
  }

  private static func number(_ time: Timestamp) -> JSONText {
    .number(time - Timestamp(microseconds: 0), decimals: 6)
  }

  /// The page with the curves of each column over each other.
  package func page(of recording: String) -> OverlaidColumnsPage {
    let columns = comparison.columns.map { column in
      OverlaidColumnsPage.Column(
        name: column,
        curves: comparison.participants.compactMap { participant in
          participant.column(column).map { (participant.name, $0.samples) }
        },
        gestures: comparison.gestures.indices.map { (column + title($0), rows(column, $0)) })
    }
    return OverlaidColumnsPage(
      recording, columns, heads, events: events,
      releases: comparison.gestures.map(\.release))
  }
}

extension Observation.Column {
  /// The values as the fractions of samples, for plots; nothing says when its animations run.
  package var samples: [Sample] {
    points.map {
      Sample(time: $0.time, phase: .idle, fraction: $0.value, velocity: 0, values: [])
    }
  }
}
