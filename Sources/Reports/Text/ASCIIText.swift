import PantographBase

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
