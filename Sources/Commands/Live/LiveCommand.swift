import Cases
import Evdev
import Interactions
import Quantities
import Reports
import Touches
import Traces

/// `pantograph live`: from a device, or a recording at its own pace, to a trajectory, as it happens.
enum LiveCommand {
  static let command = Command(
    name: "live",
    summary: "drives an animation now, with a device or a recording, for eyes and programs",
    operands: [],
    optionalOperands: [.deviceOrFile("SOURCE")],
    options: [
      CommonOptions.ownInteraction,
      .init(
        "--format", value: .choice("NAME", Format.allCases),
        help: "else as it fits"),
      .init(
        "--socket", value: .file("PATH"), help: "let programs follow at a Unix socket, in ndjson"),
    ] + LivePage.options + [
      CommonOptions.rate,
      CommonOptions.grab,
      .init(
        "--patience", value: "SECONDS",
        help: "how long a sample waits for touches that are late (default 0.004)"),
      .init("--speed", value: "FACTOR", help: "of a recording: how much faster than recorded"),
      .init("--loop", help: "of a recording: play it again and again, a second after each rest"),
    ] + CommonOptions.replayed + CommonOptions.textual,
    details: """
      SOURCE is a node such as /dev/input/event5, or a recording or a case, which is played at the pace
      of the hand. Without one, it is the only device here that is touched. Without --format, standard
      output is text on a terminal, csv elsewhere, and none where others follow.

      On a terminal a card moves with the fraction, above its curve and the last decision with its
      margin; q or Ctrl-C ends. Elsewhere each sample is printed once all touches up to its instant are
      known, so that the trajectory is the one that `replay` makes of a recording of the same touches. A
      gesture that is on at the end is cancelled then, which no recording tells.

      At a socket any number of programs follow, from when they come, such as `socat - UNIX:PATH`, and at
      the address that --serve prints any number of browsers. Who is too slow is dropped, and holds
      nobody up. A recording begins when the first of them has come.

      Ends with Ctrl-C, and at the end of a recording.
      """,
    exitStatus: "Ends with 0, and with 2 if the arguments can't be used or the device goes away.",
    examples: [
      "pantograph live --interaction my.json",
      "pantograph live Recordings/touchpad-flick --speed 0.3 --loop",
      "pantograph live --interaction my.json --serve --page my.html",
    ],
    run: run)

  /// What standard output shows.
  private enum Format: String, CaseIterable {
    case text, csv, ndjson, none
  }

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let speed = try arguments.number("--speed", in: 0.01...1000) ?? 1
    let patience = try arguments.number("--patience", in: 0...10) ?? 0.004
    let wanted = try arguments.choice("--format", Format.self)
    let place = try LivePlace(arguments)
    let interaction = try place.readInteraction(arguments)

    let isOnTerminal = TerminalScreen.isThere
    guard wanted != .text || isOnTerminal else {
      throw Complaint(
        "pantograph live: --format text is for a terminal; elsewhere there are csv and ndjson")
    }
    let isFollowed = arguments.has("--socket") || arguments.has("--serve")
    let format = wanted ?? (isFollowed ? .none : isOnTerminal ? .text : .csv)
    // Before there are other threads, which signals would go to.
    let loop = try EventLoop(drawing: format == .text)
    guard var source = try place.open(interaction, arguments, speed, patience, loop) else {
      return .fine
    }
    let socket = try arguments.value("--socket").map(StreamSocket.init(at:))
    let title = source.name.isEmpty ? "nameless device" : source.name
    let web = try LivePage(arguments, for: interaction, named: title)

    var readers: [any LiveReader] = []
    var followers = LiveFollowers(all: [])
    let output = StandardOutputReader(loop)
    if format == .ndjson { readers.append(output) }
    if let socket { readers.append(socket) }
    if let web {
      readers.append(web)
      say(web.announcement)
    }
    if !readers.isEmpty { followers.all.append(ReportFollower(NDJSONReport(interaction), readers)) }
    if format == .csv {
      followers.all.append(ReportFollower(CSVReport(interaction), [output]))
    }
    if format != .text { say("following \(source.name); Ctrl-C ends") }
    if format == .text, let screen = TerminalScreen() {
      let title = "\(title) · \(place.interaction)"
      let view = LiveView(
        interaction, title: title.shown, notice: web?.announcement ?? "",
        in: try TextStyle(arguments))
      let follower = ScreenFollower(view, on: screen)
      followers.screen = follower
      followers.all.append(follower)
    }
    defer { followers.screen?.finish { _ in false } }
    var live = LiveLoop(interaction: interaction, loop: loop, followers: followers)

