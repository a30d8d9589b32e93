import Evdev
import Glibc
import Quantities
import Traces

/// `pantograph play`: from a recording to a device that every program sees.
enum PlayCommand {
  static let command = Command(
    name: "play",
    summary: "plays a recording on a virtual device that every program sees",
    operands: ["RECORDING"],
    options: [
      .init("--speed", value: "FACTOR", help: "how much faster than recorded (default 1)"),
      .init("--after", value: "SECONDS", help: "how long to wait before it begins (default 1)"),
      .init("--linger", value: "SECONDS", help: "how long to keep the device after it (default 1)"),
      .init("--wait", help: "play once for each Enter; Ctrl-D ends"),
      .init("--lenient", help: "play what is whole of a damaged recording"),
    ],
    details: """
      The device's node is printed first. The device is made through uinput, which takes the right
      to write to /dev/uinput, and is gone when the command ends.
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let speed = try arguments.number("--speed", in: 0.01...1000) ?? 1
    let after = try arguments.number("--after", in: 0...3600) ?? 1
    let linger = try arguments.number("--linger", in: 0...3600) ?? 1
    var recording = try RecordingFile(
      arguments.operands[0], isLenient: arguments.has("--lenient"))
    // All of it is read first: a damaged recording is found before anything has moved.
    var events: [InputEvent] = []
    while try recording.readBatch() { events += recording.events }
    guard let first = events.first else { throw Complaint("\(recording.path): no events in it") }
    guard !recording.device.capabilities.isEmpty else {
      throw Complaint("\(recording.path): there is no description of a device in it to make one by")
    }
    let whole = events.lastIndex(where: \.endsFrame).map { $0 + 1 } ?? 0
    try recording.checkEnd(isInsideFrame: whole < events.count)
    events.removeLast(events.count - whole)

    let loop = try EventLoop()
    do {
      let device = try VirtualDevice(recording.device)
      try OutputFile().write("\(device.path)\n")
      let player = Player(events: events, first: first.time, speed: speed)
      if arguments.has("--wait") {
        say("Enter plays \(recording.path), Ctrl-D ends")
        while waitForEnter(loop) {
          guard try player.play(on: device, loop) else { break }
        }
      } else if player.pause(until: EventLoop.now.advanced(bySeconds: after), loop),
        try player.play(on: device, loop)
      {
        _ = player.pause(until: EventLoop.now.advanced(bySeconds: linger), loop)
      }
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

/// Sends recorded events at the times at which they were recorded.
private struct Player {
  let events: [InputEvent]
  let first: Timestamp
  let speed: Double

  /// Plays all events; false when the end was asked for on the way.
  func play(on device: borrowing VirtualDevice, _ loop: EventLoop) throws -> Bool {
    // A recording that names no slot means the first one, which another playing may have left. The
    // kernel keeps to itself what changes nothing, and refuses nothing that a device doesn't have.
    try device.send(
      InputEvent(time: first, type: .absolute, code: .absMTSlot, value: 0))
    let start = EventLoop.now
    for event in events where event.code != .synDropped || event.type != .synchronization {
      let elapsed = (event.time - first) / speed
      guard pause(until: start.advanced(bySeconds: elapsed), loop) else { return false }
      try device.send(event)
    }
    return true
  }

  /// Waits for an instant; false when the end was asked for.
  func pause(until instant: Timestamp, _ loop: EventLoop) -> Bool {
    while EventLoop.now < instant {
      if case .stop = loop.wait(for: nil, until: instant) { return false }
    }
    return true
  }
}
