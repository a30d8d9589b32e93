import PantographBase
import PantographInteractions
import PantographTrajectories

/// The points and releases of a trajectory, for a picture.
///
/// Its memory is bounded for trajectories of any length.
struct DrawnTrajectory: TrajectorySink {
  /// A point of the curves; its kind applies up to the next point.
  struct Point {
    var time: Timestamp
    var fraction: Double
    var velocity: Double
    var kind: Kind
  }

  /// What moves the animation.
  enum Kind: String {
    /// Nothing.
    case still
    /// The fingers.
    case tracking
    /// A finish.
    case finish
    /// A cancel.
    case cancel
    /// A snap to a point in between.
    case snap
    /// A start without a release.
    case own

    /// It in a word or two.
    var words: String {
      switch self {
      case .still: "still"
      case .tracking: "tracking"
      case .finish: "finishes"
      case .cancel: "cancels"
      case .snap: "snaps"
      case .own: "by itself"
      }
    }
  }

  /// The end of a gesture, or the start of an animation by itself.
  struct Release {
    var time: Timestamp
    var fraction: Double
    var velocity: Double
    var isCutOff = false
    /// The decision, if there was a release.
    var decision: Decision?
    /// The run that started, if there was no gesture.
    var run: TrajectoryEvent.Run?
    /// The time when the animation came to rest.
    var rested: Timestamp?
    /// The distance of the whole progress in millimetres, if there was a release.
    var distance: Double?
  }

  private(set) var points: [Point] = []
  private(set) var releases = FirstAndLast<Release>()
  private var phase = Phase.idle
  /// The kind of the settling phase.
  private var settling = Kind.own
  /// The end of a gesture that has not been judged yet.
  private var open: Release?

  /// 8192: a minute at 120 samples per second is kept unthinned.
  private static let most = 8192
  /// 480: a slot is at most one and a half units of the picture wide.
  private static let slots = 480

  mutating func receive(_ sample: Sample) throws(Never) {
    phase = sample.phase
    append(sample.time, sample.fraction, sample.velocity)
  }

  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    // Samples already contain every movement.
    case .changed: return
    case .ended(let context): open = release(event, over: context.mapping.distance)
    case .cancelled:
      open = release(event, over: nil)
      open?.isCutOff = true
    case .decided(let decision):
      open?.decision = decision
      settling = Kind(rawValue: decision.outcome.rawValue) ?? .own
    case .handoff:
      if let open { releases.append(open) }
      open = nil
    case .started(let run):
      settling = .own
      var release = release(event, over: nil)
      release.run = run
      releases.append(release)
    case .completed:
      releases.changeNewest { $0.rested = $0.rested ?? event.time }
      runOn(to: event)
    case .began, .held: runOn(to: event)
    }
    phase = event.phase(after: phase)
    append(event.time, event.fraction, event.velocity)
  }

  private func release(_ event: TrajectoryEvent, over distance: Double?) -> Release {
    Release(
      time: event.time, fraction: event.fraction, velocity: event.velocity, distance: distance)
  }

  /// Extends a running animation to an event, at which its velocity changes.
  private mutating func runOn(to event: TrajectoryEvent) {
    guard phase == .settling, let last = points.last else { return }
    append(event.time, event.fraction, last.velocity)
  }

  private mutating func append(_ time: Timestamp, _ fraction: Double, _ velocity: Double) {
    let kind: Kind =
      switch phase {
      case .idle, .rest: .still
      case .tracking: .tracking
      case .settling: settling
      }
    points.append(Point(time: time, fraction: fraction, velocity: velocity, kind: kind))
    if points.count > Self.most { points = outline }
  }

  /// The points, thinned to what a picture can show.
  var outline: [Point] {
    guard points.count > 6 * Self.slots else { return points }
    return points.outline(
      slots: Self.slots, time: { $0.time }, heights: [{ $0.fraction }, { $0.velocity }])
  }
}

/// The text below a picture: for each release the decision and its reason.
struct PictureStory {
  /// A line of the text.
  struct Line {
    var text: String
    /// Whether it is the first line of a release.
    var isHead = false
  }

  let releases: FirstAndLast<DrawnTrajectory.Release>

  /// The text if there is no release.
  private static let nothing = "no release"

  /// Returns the event in a few words.
  static func head(of release: DrawnTrajectory.Release) -> String {
    let clock = Wording.clock(release.time)
    if let run = release.run { return "\(clock): starts \(TrajectoryStory.name(of: run))" }
    let verb = release.isCutOff ? "cut off" : "released"
    let outcome = release.decision.map { ": \(Wording.outcome(of: $0))" } ?? ""
    return "\(verb) at \(clock)\(outcome)"
  }

  /// Returns the reason of the decision, and the time to rest.
  private static func body(of release: DrawnTrajectory.Release) -> String {
    var parts = ["at fraction \(NumberText.fixed(release.fraction, 2))"]
    if release.run == nil { parts[0] += ", velocity \(NumberText.fixed(release.velocity, 2)) /s" }
    if let judgement = release.decision?.judgement { parts.append(Wording.reason(of: judgement)) }
    if let rested = release.rested {
      let seconds = NumberText.fixed(rested - release.time, 3)
      parts.append(rested == release.time ? "at rest at once" : "at rest \(seconds) s later")
    }
    return parts.joined(separator: "; ")
  }

  /// The text in lines.
  var lines: [Line] {
    if releases.count == 0 { return [Line(text: Self.nothing)] }
    return releases.lines { number, release in
      let head = (releases.first.count == 1 ? "" : "\(number)  ") + Self.head(of: release)
      return [Line(text: head, isHead: true)]
        + TextWrapping.cell(Self.body(of: release), TrajectoryPicture.letters - 4)
        .map { Line(text: $0) }
    } gap: {
      Line(text: "… \($0) more")
    }
  }

  /// The same text as sentences, for screen readers.
  var sentences: String {
    if releases.count == 0 { return Self.nothing }
    let texts = releases.kept.map {
      "\(Self.head(of: $0).capitalizedFirst), \(Self.body(of: $0))."
    }
    let more = releases.leftOut > 0 ? ["\(releases.leftOut) more are not listed."] : []
    return (texts + more).joined(separator: " ")
  }
}
