import Pantograph
import PantographBase
import PantographInteractions
import PantographReports
import PantographTouches
import PantographTrajectories
import PantographTuning

/// Replays the recordings of gestures that are hard to classify, under the tuned rule.
struct HardReplays {
  private let interaction: Interaction
  private let arguments: Arguments
  private let jobs: Int
  private let described: DeviceDescription?

  /// The samples per second of drawn curves: 120 Hz, as a display shows.
  private static let rate = 120.0
  /// The seconds kept after a gesture, by which animations have settled.
  private static let after = 3.0
  /// The seconds kept before the end of a gesture of unknown duration.
  private static let before = 5.0

  /// Prepares the replays for the arguments of a command.
  ///
  /// - Parameters:
  ///   - interaction: the interaction with the tuned rule.
  ///   - arguments: the command's arguments.
  ///   - jobs: the number of threads.
  init(_ interaction: Interaction, _ arguments: Arguments, jobs: Int) throws {
    var interaction = interaction
    CommonOptions.choosePalms(&interaction, arguments)
    interaction.rate = Self.rate
    described = try CommonOptions.described(arguments, isQuiet: true)
    self.interaction = interaction
    self.arguments = arguments
    self.jobs = jobs
  }

  /// Returns the trajectories of gestures, replaying each recording once.
  func trajectories(of hard: [HardGesture]) -> [HardTrajectory] {
    var recordings: [String] = []
    for gesture in hard where !recordings.contains(gesture.gesture.features.recording) {
      recordings.append(gesture.gesture.features.recording)
    }
    let found = Parallel.map(recordings, jobs: jobs) { path in
      replay(path, for: hard.filter { $0.gesture.features.recording == path })
    }
    return found.flatMap(\.self)
  }

  private func replay(_ path: String, for hard: [HardGesture]) -> [HardTrajectory] {
    let command = command(for: path)
    func missing(_ reason: String) -> [HardTrajectory] {
      hard.map { HardTrajectory(of: $0.index, .missing(reason), command: command) }
    }
    guard !arguments.has("--features") else {
      return missing(
        "the gestures were read from --features, without their recordings; pass the recordings as PATHs"
          + " to plot them")
    }
    var windows = Windows(windows: hard.map { window(around: $0.gesture.features) })
    do {
      // The same settings as when its gestures were classified; warnings were printed then.
      var options = try CommonOptions.replayOptions(
        arguments, describedBy: described, for: interaction)
      options.resetsForEachGesture = !arguments.has("--in-turn")
      var replay = try Replay(file: path, driving: interaction, options)
      try replay.run(into: &windows)
    } catch {
      return missing("\(error)")
    }
    windows.finish()
    return zip(hard, windows.windows).map { gesture, window in
      let replay = HardTrajectory.Replay(of: gesture.gesture.features, in: window.sink)
      return HardTrajectory(of: gesture.index, replay, command: command)
    }
  }

  private func window(around features: GestureFeatures) -> TrajectoryWindow<Trajectory> {
    func instant(_ seconds: Double) -> Timestamp {
      let offset = Int64((seconds * 1_000_000).rounded())
      return Timestamp(microseconds: max(features.time.microseconds + offset, 0))
    }
    let duration = features.release.map { $0.duration + 1 } ?? Self.before
    return TrajectoryWindow(Trajectory(), from: instant(-duration), until: instant(Self.after))
  }

  private func command(for path: String) -> String {
    let interaction = arguments.value("--interaction") ?? ""
    return "pantograph replay \(path.quoted) --interaction \(interaction.quoted)"
  }
}

/// Several sections of the same trajectory.
private struct Windows: TrajectorySink {
  var windows: [TrajectoryWindow<Trajectory>]

  mutating func receive(_ sample: Sample) throws(Never) {
    for index in windows.indices { windows[index].receive(sample) }
  }

  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    for index in windows.indices { windows[index].receive(event) }
  }

  mutating func finish() {
    for index in windows.indices { windows[index].finish() }
  }
}
