/// A table of comma-separated values as RFC 4180 has them, read a row at a time.
///
/// A field in quotes may hold commas, quotes, which are doubled there, and line ends. The file is UTF-8,
/// with or without a byte order mark, and with line ends of either kind.
struct CSVReader {
  /// A field and where it begins.
  struct Field {
    var text: String
    var line: Int
    var column: Int
  }

  private var lines: LineReader

  init(_ path: String, takesEndlessLine: Bool = false) throws(UnusableFile) {
    lines = try LineReader(path, takesEndlessLine: takesEndlessLine)
  }

  var path: String { lines.path }

  /// The next row, or nothing after the last; lines without anything in them are none.
  mutating func next() throws(UnusableFile) -> [Field]? {
    while var line = try lines.next() {
      // A byte order mark says nothing in UTF-8.
      if lines.number == 1, line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
      if !line.isEmpty { return try row(line) }
    }
    return nil
  }

  func mistake(at field: Field, _ sentence: String) -> UnusableFile {
    UnusableFile(path, line: field.line, column: field.column, sentence)
  }

  private mutating func row(_ first: [UInt8]) throws(UnusableFile) -> [Field] {
    var (line, place) = (first, 0)
    var fields: [Field] = []
    while true {
      let text: String?
      let start = (line: lines.number, column: place + 1)
      if place < line.count, line[place] == Self.quote {
        place += 1
        var bytes: [UInt8] = []
        try readQuoted(into: &bytes, from: &line, at: &place, since: start)
        guard place == line.count || line[place] == Self.comma else {
          throw UnusableFile(
            path, line: lines.number, column: place + 1,
            "expected a comma after the closing quote; a quote within quotes is doubled")
        }
        text = String(validating: bytes, as: UTF8.self)
      } else {
        while place < line.count, line[place] != Self.comma {
          guard line[place] != Self.quote else {
            throw UnusableFile(
              path, line: lines.number, column: place + 1,
              "a quote within a field: put quotes around all of it, and double the one in it")
          }
          place += 1
        }
        text = String(validating: line[(start.column - 1)..<place], as: UTF8.self)
      }
      guard let text else {
        throw UnusableFile(path, line: start.line, column: start.column, "this is not UTF-8")
      }
      fields.append(Field(text: text, line: start.line, column: start.column))
      guard place < line.count else { return fields }
      place += 1
    }
  }

  /// Reads up to the closing quote and past it, over as many lines as it takes.
  private mutating func readQuoted(
    into bytes: inout [UInt8], from line: inout [UInt8], at place: inout Int,
    since start: (line: Int, column: Int)
  ) throws(UnusableFile) {
    while true {
      while place < line.count {
        defer { place += 1 }
        guard line[place] == Self.quote else {
          bytes.append(line[place])
          continue
        }
        guard place + 1 < line.count, line[place + 1] == Self.quote else { return }
        bytes.append(Self.quote)
        place += 1
      }
      guard let next = try lines.next() else {
        throw UnusableFile(
          path, line: start.line, column: start.column, "the closing quote of this field is missing"
        )
      }
      bytes.append(UInt8(ascii: "\n"))
      (line, place) = (next, 0)
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
}

extension [UInt8] {
  /// Appends a text as a field of comma-separated values, in quotes where it takes them.
  mutating func appendField(_ text: String) {
    let takesQuotes = text.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte < 0x20
    }
    guard takesQuotes else { return append(contentsOf: text.utf8) }
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }
}
