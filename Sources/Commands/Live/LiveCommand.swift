import PantographBase
import PantographInteractions
import PantographReports
import PantographTouches
import PantographTraces
import PantographTrajectories
import PantographServing

/// `pantograph live`: drives an animation from a device, or from a recording played in real time.
enum LiveCommand {
  static let command = Command(
    name: "live",
    summary: "drives an animation live from a device or a recording; shows it or streams it",
    operands: [],
    optionalOperands: [.deviceOrFile("SOURCE")],
    options: [
      CommonOptions.ownInteraction,
      .init(
        "--format", value: .choice("NAME", Format.allCases),
        help: "default: see below"),
      .init(
        "--socket", value: .file("PATH"), help: "stream ndjson to clients of this Unix socket"),
    ] + LivePage.options + [
      CommonOptions.rate,
      CommonOptions.grab,
      .init(
        "--patience", value: "SECONDS",
        help: "how long a sample waits for late touch events (default 0.004)"),
      .init("--speed", value: "FACTOR", help: "playback speed of a recording (default 1)"),
      .init("--loop", help: "repeat a recording, one second after the animation has settled"),
    ] + CommonOptions.replayed + CommonOptions.textual,
    details: """
      SOURCE is a device node such as /dev/input/event5, or a recording or case folder, which is played
      in real time. Without SOURCE, the only touch device of this machine is used; if there are several,
      name one. Without --format, standard output is text on a terminal, none with --socket or --serve,
      and otherwise csv.

      On a terminal, a card moves with the fraction, above a plot and the last decision with its margin;
      press q or Ctrl-C to quit. Otherwise, each sample is printed as soon as all touches up to its time
      are known. The trajectory is therefore the same as that of `replay` with a recording of the same
      touches. A gesture that is still in progress at the end is cancelled.

      SOURCE can be `browser`, with --serve: the page at the printed address records, on a phone too, and
      each recording that it sends is saved and played. --help of `recorder` says more. A file of that
      name is ./browser.

      With --socket, any number of programs can connect at any time, for example `socat - UNIX:PATH`.
      With --serve, any number of browsers can open the printed address. Slow clients are disconnected;
      they never delay the stream. A recording starts when the first client connects.

      The command runs until Ctrl-C is pressed or the recording ends.
      """,
    exitStatus: "Exits with 0, or with 2 if the arguments can't be used or the device is removed.",
    isEndless: true,
    examples: [
      "pantograph live --interaction my.json",
      "pantograph live Recordings/touchpad-flick --speed 0.3 --loop",
      "pantograph live --interaction my.json --serve --page my.html",
      "pantograph live browser --serve --listen 0.0.0.0 --interaction my.json",
    ],
    run: run)

  /// The format of standard output.
  private enum Format: String, CaseIterable {
    case text, csv, ndjson, none
  }

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let speed = try arguments.number("--speed", in: 0.01...1000) ?? 1
    let patience = try arguments.number("--patience", in: 0...10) ?? 0.004
    let wanted = try arguments.choice("--format", Format.self)
    try LivePage.check(arguments)
    let input = try LiveInput(arguments)
    let interaction = try input.readInteraction(arguments)

    let isOnTerminal = TerminalScreen.isThere
    guard wanted != .text || isOnTerminal else {
      throw CommandError(
        "pantograph live: --format text requires a terminal; use csv or ndjson")
    }
    let isFollowed = arguments.has("--socket") || arguments.has("--serve")
    let format = wanted ?? (isFollowed ? .none : isOnTerminal ? .text : .csv)
    // Blocks signals before other threads start, which would receive them.
    let loop = try EventLoop(drawing: format == .text)
    let receiver =
      input.isBrowser ? try RecordingReceiver(arguments, of: "live") : nil
    var source: (any LiveSource)?
    if receiver == nil {
      source = try input.open(interaction, arguments, speed, patience, loop)
      guard source != nil else { return .fine }
    }
    let socket = try arguments.value("--socket").map(StreamSocket.init(at:))
    let name = source?.name ?? "browser"
    let title = name.isEmpty ? "nameless device" : name
    let web = try LivePage(
      arguments, for: interaction, named: title, on: source?.surface, recordingsTo: receiver)

