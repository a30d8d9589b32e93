package import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographTrajectories

/// The ends of a trajectory's gestures.
package struct ReleaseLog: TrajectorySink, Sendable {
  /// The end of a gesture.
  package enum Entry: Sendable {
    /// The fingers released.
    case release(ReleaseContext)
    /// The gesture was cut off, with the animation at a fraction; the rule was not consulted.
    case cutOff(at: Timestamp, fraction: Double)
  }

  /// The ends of the gestures, in the order of time.
  package private(set) var entries: [Entry] = []

  /// The number of the only gesture that reports describe, from 1; `nil` for all.
  package var chosen: Int?

  /// The ends that reports describe, each with its number if there are several.
  var reported: [(number: Int?, entry: Entry)] {
    if entries.count == 1 { return [(nil, entries[0])] }
    let all = entries.enumerated().map { (number: $0 + 1, entry: $1) }
    return all.filter { chosen == nil || chosen == $0.number }.map { ($0.number, $0.entry) }
  }

  /// Makes an empty log.
  package init() {}

  /// Ignores a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {}

  /// Adds the end of a gesture.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .ended(var context):
      context.history = context.history.compact
      entries.append(.release(context))
    case .cancelled: entries.append(.cutOff(at: event.time, fraction: event.fraction))
    case .began, .changed, .decided, .handoff, .completed, .held, .started: break
    }
  }
}
