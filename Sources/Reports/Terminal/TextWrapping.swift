/// Divides lines that are wider than a terminal.
enum TextWrapping {
  /// The line in as many lines as it takes; all but the first are indented, so that they are seen to go on.
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

  /// A text in pieces no wider than a column of a table; words that are wider lose their beginning.
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

  /// Where the text goes on below: under the last thing that stands apart in the first half of the line, or a
  /// little further in than the line begins.
  private static func indentation(of scalars: [Unicode.Scalar], within width: Int) -> Int {
    var (column, place) = (0, 0)
    var first: Int?
    for (index, scalar) in scalars.enumerated() where column <= width / 2 {
      if scalar != " " {
        if first == nil { first = column }
        if index > 1, scalars[index - 1] == " ", scalars[index - 2] == " " { place = column }
      }
      column += scalar.columns
    }
    let begin = first ?? 0
    return min(place > begin ? place : begin + 2, width / 2)
  }

  /// How far a line goes that has so much room.
  private static func end(of scalars: [Unicode.Scalar], from start: Int, _ room: Int) -> Int {
    var taken = 0
    for index in start..<scalars.count {
      taken += scalars[index].columns
      // One letter at least, however wide it is.
      if taken > room, index > start { return index }
    }
    return scalars.count
  }

  /// The last blank with something before it at which the line can end.
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
