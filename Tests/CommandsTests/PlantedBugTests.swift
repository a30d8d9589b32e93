import Foundation
import PantographTestSupport
import Testing

/// `Tests/Examples/spring-sheet`: a sheet that follows the finger and settles on a spring, above a scrim.
///
/// Each bug is planted in its script as a developer might do it, and has to be named for what it is.
@Suite(
  "A bug in a page", .serialized,
  .enabled(if: OtherProgram.find("chromium") != nil, OtherProgram.absence("Chromium")))
struct PlantedBugTests {
  /// A copy of a page with its accepted results.
  private func accepted(
    _ changes: [(String, String)] = [], in example: String = "spring-sheet"
  ) throws -> TemporaryFolder {
    let desk = try TemporaryFolder()
    try FileManager.default.removeItem(at: desk.url)
    try FileManager.default.copyItem(
      at: Repository.root.appendingPathComponent("Tests/Examples/\(example)"), to: desk.url)
    try plant(changes, of: example, in: desk)
    let result = try Program.pantograph("check", "--accept", desk.url.path)
    #expect(result.status < 2, "\(result.output)\(result.complaints)")
    return desk
  }

  private func plant(
    _ changes: [(String, String)], of example: String = "spring-sheet", in desk: TemporaryFolder
  ) throws {
    let page = Repository.root.appendingPathComponent("Tests/Examples/\(example)/index.html")
    var text = try String(contentsOf: page, encoding: .utf8)
    for (old, new) in changes {
      try #require(text.contains(old))
      text = text.replacing(old, with: new)
    }
    _ = try desk.file("index.html", text)
  }

  private static let bugs: [(changes: [(String, String)], words: String)] = [
    (
      [("finger.start + way", "finger.start + way * 0.5")],
      "all 3 cases: sheet.y (also scrim.opacity) moves 50 % as far as before with the finger\n"
    ),
    (
      [("finger.start + way", "finger.start - way")],
      "all 3 cases: sheet.y goes in the opposite direction\n"
    ),
    (
      [("slop = 10", "slop = 30")],
      "all 3 cases: sheet.y (also scrim.opacity) begins after a greater distance of the finger\n"
    ),
    (
      [("within(finger.start + way)", "within(finger.start + way - 40)")],
      "all 3 cases: sheet.y (also scrim.opacity) is 40 ahead of what it was, from its first movement on\n"
    ),
    (
      [("addEventListener(\"pointermove\"", "addEventListener(\"mousemove\"")],
      "all 3 cases: sheet.y (also scrim.opacity) does not move any more\n"
    ),
    (
      [("half = 0.5", "half = 0.85")],
      "gestures/slow: sheet.y (also scrim.opacity) goes back to 600 instead of on to 200 when the finger lifts after 320 px"
    ),
    (
      [("flick = 0.5", "flick = 50")],
      "gestures/flick: sheet.y (also scrim.opacity) goes back to 600 instead of on to 200 when the finger lifts after 111 px"
    ),
    (
      [("settle(opens ? open : 0, speed)", "settle(opens ? open : 0, 0)")],
      "gestures/flick: sheet.y (also scrim.opacity) loses the finger's velocity at the release: 0 a second instead of −2"
    ),
    (
      [("response = 0.4", "response = 0.6")],
      "all 3 cases: sheet.y (also scrim.opacity) follows another spring after the release: response 0.60 s instead of 0.40 s"
    ),
    (
      [("damping = 0.8", "damping = 0.4")],
      "all 3 cases: sheet.y follows another spring after the release: damping ratio 0.40 instead of 0.80"
    ),
    (
      [("Math.max(offset / open, 0), 1)", "Math.max(offset / open, 0), 1) ** 2")],
      "all 3 cases: only scrim.opacity takes another curve between the same ends\n"
    ),
    (
      [("opens ? open : 0", "opens ? open + 40 : 0")],
      "2 of 3 cases: sheet.y (also scrim.opacity) ends at 240 instead of 200\n"
    ),
    (
      [
        ("released = event =>", "released = event => setTimeout(() => late(event), 120);"),
        ("120); {", "120); const late = event => {"),
      ],
      "2 of 3 cases: sheet.y (also scrim.opacity) begins 146 ms after the release instead of 29 ms"
    ),
    (
      [("settle(0, 0);", "settle(open, 0);")],
      "gestures/cancelled: sheet.y (also scrim.opacity) goes on to 200 instead of back to 600 after the cancelled touch"
    ),
  ]

