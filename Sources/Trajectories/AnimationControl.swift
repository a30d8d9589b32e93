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
    guard phase == .settling, second.isEmpty else { return false }
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
    guard !held.isEmpty, !held[0].byFingers else { return false }
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
    if !held.isEmpty, !held[0].byFingers {
      try endSilence(into: &sink)
      try resumeHeld(into: &sink)
    }
    guard phase != .tracking, held.isEmpty, second.isEmpty else { return false }
    let isBack = animation.progress(at: animation.endTime ?? now).value >= 0.5
    if animation.isRunning {
      try turn(back: isBack, into: &sink)
    } else {
      try start(isBack ? .back : .forward, at: now, into: &sink)
    }
    return true
  }

  /// Settles a running animation at its other end.
  private mutating func turn<Sink: TrajectorySink>(
    back isBack: Bool, into sink: inout Sink
  ) throws(Sink.Failure) {
    let target = isBack ? 0.0 : 1
    let before = animation.progress(at: now)
    let decision = Decision(
      outcome: isBack ? .cancel : .finish, target: target, reason: .gestureCancelled)
    let settle = interaction.settle(after: decision, from: before.value)
    let done = animation.animator.fractionComplete(at: now)
    animation.hold(at: now)
    if settle.jumps {
      animation.jump(to: target)
    } else {
      let distance = target - before.value
      let velocity = settle.keepsVelocity && distance != 0 ? before.velocity / distance : 0
      animation.release(
        to: target, settle, over: tracker.mapping.distance, done: done, velocity: (velocity, 0),
        at: now)
    }
    let velocity = animation.progress(at: now).velocity
    try report(.started(isBack ? .back : .forward), at: now, velocity: velocity, into: &sink)
    if settle.jumps {
      try arrive(at: isBack ? .start : .end, isSecond: false, at: now, into: &sink)
    }
  }
}
