import PantographBase
import PantographTouches
import PantographTraces

/// `pantograph convert`: converts recordings of any supported format.
enum ConvertCommand {
  static let command = Command(
    name: "convert",
    summary:
      "converts recordings to libinput YAML, evemu, or scripts for browsers and Android",
    operands: [.file("RECORDING…")],
    options: [
      .init(
        "--output", "-o", value: .file(), isRequired: true,
        writes: [.libinput, .evemu, .json, .ndjson],
        help: "the file to write; `-` is standard output"),
      CommonOptions.recordingFormat,
      CommonOptions.device,
      CommonOptions.kind,
      CommonOptions.node,
      CommonOptions.lenient,
    ] + ScriptExport.options,
    details: """
      All events and device descriptions are kept. Times start at the earliest event. Several recordings
      are merged into one with several devices; their times must come from the same clock. What a
      recording of pointers lacks is printed, and written as comments, which `info` and `replay` read.

      --to w3c writes the positions and pressures of the fingers as actions for WebDriver's
      performActions. Their durations are whole milliseconds; rounding errors do not add up.

      --to cdp writes the touches as calls of the Chrome DevTools Protocol, one a line. Their time
      stamps are in seconds from 0; the program that sends them adds the time of day at which it begins.

      --to uinput writes the events as commands of Android's uinput program, which creates the device
      and plays them: adb shell uinput - < FILE. Delays are whole milliseconds, too.
      """,
    examples: [
      "adb shell getevent -lp /dev/input/event2 > phone.txt",
      "adb shell getevent -lt /dev/input/event2 >> phone.txt",
      "pantograph convert phone.txt -o phone.yml",
      "pantograph convert phone.yml --to w3c --density 6.3 -o actions.json",
      "pantograph convert phone.yml --to cdp --density 6.3 -o touches.ndjson",
      "pantograph convert phone.yml --to uinput -o phone.json",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let name = try arguments.choice("--to")
    let script = name.flatMap { ScriptFormat(rawValue: $0) }
    try ScriptExport.check(arguments, for: script)
    if let script, script.isInPixels {
      try ScriptExport.writeTouches(arguments, for: script)
      return .fine
    }
    let path = try arguments.required("--output", "the recording to write")
    let format =
      try script == nil
      ? name.flatMap { RecordingFormat(rawValue: $0) } ?? CommonOptions.recordingFormat(arguments)
      : nil
    let description = try CommonOptions.described(arguments)
    let conversion = try Conversion(
      of: arguments.operands, choosing: CommonOptions.deviceChoice(arguments),
      describedBy: description, isLenient: arguments.has("--lenient"))
    try conversion.check(format)
    let output = try OutputFile(result: path, inputs: arguments.operands)
    if let format {
      try conversion.write(format, to: output)
    } else {
      try conversion.writeCommands(to: output)
    }
    try output.finish()
    conversion.printRemarks()
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

  /// Prints what the recordings lack; the result would pass for one that lacks nothing.
  func printRemarks() {
    for source in sources {
      for remark in source.remarks { printNotice("\(source.shownPath): note: \(remark)") }
    }
  }

  /// What the recordings lack, each once.
  private var remarks: [String] {
    sources.flatMap(\.remarks).reduce(into: []) { remarks, remark in
      if !remarks.contains(remark) { remarks.append(remark) }
    }
  }

  /// Throws if the format can't hold all devices, and warns about devices that can't be played.
  ///
  /// - Parameter format: The format of the recording; `nil` for uinput commands.
  func check(_ format: RecordingFormat?) throws(CommandError) {
    guard format == .libinput || parts.count == 1 else {
      throw CommandError(
        "\(sources[0].path): has \(parts.count) devices, but the \(format?.rawValue ?? "uinput")"
          + " format holds only one; choose it with --node")
    }
    for source in sources where source.parts.contains(where: \.isUndescribed) {
      guard format != nil else {
        throw CommandError(
          "\(source.shownPath): has no device description, without which uinput creates no device;"
            + " add one with --device")
      }
      printNotice(
        "\(source.shownPath): has no device description, so the result can be replayed but not played on"
          + " a virtual device; add one with --device")
    }
  }

  /// Writes all devices, one after another.
  func write(_ format: RecordingFormat, to output: OutputFile) throws {
    let start = parts.map(\.start).min()
    var writer = RecordingWriter(
      format, start: start, deviceCount: parts.count, remarks: remarks)
    var bytes: [UInt8] = []
    for source in sources {
      for (index, part) in source.parts.enumerated() {
        writer.begin(part.device, to: &bytes)
        try forEachBatch(of: source, part: index) { events in
          writer.write(events, to: &bytes)
          try output.write(&bytes)
        }
      }
    }
    try output.write(&bytes)
  }

  /// Writes the only device as commands of Android's `uinput` program.
  func writeCommands(to output: OutputFile) throws {
    var writer = UinputWriter()
    var bytes: [UInt8] = []
    writer.begin(parts[0].device.description, to: &bytes)
    try forEachBatch(of: sources[0], part: 0) { events in
      writer.write(events, to: &bytes)
      try output.write(&bytes)
    }
    writer.finish(to: &bytes)
    try output.write(&bytes)
  }

  /// Passes the events of a device in batches, without an incomplete last frame if that is left out.
  private func forEachBatch(
    of source: RecordingSource, part index: Int, _ take: ([InputEvent]) throws -> Void
  ) throws {
    var recording = try source.open(part: index)
    var rest: [InputEvent] = []
    while try recording.readBatch() {
      rest += recording.events
      let count = isLenient ? (rest.lastIndex(where: \.endsFrame) ?? -1) + 1 : rest.count
      try take(Array(rest.prefix(count)))
      rest.removeFirst(count)
    }
    if !rest.isEmpty {
      printNotice(
        "\(source.path): the last frame is incomplete; its \(rest.count) events are left out")
    }
  }
}

extension RecordingSource.Part {
  fileprivate var isUndescribed: Bool { device.description.capabilities.isEmpty }
}
