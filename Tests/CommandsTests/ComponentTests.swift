import Foundation
import PantographTestSupport
import Testing

/// A folder of `Tests/Examples` with a page under test.
struct ExamplePage {
  let name: String

  /// The libraries by others that the pages use: Debian's, and those of `tools/lib/get-quasar`.
  private static let libraries: [String: [String]] = [
    "map-page": ["/usr/share/javascript/leaflet/leaflet.js"],
    "sortable-page": ["/usr/share/javascript/sortable/Sortable.js"],
    "slider-page": ["nouislider.js", "nouislider.css"].map {
      "/usr/share/javascript/nouislider/" + $0
    },
    "drawer-page": [
      "quasar.umd.prod.js", "quasar.important.prod.css", "quasar.unimportant.prod.css",
      "vue.esm-browser.prod.js",
    ].map { Repository.root.appendingPathComponent(".build/quasar/" + $0).path },
  ]

  private var libraries: [String] { Self.libraries[name] ?? [] }

  /// Whether its libraries are here, and tests with other programs are run.
  var hasLibraries: Bool {
    OtherProgram.areRun && libraries.allSatisfy { FileManager.default.fileExists(atPath: $0) }
  }

  /// Copies it with its libraries.
  func copied() throws -> TemporaryFolder {
    let desk = try TemporaryFolder()
    let folder = Repository.root.appendingPathComponent("Tests/Examples/\(name)")
    for entry in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.copyItem(
        at: folder.appendingPathComponent(entry), to: desk.file(entry))
    }
    for library in libraries {
      let file = URL(fileURLWithPath: library)
      try FileManager.default.copyItem(at: file, to: desk.file(file.lastPathComponent))
    }
    return desk
  }
}

/// Components by others, guarded with the five gestures that `pantograph guard` made for them: a list that is sorted by
/// hand (Sortable), a range with two handles (noUiSlider), and a drawer that a finger pulls (Quasar).
///
/// The bugs are planted as a developer might plant them: in an option, or in the component itself.
@Suite(
  "A component by others", .serialized,
  .enabled(if: OtherProgram.find("chromium") != nil, OtherProgram.absence("Chromium")))
struct ComponentTests {
  private static let names = ["sortable-page", "slider-page", "drawer-page"]
  private static let present = names.filter { ExamplePage(name: $0).hasLibraries }
  private static let absence = OtherProgram.absence(
    "libjs-sortable, libjs-nouislider and tools/lib/get-quasar")

  @Test(.enabled(if: present.count == names.count, absence), arguments: present)
  func `does what was accepted`(name: String) throws {
    let desk = try ExamplePage(name: name).copied()
    let check = try Program(Program.pantograph, ["check"], in: desk.url)
    #expect(check.status == 0 && check.output == "5 cases: 5 same\n", "\(check)")
  }

  /// What was replaced in which file, and what is said of it.
  private struct Bug: Sendable, CustomStringConvertible {
    var page: String
    var file = "index.html"
    var old: String
    var new: String
    var words: String
    var description: String { "\(page): \(new)" }
  }

  private static let bugs = [
    Bug(
      page: "sortable-page", old: "fallbackTolerance: 5", new: "fallbackTolerance: 60",
      words: "four.y begins later, after another distance of the finger"),
    Bug(
      page: "sortable-page", old: "animation: 150", new: "animation: 600",
      words: "slow: four.y (also three.y) takes 3.91 times as long while the finger moves"),
    Bug(
      page: "sortable-page", old: "cubic-bezier(0.2, 0, 0, 1)", new: "ease-in",
      words: "four.y (also three.y) takes another curve to the same place while the finger moves"),
    Bug(
      page: "sortable-page", old: "animation: 150", new: "sort: false, animation: 150",
      words: "cancelled: four.y (also three.y and five.y) does not move any more"),
    Bug(
      page: "slider-page", old: "step: 5", new: "step: 20",
      words: "4 of 5 cases: upper.x (also range.width) moves in steps of 66 instead of 16.5"),
    Bug(
      page: "slider-page", old: "margin: 10", new: "margin: 40",
      words: "3 of 5 cases: upper.x (also range.width) stops at −91, but went on before"),
    Bug(
      page: "slider-page", old: "start: [20, 80]", new: "start: [20, 70]",
      words: "all 5 cases: upper.x (also range.width) starts at −58 instead of −25"),
    Bug(
      page: "slider-page", file: "nouislider.js", old: "(event.calcPoint - data.startCalcPoint)",
      new: "0.5 * (event.calcPoint - data.startCalcPoint)",
      words: "slow: upper.x (also range.width) moves 50 % as far as before with the finger"),
    Bug(
      page: "drawer-page", file: "quasar.umd.prod.js", old: "Math.abs(Ue)<Math.min(75,me)",
      new: "Math.abs(Ue)<Math.min(150,me)",
      words: "flick: only drawer.x goes back to 0 instead of on to −300 when the finger lifts"),
    Bug(
      page: "drawer-page", file: "quasar.important.prod.css",
      old: ".q-body--layout-animate .q-drawer{transition:transform 0.12s",
      new: ".q-body--layout-animate .q-drawer{transition:transform 0.24s",
      words: "all 5 cases: only drawer.x takes 1.96 times as long after the release"),
    Bug(
      page: "drawer-page", file: "quasar.umd.prod.js", old: "ce(F.value*Ue)",
      new: "ce(F.value*Ue*0.5)", words: "only drawer.x moves 50 % as far as before with the finger"),
    Bug(
      page: "drawer-page", old: "@hide=\"mark('closed')\"", new: "",
      words: "flick: no 'closed', expected at 0.254 s"),
  ]

  @Test(.enabled(if: present.count == names.count, absence), arguments: bugs)
  private func `shows a bug for what it is`(bug: Bug) throws {
    let desk = try ExamplePage(name: bug.page).copied()
    let text = try String(contentsOf: desk.file(bug.file), encoding: .utf8)
    try #require(text.contains(bug.old))
    _ = try desk.file(bug.file, text.replacing(bug.old, with: bug.new))
    let check = try Program(Program.pantograph, ["check"], in: desk.url)
    #expect(check.status == 1 && check.output.contains(bug.words), "\(check)")
  }
}
