import PantographBase
import PantographReports
import PantographTouches
import PantographTraces

/// `pantograph convert`: converts recordings of any supported format.
enum ConvertCommand {
  static let command = Command(
    name: "convert",
    summary:
      "converts recordings to libinput YAML, evemu, or scripts for other programs",
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

      --to flutter writes pointer events for handlePointerEventRecord in tests of Flutter. Two or more
      fingers on a touchpad become one PointerPanZoom, as Flutter's engine reports them.

      Fingers that are down at the end of the recording are cancelled by these three. ChromeDriver
      takes that and does nothing.

      --to uinput writes the events as commands of Android's uinput program, which creates the device
      and plays them: adb shell uinput - < FILE. Delays are whole milliseconds, too.
      """,
    examples: [
      "adb shell getevent -lp /dev/input/event2 > phone.txt",
      "adb shell getevent -lt /dev/input/event2 >> phone.txt",
      "pantograph convert phone.txt -o phone.yml",
      "pantograph convert phone.yml --to w3c --density 6.3 -o actions.json",
      "pantograph convert phone.yml --to cdp --density 6.3 -o touches.ndjson",
      "pantograph convert phone.yml --to flutter --density 6.3 -o events.json",
      "pantograph convert phone.yml --to uinput -o phone.json",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let name = try arguments.choice("--to")
    let script = name.flatMap { ScriptFormat(rawValue: $0) }
    try ScriptExport.check(arguments, for: script)
    if let script, script.unit != nil {
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

/// A format of other programs' scripts that `pantograph convert --to` writes.
enum ScriptFormat: String, CaseIterable, Sendable {
  /// The actions of W3C WebDriver.
  case w3c
  /// Calls of the Chrome DevTools Protocol.
  case cdp
  /// The pointer events of Flutter's tests.
  case flutter
  /// The commands of Android's `uinput` program.
  case uinput

  /// The formats that the name of the file may imply.
  var fileFormats: [FileFormat] {
    switch self {
    case .w3c, .flutter: [.json]
    case .cdp: [.ndjson]
    case .uinput: [.json, .ndjson]
    }
  }

  /// The unit of its positions; `nil` if they are those of the device.
  var unit: String? {
    switch self {
    case .w3c, .cdp: "CSS pixels"
    case .flutter: "logical pixels"
    case .uinput: nil
    }
  }

  /// The name of what it writes, in a sentence.
  fileprivate var words: String {
    switch self {
    case .w3c, .flutter: "JSON"
    case .cdp: "NDJSON"
    case .uinput: "JSON or NDJSON"
    }
  }
}

/// `pantograph convert --to`: writes a recording as a script that another program performs.
enum ScriptExport {
  static let options: [Command.Option] = [
    .init(
      "--to",
      value: .choice(
        "FORMAT",
        { ScriptFormat.allCases.map(\.rawValue) + RecordingFormat.writable.map(\.rawValue) }),
      help: "write this format or script"),
    .init(
      "--density", value: "PX",
      help: "CSS or logical pixels per mm, such as 6.3; required by all --to but uinput"),
  ]

  /// Throws if options exclude each other.
  static func check(_ arguments: Arguments, for script: ScriptFormat?) throws {
    if arguments.has("--density") {
      guard let format = arguments.value("--to") else {
        throw arguments.error("--density requires --to")
      }
      guard script?.unit != nil else {
        throw arguments.error("--density has no effect on --to \(format)")
      }
    }
    if arguments.has("--format"), arguments.has("--to") {
      throw arguments.error("--format and --to exclude each other")
    }
    guard let path = arguments.value("--output"), let format = FileFormat(path: path) else {
      return
    }
    let isScript = ScriptFormat.allCases.contains { $0.fileFormats.contains(format) }
    guard script.map({ $0.fileFormats.contains(format) }) ?? !isScript else {
      let likely = script ?? ScriptFormat.allCases.first { $0.fileFormats.contains(format) } ?? .w3c
      throw CommandError(
        "\(path): a recording is written as libinput YAML or evemu; --to \(likely.rawValue) writes"
          + " \(likely.words)")
    }
  }

  /// Writes the touches of a recording for a browser.
  static func writeTouches(_ arguments: Arguments, for script: ScriptFormat) throws {
    let path = try arguments.required("--output", "the actions to write")
    guard let density = try arguments.number("--density", in: 0.1...200) else {
      throw arguments.error(
        "--to requires --density: \(script.unit ?? "pixels") per millimetre, such as 6.3")
    }
    guard arguments.operands.count == 1, let input = arguments.operands.first else {
      throw arguments.error("--to writes the touches of one recording; convert each by itself")
    }
    let file = try InputFile.ofRecording(input)
    let stream = RecordingStream(
      reading: { (piece) throws(UnusableFile) in try file.read(into: &piece) }, named: input,
      choosing: CommonOptions.deviceChoice(arguments), isLenient: arguments.has("--lenient"))
    do {
      let (touches, notices) = try touches(
        of: stream, describedBy: CommonOptions.described(arguments), for: script, density: density)
      let output = try OutputFile(result: path, inputs: arguments.operands)
      try output.write(pieces: touches.pieces)
      try output.finish()
      notices.forEach(printNotice)
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
  }

  /// Returns the touches, and what about them is not exact.
  private static func touches(
    of stream: consuming RecordingStream, describedBy described: DeviceDescription?,
    for script: ScriptFormat, density: Double
  ) throws -> (any TouchScript, notices: [String]) {
    let path = stream.path
    var notices: [String] = []
    var frames = try RecordedFrames(stream, describedBy: described, TouchSettings())
    if frames.surface.isSizeAssumed {
      notices.append(
        "\(path): the size of the surface is assumed, and so are all positions in pixels")
    }
    let kind = frames.surface.kind
    var touches: any TouchScript
    switch script {
    case .cdp:
      touches = DevToolsTouches(pixelsPerMillimetre: density)
      if kind == .pen {
        notices.append("\(path): the touches of the pen are written as those of a finger")
      }
    case .flutter: touches = FlutterRecords(on: kind, pixelsPerMillimetre: density)
    case .w3c, .uinput:
      touches = WebDriverActions(ofPen: kind == .pen, pixelsPerMillimetre: density)
    }
    while try frames.next() {
      let count = frames.frame.contacts.count
      guard script != .cdp || count <= DevToolsTouches.mostFingers else {
        throw UnusableFile(
          path,
          "\(count) fingers touch at once, but Chromium takes at most \(DevToolsTouches.mostFingers)"
        )
      }
      touches.take(frames.frame)
    }
    touches.finish(after: frames.frame)
    guard !touches.isEmpty else {
      throw UnusableFile(
        path,
        script == .flutter && kind == .touchpad
          ? "never has two fingers on the touchpad, and Flutter takes one for the mouse's pointer;"
            + " record a gesture of two"
          : "contains no touches")
    }
    return (touches, notices + frames.recording.notes.map { "\(path): note: \($0)" })
  }
}
