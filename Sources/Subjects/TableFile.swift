import PantographBase
package import PantographTraces
package import PantographTrajectories

extension ResultTable {
  /// A cell of a column that has no value at this time; an empty one leaves it open.
  static let absence = "none"

  /// The observation as a CSV table, which ``TableReader`` reads: `expected.csv` of a subject.
  ///
  /// It has a row for each time, and one for each event. Numbers are written in full.
  package var table: String {
    // A column may have several values at a time, such as before and after a jump.
    var cells = columns.map { column in
      (column.points.map { (time: $0.time, text: "\($0.value)") }
        + column.absences.map { (time: $0, text: Self.absence) })
        .sorted { $0.time < $1.time }[...]
    }
    var names = ["time"] + columns.map { Self.quoted($0.name) }
    if !events.isEmpty {
      cells.append(events.map { (time: $0.time, text: Self.quoted($0.words)) }[...])
      names.append("event")
    }
    var lines = [names.joined(separator: ",")]
    while let time = cells.compactMap(\.first?.time).min() {
      let row = cells.indices.map { index in
        cells[index].first?.time == time ? cells[index].removeFirst().text : ""
      }
      lines.append(([String(seconds: time.microseconds)] + row).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a cell, in quotes if it contains a comma or a quote, or begins or ends with a blank.
  private static func quoted(_ text: String) -> String {
    let ends = [text.first, text.last].compactMap(\.self)
    guard text.contains(where: { $0 == "," || $0 == "\"" }) || ends.contains(where: \.isWhitespace)
    else { return text }
    return "\"\(text.replacingEach("\"", with: "\"\""))\""
  }
}

extension ResultTable {
  /// Reads a table from a file, in which every line is a row.
  ///
  /// Of a trajectory that Pantograph wrote, the phase and the head are left out.
  package init(table bytes: [UInt8], named path: String) throws(UnusableFile) {
    do throws(Complaint) {
      self = try TableReader.read(bytes, as: Self.isTrajectory(bytes) ? .trajectory : .table)
    } catch {
      throw UnusableFile(path, error)
    }
  }

  /// Appends the rows that follow in the same file; without them, only the names of new columns.
  mutating func append(_ rows: ResultTable, keepingRows: Bool) {
    for (index, column) in rows.columns.enumerated() {
      if index == columns.count { columns.append(Column(name: column.name)) }
      guard keepingRows else { continue }
      columns[index].points += column.points
      columns[index].absences += column.absences
    }
    if keepingRows { events += rows.events }
  }

  /// Returns whether a table is a trajectory that Pantograph wrote.
  package static func isTrajectory(_ table: [UInt8]) -> Bool {
    var rest = table[...]
    while let first = rest.first, first == UInt8(ascii: "#") || first == UInt8(ascii: "\n") {
      rest = rest.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
    }
    return rest.starts(with: Sample.head.utf8)
  }

  /// Returns whether a file is a trajectory that Pantograph wrote; it is read only up to its header.
  package static func isTrajectory(file path: String) throws(UnusableFile) -> Bool {
    var lines = try FileLines(path, takesEndlessLine: true)
    while let line = try? lines.next() {
      if !line.isEmpty, line.first != UInt8(ascii: "#") { return isTrajectory(line) }
    }
    return false
  }
}

/// A table in a file, read in pieces, or one in memory.
package struct TableRows {
  private var reader: TableReader
  private var file: RegularFile?
  private let path: String
  private var piece: [UInt8] = []
  /// Whether it is a trajectory that Pantograph wrote.
  package let isTrajectory: Bool
  private var shown: ResultTable?
  /// Whether all rows were read.
  private(set) var isOver = false

  /// Opens a file.
  package init(file path: String) throws(UnusableFile) {
    isTrajectory = try ResultTable.isTrajectory(file: path)
    reader = TableReader(isTrajectory ? .trajectory : .table)
    file = try RegularFile(path)
    self.path = path
  }

  /// Takes a table that a subject has shown.
  package init(_ shown: ResultTable) {
    self.shown = shown
    reader = TableReader()
    path = ""
    isTrajectory = false
  }

  /// The time of the last row so far.
  var time: Timestamp? { reader.last }
  /// Whether all columns are known.
  var knowsColumns: Bool { isOver || reader.hasHeader }

  /// Returns the next rows; `nil` at the end.
  package mutating func next() throws(UnusableFile) -> ResultTable? {
    guard !isOver else { return nil }
    guard let file else {
      isOver = true
      return shown
    }
    try file.read(into: &piece)
    do throws(Complaint) {
      if piece.isEmpty {
        isOver = true
        return try reader.finish()
      }
      try reader.take(piece)
      return reader.drainRows()
    } catch {
      throw UnusableFile(path, error)
    }
  }
}

/// Two tables, read in step, so that memory use does not depend on their length.
package struct TablePair {
  private var sides: [TableRows]
  /// The columns of both, with their rows if they are kept.
  package private(set) var tables = [ResultTable(), ResultTable()]
  private let keepsRows: Bool

  /// Creates a pair of the expected and the actual table.
  package init(_ expected: TableRows, _ actual: TableRows, keepingRows keepsRows: Bool) {
    sides = [expected, actual]
    self.keepsRows = keepsRows
  }

  /// Compares the columns that both have, and the events unless one is a trajectory, which has its own in other lines.
  package mutating func compare(within tolerances: Tolerances) throws(UnusableFile) -> Differ.Result
  {
    var differ = Differ(ofTablesWithin: tolerances)
    let hasEvents = !sides.contains(where: \.isTrajectory)
    while true {
      // The one that is behind comes first, so that neither gets far ahead.
      let isSecond =
        sides[0].isOver
        || !sides[1].isOver && (sides[1].time ?? .earliest) < (sides[0].time ?? .earliest)
      let index = isSecond ? 1 : 0
      guard var rows = try sides[index].next() else {
        var result = differ.finish()
        result.newColumns = []
        result.missingColumns = []
        return result
      }
      tables[index].append(rows, keepingRows: keepsRows)
      if !hasEvents { rows.events = [] }
      if sides.allSatisfy(\.knowsColumns) {
        rows.columns.removeAll { tables[1 - index][$0.name] == nil }
      }
      differ.receive(rows, on: isSecond ? .actual : .expected)
      if sides[index].isOver { differ.end(isSecond ? .actual : .expected) }
    }
  }
}

extension Timestamp {
  /// Before any row of a table.
  fileprivate static let earliest = Timestamp(microseconds: .min)
}
