import Gestures
import Interactions
public import Quantities
public import Touches
public import Trajectories

/// Makes the features of each gesture of a recording as it comes to its end, and keeps nothing else.
///
/// Who was there, and what was meant, is not known here: a collector leaves out the labels.
public struct FeatureCollector: TrajectorySink, Sendable {
  /// The gestures that have come to their end, in the order of time.
  public private(set) var gestures: [GestureFeatures] = []
  private let recording: String
  private let device: String
  /// The greatest pressure of the contacts in the last frame.
  private var pressure: Double?
  /// The greatest pressure since a gesture began, while there is one.
  private var peakPressure: Double?
  private var isTracking = false

  /// Makes a collector.
  ///
  /// - Parameters:
  ///   - recording: the recording's file, as it was named or found.
  ///   - device: what the device calls itself.
  public init(recording: String, device: String) {
    self.recording = recording
    self.device = device
  }

  /// Passes over a sample.
  public mutating func receive(_ sample: Sample) throws(Never) {}

  /// Sees how hard the fingers press.
  public mutating func receive(_ frame: TouchFrame) throws(Never) {
    pressure = frame.contacts.compactMap(\.pressure).max()
    if isTracking { peakPressure = Self.greater(peakPressure, pressure) }
  }

  /// Makes the features of a gesture at its end.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
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

  /// All gestures; where there was none, the one entry that says so, at the recording's end.
  ///
  /// - Parameter end: when the recording came to its end.
  public func finish(at end: Timestamp) -> [GestureFeatures] {
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
