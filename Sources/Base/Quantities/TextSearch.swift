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

  /// Returns the parts before, between and after the occurrences of a text, which is not empty.
  package func parts(between text: String) -> [String] {
    let (bytes, pattern) = (Array(utf8), Array(text.utf8))
    var (parts, start): ([String], Int) = ([], 0)
    var index = 0
    while index < bytes.count {
      guard bytes[index...].starts(with: pattern) else {
        index += 1
        continue
      }
      parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
      index += pattern.count
      start = index
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}
