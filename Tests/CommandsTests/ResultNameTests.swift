import Foundation
import PantographTestSupport
import Testing

/// A file whose name implies a format contains that format, or is not written.
@Suite struct `The extension of an output file` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
  private static let interaction = flick.appendingPathComponent("interaction.json").path
  private static let recording = flick.appendingPathComponent("recording.yml").path

  /// Every command with `--output`, and arguments that make it write a result.
  static let commands: [[String]] = [
    ["replay", recording, "-i", interaction],
    ["explain", recording, "-i", interaction],
    ["compare", recording, "-i", interaction],
    ["diff", flick.path, "--rules", "gnome-shell,kwin"],
    ["features", flick.path],
    ["label", flick.path],
    ["tune", Repository.recordings.path, "-i", interaction, "--resamples", "0", "--folds", "0"],
    ["whatif", flick.path],
    ["timing", recording, "-i", interaction, "--settle-time", "0.4"],
    ["record", "/dev/input/event0"],
    ["convert", recording],
    ["shrink", flick.path, "--while", "outcome=finish"],
    ["synth"],
    ["recorder"],
    ["curve", "--named", "easeIn"],
  ]

  @Test func `is checked by every command that writes a result`() throws {
    let names = Self.commands.map { $0[0] }
    for line in try Program.pantograph("--help").output.split(separator: "\n")
    where line.hasPrefix("  ") {
      let name = String(line.split(separator: " ")[0])
      let help = try Program.pantograph(name, "--help").output
      #expect(help.contains("--output") == names.contains(name), "\(name)")
    }
  }

  @Test(
    .enabled(if: LongTests.areRun, LongTests.absence),
    arguments: commands, ["svg", "SVG", "png", "json", "pdf", "html", "csv.gz", "jpg"])
  func `is refused unless it implies a written format`(words: [String], ending: String) throws {
    let folder = try TemporaryFolder()
    let result = folder.file("result.\(ending)")
    let program = try Program(Program.pantograph, words + ["-o", result.path])
    guard program.status != 2 else {
      #expect(program.complaints.split(separator: "\n").count == 1, "\(program.complaints)")
      // PNG and PDF are drawn by a program that may not be installed.
      #expect(program.complaints.contains("result.\(ending)") || ["png", "pdf"].contains(ending))
      #expect(!FileManager.default.fileExists(atPath: result.path))
      return
    }
    let bytes = try Data(contentsOf: result)
    switch ending {
    case "json": _ = try JSONSerialization.jsonObject(with: bytes)
    case "svg", "SVG": #expect(String(decoding: bytes, as: UTF8.self).contains("<svg"))
    case "html": #expect(bytes.starts(with: Data("<!DOCTYPE html>".utf8)))
    case "pdf": #expect(bytes.starts(with: Data("%PDF".utf8)))
    case "png": #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    default: Issue.record("\(words[0]) wrote something into \(result.path)")
    }
  }

  @Test(arguments: ["explain", "compare", "diff", "tune", "whatif", "timing"])
  func `implies --json`(name: String) throws {
    let words = try #require(Self.commands.first { $0[0] == name })
    let folder = try TemporaryFolder()
    let result = folder.file("result.json")
    _ = try Program(Program.pantograph, words + ["-o", result.path])
    let asked = try Program(Program.pantograph, words + ["--json"])
    #expect(asked.output.hasPrefix("{"))
    #expect(try String(contentsOf: result, encoding: .utf8) == asked.output)
  }

  @Test(
    arguments: [
      (["replay", "--format", "csv"], "--output", "x.svg", "writes CSV, not SVG"),
      (["replay", "--format", "ndjson"], "--output", "x.json", "writes NDJSON, not JSON"),
      (["replay"], "--output", "x.json", "JSON requires --measures"),
      (["features", "--format", "ndjson"], "-o", "x.csv", "writes NDJSON, not CSV"),
      (["convert", "--format", "evemu"], "-o", "x.yml", "writes evemu, not libinput YAML"),
      (["explain"], "-o", "x.csv", "writes text or JSON, not CSV"),
      (["compare"], "--html", "x.pdf", "--html writes HTML, not PDF"),
      (["compare"], "-o", "x.html", "--html writes a page"),
      (["explain"], "-o", "x.svg", "`pantograph replay` draws pictures"),
      (["check"], "--junit", "x.json", "--junit writes XML, not JSON"),
    ])
  func `is compared with the requested format`(
    words: [String], option: String, name: String, sentence: String
  ) throws {
    let folder = try TemporaryFolder()
    let usual = Self.commands.first { $0[0] == words[0] }?.dropFirst() ?? []
    let program = try Program(
      Program.pantograph, words + usual + [option, folder.file(name).path])
    #expect(program.status == 2)
    #expect(program.complaints.contains(sentence), "\(program.complaints)")
    #expect(!FileManager.default.fileExists(atPath: folder.file(name).path))
  }

  @Test func `selects the format of features`() throws {
    let folder = try TemporaryFolder()
    let rows = folder.file("rows.ndjson")
    let program = try Program.pantograph("features", Self.flick.path, "-o", rows.path)
    #expect(program.status == 0, "\(program.complaints)")
    #expect(try String(contentsOf: rows, encoding: .utf8).hasPrefix("{"))
  }
}
