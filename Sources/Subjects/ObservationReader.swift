import PantographJSON
import PantographQuantities

/// Reads what a program under test prints: a CSV table, or a JSON object a line.
///
/// The first line that is a header or an object decides which it is. Other lines are ignored and counted,
/// because programs print messages. Columns may be empty, and rows at any times that do not decrease.
package struct ObservationReader {
  /// Why the output can't be used, with its line.
  package struct Mistake: Error, Hashable {
    package var line: Int
    package var sentence: String
  }

  private enum Form {
    case unknown
    case table(names: [String])
    case objects
  }

  private var form = Form.unknown
  private var observation = Observation()
  private var line = 0
  private var last: Timestamp?
  /// The program's own time of the recording's first event.
  private var zero = 0.0

  /// The columns that are left out.
  private var ignored: [String] = []

  private init() {}

  /// Reads the whole output of a program.
  ///
  /// - Parameters:
  ///   - output: what the program printed.
  ///   - ignored: the columns to leave out.
  ///   - zero: the program's own time of the recording's first event, unless the output contains it.
  package static func read(
    _ output: [UInt8], leavingOut ignored: [String] = [], zero: Double = 0
  ) throws(Mistake) -> Observation {
    var reader = ObservationReader()
    reader.ignored = ignored
    reader.zero = zero
    for line in output.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      reader.line += 1
      try reader.take(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
    let hasRows =
      !reader.observation.events.isEmpty
      || reader.observation.columns.contains { !$0.points.isEmpty || !$0.absences.isEmpty }
    if hasRows { return reader.observation }
    guard case .unknown = reader.form else {
      throw Mistake(line: 0, sentence: "no row with a value or an event")
    }
    let lines = reader.observation.otherLineCount
    throw Mistake(
      line: 0,
      sentence: lines == 0
        ? "wrote nothing; expected a table with a column 'time', or JSON objects"
        : "no table in \(lines) \(lines == 1 ? "line" : "lines"); expected a header"
          + " with a column 'time', or JSON objects")
  }

  private mutating func take(_ line: ArraySlice<UInt8>) throws(Mistake) {
    guard !line.isEmpty else { return }
    var isTable = false
    if case .table = form { isTable = true }
    if !isTable, line.first == UInt8(ascii: "{") { return try takeObject(Array(line)) }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("# zero "), let number = Double(text.dropFirst(7)), number.isFinite {
      zero = number
      return
    }
    let cells = Self.cells(of: text)
    switch form {
    case .unknown where cells.contains("time"):
      guard Set(cells).count == cells.count else {
        throw mistake("two columns have the same name")
      }
      form = .table(names: cells)
      observation.columns = cells.filter { $0 != "time" && $0 != "event" && !ignored.contains($0) }
        .map { Observation.Column(name: $0) }
    case .table(let names) where cells.count == names.count:
      try takeRow(cells, names)
    case .unknown, .table, .objects: observation.otherLineCount += 1
    }
  }

  /// Returns the cells of a row; one in quotes may contain commas and doubled quotes.
  private static func cells(of line: String) -> [String] {
    var cells = [""]
    var isQuoted = false
    var before: Character?
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
        // The second of two quotes within quotes is one of the text.
        if isQuoted, before == "\"" { cells[cells.count - 1].append("\"") }
      } else if character == ",", !isQuoted {
        cells.append("")
      } else {
        cells[cells.count - 1].append(character)
      }
      before = character
    }
    return cells
  }

  private mutating func takeRow(_ cells: [String], _ names: [String]) throws(Mistake) {
    var time: Timestamp?
    for (name, cell) in zip(names, cells) where name == "time" {
      guard let seconds = Double(cell) else { return observation.otherLineCount += 1 }
      time = try self.time(seconds)
    }
    guard let time else { return }
    for (name, cell) in zip(names, cells)
    where name != "time" && !cell.isEmpty && !ignored.contains(name) {
      if name == "event" {
        observation.add(event: cell, at: time)
        continue
      }
      if cell == Observation.absence {
        observation.add(nil, to: name, at: time)
        continue
      }
      guard let value = Double(cell) else {
        throw mistake("\(name): expected a number or nothing, not '\(cell)'")
      }
      try add(value, to: name, at: time)
    }
  }

  private mutating func takeObject(_ line: [UInt8]) throws(Mistake) {
    let members: [(name: String, node: JSONNode)]
    do {
      members = try JSONNode(parsing: line).allMembers()
    } catch {
      throw mistake("column \(error.location.column): \(error.sentence)")
    }
    func number(_ node: JSONNode) -> Double? {
      try? node.number(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, "")
    }
    if let zero = members.first(where: { $0.name == "zero" }).flatMap({ number($0.node) }) {
      self.zero = zero
    }
    if members.contains(where: { $0.name == "time" || $0.name == "zero" }) { form = .objects }
    guard let seconds = members.first(where: { $0.name == "time" }).flatMap({ number($0.node) })
    else {
      if members.allSatisfy({ $0.name != "zero" }) { observation.otherLineCount += 1 }
      return
    }
    let time = try self.time(seconds)
    var words: [String] = []
    var isEvent = false
    for (name, node) in members where !["time", "zero"].contains(name) && !node.isNull {
      if let text = try? node.text("") {
        if name == "event" { isEvent = true }
        words.insert(text, at: name == "event" ? 0 : words.count)
      } else if let value = number(node), name != "event" {
        try add(value, to: name, at: time)
      } else {
        throw mistake(
          name == "event"
            ? "event: expected a text" : "\(name): expected a number, a text or null")
      }
    }
    guard !words.isEmpty else { return }
    guard isEvent else { throw mistake("a text without a key 'event'") }
    observation.add(event: words.joined(separator: " "), at: time)
  }

  private mutating func add(_ value: Double, to name: String, at time: Timestamp) throws(Mistake) {
    guard value.isFinite else { throw mistake("\(name): \(value) is not a finite number") }
    observation.add(value, to: name, at: time)
  }

  private mutating func time(_ seconds: Double) throws(Mistake) -> Timestamp {
    let microseconds = ((seconds - zero) * 1e6).rounded()
    guard microseconds.magnitude < 1e15 else { throw mistake("time: \(seconds) is out of range") }
    let time = Timestamp(microseconds: Int64(microseconds))
    guard last.map({ $0 <= time }) ?? true else {
      throw mistake("the time \(seconds) is before that of an earlier row")
    }
    last = time
    return time
  }

  private func mistake(_ sentence: String) -> Mistake { Mistake(line: line, sentence: sentence) }
}
