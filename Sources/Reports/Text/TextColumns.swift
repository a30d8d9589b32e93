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
