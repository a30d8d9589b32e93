import Foundation
import PantographTestSupport
import Testing

/// The live page as the program serves it, in a browser; checked by Tests/Oracles/live_program.py.
@Suite(.enabled(if: LiveBrowser.canBeTaken, LiveBrowser.absence))
struct `The live page in a browser` {
  @Test(arguments: [
    ("stage", "shows the samples of replay and the fingers, a frame in less than 4 ms"),
    ("names", "tells screen readers what it shows"),
    ("thresholds", "draws the thresholds of all clauses"),
    ("history", "lists gestures, whose recordings replay to the same outcomes"),
    ("paused", "stands still, and shows a gesture again at a quarter of its speed"),
    ("noscript", "says what is missing without JavaScript"),
    ("folder", "is the user's folder, and is loaded again when a file changes"),
  ])
  func `passes a part of the script`(part: String, meaning: String) throws {
    let taken = try LiveBrowser.taken.get()
    #expect(taken.parts.contains(part), "\(meaning): \(taken.complaints)")
  }
}

/// The results of all parts in one browser, which takes seconds to start.
private struct LiveBrowser: Sendable {
  let parts: Set<String>
  let complaints: String

  private static let script =
    Repository.script("live_program.py").path
  static let canBeTaken =
    Program.hasWeb && OtherProgram.find("chromium") != nil && OtherProgram.pythonRuns(script)
  static let absence = OtherProgram.absence("Chromium and Python's playwright")

  static let taken = Result { () throws -> LiveBrowser in
    let python = try #require(OtherProgram.python)
    let folder = ProcessInfo.processInfo.environment["PANTOGRAPH_PAGES"].map { [$0] } ?? []
    let program = try Program(python, [script, Program.pantograph.path] + folder)
    return LiveBrowser(
      parts: Set(program.output.split(separator: "\n").map(String.init)),
      complaints: program.complaints)
  }
}
