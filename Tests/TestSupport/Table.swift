public import Foundation
public import Testing

/// A file of comma-separated values with names over its columns.
public struct Table: Sendable {
  /// A line of values, by the name of the column.
  public struct Row: Sendable, CustomTestStringConvertible {
    /// The line as it stands in the file.
    public let line: String
    private let values: [String: String]

    init(names: [String], line: String) {
      self.line = line
      values = Dictionary(
        zip(names, Table.split(line)), uniquingKeysWith: { first, _ in first })
    }

    /// The text in a column; empty where there is none.
    public func text(_ column: String) -> String { values[column] ?? "" }

    /// The number in a column; not a number where there is none.
    public func number(_ column: String) -> Double { Double(text(column)) ?? .nan }

    /// The line, as the runner shows it.
    public var testDescription: String { line }
  }

  /// The lines below the names.
  public let rows: [Row]

  /// Reads a table, passing over comments; it is empty when there is no such file.
  public init(_ file: URL) {
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    self.init(text: text)
  }

  /// Reads a table from a text.
  public init(text: String) {
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
