/// A table of a page, in a frame of its own that can be moved sideways where the page is too narrow.
struct PageTable {
  /// What stands in a cell.
  struct Cell: ExpressibleByStringInterpolation {
    let content: Markup
    /// Whether it is a word, which stands at the left, and no number.
    let isWord: Bool

    /// A number, or whatever else stands below its like at the right.
    init(stringLiteral text: String) { self.init(number: text) }
    init(number text: String) { (content, isWord) = (Markup(text: text), false) }
    /// A word.
    static func word(_ text: String) -> Cell { .init(Markup(text: text)) }
    init(_ content: Markup) { (self.content, isWord) = (content, true) }
    /// A number with more than its digits.
    init(measure content: Markup) { (self.content, isWord) = (content, false) }
  }

  private let caption: String
  private let header: [Cell]
  private let rows: [(cells: [Cell], isTaken: Bool)]

  /// Makes a table; the first cell of each row is what the row is about.
  ///
  /// - Parameters:
  ///   - caption: what the table tells.
  ///   - header: what the columns tell.
  ///   - rows: the rows, from the top, each with whether it stands out.
  init(_ caption: String, _ header: [Cell], marking rows: [(cells: [Cell], isTaken: Bool)]) {
    self.caption = caption
    self.header = header
    self.rows = rows
  }

  /// Makes a table of whose rows none stands out.
  init(_ caption: String, _ header: [Cell], _ rows: [[Cell]]) {
    self.init(caption, header, marking: rows.map { ($0, false) })
  }

  /// So many rows the table of a curve has at most: more are no help to who listens to them.
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
              for (place, cell) in row.cells.enumerated() {
                if place == 0 {
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

  /// The table behind a line that opens it.
  func folded(_ line: String) -> Markup {
    guard !rows.isEmpty else { return .nothing }
    return Markup("details") {
      Markup("summary") { line }
      markup
    }
  }
}
