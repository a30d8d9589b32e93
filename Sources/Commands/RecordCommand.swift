import Evdev
import Traces

/// `pantograph record`: from a device to a file.
enum RecordCommand {
  static let command = Command(
    name: "record",
    summary: "records what a device sends, as libinput YAML or evemu",
    operands: ["DEVICE"],
    options: [
      .init("--output", "-o", value: "FILE", help: "the recording to make; `-` is standard output"),
      .init(
        "--format", value: "NAME",
        help: "libinput (the default) or evemu; else told by the ending of --output"),
      .init("--force", help: "write over a file of that name"),
      .init("--show-keycodes", help: "record which letters are typed; otherwise all are KEY_A"),
    ],
    details: """
      DEVICE is a node such as /dev/input/event5. Every frame is written as it comes. Ends with
      Ctrl-C, or when the device goes away.
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--output", "the recording to make")
    let format =
      try arguments.choice("--format", RecordingFormat.self)
      ?? RecordingFormat(path: path) ?? .libinput
    let showsKeys = arguments.has("--show-keycodes")
    var device = try openDevice(arguments.operands[0])
    // What a hand does on a device is nobody else's business.
    let output = try OutputFile(
      path, existing: arguments.has("--force") ? .replace : .refuse, mode: 0o600)

    let loop = try EventLoop()
    var writer = RecordingWriter(format)
    var bytes: [UInt8] = []
    writer.writeHeader(device.description, node: arguments.operands[0], to: &bytes)
    try output.write(&bytes)
    say("recording \(device.description.name) to \(path); Ctrl-C ends")

    var frame: [InputEvent] = []
    var frameCount = 0
    var status = ExitStatus.fine
    while true {
      if case .stop = loop.wait(for: device.descriptor, until: nil) { break }
      do {
        while let event = try device.next() {
          frame.append(showsKeys ? event : event.withoutLetters)
          guard event.endsFrame else { continue }
          writer.write(frame: frame, to: &bytes)
          frame.removeAll(keepingCapacity: true)
          frameCount += 1
        }
      } catch {
        say("\(error)")
        status = .unusable
        break
      }
      try output.write(&bytes)
    }
    try output.write(&bytes)
    say("\(frameCount) frames are in \(path)")
    return status
  }
}

extension InputEvent {
  /// The event, with a key of the keyboard told as the letter A.
  fileprivate var withoutLetters: InputEvent {
    guard type == .key, code < .btnMisc else { return self }
    var event = self
    event.code = .keyA
    return event
  }
}
