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

/// How several results of the same subject for the same recording differ from each other.
package struct ResultSpread: Sendable {
  /// The least and the greatest of several numbers.
  package struct Range: Hashable, Sendable {
    package var least: Double
    package var most: Double

    init?(_ values: [Double]) {
      guard let least = values.min(), let most = values.max() else { return nil }
      (self.least, self.most) = (least, most)
    }
  }

  /// A column in all results.
  package struct Column: Sendable {
    package let name: String
    /// The values at last; `nil` if there is none in any of them.
    package let end: Range?
    /// The seconds after which it rests; `nil` if it rests in none.
    package let rest: Range?
    /// The number of results in which it may still be moving.
    package let movingCount: Int
  }

  /// The outcomes, the most frequent one first, and how often each occurred.
  package let outcomes: [(outcome: ResultOutcome, count: Int)]
  package let columns: [Column]

  /// Compares results.
  ///
  /// - Parameters:
  ///   - results: the results.
  ///   - tolerances: how far the end values of the same outcome may differ.
  ///   - isInRealTime: whether the order of the events depends on chance.
  package init(
    of results: [ResultTable], within tolerances: Tolerances, inRealTime isInRealTime: Bool
  ) {
    var outcomes: [(outcome: ResultOutcome, count: Int)] = []
    var names: [String] = []
    for result in results {
      let outcome = ResultOutcome(of: result, inRealTime: isInRealTime)
      let index = outcomes.firstIndex { $0.outcome.isSame(as: outcome, within: tolerances) }
      if let index { outcomes[index].count += 1 } else { outcomes.append((outcome, 1)) }
      for column in result.columns where !names.contains(column.name) { names.append(column.name) }
    }
    self.outcomes = outcomes.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map { $0.element }
    columns = names.map { name in
      let shown = results.compactMap { result in result[name].map { (result, $0) } }
      let measures = shown.compactMap { result, column in
        column.points.first.map { first in
          // The whole result counts as one gesture.
          ColumnMeasures(
            of: column,
            during: GestureSpan(landing: first.time, release: first.time, end: result.end),
            within: tolerances[name].value)
        }
      }
      let rests = measures.compactMap { $0.rest.map { $0 - Timestamp(microseconds: 0) } }
      return Column(
        name: name, end: Range(measures.compactMap { $0.end }), rest: Range(rests),
        movingCount: measures.count { $0.end != nil } - rests.count)
    }
  }
}
