import PantographBase
package import PantographInteractions
import PantographMotion

/// How an animation goes on by itself once the fingers have released it.
///
/// It is a function of the decision, the release and where the animation is: whoever drives an animation, and whoever
/// predicts how it would have settled after another decision, asks for it.
struct HandOff {
  /// What the animation does.
  enum Motion {
    /// It coasts, as a law of momentum has it.
    case coasts(Coasting)
    /// It is at its target at once.
    case jumps
    /// It settles, at these velocities of springs along and across, in remaining distances per second.
    case settles(Settle, velocity: (along: Double, across: Double))
  }

  /// The progress at which it ends.
  var target: Double
  /// The progress at which it begins, if that is beside the one at which it is: a path without a length has no velocity that
  /// is relative to it, so that it begins at an unseen distance.
  var start: Double?
  /// What the animation does.
  var motion: Motion

  /// Where an animation settles, and by which decision; it says which of an interaction's ways to settle is taken.
  struct Heading {
    var decision: Decision
    /// The progress from which it does.
    var start: Double
  }

  /// Returns where an animation settles; `nil` if it coasts or jumps.
  func heading(_ decision: Decision, from progress: Double) -> Heading? {
    guard case .settles = motion else { return nil }
    return Heading(decision: decision, start: progress)
  }

  /// 1e-10 of the full distance, far less than a finger can move.
  static let unseen = 1e-10
}

extension Interaction {
  /// Returns how the animation goes on after a decision.
  ///
  /// - Parameters:
  ///   - decision: the decision.
  ///   - release: the release as the rule sees it; `nil` for a gesture that was cut off.
  ///   - current: the progress.
  ///   - velocity: the velocity of the progress, per second.
  ///   - motion: how the animation and the fingers move otherwise.
  func handOff(
    after decision: Decision, about release: Release?, from current: Double, velocity: Double,
    _ motion: ReleaseMotion
  ) -> HandOff {
    let target = decision.target
    if let release,
      var coasting = rule.coasting(after: decision, about: release, limits: progress.limits)
    {
      guard coasting.duration > 0 else { return HandOff(target: target, motion: .jumps) }
      guard coasting.start == coasting.end else {
        return HandOff(target: target, motion: .coasts(coasting))
      }
      coasting.start -= HandOff.unseen
      return HandOff(target: target, start: coasting.start, motion: .coasts(coasting))
    }
    let settle = settle(after: decision, from: current)
    guard !settle.jumps else { return HandOff(target: target, motion: .jumps) }
    // The velocity in a unit is the fingers' own, even where a limit holds the animation.
    let push = if case .inUnit = settle.velocity { release?.velocity ?? 0 } else { velocity }
    var start: Double?
    if current == target, push != 0, settle.keepsVelocity {
      start = current - (push > 0 ? HandOff.unseen : -HandOff.unseen)
    }
    let initial = settle.initialVelocity(
      over: target - (start ?? current), velocity: velocity, release, motion)
    return HandOff(target: target, start: start, motion: .settles(settle, velocity: initial))
  }

  /// Returns how the animation goes on when a program sends it from where it runs to a target.
  ///
  /// A spring keeps the velocity of the animation, in whatever way it takes that of fingers.
  func handOff(
    to decision: Decision, from moving: AnimatorMachine.Progress, across: ReleaseMotion
  ) -> HandOff {
    var settle = settle(after: decision, from: moving.value)
    guard !settle.jumps else { return HandOff(target: decision.target, motion: .jumps) }
    let isSpring = if case .spring = settle.timing { true } else { false }
    settle.velocity = isSpring ? .carried : .perDistance(0)
    var start: Double?
    if moving.value == decision.target, moving.velocity != 0, settle.keepsVelocity {
      start = moving.value - (moving.velocity > 0 ? HandOff.unseen : -HandOff.unseen)
    }
    let initial = settle.initialVelocity(
      over: decision.target - (start ?? moving.value), velocity: moving.velocity, nil,
      across)
    return HandOff(
      target: decision.target, start: start, motion: .settles(settle, velocity: initial))
  }
}

extension Settle {
  /// Returns the initial velocity of the settling spring along and across, in remaining distances per second.
  ///
  /// - Parameters:
  ///   - distance: the remaining distance along; without one, a velocity can't be a multiple of it.
  ///   - velocity: the velocity of the progress, per second.
  ///   - release: the release as the rule sees it; `nil` for a gesture that was cut off.
  ///   - motion: how the animation and the fingers move otherwise.
  fileprivate func initialVelocity(
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

extension AnimationPlan {
  /// What moves a property.
  package enum Mover: Hashable, Sendable {
    /// The whole animation.
    case whole
    /// A part of it that begins later, by a share of its time.
    case part(delayFactor: Double)
    /// The animation across.
    case across
  }
}

extension AnimationPlan.Property {
  /// What moves it.
  package var mover: AnimationPlan.Mover {
    if axis == .across { return .across }
    return delayFactor > 0 ? .part(delayFactor: delayFactor) : .whole
  }
}
