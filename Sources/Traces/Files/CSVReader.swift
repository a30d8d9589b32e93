import PantographBase

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

/// A row of comma-separated values, taken line by line.
///
/// What RFC 4180 does not allow is read all the same, and noted for those who refuse it.
package struct CSVRow {
  private(set) var fields: [CSVReader.Field] = []
  /// The first thing that is not allowed.
  private(set) var fault: (line: Int, column: Int, sentence: String)?
  /// Whether a quoted field goes on in the next line.
  private(set) var isOpen = false
  /// The number of bytes in its lines, with their ends.
  private(set) var size = 0
  /// Where the current field starts.
  private(set) var start = (line: 1, column: 1)
  /// Where the first field starts.
  var first: (line: Int, column: Int) { fields.first.map { ($0.line, $0.column) } ?? start }
  private var bytes: [UInt8] = []
  private var isQuoted = false
  private var dropsBlanks = false

  /// Returns the texts of a line that may break the rules, without the blanks around those that are not in quotes.
  package static func texts(of line: ArraySlice<UInt8>) -> [String] {
    var row = CSVRow()
    row.dropsBlanks = true
    row.take(line, at: 1)
    if row.isOpen { row.finishField() }
    return row.fields.map(\.text)
  }

  mutating func take(_ line: ArraySlice<UInt8>, at number: Int) {
    let (quote, comma) = (UInt8(ascii: "\""), UInt8(ascii: ","))
    size += line.count + 1
    func place(_ index: Int) -> (line: Int, column: Int) { (number, index - line.startIndex + 1) }
    if isOpen { bytes.append(UInt8(ascii: "\n")) } else { start = place(line.startIndex) }
    var index = line.startIndex
    while true {
      let isWithin = isOpen
      let end = line[index...].firstIndex { $0 == quote || $0 == comma && !isWithin }
      let next = end ?? line.endIndex
      if isQuoted, !isOpen, index < next {
        note(
          place(index), "expected a comma after the closing quote; a quote within quotes is doubled"
        )
      }
      bytes += line[index..<next]
      guard let end else { break }
      if line[end] == comma {
        finishField()
        start = place(end + 1)
      } else if isOpen {
        isOpen = false
      } else {
        if isQuoted, index == end {
          bytes.append(quote)
        } else if !bytes.isEmpty {
          note(
            place(end),
            "a quote within a field: put quotes around all of it, and double the one in it")
          if dropsBlanks, !isQuoted { bytes = Array(text.withoutOuterBlanks.utf8) }
        }
        (isOpen, isQuoted) = (true, true)
      }
      index = end + 1
    }
    if !isOpen { finishField() }
  }

  private var text: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func finishField() {
    let valid = String(validating: bytes, as: UTF8.self)
    if valid == nil { note(start, "not valid UTF-8") }
    let text = valid ?? text
    fields.append(
      .init(
        text: dropsBlanks && !isQuoted ? text.withoutOuterBlanks : text, line: start.line,
        column: start.column))
    bytes.removeAll(keepingCapacity: true)
    isQuoted = false
  }

  private mutating func note(_ place: (line: Int, column: Int), _ sentence: String) {
    fault = fault ?? (place.line, place.column, sentence)
  }
}

extension String {
  /// The text without blanks at both ends.
  package var withoutOuterBlanks: String {
    guard let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...end].drop(while: \.isWhitespace))
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
