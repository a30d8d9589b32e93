package import Foundation
import Testing

/// A file of comma-separated values with a header.
package struct Table: Sendable {
  /// A row, by the names of the columns.
  package struct Row: Sendable, CustomTestStringConvertible {
    /// The line in the file.
    package let line: String
    private let values: [String: String]

    init(names: [String], line: String) {
      self.line = line
      values = Dictionary(
        zip(names, Table.split(line)), uniquingKeysWith: { first, _ in first })
    }

    /// Returns the text in a column; empty if there is none.
    package func text(_ column: String) -> String { values[column] ?? "" }

    /// Returns the number in a column; NaN if there is none.
    package func number(_ column: String) -> Double { Double(text(column)) ?? .nan }

    /// The line, for the test runner.
    package var testDescription: String { line }
  }

  /// The rows.
  package let rows: [Row]

  /// Reads a table, ignoring comments; it is empty if the file does not exist.
  package init(_ file: URL) {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    self.init(text: text)
  }

  /// Parses a table.
  package init(text: String) {
    var lines = text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.hasPrefix("#") }
    let names = lines.isEmpty ? [] : Self.split(lines.removeFirst())
    rows = lines.map { Row(names: names, line: $0) }
  }

  private static func split(_ line: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        fields.append("")
      } else {
        fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}
