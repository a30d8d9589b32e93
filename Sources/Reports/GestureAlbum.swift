import Gestures
public import Interactions
public import Quantities
public import Trajectories
public import Tuning

/// A picture of each gesture of a recording, for a person who is to say what was meant by it.
///
/// It shows what the hand did until it let go, and not what became of the animation then: nobody is to
/// guess what a rule thought of it.
public struct GestureAlbum: TrajectorySink, Sendable {
  /// A gesture and its picture.
  public struct Page: Sendable {
    /// What the hand did.
    public var features: GestureFeatures
    /// Its numbers in a line, and the fraction over time below.
    public var lines: [String]
  }

  private let rule: ReleaseRule
  private let way: DistanceUnit
  /// How its pictures look.
  public var style = TextStyle.plain
  private var collector: FeatureCollector
  private var samples: [Sample] = []
  private var pictures: [[String]] = []
  /// 8192: more than eight seconds at 1000 reports per second are kept as they are.
  private static let mostSamples = 8192

  /// Makes an album without a page.
  ///
  /// - Parameters:
  ///   - interaction: what the gestures drive; velocities are told by its rule's estimator.
  ///   - collector: makes the features.
  public init(_ interaction: Interaction, _ collector: FeatureCollector) {
    rule = interaction.rule
    way = DistanceUnit(interaction.gesture)
    self.collector = collector
  }

  /// Passes over a sample: between events a hand is where it was.
  public mutating func receive(_ sample: Sample) throws(Never) {}

  /// Follows the hand, and draws the picture when it lets go.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    collector.receive(event)
    switch event.kind {
    case .began: samples = []
    case .changed, .ended, .cancelled: break
    case .decided, .handoff, .completed, .held, .started: return
    }
    samples.append(
      Sample(
        time: event.time, phase: .tracking, fraction: event.fraction, velocity: 0, values: []))
    if samples.count > Self.mostSamples { samples = TrajectoryPlot.outline(of: samples) }
    guard let gesture = collector.gestures.last, gesture.number > pictures.count else { return }
    let plot = TrajectoryPlot(samples, releases: [], threshold: nil, in: style)
    pictures.append(["  \(numbers(of: gesture))", ""] + plot.lines)
    samples = []
  }

  /// What the hand did, in a line.
  private func numbers(of gesture: GestureFeatures) -> String {
    guard let release = gesture.release(for: rule) else { return "cut off: nobody has let go" }
    let fraction = number(release.fraction, 2)
    let duration = number(release.duration, 3)
    guard way == .millimetres else {
      return
        "let go at fraction \(fraction), \(number(release.travel, 2)) \(way.word) in \(duration) s"
    }
    return
      "let go at fraction \(fraction), \(number(release.travel, 1)) mm along, "
      + "\(number(release.crossTravel, 1)) mm across in \(duration) s, "
      + "\(number(release.velocity, 0)) mm\(rule.estimator.perWhat)"
  }

  private func number(_ number: Double, _ decimals: Int) -> String {
    String(fixed: number, decimals: decimals)
  }

  /// The pages; where there was no gesture, the one that says so.
  ///
  /// - Parameter end: when the recording came to its end.
  public func finish(at end: Timestamp) -> [Page] {
    let gestures = collector.finish(at: end)
    guard !pictures.isEmpty else {
      return gestures.map { Page(features: $0, lines: ["  no gesture was seen in it"]) }
    }
    return zip(gestures, pictures).map { Page(features: $0, lines: $1) }
  }
}
