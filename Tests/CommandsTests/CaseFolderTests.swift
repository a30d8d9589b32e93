import Foundation
import PantographTestSupport
import Testing

/// Every command that takes a recording also accepts a case folder.
@Suite struct `A case folder` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent("touchpad-flick"), to: folder.file("flick"))
  }

  private func run(_ words: [String]) throws -> Program {
    try Program(Program.pantograph, words, in: folder.url)
  }

  static let commands: [[String]] = [
    ["replay"], ["explain"], ["compare"], ["diff", "--rules", "gnome-shell,kwin"],
    ["whatif", "--variants", "noise-0.1"], ["features"], ["timing", "--settle-time", "0.4"],
    ["live", "--format", "csv", "--speed", "1000"],
    ["shrink", "--while", "outcome=finish", "-o", "-"],
  ]

  @Test(arguments: commands)
  func `means its recording with its interaction`(words: [String]) throws {
    let given = try run(words + ["flick/recording.yml", "-i", "flick/interaction.json"])
    #expect(given.status < 2 && !given.output.isEmpty, "\(given.complaints)")
    for path in ["flick", "flick/", "flick/recording.yml"] {
      // `shrink` takes a case or an interaction.
      if words[0] == "shrink", path.hasSuffix(".yml") { continue }
      let found = try run(words + [path])
      #expect(found.status == given.status, "\(path): \(found.complaints)")
      #expect(found.output == given.output, "\(path)")
    }
    guard words[0] != "shrink" else { return }
    let both = try run(words + ["flick", "-i", "flick/interaction.json"])
    #expect(both.status == given.status && both.output == given.output, "\(both.complaints)")
  }

  @Test func `is checked like its files`() throws {
    for path in ["flick", "flick/", "flick/recording.yml"] {
      let program = try run(["check", path])
      #expect(program.status == 0 && program.output.contains("1 case: 1 same"), "\(path)")
    }
  }

  @Test(arguments: [["replay"], ["explain"], ["compare"], ["live"]])
  func `must contain an interaction`(words: [String]) throws {
    try FileManager.default.moveItem(
      at: folder.file("flick/recording.yml"), to: folder.file("alone.yml"))
    for (path, sentence) in [
      ("alone.yml", "alone.yml: --interaction is required"),
      ("flick", "flick: "), ("gone", "gone: no such file or folder"),
    ] {
      let program = try run(words + [path])
      #expect(program.status == 2)
      #expect(program.complaints.hasPrefix(sentence), "\(program.complaints)")
    }
  }

  @Test(arguments: ["flick", "flick/recording.yml"])
  func `keeps its interaction when a result is written`(path: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("copy.csv").path, withDestinationPath: "flick/interaction.json")
    let program = try run(["replay", path, "-o", "copy.csv"])
    #expect(program.status == 2)
    #expect(program.complaints.contains("would replace its input"), "\(program.complaints)")
  }
}
