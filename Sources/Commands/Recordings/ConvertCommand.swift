import PantographEvdev
import PantographQuantities
import PantographTraces

/// `pantograph convert`: converts recordings of any supported format.
enum ConvertCommand {
  static let command = Command(
    name: "convert",
    summary:
      "converts recordings of any supported format to libinput YAML, evemu or WebDriver actions",
    operands: [.file("RECORDING…")],
    options: [
      .init(
        "--output", "-o", value: .file(), isRequired: true, writes: [.libinput, .evemu, .json],
        help: "the file to write; `-` is standard output"),
      CommonOptions.recordingFormat,
      CommonOptions.device,
      CommonOptions.kind,
      CommonOptions.node,
      CommonOptions.lenient,
    ] + ActionsExport.options,
    details: """
      All events and device descriptions are kept. Times start at the earliest event. Several recordings
      are merged into one with several devices; their times must come from the same clock.

      --to w3c writes the positions and pressures of the fingers as actions for WebDriver's
      performActions. Their durations are whole milliseconds; rounding errors do not add up.
      """,
    examples: [
      "adb shell getevent -lp /dev/input/event2 > phone.txt",
      "adb shell getevent -lt /dev/input/event2 >> phone.txt",
      "pantograph convert phone.txt -o phone.yml",
      "pantograph convert phone.yml --to w3c --density 6.3 -o actions.json",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    try ActionsExport.check(arguments)
    if try arguments.choice("--to", ScriptFormat.self) == .w3c {
      try ActionsExport.run(arguments)
      return .fine
    }
    let path = try arguments.required("--output", "the recording to write")
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

/// A conversion of one or more recordings to a single one.
struct Conversion {
  private let sources: [RecordingSource]
  /// Whether incomplete frames are left out.
  private let isLenient: Bool

  /// Reads all recordings to the end, so that nothing is written if one is damaged.
  init(
    of paths: [String], choosing choice: DeviceChoice, describedBy description: DeviceDescription?,
    isLenient: Bool
  ) throws(CommandError) {
    self.isLenient = isLenient
    sources = try paths.map { path throws(CommandError) in
      try RecordingSource(
        path, choosing: choice, describedBy: description, isLenient: isLenient)
    }
  }

  private var parts: [RecordingSource.Part] { sources.flatMap(\.parts) }

  /// Throws if the format can't hold all devices, and warns about devices that can't be played.
  func check(_ format: RecordingFormat) throws(CommandError) {
    guard format == .libinput || parts.count == 1 else {
      throw CommandError(
        "\(sources[0].path): has \(parts.count) devices, but the evemu format holds only one;"
          + " choose it with --node")
    }
    for source in sources where source.parts.contains(where: \.isUndescribed) {
      printNotice(
        "\(source.shownPath): has no device description, so the result can be replayed but not played on"
          + " a virtual device; add one with --device")
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
          printNotice(
            "\(source.path): the last frame is incomplete; its \(rest.count) events are left out")
        }
      }
    }
    try output.write(&bytes)
  }
}

extension RecordingSource.Part {
  fileprivate var isUndescribed: Bool { device.description.capabilities.isEmpty }
}
