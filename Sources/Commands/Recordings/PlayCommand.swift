import Glibc
import PantographBase
import PantographTouches
import PantographTraces

/// `pantograph play`: plays a recording on virtual devices.
enum PlayCommand {
  static let command = Command(
    name: "play",
    summary: "plays a recording on virtual input devices, visible to all programs",
    operands: [.file("RECORDING")],
    options: [
      .init("--speed", value: "FACTOR", help: "playback speed (default 1)"),
      .init(
        "--once-after", value: "SECONDS",
        help: "play once after this delay (default 1, without --loop and --wait)"),
      .init("--loop", help: "repeat until Ctrl-C"),
      .init("--wait", help: "play each time Enter is pressed, until Ctrl-D"),
      .init(
        "--linger", value: "SECONDS",
        help: "keep the devices after playing, or pause in a loop (default 1)"),
      CommonOptions.device,
      CommonOptions.kind,
      CommonOptions.node,
      CommonOptions.lenient,
    ],
    details: """
      The device nodes are printed first, one for each device of the recording. The devices are created
      with uinput, which requires write access to /dev/uinput; `pantograph doctor` checks it. At the end,
      all touches and keys are released and the devices are removed.
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let speed = try arguments.number("--speed", in: 0.01...1000) ?? 1
    let after = try arguments.number("--once-after", in: 0...3600) ?? 1
    let linger = try arguments.number("--linger", in: 0...3600) ?? 1
    let modes = ["--once-after", "--loop", "--wait"].filter { arguments.has($0) }
    guard modes.count <= 1 else {
      throw CommandError("pantograph play: \(modes[0]) and \(modes[1]) exclude each other")
    }
    // Reads the whole recording first, so that a damaged one is rejected before anything moves.
    let source = try RecordingSource(
      arguments.operands[0], choosing: CommonOptions.deviceChoice(arguments),
      describedBy: CommonOptions.described(arguments),
      isLenient: arguments.has("--lenient"), needsWholeFrames: true)
    try source.checkThatItCanBePlayed()

    let loop = try EventLoop()
    do {
      let player = try Player(source, speed: speed)
      try OutputFile().write(player.nodes.map { "\($0)\n" }.joined())
      if arguments.has("--wait") {
        printNotice("press Enter to play \(source.path), Ctrl-D to quit")
        while waitForEnter(loop), try player.play(loop) {
          printNotice("played; press Enter to play it again, Ctrl-D to quit")
        }
      } else if loop.pause(until: EventLoop.now.advanced(bySeconds: after)) {
        while try player.play(loop),
          loop.pause(until: EventLoop.now.advanced(bySeconds: linger)), arguments.has("--loop")
        {}
      }
      // When a device is removed, the kernel discards its unread events.
      EventLoop.rest(milliseconds: 200)
    } catch let error as DeviceError {
      throw CommandError(error.description)
    }
    return .fine
  }

  /// Returns whether Enter was pressed, before the end of the input or a signal.
  private static func waitForEnter(_ loop: EventLoop) -> Bool {
    while true {
      guard case .device = loop.wait(for: STDIN_FILENO, until: nil) else { return false }
      var byte: UInt8 = 0
      guard unsafe read(STDIN_FILENO, &byte, 1) == 1 else { return false }
      if byte == UInt8(ascii: "\n") { return true }
    }
  }
}

extension RecordingSource {
  fileprivate func checkThatItCanBePlayed() throws(CommandError) {
    guard parts.contains(where: { $0.eventCount > 0 }) else {
      throw CommandError("\(path): contains no events")
    }
    guard !parts.contains(where: \.device.description.capabilities.isEmpty) else {
      throw CommandError(
        "\(path): contains no device description; pass one with --device FILE")
    }
  }
}
