import PantographBase
package import PantographTrajectories

/// How a result ends: its events in order, and where each column is at last.
package struct ResultOutcome: Hashable, Sendable {
  /// Where a column is at last.
  package struct End: Hashable, Sendable {
    package var column: String
    /// `nil` if it has no value at last.
    package var value: Double?
  }

  /// The words of the events, in order.
  package let events: [String]
  /// The same to be compared: in real time, those that are close together may come in either order.
  private let comparedEvents: [String]
  package let ends: [End]

  /// Creates an outcome without columns.
  package init(_ events: [String]) {
    self.events = events
    comparedEvents = events
    ends = []
  }

  /// Reads the outcome of a result.
  ///
  /// - Parameter isInRealTime: whether the order of the events depends on chance.
  package init(of shown: ResultTable, inRealTime isInRealTime: Bool = false) {
    events = shown.events.map { $0.words }
    comparedEvents = isInRealTime ? events.sorted() : events
    ends = shown.columns.map { column in
      let last = column.points.last
      let isGone = column.absences.last.map { $0 > last?.time ?? $0 } ?? false
      return End(column: column.name, value: isGone ? nil : last?.value)
    }
  }

  /// Returns whether another result ends the same way, within tolerances.
  package func isSame(as other: ResultOutcome, within tolerances: Tolerances) -> Bool {
    comparedEvents == other.comparedEvents && ends.count == other.ends.count
      && zip(ends, other.ends).allSatisfy { end, other in
        guard end.column == other.column else { return false }
        guard let value = end.value, let otherValue = other.value else {
          return end.value == nil && other.value == nil
        }
        return abs(value - otherValue) <= tolerances[end.column].value
      }
  }

  /// 6 events and columns are enough to recognise it.
  private static let mostNamed = 6

  /// The outcome in words, such as `'opens', sheet.y at 200`.
  package var words: String {
    let events = events.map { "'\($0)'" }
    let ends = ends.map { end in
      end.value.map { "\(end.column) at \(NumberText.short($0))" } ?? "no \(end.column)"
    }
    func some(_ names: [String]) -> [String] {
      names.count > Self.mostNamed + 1
        ? names.prefix(Self.mostNamed) + ["\(names.count - Self.mostNamed) more"] : names
    }
    let all = some(events) + some(ends)
    return all.isEmpty ? "nothing" : all.joined(separator: ", ")
  }
}
