import Interactions
public import Quantities
public import Trajectories
public import Tuning

/// The trajectory of a gesture that is hard to judge, or why there is none.
public struct HardTrajectory: Sendable {
  /// What there is.
  public enum Course: Sendable {
    /// Samples, and when the fingers let go.
    case replayed([Sample], release: Timestamp)
    /// Why there is nothing, as a sentence without its end.
    case missing(String)
  }

  /// Which of all labelled gestures it is.
  public var gesture: Int
  /// What there is of it.
  public var course: Course
  /// What draws it in a terminal.
  public var command: String?

  /// Makes a trajectory.
  ///
  /// - Parameters:
  ///   - gesture: which of all labelled gestures it is.
  ///   - course: what there is of it.
  ///   - command: what draws it in a terminal.
  public init(of gesture: Int, _ course: Course, command: String? = nil) {
    self.gesture = gesture
    self.course = course
    self.command = command
  }
}

extension HardTrajectory.Course {
  /// Fingers let go at the same instant under any rule; what is told with fewer digits is as near.
  private static let tolerance = 0.001
  /// A progress that differs by less is the same.
  private static let hair = 1e-6
  /// So many seconds are shown from before a gesture.
  private static let before = 0.05

  /// Finds a gesture in the trajectory of its recording: from just before it begins until the animation
  /// rests or the next gesture begins.
  public init(of features: GestureFeatures, in trajectory: Trajectory) {
    let ends = trajectory.events.filter { event in
      switch event.kind {
      case .ended, .cancelled: abs(event.time - features.time) <= Self.tolerance
      default: false
      }
    }
    guard features.end != .none, let end = ends.first else {
      self = .missing(
        features.end == .none
          ? "no gesture was seen in it" : "under the tuned rule the recording has no such gesture")
      return
    }
    let began = trajectory.events.last { $0.kind == .began && $0.time <= end.time }
    let next = trajectory.events.first { $0.kind == .began && $0.time > end.time }
    let start = Timestamp(
      microseconds: max(
        (began?.time ?? end.time).microseconds - Int64(Self.before * 1_000_000), 0))
    var part = TrajectoryWindow(
      Trajectory(), from: start, until: next?.time ?? Timestamp(microseconds: .max))
    for sample in trajectory.samples {
      // Where a gesture starts afresh, what was at rest elsewhere before is not part of it.
      if let began, sample.time < began.time, sample.phase == .rest,
        case .ended(let hand) = end.kind, abs(sample.fraction - hand.startFraction) > Self.hair
      {
        continue
      }
      part.receive(sample)
    }
    part.finish()
    let rest = part.sink.samples.firstIndex { $0.time > end.time && $0.phase == .rest }
    self = .replayed(
      Array(part.sink.samples[...(rest ?? part.sink.samples.count - 1)]), release: end.time)
  }
}
