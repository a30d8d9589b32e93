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

/// The lines of a text file, read one by one.
package struct FileLines {
  private let file: OpenFile
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the last line read, from 1.
  package private(set) var number = 0

  /// Whether a last line without a line break is accepted: people write those, programs do not.
  private let takesEndlessLine: Bool

  package init(_ path: String, takesEndlessLine: Bool = false) throws(UnusableFile) {
    file = try OpenFile(path)
    self.takesEndlessLine = takesEndlessLine
  }

  /// The file.
  package var path: String { file.path }

  /// Returns the next line without its line break, or `nil` at the end.
  package mutating func next() throws(UnusableFile) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[start..<end]
        start = end + 1
        number += 1
        // Git may convert line breaks to those of Windows; the text is still the same.
        return Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      }
      guard !isAtEnd else {
        guard start == buffer.count else {
          if takesEndlessLine {
            defer { start = buffer.count }
            number += 1
            return Array(buffer[start...])
          }
          throw UnusableFile(
            path, line: number + 1, "the last line has no end: the file was cut off")
        }
        return nil
      }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      var piece: [UInt8] = []
      try file.read(into: &piece)
      isAtEnd = piece.isEmpty
      buffer += piece
      guard buffer.count <= 1 << 20 else {
        throw UnusableFile(path, line: number + 1, "a line of more than 1 MiB")
      }
    }
  }
}
