import Foundation
import PantographTestSupport
import Testing

/// Commands whose standard output is closed before they have written to it, as `| head` may do.
@Suite struct `Output that nobody reads` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path

  /// Runs a command whose reader has gone, and returns its exit status.
  private func status(_ words: [String]) throws -> String {
    // The reader ends first: the pipe is closed when the program begins.
    let script = #"{ sleep 0.2; "$0" "$@"; echo $? >&3; } 3>&2 2>/dev/null | true"#
    let run = try Program(
      URL(fileURLWithPath: "/bin/bash"), ["-c", script, Program.pantograph.path] + words)
    return run.complaints.trimmingCharacters(in: .newlines)
  }

  @Test(arguments: [
    (["replay", flick, "--format", "csv"], "0"),
    (["diff", flick, "-i", flick + "/interaction.json", "--against", "SOFT"], "1"),
    (["compare", flick, "-i", flick + "/interaction.json"], "0"),
    (["check", flick, "CHANGED"], "1"),
  ])
  func `leaves the page that was asked for, and the exit status`(
    words: [String], expected: String
  ) throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: Self.flick + "/interaction.json", encoding: .utf8)
    let soft = text.replacing(#""fractionAbove": 0.5"#, with: #""fractionAbove": 0.9"#)
    try #require(soft != text)
    let changed = folder.file("changed")
    try FileManager.default.copyItem(atPath: Self.flick, toPath: changed.path)
    _ = try folder.file("changed/interaction.json", soft)
    let names = ["SOFT": changed.path + "/interaction.json", "CHANGED": changed.path]
    let html = folder.file("page.html").path
    #expect(try status(words.map { names[$0] ?? $0 } + ["--html", html]) == expected)
    let page = try String(contentsOfFile: html, encoding: .utf8)
    #expect(page.hasSuffix("</html>\n"))
  }

  @Test func `ends the work if nothing else was asked for`() throws {
    #expect(try status(["replay", Self.flick, "--format", "csv", "--rate", "10000"]) == "0")
  }
}
