public import PantographGestures
public import PantographInteractions
public import PantographQuantities

/// The features of one gesture: everything that a rule may ask about it, and its label.
public struct GestureFeatures: Hashable, Sendable {
  /// How the gesture ended.
  public enum End: String, CaseIterable, Sendable {
    /// With a release.
    case release = "let-go"
    /// Interrupted: there is no release to judge, and the animation is cancelled.
    case cutOff = "cut-off"
    /// The recording has no gesture.
    case none
  }

  /// The velocity of one estimator, in millimetres per second (Hyprland's: per event).
  public struct Velocity: Hashable, Sendable {
    /// The velocity toward progress.
    public var along: Double
    /// The velocity across.
    public var across: Double

    /// Creates a velocity.
    public init(along: Double, across: Double) {
      self.along = along
      self.across = across
    }
  }

  /// The recording's file, as it was named or found.
  public var recording: String
  /// The number of the gesture in the recording, from 1; 0 without a gesture.
  public var number: Int
  /// The time of its end, from the recording's first event.
  public var time: Timestamp
  /// How it ended.
  public var end: End
  /// The release without its velocity; `nil` if it was not released.
  public var release: Release?
  /// The velocity of each estimator; empty if it was not released.
  public var velocities: [Velocity]
  /// The estimators of the velocities, in their order.
  public var estimators: [VelocityEstimator]
  /// The greatest pressure of any contact, from 0 to 1; `nil` if the device reports none.
  public var peakPressure: Double?
  /// The device, from the label or by its own name.
  public var device: String
  /// The label, if there is one.
  public var label: Label?

  /// Creates the features of a gesture from its parts.
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

  /// Returns the release as a rule sees it, with its own estimator; `nil` if it was not released.
  public func release(for rule: ReleaseRule) -> Release? {
    guard var release else { return nil }
    let velocity = velocity(by: rule.estimator)
    release.velocity = velocity.along
    release.crossVelocity = velocity.across
    return release
  }

  /// Returns the velocity of an estimator.
  ///
  /// - Precondition: The gesture was released, and the estimator is one of ``estimators``.
  func velocity(by estimator: VelocityEstimator) -> Velocity {
    guard let index = estimators.firstIndex(of: estimator) else {
      preconditionFailure("the velocities by \(estimator) were not kept")
    }
    return velocities[index]
  }

  /// Returns the outcome under a rule; `nil` without a gesture.
  public func outcome(by rule: ReleaseRule) -> Decision.Outcome? {
    switch end {
    case .release: release(for: rule).map(rule.outcome)
    case .cutOff: .cancel
    case .none: nil
    }
  }
}
