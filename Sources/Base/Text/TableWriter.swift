/// Writes a table as CSV or as JSON lines.
///
/// Numbers have as few digits as reading them back exactly allows.
package struct TableWriter: Sendable {
  /// A format of tables.
  package enum Format: String, CaseIterable, Sendable {
    /// Comma-separated values with a head.
    case csv
    /// A JSON object on each line.
    case ndjson
  }

  /// A cell of a table.
  package enum Value: Sendable {
    case nothing
    case text(String)
    case number(Double)
    /// A number that is written already.
    case written(String)

    /// A number, or nothing for `nil` and for numbers that are not finite.
    package static func number(_ number: Double?) -> Value {
      if let number, number.isFinite { .number(number) } else { .nothing }
    }

    /// A text, or nothing.
    package static func text(_ text: String?) -> Value {
      if let text { .text(text) } else { .nothing }
    }
  }

  /// The output that has not been taken yet.
  package var bytes: [UInt8] = []
  private let format: Format
  private let names: [String]

  /// Creates a writer of columns, which has written nothing, not even the head.
  package init(_ format: Format, _ names: [String]) {
    self.format = format
    self.names = names
  }

  /// Writes the names of the columns, if the format has them.
  package mutating func writeHead() {
    guard format == .csv else { return }
    bytes.append(names.joined(separator: ",") + "\n")
  }

  /// Writes a row with a value for each column.
  package mutating func write(_ values: [Value]) {
    switch format {
    case .csv: writeRow(values)
    case .ndjson: writeObject(values)
    }
  }

  private mutating func writeRow(_ values: [Value]) {
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch value {
      case .nothing: break
      case .text(let text): bytes.appendField(text)
      case .number(let number): bytes.append(number.asWritten)
      case .written(let text): bytes.append(text)
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func writeObject(_ values: [Value]) {
    for (index, value) in values.enumerated() {
      bytes.append(index == 0 ? "{\"" : ",\"")
      bytes.append(names[index])
      bytes.append("\":")
      switch value {
      case .nothing: bytes.append("null")
      case .text(let text): bytes.append(JSONText.string(text).text)
      case .number(let number): bytes.append(number.asWritten)
      case .written(let text): bytes.append(text)
      }
    }
    bytes.append("}\n")
  }
}

extension [UInt8] {
  /// Appends a text as a field of comma-separated values, quoted if necessary.
  package mutating func appendField(_ text: String) {
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
