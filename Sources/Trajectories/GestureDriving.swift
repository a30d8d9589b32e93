import PantographBase
import PantographGestures
package import PantographInteractions
package import PantographMotion

// How the driver reacts when a gesture begins, moves and ends.
extension TrajectoryDriver {
  @inline(__always)
  mutating func handleUpdates<Sink: TrajectorySink>(
    into sink: inout Sink
  ) throws(Sink.Failure) {
    guard !updates.isEmpty else { return }
    for index in updates.indices where try handle(updates[index], into: &sink) {
      input.ignore(at: updates[index].time)
      break
    }
    updates.removeFew()
  }

  /// Handles an update, and returns whether the rest of the gesture is ignored.
  @inline(__always)
  private mutating func handle<Sink: TrajectorySink>(
    _ update: GestureInput.Update, into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    let time = update.time
    if update.phase == .began {
      if resetsForEachGesture, hasBeenDriven { reset() }
      let canBeCaught = phase != .settling || interaction.catching != .never
      guard canBeCaught, second.isEmpty else { return true }
      grab(at: time)
    } else if phase != .tracking {
      return true
    }
    let fraction = follow(update)
    let velocity = progressVelocity(update.value.velocity)
    switch update.phase {
    case .began, .changed:
      try sink.receive(
        TrajectoryEvent(
          time: time, kind: update.phase == .began ? .began : .changed, fraction: fraction,
          velocity: velocity))
      guard interaction.judging == .moving else { return false }
      let context = release(update)
      let decision = interaction.rule.decide(context.release(for: interaction.rule))
      guard decision.judgement?.clause != nil else { return false }
      try release(context, decision, update, into: &sink)
      return true
    case .ended:
      let context = release(update)
      let decision = interaction.rule.decide(context.release(for: interaction.rule))
      try release(context, decision, update, into: &sink)
    case .cancelled:
      try report(.cancelled, at: time, velocity: velocity, into: &sink)
      let decision = interaction.rule.decideCutOff(startFraction: tracker.grabbedFraction)
      try settle(as: decision, about: nil, update, into: &sink)
    }
    return false
  }

  private mutating func reset() {
    animation = AnimationPlayer(interaction.animation)
    (second, held, phase, hasBeenDriven) = ([], [], .idle, false)
  }

  private mutating func grab(at time: Timestamp) {
    let isCaught = isMoving
    wake(at: time)
    phase = .tracking
    held = []
    if interaction.progress.source == .time {
      if !animation.isRunning { animation.start(back: false, at: time) }
    } else {
      animation.hold(at: time)
    }
    tracker.grab(at: animation.fraction(at: time), isCaught: isCaught)
    crossStart = animation.crossProgress(at: time)
    began = time
    peak = tracker.grabbedFraction
  }

  /// Follows the fingers, and returns the progress.
  private mutating func follow(_ update: GestureInput.Update) -> Double {
    guard tracker.moves else { return animation.progress(at: update.time).value }
    let fraction = tracker.follow(
      translation: update.value.translation, location: update.value.location)
    let across = tracker.mapping.across(update.value.translation) / tracker.mapping.distance
    animation.scrub(to: fraction, across: crossStart + across)
    let progress = animation.progress(at: update.time).value
    peak = max(peak, progress, tracker.progress)
    return progress
  }

  /// Returns the fingers' velocity as a velocity of the progress.
  ///
  /// Inlined, because a call would copy the driver.
  @inline(__always)
  func progressVelocity(_ velocity: Vector) -> Double {
    tracker.velocity(velocity) * animation.animator.progressPerFraction
  }

  /// 1e-10 of the full distance, far less than a finger can move.
  static let unseen = 1e-10

  /// Returns the context for judging a release.
  private func release(_ update: GestureInput.Update) -> ReleaseContext {
    var context = ReleaseContext(
      time: update.time, began: began, fraction: animation.progress(at: update.time).value,
      startFraction: tracker.grabbedFraction, peak: peak, translation: update.value.translation,
      history: input.history, mapping: tracker.mapping(for: update.value.translation))
    context.landing = input.landing
    context.resistance = tracker.resistance(to: update.value.velocity)
    context.motion = motion(update)
    return context
  }

