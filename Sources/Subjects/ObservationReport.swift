package import PantographBase
import PantographInteractions
import PantographReports
import PantographTrajectories

/// Says where an observation differs from what was accepted.
package struct ObservationReport {
  private let comparison: ObservationComparison
  /// The file of what must show the same; `nil` for what was accepted.
  private let other: String?
  private let gesture: GestureRows?
  private let notes: [String]

  /// Creates a report of a check; `nil` if there is nothing to compare with.
  package init?(_ check: SubjectCheck) {
    guard let (other, comparison) = check.telling else { return nil }
    self.init(comparison, with: other, gesture: check.gesture, notes: check.actual.notes)
  }

  /// Creates a report of a comparison.
  package init(
    _ comparison: ObservationComparison, with other: String? = nil, gesture: GestureRows? = nil,
    notes: [String] = []
  ) {
    self.comparison = comparison
    self.other = other
    self.gesture = gesture
    self.notes = notes
  }

  /// The first difference in a sentence; `nil` if there is none.
  package var sentence: String? {
    guard let first = comparison.first else { return nil }
    return (other.map { "unlike \($0), " } ?? "") + sentence(first)
  }

  private func sentence(_ first: ObservationComparison.Finding) -> String {
    let time = Self.seconds(first.time)
    switch first.difference {
    case .missingColumn(let name): return "column \(name) is missing"
    case .value(let column, let expected?, let actual?, _):
      let texts = Self.texts(expected, actual)
      return "\(column) is \(texts.1) instead of \(texts.0) at \(time)"
    case .value(let column, let expected, _, _):
      return expected == nil
        ? "\(column) has a value at \(time), where none is expected"
        : "\(column) has no value at \(time)"
    case .movement(let movement):
      let texts = Self.texts(movement.expected, movement.actual)
      let what = "\(movement.column) \(Self.verb(movement.quantity))"
      switch movement.quantity {
      case .end: return "\(what) \(texts.1) instead of \(texts.0)"
      case .velocity:
        return "\(what) \(texts.1) per second instead of \(texts.0), at the release at \(time)"
      case .rest:
        let seconds = [movement.expected, movement.actual].map { String(fixed: $0, decimals: 3) }
        return "\(what) \(seconds[1]) s instead of \(seconds[0]) s"
      case .shape:
        return "\(what) \(texts.1) instead of \(texts.0) at \(time), after the best shift in time"
      }
    case .event(let expected?, let actual?):
      return expected.words == actual.words
        ? "'\(expected.words)' at \(Self.seconds(actual.time)) instead of"
          + " \(Self.seconds(expected.time))"
        : "'\(actual.words)' at \(Self.seconds(actual.time)) instead of '\(expected.words)'"
    case .event(let expected, let actual):
      return actual.map { "unexpected '\($0.words)' at \(time)" }
        ?? "no '\(expected?.words ?? "")', expected at \(time)"
    }
  }

  private static func verb(_ quantity: MovementComparison.Quantity) -> String {
    switch quantity {
    case .end: "ends at"
    case .velocity: "moves at"
    case .rest: "comes to rest at"
    case .shape: "is"
    }
  }

  /// Further lines: what the fingers did last, and the largest difference of each column.
  package var lines: [String] {
    guard let first = comparison.first else { return [] }
    var lines: [String] = []
    if let change = gesture?.lastChange(before: first.time) { lines.append("after \(change)") }
    if case .value(let column, _, _, let tolerance) = first.difference {
      let seconds = tolerance.microseconds > 0 ? " within \(tolerance.microseconds / 1000) ms" : ""
      lines.append("tolerance of \(column): \(tolerance.value)\(seconds)")
    }
    if case .movement(let movement) = first.difference {
      lines.append(
        "tolerance of the \(movement.quantity.rawValue) of \(movement.column):"
          + " \(String(fixed: movement.allowed, decimals: 3))")
    }
    let gaps = comparison.gaps.filter { $0.difference != 0 && abs($0.difference) < 1e15 }
      .map { Wording.gap($0.column, $0.difference, at: $0.time) }
    if !gaps.isEmpty { lines.append("greatest gaps: \(gaps.joined(separator: ", "))") }
    if !comparison.newColumns.isEmpty {
      lines.append("new, not compared: \(comparison.newColumns.joined(separator: ", "))")
    }
    return lines + notes.map { "note: \($0)" }
  }

  /// The difference as JSON, or null.
  package var json: JSONText {
    guard let first = comparison.first else { return .null }
    var members: [(key: String, value: JSONText)] = [
      ("message", .string(sentence)), ("time", .number(Self.number(first.time), decimals: 6)),
    ]
    switch first.difference {
    case .missingColumn(let name): members.append(("column", .string(name)))
    case .value(let column, let expected, let actual, _):
      members += [
        ("column", .string(column)), ("expected", .number(expected, decimals: 6)),
        ("actual", .number(actual, decimals: 6)),
      ]
    case .movement(let movement):
      members += [
        ("column", .string(movement.column)), ("quantity", .string(movement.quantity.rawValue)),
        ("expected", .number(movement.expected, decimals: 6)),
        ("actual", .number(movement.actual, decimals: 6)),
      ]
    case .event(let expected, let actual):
      members += [("expected", Self.json(expected)), ("actual", Self.json(actual))]
    }
    if let other { members.append(("with", .string(other))) }
    members.append(("after", .string(gesture?.lastChange(before: first.time))))
    members.append(
      (
        "gaps",
        .list(
          comparison.gaps.map { gap in
            [
              "column": .string(gap.column), "difference": .number(gap.difference, decimals: 6),
              "time": .number(Self.number(gap.time), decimals: 6),
            ]
          })
      ))
    return .object(members)
  }

  private static func json(_ event: Observation.Event?) -> JSONText {
    guard let event else { return .null }
    return ["time": .number(number(event.time), decimals: 6), "event": .string(event.words)]
  }

  /// Returns two numbers with enough decimals to show that they differ.
  private static func texts(_ expected: Double, _ actual: Double) -> (String, String) {
    // Larger numbers have no decimals, and too many digits.
    guard max(abs(expected), abs(actual)) < 1e15 else { return ("\(expected)", "\(actual)") }
    for decimals in [1, 3, 6] {
      let texts = (
        String(fixed: expected, decimals: decimals), String(fixed: actual, decimals: decimals)
      )
      if texts.0 != texts.1 { return texts }
    }
    return ("\(expected)", "\(actual)")
  }

  private static func number(_ time: Timestamp) -> Double { time - Timestamp(microseconds: 0) }

  private static func seconds(_ time: Timestamp) -> String {
    "\(String(fixed: number(time), decimals: 3)) s"
  }
}
