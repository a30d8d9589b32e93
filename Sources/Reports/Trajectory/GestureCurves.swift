package import PantographBase
import PantographInteractions
package import PantographTrajectories

/// The fraction over time of each gesture of a trajectory, for a plot of many gestures over each other.
///
/// Its memory is bounded for gestures of any length.
package struct GestureCurves: TrajectorySink, Sendable {
  /// A gesture, from its beginning until its animation rests or the next gesture begins.
  package struct Curve: Sendable {
    /// A point of it.
    package typealias Point = (time: Timestamp, fraction: Double)

    /// The number of the gesture in its recording, from 1.
    package var number: Int
    /// When it began.
    package var began: Timestamp
    /// When it was released or cut off; `nil` if it never was.
    package var release: Timestamp?
    /// The word of its outcome.
    package var outcome = "not released"
    /// What it is called, such as its recording.
    package var name = ""
    /// The group that it is drawn with; by default its outcome.
    package var group: String?
    /// The points, in the order of time.
    package fileprivate(set) var points: [Point] = []
  }

  /// The gestures so far.
  package private(set) var curves: [Curve] = []
  private var isOpen = false

  /// 2048: 17 seconds at 120 samples per second are kept unthinned.
  private static let mostPoints = 2048
  /// 720: a slot is at most half a unit of the plot wide.
  private static let slots = 720

  /// Makes an empty collection.
  package init() {}

  /// Adds a sample to the current gesture.
  package mutating func receive(_ sample: Sample) throws(Never) {
    append(sample.time, sample.fraction)
  }

  /// Begins a gesture, follows it, or ends it.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    if case .began = event.kind {
      curves.append(Curve(number: curves.count + 1, began: event.time))
      isOpen = true
    }
    append(event.time, event.fraction)
    switch event.kind {
    case .ended: change { $0.release = event.time }
    case .cancelled: change { ($0.release, $0.outcome) = (event.time, "cut off") }
    case .decided(let decision):
      change { if $0.outcome != "cut off" { $0.outcome = decision.outcome.rawValue } }
    case .completed: isOpen = false
    case .began, .changed, .handoff, .held, .started: break
    }
  }

  private mutating func change(_ change: (inout Curve) -> Void) {
    if !curves.isEmpty { change(&curves[curves.count - 1]) }
  }

  private mutating func append(_ time: Timestamp, _ fraction: Double) {
    guard isOpen else { return }
    change { curve in
      curve.points.append((time, fraction))
      if curve.points.count > Self.mostPoints {
        curve.points = curve.points.outline(
          slots: Self.slots, time: { $0.time }, heights: [{ $0.fraction }])
      }
    }
  }
}
