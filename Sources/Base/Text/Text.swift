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

// Words of sentences.
extension String {
  /// The text with a capital first letter.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  /// The text as a sentence: with a full stop, and a capital first letter unless it begins with a name such as `box.x`.
  package var asSentence: String {
    let isName = prefix { $0 != " " }.contains { $0 == "." || $0 == "/" || $0 == "_" }
    return (isName ? self : capitalizedFirst) + "."
  }
}

extension Int {
  /// Returns the number with a noun: `2 gestures`.
  package func counted(_ noun: String, _ plural: String? = nil) -> String {
    "\(self) \(self == 1 ? noun : plural ?? "\(noun)s")"
  }
}

extension [String] {
  /// The texts as a list in a sentence: `a, b and c`.
  package var listed: String {
    guard count > 1, let last else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}

/// Suggests known names for misspelt ones.
package enum Spelling {
  /// Returns the known name nearest to the given one; `nil` if none is near enough.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let letters = names.map { $0.unicodeScalars.map { $0.value } }
    return index(nearestTo: name.unicodeScalars.map { $0.value }, among: letters).map { names[$0] }
  }

  /// Returns the index of the known name nearest to the given one, both as the numbers of their letters.
  package static func index(nearestTo name: [UInt32], among names: [[UInt32]]) -> Int? {
    var best: (index: Int, distance: Int)?
    let greatest = max(2, name.count / 3)
    // So many letters must be added or removed at least: a text of a megabyte is nobody's slip.
    for (index, other) in names.enumerated() where abs(name.count - other.count) <= greatest {
      let distance = distance(name, other)
      if distance < best?.distance ?? .max { best = (index, distance) }
    }
    guard let best, best.distance <= greatest else { return nil }
    return best.index
  }

  /// Returns how many letters must be changed, added or removed to turn one name into the other.
  private static func distance(_ first: [UInt32], _ second: [UInt32]) -> Int {
    var row = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in second.enumerated() {
        let changed = diagonal + (lowercased(letter) == lowercased(other) ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(changed, row[j] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }

  /// Returns the number of a letter, or of its lower case if it is one of ASCII.
  private static func lowercased(_ letter: UInt32) -> UInt32 {
    0x41...0x5A ~= letter ? letter + 0x20 : letter
  }
}

// The standard library has these functions in a module with regular expressions, which would add a megabyte to the
// program.

extension StringProtocol {
  /// Returns whether a text is part of this one, byte for byte.
  package func includes(_ text: String) -> Bool {
    let (bytes, pattern) = (Array(utf8), Array(text.utf8))
    guard pattern.count <= bytes.count else { return false }
    return (0...bytes.count - pattern.count).contains { bytes[$0...].starts(with: pattern) }
  }

  /// Returns this text with another one in place of each occurrence of a text, which is not empty.
  package func replacingEach(_ text: String, with other: String) -> String {
    let (bytes, pattern) = (Array(utf8), Array(text.utf8))
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == pattern[0], bytes[index...].starts(with: pattern) {
        result += other.utf8
        index += pattern.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension String {
  /// Makes the text of bytes in base 64 (RFC 4648, section 4).
  package init(base64 bytes: [UInt8]) {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<Swift.min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for index in 0..<4 {
        text.append(
          index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    self.init(decoding: text, as: UTF8.self)
  }
}
