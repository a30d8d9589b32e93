public import PantographBase
package import PantographGestures

/// The state of a gesture at its release, from which a rule gets its numbers with any estimator.
public struct ReleaseContext: Hashable, Sendable {
  /// The time of the release.
  public var time: Timestamp
  /// When the gesture began.
  public var began: Timestamp
  /// The progress at the release.
  public var fraction: Double
  /// The progress at which the fingers grabbed the animation.
  public var startFraction: Double
  /// The largest progress between the two.
  public var peak: Double
  /// The translation since the gesture began.
  public var translation: Vector
  /// The fingers' recent positions, as far back as estimators look.
  package var history: MotionHistory
  /// The translation at which the fingers landed, which is 0 if it counts from there; by default that of the history's
  /// first position.
  package var landing: Vector
  /// How their translation becomes progress.
  package var mapping: ProgressMapping
  /// The share of the fingers' velocity that moves the animation.
  package var resistance = 1.0
  /// How the animation moves at the release, besides along the direction of progress.
  package var motion = ReleaseMotion()

  /// Creates a context from its parts.
  package init(
    time: Timestamp, began: Timestamp, fraction: Double, startFraction: Double, peak: Double,
    translation: Vector, history: MotionHistory, mapping: ProgressMapping
  ) {
    self.time = time
    self.began = began
    self.fraction = fraction
    self.startFraction = startFraction
    self.peak = peak
    self.translation = translation
    self.history = history
    landing = history.first?.translation ?? .zero
    self.mapping = mapping
  }

  /// Returns the release as a rule sees it, with the rule's own estimator.
  package func release(for rule: ReleaseRule) -> Release { release(by: rule.estimator) }

  /// Returns the release as a rule with this estimator sees it.
  package func release(by estimator: VelocityEstimator) -> Release {
    let velocity = estimator.velocity(of: history, at: time) ?? .zero
    let (moved, movement) = lastMovement
    var release = Release(
      fraction: fraction, startFraction: startFraction, peak: peak, distance: mapping.distance,
      travel: mapping.along(translation), crossTravel: mapping.across(translation),
      lastMovement: mapping.along(movement), duration: time - began, restTime: time - moved,
      velocity: mapping.along(velocity), crossVelocity: mapping.across(velocity),
      earlierTravel: -mapping.along(landing))
    release.resistance = resistance
    return release
  }

  /// The last movement and its time; zero, at the oldest sample, if the fingers have not moved.
  private var lastMovement: (time: Timestamp, movement: Vector) {
    for (sample, next) in zip(history.samples, history.samples.dropFirst()).reversed()
    where next.translation != sample.translation {
      return (next.time, next.translation + sample.translation * -1)
    }
    return (history.samples.first?.time ?? time, .zero)
  }
}
