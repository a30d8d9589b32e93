package import PantographBase
package import PantographGestures
package import PantographInteractions

/// The features of one gesture: everything that a rule may ask about it, and its label.
package struct GestureFeatures: Hashable, Sendable {
  /// How the gesture ended.
  package enum End: String, CaseIterable, Sendable {
    /// With a release.
    case release = "released"
    /// Interrupted: there is no release to judge, and the animation is cancelled.
    case cutOff = "cut-off"
    /// The recording has no gesture.
    case none
  }

  /// The velocity of one estimator, in millimetres per second (Hyprland's: per event).
  package struct Velocity: Hashable, Sendable {
    /// The velocity toward progress.
    package var along: Double
    /// The velocity across.
    package var across: Double

    /// Creates a velocity.
    package init(along: Double, across: Double) {
      self.along = along
      self.across = across
    }
  }

  /// The instant that the features are of, if it is not the gesture's end.
  package struct Instant: Hashable, Sendable {
    /// How the gesture stood at an instant.
    package enum State: String, CaseIterable, Sendable {
      /// Its fingers had landed, and it had not begun: nothing is known of it.
      case waiting
      /// It went on: the features are those of a release at this instant.
      case ongoing
      /// It had ended: the features are those of the whole.
      case ended
    }

    /// When enough fingers had landed for the gesture, from the recording's first event.
    package var landed: Timestamp
    /// The time from there to the instant; to its end, if the gesture had ended.
    package var elapsed: Double
    /// How the gesture stood.
    package var state: State
  }

  /// The recording's file, as it was named or found.
  package var recording: String
  /// The number of the gesture in the recording, from 1; 0 without a gesture.
  package var number: Int
  /// The time of its end, from the recording's first event.
  package var time: Timestamp
  /// How it ended.
  package var end: End
  /// The release without its velocity; `nil` if it was not released.
  package var release: Release?
  /// The velocity of each estimator; empty if it was not released.
  package var velocities: [Velocity]
  /// The estimators of the velocities, in their order.
  package var estimators: [VelocityEstimator]
  /// The greatest pressure of any contact, from 0 to 1; `nil` if the device reports none.
  package var peakPressure: Double?
  /// The device, from the label or by its own name.
  package var device: String
  /// The label, if there is one.
  package var label: Label?
  /// The instant after its landing that the features are of; `nil` for its end.
  package var instant: Instant?

  /// Creates the features of a gesture from its parts.
  package init(
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
  package func release(for rule: ReleaseRule) -> Release? {
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
  package func outcome(by rule: ReleaseRule) -> Decision.Outcome? {
    switch end {
    case _ where instant.map { $0.state != .ended } ?? false: release(for: rule).map(rule.outcome)
    case .release: release(for: rule).map(rule.outcome)
    case .cutOff: .cancel
    case .none: nil
    }
  }
}
