extension String {
  /// The text as it can be shown safely on one line of a terminal: characters that would move the cursor, change
  /// colours or turn the writing direction are spelled out.
  package var shown: String {
    guard unicodeScalars.contains(where: { $0.isUnseen }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isUnseen {
        text += scalar.spelledOut
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The lines of a text, each as it can be shown safely on a terminal.
  package var shownLines: String {
    guard unicodeScalars.contains(where: { $0.isUnseen && $0 != "\n" }) else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map { String($0).shown }
      .joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  /// The scalar as an escape such as `\u{1b}`.
  package var spelledOut: String { "\\u{\(String(value, radix: 16))}" }

  /// Whether it affects a terminal or its line without being visible.
  fileprivate var isUnseen: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F: true
    // Line separators, and characters that set the writing direction (UAX #9).
    case 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C, 0xFEFF: true
    default: false
    }
  }
}
