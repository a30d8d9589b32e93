package import PantographBase
package import PantographInteractions
import PantographTouches
import PantographTrajectories

/// A gesture and its outcome.
package struct JudgedGesture: Hashable, Sendable {
  /// Its number in the recording, from 1.
  package var number: Int
  /// The time of its first landing, or the end of the previous gesture.
  package var landed: Timestamp
  /// The time at which it was recognised, from the recording's first event.
  package var began: Timestamp
  /// The time at which it ended.
  package var ended: Timestamp
  /// Its outcome.
  package var outcome: Decision.Outcome
  /// The progress that the animation ends at.
  package var target: Double
  /// Whether it coasts to rest between the ends, where every variant has another target.
  package var coasts = false
  /// Whether it was interrupted, without a release to judge.
  package var isCutOff: Bool
  /// The smallest change that flips the outcome; `nil` if there is none or it was not computed.
  package var nearest: Flip?

  /// Creates a gesture from its parts.
  package init(
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

  /// Returns the microseconds that two gestures overlap; negative for a gap.
  func overlap(_ other: JudgedGesture) -> Int64 {
    min(ended, other.ended).microseconds - max(landed, other.landed).microseconds
  }
}

/// Records the outcome of each gesture of a trajectory.
struct JudgedGestureLog: TrajectorySink {
  private(set) var gestures: [JudgedGesture] = []
  private let rule: ReleaseRule?
  private var landed = Timestamp(microseconds: 0)
  private var began = Timestamp(microseconds: 0)
  private var release: Release?
  private var isCutOff = false

  /// Creates a log; with a rule, it also finds the nearest flips.
  init(explaining rule: ReleaseRule?) {
    self.rule = rule
  }

  /// Records a landing on an untouched surface.
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
      gesture.coasts = decision.judgement?.verdict == .coast && decision.outcome == .snap
      if let release { gesture.nearest = rule?.explain(release).nearest }
      gestures.append(gesture)
    case .changed, .handoff, .completed, .held, .started: break
    }
  }
}
