/// A table of a page, which scrolls sideways if the page is too narrow.
struct PageTable {
  /// A column; a string literal is the head of a column of numbers.
  struct Column: ExpressibleByStringLiteral {
    let head: Markup
    /// Words are left-aligned, and numbers are not; prose breaks into lines.
    var kind: String?

    init(markup head: Markup, kind: String? = nil) { (self.head, self.kind) = (head, kind) }
    init(_ head: String) { self.init(markup: Markup(text: head)) }
    init(stringLiteral head: String) { self.init(head) }
    /// Returns a column of words.
    static func word(_ head: String) -> Column { .init(markup: Markup(text: head), kind: "word") }
    /// Returns a column of sentences.
    static func prose(_ head: String) -> Column {
      .init(markup: Markup(text: head), kind: "word prose")
    }
  }

  private let caption: String
  private let columns: [Column]
  private let rows: [[Markup]]
  /// The index of the highlighted row.
  private let taken: Int?

  /// Makes a table of its rows from the top; the first cell of each row is its header.
  init(_ caption: String, _ columns: [Column], _ rows: [[Markup]], taken: Int? = nil) {
    self.caption = caption
    self.columns = columns
    self.rows = rows
    self.taken = taken
  }

  /// Makes a table of texts.
  init(_ caption: String, _ columns: [Column], _ rows: [[String]], taken: Int? = nil) {
    self.init(caption, columns, rows.map { $0.map { Markup(text: $0) } }, taken: taken)
  }

  /// The largest number of rows in the table of a curve; more are of no use to a screen reader.
  static let mostRows = 200
  /// The largest number of rows in a table of samples.
  static let mostSamples = 24

  var markup: Markup {
    guard !rows.isEmpty else { return .nothing }
    return Markup.scrolled(caption) {
      Markup("table") {
        Markup("caption") { caption }
        Markup("thead") {
          Markup("tr") {
            for column in columns {
              Markup("th", ["scope": "col", "class": column.kind]) { column.head }
            }
          }
        }
        Markup("tbody") {
          for (index, row) in rows.enumerated() {
            Markup("tr", ["class": index == taken ? "taken" : nil]) {
              row.prefix(1).map { cell in Markup("th", ["scope": "row"]) { cell } }
              for (column, cell) in zip(columns, row).dropFirst() {
                Markup("td", ["class": column.kind]) { cell }
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
