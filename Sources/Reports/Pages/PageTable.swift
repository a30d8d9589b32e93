/// A table of a page, which scrolls sideways if the page is too narrow.
struct PageTable {
  /// A cell.
  struct Cell: ExpressibleByStringInterpolation {
    let content: Markup
    /// Whether it is a word, which is left-aligned, and not a number.
    let isWord: Bool

    /// Makes a right-aligned cell, such as a number.
    init(stringLiteral text: String) { self.init(number: text) }
    init(number text: String) { (content, isWord) = (Markup(text: text), false) }
    /// Returns a left-aligned cell.
    static func word(_ text: String) -> Cell { .init(Markup(text: text)) }
    init(_ content: Markup) { (self.content, isWord) = (content, true) }
    /// Makes a right-aligned cell with markup.
    init(measure content: Markup) { (self.content, isWord) = (content, false) }
  }

  private let caption: String
  private let header: [Cell]
  private let rows: [(cells: [Cell], isTaken: Bool)]

  /// Makes a table; the first cell of each row is its header.
  ///
  /// - Parameters:
  ///   - caption: the caption.
  ///   - header: the heads of the columns.
  ///   - rows: the rows from the top, each with whether it is highlighted.
  init(_ caption: String, _ header: [Cell], marking rows: [(cells: [Cell], isTaken: Bool)]) {
    self.caption = caption
    self.header = header
    self.rows = rows
  }

  /// Makes a table without highlighted rows.
  init(_ caption: String, _ header: [Cell], _ rows: [[Cell]]) {
    self.init(caption, header, marking: rows.map { ($0, false) })
  }

  /// The largest number of rows in the table of a curve; more are of no use to a screen reader.
  static let mostRows = 200

  var markup: Markup {
    guard !rows.isEmpty else { return .nothing }
    return Markup(
      "div", ["class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"]
    ) {
      Markup("table") {
        Markup("caption") { caption }
        Markup("thead") {
          Markup("tr") {
            for cell in header {
              Markup("th", ["scope": "col", "class": cell.isWord ? "word" : nil]) { cell.content }
            }
          }
        }
        Markup("tbody") {
          for row in rows {
            Markup("tr", ["class": row.isTaken ? "taken" : nil]) {
              for (column, cell) in row.cells.enumerated() {
                if column == 0 {
                  Markup("th", ["scope": "row"]) { cell.content }
                } else {
                  Markup("td", ["class": cell.isWord ? "word" : nil]) { cell.content }
                }
              }
            }
          }
        }
      }
    }
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
