package import PantographAnimation
package import PantographInteractions

extension Interaction {
  /// Returns how the animation would run to rest after another decision about a release.
  ///
  /// - Parameters:
  ///   - decision: the decision.
  ///   - context: the release.
  ///   - velocity: the velocity of the progress at the release, per second, as the event reports it.
  /// - Returns: `nil` if it would coast or jump, or if its path depends on more than this.
  package func settlingPath(
    after decision: Decision, about context: ReleaseContext, velocity: Double
  ) -> SettlingPath? {
    let release = context.release(for: rule)
    let settle = settle(after: decision, from: context.fraction)
    guard animation.scrubsLinearly, progress.source != .time, !settle.jumps,
      rule.coasting(after: decision, about: release, limits: progress.limits) == nil
    else { return nil }
    var player = AnimationPlayer(animation)
    player.hold(at: context.time)
    player.scrub(to: context.fraction, across: 0)
    let done = player.animator.fractionComplete(at: context.time)
    let push: Double
    switch settle.velocity {
    case .carried: push = velocity
    case .inUnit: push = release.velocity
    case .perDistance: push = 0
    // It needs the fingers' velocity in points.
    case .pointsOver: return nil
    }
    var current = context.fraction
    if current == decision.target, push != 0, settle.keepsVelocity {
      current -= push > 0 ? TrajectoryDriver.unseen : -TrajectoryDriver.unseen
      player.scrub(to: current, across: 0)
    }
    let distance = decision.target - current
    let along: Double
    switch settle.velocity {
    case .perDistance(let velocity): along = velocity
    case .inUnit(let unit):
      along =
        distance == 0
        ? 0 : release.velocity / unit.scale(distance: release.distance) / distance
    case .carried, .pointsOver: along = distance == 0 ? 0 : velocity / distance
    }
    player.release(
      to: decision.target, settle, done: done, velocity: (along, 0), at: context.time)
    return player.animator.settlingPath
  }
}
