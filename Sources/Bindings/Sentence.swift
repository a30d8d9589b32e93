import PantographBase

/// A sentence for C.
///
/// It has bytes only: the functions of texts, which know Unicode, would be a third of a module of recognisers.
struct Sentence: ExpressibleByStringInterpolation {
  private(set) var bytes: [UInt8] = []

  init(_ text: String) { bytes = Array(text.utf8) }

  init(stringLiteral text: StaticString) { bytes.append(text) }

  init(stringInterpolation: Interpolation) { bytes = stringInterpolation.bytes }

  /// Returns a sentence with more words.
  static func + (start: Sentence, end: Sentence) -> Sentence {
    var sentence = start
    sentence.bytes += end.bytes
    return sentence
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: StaticString) { bytes.append(text) }
    mutating func appendInterpolation(_ text: StaticString) { bytes.append(text) }
    mutating func appendInterpolation(_ text: String) { bytes += text.utf8 }
    mutating func appendInterpolation(_ sentence: Sentence) { bytes += sentence.bytes }
    mutating func appendInterpolation(_ number: Int) { bytes.append(Int64(number)) }
    mutating func appendInterpolation(_ number: Int32) { bytes.append(Int64(number)) }
    mutating func appendInterpolation(_ number: Int64) { bytes.append(number) }

    /// Appends letters of ASCII; others become question marks.
    mutating func appendInterpolation(letters: [UInt8]) {
      for letter in letters { bytes.append(letter < 0x80 ? letter : UInt8(ascii: "?")) }
    }

    /// Appends a number with up to nine decimals; one from 9.2e18 is infinite.
    mutating func appendInterpolation(_ number: Double) {
      if let whole = Int64(exactly: number) {
        bytes.append(whole)
      } else {
        // Larger ones with nine decimals have more digits than 64 bits.
        bytes.appendFixed(number, decimals: number.magnitude < 1e9 ? 9 : 0)
        while number.magnitude < 1e9, bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
        if bytes.last == UInt8(ascii: ".") { bytes += [UInt8(ascii: "0")] }
      }
    }
  }
}

extension [UInt8] {
  /// Appends a constant text.
  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { unsafe append(contentsOf: $0) }
  }

  /// Appends a whole number.
  fileprivate mutating func append(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var (digits, rest): ([UInt8], UInt64) = ([], number.magnitude)
    repeat {
      digits.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    self += digits.reversed()
  }
}
