public import PantographBase
import PantographInteractions
import PantographMotion

// What a program can do to the animation without a gesture.
extension TrajectoryDriver {
  /// Holds the running animation until it is resumed or reversed, or a gesture grabs it.
  ///
  /// - Returns: Whether it was running by itself.
  public mutating func hold<Sink: TrajectorySink>(
    at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    try advance(to: time, into: &sink)
    guard phase == .settling, second == nil else { return false }
    try hold(byFingers: false, into: &sink)
    return true
  }

  /// Resumes the animation that ``hold(at:into:)`` holds, as if it had not been held.
  ///
  /// - Returns: Whether it was held.
  public mutating func resume<Sink: TrajectorySink>(
    at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    try advance(to: time, into: &sink)
    guard held?.byFingers == false else { return false }
    try endSilence(into: &sink)
    try resumeHeld(into: &sink)
    return true
  }

  /// Runs the animation toward its other end: back if it runs to its end or rests there, else forward.
  ///
  /// A running animation settles there as after a release, and keeps its velocity.
  ///
  /// - Returns: Whether it was reversed; it isn't while fingers move or hold it, or a second animation runs.
  public mutating func reverse<Sink: TrajectorySink>(
    at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    try advance(to: time, into: &sink)
    if held?.byFingers == false {
      try endSilence(into: &sink)
      try resumeHeld(into: &sink)
    }
    guard phase != .tracking, held == nil, second == nil else { return false }
    let isBack = animation.progress(at: animation.endTime ?? now).value >= 0.5
    if animation.isRunning {
      try leave(
        for: isBack ? 0 : 1, from: animation.progress(at: now),
        across: animation.crossMotion(at: now), into: &sink)
    } else {
      try start(isBack ? .back : .forward, at: now, into: &sink)
    }
    return true
  }

  /// Settles at a progress: a workspace that a key asks for, a page that is chosen, or the start after a close button.
  ///
  /// It settles as after a release, with the velocity that it has. From fingers that drive it, it is taken with theirs, and
  /// their gesture is cancelled without a judgement; a landing finger that holds it lets it go.
  ///
  /// - Returns: Whether it goes there; it doesn't if it rests there, or if a second animation has begun.
  public mutating func settle<Sink: TrajectorySink>(
    to target: Double, at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    try advance(to: time, into: &sink)
    guard second == nil else { return false }
    if held != nil {
      try endSilence(into: &sink)
      try resumeHeld(into: &sink)
      // It may have come to its end at once, where another one has begun.
      guard second == nil else { return false }
    }
    var progress = animation.progress(at: now)
    var across = animation.crossMotion(at: now)
    if phase == .tracking {
      try endSilence(into: &sink)
      if !animation.isRunning {
        let velocity = input.velocity(at: now)
        progress.velocity = progressVelocity(velocity)
        if tracker.moves {
          across.crossVelocity = tracker.mapping.across(velocity) / tracker.mapping.distance
        }
      }
      try report(.cancelled, at: now, velocity: progress.velocity, into: &sink)
    } else if !animation.isRunning, progress.value == target {
      return false
    }
    // Fingers that go on have nothing to do with where it goes.
    let wasSettling = phase == .settling
    input.ignore(at: now)
    input.returnToFingers()
    taps?.ignore(at: now)
    hasBeenDriven = true
    // A key that repeats does not begin a curve anew each time.
    if wasSettling, heading?.decision.target == target { return true }
    try leave(for: target, from: progress, across: across, into: &sink)
    return true
  }

  /// Puts an animation that does not move to another progress at once, as a session that begins at the second workspace.
  ///
  /// - Returns: Whether it is there; it isn't while it moves, or once a second animation has begun.
  public mutating func place<Sink: TrajectorySink>(
    _ progress: Double, at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    // A sample that is due now has the new place.
    try reach(time, into: &sink)
    guard !isMoving, second == nil else { return false }
    animation.jump(to: progress)
    wake(at: now)
    owesIdleSample = true
    return true
  }

  /// Settles at a progress, from where the animation is.
  mutating func leave<Sink: TrajectorySink>(
    for target: Double, from progress: AnimatorMachine.Progress, across: ReleaseMotion,
    into sink: inout Sink
  ) throws(Sink.Failure) {
    wake(at: now)
    let decision = Decision(
      outcome: interaction.rule.outcome(at: target), target: target, reason: .gestureCancelled)
    // At rest, it has all of its time.
    let done = isMoving ? animation.animator.fractionComplete(at: now) : 1
    animation.hold(at: now)
    let handOff = interaction.handOff(
      to: decision, from: animation.motion(progress, toward: target), across: across)
    animation.take(handOff, over: tracker.mapping.distance, done: done, at: now)
    heading = handOff.heading(decision, from: progress.value)
    phase = .settling
    try report(
      .started(target == 1 ? .forward : target == 0 ? .back : .place(target)), at: now,
      velocity: animation.progress(at: now).velocity, into: &sink)
    if case .jumps = handOff.motion {
      try arrive(at: animation.position(at: now), isSecond: false, at: now, into: &sink)
    }
  }
}
