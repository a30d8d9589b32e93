import Foundation
import Glibc
import PantographTestSupport
import Testing

/// What a signal leaves behind that arrives while something is created.
///
/// strace sends it with a call of the system: in the middle of what is created, whatever the machine does.
@Suite struct `A signal while something is created` {
  private static let strace = OtherProgram.find("strace")
  /// A machine may forbid to trace programs.
  private static let traces =
    strace.map { (try? Program($0, ["-o", "/dev/null", "true"]))?.status == 0 } ?? false
  private static let absence = OtherProgram.absence("strace")

  /// Runs the tool with a folder for temporary files, and sends a signal with the first of some calls.
  private func run(
    _ words: [String], sending signal: String, with calls: [String], keepingIn folder: URL,
    typing text: String = ""
  ) throws -> Program {
    // One of them is not on every processor.
    let names = calls.map { "?\($0)" }.joined(separator: ",")
    return try Program(
      URL(fileURLWithPath: "/usr/bin/env"),
      [
        "TMPDIR=\(folder.path)", try #require(Self.strace).path, "-o", "/dev/null", "-e",
        "trace=\(names)", "-e", "inject=\(names):signal=\(signal):when=1", Program.pantograph.path,
      ] + words, typing: text)
  }

  private func subject(_ keys: String) throws -> TemporaryFolder {
    let desk = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: Repository.recordings.appendingPathComponent("touchscreen-drag/recording.yml"),
      to: desk.file("recording.yml"))
    _ = try desk.file("subject.json", "{ \"version\": 1, \(keys) }")
    return desk
  }

  @Test(.enabled(if: traces, absence), arguments: [SIGINT, SIGTERM, SIGHUP])
  func `leaves no folder of a socket`(number: Int32) throws {
    let desk = try subject(#""command": ["true"], "socket": true"#)
    let scratch = try TemporaryFolder()
    let replay = try run(
      ["replay", desk.url.path], sending: "\(number)", with: ["mkdir", "mkdirat"],
      keepingIn: scratch.url)
    #expect(replay.status == -1, "\(replay)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
  }

  /// A process that removes it is started before the browser, which this test needs not.
  @Test(.enabled(if: traces, absence), arguments: ["chromium", "firefox"])
  func `leaves no profile of a browser`(browser: String) throws {
    let desk = try subject(#""page": "index.html", "elements": { "body": "body" }"#)
    _ = try desk.file("index.html", "")
    let program = try desk.program(browser, "exit 1")
    let scratch = try TemporaryFolder()
    let replay = try run(
      ["replay", desk.url.path, "--browser", program.path], sending: "TERM",
      with: ["mkdir", "mkdirat"], keepingIn: scratch.url)
    #expect(replay.status == -1, "\(replay)")
    var remains: [String] = []
    for _ in 0..<6000 {
      remains = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
      if remains.isEmpty { break }
      Thread.sleep(forTimeInterval: 0.1)
    }
    #expect(remains == [])
  }

  /// What a pipe sends is kept in a file that never had a name, so that none must be removed.
  @Test(.enabled(if: traces, absence)) func `leaves no file of what a pipe sends`() throws {
    let scratch = try TemporaryFolder()
    // O_TMPFILE, which Swift can't import.
    let unnamed = unsafe open(scratch.url.path, O_RDWR | 0o20_000_000 | O_DIRECTORY, 0o600)
    try #require(unnamed >= 0, "the folder's file system has no files without a name")
    close(unnamed)
    let recording = Repository.recordings.appendingPathComponent("touchpad-flick/recording.yml")
    let info = try run(
      ["info", "-"], sending: "KILL", with: ["unlink", "unlinkat"], keepingIn: scratch.url,
      typing: String(contentsOf: recording, encoding: .utf8))
    #expect(info.status == 0, "\(info)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == [])
  }
}
