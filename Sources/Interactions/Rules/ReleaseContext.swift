public import Gestures
public import Quantities

/// A hand at the instant at which it lets go: what any rule may ask about it, whatever its estimator.
public struct ReleaseContext: Hashable, Sendable {
  /// The instant.
  public var time: Timestamp
  /// When the gesture began.
  public var began: Timestamp
  /// The progress at which the fingers let go.
  public var fraction: Double
  /// The progress at which they took hold.
  public var startFraction: Double
  /// The largest progress in between.
  public var peak: Double
  /// The way since the gesture began.
  public var translation: Vector
  /// Where the fingers were, as far back as estimators look.
  public var history: MotionHistory
  /// How their way becomes progress.
  public var mapping: ProgressMapping

  /// Makes a hand that lets go from all that is known of it.
  public init(
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
    self.mapping = mapping
  }

  /// What a rule sees of it, through its own estimator.
  public func release(for rule: ReleaseRule) -> Release { release(by: rule.estimator) }

  /// What a rule sees of it that goes by an estimator.
  public func release(by estimator: VelocityEstimator) -> Release {
    let velocity = estimator.velocity(of: history, at: time) ?? .zero
    let (moved, movement) = lastMovement
    return Release(
      fraction: fraction, startFraction: startFraction, peak: peak, distance: mapping.distance,
      travel: mapping.along(translation), crossTravel: mapping.across(translation),
      lastMovement: mapping.along(movement), duration: time - began, stillness: time - moved,
      velocity: mapping.along(velocity), crossVelocity: mapping.across(velocity))
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
