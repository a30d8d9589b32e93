import Foundation
import PantographBase
import PantographReports
import Testing

/// The style sheet of pages, as a page contains it.
@Suite struct `The style of pages` {
  /// A page with a sentence of numbers, and the name of a case.
  private let page: String = {
    let numbers = [
      NumberText.seconds(0.289), NumberText.fixed(-3.8, 1, "mm/s"), NumberText.percent(0.125),
      NumberText.signed(0.23),
    ]
    let example = CheckPage.Example(
      "of 3 s", "differs", numbers.joined(separator: ", "), details: [], isFailure: true)
    return CheckPage([example]).text
  }()

  private func matches(_ pattern: String, in text: String) throws -> [String] {
    let expression = try NSRegularExpression(pattern: pattern)
    return expression.matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap {
      Range($0.range, in: text).map { String(text[$0]) }
    }
  }

  /// The rules without the declarations of colours and sizes.
  private func rules() throws -> String {
    let text = page
    let start = try #require(text.firstRange(of: "<style>")).upperBound
    let end = try #require(text.firstRange(of: "</style>")).lowerBound
    return String(text[start..<end]).replacing(/:root\{[^}]*\}/, with: "")
  }

  @Test func `has colours and sizes of text and corners from one set`() throws {
    let rules = try rules()
    #expect(rules.contains("var(--card)") && rules.contains("var(--small)"))
    #expect(try matches("#[0-9a-f]{3,8}\\b(?![^{}]*\\{)", in: rules) == [])
    #expect(try matches("rgba?\\(", in: rules) == [])
    // 1rem is the reader's own size. Text in plots is in their units, and on paper it is smaller.
    let sizes = Set(try matches("font-size:[^;}]*", in: rules))
      .filter { !$0.hasPrefix("font-size:var(--") && !$0.hasSuffix("px") }
    #expect(sizes == ["font-size:1rem", "font-size:.9em", "font-size:.75rem"])
    #expect(
      try matches("border-radius:[^;}]*", in: rules).allSatisfy { $0.contains("var(--") })
  }

  @Test func `declares each colour for light, dark, printed and forced colours`() throws {
    let blocks = try matches(":root\\{[^}]*--paper[^}]*\\}", in: page)
    #expect(blocks.count == 4)
    let names = try blocks.map { try matches("--[a-z0-9]+(?=:)", in: $0) }
    #expect(names.allSatisfy { $0 == names[0] && $0.count > 20 })
    // Each is used.
    let rules = try rules()
    let own = Set(["stage", "screen", "shade", "first", "second", "third"].map { "--\($0)" })
    for name in names[0] where !own.contains(name) {
      #expect(rules.contains("var(\(name))"), "\(name)")
    }
  }

  /// A number of each kind.
  @Test(arguments: [
    "0.289\u{a0}s", "−3.8\u{a0}mm/s", "12.5\u{a0}%", "+0.230",
    // A name is shown as it is.
    "<bdi>of 3 s</bdi>",
  ])
  func `sets numbers with a minus sign, and on the line of their unit`(number: String) {
    #expect(page.contains(number))
  }
}
