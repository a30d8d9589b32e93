package import PantographBase
package import PantographTraces
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

extension Observation {
  /// A cell of a column that has no value at this time; an empty one leaves it open.
  static let absence = "none"

  /// The observation as a CSV table, which ``ObservationReader`` reads: `expected.csv` of a subject.
  ///
  /// It has a row for each time, and one for each event. Numbers are written in full.
  package var table: String {
    let header = ["time"] + columns.map { Self.quoted($0.name) } + (events.isEmpty ? [] : ["event"])
    var lines = [header.joined(separator: ",")]
    var indices = columns.map { _ in 0 }
    var absences = columns.map { $0.absences[...] }
    var event = 0
    while let time = nextTime(indices, absences, event) {
      // A column may have several values at a time, such as before and after a jump.
      let cells = columns.indices.map { column -> String in
        guard let point = point(column, indices[column]), point.time == time else {
          guard absences[column].first == time else { return "" }
          absences[column].removeFirst()
          return Self.absence
        }
        indices[column] += 1
        return "\(point.value)"
      }
      var words: [String] = []
      if event < events.count, events[event].time == time {
        words = [Self.quoted(events[event].words)]
        event += 1
      }
      let rest = events.isEmpty ? [] : words.isEmpty ? [""] : words
      lines.append(([Self.seconds(time)] + cells + rest).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func point(_ column: Int, _ index: Int) -> Point? {
    index < columns[column].points.count ? columns[column].points[index] : nil
  }

  private func nextTime(
    _ indices: [Int], _ absences: [ArraySlice<Timestamp>], _ event: Int
  ) -> Timestamp? {
    let times =
      indices.enumerated().compactMap { point($0.offset, $0.element)?.time }
      + absences.compactMap(\.first)
    return (times + (event < events.count ? [events[event].time] : [])).min()
  }

  private static func seconds(_ time: Timestamp) -> String {
    var bytes: [UInt8] = []
    bytes.appendFixed(scaled: time.microseconds, decimals: 6)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a cell, in quotes if it contains a comma or a quote, or begins or ends with a blank.
  private static func quoted(_ text: String) -> String {
    let ends = [text.first, text.last].compactMap(\.self)
    guard text.contains(where: { $0 == "," || $0 == "\"" }) || ends.contains(where: \.isWhitespace)
    else { return text }
    return "\"\(text.replacingEach("\"", with: "\"\""))\""
  }
}

extension Observation {
  /// Reads a table from a file, in which every line is a row.
  ///
  /// Of a trajectory that Pantograph wrote, the phase and the head are left out.
  package init(table bytes: [UInt8], named path: String) throws(UnusableFile) {
    guard !bytes.isEmpty else { throw UnusableFile(path, line: 1, "the file is empty") }
    do throws(ObservationReader.Mistake) {
      let isTrajectory = Self.isTrajectory(bytes)
      self = try ObservationReader.read(bytes, leavingOut: isTrajectory ? ["phase"] : [])
      if let otherLine, !isTrajectory {
        throw ObservationReader.Mistake(line: otherLine, sentence: "not a row of the table")
      }
    } catch {
      throw Self.mistake(error, in: path)
    }
  }

  /// Reads a table without keeping its rows, and throws what reading it would.
  ///
  /// It is no trajectory that Pantograph wrote.
  package static func check(table path: String) throws(UnusableFile) {
    var reader = TableCheck()
    try WholeFile.forEachPiece(of: path) { piece throws(UnusableFile) in
      do throws(ObservationReader.Mistake) {
        try reader.take(piece)
      } catch {
        throw Self.mistake(error, in: path)
      }
      return true
    }
    guard !reader.isEmpty else { throw UnusableFile(path, line: 1, "the file is empty") }
    do throws(ObservationReader.Mistake) {
      try reader.finish()
    } catch {
      throw Self.mistake(error, in: path)
    }
  }

  private static func mistake(
    _ mistake: ObservationReader.Mistake, in path: String
  ) -> UnusableFile {
    mistake.line == 0
      ? UnusableFile(path, mistake.sentence)
      : UnusableFile(path, line: mistake.line, mistake.sentence)
  }

  /// Returns whether a table is a trajectory that Pantograph wrote.
  package static func isTrajectory(_ table: [UInt8]) -> Bool {
    var header = HeaderSearch()
    header.take(table[...])
    return header.isTrajectory
  }

  /// Returns whether a file is a trajectory that Pantograph wrote; it is read only up to its header.
  package static func isTrajectory(file path: String) throws(UnusableFile) -> Bool {
    var header = HeaderSearch()
    try WholeFile.forEachPiece(of: path) { piece throws(UnusableFile) in
      header.take(piece[...])
      return !header.isFound
    }
    return header.isTrajectory
  }
}

/// Looks for the header of a table, which may have millions of rows.
private struct HeaderSearch {
  /// The beginning of the first line that has something and is no comment, as far as it is known.
  private var line: [UInt8] = []
  /// Whether a comment goes on.
  private var isInComment = false
  /// Whether enough of the header is known.
  private(set) var isFound = false

  private static let trajectory = Array("time,phase,fraction,velocity".utf8)

  /// Takes the next bytes of the file.
  mutating func take(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        isInComment = false
        isFound = !line.isEmpty
      } else if !isInComment {
        isInComment = line.isEmpty && byte == UInt8(ascii: "#")
        if !isInComment { line.append(byte) }
        isFound = line.count == Self.trajectory.count
      }
      if isFound { return }
    }
  }

  var isTrajectory: Bool { line == Self.trajectory }
}

/// Reads a table in pieces, and forgets its rows.
private struct TableCheck {
  private var reader = ObservationReader(keepsRows: false)
  /// The beginning of a line that is not complete.
  private var rest: [UInt8] = []
  private(set) var isEmpty = true
  /// Whether no lines have been taken.
  private var isAtStart = true

  mutating func take(_ piece: [UInt8]) throws(ObservationReader.Mistake) {
    isEmpty = isEmpty && piece.isEmpty
    guard let end = piece.lastIndex(of: UInt8(ascii: "\n")) else { return rest += piece }
    try takeLines(rest + piece[..<end])
    rest = Array(piece[(end + 1)...])
  }

  mutating func finish() throws(ObservationReader.Mistake) {
    try takeLines(rest)
    let observation = try reader.finish()
    if let line = observation.otherLine {
      throw ObservationReader.Mistake(line: line, sentence: "not a row of the table")
    }
  }

  private mutating func takeLines(_ text: [UInt8]) throws(ObservationReader.Mistake) {
    try reader.takeLines(isAtStart ? ObservationReader.withoutMark(text) : text[...])
    isAtStart = false
  }
}
