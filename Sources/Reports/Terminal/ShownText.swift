extension String {
  /// The text as it can be shown on one line of a terminal: what would move the cursor, change its colours
  /// or turn the direction of what stands around it is spelled out.
  public var shown: String {
    guard unicodeScalars.contains(where: \.isUnseen) else { return self }
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
}

extension Unicode.Scalar {
  /// Such as `\u{1b}`.
  var spelledOut: String { "\\u{\(String(value, radix: 16))}" }

  /// Whether it acts on a terminal, or on the line that it is in, without being seen itself.
  fileprivate var isUnseen: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F: true
    // Separators of lines, and what sets the direction of writing (UAX #9).
    case 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C, 0xFEFF: true
    default: false
    }
  }
}
