import Evdev
import Quantities
import Traces

/// `pantograph convert`: from recordings of any format to one that is written.
enum ConvertCommand {
  static let command = Command(
    name: "convert",
    summary: "writes recordings of any format that is read as libinput YAML or evemu",
    operands: [.file("RECORDING…")],
    options: [
      CommonOptions.recording,
      CommonOptions.recordingFormat,
      CommonOptions.device,
      CommonOptions.kind,
      CommonOptions.node,
      CommonOptions.lenient,
    ],
    details: """
      Every event is kept, and the description of each device. Times count from the earliest event.
      Several recordings become one of several devices, whose times are taken to be of one clock.
      """,
    examples: [
      "adb shell getevent -lp /dev/input/event2 > phone.txt",
      "adb shell getevent -lt /dev/input/event2 >> phone.txt",
      "pantograph convert phone.txt -o phone.yml",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let path = try arguments.required("--output", "the recording to make")
    let format = try CommonOptions.recordingFormat(arguments)
    let description = try CommonOptions.described(arguments)
    let conversion = try Conversion(
      of: arguments.operands, choosing: CommonOptions.deviceChoice(arguments),
      describedBy: description, isLenient: arguments.has("--lenient"))
    try conversion.check(format)
    let output = try OutputFile(result: path, inputs: arguments.operands)
    try conversion.write(format, to: output)
    try output.finish()
    return .fine
  }
}

/// Recordings on their way to another one.
struct Conversion {
  private let sources: [RecordingSource]
  /// Whether what is not whole is left out.
  private let isLenient: Bool

  /// Reads all recordings to their ends, so that nothing is written of one that is damaged.
  init(
    of paths: [String], choosing choice: DeviceChoice, describedBy description: DeviceDescription?,
    isLenient: Bool
  ) throws(Complaint) {
    self.isLenient = isLenient
    sources = try paths.map { path throws(Complaint) in
      try RecordingSource(
        path, choosing: choice, describedBy: description, isLenient: isLenient)
    }
  }

  private var parts: [RecordingSource.Part] { sources.flatMap(\.parts) }

  /// Refuses several devices where there is room for one, and warns of what can't be played.
  func check(_ format: RecordingFormat) throws(Complaint) {
    guard format == .libinput || parts.count == 1 else {
      throw Complaint(
        "\(sources[0].path): has \(parts.count) devices, and evemu's format only one;"
          + " --node chooses it")
    }
    for source in sources where source.parts.contains(where: \.isUndescribed) {
      say(
        "\(source.shownPath): has no description of the device, so that what is written can be read but"
          + " not played; --device takes one from elsewhere")
    }
  }

  /// Writes all devices, one after another.
  func write(_ format: RecordingFormat, to output: OutputFile) throws {
    let start = parts.map(\.start).min()
    var writer = RecordingWriter(format, start: start, deviceCount: parts.count)
    var bytes: [UInt8] = []
    for source in sources {
      for (index, part) in source.parts.enumerated() {
        writer.begin(part.device, to: &bytes)
        var recording = try source.open(part: index)
        var rest: [InputEvent] = []
        while try recording.readBatch() {
          rest += recording.events
          let count = isLenient ? (rest.lastIndex(where: \.endsFrame) ?? -1) + 1 : rest.count
          writer.write(Array(rest.prefix(count)), to: &bytes)
          rest.removeFirst(count)
          try output.write(&bytes)
        }
        if !rest.isEmpty {
          say("\(source.path): \(rest.count) events of a last frame without an end are left out")
        }
      }
    }
    try output.write(&bytes)
  }
}

extension RecordingSource.Part {
  fileprivate var isUndescribed: Bool { device.description.capabilities.isEmpty }
}
