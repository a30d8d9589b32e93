import PantographBase

/// How far a column may differ from another one, in value and in time.
package struct Tolerance: Hashable, Sendable {
  /// How far a value may lie outside the range of the other curve within the time allowed.
  package var value: Double
  /// How much earlier or later the other curve may have the value, in microseconds.
  package var microseconds: Int64

  /// Creates a tolerance; neither part is negative.
  package init(value: Double, microseconds: Int64 = 0) {
    precondition(value >= 0 && microseconds >= 0, "a tolerance is not below zero")
    self.value = value
    self.microseconds = microseconds
  }

  /// The tolerance for numbers printed with six decimals, without any time.
  ///
  /// Half of the last decimal is lost by rounding. The same amount is left for the last bits of the
  /// mathematics, which differ between processors.
  package static let printed = Tolerance(value: 0.000_001)
}

/// How far a result may differ from another one, column by column and event by event.
package struct Tolerances: Hashable, Sendable {
  /// How much earlier or later an event may happen or a phase may begin, in microseconds.
  package var events: Int64
  /// The tolerances of columns, by name.
  package var columns: [String: Tolerance]
  /// The tolerance of the other columns; `nil` for the usual one.
  package var others: Tolerance?
  /// The usual tolerance.
  package private(set) var usual = Tolerance.printed
  /// The usual tolerance of a column whose values are from 0 to 1: an opacity or a custom property of a page.
  package private(set) var usualShare: Tolerance?

  /// Creates tolerances that allow the last printed digit, and no difference in time.
  package init(
    events: Int64 = 0, columns: [String: Tolerance] = [:], others: Tolerance? = nil
  ) {
    self.events = events
    self.columns = columns
    self.others = others
  }

  /// Creates the same tolerance for every column, and in time for events.
  package init(every tolerance: Tolerance) {
    self.init(events: tolerance.microseconds, others: tolerance)
  }

  /// Creates tolerances with other usual ones, which also apply to the times of events.
  package init(usually usual: Tolerance, share: Tolerance? = nil) {
    self.init(events: usual.microseconds)
    self.usual = usual
    usualShare = share
  }

  /// Returns how far a column may differ.
  package subscript(column: String) -> Tolerance {
    if let known = columns[column] ?? others { return known }
    guard let usualShare, column.hasSuffix(".opacity") || column.includes(".--") else {
      return usual
    }
    return usualShare
  }

  /// Whether only the rounding of printed numbers is tolerated.
  var areThoseOfPrinting: Bool {
    events == 0 && self["fraction"] == .printed && self["velocity"] == .printed
  }

  /// Returns notes about columns with a tolerance that none of the tables has, such as one that is misspelled.
  package func notes(about tables: [ResultTable]) -> [String] {
    columns.keys.filter { name in tables.allSatisfy { $0[name] == nil } }.sorted()
      .map { "a tolerance is given for '\($0)', but there is no such column" }
  }
}
