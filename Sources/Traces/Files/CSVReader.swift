/// A table of comma-separated values by RFC 4180, read row by row.
///
/// A quoted field can contain commas, doubled quotes and line breaks. The file is UTF-8, with or
/// without a byte order mark, and with either kind of line break.
package struct CSVReader {
  /// A field, and its position.
  package struct Field {
    package var text: String
    package var line: Int
    package var column: Int
  }

  private var lines: FileLines

  package init(_ path: String, takesEndlessLine: Bool = false) throws(UnusableFile) {
    lines = try FileLines(path, takesEndlessLine: takesEndlessLine)
  }

  package var path: String { lines.path }

  /// Returns the next row, or `nil` at the end; empty lines are skipped.
  package mutating func next() throws(UnusableFile) -> [Field]? {
    while var line = try lines.next() {
      // A byte order mark has no meaning in UTF-8.
      if lines.number == 1, line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
      if !line.isEmpty { return try row(line) }
    }
    return nil
  }

  package func mistake(at field: Field, _ sentence: String) -> UnusableFile {
    UnusableFile(path, line: field.line, column: field.column, sentence)
  }

  private mutating func row(_ first: [UInt8]) throws(UnusableFile) -> [Field] {
    var (line, index) = (first, 0)
    var fields: [Field] = []
    while true {
      let text: String?
      let start = (line: lines.number, column: index + 1)
      if index < line.count, line[index] == Self.quote {
        index += 1
        var bytes: [UInt8] = []
        try readQuoted(into: &bytes, from: &line, at: &index, since: start)
        guard index == line.count || line[index] == Self.comma else {
          throw UnusableFile(
            path, line: lines.number, column: index + 1,
            "expected a comma after the closing quote; a quote within quotes is doubled")
        }
        text = String(validating: bytes, as: UTF8.self)
      } else {
        while index < line.count, line[index] != Self.comma {
          guard line[index] != Self.quote else {
            throw UnusableFile(
              path, line: lines.number, column: index + 1,
              "a quote within a field: put quotes around all of it, and double the one in it")
          }
          index += 1
        }
        text = String(validating: line[(start.column - 1)..<index], as: UTF8.self)
      }
      guard let text else {
        throw UnusableFile(path, line: start.line, column: start.column, "not valid UTF-8")
      }
      fields.append(Field(text: text, line: start.line, column: start.column))
      guard index < line.count else { return fields }
      index += 1
    }
  }

  /// Reads past the closing quote, over any number of lines.
  private mutating func readQuoted(
    into bytes: inout [UInt8], from line: inout [UInt8], at index: inout Int,
    since start: (line: Int, column: Int)
  ) throws(UnusableFile) {
    while true {
      while index < line.count {
        defer { index += 1 }
        guard line[index] == Self.quote else {
          bytes.append(line[index])
          continue
        }
        guard index + 1 < line.count, line[index + 1] == Self.quote else { return }
        bytes.append(Self.quote)
        index += 1
      }
      guard let next = try lines.next() else {
        throw UnusableFile(
          path, line: start.line, column: start.column, "missing closing quote"
        )
      }
      bytes.append(UInt8(ascii: "\n"))
      (line, index) = (next, 0)
    }
  }

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
}
