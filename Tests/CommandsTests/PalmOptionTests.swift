import Foundation
import PantographTestSupport
import Testing

@Suite struct `A palm` {
  @Test func `drives an animation only if palms are enabled`() throws {
    let example = try #require(Repository.cases.first { $0.name == "touchpad-flick" })
    // All pressures of the finger, event 3 58, become 140 of 255: more than a finger's.
    let text = try String(contentsOf: example.recording, encoding: .utf8)
      .replacing(/, 3, 58, [0-9]+\]/, with: ", 3, 58, 140]")
    let folder = try TemporaryFolder()
    let recording = try folder.file("palm.yml", text)
    func began(_ options: String...) throws -> Bool {
      let program = try Program(
        Program.pantograph,
        ["replay", recording.path, "--interaction", example.interaction.path, "--format", "ndjson"]
          + options)
      #expect(program.status == 0, "\(program.complaints)")
      return program.output.contains("began")
    }
    #expect(try !began())
    #expect(try !began("--without-palms"))
    #expect(try began("--with-palms"))
    let both = try Program.pantograph(
      "replay", recording.path, "--interaction", example.interaction.path, "--with-palms",
      "--without-palms")
    #expect(both.status == 2 && both.complaints.contains("exclude each other"))
    #expect(try Program.pantograph("live", "--help").output.contains("--without-palms"))
  }

  /// The flick's finger has a pressure of up to 0.33 of the range, and 0.09 in its first report.
  @Test func `or a light touch is ignored with a pressure threshold`() throws {
    let example = try #require(Repository.cases.first { $0.name == "touchpad-flick" })
    func output(_ options: String...) throws -> Program {
      try Program(
        Program.pantograph,
        [
          "replay", example.recording.path, "--interaction", example.interaction.path, "--format",
          "ndjson",
        ] + options)
    }
    #expect(try output("--touch-pressure", "12,10").output.contains("began"))
    #expect(try !output("--touch-pressure", "40,40").output.contains("began"))
    for wrong in ["10,12", "101,0", "12", "5,-1"] {
      let program = try output("--touch-pressure", wrong)
      #expect(program.status == 2 && program.complaints.contains("--touch-pressure"))
    }
  }
}
