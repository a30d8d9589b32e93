import Evdev
import Glibc
import Quantities
import Traces

/// `pantograph play`: from a recording to devices that every program sees.
enum PlayCommand {
  static let command = Command(
    name: "play",
    summary: "plays a recording on virtual devices that every program sees",
    operands: [.file("RECORDING")],
    options: [
      .init("--speed", value: "FACTOR", help: "how much faster than recorded (default 1)"),
      .init(
        "--once-after", value: "SECONDS",
        help: "play it once, after waiting so long (the default, with 1)"),
      .init("--loop", help: "play it again and again; Ctrl-C ends"),
      .init("--wait", help: "play it once for each Enter; Ctrl-D ends"),
      .init(
        "--linger", value: "SECONDS",
        help: "how long to keep the device after it, or to pause in a loop (default 1)"),
      CommonOptions.device,
      CommonOptions.kind,
      CommonOptions.node,
      CommonOptions.lenient,
    ],
    details: """
      The nodes are printed first, one for each device of the recording. The devices are made through
      uinput, which takes the right to write to /dev/uinput, and are gone when the command ends. What
      is down when it ends is lifted.
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let speed = try arguments.number("--speed", in: 0.01...1000) ?? 1
    let after = try arguments.number("--once-after", in: 0...3600) ?? 1
    let linger = try arguments.number("--linger", in: 0...3600) ?? 1
    let ways = ["--once-after", "--loop", "--wait"].filter { arguments.has($0) }
    guard ways.count <= 1 else {
      throw Complaint("pantograph play: \(ways[0]) and \(ways[1]) exclude each other")
    }
    // All of it is read first: a damaged recording is found before anything has moved.
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
        say("Enter plays \(source.path), Ctrl-D ends")
        while waitForEnter(loop), try player.play(loop) {
          say("played; Enter plays it again, Ctrl-D ends")
        }
      } else if loop.pause(until: EventLoop.now.advanced(bySeconds: after)) {
        while try player.play(loop),
          loop.pause(until: EventLoop.now.advanced(bySeconds: linger)), arguments.has("--loop")
        {}
      }
      // With a device the kernel throws away what its readers have not read yet.
      EventLoop.rest(milliseconds: 200)
    } catch let error as DeviceError {
      throw Complaint(error.description)
    }
    return .fine
  }

  /// Whether Enter was pressed, and not the end of input or a signal.
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
  fileprivate func checkThatItCanBePlayed() throws(Complaint) {
    guard parts.contains(where: { $0.eventCount > 0 }) else {
      throw Complaint("\(path): no events in it")
    }
    guard !parts.contains(where: \.device.description.capabilities.isEmpty) else {
      throw Complaint(
        "\(path): there is no description of a device in it to make one by; --device FILE takes one"
          + " from elsewhere")
    }
  }
}
