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
