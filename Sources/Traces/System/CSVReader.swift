import PantographBase

/// A table of comma-separated values by RFC 4180, read row by row.
///
/// A quoted field can contain commas, doubled quotes and line breaks. The file is UTF-8, with or
/// without a byte order mark, and with either kind of line break.
package struct CSVReader {
  /// A field, and its position.
  package typealias Field = CSVRow.Field

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
    var row = CSVRow()
    row.take(first[...], at: lines.number)
    while row.isOpen, row.fault == nil {
      guard let next = try lines.next() else {
        throw UnusableFile(
          path, line: row.start.line, column: row.start.column, "missing closing quote")
      }
      row.take(next[...], at: lines.number)
      guard row.size <= LineLimit.longest else {
        throw UnusableFile(
          path, line: row.first.line, column: row.first.column,
          "a row of more than \(LineLimit.longest >> 20) MiB: a closing quote is missing")
      }
    }
    guard let fault = row.fault else { return row.fields }
    throw UnusableFile(path, line: fault.line, column: fault.column, fault.sentence)
  }
}

/// The lines of a text file, read one by one.
package struct FileLines {
  private let file: RegularFile
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  /// The number of the last line read, from 1.
  package private(set) var number = 0

  /// Whether a last line without a line break is accepted: people write those, programs do not.
  private let takesEndlessLine: Bool

  package init(_ path: String, takesEndlessLine: Bool = false) throws(UnusableFile) {
    file = try RegularFile(path)
    self.takesEndlessLine = takesEndlessLine
  }

  /// The file.
  package var path: String { file.path }

  /// Returns the next line without its line break, or `nil` at the end.
  package mutating func next() throws(UnusableFile) -> [UInt8]? {
    var searched = start
    while true {
      let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
      guard (end ?? buffer.count) - start <= LineLimit.longest else {
        throw UnusableFile(path, line: number + 1, LineLimit.sentence(LineLimit.table))
      }
      if let end {
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
    }
  }
}
