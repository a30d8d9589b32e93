/// Texts as they may stand between the tags of HTML and XML, and in their quotes.
enum EscapedText {
  /// What becomes of line feeds and tabs, which readers take for blanks in some places.
  enum Blanks {
    /// Spelled out, as other control characters are.
    case spelled
    /// As they are.
    case kept
    /// As references, which no reader takes for blanks.
    case referred
  }

  /// A text with references for what would be markup.
  ///
  /// What XML has no place for, control characters above all, is spelled out.
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
