import Foundation
import PantographTestSupport
import Testing

/// The page of `label --serve` in a browser; checked by Tests/Oracles/label_page.py.
@Suite(.enabled(if: LabelBrowser.canBeTaken, LabelBrowser.absence))
struct `The page that asks for labels` {
  @Test(arguments: [
    (
      "answers",
      "writes what a terminal writes, with keys, mouse and touch, and restores every byte"
    ),
    ("look", "plays the layer, lists and filters, and listens to keys only if wanted"),
    ("elsewhere", "keeps what another tab or program writes"),
    ("faults", "says why it can't write, and loses nothing"),
    ("noscript", "works without JavaScript"),
  ])
  func `passes a part of the script`(part: String, meaning: String) throws {
    let taken = try LabelBrowser.taken.get()
    #expect(taken.parts.contains(part), "\(meaning): \(taken.complaints)")
  }
}

/// The results of all parts in one browser, which takes seconds to start.
private struct LabelBrowser: Sendable {
  let parts: Set<String>
  let complaints: String

  private static let script =
    Repository.script("label_page.py").path
  static let canBeTaken =
    Program.hasWeb && OtherProgram.find("chromium") != nil && OtherProgram.pythonRuns(script)
  static let absence = OtherProgram.absence("Chromium and Python's playwright")

  static let taken = Result { () throws -> LabelBrowser in
    let python = try #require(OtherProgram.python)
    let folder = ProcessInfo.processInfo.environment["PANTOGRAPH_PAGES"].map { [$0] } ?? []
    let program = try Program(python, [script, Program.pantograph.path] + folder)
    return LabelBrowser(
      parts: Set(program.output.split(separator: "\n").map(String.init)),
      complaints: program.complaints)
  }
}
