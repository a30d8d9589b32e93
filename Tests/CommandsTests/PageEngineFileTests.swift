import Foundation
import PantographTestSupport
import Testing

/// Where a program finds the engine for its pages.
@Suite struct `The engine beside the program` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path

  /// Writes a page with a program that is in a folder of its own, and returns it and what the program complains about.
  ///
  /// - Parameters:
  ///   - place: the program's path in the folder.
  ///   - engine: the path of the file with the engine.
  ///   - text: what that contains.
  private func page(
    by place: String, engine: String, _ text: String?
  ) throws -> (text: String, complaints: String) {
    let folder = try TemporaryFolder()
    for path in [place, engine] {
      try FileManager.default.createDirectory(
        at: folder.file(path).deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    if let text { _ = try folder.file(engine, text) }
    // A copy by this process could be open in a program that another test starts, and then it can't run.
    _ = try Program(
      URL(fileURLWithPath: "/bin/cp"), [Program.pantograph.path, folder.file(place).path])
    let run = try Program(
      folder.file(place), ["replay", Self.flick, "--format", "html"], in: folder.url)
    #expect(run.status == 0)
    return (run.output, run.complaints.replacing(folder.url.path, with: ""))
  }

  private let damage =
    "is damaged; `tools/package web` writes it again; pages are without the engine\n"

  @Test func `is in the folder of what is installed with it`() throws {
    let without = try page(by: "bin/pantograph", engine: "share/pantograph/workbench", nil)
    #expect(without.complaints == "")
    #expect(!without.text.contains("wasm-unsafe-eval"))
    let (text, complaints) = try page(
      by: "bin/pantograph", engine: "share/pantograph/workbench",
      "pantograph 0.0.0 sha256-\n\n")
    #expect(
      complaints.wholeMatch(
        of:
          #//share/pantograph/workbench: is of version 0\.0\.0; this program is [0-9.]+; pages are without the engine\n/#
      )
        != nil, "\(complaints)")
    #expect(text == without.text)
  }

  @Test func `is in the folder of the build`() throws {
    let version = try Program.pantograph("--version").output.split(whereSeparator: \.isWhitespace)
    let text = "pantograph \(version[1]) sha256-\n\n"
    let found = try page(by: ".build/x/debug/pantograph", engine: ".build/web/workbench", text)
    #expect(found.complaints == "/.build/web/workbench: " + damage)
    let other = try page(by: "build/x/debug/pantograph", engine: "build/web/workbench", text)
    #expect(other.complaints == "")
    #expect(other.text == found.text)
  }
}
