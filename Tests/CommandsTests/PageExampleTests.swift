import Foundation
import PantographTestSupport
import Testing

/// `Tests/Examples/drawing-page` and `map-page`: five recordings each, in a real browser.
@Suite(
  "A page with several recordings", .serialized,
  .enabled(if: OtherProgram.find("chromium") != nil, OtherProgram.absence("Chromium")))
struct PageExampleTests {
  private static let leaflet = URL(fileURLWithPath: "/usr/share/javascript/leaflet/leaflet.js")

  /// Copies an example, and changes one of its files.
  private func page(
    _ name: String, _ file: String = "index.html", _ old: String = "", _ new: String = ""
  ) throws -> TemporaryFolder {
    let desk = try TemporaryFolder()
    let folder = Repository.root.appendingPathComponent("Tests/Examples/\(name)")
    for entry in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(entry), to: desk.file(entry))
    }
    if name == "map-page" {
      try FileManager.default.copyItem(at: Self.leaflet, to: desk.file("leaflet.js"))
    }
    guard !old.isEmpty else { return desk }
    let text = try String(contentsOf: desk.file(file), encoding: .utf8)
    try #require(text.contains(old))
    _ = try desk.file(file, text.replacing(old, with: new))
    return desk
  }

  private func check(_ desk: TemporaryFolder) throws -> Program {
    try Program(Program.pantograph, ["check"], in: desk.url)
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
    let check = try check(page("drawing-page", "index.html", old, new))
    #expect(check.status == 1 && check.output.contains(sentence), "\(check)")
  }

  private static let hasLeaflet =
    OtherProgram.areRun && FileManager.default.fileExists(atPath: leaflet.path)

  /// A map of Leaflet, a library by others, with its own gestures, inertia and curves.
  @Test(.enabled(if: hasLeaflet, OtherProgram.absence("libjs-leaflet")))
  func `moves a map as expected`() throws {
    let check = try check(page("map-page"))
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
    let check = try check(page("map-page", file, old, new))
    #expect(check.status == 1 && check.output.contains(sentence), "\(check)")
  }
}
