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
    while let time = cells.compactMap({ $0.first?.time }).min() {
      let row = cells.indices.map { index in
        cells[index].first?.time == time ? cells[index].removeFirst().text : ""
      }
      lines.append(([String(seconds: time.microseconds)] + row).joined(separator: ","))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a cell, in quotes if it contains a comma or a quote, or begins or ends with a blank.
  private static func quoted(_ text: String) -> String {
    let ends = [text.first, text.last].compactMap { $0 }
    guard
      text.contains(where: { $0 == "," || $0 == "\"" }) || ends.contains(where: { $0.isWhitespace })
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
}
