import Evdev
import Traces

/// `pantograph record`: from a device to a file.
enum RecordCommand {
  static let command = Command(
    name: "record",
    summary: "records what a device sends, as libinput YAML or evemu",
    operands: ["DEVICE"],
    options: [
      .init(
        "--output", "-o", value: "FILE", isRequired: true,
        help: "the recording to make; `-` is standard output"),
      .init(
        "--format", value: "NAME",
        help: "libinput (the default) or evemu; else told by the ending of --output"),
      .init("--force", help: "write over a file of that name"),
      .init("--show-keycodes", help: "record which keys are pressed; otherwise all are KEY_A"),
    ],
    details: """
      DEVICE is a node such as /dev/input/event5. Every frame is written as it comes, to a file that
      only you can read. Ends with Ctrl-C, and when the device goes away, with status 2 and all that
      came until then.
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--output", "the recording to make")
    let format =
      try arguments.choice("--format", RecordingFormat.self, among: RecordingFormat.writable)
      ?? RecordingFormat(path: path) ?? .libinput
    let showsKeys = arguments.has("--show-keycodes")
    var device = try openDevice(arguments.operands[0])
    let output = try OutputFile(log: path, replaces: arguments.has("--force"))

    let loop = try EventLoop()
    var writer = RecordingWriter(format)
    var bytes: [UInt8] = []
    writer.writeHeader(device.description, node: arguments.operands[0], to: &bytes)
    try output.write(&bytes)
    say("recording \(device.description.name) to \(path); Ctrl-C ends")

    var frame: [InputEvent] = []
    var frameCount = 0
    var hasBegun = false
    var status = ExitStatus.fine
    while true {
      if case .stop = loop.wait(for: device.descriptor, until: nil) { break }
      do {
        while let event = try device.next() {
          if !hasBegun {
            // What was so before the first event, which alone would not tell where a finger is.
            writer.write(frame: device.initialEvents(at: event.time), to: &bytes)
            hasBegun = true
          }
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
  /// The event, with a key of the keyboard, and its place on it, told as those of the letter A.
  fileprivate var withoutLetters: InputEvent {
    var event = self
    if type == .key, code < .btnMisc { event.code = .keyA }
    if type == .miscellaneous, code == .mscScan { event.value = Int32(EventCode.keyA.rawValue) }
    return event
  }
}
