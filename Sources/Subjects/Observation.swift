package import PantographBase
import PantographTrajectories

/// What a program under test showed: a table of columns of its own choice, and its events.
package struct Observation: Hashable, Sendable {
  /// A value of a column at a time.
  package struct Point: Hashable, Sendable {
    package var time: Timestamp
    package var value: Double
  }

  /// Something that happened, in the program's words.
  package struct Event: Hashable, Sendable {
    package var time: Timestamp
    /// The event, such as `settled open`.
    package var words: String
  }

  /// A column: its name, and its values in order of time.
  package struct Column: Hashable, Sendable {
    package var name: String
    package var points: [Point] = []
    /// The times at which it has no value, such as that of an element that is not there.
    ///
    /// At other times without a point, the program has only printed none.
    package var absences: [Timestamp] = []
  }

  /// The columns, in the order in which the program named them.
  package var columns: [Column] = []
  /// The events, in order of time.
  package var events: [Event] = []
  /// What about it is not exact, or was left out.
  package var notes: [String] = []
  /// The lines of output that were no part of the table.
  package var otherLineCount = 0
  /// The first of them.
  package var otherLine: Int?

  /// Creates an observation of nothing.
  package init() {}

  /// The column with a name.
  package subscript(_ name: String) -> Column? { columns.first { $0.name == name } }

  /// The time of the first value, absence or event; `nil` if there is none.
  var start: Timestamp? {
    let times = columns.flatMap { [$0.points.first?.time, $0.absences.first] }
    return (times + [events.first?.time]).compactMap(\.self).min()
  }

  /// The time of the last value or event.
  package var end: Timestamp {
    let times = columns.compactMap(\.points.last?.time) + events.suffix(1).map(\.time)
    return times.max() ?? Timestamp(microseconds: 0)
  }

  /// Adds an event, in one line with single blanks; nothing but blanks is none.
  mutating func add(event text: String, at time: Timestamp) {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !words.isEmpty { events.append(Event(time: time, words: words)) }
  }

  /// Adds a value to a column, which is created if it is new; `nil` says that it has none at this time.
  mutating func add(_ value: Double?, to name: String, at time: Timestamp) {
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
}

extension Observation {
  /// The columns of a trajectory: `fraction`, `velocity` and the animated properties.
  init(_ trajectory: Trajectory, properties names: [String]) {
    self.init()
    let samples = trajectory.samples
    columns = [
      Column(name: "fraction", points: samples.map { Point(time: $0.time, value: $0.fraction) }),
      Column(name: "velocity", points: samples.map { Point(time: $0.time, value: $0.velocity) }),
    ]
    columns += names.enumerated().map { index, name in
      Column(name: name, points: samples.map { Point(time: $0.time, value: $0.values[index]) })
    }
  }

  /// Gives all columns their first value from the start on, and their last value until a time.
  mutating func hold(until end: Timestamp) {
    let start = Timestamp(microseconds: 0)
    for index in columns.indices {
      guard let first = columns[index].points.first, let last = columns[index].points.last else {
        continue
      }
      if first.time > start {
        columns[index].points.insert(Point(time: start, value: first.value), at: 0)
      }
      if last.time < end { columns[index].points.append(Point(time: end, value: last.value)) }
    }
  }
}

extension Observation.Column {
  /// The last point, unless the column has no value after it.
  var lastPoint: Observation.Point? {
    points.last.flatMap { point in
      absences.last.map { $0 > point.time } ?? false ? nil : point
    }
  }

  /// The time of the last value or absence.
  var end: Timestamp? { [points.last?.time, absences.last].compactMap(\.self).max() }

  /// Returns the range of the values within a time span, with straight lines between them; `nil` outside
  /// of the column's times.
  func range(from start: Timestamp, to end: Timestamp) -> ClosedRange<Double>? {
    guard let first = points.first, let last = points.last, first.time <= end, start <= last.time
    else { return nil }
    var range: ClosedRange<Double>?
    func include(_ value: Double) {
      range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    }
    let next = firstIndex(from: start)
    if let value = value(at: start, next) { include(value) }
    var index = next
    while index < points.count, points[index].time <= end {
      include(points[index].value)
      index += 1
    }
    if let value = value(at: end, firstIndex(from: end)) { include(value) }
    return range
  }

  /// Whether it has no value within a time span, nor since the last time without one.
  func isAbsent(from start: Timestamp, to end: Timestamp) -> Bool {
    let next = firstIndex(from: start)
    guard next == points.count || points[next].time > end,
      case let count = absences.count(whileFirst: { $0 <= end }), count > 0
    else { return false }
    return next == 0 || points[next - 1].time < absences[count - 1]
  }

  /// Returns the value at a time, with straight lines between the points; `nil` outside of their times.
  func value(at time: Timestamp) -> Double? { value(at: time, firstIndex(from: time)) }

  private func value(at time: Timestamp, _ next: Int) -> Double? {
    guard next < points.count else { return nil }
    let after = points[next]
    guard after.time != time else { return after.value }
    guard next > 0 else { return nil }
    let before = points[next - 1]
    let share = (time - before.time) / (after.time - before.time)
    let difference = after.value - before.value
    // The difference of two large numbers of opposite sign is not finite, and the value between them is.
    guard difference.isFinite else { return before.value * (1 - share) + after.value * share }
    return before.value + difference * share
  }

  /// The index of the first point that is not before a time.
  func firstIndex(from time: Timestamp) -> Int { points.count(whileFirst: { $0.time < time }) }
}

extension Array {
  /// Returns how many elements fulfil a condition, which none does after one that does not.
  fileprivate func count(whileFirst isEarly: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isEarly(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Observation {
  /// What it shows, in a sentence without a subject: the columns, and the first events.
  package var story: String {
    let names = columns.map(\.name).joined(separator: ", ")
    let time = String(fixed: end - Timestamp(microseconds: 0), decimals: 3)
    // The first events are enough to recognise a long recording.
    let most = 9
    let told = events.prefix(most).map { event in
      "'\(event.words)' at \(String(fixed: event.time - Timestamp(microseconds: 0), decimals: 3)) s"
    }
    let rest = events.count > most ? ["and so on"] : []
    return (["shows \(names.isEmpty ? "no columns" : names) until \(time) s"] + told + rest)
      .joined(separator: ", ")
  }
}