    if place.isRecording, isFollowed, format == .none {
      let isSomebodyThere = { (socket?.readerCount ?? 0) + (web?.readerCount ?? 0) > 0 }
      guard try live.idle(orUntil: isSomebodyThere) else { return .fine }
    }
    var end = try live.run(source)
    while case .over = end, arguments.has("--loop") {
      guard try live.idle(until: EventLoop.now.advanced(bySeconds: 1)) else { break }
      guard let again = try place.open(interaction, arguments, speed, patience, loop) else { break }
      source = again
      end = try live.run(source)
    }
    let isOver = if case .over = end { true } else { false }
    for follower in followers.all {
      try follower.finish { isOver ? loop.waitToWrite(to: $0) : EventLoop.takes($0) }
    }
    let dropped = (socket?.dropped ?? 0) + (web?.dropped ?? 0)
    if dropped > 0 {
      say("\(dropped) of those who followed were too slow, and were dropped")
    }
    (source as? PlayedSource)?.sayWhatIsLeftOut(choosing: CommonOptions.deviceChoice(arguments))
    guard case .failure(let error) = end else { return .fine }
    if let error = error as? UnusableFile { throw Complaint(error) }
    throw Complaint("\(error)")
  }
}

/// Where touches are to come from: a device, or a recording.
private struct LivePlace {
  /// The file that says what they drive.
  let interaction: String
  let isRecording: Bool
  private let path: String

  init(_ arguments: Arguments) throws {
    guard let operand = arguments.operands.first else {
      path = try Self.onlyDevice()
      isRecording = false
      interaction = try arguments.required("--interaction", "it says what the gesture drives")
      return
    }
    // A node that is not there is a device, too.
    isRecording = !InputFile.isDevice(operand) && !operand.hasPrefix("/dev/input/")
    if isRecording {
      (path, interaction) = try CommonOptions.recordingAndInteraction(arguments)
    } else {
      path = operand
      interaction = try arguments.required("--interaction", "it says what the gesture drives")
      let options = ["--speed", "--loop", "--device", "--kind", "--node", "--lenient"]
      if let option = options.first(where: arguments.has) {
        throw Complaint("pantograph live: \(option) is for a recording, and \(path) is a device")
      }
    }
  }

  /// The device that must be meant, since there is no other.
  private static func onlyDevice() throws(Complaint) -> String {
    let touched = FoundDevice.all().filter { found in
      guard case .success(let description) = found.description else { return false }
      return DeviceKind(description).surface(of: description) != nil
    }
    guard touched.count <= 1 else {
      let list = touched.map { "\($0.path) (\($0.name))" }.joined(separator: ", ")
      throw Complaint(
        "pantograph live: several devices are touched: \(list); name the one that is meant")
    }
    guard let device = touched.first else {
      throw Complaint(
        "pantograph live: no device here can be opened that is touched; `pantograph doctor` says why, and"
          + " a recording does as well")
    }
    return device.path
  }

  func readInteraction(_ arguments: Arguments) throws -> Interaction {
    var driven = try CommonOptions.readInteraction(at: interaction)
    if let rate = try arguments.number("--rate", in: 1...10_000) { driven.rate = rate }
    CommonOptions.choosePalms(&driven, arguments)
    return driven
  }

  /// Opens what there is; nothing when the end is asked for while a pipe says nothing.
  func open(
    _ interaction: Interaction, _ arguments: Arguments, _ speed: Double, _ patience: Double,
    _ loop: EventLoop
  ) throws -> (any LiveSource)? {
    let settings = try CommonOptions.touchSettings(arguments, for: interaction)
    guard isRecording else {
      var device = try openDevice(path)
      if arguments.has("--grab") { try grabDevice(&device) }
      return try DeviceSource(
        device, at: path, settings, patience: Int64((patience * 1_000_000).rounded(.up)))
    }
    let described = try CommonOptions.described(arguments)
    let file = try InputFile(path, waits: false)
    let stream = RecordingStream(
      reading: { (piece) throws(UnusableFile) in
        guard file.wait(loop) else {
          throw UnusableFile(path, "not read to its end", because: .unreadable)
        }
        try file.read(into: &piece)
      }, named: path,
      choosing: CommonOptions.deviceChoice(arguments), isLenient: arguments.has("--lenient"))
    do {
      return try PlayedSource(stream, describedBy: described, settings, speed: speed)
    } catch {
      guard !loop.hasAskedForEnd else { return nil }
      throw Complaint(error)
    }
  }
}

/// Opens a device, or says what is wrong in the words for people.
func openDevice(_ path: String) throws(Complaint) -> Device {
  do {
    return try Device(path: path)
  } catch {
    throw Complaint(error.description)
  }
}

/// Keeps a device's events from all other programs, or says why that can't be.
func grabDevice(_ device: inout Device) throws(Complaint) {
  do {
    try device.grab()
  } catch {
    throw Complaint(error.description)
  }
}
