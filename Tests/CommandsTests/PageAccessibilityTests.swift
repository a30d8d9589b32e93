import Foundation
import PantographTestSupport
import Testing

/// Every kind of page, as axe-core judges it in a browser: Tests/Oracles/page_accessibility.py.
@Suite struct `Accessibility of pages` {
  private static let script = Repository.script("page_accessibility.py").path
  private static let hasBrowser = OtherProgram.pythonRuns(script)
  private static let absence = OtherProgram.absence(
    "Chromium, and Python's playwright and axe-playwright-python")

  private struct Page: Encodable {
    var name: String
    /// A path or an address.
    var page: String
  }

  private let folder: TemporaryFolder
  private let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
  private let swipes = Repository.recordings.appendingPathComponent("e6-swipes-eve")

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String) -> String { folder.file(name).path }

  /// Writes a page of every component of pages in all its states, with the style of a page of the program.
  private func writeComponents(styledAs name: String) throws {
    let page = try String(contentsOfFile: file(name), encoding: .utf8)
    let content = try String(
      contentsOf: Repository.root.appendingPathComponent("Tests/Oracles/components.html"),
      encoding: .utf8)
    let start = try #require(page.firstRange(of: "<main ")).lowerBound
    let end = try #require(page.firstRange(of: "</main>")).upperBound
    // Its scripts are about what it has shown.
    let last = page.firstRange(of: "<script")?.lowerBound ?? page.endIndex
    _ = try folder.file(
      "components.html",
      page[..<start] + content + page[end..<last] + "</body></html>\n")
  }

  private func run(_ arguments: [String], status: Int32 = 0) throws {
    let program = try Program(Program.pantograph, arguments)
    try #require(program.status == status, "\(arguments): \(program.complaints)")
  }

  /// The pages that the program writes.
  private func pages() throws -> [Page] {
    let recording = flick.appendingPathComponent("recording.yml").path
    let interaction = flick.appendingPathComponent("interaction.json").path
    let page = { Page(name: $0, page: file("\($0).html")) }
    try run(["replay", recording, "-i", interaction, "-o", file("replay.html")])

    // Twelve gestures are a list, and their decisions are collapsed.
    let more = (1..<12).flatMap { number in
      ["then", "swipe", "--by", number.isMultiple(of: 2) ? "40,0" : "-30,0", "--wait", "1"]
    }
    try run(["synth", "swipe", "-o", file("gestures.yml"), "--by", "30,0"] + more)
    try run(
      ["replay", file("gestures.yml"), "-i", interaction, "-o", file("gestures.html")])

    let text = try String(contentsOfFile: interaction, encoding: .utf8)
    let soft = text.replacing(#""dampingRatio": 0.7"#, with: #""dampingRatio": 0.4"#)
    try run(
      [
        "diff", recording, "-i", folder.file("soft.json", soft).path, "--against", interaction,
        "--html", file("diff.html"),
      ], status: 1)

    let cancel = try #require(Repository.cases.first { $0.name == "touchpad-pan-cancel" })
    try run(
      [
        "compare", cancel.recording.path, "-i", cancel.interaction.path, "--html",
        file("compare.html"),
      ])

    try FileManager.default.copyItem(at: flick, to: folder.file("failing"))
    _ = try folder.file(
      "failing/interaction.json",
      text.replacing(#""fractionAbove": 0.5"#, with: #""fractionAbove": 0.9"#))
    try run(
      ["check", file("failing"), flick.path, "--html", file("check.html")], status: 1)

    try run(
      [
        "tune", swipes.path, "-i", swipes.appendingPathComponent("interaction.json").path,
        "--resamples", "2", "--near", "5", "--html", file("tune.html"),
      ])

    let drawer = Repository.root.appendingPathComponent("Tests/Examples/drawer-python").path
    try run(["replay", drawer, "--html", file("subject.html")])
    try run(["recorder", "-o", file("recorder.html")])
    try writeComponents(styledAs: "check.html")
    return [
      "components", "replay", "gestures", "diff", "compare", "check", "tune", "subject", "recorder",
    ].map(
      page)
  }

  /// Serves the page that asks for labels, with a label, and without a gesture.
  private func label(into pages: inout [Page]) throws -> RunningProgram {
    let table = try folder.file(
      "labels.csv",
      "recording,gesture,label,person,device\n\(swipes.path)/recording.evemu,3,scroll,,\n")
    let words = ["label", swipes.path, Repository.recordings.path + "/touchpad-pan-cancel"]
    let interaction = swipes.appendingPathComponent("interaction.json").path
    let program = try RunningProgram(
      Program.pantograph, words + ["-i", interaction, "-o", table.path, "--serve", "--listen", "0"])
    try program.wait { $0.complaints.contains("open http://") }
    let address = program.complaints.split(whereSeparator: \.isWhitespace).first {
      $0.hasPrefix("http://")
    }
    // The address with the token leads to a path that has it.
    let parts = try #require(address).split(separator: "?token=")
    for index in [2, 12] {
      pages.append(Page(name: "label-\(index)", page: "\(parts[0])\(parts[1])/?at=\(index)"))
    }
    return program
  }

  @Test(.enabled(if: hasBrowser, absence))
  func `has no finding by WCAG 2.2 AA in any appearance, and no page scrolls sideways`() throws {
    var pages = try pages()
    var live: RunningProgram?
    if Program.hasWeb {
      let words = ["live", flick.path, "--serve", "--listen", "0", "--format", "none", "--loop"]
      let program = try RunningProgram(Program.pantograph, words)
      live = program
      try program.wait { $0.complaints.contains("open http://") }
      let address = program.complaints.split(whereSeparator: \.isWhitespace).first {
        $0.hasPrefix("http://")
      }
      pages.append(Page(name: "live", page: String(try #require(address))))
    }
    let labelling = try Program.hasWeb ? label(into: &pages) : nil
    defer {
      for program in [live, labelling].compactMap(\.self) {
        program.signal(SIGTERM)
        _ = program.wait()
      }
    }
    let plan = folder.file("plan.json")
    try JSONEncoder().encode(pages).write(to: plan)
    let shots = ProcessInfo.processInfo.environment["PANTOGRAPH_PAGES"].map { [$0] } ?? []
    let program = try Program(try #require(OtherProgram.python), [Self.script, plan.path] + shots)
    #expect(program.status == 0, "\(program.complaints.suffix(2000))")
    let said = program.output.split(separator: "\n").map(String.init)
    #expect(said.first?.hasPrefix("\(pages.count) pages tested") ?? false)
    #expect(said.dropFirst().isEmpty, "\(said.dropFirst().joined(separator: "\n"))")
  }
}
