extension String {
  /// The text in ASCII: signs by others that look or mean alike, dots of pictures by strokes, and what there is
  /// nothing like for by its number.
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

  /// What stands for the signs that reports have.
  private static let likes: [Unicode.Scalar: String] = [
    "–": "-", "−": "-", "×": "x", "·": ".", "…": "...", "→": "->", "←": "<-", "≤": "<=",
    "≥": ">=", "²": "^2", "³": "^3", "⁴": "^4", "⁵": "^5", "°": " degrees", "µ": "u",
    "∞": "infinity", "√": "root of ", "′": "'", "″": "\"", "─": "-", "│": "|", "┤": "+", "└": "+",
    "┴": "+", "╌": "-", "ω": "omega", "ζ": "zeta", "τ": "tau", "π": "pi", "₀": "0", "₁": "1",
    "₂": "2", "₃": "3", "⁻": "^-", "⁰": "^0", "é": "e", "\u{a0}": " ",
  ]
}

extension BraillePlot {
  /// The letter that looks most like a pattern of dots.
  static func stroke(_ pattern: UInt8) -> Character {
    // For each of the four rows whether it has a dot, and where those on the left and on the right are.
    let left = bits.indices.filter { pattern & bits[$0][0] != 0 }
    let right = bits.indices.filter { pattern & bits[$0][1] != 0 }
    guard let low = (left + right).max(), let high = (left + right).min() else { return " " }
    if let first = left.min(), let second = right.min(), let end = left.max(),
      let last = right.max()
    {
      // Both sides have dots: it is level, or it leads up or down.
      let slope = (first + end) - (second + last)
      if high == low { return level(low) }
      if slope >= 1 { return "/" }
      if slope <= -1 { return "\\" }
      return low - high >= 2 ? "#" : level((low + high) / 2)
    }
    // One side only: a dot, or something upright.
    if low - high >= 3 { return "|" }
    return low == high ? dot(low) : low - high == 2 ? ":" : "|"
  }

  private static func level(_ row: Int) -> Character { row == 0 ? "\"" : row == 3 ? "_" : "-" }
  private static func dot(_ row: Int) -> Character { row == 0 ? "'" : row == 3 ? "." : "-" }
}
