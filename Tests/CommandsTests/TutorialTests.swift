import Foundation
import TestSupport
import Testing

/// Whoever follows a page from its top to its end sees what it says.
@Suite struct `A page of the documentation` {
  private static let shown = (Page.all + [.readme]).filter { !$0.commands.isEmpty }
  private static let withSwift = Page.all.filter { !$0.snippets.isEmpty }
  private static let withDevices = Page.all.filter { !lines(of: $0).isEmpty }

  private static func lines(of page: Page) -> [String] {
    page.steps.compactMap { if case .device(let line) = $0 { line } else { nil } }
  }

  /// A folder with what the pages begin with: the recordings, and the scripts beside the tests.
  private func desk() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for (path, name) in [("Recordings", "Recordings"), ("Tests/Examples", "Tests/Examples")] {
      let place = folder.file(name)
      try files.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try files.copyItem(at: Repository.root.appendingPathComponent(path), to: place)
    }
    return folder
  }

  /// Types a line into a shell that finds the program; what both its outputs say comes in one.
  private func type(
    _ line: String, after status: Int32 = 0, in folder: TemporaryFolder
  ) throws -> Program {
    let tools = Program.pantograph.deletingLastPathComponent().path
    let script = "export PATH='\(tools)':$PATH; exec 2>&1; (exit \(status))\n\(line)"
    return try Program(URL(fileURLWithPath: "/bin/sh"), ["-c", script], in: folder.url)
  }

  @Test(arguments: shown) func `prints what it says`(page: Page) throws {
    let desk = try desk()
    var status: Int32 = 0
    for step in page.steps {
      switch step {
      case .file(let name, let text):
        _ = try desk.file(name, text)
      case .command(let line, let output):
        // Whoever is shown something that fails is shown that it does.
        #expect(status == 0 || line == "echo $?", "before \(line)")
        let program = try type(line, after: status, in: desk)
        #expect(program.output == output, "\(line)")
        status = program.status
      case .device, .swift: break
      }
    }
    #expect(status == 0)
  }

  /// What needs a device is tried with one that nobody has; what needs a key or an answer is not, but each
  /// of its options is one.
  @Test(arguments: withDevices) func `knows what the program takes`(page: Page) throws {
    let desk = try desk()
    for line in Self.lines(of: page) {
      let words = line.split(separator: " ").map(String.init)
      // What else stands there, the shell and its programs, is not ours to know.
      guard words.first == "pantograph", words.count > 1 else { continue }
      let help = try Program.pantograph(words[1], "--help").output
        .components(separatedBy: .whitespacesAndNewlines)
        .map { $0.trimmingCharacters(in: .punctuationCharacters.subtracting(["-"])) }
      for option in words where option.hasPrefix("-") {
        #expect(help.contains(option), "\(line)")
      }
      for path in words where path.hasPrefix("Recordings/") {
        #expect(FileManager.default.fileExists(atPath: desk.file(path).path), "\(line)")
      }
      guard line.contains("/dev/input/event5") else { continue }
      let example = Repository.recordings.appendingPathComponent("touchpad-flick/interaction.json")
      for name in words where name.hasSuffix(".json") {
        try? FileManager.default.copyItem(at: example, to: desk.file(name))
      }
      let other = line.replacingOccurrences(of: "/dev/input/event5", with: "/dev/input/nobody")
      let program = try type("mkdir -p Gestures/open Mine; " + other, in: desk)
      #expect(program.status == 2)
      #expect(program.output.contains("/dev/input/nobody: no such device"), "\(program.output)")
    }
  }

  /// Each of its snippets is a part of a file that is compiled and run.
  @Test(arguments: withSwift) func `shows no Swift that does not run`(page: Page) {
    let folders =
      Page.files(in: "Tests", suffix: "Tests").map { "Tests/\($0.lastPathComponent)/Examples" }
      + ["Tests/ExamplePackage/Tests/GestureTests", "Tests/ExamplePackage/Sources/Drawers"]
    #expect(page.snippets(missingFrom: folders) == [])
  }

  @Test func `is among many`() {
    #expect(Self.shown.count >= 3 && Self.withSwift.count >= 8 && Self.withDevices.count >= 3)
  }

  /// A workflow that is shown is the one that can be copied.
  @Test func `shows the workflow as it is`() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/Commands/Commands.docc/GuardAGesture.md"), encoding: .utf8)
    let workflow = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Tests/ExamplePackage/.github/workflows/gestures.yml"), encoding: .utf8)
    #expect(page.contains("```yaml\n\(workflow)```"))
  }
}
