package import PantographBase
import PantographInteractions
package import PantographTrajectories
package import PantographTuning

/// The trajectory of a hard gesture, or the reason why there is none.
package struct HardTrajectory: Sendable {
  /// The result of replaying the gesture.
  package enum Replay: Sendable {
    /// The samples, and the time of the release.
    case replayed([Sample], release: Timestamp)
    /// The reason why there is no trajectory, as a sentence without a full stop.
    case missing(String)
  }

  /// The index of the gesture among all labelled gestures.
  package var gesture: Int
  /// The result of replaying the gesture.
  package var replay: Replay
  /// The command that draws it in a terminal.
  package var command: String?

  /// Makes a trajectory.
  package init(of gesture: Int, _ replay: Replay, command: String? = nil) {
    self.gesture = gesture
    self.replay = replay
    self.command = command
  }
}

extension HardTrajectory.Replay {
  /// The largest difference of release times in seconds: features may have fewer digits than the trajectory.
  private static let tolerance = 0.001
  /// The smallest difference of two fractions that counts.
  private static let smallestDifference = 1e-6
  /// The time shown before a gesture, in seconds.
  private static let before = 0.05

  /// Cuts a gesture out of its recording's trajectory: from just before it begins until the animation rests or the
  /// next gesture begins.
  package init(of features: GestureFeatures, in trajectory: Trajectory) {
    let ends = trajectory.events.filter { event in
      switch event.kind {
      case .ended, .cancelled: abs(event.time - features.time) <= Self.tolerance
      default: false
      }
    }
    guard features.end != .none, let end = ends.first else {
      self = .missing(
        features.end == .none
          ? "no gesture was recognised" : "the tuned rule has no such gesture in the recording")
      return
    }
    let began = trajectory.events.last { $0.kind == .began && $0.time <= end.time }
    let next = trajectory.events.first { $0.kind == .began && $0.time > end.time }
    let start = Timestamp(
      microseconds: max((began?.time ?? end.time).microseconds - Int64(Self.before * 1_000_000), 0))
    var window = TrajectoryWindow(
      Trajectory(), from: start, until: next?.time ?? Timestamp(microseconds: .max))
    for sample in trajectory.samples {
      // If a gesture starts afresh, the rest before it elsewhere does not belong to it.
      if let began, sample.time < began.time, sample.phase == .rest,
        case .ended(let context) = end.kind,
        abs(sample.fraction - context.startFraction) > Self.smallestDifference
      {
        continue
      }
      window.receive(sample)
    }
    window.finish()
    let rest = window.sink.samples.firstIndex { $0.time > end.time && $0.phase == .rest }
    self = .replayed(
      Array(window.sink.samples[...(rest ?? window.sink.samples.count - 1)]), release: end.time)
  }
}

extension ChannelPlot {
  /// Returns the fraction of a hard gesture's animation over time, with the thresholds of a rule, as a figure.
  static func figure(
    _ id: String, _ name: String, _ samples: [Sample], release: Timestamp, under rule: ReleaseRule
  ) -> Markup {
    let run = PlottedRun("", [], samples)
    let axis = TimeAxis([run], [], [.init(time: release, word: "released")])
    var plot = ChannelPlot(
      id: id, title: "Fraction over time of \(name)",
      description: "Released at \(Wording.clock(release)); the animation ends at"
        + " \(Wording.number(samples.last?.fraction ?? 0)).",
      unit: "fraction", channels: [0], runs: [run], axis: axis)
    plot.levels = rule.clauses.flatMap(\.conditions)
      .filter { $0.quantity == .fraction && $0.threshold != 0 }
      .map { .init(value: $0.threshold, words: Wording.demand($0, NumberText.exact($0.threshold))) }
    plot.least = 0...1
    plot.height = 226
    plot.isWorded = true
    plot.isTimed = false
    plot.isAxisTitled = true
    plot.isLarge = false
    let asked = [PlotLegend.line("asked", "threshold of the rule")]
    return Markup("figure") {
      plot.markup
      PlotLegend(PlotLegend.phases(of: axis) + (plot.levels.isEmpty ? [] : asked)).markup
      PageTable.samples(run).folded("The curve as a table")
    }
  }
}
