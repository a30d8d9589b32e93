import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion

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
      guard canBeCaught, second == nil else { return true }
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
    second = nil
    held = nil
    (phase, hasBeenDriven) = (.idle, false)
  }

  private mutating func grab(at time: Timestamp) {
    let isCaught = isMoving
    startTarget = held?.animation.destination ?? animation.destination
    wake(at: time)
    phase = .tracking
    held = nil
    if interaction.progress.source == .time {
      if !animation.isRunning { animation.start(back: false, at: time) }
    } else {
      animation.hold(at: time)
    }
    let fraction = animation.fraction(at: time)
    tracker.grab(
      at: fraction, isCaught: isCaught,
      within: interaction.rule.reach(from: fraction, bound: startTarget))
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
  /// Inlined, because it runs twice for each frame.
  @inline(__always)
  func progressVelocity(_ velocity: Vector) -> Double {
    tracker.velocity(velocity) * animation.animator.progressPerFraction
  }

  /// Returns the context for judging a release.
  private func release(_ update: GestureInput.Update) -> ReleaseContext {
    var context = ReleaseContext(
      time: update.time, began: began, fraction: animation.progress(at: update.time).value,
      startFraction: tracker.grabbedFraction, peak: peak, translation: update.value.translation,
      history: input.history, mapping: tracker.mapping(for: update.value.translation))
    context.landing = input.landing
    context.resistance = tracker.resistance(to: update.value.velocity)
    context.motion = motion(update)
    context.startTarget = startTarget
    return context
  }

  private func motion(_ update: GestureInput.Update) -> ReleaseMotion {
    let velocity = update.value.velocity
    let (x, y) = (velocity.x * pointsPerMillimetre.x, velocity.y * pointsPerMillimetre.y)
    let isHorizontal = tracker.mapping.direction.isHorizontal
    return ReleaseMotion(
      crossProgress: animation.crossProgress(at: update.time),
      crossVelocity: tracker.mapping.across(velocity) / tracker.mapping.distance,
      points: isHorizontal ? Vector(x: x, y: y) : Vector(x: y, y: x))
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
    let moving = animation.motion(
      .init(value: animation.progress(at: time).value, velocity: velocity),
      toward: decision.target)
    let handOff = interaction.handOff(
      after: decision, about: released, from: moving.value, velocity: moving.velocity,
      motion(update))
    animation.take(handOff, over: tracker.mapping.distance, done: done, at: time)
    heading = handOff.heading(decision, from: moving.value)
    phase = .settling
    try report(
      .handoff, at: time, velocity: animation.progress(at: time).velocity, into: &sink)
    guard case .jumps = handOff.motion else { return }
    let position: AnimatingPosition =
      decision.target == 1 ? .end : decision.target == 0 ? .start : .current
    try arrive(at: position, isSecond: false, at: time, into: &sink)
  }
}