  private func motion(_ update: GestureInput.Update) -> ReleaseMotion {
    let velocity = update.value.velocity
    let (x, y) = (velocity.x * pointsPerMillimetre.x, velocity.y * pointsPerMillimetre.y)
    let isHorizontal = tracker.mapping.direction.isHorizontal
    return ReleaseMotion(
      crossProgress: animation.crossProgress(at: update.time),
      crossVelocity: tracker.mapping.across(velocity) / tracker.mapping.distance,
      points: isHorizontal ? Vector(x: x, y: y) : Vector(x: y, y: x),
      isCaught: animation.animator.isCaught)
  }

  private mutating func release<Sink: TrajectorySink>(
    _ context: ReleaseContext, _ decision: Decision, _ update: GestureInput.Update,
    into sink: inout Sink
  ) throws(Sink.Failure) {
    let velocity = progressVelocity(update.value.velocity)
    try report(.ended(context), at: update.time, velocity: velocity, into: &sink)
    let released = context.release(for: interaction.rule)
    try settle(as: decision, about: released, update, into: &sink)
  }

  /// Starts to settle after a decision about a release; `nil` for a gesture that was cut off.
  private mutating func settle<Sink: TrajectorySink>(
    as decision: Decision, about released: Release?, _ update: GestureInput.Update,
    into sink: inout Sink
  ) throws(Sink.Failure) {
    let time = update.time
    hasBeenDriven = true
    let velocity = progressVelocity(update.value.velocity)
    try report(.decided(decision), at: time, velocity: velocity, into: &sink)
    let done = animation.animator.fractionComplete(at: time)
    if !animation.isHeld { animation.hold(at: time) }
    var current = animation.progress(at: time).value
    let coasting = coasting(after: decision, about: released)
    if let coasting, coasting.duration > 0 { return try coast(coasting, at: time, into: &sink) }
    let settle = interaction.settle(after: decision, from: current)
    // The velocity in a unit is the fingers' own, even where a limit holds the animation.
    let push = if case .inUnit = settle.velocity { released?.velocity ?? 0 } else { velocity }
    if coasting == nil, current == decision.target, push != 0, settle.keepsVelocity {
      // A spring's velocity is relative to the remaining distance, which must not be zero.
      current -= push > 0 ? Self.unseen : -Self.unseen
      animation.scrub(to: current, across: animation.crossProgress(at: time))
    }
    if settle.jumps || coasting != nil {
      animation.jump(to: decision.target)
      phase = .settling
      try report(.handoff, at: time, velocity: 0, into: &sink)
      let position: AnimatingPosition =
        decision.target == 1 ? .end : decision.target == 0 ? .start : .current
      return try arrive(at: position, isSecond: false, at: time, into: &sink)
    }
    // Without a remaining distance, a velocity can't be expressed as a multiple of it.
    let distance = decision.target - animation.progress(at: time).value
    animation.release(
      to: decision.target, settle, over: tracker.mapping.distance, done: done,
      velocity: settle.initialVelocity(
        over: distance, velocity: velocity, released, motion(update)),
      at: time)
    phase = .settling
    try report(
      .handoff, at: time, velocity: animation.progress(at: time).velocity, into: &sink)
  }

  private func coasting(
    after decision: Decision, about released: Release?
  ) -> Coasting? {
    guard let released else { return nil }
    return interaction.rule.coasting(
      after: decision, about: released, limits: interaction.progress.limits)
  }

  private mutating func coast<Sink: TrajectorySink>(
    _ coasting: Coasting, at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    var coasting = coasting
    // A path back to where it begins has no length, and needs one to be a share of.
    if coasting.start == coasting.end {
      coasting.start -= Self.unseen
      animation.scrub(to: coasting.start, across: animation.crossProgress(at: time))
    }
    animation.coast(coasting, at: time)
    phase = .settling
    try report(
      .handoff, at: time, velocity: animation.progress(at: time).velocity, into: &sink)
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
