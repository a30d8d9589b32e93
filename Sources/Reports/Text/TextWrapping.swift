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
    var (column, start) = (0, 0)
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
