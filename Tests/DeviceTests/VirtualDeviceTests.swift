import Foundation
import TestSupport
import Testing

/// Whether a virtual device can be made here.
private let hasUinput = unsafe access("/dev/uinput", W_OK) == 0

@Suite(.enabled(if: hasUinput, "needs /dev/uinput; tools/vm has one"), .serialized)
struct `A virtual device` {
  /// A pantograph that runs beside the test.
  private final class Companion {
    let process = Process()
    let input = Pipe()
    private let folder: TemporaryFolder

    init(_ arguments: [String], holdsInput: Bool = false) throws {
      folder = try TemporaryFolder()
      for name in ["out", "err"] { try Data().write(to: folder.file(name)) }
      process.executableURL = Program.pantograph
      process.arguments = arguments
      if holdsInput {
        process.standardInput = input
      } else {
        process.standardInput = FileHandle.nullDevice
      }
      process.standardOutput = try FileHandle(forWritingTo: folder.file("out"))
      process.standardError = try FileHandle(forWritingTo: folder.file("err"))
      try process.run()
    }

    var output: String { text("out") }
    var complaints: String { text("err") }

    private func text(_ name: String) -> String {
      (try? String(contentsOf: folder.file(name), encoding: .utf8)) ?? ""
    }

    /// Waits until the program has said something, for at most a minute of the guest's slow time.
    func wait(until condition: (Companion) -> Bool) throws {
      for _ in 0..<600 {
        if condition(self) { return }
        Thread.sleep(forTimeInterval: 0.1)
      }
      throw Silence(output: output, complaints: complaints)
    }

    func end() -> Int32 {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private struct Silence: Error {
    let output: String
    let complaints: String
  }

  @Test(arguments: Repository.cases)
  func `gives live the trajectory that replay makes of what record wrote`(example: Case) throws {
    let folder = try TemporaryFolder()
    let player = try Companion(["play", example.recording.path, "--wait"], holdsInput: true)
    try player.wait { $0.output.hasSuffix("\n") && $0.complaints.contains("Enter plays") }
    let node = player.output.trimmingCharacters(in: .whitespacesAndNewlines)

    let recording = folder.file("recording.yml").path
    let recorder = try Companion(["record", node, "--output", recording])
    // The guest is emulated: a frame may take tens of milliseconds from the kernel to its reader.
    let live = try Companion(
      ["live", node, "--interaction", example.interaction.path, "--patience", "0.5"])
    try recorder.wait { $0.complaints.contains("recording") }
    try live.wait { $0.complaints.contains("following") }

    // Once more after it has settled: two gestures in one go, the second from where the first ended.
    for rests in 1...2 {
      try player.input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
      try live.wait { $0.output.components(separatedBy: ",rest,").count > rests }
    }
    try player.input.fileHandleForWriting.close()
    #expect(player.end() == 0)

    // The device went away under both, which each says, with everything written until then.
    #expect(recorder.end() == 2)
    #expect(live.end() == 2)
    #expect(recorder.complaints.contains("the device is gone"))
    #expect(live.complaints.contains("the device is gone"))
    #expect(!live.complaints.contains("came after"), "\(live.complaints)")

    let replayed = try Program.pantograph(
      "replay", recording, "--interaction", example.interaction.path, "--format", "csv")
    #expect(replayed.status == 0, "\(replayed.complaints)")
    #expect(live.output == replayed.output)
    #expect(live.output.components(separatedBy: ",tracking,").count > 10)
  }

  @Test func `lets record end with a signal and a whole file`() throws {
    let example = try #require(Repository.cases.first)
    let folder = try TemporaryFolder()
    let player = try Companion(["play", example.recording.path, "--wait"], holdsInput: true)
    try player.wait { $0.output.hasSuffix("\n") && $0.complaints.contains("Enter plays") }
    let node = player.output.trimmingCharacters(in: .whitespacesAndNewlines)
    for format in ["libinput", "evemu"] {
      let file = folder.file("recording.\(format)")
      let recorder = try Companion(["record", node, "--output", file.path, "--format", format])
      try recorder.wait { $0.complaints.contains("recording") }
      let before = try Data(contentsOf: file).count
      try player.input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
      try recorder.wait { _ in ((try? Data(contentsOf: file).count) ?? 0) > before + 2000 }
      kill(recorder.process.processIdentifier, SIGINT)
      #expect(recorder.end() == 0)
      #expect(recorder.complaints.contains("frames are in"))
      let replayed = try Program.pantograph(
        "replay", file.path, "--interaction", example.interaction.path, "--format", "csv")
      #expect(replayed.status == 0, "\(replayed.complaints)")
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      // A second recording does not take the first one's place.
      let again = try Program.pantograph("record", node, "--output", file.path)
      #expect(again.status == 2 && again.complaints.contains("--force"))
      // The rest of the hand is let pass before the next one.
      Thread.sleep(forTimeInterval: 3)
    }
    try player.input.fileHandleForWriting.close()
    #expect(player.end() == 0)
  }
}
