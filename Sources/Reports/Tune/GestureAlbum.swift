package import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTrajectories
package import PantographTuning

/// A plot of each gesture of a recording, for a person who labels what was meant.
///
/// It shows the gesture up to its release, but not the animation after it, so that a rule's decision does not
/// influence the label.
package struct GestureAlbum: TrajectorySink, Sendable {
  /// A gesture and its plot.
  package struct Page: Sendable {
    /// The features of the gesture.
    package var features: GestureFeatures
    /// Its numbers on one line, and a plot of the fraction over time below.
    package var lines: [String]
  }

  private let rule: ReleaseRule
  private let unit: DistanceUnit
  /// The style of the text.
  package var style = TextStyle.plain
  private var collector: FeatureCollector
  private var samples: [Sample] = []
  private var plots: [[String]] = []
  /// 8192: eight seconds at 1000 reports per second are kept unthinned.
  private static let mostSamples = 8192

  /// Makes an empty album; the interaction's estimator gives the velocities.
  package init(_ interaction: Interaction, _ collector: FeatureCollector) {
    rule = interaction.rule
    unit = DistanceUnit(interaction.gesture)
    self.collector = collector
  }

  /// Ignores a sample: a gesture moves with events only.
  package mutating func receive(_ sample: Sample) throws(Never) {}

  /// Follows the gesture, and draws its plot on release.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    collector.receive(event)
    switch event.kind {
    case .began: samples = []
    case .changed, .ended, .cancelled: break
    case .decided, .handoff, .completed, .held, .started: return
    }
    samples.append(
      Sample(time: event.time, phase: .tracking, fraction: event.fraction, velocity: 0, values: []))
    if samples.count > Self.mostSamples { samples = TrajectoryPlot.outline(of: samples) }
    guard let gesture = collector.gestures.last, gesture.number > plots.count else { return }
    let plot = TrajectoryPlot(samples, in: style)
    plots.append(["  \(numbers(of: gesture))", ""] + plot.lines)
    samples = []
  }

  private func numbers(of gesture: GestureFeatures) -> String {
    Self.numbers(of: gesture, by: rule, in: unit)
  }

  /// Returns a gesture's numbers on one line.
  static func numbers(
    of gesture: GestureFeatures, by rule: ReleaseRule, in unit: DistanceUnit
  ) -> String {
    guard let release = gesture.release(for: rule) else { return "cut off, not released" }
    let fraction = number(release.fraction, 2)
    let duration = number(release.duration, 3)
    guard unit == .millimetres else {
      return
        "released at fraction \(fraction), \(number(release.travel, 2)) \(unit.word) in \(duration) s"
    }
    return
      "released at fraction \(fraction), \(number(release.travel, 1)) mm along, "
      + "\(number(release.crossTravel, 1)) mm across in \(duration) s, "
      + "\(number(release.velocity, 0)) mm\(rule.estimator.perWhat)"
  }

  private static func number(_ number: Double, _ decimals: Int) -> String {
    NumberText.fixed(number, decimals)
  }

  /// Returns the pages of a recording that ended at a time; without a gesture, a single page that says so.
  package func finish(at end: Timestamp) -> [Page] {
    let gestures = collector.finish(at: end)
    guard !plots.isEmpty else {
      return gestures.map { Page(features: $0, lines: ["  \(Wording.noGesture)"]) }
    }
    return zip(gestures, plots).map { Page(features: $0, lines: $1) }
  }
}
