package import PantographBase
import PantographTraces
package import PantographTrajectories

/// Reads what a program under test prints: a CSV table, or a JSON object a line.
///
/// The first line that is a header or an object decides which it is. Other lines are ignored and counted,
/// because programs print messages, but a row that is cut off or has no time is a mistake. Columns may be
/// empty, and rows at any times that do not decrease.
package struct TableReader {
  /// What is read.
  package enum Source: Hashable {
    /// What a program prints; it may count from a time of its own, unless it prints that.
    case output(zero: Double)
    /// A file in which every line is a row.
    case table
    /// A file that Pantograph wrote, whose phases and head are left out.
    case trajectory
  }

  private enum Form {
    case unknown
    /// The columns, and the index of that of the time.
    case table(names: [String], timeColumn: Int)
    case objects
  }

  private enum Role {
    case time, event, ignored
    /// The value of the column with this index.
    case value(Int)
  }

  /// More than any table needs whose columns a reader can tell apart.
  private static let mostColumns = 1000

  private var form = Form.unknown
  private var table = ResultTable()
  /// The index of each column.
  private var indices: [String: Int] = [:]
  /// What each cell of a table's row is, and the numbers of the current row.
  private var roles: [Role] = []
  private var numbers: [Double?] = []
  private var line = 0
  /// The time of the last row.
  private(set) var last: Timestamp?
  /// The program's own time of the recording's first event.
  private var zero = 0.0
  /// What is read.
  private let source: Source
  /// Whether there is a value or an event.
  private var hasRows = false
  /// The beginning of a line that is not complete.
  private var rest: [UInt8] = []
  /// Whether there are no bytes so far, and no lines.
  private var isEmpty = true
  private var isAtStart = true

  /// Creates a reader.
  package init(_ source: Source = .output(zero: 0)) {
    self.source = source
    if case .output(let zero) = source { self.zero = zero }
  }

  /// Reads a whole output or file.
  package static func read(
    _ output: [UInt8], as source: Source = .output(zero: 0)
  ) throws(Complaint) -> ResultTable {
    var reader = TableReader(source)
    try reader.take(output)
    return try reader.finish()
  }

  /// Whether all columns are known, by a header.
  var hasHeader: Bool { if case .table = form { true } else { false } }

  /// Takes the next bytes.
  package mutating func take(_ piece: [UInt8]) throws(Complaint) {
    isEmpty = isEmpty && piece.isEmpty
    if let end = piece.lastIndex(of: UInt8(ascii: "\n")) {
      try takeLines(rest + piece[..<end])
      rest = Array(piece[(end + 1)...])
    } else {
      rest += piece
    }
    guard rest.count <= LineLimit.longest else { throw Self.endless(line + 1) }
  }

  /// Returns the rows since the last call, and forgets them.
  package mutating func drainRows() -> ResultTable {
    let rows = table
    for index in table.columns.indices {
      table.columns[index].points = []
      table.columns[index].absences = []
    }
    table.events = []
    return rows
  }

  /// Takes the last line, and returns the rows that were not taken.
  package mutating func finish() throws(Complaint) -> ResultTable {
    if case .output = source {
      // A program may print nothing.
    } else if isEmpty {
      throw Complaint("the file is empty", line: 1)
    }
    try takeLines(rest)
    if hasRows {
      guard source == .table, let line = table.otherLine else { return table }
      throw Complaint("not a row of the table", line: line)
    }
    guard case .unknown = form else {
      throw Complaint("no row with a value or an event")
    }
    let lines = table.otherLineCount
    throw Complaint(
      lines == 0
        ? "wrote nothing; expected a table with a column 'time', or JSON objects"
        : "no table in \(lines) \(lines == 1 ? "line" : "lines"); expected a header"
          + " with a column 'time', or JSON objects")
  }

  private mutating func takeLines(_ text: [UInt8]) throws(Complaint) {
    let lines = isAtStart ? Self.withoutMark(text) : text[...]
    isAtStart = false
    for line in lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      self.line += 1
      guard line.count <= LineLimit.longest else { throw Self.endless(self.line) }
      try take(line: line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
    }
  }

  private static func endless(_ line: Int) -> Complaint {
    Complaint(LineLimit.sentence(LineLimit.table), line: line)
  }

  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Returns an output without a byte order mark.
  static func withoutMark(_ output: [UInt8]) -> ArraySlice<UInt8> {
    output.starts(with: byteOrderMark) ? output.dropFirst(3) : output[...]
  }

  private mutating func take(line: ArraySlice<UInt8>) throws(Complaint) {
    guard !line.isEmpty else { return }
    if hasHeader, try takeNumbers(line) { return }
    if !hasHeader, Self.isObject(line) { return try takeObject(Array(line)) }
    let text = String(decoding: line, as: UTF8.self)
    if text.hasPrefix("# zero"), text.dropFirst(6).first?.isWhitespace ?? true {
      let number = String(text.dropFirst(6)).withoutOuterBlanks
      return try setZero(Double(number), "zero: expected a number, not '\(number.shortened)'")
    }
    let cells = CSVRow.texts(of: line)
    switch form {
    case .unknown:
      guard let timeColumn = cells.firstIndex(of: "time") else { return skip() }
      guard Set(cells).count == cells.count else {
        throw mistake("two columns have the same name")
      }
      form = .table(names: cells, timeColumn: timeColumn)
      roles = try cells.map { name throws(Complaint) in
        name == "time"
          ? .time
          : name == "event"
            ? .event : leavesOut(name) ? .ignored : .value(try index(of: name))
      }
    case .table(let names, let timeColumn) where cells.count == names.count:
      try takeRow(cells, names, timeIn: timeColumn)
    // A row that was cut off or has too many cells, and not a message.
    case .table(let names, _) where Double(cells[0]) != nil:
      let count = "\(cells.count) \(cells.count == 1 ? "cell" : "cells")"
      throw mistake("\(count), but the header names \(names.count)")
    case .table, .objects: skip()
    }
  }

  /// Counts a line that is no part of the table.
  private mutating func skip() {
    table.otherLineCount += 1
    table.otherLine = table.otherLine ?? line
  }

  /// Returns whether a line is an object, and not a message in braces such as `{debug} ready`.
  private static func isObject(_ line: ArraySlice<UInt8>) -> Bool {
    let text = line.drop(while: isBlank)
    guard text.first == UInt8(ascii: "{"),
      let next = text.dropFirst().first(where: { !isBlank($0) })
    else { return false }
    return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Whether a column is left out.
  private func leavesOut(_ name: String) -> Bool { source == .trajectory && name == "phase" }

  private mutating func setZero(_ number: Double?, _ sentence: String) throws(Complaint) {
    guard let number, number.isFinite else { throw mistake(sentence) }
    guard last == nil else { throw mistake("zero: only before the first row") }
    zero = number
  }

  /// Takes a row of nothing but numbers, as nearly all are; returns `false` for any other.
  private mutating func takeNumbers(_ line: ArraySlice<UInt8>) throws(Complaint) -> Bool {
    numbers.removeAll(keepingCapacity: true)
    var seconds: Double?
    var written = line[line.endIndex...]
    var start = line.startIndex
    while start <= line.endIndex {
      var end = start
      while end < line.endIndex, line[end] != UInt8(ascii: ",") {
        guard Self.isOfNumber(line[end]) else { return false }
        end += 1
      }
      guard numbers.count < roles.count else { return false }
      var number: Double?
      if start < end {
        number = Double(String(decoding: line[start..<end], as: UTF8.self))
        guard let number, number.isFinite else { return false }
        switch roles[numbers.count] {
        case .event: return false
        case .time: (seconds, written) = (number, line[start..<end])
        case .ignored, .value: break
        }
      }
      numbers.append(number)
      start = end + 1
    }
    guard numbers.count == roles.count, let seconds else { return false }
    let time = try time(seconds, written: String(decoding: written, as: UTF8.self))
    for (role, number) in zip(roles, numbers) {
      guard case .value(let index) = role, let number else { continue }
      hasRows = true
      table.columns[index].points.append(ResultTable.Point(time: time, value: number))
    }
    return true
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func takeRow(
    _ cells: [String], _ names: [String], timeIn column: Int
  ) throws(Complaint) {
    guard let seconds = Double(cells[column]) else {
      // A message has no number.
      guard cells.contains(where: { Double($0) != nil }) else { return skip() }
      throw mistake("time: expected a number, not '\(cells[column].shortened)'")
    }
    let time = try time(seconds, written: cells[column])
    for (index, cell) in cells.enumerated() where !cell.isEmpty {
      switch roles[index] {
      case .time, .ignored: break
      case .event: add(event: cell, at: time)
      case .value:
        do throws(Complaint) {
          try add(Self.value(cell), to: names[index], at: time)
        } catch {
          throw mistake("\(names[index]): \(error.sentence)")
        }
      }
    }
  }

  /// Returns the value of a cell that is not empty; `nil` if it says that there is none.
  private static func value(_ cell: String) throws(Complaint) -> Double? {
    guard cell != ResultTable.absence else { return nil }
    guard let value = Double(cell) else {
      throw Complaint("expected a number or nothing, not '\(cell.shortened)'")
    }
    guard value.isFinite else {
      throw Complaint(
        cell.utf8.allSatisfy(isOfNumber)
          ? "the number \(cell.shortened) is too large"
          : "\(cell.shortened) is not a finite number")
    }
    return value
  }

  private mutating func takeObject(_ line: [UInt8]) throws(Complaint) {
    let members: [(name: String, node: JSONNode)]
    do {
      members = try JSONNode(parsing: line).allMembers()
    } catch {
      let sentence = error.sentence.replacingEach(
        "the end of the file", with: "the end of the line")
      throw mistake("column \(error.column ?? 1): \(sentence)")
    }
    func number(_ node: JSONNode) -> Double? {
      try? node.number(in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, "")
    }
    let (zero, time) = (
      members.first { $0.name == "zero" }?.node, members.first { $0.name == "time" }?.node
    )
    if let zero { try setZero(number(zero), "zero: expected a number") }
    if zero != nil || time != nil { form = .objects }
    guard let time else {
      if zero == nil { skip() }
      return
    }
    guard let seconds = number(time) else { throw mistake("time: expected a number") }
    let instant = try self.time(seconds, written: "\(seconds)")
    var words: [String] = []
    var isEvent = false
    for (name, node) in members where !["time", "zero"].contains(name) && !node.isNull {
      if let text = try? node.text("") {
        if name != "event", text == ResultTable.absence {
          try add(nil, to: name, at: instant)
          continue
        }
        // Texts of other keys follow the event's word, as in "settled open".
        if name == "event" { isEvent = true }
        words.insert(text, at: name == "event" ? 0 : words.count)
      } else if let value = number(node), name != "event" {
        try add(value, to: name, at: instant)
      } else {
        throw mistake(
          name == "event"
            ? "event: expected a text" : "\(name): expected a number, a text or null")
      }
    }
    guard !words.isEmpty else { return }
    guard isEvent else { throw mistake("a text without a key 'event'") }
    add(event: words.joined(separator: " "), at: instant)
  }

  private mutating func add(event words: String, at time: Timestamp) {
    table.add(event: words, at: time)
    // Nothing but blanks is no event.
    if !table.events.isEmpty { hasRows = true }
  }

  /// Adds a value to a column; `nil` says that it has none at this time.
  private mutating func add(_ value: Double?, to name: String, at time: Timestamp) throws(Complaint)
  {
    let index = try index(of: name)
    hasRows = true
    guard let value else { return table.columns[index].absences.append(time) }
    table.columns[index].points.append(ResultTable.Point(time: time, value: value))
  }

  /// Returns the index of a column, which is created if it is new.
  private mutating func index(of name: String) throws(Complaint) -> Int {
    if let index = indices[name] { return index }
    guard table.columns.count < Self.mostColumns else {
      throw mistake("more than \(Self.mostColumns) columns")
    }
    indices[name] = table.columns.count
    table.columns.append(ResultTable.Column(name: name))
    return table.columns.count - 1
  }

  private mutating func time(
    _ seconds: Double, written: @autoclosure () -> String
  ) throws(Complaint) -> Timestamp {
    let microseconds = ((seconds - zero) * 1e6).rounded()
    guard microseconds.magnitude < 1e15 else {
      throw mistake("time: \(written().shortened) is out of range")
    }
    let time = Timestamp(microseconds: Int64(microseconds))
    guard last.map({ $0 <= time }) ?? true else {
      throw mistake("the time \(written().shortened) is before that of an earlier row")
    }
    last = time
    return time
  }

  private func mistake(_ sentence: String) -> Complaint { Complaint(sentence, line: line) }
}

extension TableReader {
  /// Returns whether a file is surely what a program has written for a test: nothing, a whole table, or the
  /// beginning of one.
  static func isTable(_ bytes: [UInt8]) -> Bool {
    if bytes.isEmpty || (try? read(bytes)) != nil { return true }
    var reader = TableReader()
    for line in withoutMark(bytes).split(separator: UInt8(ascii: "\n"))
    where reader.table.otherLineCount == 0 {
      try? reader.take(line: line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      switch reader.form {
      case .table(_, let timeColumn): return timeColumn == 0
      case .objects: return true
      case .unknown: break
      }
    }
    return false
  }
}
