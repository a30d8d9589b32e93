import PantographBase
import PantographInteractions

extension Settle {
  /// Returns the initial velocity of the settling spring along and across, in remaining distances per second.
  ///
  /// - Parameters:
  ///   - distance: the remaining distance along; without one, a velocity can't be a multiple of it.
  ///   - velocity: the velocity of the progress, per second.
  ///   - release: the release as the rule sees it; `nil` for a gesture that was cut off.
  ///   - motion: how the animation and the fingers move otherwise.
  func initialVelocity(
    over distance: Double, velocity: Double, _ release: Release?, _ motion: ReleaseMotion
  ) -> (along: Double, across: Double) {
    switch self.velocity {
    case .perDistance(let velocity): return (velocity, velocity)
    case .pointsOver(let points): return (motion.points.x / points, motion.points.y / points)
    case .inUnit(let unit):
      guard let release, distance != 0 else { return (0, 0) }
      return (release.velocity / unit.scale(distance: release.distance) / distance, 0)
    case .carried:
      let crossDistance = 0 - motion.crossProgress
      return (
        distance == 0 ? 0 : velocity / distance,
        crossDistance == 0 ? 0 : motion.crossVelocity / crossDistance
      )
    }
  }
}
