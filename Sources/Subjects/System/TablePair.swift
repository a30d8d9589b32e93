import PantographBase
package import PantographTraces
package import PantographTrajectories

extension ResultTable {
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
