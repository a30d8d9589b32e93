import Foundation
import PantographTestSupport
import Testing

/// Runs the commands of a page from top to bottom, and compares their output.
@Suite struct `A page of the documentation` {
  private static let shown = (Page.all + [.readme]).filter { !$0.commands.isEmpty }
  private static let withSwift = Page.all.filter { !$0.snippets.isEmpty }
  private static let withDevices = Page.all.filter { !lines(of: $0).isEmpty }

  private static func lines(of page: Page) -> [String] {
    page.steps.compactMap { if case .device(let line) = $0 { line } else { nil } }
  }

  /// A folder with the files that the pages use: the recordings, and the example scripts.
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

  /// Runs a line in a shell with the program on its path; both outputs are combined.
  private func type(
    _ line: String, after status: Int32 = 0, in folder: TemporaryFolder
  ) throws -> Program {
    let tools = Program.pantograph.deletingLastPathComponent().path
    let script = "export PATH='\(tools)':$PATH; exec 2>&1; (exit \(status))\n\(line)"
    return try Program(URL(fileURLWithPath: "/bin/sh"), ["-c", script], in: folder.url)
  }

  @Test(arguments: shown) func `prints what it shows`(page: Page) throws {
    let desk = try desk()
    var status: Int32 = 0
    for step in page.steps {
      switch step {
      case .file(let name, let text):
        _ = try desk.file(name, text)
      case .command(let line, let output):
        // A failing command must be followed by its exit status.
        #expect(status == 0 || line == "echo $?", "before \(line)")
        if line.contains(".py"), OtherProgram.python == nil {
          print("skipped, \(OtherProgram.absence("python3")): \(line)")
          continue
        }
        let program = try type(line, after: status, in: desk)
        #expect(program.output == output, "\(line)")
        status = program.status
      case .device, .swift: break
      }
    }
    #expect(status == 0)
  }

  /// Commands for a device are tried with a missing one.
  ///
  /// Commands that need keys or answers are not run, but their options must exist.
  @Test(arguments: withDevices) func `uses existing options`(page: Page) throws {
    let desk = try desk()
    for line in Self.lines(of: page) {
      let words = line.split(separator: " ").map(String.init)
      // Other programs are not checked.
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
      let other = line.replacingOccurrences(of: "/dev/input/event5", with: "/dev/input/missing")
      let program = try type("mkdir -p Gestures/open Mine; " + other, in: desk)
      #expect(program.status == 2)
      #expect(program.output.contains("/dev/input/missing: no such device"), "\(program.output)")
    }
  }

  /// Each snippet must be part of a file that is compiled and run.
  @Test(arguments: withSwift) func `shows only Swift that is compiled`(page: Page) {
    let folders =
      Page.files(in: "Tests", suffix: "Tests").map { "Tests/\($0.lastPathComponent)/Examples" }
      + ["Tests/ExamplePackage/Tests/GestureTests", "Tests/ExamplePackage/Sources/Drawers"]
    #expect(page.snippets(missingFrom: folders) == [])
  }

  @Test func `exists`() {
    #expect(Self.shown.count >= 3 && Self.withSwift.count >= 8 && Self.withDevices.count >= 3)
  }

  /// The shown workflow must be the one to copy.
  @Test(arguments: [
    ("GuardAGesture", "Tests/ExamplePackage"), ("GuardYourPage", "Tests/Examples/drawing-page"),
  ])
  func `shows the workflow of an example`(name: String, folder: String) throws {
    func text(_ path: String) throws -> String {
      try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    }
    let page = try text("Sources/Commands/Commands.docc/\(name).md")
    #expect(try page.contains("```yaml\n\(text("\(folder)/.github/workflows/gestures.yml"))```"))
  }
}
