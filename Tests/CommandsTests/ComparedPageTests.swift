import Foundation
import PantographTestSupport
import Testing

/// The page of cases that fail, in a browser; checked by Tests/Oracles/page_together.py.
@Suite struct `A page of several cases` {
  private static let script = Repository.script("page_together.py").path
  private static let canBeTaken =
    OtherProgram.find("chromium") != nil && OtherProgram.pythonRuns(script)

  @Test(.enabled(if: canBeTaken, OtherProgram.absence("Chromium and Python's playwright")))
  func `has one cursor, since the first event or since where each differs`() throws {
    let shots = ProcessInfo.processInfo.environment["PANTOGRAPH_PAGES"].map { [$0] } ?? []
    let program = try Program(
      #require(OtherProgram.python), [Self.script, Program.pantograph.path] + shots)
    #expect(program.status == 0, "\(program.complaints.suffix(2000))")
    #expect(program.output.isEmpty, "\(program.output)")
  }
}
