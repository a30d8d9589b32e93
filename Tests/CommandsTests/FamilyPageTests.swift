import Foundation
import PantographTestSupport
import Testing

@Suite struct `Pages of many gestures` {
  private static let swipes = ["ann", "bob", "eve"].map {
    Repository.recordings.appendingPathComponent("e6-swipes-\($0)").path
  }

  private static func run(_ words: [String], status: Int32 = 0) throws -> String {
    let program = try Program(Program.pantograph, words)
    try #require(
      program.status == status && program.complaints.isEmpty, "\(words) \(program.complaints)")
    return program.output
  }

  private static func drawing(_ words: [String], _ name: String) throws -> Drawing {
    let folder = try TemporaryFolder()
    let file = folder.file("a.svg")
    _ = try run(words + ["-o", file.path, "--figure", name])
    return try Drawing(try Data(contentsOf: file))
  }

  /// The place of a curve at an instant, between its corners.
  private static func height(_ curve: [(x: Double, y: Double)], at time: Double) -> Double? {
    guard let next = curve.firstIndex(where: { $0.x >= time }), next > 0 else { return nil }
    let (left, right) = (curve[next - 1], curve[next])
    return left.y + (right.y - left.y) * (time - left.x) / max(right.x - left.x, 1e-9)
  }

  @Test func `draw a curve for each gesture, with its fraction at the release`() throws {
    let rows = Table(text: try Self.run(["features"] + Self.swipes)).rows
    let drawing = try Self.drawing(["features"] + Self.swipes, "gestures-release")
    let scale = try drawing.scale()
    for (kind, label) in ["finish", "cancel", "nothing"].enumerated() {
      let curves = drawing.paths("strand strand\(kind)").map { $0.map(scale.value) }
        .filter { $0.count > 2 }
      let meant = rows.filter { $0.text("label") == label }
      #expect(curves.count == meant.count && !meant.isEmpty)
      #expect(drawing.texts("text").contains("\(label) (\(meant.count))"))
      // The longest gesture begins before the others, by its duration.
      let start = try #require(curves.compactMap(\.first?.x).min())
      let longest = try #require(meant.map { $0.number("duration") }.max())
      #expect(abs(-start - longest) < 0.02)
      let fractions = meant.map { $0.number("fraction") }.sorted()
      let drawn = curves.compactMap { Self.height($0, at: 0) }.sorted()
      #expect(drawn.count == fractions.count)
      for (one, other) in zip(drawn, fractions) { #expect(abs(one - other) < 0.02) }
    }
  }

  @Test func `draw a disc for each value`() throws {
    let rows = Table(text: try Self.run(["features"] + Self.swipes)).rows
    for (name, column) in [
      ("fraction", "fraction"), ("duration", "duration"), ("travel", "travel"),
    ] {
      let drawing = try Self.drawing(["features"] + Self.swipes, name)
      let scale = try drawing.scale(vertical: false)
      let discs = drawing.elements("circle").compactMap { Double($0["cx"] ?? "") }
        .map { scale.value(($0, 0)).x }.sorted()
      let values = rows.map { $0.number(column) }.sorted()
      #expect(discs.count == values.count)
      for (one, other) in zip(discs, values) { #expect(abs(one - other) < 0.5 / scale.perX) }
    }
  }

  @Test func `draw the changes of each variant`() throws {
    let words = ["whatif"] + Self.swipes + ["--variants", "noise,scale"]
    let folder = try TemporaryFolder()
    _ = try Self.run(words + ["-o", folder.file("a.json").path])
    let drawing = try Self.drawing(words, "variants")
    let scale = try drawing.scale(vertical: false)
    let names = drawing.labels("end")
    let kinds = ["finishToCancel", "cancelToFinish", "other", "lost", "new"]
    let variants = JSON(folder.file("a.json"))["variants"].list
    #expect(variants.count == 6)
    for variant in variants {
      let y = try #require(names.first { $0.text == variant["variant"].text }).y - 10
      for (kind, key) in kinds.enumerated() {
        let bar = drawing.elements("rect").first { box in
          box["class"] == "contact finger\(kind)" && box["y"].flatMap(Double.init) == y
        }
        let width = bar?["width"].flatMap(Double.init) ?? 0
        #expect(abs(width / scale.perX - (variant[key].number ?? -1)) < 0.02, "\(variant) \(key)")
      }
    }
  }

  @Test func `are written for features, whatif and timing, the same each time`() throws {
    let folder = try TemporaryFolder()
    for words in [
      ["features"], ["whatif", "--variants", "scale"], ["timing", "--overshoot", "0"],
    ] {
      let pages = try (0..<2).map { number in
        let file = folder.file("\(number).html")
        _ = try Self.run(words + Self.swipes + ["--html", file.path])
        return try String(contentsOf: file, encoding: .utf8)
      }
      #expect(pages[0] == pages[1] && pages[0].hasPrefix("<!DOCTYPE html>"))
      #expect(!pages[0].contains("<script") && pages[0].contains("<svg"))
    }
  }

  @Test func `are on the page of a recording with several gestures`() throws {
    func page(_ name: String) throws -> String {
      try Self.run([
        "replay", Repository.recordings.appendingPathComponent(name).path, "--format", "html",
      ])
    }
    #expect(try page("e6-swipes-ann").contains("12 gestures over each other, from the release"))
    #expect(try !page("touchpad-flick").contains("over each other"))
  }

  // MARK: Cases

  @Test func `are an index of all cases, and a page of each that fails`() throws {
    let cases = try CaseFolder(["touchpad-flick", "d2-pull-cancel", "d5-reveal"])
    try cases.change(
      "touchpad-flick/interaction.json", #""fractionAbove": 0.5"#, to: #""fractionAbove": 0.9"#)
    func check(_ words: String...) throws -> (index: String, pages: [String]) {
      let program = try Program(Program.pantograph, ["check", "."] + words, in: cases.url)
      #expect(program.status == 1 && program.complaints.isEmpty, "\(program.complaints)")
      let index = try cases.text("site/index.html")
      let pages = try FileManager.default.contentsOfDirectory(
        atPath: cases.url.appendingPathComponent("site/cases").path
      ).filter { $0 != "written.txt" }
      for page in pages { #expect(index.contains("href=\"cases/\(page)\""), "\(page)") }
      return (index, pages.sorted())
    }
    let (index, pages) = try check("--html", "site/")
    #expect(pages == ["case-touchpad-flick.html"])
    #expect(index.contains("1 of 3 cases fail") && index.contains("d5-reveal"))
    #expect(!index.contains("class=\"plot") && !index.contains("href=\"/"))
    let page = try cases.text("site/cases/\(pages[0])")
    #expect(page.contains("Fraction 0.73 is not above 0.90"))
    #expect(page.contains("Playback over each other"))
    // The offset rests at 0 and at 320 points, as the interaction says, whatever was recorded.
    let ends = page.matches(
      of: #/<g transform="translate\(([-0-9.]+) [^"]*" aria-hidden="true"><rect class="ghost"/#)
    #expect(ends.map(\.1) == ["0.000000", "320.000000"])
    #expect(try check("--html", "site", "--pages", "reveal").pages.count == 2)
    let all = try check("--html", "site", "--pages", "all").pages
    #expect(all.count == 3)
    for page in all {
      #expect(try cases.text("site/cases/\(page)").contains("href=\"../index.html\""), "\(page)")
    }
  }

  @Test func `of chosen cases require a folder`() throws {
    let program = try Program.pantograph("check", Self.swipes[0], "--pages", "all")
    #expect(program.status == 2)
    #expect(program.complaints == "pantograph check: --pages requires --html FOLDER/\n")
  }
}
