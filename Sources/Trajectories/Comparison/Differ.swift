package import PantographBase

/// Compares two results over time, within tolerances in value and in time: trajectories, and tables of other programs.
///
/// A value is within its tolerance if it lies in the other curve's range within the time allowed, widened by the value
/// allowed. Values of both sides are checked, so that neither side can leave anything out. Phases and events may differ
/// only in time.
///
///     var differ = Differ(of: ["offset"], within: Tolerances())
///     for sample in before.samples { differ.receive(sample, on: .expected) }
///     for sample in after.samples { differ.receive(sample, on: .actual) }
///     let result = differ.finish()
///
/// The two sides may come in pieces and in any order. If neither gets far ahead of the other, memory use does not depend
/// on the duration.
package struct Differ: Sendable {
  /// One of the two results.
  package enum Side: Sendable {
    /// The expected one.
    case expected
    /// The actual one.
    case actual
  }

  /// The largest difference of a column at the same time, tolerated or not.
  package struct Gap: Hashable, Sendable {
    /// The name of the column; of a trajectory `fraction`, `velocity`, or a property's.
    package var column: String
    /// The difference; negative if the actual value is smaller.
    package var difference = 0.0
    /// The time.
    package var time = Timestamp(microseconds: 0)
  }

  /// The result of a comparison.
  package struct Result: Hashable, Sendable {
    /// The first divergence; `nil` if both sides are the same within the tolerances.
    package var first: Divergence?
    /// The cause of the divergence of trajectories; `nil` for tables, which don't tell.
    package var cause: DivergenceCause?
    /// The first event that differs, which may be after the divergence.
    package var event: EventDifference?
    /// The largest difference of each column that both have, in the order of the columns.
    package var gaps: [Gap] = []
    /// The columns that only the expected table has.
    package var missingColumns: [String] = []
    /// The columns that only the actual table has, which are not compared.
    package var newColumns: [String] = []
    /// Whether anything was there to compare: a column that both have, or an event.
    package var isOfAnything = true

    /// Whether all differences are tolerated.
    package var isWithinTolerances: Bool { first == nil }
  }

  private let tolerances: Tolerances
  /// Whether both are trajectories; otherwise they are tables.
  private let isOfTrajectories: Bool
  private var columns: [ComparedColumn] = []
  /// The column of trajectories that needs most of the other side.
  private var widest = 0
  /// The place of each column of tables.
  private var places: [String: Int] = [:]
  private var events = EventComparison()
  private var hasEvents = false
  private var otherProperties: Divergence?
  /// Whether tables have their first value before it and their last one after it.
  private var areHeld = false

  /// Creates a comparison of trajectories with these animated properties.
  ///
  /// Between two samples of a settling animation the curve is a straight line. In an idle period, the sample before
  /// represents the whole. Elsewhere the curve is somewhere between the two samples: touches come in steps, and a phase
  /// may change.
  ///
  /// - Parameters:
  ///   - names: the properties' names, in the order of a sample's values.
  ///   - expected: the names on the expected side, if they may differ.
  ///   - tolerances: how far the two sides may differ.
  package init(
    of names: [String], expecting expected: [String]? = nil, within tolerances: Tolerances
  ) {
    self.tolerances = tolerances
    isOfTrajectories = true
    columns = Sample.columns(with: names).enumerated().map { index, name in
      ComparedColumn(
        samplesOf: name, within: tolerances[name], phases: index == 0 ? tolerances.events : nil)
    }
    widest = columns.indices.max { columns[$0].reach < columns[$1].reach } ?? 0
    guard let expected, expected != names else { return }
    otherProperties = Divergence(
      time: Timestamp(microseconds: 0), kind: .columns(expected: expected, actual: names))
  }

  /// Creates a comparison of tables, which may have different columns.
  ///
  /// Between two values, a column is a straight line. Before its first value and after its last one it has none, and the
  /// other side may not go on for longer than the time allowed. Where a column says that it has none, the other side must
  /// have none, either.
  ///
  /// - Parameters:
  ///   - tolerances: how far the two sides may differ.
  ///   - areHeld: whether columns have their first value before it, and keep their last one.
  package init(ofTablesWithin tolerances: Tolerances, areHeld: Bool = false) {
    self.tolerances = tolerances
    self.areHeld = areHeld
    isOfTrajectories = false
  }

  /// Takes the next sample of a side.
  package mutating func receive(_ sample: Sample, on side: Side) {
    // With different columns, there is nothing to compare.
    guard otherProperties == nil else { return }
    for index in columns.indices {
      columns[index].append(
        ResultTable.Point(time: sample.time, value: sample[index], phase: sample.phase), on: side)
    }
  }

  /// Takes the next milestone of a side.
  package mutating func receive(_ milestone: Milestone, on side: Side) {
    hasEvents = true
    events.receive(milestone, on: side, within: tolerances)
  }

  /// Takes the next event of a side; a movement adds nothing to the samples.
  package mutating func receive(_ event: TrajectoryEvent, on side: Side) {
    if let milestone = Milestone(event) { receive(milestone, on: side) }
  }

  /// Takes the next rows of a table.
  package mutating func receive(_ rows: ResultTable, on side: Side) {
    for column in rows.columns {
      let place = places[column.name, default: columns.count]
      if place == columns.count {
        places[column.name] = place
        columns.append(
          ComparedColumn(column.name, within: tolerances[column.name], isHeld: areHeld))
      }
      columns[place].append(column, on: side)
    }
    for event in rows.events {
      receive(Milestone(time: event.time, kind: .words(event.words)), on: side)
    }
  }

  /// Returns whether a side of trajectories must continue before the other one can be checked and discarded.
  ///
  /// It looks at the column in place, which a function that changes nothing would copy.
  package mutating func waits(for side: Side) -> Bool {
    columns[widest].waits(for: side)
  }

  /// Ends a side.
  package mutating func end(_ side: Side) {
    for index in columns.indices { columns[index].end(side) }
  }

  /// Ends both sides, and returns the result.
  package mutating func finish() -> Result {
    end(.expected)
    end(.actual)
    events.finish()
    var result = Result()
    result.gaps = columns.compactMap { $0.gap }
    if let otherProperties {
      result.first = otherProperties
      result.cause = .columns
      return result
    }
    result.newColumns = columns.filter { !$0.isExpected }.map { $0.name }
    result.missingColumns = columns.filter { !$0.isActual }.map { $0.name }
    result.isOfAnything = !result.gaps.isEmpty || hasEvents
    result.event = events.difference
    let found = columns.compactMap { $0.found }.min { $0.comesBefore($1) }
    result.first = found?.divergence
    if let event = events.difference, found.map({ event.time <= $0.divergence.time }) ?? true {
      result.first = Divergence(time: event.time, kind: .event(event))
      if isOfTrajectories { result.cause = .event(event) }
    } else if let found, isOfTrajectories {
      result.cause = found.isOnOtherGrid ? .sampling : .path(found.phase)
    }
    return result
  }
}

