import Foundation
import PantographTestSupport
import Testing

/// Stalls a command in the middle of its work until it is ended.
final class Stall {
  private let pipe: Int32
  private let command: String
  private let isEnding: Bool
  /// Whether the destination is a file that must be unchanged.
  private(set) var keepsResult = true

  /// Stalls a command: before the rest of a pipe, or behind a full pipe.
  init(_ run: inout FaultyRun, isEnding: Bool) throws {
    command = run.command
    self.isEnding = isEnding
    switch run.command {
    case "label": pipe = -1
    case "shrink" where isEnding:
      // Enough gestures that the search takes longer than the test.
      let gestures = try Program(
        Program.pantograph,
        ["synth", "--output", run.recording.path]
          + Array(repeating: ["then"], count: 200).flatMap(\.self))
      #expect(gestures.status == 0, "\(gestures.complaints)")
      pipe = -1
    case "check", "diff":
      // These require a file: a finger a thousand times slower, at 10,000 samples per second, takes long.
      let text = try String(contentsOf: run.recording, encoding: .utf8)
      try Data(Self.slowed(text).utf8).write(to: run.recording)
      let interaction = try String(contentsOf: run.interaction, encoding: .utf8)
      let fast = interaction.replacing(#/"rate": *\d+/#, with: #""rate": 10000"#)
      #expect(fast != interaction)
      try Data(fast.utf8).write(to: run.interaction)
      pipe = -1
    case "features", "tune", "whatif", "timing":
      pipe = try Self.pipe(run.folder.file("list"))
      run.type("--list")
      run.type("list")
      Self.write(Data("case/recording.yml\n".utf8), to: pipe)
    case _ where run.reads(run.recording):
      let text = try Data(contentsOf: run.recording)
      try FileManager.default.removeItem(at: run.recording)
      pipe = try Self.pipe(run.recording)
      // `synth` reads only the description of a device.
      Self.write(text.prefix(run.command == "synth" ? 200 : text.count / 2), to: pipe)
    case _ where run.reads(run.interaction):
      try FileManager.default.removeItem(at: run.interaction)
      pipe = try Self.pipe(run.interaction)
      Self.write(Data("{".utf8), to: pipe)
    default:
      keepsResult = false
      let full = run.folder.file("full")
      pipe = try Self.pipe(full)
      // 1 MiB: more than any pipe holds.
      Self.write(Data(count: 1 << 20), to: pipe)
      if FileManager.default.fileExists(atPath: run.result.path) {
        try run.replace(run.result, byLinkTo: full.path)
      }
      run.behind = ">'\(full.path)'"
    }
  }

  deinit {
    if pipe >= 0 { close(pipe) }
  }

  private static func pipe(_ file: URL) throws -> Int32 {
    try #require(unsafe mkfifo(file.path, 0o600) == 0)
    // Opened for reading and writing, so that it does not end while the test holds it; not inherited.
    return try #require(
      { $0 >= 0 ? $0 : nil }(unsafe open(file.path, O_RDWR | O_NONBLOCK | O_CLOEXEC)))
  }

  private static func write(_ data: Data, to pipe: Int32) {
    _ = unsafe data.withUnsafeBytes { unsafe Glibc.write(pipe, $0.baseAddress, $0.count) }
  }

  /// A recording in YAML that is a thousand times slower.
  private static func slowed(_ text: String) -> String {
    text.replacing(#/- \[ *(\d+), *(\d+),/#) { event in
      let time = (Int(event.1) ?? 0) * 1_000_000 + (Int(event.2) ?? 0)
      return "- [\(time / 1000), \(time % 1000 * 1000),"
    }
  }

  /// Waits until the program has stalled.
  func wait(for program: RunningProgram) throws {
    if command == "label" {
      program.type("f\n")
      try program.wait { $0.output.contains("no more gestures") }
    } else if command == "live" {
      try program.wait { $0.complaints.contains("following") }
      // At its speed, it soon reaches the end of the existing half, and waits for more.
      try program.waitUntilAsleep()
    } else if isEnding {
      // A program that waits for signals has blocked them: the 15th, counted from 1.
      try program.wait { program in
        let status = try? String(
          contentsOfFile: "/proc/\(program.identifier)/status", encoding: .utf8)
        let blocked = status?.firstMatch(of: #/SigBlk:\s*([0-9a-f]+)/#).flatMap {
          UInt64($0.1, radix: 16)
        }
        return (blocked ?? 0) >> 14 & 1 == 1 || status?.contains("State:\tZ") ?? true
      }
    } else if pipe >= 0, keepsResult {
      var left: Int32 = 1
      try program.wait { _ in unsafe ioctl(pipe, UInt(FIONREAD), &left) == 0 && left == 0 }
    } else if pipe >= 0 {
      try program.waitUntilAsleep()
    } else {
      // Ten ticks, a tenth of a second: the program is computing.
      try program.wait { $0.processorTicks >= 10 }
    }
  }
}
