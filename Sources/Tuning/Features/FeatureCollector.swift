import PantographGestures
import PantographInteractions
package import PantographQuantities
package import PantographTouches
package import PantographTrajectories

/// Collects the features of each gesture of a recording when it ends.
///
/// Persons and intentions are not known here: a collector leaves the labels out.
package struct FeatureCollector: TrajectorySink, Sendable {
  /// The gestures that have ended, in the order of time.
  package private(set) var gestures: [GestureFeatures] = []
  private let recording: String
  private let device: String
  /// The greatest pressure of the contacts in the last frame.
  private var pressure: Double?
  /// The greatest pressure since the current gesture began.
  private var peakPressure: Double?
  private var isTracking = false

  /// Creates a collector.
  ///
  /// - Parameters:
  ///   - recording: the recording's file, as it was named or found.
  ///   - device: the device's own name.
  package init(recording: String, device: String) {
    self.recording = recording
    self.device = device
  }

  /// Ignores a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {}

  /// Records the pressure of a frame.
  package mutating func receive(_ frame: TouchFrame) throws(Never) {
    pressure = frame.contacts.compactMap(\.pressure).max()
    if isTracking { peakPressure = Self.greater(peakPressure, pressure) }
  }

  /// Adds the features of a gesture at its end.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .began:
      isTracking = true
      peakPressure = pressure
    case .ended(let context):
      var release = context.release(by: .lastDifference)
      release.velocity = 0
      release.crossVelocity = 0
      let velocities = VelocityEstimator.allCases.map { estimator in
        let seen = context.release(by: estimator)
        return GestureFeatures.Velocity(along: seen.velocity, across: seen.crossVelocity)
      }
      append(.release, at: event.time, release, velocities)
    case .cancelled: append(.cutOff, at: event.time, nil, [])
    case .changed, .decided, .handoff, .completed, .held, .started: break
    }
  }

  private mutating func append(
    _ end: GestureFeatures.End, at time: Timestamp, _ release: Release?,
    _ velocities: [GestureFeatures.Velocity]
  ) {
    gestures.append(
      GestureFeatures(
        recording: recording, number: gestures.count + 1, time: time, end: end, release: release,
        velocities: velocities, peakPressure: peakPressure, device: device, label: nil))
    isTracking = false
    peakPressure = nil
  }

  /// Returns all gestures; a recording without any gets one entry of its own, at its end.
  ///
  /// - Parameter end: the time of the recording's end.
  package func finish(at end: Timestamp) -> [GestureFeatures] {
    guard gestures.isEmpty else { return gestures }
    return [
      GestureFeatures(
        recording: recording, number: 0, time: end, end: .none, release: nil, velocities: [],
        peakPressure: nil, device: device, label: nil)
    ]
  }

  private static func greater(_ one: Double?, _ other: Double?) -> Double? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }
}
