import PantographReports
import PantographTouches
import PantographTraces

/// A format of other programs' scripts that `pantograph convert --to` writes.
enum ScriptFormat: String, CaseIterable, Sendable {
  /// The actions of W3C WebDriver.
  case w3c
  /// Calls of the Chrome DevTools Protocol.
  case cdp
  /// The commands of Android's `uinput` program.
  case uinput

  /// The formats that the name of the file may imply.
  var fileFormats: [FileFormat] {
    switch self {
    case .w3c: [.json]
    case .cdp: [.ndjson]
    case .uinput: [.json, .ndjson]
    }
  }

  /// Whether its positions are in pixels.
  var isInPixels: Bool { self != .uinput }

  /// The name of what it writes, in a sentence.
  fileprivate var words: String {
    switch self {
    case .w3c: "JSON"
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
      help: "CSS pixels per millimetre, such as 6.3; required by --to w3c and cdp"),
  ]

  /// Throws if options exclude each other.
  static func check(_ arguments: Arguments, for script: ScriptFormat?) throws {
    if arguments.has("--density") {
      guard let format = arguments.value("--to") else {
        throw arguments.error("--density requires --to")
      }
      guard script?.isInPixels ?? false else {
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
    let isPen = frames.surface.kind == .pen
    var touches: any TouchScript
    if script == .cdp {
      touches = DevToolsTouches(pixelsPerMillimetre: density)
      if isPen {
        notices.append("\(path): the touches of the pen are written as those of a finger")
      }
    } else {
      touches = WebDriverActions(ofPen: isPen, pixelsPerMillimetre: density)
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
    guard !touches.isEmpty else { throw UnusableFile(path, "contains no touches") }
    return (touches, notices + frames.recording.notes.map { "\(path): note: \($0)" })
  }
}
