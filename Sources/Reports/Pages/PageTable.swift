import PantographBase

/// A table of a report: in a page, where it scrolls sideways if the page is too narrow, and as text.
struct PageTable {
  /// A column; a string literal is the head of a column of numbers.
  struct Column: ExpressibleByStringLiteral {
    let head: Markup
    /// The head in a text, which goes without where the cells tell enough.
    let text: String
    /// Words are left-aligned, and numbers are not; prose breaks into lines.
    var kind: String?

    init(markup head: Markup, text: String = "", kind: String? = nil) {
      self.head = head
      self.text = text
      self.kind = kind
    }
    init(_ head: String, inText text: String? = nil, kind: String? = nil) {
      self.init(markup: Markup(text: head), text: text ?? head, kind: kind)
    }
    init(stringLiteral head: String) { self.init(head) }
    /// Returns a column of words.
    static func word(_ head: String, inText text: String? = nil) -> Column {
      .init(head, inText: text, kind: "word")
    }
    /// Returns a column of sentences.
    static func prose(_ head: String) -> Column { .init(head, kind: "word prose") }
  }

  /// The cells of a row: as they are in a page, or as text.
  private enum Row {
    case markup([Markup])
    case text([String])

    var cells: [Markup] {
      switch self {
      case .markup(let cells): cells
      case .text(let cells): cells.map { Markup(text: $0) }
      }
    }
  }

  private let caption: String
  private let columns: [Column]
  private let rows: [Row]
  /// The index of the highlighted row.
  private let taken: Int?

  /// Makes a table of its rows from the top; the first cell of each row is its header.
  init(_ caption: String, _ columns: [Column], _ rows: [[Markup]], taken: Int? = nil) {
    self.caption = caption
    self.columns = columns
    self.rows = rows.map(Row.markup)
    self.taken = taken
  }

  /// Makes a table of texts, which can be text as a whole, too.
  init(_ caption: String, _ columns: [Column], _ rows: [[String]], taken: Int? = nil) {
    self.caption = caption
    self.columns = columns
    self.rows = rows.map(Row.text)
    self.taken = taken
  }

  /// The largest number of rows in the table of a curve; more are of no use to a screen reader.
  static let mostRows = 200
  /// The largest number of rows in a table of samples.
  static let mostSamples = 24

  var markup: Markup {
    guard !rows.isEmpty else { return .nothing }
    return Markup.scrolled(caption) {
      Self.markup(caption, columns) {
        for (index, row) in rows.enumerated() {
          let cells = row.cells
          Markup("tr", ["class": index == taken ? "taken" : nil]) {
            cells.prefix(1).map { cell in Markup("th", ["scope": "row"]) { cell } }
            for (column, cell) in zip(columns, cells).dropFirst() {
              Markup("td", ["class": column.kind]) { cell }
            }
          }
        }
      }
    }
  }

  /// Returns a table with rows of any kind.
  static func markup(
    _ caption: String, _ columns: [Column], id: String? = nil,
    @MarkupBuilder _ rows: () -> Markup = { Markup.nothing }
  ) -> Markup {
    Markup("table", ["id": id]) {
      Markup("caption") { caption }
      Markup("thead") {
        Markup("tr") {
          for column in columns {
            Markup("th", ["scope": "col", "class": column.kind]) { column.head }
          }
        }
      }
      Markup("tbody") { rows() }
    }
  }

  /// Returns the lines of a table of texts, below its heads; none without rows.
  func lines(in style: TextStyle, indent: Int = 0, margin: Int = 0) -> [String] {
    let rows = rows.compactMap { if case .text(let cells) = $0 { cells } else { nil } }
    guard !rows.isEmpty else { return [] }
    return TextTable.lines(
      [columns.map(\.text)] + rows, in: style, indent: indent, margin: margin, hasHeads: true)
  }

  /// Returns the table collapsed behind a line that opens it.
  func folded(_ line: String) -> Markup {
    guard !rows.isEmpty else { return .nothing }
    return Markup("details") {
      Markup("summary") { line }
      markup
    }
  }
}

/// A table whose columns are gestures, with cells so small that many are seen at a glance.
///
/// The page's script explains the cell that is chosen.
struct Matrix {
  /// What a row says of a gesture.
  struct Cell {
    /// A few letters.
    var word: String
    /// The class of its look.
    var kind: String?
    /// The texts of the matrix's fields; empty where nothing is known.
    var details: [String]
  }

  struct Row {
    var name: String
    /// A summary beside the name.
    var summary: String
    /// One for each gesture.
    var cells: [Cell]
  }

  let id: String
  let caption: String
  /// The heads of the names and of the summaries.
  let heads: (name: String, summary: String)
  /// The names of what is told of the chosen cell.
  let fields: [String]
  /// The numbers and times of the gestures.
  let gestures: [(number: Int, time: Timestamp)]
  let rows: [Row]

  @MarkupBuilder var markup: Markup {
    if !rows.isEmpty, !gestures.isEmpty {
      Markup("div", ["class": "scroll", "role": "region", "aria-label": caption]) {
        Markup("table", ["class": "matrix", "id": id]) {
          // It stays in sight while the table moves sideways.
          Markup("caption") { Markup("span") { caption } }
          Markup("thead") {
            Markup("tr") {
              Markup("th", ["scope": "col"]) { heads.name }
              Markup("th", ["scope": "col", "class": "word"]) { heads.summary }
              for gesture in gestures { Markup("th", ["scope": "col"]) { "\(gesture.number)" } }
            }
          }
          Markup("tbody") {
            for row in rows {
              Markup("tr") {
                Markup("th", ["scope": "row"]) { row.name }
                Markup("td", ["class": "word"]) { row.summary }
                for cell in row.cells { Markup("td", ["class": cell.kind]) { cell.word } }
              }
            }
          }
        }
      }
      Markup("div", ["class": "explained", "id": "\(id)-chosen", "role": "status", "hidden": ""])
    }
  }

  /// The explanations for the script: each text once, and for each cell the numbers of its texts.
  var json: JSONText {
    var texts: [String] = []
    var numbers: [String: Int] = [:]
    let cells = rows.map { row in
      JSONText.list(
        row.cells.flatMap(\.details).map { text in
          if let number = numbers[text] { return .integer(number) }
          numbers[text] = texts.count
          texts.append(text)
          return .integer(texts.count - 1)
        })
    }
    return [
      "id": .string(id), "fields": .list(fields.map { .string($0) }),
      "times": .list(gestures.map { .integer(Int($0.time.microseconds)) }),
      "texts": .list(texts.map { .string($0) }), "cells": .list(cells),
    ]
  }
}
