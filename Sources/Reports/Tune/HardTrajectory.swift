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

/// Draws the fraction of a gesture's animation over time.
struct HardTrajectoryPlot {
  private let id: String
  private let name: String
  private let samples: [Sample]
  private let release: Timestamp
  /// The thresholds of the rule on the fraction.
  private let thresholds: [Double]
  private let x: PlotScale
  private let y: PlotScale

  private static let height = 226.0
  private static let top = 30.0
  private static let bottom = 178.0

  init(
    _ id: String, _ name: String, _ samples: [Sample], release: Timestamp, under rule: ReleaseRule
  ) {
    self.id = id
    self.name = name
    self.samples = TrajectoryPlot.outline(of: samples)
    self.release = release
    thresholds = rule.thresholdPositions.map { rule[$0] }
      .filter { $0.quantity == .fraction && $0.threshold != 0 }.map(\.threshold)
    let times = samples.map { $0.time.seconds }
    let low = samples.reduce(0) { min($0, $1.fraction) }
    let high = samples.reduce(1) { max($0, $1.fraction) }
    x = PlotScale(across: (times.first ?? 0)...max(times.last ?? 0, times.first ?? 0))
    y = PlotScale(low...high, from: Self.bottom, to: Self.top)
  }

  /// Returns a line through the shown samples; while nothing moves, one sample covers a long time.
  private func line(_ kind: String, where isShown: (Sample) -> Bool) -> Markup {
    var points: [(x: Double, y: Double)] = []
    for (sample, next) in zip(samples, samples.dropFirst()) where isShown(sample) {
      points.append((x(sample.time.seconds), y(sample.fraction)))
      points.append((x(next.time.seconds), y(sample.isStill ? sample.fraction : next.fraction)))
    }
    return SVGPlot.path(kind, points)
  }

  var markup: Markup {
    let releaseX = x(release.seconds)
    let last = samples.last?.fraction ?? 0
    let plot = SVGPlot(
      id: id, title: "Fraction over time of \(name)",
      description: "Released at \(Wording.clock(release)); the animation ends at"
        + " \(Wording.number(last)).", height: Self.height)
    return Markup("figure") {
      plot.markup {
        SVGPlot.grid(y, count: 4)
        for threshold in thresholds { SVGPlot.level("asked", y(threshold)) }
        SVGPlot.line("old", releaseX, Self.top - 6, releaseX, Self.bottom)
        line("curve") { $0.time < release }
        line("curve second") { $0.time >= release }
        SVGPlot.label("released", above: releaseX, Self.top - 10, "strong halo")
        SVGPlot.axis(below: Self.bottom, x, "seconds")
        SVGPlot.text("fraction", 4, 14, "strong")
      }
      legend
      table
    }
  }

  private var legend: Markup {
    let lines = [
      (SVGPlot.line("curve", 1, 8, 15, 8), "tracking"),
      (SVGPlot.line("curve second", 1, 8, 15, 8), "settling"),
    ]
    let asked = [(SVGPlot.line("asked", 1, 8, 15, 8), "threshold of the rule")]
    return PlotLegend(thresholds.isEmpty ? lines : lines + asked).markup
  }

  private var table: Markup {
    PageTable(
      "Fraction over time of \(name)", ["seconds", .word("phase"), "fraction"],
      samples.spaced(PageTable.mostSamples).map { sample in
        [
          NumberText.fixed(sample.time.seconds, 3), sample.phase.rawValue,
          NumberText.fixed(sample.fraction, 3),
        ]
      }
    ).folded("The curve as a table")
  }
}
