/// Everything about the moment of letting go that a rule can ask for, as plain numbers.
///
/// Progress counts from 0 to 1. Lengths are in millimetres and times in seconds; what leads toward
/// progress is positive, what leads back is negative.
public struct Release: Hashable, Sendable {
  /// The progress at which the fingers let go.
  public var fraction: Double
  /// The progress at which the fingers took hold.
  public var startFraction: Double
  /// The largest progress in between.
  public var peak: Double
  /// The millimetres that make the whole progress.
  public var distance: Double
  /// The millimetres toward progress since the fingers took hold.
  public var travel: Double
  /// The millimetres across since then.
  public var crossTravel: Double
  /// The newest movement toward progress, in millimetres: its sign is where the fingers head.
  public var lastMovement: Double
  /// The seconds since the gesture began.
  public var duration: Double
  /// The seconds since the last movement.
  public var stillness: Double
  /// The velocity toward progress by the rule's estimator, in millimetres per second.
  ///
  /// Hyprland's estimator knows none: there it is in millimetres per event.
  public var velocity: Double
  /// The velocity across, in the same unit.
  public var crossVelocity: Double

  /// Makes a release.
  ///
  /// - Parameters:
  ///   - fraction: the progress at which the fingers let go.
  ///   - startFraction: the progress at which they took hold.
  ///   - peak: the largest progress in between; if left out, the larger of the two.
  ///   - distance: the millimetres that make the whole progress, more than zero.
  ///   - travel: the millimetres toward progress; if left out, what the progress made takes.
  ///   - crossTravel: the millimetres across.
  ///   - lastMovement: the newest movement toward progress; if left out, as long as the velocity.
  ///   - duration: the seconds since the gesture began.
  ///   - stillness: the seconds since the last movement.
  ///   - velocity: the velocity toward progress, in millimetres per second.
  ///   - crossVelocity: the velocity across, in the same unit.
  public init(
    fraction: Double, startFraction: Double = 0, peak: Double? = nil, distance: Double,
    travel: Double? = nil, crossTravel: Double = 0, lastMovement: Double? = nil,
    duration: Double = 0, stillness: Double = 0, velocity: Double = 0, crossVelocity: Double = 0
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
    self.stillness = stillness
    self.velocity = velocity
    self.crossVelocity = crossVelocity
  }
}
