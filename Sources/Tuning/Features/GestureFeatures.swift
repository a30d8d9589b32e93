public import Gestures
public import Interactions
public import Quantities

/// One gesture of a recording: all that any rule may ask about it, and what was meant by it.
public struct GestureFeatures: Hashable, Sendable {
  /// How it came to its end.
  public enum End: String, CaseIterable, Sendable {
    /// The fingers let go.
    case release = "let-go"
    /// It was cut off: there is nothing to judge, and the animation goes back.
    case cutOff = "cut-off"
    /// There was no gesture in the recording.
    case none
  }

  /// A velocity by one estimator, in millimetres per second (Hyprland's: per event).
  public struct Velocity: Hashable, Sendable {
    /// Toward progress.
    public var along: Double
    /// Across.
    public var across: Double

    /// Makes a velocity.
    public init(along: Double, across: Double) {
      self.along = along
      self.across = across
    }
  }

  /// The recording's file, as it was named or found.
  public var recording: String
  /// Which gesture of the recording it is, from 1; 0 where there was none.
  public var number: Int
  /// When it came to its end, counted from the recording's first event.
  public var time: Timestamp
  /// How it came to its end.
  public var end: End
  /// The hand as rules see it, but for its velocity; nothing where it did not let go.
  public var release: Release?
  /// The velocity by each of the estimators; none where it did not let go.
  public var velocities: [Velocity]
  /// The estimators whose velocities are known, in their order.
  public var estimators: [VelocityEstimator]
  /// The greatest pressure of all its contacts, from 0 to 1; nothing where the device tells of none.
  public var peakPressure: Double?
  /// The device: what the label says, or its own name.
  public var device: String
  /// What was meant; nothing where nobody says.
  public var label: Label?

  /// Makes the features of a gesture from its parts.
  public init(
    recording: String, number: Int, time: Timestamp, end: End, release: Release?,
    velocities: [Velocity], by estimators: [VelocityEstimator] = VelocityEstimator.allCases,
    peakPressure: Double?, device: String, label: Label?
  ) {
    self.recording = recording
    self.number = number
    self.time = time
    self.end = end
    self.release = release
    self.velocities = velocities
    self.estimators = estimators
    self.peakPressure = peakPressure
    self.device = device
    self.label = label
  }

  /// What a rule sees of it, through its own estimator; nothing where it did not let go.
  public func release(for rule: ReleaseRule) -> Release? {
    guard var release else { return nil }
    let velocity = velocity(by: rule.estimator)
    release.velocity = velocity.along
    release.crossVelocity = velocity.across
    return release
  }

  /// The velocity by an estimator.
  ///
  /// - Precondition: It was released, and the velocities by this estimator are known.
  func velocity(by estimator: VelocityEstimator) -> Velocity {
    guard let index = estimators.firstIndex(of: estimator) else {
      preconditionFailure("the velocities by \(estimator) were not kept")
    }
    return velocities[index]
  }

  /// What becomes of it under a rule; nothing where there was no gesture.
  public func outcome(by rule: ReleaseRule) -> Decision.Outcome? {
    switch end {
    case .release: release(for: rule).map(rule.outcome)
    case .cutOff: .cancel
    case .none: nil
    }
  }
}