    var readers: [any LiveReader] = []
    var followers = LiveFollowers(all: [])
    let output = StandardOutputReader(loop)
    if format == .ndjson { readers.append(output) }
    if let socket { readers.append(socket) }
    if let web {
      readers.append(web)
      // Its notes come first, since the server closes after the trajectory's last line.
      followers.all.append(web.notes)
      web.announce()
    }
    if !readers.isEmpty { followers.all.append(ReportFollower(NDJSONReport(interaction), readers)) }
    if format == .csv {
      let report = CSVReport(interaction, isForPeople: OutputFile().isTerminal)
      followers.all.append(ReportFollower(report, [output]))
    }
    if format != .text { printNotice("following \(name); press Ctrl-C to stop") }
    if format == .text, let screen = TerminalScreen() {
      let title = "\(title) · \(input.interaction)"
      let view = LiveView(
        interaction, title: title.shown, notice: web?.announcement ?? "",
        in: try TextStyle(arguments))
      let follower = ScreenFollower(view, on: screen)
      followers.screen = follower
      followers.all.append(follower)
    }
    defer { followers.screen?.finish { _ in false } }
    var live = LiveLoop(interaction: interaction, loop: loop, followers: followers)

    if input.isRecording, isFollowed, format == .none {
      let hasClient = { (socket?.readerCount ?? 0) + (web?.readerCount ?? 0) > 0 }
      guard try live.idle(orUntil: hasClient) else { return .fine }
    }
    var end = LiveLoop.End.over
    /// Returns what is played next, or `nil` at the end.
    func next() throws -> (any LiveSource)? {
      if let first = source.take() { return first }
      while let receiver {
        var recording: RecordingReceiver.Saved?
        guard
          try live.idle(orUntil: {
            recording = receiver.next()
            return recording != nil
          }), let recording
        else { return nil }
        printNotice("\(recording.path): \(recording.summary)")
        do {
          return try input.play(recording.path, interaction, arguments, speed, loop)
        } catch let error as CommandError {
          // A recording may have been removed since it was saved; the next ones are played.
          printNotice(error.sentence)
        }
      }
      guard arguments.has("--loop"),
        try live.idle(until: EventLoop.now.advanced(bySeconds: 1))
      else { return nil }
      return try input.open(interaction, arguments, speed, patience, loop)
    }
    var played: (any LiveSource)?
    while case .over = end, let source = try next() {
      played = source
      end = try live.run(source)
      guard receiver != nil else { continue }
      (source as? PlayedSource)?.printSkippedEvents(choosing: CommonOptions.deviceChoice(arguments))
    }
    let isOver = if case .over = end { true } else { false }
    for follower in followers.all {
      try follower.finish {
        isOver ? loop.waitToWrite(to: $0) : Descriptors.isReady($0, for: .writing)
      }
    }
    let dropped = (socket?.dropped ?? 0) + (web?.dropped ?? 0)
    if dropped > 0 {
      printNotice("\(dropped) slow client\(dropped == 1 ? " was" : "s were") disconnected")
    }
    if receiver == nil {
      (played as? PlayedSource)?.printSkippedEvents(choosing: CommonOptions.deviceChoice(arguments))
    }
    guard case .failure(let error) = end else { return .fine }
    if let error = error as? UnusableFile { throw CommandError(error) }
    throw CommandError("\(error)")
  }
}

/// The source of touches: a device or a recording.
private struct LiveInput {
  /// The path of the interaction.
  let interaction: String
  private let path: String
  private let kind: Kind

  private enum Kind {
    case device, recording, browser
  }

  var isRecording: Bool { kind == .recording }
  var isBrowser: Bool { kind == .browser }

  init(_ arguments: Arguments) throws {
    let operand = arguments.operands.first
    // A missing device node is still a device.
    kind =
      switch operand {
      case "browser": .browser
      case let operand?
      where !InputFile.isDevice(operand) && !operand.hasPrefix("/dev/input/"): .recording
      default: .device
      }
    if kind == .recording {
      (path, interaction) = try CommonOptions.recordingAndInteraction(arguments)
    } else {
      interaction = try arguments.required("--interaction", "it defines what the gesture drives")
      path = try operand ?? Self.onlyDevice()
    }
    try checkOptions(arguments)
  }

