import Foundation
import PantographTestSupport
import Testing

/// The programs in `tools` and its folders, some of them in Python.
private let tools = {
  let folder = Repository.root.appendingPathComponent("tools")
  return (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
    .sorted().map { folder.appendingPathComponent($0) }.filter { isProgram($0) }
}()

private func isProgram(_ file: URL) -> Bool {
  FileManager.default.isExecutableFile(atPath: file.path)
    && !file.hasDirectoryPath
    && (OtherProgram.python != nil
      || (try? String(contentsOf: file, encoding: .utf8))?.hasPrefix("#!/usr/bin/env bash") ?? false)
}

/// `tools/lib/run-tests` with a package whose tests are a script.
@Suite(.enabled(if: OtherProgram.python != nil, OtherProgram.absence("python3")))
struct `The tool that runs tests` {
  private let package: TemporaryFolder

  init() throws {
    package = try TemporaryFolder()
    let files = FileManager.default
    for folder in ["tools/lib", ".build"] {
      try files.createDirectory(at: package.file(folder), withIntermediateDirectories: true)
    }
    try files.copyItem(
      at: Repository.root.appendingPathComponent("tools/lib/run-tests"),
      to: package.file("tools/lib/run-tests"))
    _ = try package.program("swift", "echo \"$PWD\"")
  }

  /// Runs the tests of a script, which receives the patterns of a runner.
  private func run(_ script: String, _ words: String...) throws -> Program {
    _ = try package.program("pantographPackageTests.xctest", script)
    return try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["PATH=\(package.url.path):/usr/bin:/bin", package.file("tools/lib/run-tests").path] + words,
      in: package.url)
  }

  /// A runner without tests ends with 69 (`EX_UNAVAILABLE`).
  private static let nothing = "echo 'Test run with 0 tests in 0 suites passed'; exit 69"

  @Test func `calls a runner to which nothing is left no failure`() throws {
    let one = #"{"kind":"test","payload":{"kind":"function","id":"A"}}"#
    let end = #"{"kind":"event","payload":{"kind":"testEnded","testID":"A","messages":[]}}"#
    // The runner of the tests that start programs skips all but those.
    let script = """
      case "$*" in *'(?!'*) \(Self.nothing);; esac
      while [ "$1" != --event-stream-output-path ]; do shift; done
      printf '%s\\n' '\(one)' '\(end)' >"$2"; echo 'Test run with 1 test in 1 suite passed'
      """
    let program = try run(script, "--filter", "Law")
    #expect(program.status == 0, "\(program)")
    #expect(
      program.output == """
        starting: no tests were run: none of its tests is left by --filter Law
        computing: Test run with 1 test in 1 suite passed
        1 passed, 0 failed, 0 skipped

        """)
  }

  @Test func `fails without any tests, and says why`() throws {
    let program = try run(Self.nothing, "--filter", "Lwa")
    #expect(program.status == 1)
    for name in ["starting", "computing"] {
      #expect(
        program.output.contains(
          "\(name): no tests were run: none of its tests is left by --filter Lwa\n"), "\(program)")
    }
    #expect(program.output.hasSuffix("0 passed, 0 failed, 0 skipped\n"))
  }

  @Test func `counts a runner that crashed`() throws {
    let program = try run("echo oops; exit 70")
    #expect(program.status == 1)
    #expect(program.output.contains("starting: ended without a result\n"), "\(program)")
    #expect(program.output.hasSuffix("0 passed, 2 failed, 0 skipped\n"), "\(program)")
  }
}

@Suite struct `Each of the tools` {
  /// A tool that ignored --help might run for half an hour.
  @Test(arguments: tools) func `prints its help, and does nothing else`(tool: URL) throws {
    let help = try Program(tool, ["--help"])
    #expect(help.status == 0 && help.complaints.isEmpty, "\(help.complaints)")
    #expect(help.output.count > 60 && !help.output.contains("#!"))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }
}
