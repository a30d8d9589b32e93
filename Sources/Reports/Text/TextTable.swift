import PantographBase

/// Formats rows of text in columns.
package enum TextTable {
  /// 24: longer words are paths or the like, whose end is enough.
  private static let longestWord = 24

  /// Returns a line for each row, with columns as wide as needed and two blanks apart.
  ///
  /// If the style's width is too small, the widest columns become narrower: their words wrap, and long paths lose
  /// their beginning. If that is not enough, each row becomes a record of several lines.
  ///
  /// - Parameters:
  ///   - rows: the rows, from the top.
  ///   - style: the style of the text.
  ///   - indent: the number of blanks before each line.
  ///   - margin: the number of further columns before the table, which the caller fills.
  ///   - hasHeads: whether the first row holds the heads of the columns.
  package static func lines(
    _ rows: [[String]], in style: TextStyle = .plain, indent: Int = 0, margin: Int = 0,
    hasHeads: Bool = false
  ) -> [String] {
    lines(rows, in: style, room: style.width.map { $0 - indent - margin }, hasHeads: hasHeads)
      .map { String(repeating: " ", count: indent) + $0 }
  }

  private static func lines(
    _ rows: [[String]], in style: TextStyle, room: Int?, hasHeads: Bool
  ) -> [String] {
    // Control characters must be spelled out before the text is measured.
    let rows = rows.map { row in row.map { style.spelled($0.shown) } }
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].columns : 0 }.max() ?? 0
    }
    if let room, !fit(&widths, to: room, least: words(rows)), hasHeads {
      return records(rows, in: style)
    }
    return rows.enumerated().flatMap { index, row in
      lines(of: row, widths).map { index == 0 && hasHeads ? style.paint($0, .faint) : $0 }
    }
  }

  private static func lines(of row: [String], _ widths: [Int]) -> [String] {
    let cells = zip(row, widths).map { TextWrapping.cell($0, $1) }
    let height = cells.map(\.count).max() ?? 0
    return (0..<height).map { index in
      let words = zip(cells, widths).filter { $0.1 > 0 }.map { cell, width in
        (index < cell.count ? cell[index] : "").padded(to: width, left: true)
      }
      return words.joined(separator: "  ").withoutBlanksAtEnd
    }
  }

  /// Returns the width of the widest word of each column.
  private static func words(_ rows: [[String]]) -> [Int] {
    let count = rows.map(\.count).max() ?? 0
    return (0..<count).map { column in
      rows.filter { column < $0.count }.flatMap { $0[column].split(separator: " ") }
        .map { min(String($0).columns, longestWord) }.max() ?? 0
    }
  }

  /// Makes the widest columns narrower, though not narrower than their words, and returns whether all fit.
  private static func fit(_ widths: inout [Int], to width: Int, least: [Int]) -> Bool {
    var missing = widths.reduce(2 * max(widths.count(where: { $0 > 0 }) - 1, 0), +) - width
    while missing > 0 {
      let candidates = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { return false }
      widths[widest] -= 1
      missing -= 1
    }
    return true
  }

  /// Returns each row as a record: its cells below each other, after the heads of their columns.
  private static func records(_ rows: [[String]], in style: TextStyle) -> [String] {
    let heads = rows.first ?? []
    let width = heads.dropFirst().map(\.columns).max() ?? 0
    return rows.dropFirst().enumerated().flatMap { number, row in
      let cells = zip(heads, row).dropFirst().filter { !$0.1.isEmpty }.map { head, cell in
        "  " + style.paint(head.padded(to: width, left: true), .faint) + "  " + cell
      }
      return (number == 0 ? [] : [""]) + [row.first ?? ""] + cells
    }
  }
}
