import Foundation
import PantographTestSupport
import Testing

/// Pages in Firefox, checked by Tests/Oracles/page_firefox.py as in Chromium.
@Suite struct `A page in Firefox` {
  private static let script = Repository.script("page_firefox.py").path
  private static let browser = OtherProgram.find("firefox-esr")
  private static let canBeTaken =
    Program.hasWeb && Program.hasPageEngine && browser != nil && OtherProgram.pythonRuns(script)

  @Test(
    .enabled(
      if: canBeTaken,
      OtherProgram.absence("Firefox, Python's websockets and the engine for pages")))
  func `shows what the program says, by keys, mouse and touch`() throws {
    let shots = ProcessInfo.processInfo.environment["PANTOGRAPH_PAGES"].map { [$0] } ?? []
    let program = try Program(
      #require(OtherProgram.python),
      [Self.script, #require(Self.browser).path, Program.pantograph.path] + shots)
    #expect(program.status == 0, "\(program.complaints.suffix(2000))")
    #expect(program.output.isEmpty, "\(program.output)")
  }
}
