import Foundation
import PantographTestSupport
import Testing

/// Other programs that read the stream of `live`.
@Suite struct `A client of the stream` {
  private static let flick = Repository.recordings.appendingPathComponent("touchpad-flick").path
  private static let pan = Repository.recordings.appendingPathComponent("touchpad-pan-cancel").path

  private func shell(_ line: String) throws -> Program {
    let line = line.replacingOccurrences(of: "pantograph ", with: "'\(Program.pantograph.path)' ")
    return try Program(URL(fileURLWithPath: "/bin/sh"), ["-c", line], in: Repository.root)
  }

  /// The fractions and times of the releases are those of Recordings/*/expected.csv; 30 blocks are a fraction of 1.
  @Test(
    .enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")),
    arguments: [
      (flick, 22, "finish at 0.219 s"), (pan, 11, "cancel at 0.596 s"),
    ])
  func `in Python prints each decision`(folder: String, blocks: Int, news: String) throws {
    let bar =
      String(repeating: "█", count: blocks) + String(repeating: "·", count: 30 - blocks)
    let live = "pantograph live '\(folder)' --speed 50"
    let piped = try shell("\(live) --format ndjson | python3 Tests/Examples/follow.py")
    #expect(piped.output == "\(bar) \(news)\n")

    let desk = try TemporaryFolder()
    let socket = desk.file("live").path
    let connected = try shell(
      "\(live) --format none --socket \(socket) & python3 Tests/Examples/follow.py \(socket); wait"
    )
    #expect(connected.output == piped.output, "\(connected.complaints)")
  }

  @Test func `in shell rings the bell when something has opened`() throws {
    let line = "--speed 50 --format ndjson | Tests/Examples/bell.sh"
    #expect(
      try shell("pantograph live '\(Self.flick)' \(line)").output
        == "\u{7}it is open, at 0.914144 s\n")
    #expect(try shell("pantograph live '\(Self.pan)' \(line)").output == "")
  }
}

private let hasYAML = OtherProgram.pythonRuns("-c", "import yaml")

/// The workflow to copy.
@Suite(.enabled(if: hasYAML, OtherProgram.absence("python3-yaml"))) struct `The workflow for CI` {
  /// The workflow as parsed by PyYAML.
  private func workflow() throws -> JSON {
    let path = "Tests/ExamplePackage/.github/workflows/gestures.yml"
    let file = Repository.root.appendingPathComponent(path).path
    let script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))"
    let read = try Program(try #require(OtherProgram.python), ["-c", script, file])
    #expect(read.status == 0, "\(read.complaints)")
    let desk = try TemporaryFolder()
    return JSON(try desk.file("workflow.json", read.output))
  }

  private func steps() throws -> [JSON] {
    try workflow()["jobs"]["gestures"]["steps"].list
  }

  @Test func `installs the packages that the manifest names`() throws {
    let command = try #require(try steps().first { $0["run"].text.contains("apt-get") })["run"].text
    let manifest = try String(
      contentsOf: Repository.root.appendingPathComponent("Package.swift"), encoding: .utf8)
    let names = manifest.components(separatedBy: "debian: \"").dropFirst()
      .compactMap { $0.components(separatedBy: "\"").first }
    #expect(names.count == 4)
    for name in names + ["pkg-config"] { #expect(command.contains(" \(name)")) }
    #expect(!command.contains("://"))
  }

  /// In the folder of a package, with the built program instead of `swift run pantograph`.
  @Test(arguments: [("0.5", Int32(0), "failures=\"0\""), ("0.8", 1, "failures=\"1\"")])
  func `fails if a gesture fails`(
    threshold: String, status: Int32, counted: String
  ) throws {
    let desk = try TemporaryFolder()
    let files = FileManager.default
    let gestures = desk.file("Gestures")
    try files.createDirectory(at: gestures, withIntermediateDirectories: true)
    for name in ["touchpad-flick", "touchpad-pan-finish"] {
      try files.copyItem(
        at: Repository.recordings.appendingPathComponent(name),
        to: gestures.appendingPathComponent(name))
    }
    let file = gestures.appendingPathComponent("touchpad-flick/interaction.json")
    try String(contentsOf: file, encoding: .utf8)
      .replacingOccurrences(
        of: #""fractionAbove": 0.5"#, with: #""fractionAbove": \#(threshold)"#
      )
      .write(to: file, atomically: true, encoding: .utf8)
    _ = try desk.program("swift", "shift 2\nexec '\(Program.pantograph.path)' \"$@\"")

    let steps = try steps()
    let check = try #require(steps.first { $0["run"].text.hasPrefix("swift run pantograph ") })
    let program = try Program(
      URL(fileURLWithPath: "/bin/sh"), ["-ec", "PATH=.:$PATH\n" + check["run"].text], in: desk.url)
    #expect(program.status == status, "\(program.complaints)")

    // The uploaded file is the written report.
    let keep = try #require(steps.first { $0["uses"].text.hasPrefix("actions/upload-artifact@") })
    #expect(keep["if"].text == "failure()")
    let report = try String(contentsOf: desk.file(keep["with"]["path"].text), encoding: .utf8)
    #expect(report.contains("tests=\"2\" \(counted)"))
  }
}
