package import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTouches
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

/// One gesture of a recording, from the first finger on the surface up to its release, for a page on which a person labels it.
///
/// As in ``GestureAlbum``, nothing after the release is shown, so that a rule's decision does not influence the label.
package struct GestureClip: TrajectorySink, Sendable {
  /// The surface that the fingers moved on.
  package var surface: Surface?

  private let interaction: Interaction
  /// The number of the gesture; 0 for a recording without any, which is shown as a whole.
  private let number: Int
  private var count = 0
  private var isTouched = false
  private var contacts = ContactLog()
  private var samples: [Sample] = []
  private var milestones: [(time: Timestamp, kind: Milestone.Kind)] = []

  /// Makes an empty clip for the gesture with a number.
  package init(_ interaction: Interaction, ofGesture number: Int) {
    self.interaction = interaction
    self.number = number
  }

  private var isTracking: Bool { count == number && number > 0 }

  /// Keeps a sample while fingers are on the surface.
  package mutating func receive(_ sample: Sample) throws(EarlyEnd) {
    if isTouched || isTracking || number == 0 { samples.append(sample) }
  }

  /// Keeps the positions of the fingers since the surface was untouched.
  package mutating func receive(_ frame: TouchFrame) throws(EarlyEnd) {
    if !isTouched, !frame.contacts.isEmpty, !isTracking, number > 0 {
      contacts = ContactLog()
      samples = []
    }
    isTouched = !frame.contacts.isEmpty
    contacts.receive(frame)
  }

  /// Ends at the release.
  package mutating func receive(_ event: TrajectoryEvent) throws(EarlyEnd) {
    if case .began = event.kind { count += 1 }
    guard isTracking else { return }
    if let milestone = Milestone(event) { milestones.append((milestone.time, milestone.kind)) }
    switch event.kind {
    case .ended, .cancelled: throw EarlyEnd()
    case .began, .changed, .decided, .handoff, .completed, .held, .started: break
    }
  }

  // MARK: The page

  /// Returns the gesture's numbers on one line.
  func numbers(of gesture: GestureFeatures) -> String {
    gesture.number == 0
      ? Wording.noGesture
      : GestureAlbum.numbers(
        of: gesture, by: interaction.rule, in: DistanceUnit(interaction.gesture))
  }

  /// The layer, the player, and the curves.
  var replay: ReplaySection {
    let run = PlottedRun("", interaction.columns, samples)
    let axis = TimeAxis([run], contacts.contacts, TimeAxis.marks(of: milestones))
    var replay = ReplaySection(
      [run], axis, contacts: ContactPlots(contacts, on: surface, axis), on: Stage(interaction))
    replay.keys =
      "Space plays or pauses, ← and → step by a sample, E goes to the next event, + and − zoom, 0 shows all. P pins a"
      + " second cursor, Z shows the span up to it. Drag on a plot to seek, with Shift to select a span."
    return replay
  }
}