  /// Throws if an option has no effect on the source.
  private func checkOptions(_ arguments: Arguments) throws(CommandError) {
    let ofRecordings = ["--loop", "--device", "--kind", "--node", "--lenient"]
    switch kind {
    case .recording: break
    case .device:
      if let option = (["--speed"] + ofRecordings).first(where: arguments.has) {
        throw CommandError("pantograph live: \(option) requires a recording; \(path) is a device")
      }
    case .browser:
      if let option = (["--grab"] + ofRecordings).first(where: arguments.has) {
        throw CommandError(
          "pantograph live: \(option) has no effect on the recordings of a browser")
      }
      guard arguments.has("--serve") else {
        throw CommandError(
          "pantograph live: browser requires --serve, which serves the page that records")
      }
      return
    }
    if arguments.has("--save") {
      throw CommandError("pantograph live: --save requires the source browser")
    }
  }

  /// Returns the only touch device of this machine.
  private static func onlyDevice() throws(CommandError) -> String {
    let touched = FoundDevice.all().filter { found in
      guard case .success(let description) = found.description else { return false }
      return DeviceKind(description).surface(of: description) != nil
    }
    guard touched.count <= 1 else {
      let list = touched.map { "\($0.path) (\($0.name))" }.joined(separator: ", ")
      throw CommandError(
        "pantograph live: several touch devices found: \(list); pass one as SOURCE")
    }
    guard let device = touched.first else {
      throw CommandError(
        "pantograph live: no touch device can be opened; run `pantograph doctor`, or pass a recording as"
          + " SOURCE")
    }
    return device.path
  }

  func readInteraction(_ arguments: Arguments) throws -> Interaction {
    var driven = try CommonOptions.readInteraction(at: interaction)
    if let rate = try arguments.number("--rate", in: 1...10_000) { driven.rate = rate }
    CommonOptions.choosePalms(&driven, arguments)
    return driven
  }

  /// Opens the source; returns `nil` if the end is requested while waiting for a pipe.
  func open(
    _ interaction: Interaction, _ arguments: Arguments, _ speed: Double, _ patience: Double,
    _ loop: EventLoop
  ) throws -> (any LiveSource)? {
    guard kind == .device else { return try play(path, interaction, arguments, speed, loop) }
    let options = try CommonOptions.replayOptions(arguments, describedBy: nil, for: interaction)
    let settings = options.touches ?? interaction.touchSettings
    var device = try openDevice(path)
    if arguments.has("--grab") { try grabDevice(&device) }
    return try DeviceSource(
      device, at: path, settings, patience: Int64((patience * 1_000_000).rounded(.up)))
  }

  /// Opens a recording; returns `nil` if the end is requested while waiting for a pipe.
  func play(
    _ path: String, _ interaction: Interaction, _ arguments: Arguments, _ speed: Double,
    _ loop: EventLoop
  ) throws -> (any LiveSource)? {
    var options = try CommonOptions.replayOptions(arguments, describedBy: nil, for: interaction)
    let settings = options.touches ?? interaction.touchSettings
    options.described = try CommonOptions.described(arguments)
    let file = try InputFile.ofRecording(path, waits: false)
    let stream = RecordingStream(
      reading: { (piece) throws(UnusableFile) in
        guard file.wait(loop) else {
          throw UnusableFile(path, "not read to the end", because: .unreadable)
        }
        try file.read(into: &piece)
      }, named: path, choosing: options.choice, isLenient: options.isLenient)
    do {
      return try PlayedSource(
        RecordedFrames(stream, describedBy: options.described, settings), speed: speed)
    } catch {
      guard !loop.hasAskedForEnd else { return nil }
      throw CommandError(error)
    }
  }
}

/// Opens a device, or throws an error for the user.
func openDevice(_ path: String) throws(CommandError) -> Device {
  do {
    return try Device(path: path)
  } catch {
    throw CommandError(error.description)
  }
}

/// Grabs a device, or throws an error for the user.
func grabDevice(_ device: inout Device) throws(CommandError) {
  do {
    try device.grab()
  } catch {
    throw CommandError(error.description)
  }
}
