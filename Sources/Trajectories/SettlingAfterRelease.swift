package import PantographInteractions
package import PantographMotion

/// The closed form in which an animation and all that it moves run to rest after a release.
package struct ReleaseSettling: Hashable, Sendable {
  /// The whole animation, along the direction of progress.
  package var whole: SettlingPath
  /// What moves apart from it, as `AnimationPlan.movers` lists it.
  package var others: [PartSettling]

  /// The reason why there is no closed form.
  package enum Obstacle: Error {
    /// The animation coasts.
    case coasts
    /// It jumps to its target.
    case jumps
    /// Fingers move it in time, and not in progress.
    case scrubsByTime
    /// It was caught in flight, which has moved its delayed parts.
    case isCaught
    /// A flick settles otherwise, and it is not known whether another decision would be one.
    case hasFlick
    /// It follows a timing of the program's own.
    case hasOwnTiming
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

  /// What moves properties apart from the whole, each once.
  package var movers: [Mover] {
    var movers: [Mover] = []
    for property in properties where property.mover != .whole && !movers.contains(property.mover) {
      movers.append(property.mover)
    }
    return movers
  }
}

extension AnimationPlan.Property {
  /// What moves it.
  package var mover: AnimationPlan.Mover {
    if axis == .across { return .across }
    return delayFactor > 0 ? .part(delayFactor: delayFactor) : .whole
  }
}

extension Interaction {
  /// Returns how the animation would run to rest after another decision about a release.
  ///
  /// - Parameters:
  ///   - decision: the decision.
  ///   - context: the release.
  ///   - velocity: the velocity of the progress at the release, per second, as the event reports it.
  package func settling(
    after decision: Decision, about context: ReleaseContext, velocity: Double
  ) throws(ReleaseSettling.Obstacle) -> ReleaseSettling {
    let release = context.release(for: rule)
    let settle = settle(after: decision, from: context.fraction)
    guard animation.scrubsLinearly, progress.source != .time else { throw .scrubsByTime }
    guard rule.coasting(after: decision, about: release, limits: progress.limits) == nil else {
      throw .coasts
    }
    guard !settle.jumps else { throw .jumps }
    guard flick == nil else { throw .hasFlick }
    let movers = animation.movers
    guard !context.motion.isCaught || !movers.contains(where: { $0 != .across }) else {
      throw .isCaught
    }
    let across = context.motion.crossProgress
    var player = AnimationPlayer(animation)
    player.hold(at: context.time)
    player.scrub(to: context.fraction, across: across)
    let done = player.animator.fractionComplete(at: context.time)
    let push = if case .inUnit = settle.velocity { release.velocity } else { velocity }
    var current = context.fraction
    if current == decision.target, push != 0, settle.keepsVelocity {
      current -= push > 0 ? TrajectoryDriver.unseen : -TrajectoryDriver.unseen
      player.scrub(to: current, across: across)
    }
    player.release(
      to: decision.target, settle, over: context.mapping.distance, done: done,
      velocity: settle.initialVelocity(
        over: decision.target - current, velocity: velocity, release, context.motion),
      at: context.time)
    guard let whole = player.animator.settlingPath else { throw .hasOwnTiming }
    var others: [PartSettling] = []
    for mover in movers {
      guard let other = player.settling(of: mover) else { throw .hasOwnTiming }
      others.append(other)
    }
    return ReleaseSettling(whole: whole, others: others)
  }
}
