import Cases
import Evdev
import Interactions
import Quantities
import Reports
import Touches
import Traces
import Trajectories

/// The recording that a command was given, on its way to a trajectory.
struct ReplayedRecording: ~Copyable {
  private var replay: Replay
  private let choice: DeviceChoice

  /// Opens a recording by the options ``CommonOptions/replayed``.
  ///
  /// - Parameters:
  ///   - interaction: what it drives.
  ///   - arguments: what was typed.
  ///   - path: where it is.
  ///   - isSilent: whether nothing is to be said meanwhile of how far it has come.
  init(
    _ interaction: Interaction, _ arguments: Arguments, recording path: String,
    isSilent: Bool = false
  ) throws {
    let described = try CommonOptions.described(arguments)
    let settings = try CommonOptions.touchSettings(arguments, for: interaction)
    let choice = CommonOptions.deviceChoice(arguments)
    let file = try InputFile(path)
    var progress = isSilent ? nil : ReadingProgress(of: path)
    let recording = RecordingStream(
      reading: { (piece) throws(UnusableFile) in
        try file.read(into: &piece)
        progress?.show(piece.count)
      }, named: path,
      choosing: choice, isLenient: arguments.has("--lenient"))
    let replay: Replay
    do {
      replay = try Replay(
        recording, driving: interaction, describedBy: described, touches: settings)
    } catch {
      throw Complaint(error)
    }
    self.choice = choice
    if described == nil, replay.surface.isKindAssumed {
      say(
        "\(path): \(CommonOptions.assumedKind(replay.surface)); put a line such as 'kind touchpad'"
          + " before them")
    }
    self.replay = replay
  }

  /// Runs to the end of the recording, and on until the animation rests.
  mutating func run(into sink: inout some TrajectorySink) throws {
    do {
      try replay.run(into: &sink)
    } catch let error as UnusableFile {
      throw Complaint(error)
    }
    replay.recording.sayLongPauses()
    replay.recording.sayWhatIsLeftOut(eventCount: replay.eventCount, choosing: choice)
  }

  /// The instant of its last frame, from its first event.
  var end: Timestamp { Timestamp(microseconds: 0).advanced(bySeconds: replay.duration) }

  /// What the fingers move on.
  var surface: Surface { replay.surface }

  /// A page on it, still without a trajectory.
  func page(of interaction: Interaction) -> TrajectoryPage {
    var page = TrajectoryPage(interaction, named: title)
    page.surface = surface
    return page
  }

  /// What a page calls it: its folder is a case's name, and where that lies is told below.
  var title: String {
    let path = replay.recording.path
    return path == "-"
      ? "standard input" : path.split(separator: "/").suffix(2).joined(separator: "/").shown
  }

  /// What was read, for a person.
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
