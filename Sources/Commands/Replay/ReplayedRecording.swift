import Pantograph
import PantographBase
import PantographInteractions
import PantographReports
import PantographTouches
import PantographTraces
import PantographTrajectories

/// The replay of a command's recording.
struct ReplayedRecording: ~Copyable {
  private var replay: Replay
  private let choice: DeviceChoice

  /// Opens a recording with the options ``CommonOptions/replayed``.
  ///
  /// - Parameters:
  ///   - interaction: the interaction that it drives.
  ///   - arguments: the arguments of the command.
  ///   - path: the path of the recording.
  ///   - window: the part that is sent to the sink; `nil` for the whole.
  ///   - isSilent: whether to show no progress line.
  init(
    _ interaction: Interaction, _ arguments: Arguments, recording path: String,
    in window: ClosedRange<Timestamp>? = nil, isSilent: Bool = false
  ) throws {
    let described = try CommonOptions.described(arguments)
    var options = try CommonOptions.replayOptions(
      arguments, describedBy: described, for: interaction)
    options.window = window
    let file = try InputFile.ofRecording(path)
    var progress = isSilent ? nil : ReadingProgress(of: path)
    let recording = RecordingStream(
      reading: { (piece) throws(UnusableFile) in
        try file.read(into: &piece)
        progress?.show(piece.count)
      }, named: path, choosing: options.choice, isLenient: options.isLenient)
    let replay: Replay
    do {
      replay = try Replay(recording, driving: interaction, options)
    } catch {
      throw CommandError(error)
    }
    choice = options.choice
    if described == nil, replay.surface.isKindAssumed {
      printNotice(
        "\(path): \(CommonOptions.assumedKind(replay.surface)); add a line such as 'kind touchpad'"
          + " before the axes")
    }
    self.replay = replay
  }

  /// Runs to the end of the recording, and until the animation has settled.
  mutating func run(into sink: inout some TrajectorySink) throws {
    do {
      try replay.run(into: &sink)
    } catch let error as UnusableFile {
      throw CommandError(error)
    }
    replay.recording.printLongPauses()
    replay.recording.printSkippedEvents(eventCount: replay.eventCount, choosing: choice)
    for remark in replay.recording.notes {
      printNotice("\(replay.recording.path): note: \(remark)")
    }
  }

  /// The time of its last frame, counted from its first event.
  var end: Timestamp { Timestamp(microseconds: 0).advanced(bySeconds: replay.duration) }

  /// The surface of the device.
  var surface: Surface { replay.surface }

  /// Returns a page for it, without a trajectory yet.
  func page(of interaction: Interaction) -> TrajectoryPage {
    var page = TrajectoryPage(interaction, named: title)
    page.surface = surface
    return page
  }

  /// The title on a page: the folder, which names a case, and the file.
  var title: String {
    let path = replay.recording.path
    return path == "-"
      ? "standard input" : path.split(separator: "/").suffix(2).joined(separator: "/").shown
  }

  /// The description of the recording at the head of a report.
  var source: [String] {
    let size = replay.surface.size
    let (width, height) = (String(fixed: size.x, decimals: 0), String(fixed: size.y, decimals: 0))
    let assumed = replay.surface.isSizeAssumed ? " (assumed)" : ""
    let seconds = String(fixed: replay.duration, decimals: 3)
    let name = replay.device.name.isEmpty ? "nameless device" : replay.device.name.shown
    let path = replay.recording.path
    return [
      path == "-" ? "standard input" : path.shown,
      "\(name), \(width) × \(height) mm\(assumed); "
        + "\(replay.recording.format?.rawValue ?? "") recording of \(replay.eventCount) events "
        + "in \(replay.frameCount) frames, \(seconds) s",
    ]
  }
}
