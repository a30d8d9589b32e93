import Pantograph
package import PantographBase
import PantographGestures
import PantographInteractions
package import PantographTouches
package import PantographTrajectories

/// Collects the features of each gesture of a recording when it ends.
///
/// Persons and intentions are not known here: a collector leaves the labels out.
///
/// It may also collect how each gesture stands some time after its landing, as if all fingers lifted then. For this, it
/// looks at the driver between two frames.
package struct FeatureCollector: TrajectoryWatcher, Sendable {
  /// The gestures that have ended, in the order of time.
  package private(set) var gestures: [GestureFeatures] = []
  private let recording: String
  private let device: String
  /// The greatest pressure of the contacts in the last frame.
  private var pressure: Double?
  /// The greatest pressure since the current gesture began.
  private var peakPressure: Double?
  private var isTracking = false
  /// How long after its landing each gesture is seen, in microseconds; `nil` for its end.
  private let delay: Int64?
  /// The newest landing, and what was seen of its gesture.
  private var newest: Landing?

  /// A landing, and what was seen of its gesture after the delay.
  private struct Landing {
    var time: Timestamp
    /// Whether the delay is over.
    var isPast = false
    /// The gesture as it stood then; `nil` if it had ended.
    var seen: GestureFeatures?
  }

  /// Creates a collector.
  ///
  /// - Parameters:
  ///   - recording: the recording's file, as it was named or found.
  ///   - device: the device's own name.
  ///   - delay: how long after its landing each gesture is seen, in microseconds; `nil` for its end.
  package init(recording: String, device: String, seenAfter delay: Int64? = nil) {
    self.recording = recording
    self.device = device
    self.delay = delay
  }

  /// Looks at the gesture, if its delay ends before a time by which every earlier frame has been fed.
  package mutating func look(at driver: borrowing TrajectoryDriver, before time: Timestamp) {
    guard let delay, let landing = newest, !landing.isPast,
      case let instant = landing.time.advanced(byMicroseconds: delay), instant < time
    else { return }
    newest?.isPast = true
    guard !hasEnded(landing) else { return }
    let context = isTracking ? driver.release(ifLiftedAt: instant) : nil
    if let context, context.time < instant { return }
    var seen = features(.release, at: instant, context)
    seen.instant = GestureFeatures.Instant(
      landed: landing.time, elapsed: instant - landing.time,
      state: isTracking ? .ongoing : .waiting)
    if !isTracking { seen.peakPressure = nil }
    newest?.seen = seen
  }

  /// Notes when fingers landed, after each frame.
  package mutating func follow(_ driver: borrowing TrajectoryDriver) {
    guard delay != nil, let time = driver.landing, time != newest?.time else { return }
    newest = Landing(time: time)
  }

  /// Returns whether the gesture of a landing has ended.
  private func hasEnded(_ landing: Landing) -> Bool {
    gestures.last.map { $0.time > landing.time } ?? false
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
    case .ended(let context): append(.release, at: event.time, context)
    case .cancelled: append(.cutOff, at: event.time, nil)
    case .changed, .decided, .handoff, .completed, .held, .started: break
    }
  }

  private mutating func append(
    _ end: GestureFeatures.End, at time: Timestamp, _ context: ReleaseContext?
  ) {
    var whole = features(end, at: time, context)
    if let landing = newest {
      whole.instant = GestureFeatures.Instant(
        landed: landing.time, elapsed: time - landing.time, state: .ended)
      if var seen = landing.seen {
        // How the gesture went on is known all the same.
        seen.end = end
        seen.time = time
        whole = seen
        newest?.seen = nil
      }
    }
    gestures.append(whole)
    isTracking = false
    peakPressure = nil
  }

  private func features(
    _ end: GestureFeatures.End, at time: Timestamp, _ context: ReleaseContext?
  ) -> GestureFeatures {
    var release = context?.release(by: .lastDifference)
    release?.velocity = 0
    release?.crossVelocity = 0
    let velocities = context.map { context in
      VelocityEstimator.allCases.map { estimator in
        let seen = context.release(by: estimator)
        return GestureFeatures.Velocity(along: seen.velocity, across: seen.crossVelocity)
      }
    }
    return GestureFeatures(
      recording: recording, number: gestures.count + 1, time: time, end: end, release: release,
      velocities: velocities ?? [], peakPressure: peakPressure, device: device, label: nil)
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
