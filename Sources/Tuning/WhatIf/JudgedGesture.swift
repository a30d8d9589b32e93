public import Interactions
public import Quantities
import Touches
import Trajectories

/// A gesture, and what became of it.
public struct JudgedGesture: Hashable, Sendable {
  /// Which of its recording it is, from 1.
  public var number: Int
  /// Since when fingers were at it: when they landed, or when the gesture before it was over.
  public var landed: Timestamp
  /// When it was a gesture, counted from the recording's first event.
  public var began: Timestamp
  /// When it was over.
  public var ended: Timestamp
  /// What became of it.
  public var outcome: Decision.Outcome
  /// The progress to which that leads.
  public var target: Double
  /// Whether it was cut off, so that there was nothing to judge.
  public var isCutOff: Bool
  /// The least change that would have led elsewhere; nothing where none would, or nobody has asked.
  public var nearest: Flip?

  /// Makes a gesture from its parts.
  public init(
    number: Int, landed: Timestamp, began: Timestamp, ended: Timestamp, outcome: Decision.Outcome,
    target: Double, isCutOff: Bool = false, nearest: Flip? = nil
  ) {
    self.number = number
    self.landed = landed
    self.began = began
    self.ended = ended
    self.outcome = outcome
    self.target = target
    self.isCutOff = isCutOff
    self.nearest = nearest
  }

  /// For how many microseconds fingers were at both, less than 0 where at no instant.
  func overlap(_ other: JudgedGesture) -> Int64 {
    min(ended, other.ended).microseconds - max(landed, other.landed).microseconds
  }
}

/// Keeps what became of each gesture of a trajectory, and nothing else of it.
struct JudgedGestureLog: TrajectorySink {
  private(set) var gestures: [JudgedGesture] = []
  private let rule: ReleaseRule?
  private var landed = Timestamp(microseconds: 0)
  private var began = Timestamp(microseconds: 0)
  private var release: Release?
  private var isCutOff = false

  /// Makes a log; with a rule, it finds out what would have led elsewhere.
  init(explaining rule: ReleaseRule?) {
    self.rule = rule
  }

  /// Fingers have landed where none were.
  mutating func land(at time: Timestamp) { landed = time }

  mutating func receive(_ sample: Sample) throws(Never) {}

  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .began: began = event.time
    case .ended(let context):
      release = rule.map(context.release)
      isCutOff = false
    case .cancelled:
      release = nil
      isCutOff = true
    case .decided(let decision):
      var gesture = JudgedGesture(
        number: gestures.count + 1, landed: max(landed, gestures.last?.ended ?? landed),
        began: began, ended: event.time, outcome: decision.outcome, target: decision.target,
        isCutOff: isCutOff)
      if let release { gesture.nearest = rule?.explain(release).nearest }
      gestures.append(gesture)
    case .changed, .handoff, .completed, .held, .started: break
    }
  }
}
