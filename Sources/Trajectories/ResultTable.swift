package import PantographBase

/// A result over time, whatever has made it: the engine, a program, a page, or a program that reads a device.
///
/// Each column has values at times of its own, and events are in the words of what has made it.
package struct ResultTable: Hashable, Sendable {
  /// A value of a column at a time.
  package struct Point: Hashable, Sendable {
    package var time: Timestamp
    package var value: Double
    /// What the animation was doing; a program's columns are straight lines, as if they settled.
    var phase = Phase.settling

    /// Creates a point of a straight line.
    package init(time: Timestamp, value: Double) {
      self.time = time
      self.value = value
    }

    /// Creates a point of a trajectory.
    init(time: Timestamp, value: Double, phase: Phase) {
      self.time = time
      self.value = value
      self.phase = phase
    }

    /// Whether the animation moves.
    var moves: Bool { phase == .tracking || phase == .settling }

    /// Returns the value of the straight line to the next point at a time.
    func value(at time: Timestamp, before next: Point) -> Double {
      let share = (time - self.time) / (next.time - self.time)
      let difference = next.value - value
      // The difference of two large numbers of opposite sign is not finite, and the value between them is.
      guard difference.isFinite else { return value * (1 - share) + next.value * share }
      return value + difference * share
    }
  }

  /// Something that happened, in the program's words.
  package struct Event: Hashable, Sendable {
    package var time: Timestamp
    /// The event, such as `settled open`.
    package var words: String

    /// Creates an event.
    package init(time: Timestamp, words: String) {
      self.time = time
      self.words = words
    }
  }

  /// A column: its name, and its values in order of time.
  package struct Column: Hashable, Sendable {
    package var name: String
    package var points: [Point]
    /// The times at which it has no value, such as that of an element that is not there.
    ///
    /// At other times without a point, the program has only printed none.
    package var absences: [Timestamp] = []

    /// Creates a column.
    package init(name: String, points: [Point] = []) {
      self.name = name
      self.points = points
    }
  }

  /// The columns, in the order in which the program named them.
  package var columns: [Column] = []
  /// The events, in order of time.
  package var events: [Event] = []
  /// What else has moved and must not, from just before it moved.
  package var strays: [Column] = []
  /// What about it is not exact, or was left out.
  package var notes: [String] = []
  /// Why it would hardly differ, whatever went wrong.
  package var silences: [String] = []
  /// The lines of output that were no part of the table.
  package var otherLineCount = 0
  /// The first of them.
  package var otherLine: Int?

  /// Creates an empty table.
  package init() {}

  /// The columns of a trajectory: `fraction`, `velocity` and the animated properties.
  package init(_ trajectory: Trajectory, properties names: [String]) {
    let samples = trajectory.samples
    columns = Sample.columns(with: names).enumerated().map { index, name in
      Column(name: name, points: samples.map { Point(time: $0.time, value: $0[index]) })
    }
  }

  /// The column with a name.
  package subscript(_ name: String) -> Column? { columns.first { $0.name == name } }

  /// The time of the first value, absence or event; `nil` if there is none.
  package var start: Timestamp? {
    let times = columns.flatMap { [$0.points.first?.time, $0.absences.first] }
    return (times + [events.first?.time]).compactMap { $0 }.min()
  }

  /// The time of the last value or event.
  package var end: Timestamp {
    let times = columns.compactMap { $0.points.last?.time } + events.suffix(1).map { $0.time }
    return times.max() ?? Timestamp(microseconds: 0)
  }

  /// Adds an event, in one line with single blanks; nothing but blanks is none.
  package mutating func add(event text: String, at time: Timestamp) {
    let words = text.split(whereSeparator: { $0.isWhitespace }).joined(separator: " ")
    if !words.isEmpty { events.append(Event(time: time, words: words)) }
  }

  /// Adds a value to a column, which is created if it is new; `nil` says that it has none at this time.
  package mutating func add(_ value: Double?, to name: String, at time: Timestamp) {
    var index = columns.firstIndex { $0.name == name }
    if index == nil {
      index = columns.count
      columns.append(Column(name: name))
    }
    guard let index else { return }
    if let value {
      columns[index].points.append(Point(time: time, value: value))
    } else {
      columns[index].absences.append(time)
    }
  }

  /// What it shows, in a sentence without a subject: the columns, and the first events.
  package var story: String {
    let names = columns.map { $0.name }.joined(separator: ", ")
    func seconds(_ time: Timestamp) -> String { String(fixed: time.seconds, decimals: 3) }
    // The first events are enough to recognise a long recording.
    let most = 9
    let told = events.prefix(most).map { "'\($0.words)' at \(seconds($0.time)) s" }
    let rest = events.count > most ? ["and so on"] : []
    return (["shows \(names.isEmpty ? "no columns" : names) until \(seconds(end)) s"] + told + rest)
      .joined(separator: ", ")
  }
}

extension ResultTable.Column {
  /// The last point, unless the column has no value after it.
  var lastPoint: ResultTable.Point? {
    points.last.flatMap { point in
      absences.last.map { $0 > point.time } ?? false ? nil : point
    }
  }

  /// The time of the last value or absence.
  var end: Timestamp? { [points.last?.time, absences.last].compactMap { $0 }.max() }

  /// The curve through its points.
  var curve: Curve {
    var curve = Curve()
    curve.append(self)
    return curve
  }

  /// Returns the value at a time, with straight lines between the points; `nil` outside of their times.
  func value(at time: Timestamp) -> Double? {
    let next = points.firstIndex(from: time)
    guard next < points.count else { return nil }
    guard points[next].time != time else { return points[next].value }
    return next > 0 ? points[next - 1].value(at: time, before: points[next]) : nil
  }

  /// Returns the value at a time, which a point keeps until the column is said to have none; else, a straight line leads
  /// to the next point.
  package func value(holdingUntil time: Timestamp) -> Double? {
    let next = points.firstIndex(from: time)
    guard next == points.count || points[next].time > time else { return points[next].value }
    let absence = absences.partitioningIndex { $0 > time }
    if absence > 0, next == 0 || points[next - 1].time < absences[absence - 1] { return nil }
    guard next > 0 else { return nil }
    let isLine = next < points.count && !isInterrupted(after: next - 1)
    return isLine ? points[next - 1].value(at: time, before: points[next]) : points[next - 1].value
  }

  /// Whether the column is said to have no value at some time after a point and before the next.
  package func isInterrupted(after index: Int) -> Bool {
    let absence = absences.partitioningIndex { $0 > points[index].time }
    guard absence < absences.count else { return false }
    return index + 1 == points.count || absences[absence] < points[index + 1].time
  }
}

extension [ResultTable.Point] {
  /// Returns the index of the first point that is not before a time, from an index on.
  func firstIndex(from time: Timestamp, after start: Int = 0) -> Int {
    partitioningIndex(after: start) { $0.time >= time }
  }
}

extension ResultTable {
  /// Whether it has no event, and each column stays what it is at first.
  package var neverChanges: Bool {
    events.isEmpty
      && columns.allSatisfy { column in
        column.points.isEmpty
          || column.absences.isEmpty
            && column.points.allSatisfy { $0.value == column.points[0].value }
      }
  }
}
