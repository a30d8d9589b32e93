import Foundation
import PantographTestSupport
import Testing

@Suite struct `pantograph replay to a picture` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick")
  private static let inputs = [
    "replay", flick.appendingPathComponent("recording.yml").path,
    "-i", flick.appendingPathComponent("interaction.json").path,
  ]
  static let renderer = OtherProgram.find("rsvg-convert")
  static let hasRenderer = renderer != nil
  static let absence = OtherProgram.absence("rsvg-convert")
  static let xmllint = OtherProgram.find("xmllint")

  private func replay(_ words: String...) throws -> Program {
    try Program(Program.pantograph, Self.inputs + words)
  }

  @Test(.enabled(if: xmllint != nil, OtherProgram.absence("xmllint")))
  func `is well formed and reproducible for every case`() throws {
    let folder = try TemporaryFolder()
    var files: [String] = []
    for example in Repository.cases {
      let file = folder.file("\(example.name).svg").path
      let words = ["replay", example.recording.path, "-i", example.interaction.path]
      let program = try Program(Program.pantograph, words + ["--output", file])
      #expect(program.status == 0, "\(program.complaints)")
      files.append(file)
    }
    let check = try Program(try #require(Self.xmllint), ["--noout"] + files)
    #expect(check.status == 0 && check.complaints.isEmpty, "\(check.complaints)")
    let svg = try replay("--format", "svg").output
    #expect(try replay("--format=svg").output == svg && svg.hasSuffix("</svg>\n"))
  }

  /// A PNG has its width and height at bytes 16 and 20 (PNG, 11.2.2).
  @Test(.enabled(if: hasRenderer, absence), arguments: [(nil, 1200), ("300", 300)])
  func `has the requested width in pixels`(option: String?, width: Int) throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.png")
    let program = try Program(
      Program.pantograph,
      Self.inputs + ["-o", file.path] + (option.map { ["--width", $0] } ?? []))
    #expect(program.status == 0 && program.complaints.isEmpty, "\(program.complaints)")
    let bytes = [UInt8](try Data(contentsOf: file))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == width)
    #expect(bytes.suffix(8).starts(with: Array("IEND".utf8)))
  }

  @Test func `names the package to install if there is no renderer, and leaves no files`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.png")
    let words = ["PATH=\(folder.url.path)", Program.pantograph.path] + Self.inputs
    let program = try Program(URL(fileURLWithPath: "/usr/bin/env"), words + ["-o", file.path])
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(
      program.complaints
        == "PNG requires rsvg-convert, which was not found: install it with `apt install librsvg2-bin`, or use svg\n"
    )
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test(arguments: [
    ("echo broken >&2; exit 3", "rendering failed: broken"),
    ("cat >/dev/null", "rendering failed"), ("exit 0", "rendering failed"),
    (#"printf '\211PNG'; kill -9 $$"#, "rendering failed"),
  ])
  func `reports that the renderer failed`(script: String, sentence: String) throws {
    let folder = try TemporaryFolder()
    let tool = try folder.program("rsvg-convert", script)
    let words =
      ["PATH=\(folder.url.path):/usr/bin:/bin", Program.pantograph.path] + Self.inputs
      + ["-o", folder.file("a.png").path]
    let program = try Program(URL(fileURLWithPath: "/usr/bin/env"), words)
    #expect(program.status == 2 && program.complaints == "\(tool.path): \(sentence)\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["rsvg-convert"])
  }

  @Test(arguments: [
    (["--format", "svg", "--width", "300"], "--width requires --format png"),
    (["--format", "png", "--width", "15"], "--width 15: expected a whole number from 16 to 16384"),
    (["--format", "perfetto", "--measures"], "--measures can't be combined with perfetto"),
    (["--format", "gif"], "expected one of"),
  ])
  func `reports invalid arguments`(words: [String], sentence: String) throws {
    let program = try Program(Program.pantograph, Self.inputs + words)
    #expect(program.status == 2 && program.output.isEmpty)
    #expect(program.complaints.contains(sentence), "\(program.complaints)")
  }
}
