import Interactions
import Quantities
import Trajectories

/// A trajectory as a picture needs it: the points of its curves, and what was let go.
///
/// Of hours it keeps no more than of minutes.
struct DrawnTrajectory: TrajectorySink {
  /// A point of the curves; what follows up to the next one is of its kind.
  struct Point {
    var time: Timestamp
    var fraction: Double
    var velocity: Double
    var kind: Kind
  }

  /// What makes the animation move.
  enum Kind: String {
    /// Nothing does.
    case still
    /// The fingers.
    case hand
    /// It finishes by itself.
    case finish
    /// It goes back by itself.
    case cancel
    /// It goes to a point in between by itself.
    case snap
    /// Something else has set it going.
    case own
  }

  /// A gesture that was let go or cut off, or an animation that has been set going otherwise.
  struct Release {
    var time: Timestamp
    var fraction: Double
    var velocity: Double
    var isCutOff = false
    /// What was decided, if fingers let go.
    var decision: Decision?
    /// What was set going, if no fingers let go.
    var run: TrajectoryEvent.Run?
    /// When the animation came to rest.
    var rested: Timestamp?
    /// The millimetres of the whole way, where a hand goes one.
    var distance: Double?
  }

  private(set) var points: [Point] = []
  private(set) var releases = FirstAndLast<Release>()
  private var phase = Phase.idle
  /// What it does when it runs by itself.
  private var settling = Kind.own
  /// The end of a gesture that has not been judged yet.
  private var open: Release?

  /// 8192: more than a minute at 120 samples per second is kept as it is.
  private static let most = 8192
  /// 480: each is no wider than one and a half of the units that a picture is wide in.
  private static let slots = 480

  mutating func receive(_ sample: Sample) throws(Never) {
    phase = sample.phase
    append(sample.time, sample.fraction, sample.velocity)
  }

  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    // Samples tell as much of every movement.
    case .changed: return
    case .ended(let hand): open = release(event, over: hand.mapping.distance)
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

  /// What has run by itself does so until an event; only with that its velocity is another one.
  private mutating func runOn(to event: TrajectoryEvent) {
    guard phase == .settling, let last = points.last else { return }
    append(event.time, event.fraction, last.velocity)
  }

  private mutating func append(_ time: Timestamp, _ fraction: Double, _ velocity: Double) {
    let kind: Kind =
      switch phase {
      case .idle, .rest: .still
      case .tracking: .hand
      case .settling: settling
      }
    points.append(Point(time: time, fraction: fraction, velocity: velocity, kind: kind))
    if points.count > Self.most { points = outline }
  }

  /// As many of the points as a picture shows.
  var outline: [Point] {
    guard points.count > 6 * Self.slots else { return points }
    return points.outline(
      slots: Self.slots, time: { $0.time }, heights: [{ $0.fraction }, { $0.velocity }])
  }
}
