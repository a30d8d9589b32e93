package import PantographBase

// Pausing, scrubbing and ending.
extension AnimatorMachine {
  /// Pauses the animation; one that has not started becomes active and paused at its start.
  package mutating func pause(at time: Timestamp) throws(AnimatorError) {
    switch phase {
    case .inactive, .running, .seeking:
      guard isInterruptible else { throw AnimatorError(.pauseAnimation, .uninterruptible) }
      phase = .paused(
        state == .inactive
          ? settled(at: 1 - target) : caught(at: time, inTime: !scrubsLinearly))
    case .paused: break
    case .stopped: throw AnimatorError(.pauseAnimation, .stopped)
    }
  }

  /// Discards what earlier runs have left, and returns how the animation is held at a position.
  private mutating func settled(at position: Double) -> Hold {
    for index in timelines.indices { timelines[index].settle() }
    var hold = Hold(position: position, scale: .progress)
    hold.scrub(to: position, linearly: scrubsLinearly)
    return hold
  }

  /// Holds each part at its current progress, and returns how the whole is held.
  mutating func caught(at time: Timestamp, inTime: Bool) -> Hold {
    switch phase {
    case .inactive(let hold), .paused(let hold), .stopped(let hold): return hold
    case .running(let run): return caught(on: run, at: time, inTime: inTime)
    case .seeking(let seek):
      for index in timelines.indices {
        timelines[index].velocity = progress(of: Part(index: index), at: time).velocity
      }
      return hold(on: seek, at: time)
    }
  }

  private mutating func caught(on run: Run, at time: Timestamp, inTime: Bool) -> Hold {
    let share = run.span.share(at: time)
    guard share < 1 else { return settled(at: target) }
    let here = run.position(at: time, to: target)
    let isOnTime = timelines.allSatisfy { $0.followsOwnPath }
    let holdsTime = inTime && isOnTime
    let position =
      holdsTime ? timelines[0].segment.time(at: share) : progress(at: time).value
    let isBeyond = !holdsTime && !(0 <= position && position <= 1) && 0 < here && here < 1
    let overshoot = isBeyond ? Overshoot(progress: position, position: here) : nil
    for index in timelines.indices {
      let progress = progress(of: Part(index: index), at: time)
      let segment = timelines[index].segment
      timelines[index].velocity = progress.velocity
      timelines[index].pathTime = segment.path.isWhole ? segment.time(at: share) : nil
      guard index > 0 else { continue }
      timelines[index].move(here, to: position)
      // Every part keeps its own progress while the whole stays at this position.
      let value = holdsTime ? segment.time(at: share) : progress.value
      timelines[index].caught = (overshoot?.position ?? position, value, isTime: holdsTime)
    }
    return Hold(
      position: position, scale: holdsTime ? .time : isOnTime ? .progress : .progressOnly,
      overshoot: overshoot, remainingDelay: max(run.span.since - time, 0))
  }

  /// Moves a paused animation to a fraction, counted in the direction of the animation.
  ///
  /// An animation that has not started becomes active and paused, unless it is not interruptible. A running or
  /// stopped one is not changed.
  package mutating func setFractionComplete(_ fraction: Double) {
    scrub(to: isReversed ? 1 - fraction : fraction)
  }

  /// Moves a paused animation to a progress, counted from its start whatever its direction.
  ///
  /// The progress is not limited, so that a gesture can hold what a spring has carried beyond its end;
  /// callers apply their own limits. A progress that is infinite or not a number is ignored.
  package mutating func scrub(to progress: Double) {
    guard progress.isFinite else { return }
    let progress = progress.asProgress
    switch phase {
    case .inactive: if isInterruptible { phase = .paused(settled(at: progress)) }
    case .paused(var hold):
      hold.remainingDelay = 0
      hold.scrub(to: progress, linearly: scrubsLinearly)
      phase = .paused(hold)
      for index in timelines.indices { timelines[index].forgetMotion() }
    case .running, .seeking, .stopped: break
    }
  }

  // MARK: Ending

  /// Ends a running animation that is due, and returns the position at which it ended.
  ///
  /// Returns `nil` for an animation that pauses on completion, which stays active and paused, and for
  /// one that has reached the fraction it moved to.
  package mutating func completeIfDue(at time: Timestamp) -> AnimatingPosition? {
    guard let endTime, endTime <= time else { return nil }
    if case .seeking(let seek) = phase {
      var hold = seek.start
      hold.position = seek.end
      phase = .paused(hold)
      return nil
    }
    let hold = settled(at: target)
    phase = pausesOnCompletion ? .paused(hold) : .inactive(hold)
    return pausesOnCompletion ? nil : isReversed ? .start : .end
  }

  /// Stops the animation where it is.
  ///
  /// - Parameters:
  ///   - withoutFinishing: whether that ends the animation; otherwise ``finish(at:)`` must follow.
  ///   - time: the instant at which it stops.
  package mutating func stop(
    withoutFinishing: Bool, at time: Timestamp
  ) throws(AnimatorError) {
    guard state == .active else { throw AnimatorError(.stopAnimation, situation) }
    guard isInterruptible else { throw AnimatorError(.stopAnimation, .uninterruptible) }
    let hold = caught(at: time, inTime: !scrubsLinearly)
    phase = withoutFinishing ? .inactive(hold) : .stopped(hold)
  }

  /// Moves a stopped animation to a position and ends it.
  package mutating func finish(at position: AnimatingPosition) throws(AnimatorError) {
    guard case .stopped(let hold) = phase else {
      throw AnimatorError(.finishAnimation, situation)
    }
    phase = .inactive(position == .current ? hold : settled(at: position == .end ? 1 : 0))
  }
}
