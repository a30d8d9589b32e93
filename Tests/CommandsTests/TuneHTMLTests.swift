import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph tune --html` {
  private static let cases = Repository.recordings
  private static let swipes = ["e6-swipes-ann", "e6-swipes-bob", "e6-swipes-eve"].map {
    cases.appendingPathComponent($0).path
  }
  private static let interaction = cases.appendingPathComponent(
    "e6-swipes-ann/interaction.json"
  ).path

  private func tune(_ arguments: [String], _ page: URL) throws -> String {
    let program = try Program(
      Program.pantograph,
      ["tune"] + arguments + [
        "--interaction", Self.interaction, "--resamples", "4", "--near", "30", "--html", page.path,
      ])
    try #require(program.status == 0, "\(program.complaints)")
    return try String(contentsOf: page, encoding: .utf8)
  }

  @Test func `draws the trajectory of each hard gesture, reproducibly`() throws {
    let folder = try TemporaryFolder()
    let page = try tune(Self.swipes + ["--jobs", "2"], folder.file("a.html"))
    let parts = page.components(separatedBy: #"<section class="gesture""#).dropFirst()
    #expect(!parts.isEmpty)
    for part in parts {
      #expect(part.contains("Fraction over time of") || part.contains("no gesture was recognised"))
    }
    #expect(try tune(Self.swipes + ["--jobs", "1"], folder.file("b.html")) == page)
  }

  @Test func `shows the command for a gesture whose recording is missing`() throws {
    let folder = try TemporaryFolder()
    let rows = folder.file("rows.csv")
    let features = try Program(
      Program.pantograph,
      ["features"] + Self.swipes + ["--interaction", Self.interaction, "--output", rows.path])
    try #require(features.status == 0, "\(features.complaints)")
    let page = try tune(["--features", rows.path], folder.file("page.html"))
    #expect(page.contains("There is no curve: the gestures were read from --features"))
    #expect(page.contains("<code>pantograph replay "))
  }

  @Test func `does not replace its inputs`() throws {
    let folder = try TemporaryFolder()
    let copy = folder.file("ann")
    try FileManager.default.copyItem(atPath: Self.swipes[0], toPath: copy.path)
    let recording = copy.appendingPathComponent("recording.evemu")
    let before = try Data(contentsOf: recording)
    let page = folder.file("page.html")
    try FileManager.default.createSymbolicLink(at: page, withDestinationURL: recording)
    let program = try Program.pantograph(
      "tune", copy.path, "--interaction", Self.interaction, "--html", page.path)
    #expect(program.status == 2 && program.complaints.contains("would replace its input"))
    #expect(try Data(contentsOf: recording) == before)
  }
}
