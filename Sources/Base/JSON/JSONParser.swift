/// Parses JSON by the grammar of RFC 8259, records all positions, and stops at the first mistake.
///
/// Comments are allowed wherever white space is: from `//` to the end of the line, and between `/*` and
/// `*/`. Nothing else is tolerated: no trailing comma, no duplicate key, no number out of range, no
/// lone surrogate.
struct JSONParser {
  typealias Location = JSONValue.Location

  /// The deepest nesting allowed; more levels would need a larger stack.
  static let deepest = 512

  private let bytes: [UInt8]
  /// The offset at which the text stops being valid UTF-8.
  private let end: Int
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  /// Whether the bytes are only the first of a file.
  private var isBeginning = false

  /// Parses a whole file.
  static func parse(_ bytes: [UInt8]) throws(Complaint) -> JSONValue {
    var parser = JSONParser(bytes)
    let value = try parser.value(depth: 0)
    try parser.skipBlanks()
    guard parser.offset == bytes.count else { throw parser.mistake("the end of the file") }
    return value
  }

  /// Parses the first bytes of a file up to the first mistake, which may be that they end.
  static func parse(beginning bytes: [UInt8]) throws(Complaint) -> JSONValue {
    var parser = JSONParser(bytes)
    parser.isBeginning = true
    return try parser.value(depth: 0)
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    do {
      _ = try UTF8Span(validating: bytes.span)
      end = bytes.count
    } catch {
      end = error.byteOffsets.lowerBound
    }
    // A byte order mark has no meaning in UTF-8, and is not part of the first line.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      offset = 3
      lineStart = 3
    }
  }

  private var location: Location { Location(line: line, column: offset - lineStart + 1) }

  private var next: UInt8? { offset < end ? bytes[offset] : nil }

  /// Returns an error that names what was expected, at the current position by default.
  private func mistake(_ expected: String, at other: Location? = nil) -> Complaint {
    let isEncoded = offset < end || end == bytes.count
    return Complaint(
      at: isEncoded ? other ?? location : location, path: "",
      "not valid JSON: expected \(isEncoded ? expected : "a character in UTF-8")")
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  // MARK: Between values

  private mutating func skipBlanks() throws(Complaint) {
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\n"): endLine()
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): offset += 1
      case UInt8(ascii: "/"): guard try skipComment() else { return }
      default: return
      }
    }
  }

  private mutating func endLine() {
    offset += 1
    line += 1
    lineStart = offset
  }

  private mutating func skipComment() throws(Complaint) -> Bool {
    let start = location
    if bytes[offset..<end].starts(with: "//".utf8) {
      while let byte = next, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") { offset += 1 }
      return true
    }
    guard bytes[offset..<end].starts(with: "/*".utf8) else { return false }
    offset += 2
    while let byte = next {
      if byte == UInt8(ascii: "\n") {
        endLine()
      } else if skip("*") {
        if skip("/") { return true }
      } else {
        offset += 1
      }
    }
    throw mistake("an end of this comment, */", at: start)
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(Complaint) -> JSONValue {
    try skipBlanks()
    let location = location
    let start = offset
    let content = try content(depth: depth)
    return JSONValue(location: location, range: start..<offset, content: content)
  }

  private mutating func content(depth: Int) throws(Complaint) -> JSONValue.Content {
    switch next {
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case UInt8(ascii: "["): return .list(try elements(depth: depth))
    case UInt8(ascii: "\""): return .text(try text("a value"))
    case UInt8(ascii: "-"): return .number(try number())
    case let byte? where Self.digits.contains(byte): return .number(try number())
    default:
      let words: KeyValuePairs<String, JSONValue.Content> = [
        "true": .flag(true), "false": .flag(false), "null": .null,
      ]
      for (word, content) in words where bytes[offset..<end].starts(with: word.utf8) {
        offset += word.utf8.count
        return content
      }
      throw mistake("a value")
    }
  }

  private mutating func members(depth: Int) throws(Complaint) -> [JSONValue.Member] {
    try openBracket(depth: depth)
    var members: [JSONValue.Member] = []
    if skip("}") { return members }
    var lines: [String: Int] = [:]
    while true {
      do throws(Complaint) {
        try skipBlanks()
        let keyLocation = location
        let name = try text("a key in quotes")
        if let line = lines.updateValue(keyLocation.line, forKey: name) {
          throw Complaint(
            at: keyLocation, path: "",
            "duplicate key '\(name.shortened)', first in line \(line): leave out one of them")
        }
        try skipBlanks()
        guard skip(":") else { throw mistake("a colon") }
        members.append(
          .init(name: name, location: keyLocation, value: try value(depth: depth + 1)))
        try skipBlanks()
        if skip("}") { return members }
        guard skip(",") else { throw mistake("a comma or a closing brace") }
      } catch {
        try leaveOutRest(after: error)
        return members
      }
    }
  }

  /// Ends the bytes at a mistake, or throws it if they are the whole file.
  private mutating func leaveOutRest(after mistake: Complaint) throws(Complaint) {
    guard isBeginning else { throw mistake }
    offset = end
  }

  private mutating func elements(depth: Int) throws(Complaint) -> [JSONValue] {
    try openBracket(depth: depth)
    var elements: [JSONValue] = []
    if skip("]") { return elements }
    while true {
      do throws(Complaint) {
        elements.append(try value(depth: depth + 1))
        try skipBlanks()
        if skip("]") { return elements }
        guard skip(",") else { throw mistake("a comma or a closing bracket") }
      } catch {
        try leaveOutRest(after: error)
        return elements
      }
    }
  }

  private mutating func openBracket(depth: Int) throws(Complaint) {
    guard depth < Self.deepest else { throw mistake("fewer levels of brackets") }
    offset += 1
    try skipBlanks()
  }

  // MARK: Numbers

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private mutating func number() throws(Complaint) -> Double {
    let start = offset
    let startLocation = location
    _ = skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw Complaint(at: startLocation, path: "", "the number \(text.shortened) is too large")
    }
    return number
  }

  private mutating func digits() throws(Complaint) {
    guard skipDigit() else { throw mistake("a digit") }
    while skipDigit() {}
  }

  private mutating func skipDigit() -> Bool {
    guard let byte = next, Self.digits.contains(byte) else { return false }
    offset += 1
    return true
  }

  // MARK: Texts

  private mutating func text(_ what: String) throws(Complaint) -> String {
    guard skip("\"") else { throw mistake(what) }
    var text = ""
    while true {
      let start = offset
      while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        offset += 1
      }
      text += String(decoding: bytes[start..<offset], as: UTF8.self)
      if skip("\"") { return text }
      // A string ends on its line: control characters must be escaped.
      guard next == UInt8(ascii: "\\") else { throw mistake("a closing quote") }
      text.unicodeScalars.append(try escape())
    }
  }

  private mutating func escape() throws(Complaint) -> Unicode.Scalar {
    let start = location
    offset += 1
    let shorts: KeyValuePairs<Unicode.Scalar, Unicode.Scalar> = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{c}", "n": "\n", "r": "\r", "t": "\t",
    ]
    for (letter, meaning) in shorts where skip(letter) { return meaning }
    guard skip("u") else { throw mistake(#"one of "\/bfnrtu behind the backslash"#) }
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // A character beyond 16 bits is written as a surrogate pair; neither half is valid alone.
    if UTF16.isLeadSurrogate(unit), skip("\\"), skip("u") {
      let other = try codeUnit()
      if UTF16.isTrailSurrogate(other),
        let scalar = Unicode.Scalar(0x1_0000 + UInt32(unit & 0x3ff) << 10 + UInt32(other & 0x3ff))
      {
        return scalar
      }
    }
    throw mistake("both halves of a character", at: start)
  }

  /// Reads the four digits of an escape.
  private mutating func codeUnit() throws(Complaint) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let digit: UInt8
      switch next {
      case let byte? where 0x30...0x39 ~= byte: digit = byte - 0x30
      case let byte? where 0x61...0x66 ~= byte | 0x20: digit = (byte | 0x20) - 0x61 + 10
      default: throw mistake("four digits from 0 to f behind \\u")
      }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }
}