  @Test func `is named for what it is`() throws {
    let desk = try accepted()
    for (changes, words) in Self.bugs {
      try plant(changes, in: desk)
      let result = try Program.pantograph("check", desk.file("gestures").path)
      let said = result.output.replacing(desk.url.path + "/", with: "")
      #expect(result.status == 1 && said.contains(words), "\(changes):\n\(said)")
    }
  }

  /// A page's own element may have a method `animate`, and another page may leave a picture's script without a `Map`.
  @Test(arguments: [
    ("sheet.animate = () => { throw new Error('own'); }", 8, nil),
    ("globalThis.Map = undefined", 0, "There are no pictures: "),
  ])
  func `is shown whatever the page has done`(script: String, count: Int, words: String?) throws {
    let own = ("<div id=\"sheet\"></div>", "<div id=\"sheet\"></div><script>\(script)</script>")
    let desk = try accepted([own])
    try plant([own, ("half = 0.5", "half = 0.85")], in: desk)
    let report = desk.file("report.html")
    let result = try Program.pantograph("check", desk.url.path, "--html", report.path)
    #expect(result.status == 1, "\(result.complaints)")
    let page = try String(contentsOf: report, encoding: .utf8)
    #expect(page.components(separatedBy: "src=\"data:image/webp").count == 1 + count)
    if let words { #expect(page.contains(words)) }
  }

  private static let script = Repository.script("film_pictures.py").path

  /// What was is drawn by moving the elements of what is, and must look as the other page does now.
  ///
  /// In the second page, a transition runs. The pictures are compared by Tests/Oracles/film_pictures.py.
  @Test(
    .enabled(
      if: OtherProgram.pythonRuns(script), OtherProgram.absence("Python's playwright")),
    arguments: [
      ("spring-sheet", "slow", "half = 0.5", "half = 0.85"),
      ("sheet-page", "flick", "flick = 0.5", "flick = 50"),
    ])
  func `is shown beside what was`(example: String, gesture: String, old: String, new: String) throws
  {
    /// The page of the gesture, in a folder that is removed with it.
    func film(of changes: [(String, String)], since former: [(String, String)]) throws
      -> (desk: TemporaryFolder, page: String)
    {
      let desk = try accepted(former, in: example)
      try plant(changes, of: example, in: desk)
      let folder = desk.file("report").path
      let result = try Program.pantograph("check", desk.url.path, "--html", folder + "/")
      #expect(result.status == 1, "\(result.complaints)")
      let pages = try FileManager.default.contentsOfDirectory(atPath: folder + "/cases")
      let name = try #require(pages.first { $0.hasSuffix("\(gesture).html") })
      let page = try String(contentsOfFile: folder + "/cases/" + name, encoding: .utf8)
      #expect(page.contains("the last finger lifts, the first difference"))
      let pictures = page.split(separator: "src=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
      // Above and below at four instants, and the last ones differ.
      #expect(pictures.count == 8 && pictures[6] != pictures[7])
      return (desk, folder + "/cases/" + name)
    }
    let change = try film(of: [(old, new)], since: [])
    let undone = try film(of: [], since: [(old, new)])
    let program = try Program(
      #require(OtherProgram.python), [Self.script, change.page, undone.page])
    #expect(program.status == 0, "\(program.complaints.suffix(2000))")
    #expect(program.output.isEmpty, "\(program.output)")
  }
}
