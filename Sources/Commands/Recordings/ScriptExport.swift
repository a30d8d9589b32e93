import PantographCases
import PantographEvdev
import PantographReports
import PantographTouches
import PantographTraces

/// A format of other programs' scripts that `pantograph convert --to` writes.
enum ScriptFormat: String, CaseIterable, Sendable {
  /// The actions of W3C WebDriver.
  case w3c
  /// The commands of Android's `uinput` program.
  case uinput

  /// The formats that the name of the file may imply.
  var fileFormats: [FileFormat] {
    switch self {
    case .w3c: [.json]
    case .uinput: [.json, .ndjson]
    }
  }

  /// Whether its positions are in pixels.
  var isInPixels: Bool { self != .uinput }

  /// The name of what it writes, in a sentence.
  fileprivate var words: String {
    switch self {
    case .w3c: "JSON"
    case .uinput: "JSON or NDJSON"
    }
  }
}

/// `pantograph convert --to`: writes a recording as a script that another program performs.
enum ScriptExport {
  static let options: [Command.Option] = [
    .init(
      "--to", value: .choice("FORMAT", ScriptFormat.allCases),
      help: "write a script for browsers or Android instead of a recording"),
    .init(
      "--density", value: "PX",
      help: "CSS pixels per millimetre, such as 6.3; required by --to w3c"),
  ]

  /// Throws if options exclude each other.
  static func check(_ arguments: Arguments, for script: ScriptFormat?) throws {
    if arguments.has("--density") {
      guard let script else { throw arguments.error("--density requires --to") }
      guard script.isInPixels else {
        throw arguments.error("--density has no effect on --to \(script.rawValue)")
      }
    }
    if arguments.has("--format"), script != nil {
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
  static func writeTouches(_ arguments: Arguments) throws {
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
