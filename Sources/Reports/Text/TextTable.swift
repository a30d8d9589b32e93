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

extension Unicode.Scalar {
  /// The number of columns on a terminal: two for wide East Asian letters and emoji, none for combining marks.
  ///
  /// Wide letters are those with W or F in Unicode's EastAsianWidth.txt. The ranges below list those that no Swift
  /// property covers.
  package var columns: Int {
    // The most common characters first.
    if value < 0x300 { return value == 0xAD || value < 0x20 || 0x7F..<0xA0 ~= value ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default: break
    }
    if TextMark.scalars ~= value { return 0 }
    switch value {
    // Medial and final parts of composed syllables, which share the first part's columns.
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
      0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      return 2
    // Each half of a flag is narrow.
    case 0x1F1E6...0x1F1FF: return 1
    default: return properties.isEmojiPresentation ? 2 : 1
    }
  }
}

extension String {
  /// The number of columns on a terminal.
  var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }

  /// Returns the text padded to a width, right-aligned unless `left` is true.
  func padded(to width: Int, left: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - columns))
    return left ? self + blanks : blanks + self
  }

  /// Returns the end of the text that fits a width: the end of a path is more useful.
  func shortened(to width: Int) -> String {
    guard columns > width else { return self }
    var rest = unicodeScalars[...]
    var taken = columns
    while let first = rest.first, taken > max(width - 1, 0) {
      taken -= first.columns
      rest.removeFirst()
    }
    // Combining marks of a removed letter are removed, too.
    while let first = rest.first, first.columns == 0 { rest.removeFirst() }
    return "…" + String(rest)
  }

  /// The text without the blanks at its end.
  var withoutBlanksAtEnd: String {
    var line = Substring(self)
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}

/// Wraps lines that are wider than a terminal.
enum TextWrapping {
  /// Returns the wrapped line; all lines but the first are indented.
  static func wrapped(_ line: String, to width: Int) -> [String] {
    guard line.columns > width else { return [line] }
    let scalars = Array(line.unicodeScalars)
    let indent = indentation(of: scalars, within: width)
    var lines: [String] = []
    var start = 0
    while start < scalars.count {
      let room = width - (lines.isEmpty ? 0 : indent)
      var end = end(of: scalars, from: start, room)
      if end < scalars.count, let blank = lastBlank(scalars, from: start, to: end) { end = blank }
      let blanks = lines.isEmpty ? "" : String(repeating: " ", count: indent)
      lines.append((blanks + string(scalars[start..<end])).withoutBlanksAtEnd)
      start = scalars[end...].firstIndex { $0 != " " } ?? scalars.count
    }
    return lines
  }

  /// Wraps a text into a table cell; words that are too wide lose their beginning.
  static func cell(_ text: String, _ width: Int) -> [String] {
    guard text.columns > width else { return [text] }
    var lines: [String] = []
    for word in text.split(separator: " ") {
      let word = String(word).shortened(to: width)
      if let last = lines.last, last.columns + 1 + word.columns <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return TextMark.balanced(lines)
  }

  /// Returns the indentation of continued lines: the last column start in the first half of the line, or two more
  /// than the line's own indentation.
  private static func indentation(of scalars: [Unicode.Scalar], within width: Int) -> Int {
    var column = 0
    var start = 0
    var first: Int?
    for (index, scalar) in scalars.enumerated() where column <= width / 2 {
      if scalar != " " {
        if first == nil { first = column }
        if index > 1, scalars[index - 1] == " ", scalars[index - 2] == " " { start = column }
      }
      column += scalar.columns
    }
    let begin = first ?? 0
    return min(start > begin ? start : begin + 2, width / 2)
  }

  /// Returns the end of the text that fits into `room` columns.
  private static func end(of scalars: [Unicode.Scalar], from start: Int, _ room: Int) -> Int {
    var taken = 0
    for index in start..<scalars.count {
      taken += scalars[index].columns
      // At least one letter, however wide it is.
      if taken > room, index > start { return index }
    }
    return scalars.count
  }

  /// Returns the last blank after a word, where the line can break.
  private static func lastBlank(_ scalars: [Unicode.Scalar], from start: Int, to end: Int) -> Int? {
    let words = scalars[start...end].firstIndex { $0 != " " } ?? end
    guard words < end else { return nil }
    return scalars[words...end].lastIndex(of: " ")
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

extension String {
  /// The text in ASCII: similar characters replace symbols, strokes replace braille dots, and other characters are
  /// spelled out by number.
  var inASCII: String {
    guard unicodeScalars.contains(where: { !$0.isASCII }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isASCII || TextMark.scalars ~= scalar.value {
        text.unicodeScalars.append(scalar)
      } else if 0x2800...0x28FF ~= scalar.value {
        text.append(BraillePlot.stroke(UInt8(scalar.value - 0x2800)))
      } else {
        text += Self.likes[scalar] ?? scalar.spelledOut
      }
    }
    return text
  }

  /// The replacements of the symbols in reports.
  private static let likes: [Unicode.Scalar: String] = [
    "–": "-", "−": "-", "×": "x", "·": ".", "…": "...", "→": "->", "←": "<-", "≤": "<=",
    "≥": ">=", "²": "^2", "³": "^3", "⁴": "^4", "⁵": "^5", "°": " degrees", "µ": "u",
    "∞": "infinity", "√": "root of ", "′": "'", "″": "\"", "─": "-", "│": "|", "┤": "+", "└": "+",
    "┴": "+", "╌": "-", "ω": "omega", "ζ": "zeta", "τ": "tau", "π": "pi", "₀": "0", "₁": "1",
    "₂": "2", "₃": "3", "⁻": "^-", "⁰": "^0", "é": "e", "\u{a0}": " ",
    // Eight heights of a curve.
    "▁": "_", "▂": ".", "▃": "-", "▄": "-", "▅": "=", "▆": "=", "▇": "#", "█": "#",
  ]
}

extension BraillePlot {
  /// Returns the character that looks most like a pattern of dots.
  static func stroke(_ pattern: UInt8) -> Character {
    // The rows with a dot on the left, and on the right.
    let left = bits.indices.filter { pattern & bits[$0][0] != 0 }
    let right = bits.indices.filter { pattern & bits[$0][1] != 0 }
    guard let low = (left + right).max(), let high = (left + right).min() else { return " " }
    if let first = left.min(), let second = right.min(), let end = left.max(),
      let last = right.max()
    {
      // Both sides have dots: a level, rising or falling stroke.
      let slope = (first + end) - (second + last)
      if high == low { return level(low) }
      if slope >= 1 { return "/" }
      if slope <= -1 { return "\\" }
      return low - high >= 2 ? "#" : level((low + high) / 2)
    }
    // One side only: a dot or an upright stroke.
    if low - high >= 3 { return "|" }
    return low == high ? dot(low) : low - high == 2 ? ":" : "|"
  }

  private static func level(_ row: Int) -> Character { row == 0 ? "\"" : row == 3 ? "_" : "-" }
  private static func dot(_ row: Int) -> Character { row == 0 ? "'" : row == 3 ? "." : "-" }
}
