package import PantographBase

/// How an animation and the fingers move at a release, besides along the direction of progress.
package struct ReleaseMotion: Hashable, Sendable {
  /// The progress across, and its change per second.
  package var crossProgress = 0.0
  package var crossVelocity = 0.0
  /// The fingers' velocity in points per second, along as x and across as y.
  package var points = Vector.zero
  /// Whether the animation was caught in flight, which moves its delayed parts.
  package var isCaught = false

  /// Creates a motion from its parts.
  package init(
    crossProgress: Double = 0, crossVelocity: Double = 0, points: Vector = .zero,
    isCaught: Bool = false
  ) {
    self.crossProgress = crossProgress
    self.crossVelocity = crossVelocity
    self.points = points
    self.isCaught = isCaught
  }
}
