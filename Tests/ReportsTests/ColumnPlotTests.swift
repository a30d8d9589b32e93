import Foundation
import PantographBase
import PantographReports
import PantographTrajectories
import Testing

/// Columns of programs and pages, drawn by the page that shows them over each other.
@Suite struct `The plot of a column` {
  /// Returns the page for rows in milliseconds; `nil` says that there is no value.
  private func page(_ rows: [(time: Int64, value: Double?)]) -> String {
    var table = ResultTable()
    for row in rows {
      table.add(row.value, to: "box.x", at: Timestamp(microseconds: row.time * 1000))
    }
    let column = OverlaidColumnsPage.Column("box.x", of: [("now", table["box.x"])])
    return OverlaidColumnsPage("swipe", [column], [], releases: []).text
  }

  private func first(_ pattern: String, in text: String) throws -> String {
    let expression = try NSRegularExpression(pattern: pattern)
    let found = expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text))
    let range = try #require(found.flatMap { Range($0.range(at: 1), in: text) }, "\(pattern)")
    return String(text[range])
  }

  private func line(_ page: String) throws -> String {
    try first(#"class="curve run0" d="([^"]*)""#, in: page)
  }

  @Test func `is a straight line from row to row`() throws {
    let line = try line(page([(0, 0), (500, 0), (1000, 10)]))
    #expect(line.split(whereSeparator: { "ML ".contains($0) }).count == 6, "\(line)")
    #expect(line.contains { $0 == "L" } && line.count { $0 == "M" } == 1)
  }

  /// Values at 0, 0.1 and 0.2 s; none at 0.3 s; a single one at 0.5 s; none; and two more.
  @Test func `ends before there is no value, and is a dot for a single one`() throws {
    let text = page([
      (0, 1), (100, 2), (200, 3), (300, nil), (400, nil), (500, 9), (550, nil), (600, 4),
      (1000, 5),
    ])
    let line = try line(text)
    let pieces = line.split(separator: "M").map { piece in
      piece.split(whereSeparator: { "L ".contains($0) }).count / 2
    }
    #expect(pieces == [3, 2], "\(line)")
    #expect(text.components(separatedBy: #"<circle class="dot run0""#).count == 2)
    #expect(text.contains("Now ends at 5.00."))
    let gone = page([(0, 1), (100, 2), (200, nil)])
    #expect(gone.contains("Now ends at 2.00 and then has no value."))
  }

  @Test func `is a dot for a single row`() {
    let text = page([(40, 7)])
    #expect(text.contains(#"<circle class="dot run0""#) && text.contains("Now ends at 7.00."))
    #expect(!page([(40, nil)]).contains("<figure>"))
  }

  /// 20,000 rows are more than four for each of a thousand parts; one of them stands out.
  @Test func `has few of many rows, and none that stands out is lost`() throws {
    let rows = (0..<20_000).map { (time: Int64($0), value: Optional($0 == 7777 ? 1 : 0.25)) }
    let text = page(rows)
    let count = try #require(Int(try first(#""phases":"t(\d+)""#, in: text)))
    #expect(count > 1000 && count <= 4000)
    // The highest point is at the top of the plot, below its title.
    let line = try line(text)
    let heights = line.split(whereSeparator: { "ML".contains($0) }).flatMap { piece in
      piece.split(separator: " ").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
    #expect(heights.contains("24") && heights.count <= 4 * 4 * 400)
    // As many rows as that are all there.
    let all = page(rows.prefix(4).map { ($0.time, $0.value) })
    #expect(try first(#""phases":"t(\d+)""#, in: all) == "4")
  }
}
