/// Words in columns that stand under each other.
enum TextTable {
  /// A line for each row; columns are as wide as they have to be, two blanks apart.
  static func lines(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).filter { $0.1 > 0 }.map { $0.padded(to: $1, left: true) }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