extension Differ {
  /// Compares two whole trajectories.
  ///
  /// - Parameters:
  ///   - actual: the actual trajectory.
  ///   - expected: the expected trajectory.
  ///   - names: the names of the properties that both animate.
  ///   - tolerances: how far the two may differ.
  package static func compare(
    _ actual: Trajectory, to expected: Trajectory, of names: [String],
    within tolerances: Tolerances = Tolerances()
  ) -> Result {
    var differ = Differ(of: names, within: tolerances)
    for (side, trajectory) in [(Side.expected, expected), (.actual, actual)] {
      for event in trajectory.events { differ.receive(event, on: side) }
      for sample in trajectory.samples { differ.receive(sample, on: side) }
    }
    return differ.finish()
  }

  /// Compares two whole tables, of which the actual one must have the columns of the other one.
  ///
  /// - Parameters:
  ///   - actual: the actual table.
  ///   - expected: the expected table.
  ///   - tolerances: how far the two may differ.
  ///   - areHeld: whether columns have their first value before it, and keep their last one.
  ///   - releases: when fingers lifted, if both were made in real time: then movements are compared, and not their
  ///     points.
  package static func compare(
    _ actual: ResultTable, to expected: ResultTable, within tolerances: Tolerances,
    areHeld: Bool = false, releases: [Timestamp]? = nil
  ) -> Result {
    var result: Result
    if let releases {
      result = MovementComparison.compare(actual, to: expected, within: tolerances, releases)
    } else {
      var differ = Differ(ofTablesWithin: tolerances, areHeld: areHeld)
      differ.receive(expected, on: .expected)
      differ.receive(actual, on: .actual)
      result = differ.finish()
    }
    guard let missing = result.missingColumns.first else { return result }
    let start = Timestamp(microseconds: 0)
    if result.first.map({ start < $0.time }) ?? true {
      result.first = Divergence(time: start, kind: .missingColumn(missing))
    }
    return result
  }
}

/// Two tables, and where they differ.
package struct ComparedTables: Sendable {
  /// What was expected.
  package let expected: ResultTable
  /// What came.
  package let actual: ResultTable
  /// How far they may differ.
  package let tolerances: Tolerances
  /// The result.
  package let result: Differ.Result

  /// Compares two tables, as ``Differ`` does.
  package init(
    of actual: ResultTable, expecting expected: ResultTable, within tolerances: Tolerances,
    areHeld: Bool = false, releases: [Timestamp]? = nil
  ) {
    self.expected = expected
    self.actual = actual
    self.tolerances = tolerances
    result = Differ.compare(
      actual, to: expected, within: tolerances, areHeld: areHeld, releases: releases)
  }

  /// Whether everything is within the tolerances.
  package var isSame: Bool { result.isWithinTolerances }
}
