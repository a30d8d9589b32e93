import Foundation
import PantographTestSupport
import Testing

/// `Tests/Examples/sheet-page`, `drawing-page`, `map-page` and `carousel-page`: five recordings each; and
/// `pager-page`, with three.
@Suite(
  "A page with several recordings", .serialized,
  .enabled(if: OtherProgram.find("chromium") != nil, OtherProgram.absence("Chromium")))
struct PageExampleTests {
  private static let hasFirefox = OtherProgram.find("firefox-esr") != nil

  /// Copies an example, and changes one of its files.
  private func page(
    _ name: String, _ file: String = "index.html", _ old: String = "", _ new: String = ""
  ) throws -> TemporaryFolder {
    let desk = try ExamplePage(name: name).copied()
    guard !old.isEmpty else { return desk }
    let text = try String(contentsOf: desk.file(file), encoding: .utf8)
    try #require(text.contains(old))
    _ = try desk.file(file, text.replacing(old, with: new))
    return desk
  }

  private func check(_ desk: TemporaryFolder, _ more: String...) throws -> Program {
    try Program(Program.pantograph, ["check"] + more, in: desk.url)
  }

  /// Expects that the recording that a sentence begins with differs, in these words.
  private func expect(_ sentence: String, of desk: TemporaryFolder) throws {
    let name = String(sentence.prefix { $0 != ":" })
    let isBelow = FileManager.default.fileExists(atPath: desk.file("recordings").path)
    let check = try check(desk, isBelow ? "recordings/\(name)" : name)
    let rest = sentence.dropFirst(name.count + 2)
    #expect(
      check.status == 1 && check.output.contains("\(name): ") && check.output.contains(rest),
      "\(check)")
  }

  @Test func `pulls a sheet as expected`() throws {
    let check = try check(page("sheet-page"))
    #expect(check.status == 0 && check.output == "5 cases: 5 same\n", "\(check)")
  }

  @Test(arguments: [
    ("threshold = 0.5", "threshold = 0.2", "short: 'opens' at 0.504 s instead of 'closes'"),
    ("cubic-bezier(0.2, 0, 0, 1)", "ease-out", "flick: sheet.y is"),
    (
      "velocity = (event.clientY - last.clientY) / time", "velocity = 0",
      "flick: 'closes' at 0.128 s instead of 'opens'"
    ),
    ("\"pointercancel\"", "\"pointernothing\"", "cut-off: no 'closes', expected at 0.336 s"),
  ])
  func `shows a mistake in a sheet`(old: String, new: String, sentence: String) throws {
    try expect(sentence, of: page("sheet-page", "index.html", old, new))
  }

  /// A transition at a constant speed for 0.3 s, beside one that is fast first.
  @Test func `measures a sheet, and compares it with another one`() throws {
    let desk = try page("sheet-page")
    let text = try String(contentsOf: desk.file("index.html"), encoding: .utf8)
    try #require(text.contains("cubic-bezier(0.2, 0, 0, 1)"))
    _ = try desk.file(
      "linear.html", text.replacing("cubic-bezier(0.2, 0, 0, 1)", with: "linear"))
    let subject = try String(contentsOf: desk.file("subject.json"), encoding: .utf8)
    _ = try desk.file("linear.json", subject.replacing("index.html", with: "linear.html"))

    let table = try Program(Program.pantograph, ["features", "."], in: desk.url)
    #expect(table.status == 0, "\(table.complaints)")
    let rows = Table(text: table.output).rows
    #expect(rows.count == 5)
    for row in rows {
      // The sheet's top is at 600 pixels, and it opens by 400.
      let opens = row.text("event_opens") == "1"
      #expect(row.text("event_closes") == (opens ? "0" : "1"), "\(row)")
      #expect(row.number("sheet_y_start") == 600)
      #expect(row.number("sheet_y_end") == (opens ? 200 : 600))
      #expect(row.number("sheet_y_settle") < 0.3)
    }
    let ends = Dictionary(
      uniqueKeysWithValues: rows.map { ($0.text("recording"), $0.text("ending")) })
    #expect(ends.filter { $0.value == "cut-off" }.keys.allSatisfy { $0.contains("cut-off") })

    let compared = try Program(
      Program.pantograph,
      ["compare", "recordings/flick", "--subject", "linear.json", "--json"], in: desk.url)
    #expect(compared.status == 0, "\(compared.complaints)")
    let json = try JSONDecoder().decode(JSON.self, from: Data(compared.output.utf8))
    let subjects = try #require(json["columns"].list.first)["subjects"].list
    #expect(subjects.map { $0["end"].number } == [200, 200])
    let (settle, release) = try (
      #require(subjects[1]["settle"].number), #require(subjects[1]["release"].number)
    )
    // Within a hundredth of 400 pixels; it begins a frame later at most.
    let expected = 0.3 * (1 - 4 / (release - 200))
    #expect((expected - 0.01...expected + 0.02).contains(settle), "\(settle), not \(expected)")
    #expect(try #require(subjects[0]["settle"].number) < settle)
    // 0.3 s of 60 frames a second, and no frame is dropped by a clock that waits.
    for jank in subjects.map({ $0["jank"] }) {
      #expect(jank["column"].text == "sheet.y" && jank["frames"].number ?? 0 > 15)
      #expect(jank["missedFrames"].number == 0 && jank["droppedFrames"].number == nil)
    }
    // The fast one is higher, so the other one's y is greater.
    #expect(try #require(subjects[1]["difference"]["largest"].number) > 20)
  }

  /// Firefox rounds positions to whole pixels, so each page has its own results there.
  @Test(
    .enabled(if: hasFirefox && hasLeaflet, OtherProgram.absence("firefox-esr, libjs-leaflet")),
    arguments: [
      ("sheet-page", "threshold = 0.5", "threshold = 0.2", "short: 'opens' at 0.504 s"),
      ("drawing-page", "decay = 0.98", "decay = 0.97", "flourish: paper.--ink is"),
      ("map-page", "inertia: true", "inertia: false", "fling: 'moveend' at"),
    ])
  func `is tested in Firefox, too`(
    name: String, old: String, new: String, sentence: String
  ) throws {
    let desk = try page(
      name, "subject.json", "\"version\": 1", "\"version\": 1, \"browser\": \"firefox-esr\"")
    #expect(try check(desk, "--accept").status == 1)
    let same = try check(desk)
    #expect(same.status == 0 && same.output == "5 cases: 5 same\n", "\(same)")
    let text = try String(contentsOf: desk.file("index.html"), encoding: .utf8)
    try #require(text.contains(old))
    _ = try desk.file("index.html", text.replacing(old, with: new))
    try expect(sentence, of: desk)
  }

  /// A canvas on which the pressure is the width of the line, and a fast line runs on.
  @Test func `draws with pressure as expected`() throws {
    let check = try check(page("drawing-page"))
    #expect(check.status == 0 && check.output == "5 cases: 5 same\n", "\(check)")
  }

  @Test(arguments: [
    ("flourish = 0.5", "flourish = 2", "flourish: 'line' at 0.304 s instead of 'flourish'"),
    ("decay = 0.98", "decay = 0.97", "flourish: paper.--ink is"),
    (
      "stroke.velocity = [x / time, y / time]", "stroke.velocity = [0, 0]",
      "flourish: 'line' at 0.304 s instead of 'flourish'"
    ),
    ("\"pointercancel\"", "\"pointernothing\"", "cut-off: no 'undone', expected at 0.256 s"),
    ("20 * event.pressure", "19 * event.pressure", "line: paper.--ink is"),
  ])
  func `shows a mistake in a drawing`(old: String, new: String, sentence: String) throws {
    try expect(sentence, of: page("drawing-page", "index.html", old, new))
  }

  private static let hasLeaflet = ExamplePage(name: "map-page").hasLibraries

  /// A map of Leaflet, a library by others, with its own gestures, inertia and curves.
  ///
  /// On a busy machine, moves of two fingers that did not come in one event would be found most easily.
  @Test(.enabled(if: hasLeaflet, OtherProgram.absence("libjs-leaflet")))
  func `moves a map as expected`() throws {
    let desk = try page("map-page")
    let check = try TestedPage.whileBusy { try self.check(desk) }
    #expect(check.status == 0 && check.output == "5 cases: 5 same\n", "\(check)")
  }

  @Test(
    .enabled(if: hasLeaflet, OtherProgram.absence("libjs-leaflet")),
    arguments: [
      (
        "index.html", "inertiaDeceleration: 3000", "inertiaDeceleration: 2500",
        "fling: box.x is"
      ),
      ("index.html", "easeLinearity: 0.2", "easeLinearity: 0.3", "fling: box.x is"),
      ("index.html", "inertia: true", "inertia: false", "fling: 'moveend' at 0.208 s"),
      ("leaflet.js", "'pointercancel'", "'pointernothing'", "cut-off: no 'dragend'"),
      ("leaflet.js", "clickTolerance: 3", "clickTolerance: 12", "drag: 'dragstart' at"),
    ])
  func `shows a mistake in a map`(
    file: String, old: String, new: String, sentence: String
  ) throws {
    try expect(sentence, of: page("map-page", file, old, new))
  }

  /// A carousel that the browser scrolls, in real time.
  ///
  /// What differs between two runs is tolerated; the slowest
  /// drag differs least.
  @Test func `scrolls a carousel as expected`() throws {
    let check = try check(page("carousel-page"), "short")
    #expect(check.status == 0 && check.output == "1 case: 1 same\n", "\(check)")
  }

  @Test(arguments: [
    ("threshold: 0.5", "threshold: 0.9", "far: 'page 1' at"),
    ("0.4s cubic-bezier(0.2, 0, 0, 1)", "0.4s ease-in", "far: carousel.opacity"),
    ("\"pointercancel\"", "\"pointernothing\"", "far: carousel.opacity ends at 0.5 instead of 1.0"),
    (
      "const observer",
      "carousel.ontouchend = () => carousel.scrollTo({ left: carousel.scrollLeft });\nconst observer",
      "flick: 'scrollend' at"
    ),
  ])
  func `shows a mistake in a carousel`(old: String, new: String, sentence: String) throws {
    try expect(sentence, of: page("carousel-page", "index.html", old, new))
  }

  /// A pager by wheel events, for a touchpad whose scroll goes on after the lift.
  @Test(arguments: ["", "macos", "gtk", "windows"])
  func `turns one page by a swipe of a touchpad`(law: String) throws {
    let desk = try page("pager-page")
    func change(_ old: String, _ new: String) throws {
      let text = try String(contentsOf: desk.file("subject.json"), encoding: .utf8)
      try #require(text.contains(old))
      _ = try desk.file("subject.json", text.replacing(old, with: new))
    }
    if law != "macos" {
      try change("\"momentum\": \"macos\",", law.isEmpty ? "" : "\"momentum\": \"\(law)\",")
      // What rests at the lift is the same without momentum.
      #expect(try check(desk, "--accept").output.contains("accepted"))
    }
    let same = try check(desk)
    #expect(same.status == 0 && same.output == "3 cases: 3 same\n", "\(same)")

    // Another page takes what goes on for a second swipe.
    try change("index.html", "hasty.html")
    let hasty = try check(desk, "next", "slow")
    guard !law.isEmpty else {
      #expect(hasty.status == 0 && hasty.output == "2 cases: 2 same\n", "\(hasty)")
      return
    }
    #expect(hasty.status == 1 && hasty.output.contains("1 same, 1 differs"), "\(hasty)")
    for words in [
      "next: pages.--page (also pages.x) moves again at ", "unexpected 'page 2' at ",
      "pages.--page is 2, and must stay between 0 and 1 at ",
    ] { #expect(hasty.output.contains(words), "\(hasty)") }
    // The page that is right reads `momentum`, too.
    guard law == "macos" else { return }
    try change("hasty.html", "index.html")
    try change("\"macos\"", "\"macos-untrusted\"")
    #expect(try check(desk).output == "3 cases: 3 same\n")
  }

  /// The lines of a workflow that check the gestures; those before install packages on a fresh machine.
  @Test(arguments: [".github/workflows/gestures.yml", ".gitlab-ci.yml"])
  func `is checked by the lines of its workflow`(file: String) throws {
    let desk = try page("drawing-page")
    let words = try Self.words(ofWorkflow: String(contentsOf: desk.file(file), encoding: .utf8))
    let check = try Program(Program.pantograph, words, in: desk.url)
    #expect(check.status == 0 && check.output == "5 cases: 5 same\n", "\(check)")
    // A first run without an accepted result fails, and shows what to do.
    try FileManager.default.removeItem(at: desk.file("dot/expected.csv"))
    let first = try Program(Program.pantograph, words, in: desk.url)
    #expect(first.status == 1 && first.output.contains("pantograph check --accept dot"), "\(first)")
    let report = try String(contentsOf: desk.file("gestures.xml"), encoding: .utf8)
    #expect(report.contains("tests=\"5\" failures=\"1\""))
    let page = try String(contentsOf: desk.file("gestures.html"), encoding: .utf8)
    #expect(page.contains("paper.--ink over time"))
  }

  /// The words of the command that checks the gestures: those of a line, or those that the action makes of its inputs.
  private static func words(ofWorkflow text: String) throws -> [String] {
    let lines = text.split(separator: "\n").map(String.init)
    func words(after start: String) -> [String]? {
      lines.lazy.compactMap { line in
        line.range(of: start).map { line[$0.upperBound...].split(separator: " ").map(String.init) }
      }.first
    }
    if let words = words(after: "pantograph check") { return ["check"] + words }
    let arguments = try #require(words(after: "arguments: "))
    return try ["check", "--junit", "gestures.xml"] + arguments
      + ["--"] + #require(words(after: "paths: "))
  }
}
