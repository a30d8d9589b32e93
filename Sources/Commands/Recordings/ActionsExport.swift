import PantographCases
import PantographEvdev
import PantographReports
import PantographTouches
import PantographTraces

/// A format of other programs' scripts that `pantograph convert --to` writes.
enum ScriptFormat: String, CaseIterable, Sendable {
  /// The actions of W3C WebDriver.
  case w3c
}

/// `pantograph convert --to w3c`: writes the touches of a recording as actions of W3C WebDriver.
enum ActionsExport {
  static let options: [Command.Option] = [
    .init(
      "--to", value: .choice("FORMAT", ScriptFormat.allCases),
      help: "write WebDriver actions (JSON) instead of a recording; requires --density"),
    .init("--density", value: "PX", help: "CSS pixels per millimetre for --to, such as 6.3"),
  ]

  /// Throws if options exclude each other.
  static func check(_ arguments: Arguments) throws {
    let isScript = arguments.has("--to")
    if arguments.has("--density"), !isScript { throw arguments.error("--density requires --to") }
    if arguments.has("--format"), isScript {
      throw arguments.error("--format and --to exclude each other")
    }
    if let path = arguments.value("--output"), let format = FileFormat(path: path),
      isScript != (format == .json)
    {
      throw CommandError(
        "\(path): a recording is written as libinput YAML or evemu; --to w3c writes JSON")
    }
  }

  static func run(_ arguments: Arguments) throws {
    let path = try arguments.required("--output", "the actions to write")
    guard let density = try arguments.number("--density", in: 0.1...200) else {
      throw arguments.error("--to requires --density: CSS pixels per millimetre, such as 6.3")
    }
    guard arguments.operands.count == 1, let input = arguments.operands.first else {
      throw arguments.error("--to writes the touches of one recording; convert each by itself")
    }
    let file = try InputFile.ofRecording(input)
    let stream = RecordingStream(
      reading: { (piece) throws(UnusableFile) in try file.read(into: &piece) }, named: input,
      choosing: CommonOptions.deviceChoice(arguments), isLenient: arguments.has("--lenient"))
    do {
      let actions = try actions(
        of: stream, describedBy: CommonOptions.described(arguments), density: density)
      let output = try OutputFile(result: path, inputs: arguments.operands)
      try output.write(pieces: actions.pieces)
      try output.finish()
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
  }

  private static func actions(
    of stream: consuming RecordingStream, describedBy described: DeviceDescription?,
    density: Double
  ) throws -> WebDriverActions {
    let path = stream.path
    var frames = try RecordedFrames(stream, describedBy: described, TouchSettings())
    if frames.surface.isSizeAssumed {
      printNotice("\(path): the size of the surface is assumed, and so are all positions in pixels")
    }
    var actions = WebDriverActions(
      ofPen: frames.surface.kind == .pen, pixelsPerMillimetre: density)
    while try frames.next() { actions.take(frames.frame) }
    guard !actions.isEmpty else { throw UnusableFile(path, "contains no touches") }
    return actions
  }
}
