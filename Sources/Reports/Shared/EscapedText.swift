/// Escapes text for HTML and XML, in content and in attributes.
enum EscapedText {
  /// How line feeds and tabs are written, which parsers turn into blanks in attributes.
  enum Blanks {
    /// Spelled out, like other control characters.
    case spelled
    /// Unchanged.
    case kept
    /// As character references, which parsers keep.
    case referred
  }

  /// Returns a text with references in place of markup characters.
  ///
  /// Characters that XML does not allow, such as control characters, are spelled out.
  static func of(_ text: String, blanks: Blanks) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n" where blanks == .kept, "\t" where blanks == .kept:
        escaped.unicodeScalars.append(scalar)
      case "\n" where blanks == .referred, "\t" where blanks == .referred:
        escaped += "&#\(scalar.value);"
      case "\u{0}"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{fffe}", "\u{ffff}":
        escaped += "\\u{\(String(scalar.value, radix: 16))}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
