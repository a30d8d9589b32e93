public import PantographBase
package import PantographGestures

/// All numbers about a release that a rule can use.
///
/// Progress counts from 0 to 1. Lengths are in millimetres and times in seconds; positive values lead
/// toward progress.
package struct Release: Hashable, Sendable {
  /// The progress at the release.
  package var fraction: Double
  /// The progress at which the fingers grabbed the animation.
  package var startFraction: Double
  /// The largest progress between the two.
  package var peak: Double
  /// The distance for full progress, in millimetres.
  package var distance: Double
  /// The travel toward progress since the gesture began, in millimetres.
  package var travel: Double
  /// The travel across since the gesture began, in millimetres.
  package var crossTravel: Double
  /// The last movement toward progress, in millimetres; its sign is the direction.
  package var lastMovement: Double
  /// The time since the gesture began, in seconds.
  package var duration: Double
  /// The time since the last movement, in seconds.
  package var restTime: Double
  /// The velocity toward progress by the rule's estimator, in millimetres per second.
  ///
  /// Hyprland's estimator knows no time: its velocity is in millimetres per event.
  package var velocity: Double
  /// The velocity across, in the same unit.
  package var crossVelocity: Double
  /// The travel from where the fingers landed to where `travel` begins, such as the slop, in millimetres.
  package var earlierTravel: Double
  /// The share of the fingers' velocity that moves the animation: less than 1 beyond its ends, 0 where a limit
  /// holds it.
  package var resistance = 1.0
  /// The progress at which the animation rested when the fingers grabbed it, or to which it was running; by default where
  /// they grabbed it.
  package var startTarget: Double

  /// Creates a release.
  ///
  /// - Parameters:
  ///   - fraction: the progress at the release.
  ///   - startFraction: the progress at which the fingers grabbed the animation.
  ///   - peak: the largest progress between the two; by default the larger of them.
  ///   - distance: the distance for full progress in millimetres, greater than zero.
  ///   - travel: the travel toward progress in millimetres; by default the length of the progress made.
  ///   - crossTravel: the travel across in millimetres.
  ///   - lastMovement: the last movement toward progress in millimetres; by default the velocity's number.
  ///   - duration: the time since the gesture began, in seconds.
  ///   - restTime: the time since the last movement, in seconds.
  ///   - velocity: the velocity toward progress, in millimetres per second.
  ///   - crossVelocity: the velocity across, in the same unit.
  ///   - earlierTravel: the travel from where the fingers landed to where `travel` begins, in millimetres.
  package init(
    fraction: Double, startFraction: Double = 0, peak: Double? = nil, distance: Double,
    travel: Double? = nil, crossTravel: Double = 0, lastMovement: Double? = nil,
    duration: Double = 0, restTime: Double = 0, velocity: Double = 0, crossVelocity: Double = 0,
    earlierTravel: Double = 0
  ) {
    precondition(distance > 0 && distance.isFinite, "a distance is more than zero millimetres")
    self.fraction = fraction
    self.startFraction = startFraction
    startTarget = startFraction
    self.peak = peak ?? max(fraction, startFraction)
    self.distance = distance
    self.travel = travel ?? (fraction - startFraction) * distance
    self.crossTravel = crossTravel
    self.lastMovement = lastMovement ?? velocity
    self.duration = duration
    self.restTime = restTime
    self.velocity = velocity
    self.crossVelocity = crossVelocity
    self.earlierTravel = earlierTravel
  }
}

/// How an animation and the fingers move at a release, besides along the direction of progress.
package struct ReleaseMotion: Hashable, Sendable {
  /// The progress across, and its change per second.
  package var crossProgress = 0.0
  package var crossVelocity = 0.0
  /// The fingers' velocity in points per second, along as x and across as y.
  package var points = Vector.zero

  /// Creates a motion from its parts.
  package init(
    crossProgress: Double = 0, crossVelocity: Double = 0, points: Vector = .zero
  ) {
    self.crossProgress = crossProgress
    self.crossVelocity = crossVelocity
    self.points = points
  }
}

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
  /// The progress at which the animation rested when the fingers grabbed it, or to which it was running.
  package var startTarget: Double

  /// Creates a context from its parts.
  package init(
    time: Timestamp, began: Timestamp, fraction: Double, startFraction: Double, peak: Double,
    translation: Vector, history: MotionHistory, mapping: ProgressMapping
  ) {
    self.time = time
    self.began = began
    self.fraction = fraction
    self.startFraction = startFraction
    startTarget = startFraction
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
    release.startTarget = startTarget
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
