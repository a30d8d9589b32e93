/// A row of comma-separated values, taken line by line.
///
/// What RFC 4180 does not allow is read all the same, and noted for those who refuse it.
package struct CSVRow {
  /// A field, and its position.
  package struct Field {
    package var text: String
    package var line: Int
    package var column: Int
  }

  private(set) var fields: [Field] = []
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
    return row.fields.map { $0.text }
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
    return String(self[...end].drop(while: { $0.isWhitespace }))
  }
}
