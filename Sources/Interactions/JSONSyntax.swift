/// Finds where a text stops being JSON.
///
/// The decoder of FoundationEssentials says that something is wrong, but not where. This walks through
/// the text by the grammar of RFC 8259, keeps nothing, and stops at the first mistake.
struct JSONSyntax {
  /// The place of a mistake, from 1, and what should stand there.
  struct Mistake: Error, Hashable {
    var line: Int
    var column: Int
    var expected: String
  }

  private let bytes: [UInt8]
  private var offset = 0

  /// The first mistake in a text, if there is one.
  static func firstMistake(in bytes: [UInt8]) -> Mistake? {
    var syntax = JSONSyntax(bytes: bytes)
    do throws(Mistake) {
      try syntax.value(depth: 0)
      syntax.skipBlanks()
      guard syntax.offset == bytes.count else { throw syntax.mistake("the end of the file") }
      return nil
    } catch {
      return error
    }
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func mistake(_ expected: String) -> Mistake {
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    return Mistake(
      line: before.count { $0 == 0x0a } + 1, column: offset - lineStart + 1, expected: expected)
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipBlanks() {
    while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { offset += 1 }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func value(depth: Int) throws(Mistake) {
    guard depth < 512 else { throw mistake("fewer levels of brackets") }
    skipBlanks()
    if skip("{") {
      try members(depth: depth + 1)
    } else if skip("[") {
      try elements(depth: depth + 1)
    } else if next == UInt8(ascii: "\"") {
      try text("a value")
    } else if let byte = next, byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
      try number()
    } else {
      for word in ["true", "false", "null"] where bytes[offset...].starts(with: word.utf8) {
        offset += word.utf8.count
        return
      }
      throw mistake("a value")
    }
  }

  private mutating func members(depth: Int) throws(Mistake) {
    skipBlanks()
    if skip("}") { return }
    while true {
      skipBlanks()
      try text("a key in quotes")
      skipBlanks()
      guard skip(":") else { throw mistake("a colon") }
      try value(depth: depth)
      skipBlanks()
      if skip("}") { return }
      guard skip(",") else { throw mistake("a comma or a closing brace") }
    }
  }

  private mutating func elements(depth: Int) throws(Mistake) {
    skipBlanks()
    if skip("]") { return }
    while true {
      try value(depth: depth)
      skipBlanks()
      if skip("]") { return }
      guard skip(",") else { throw mistake("a comma or a closing bracket") }
    }
  }

  private mutating func text(_ what: String) throws(Mistake) {
    guard skip("\"") else { throw mistake(what) }
    while let byte = next {
      if skip("\"") { return }
      guard byte >= 0x20 else { break }
      // What a backslash stands before is part of the text, a quote above all.
      offset = min(offset + (byte == UInt8(ascii: "\\") ? 2 : 1), bytes.count)
    }
    throw mistake("a closing quote")
  }

  private mutating func number() throws(Mistake) {
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
  }

  private mutating func digits() throws(Mistake) {
    guard let byte = next, (0x30...0x39).contains(byte) else { throw mistake("a digit") }
    while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
  }
}
