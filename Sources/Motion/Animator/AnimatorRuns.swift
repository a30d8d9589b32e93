package import PantographBase

// Starting, and continuing after a pause.
extension AnimatorMachine {
  /// Starts the animation, or continues a paused one on its own timing.
  package mutating func start(at time: Timestamp) throws(AnimatorError) {
    switch phase {
    case .inactive: begin(at: time)
    case .paused(let hold): run(from: hold, at: time)
    case .running, .seeking: break
    case .stopped: throw AnimatorError(.startAnimation, .stopped)
    }
  }

  /// Starts the animation after a delay, in seconds.
  package mutating func start(afterDelay delay: Double, at time: Timestamp) throws(AnimatorError) {
    guard state == .inactive else {
      throw AnimatorError(.startAnimationAfterDelay, situation)
    }
    let delay = delay.asAmount
    self.delay = delay
    begin(at: time.advanced(bySeconds: delay))
  }

  private mutating func begin(at time: Timestamp) {
    let start = 1 - target
    followedTiming = timing
    for index in timelines.indices {
      timelines[index].settle()
      let (begin, end) = timelines[index].window(from: start, to: target)
      timelines[index].segment = PathSegment(
        path: timelines[index].ownPath, from: start, to: target, begin: begin, end: end)
    }
    phase = .running(
      Run(span: Span(since: time, seconds: duration), start: start, complete: 0))
  }

  /// Continues a paused animation from where it is, to its end or back to its start.
  ///
  /// See `PropertyAnimator.continueAnimation(withTimingParameters:durationFactor:velocity:)`.
  package mutating func continueAnimation(
    with timing: TimingParameters? = nil, durationFactor: Double = 0,
    velocity: EntryVelocity = .ofTiming, at time: Timestamp
  ) throws(AnimatorError) {
    let hold = try pausedHold(for: .continueAnimation)
    run(
      from: hold, on: timing, durationFactor: durationFactor.asAmount, velocity: velocity, at: time)
  }

  /// Returns how a paused animation is held that may continue.
  private func pausedHold(for call: AnimatorError.Call) throws(AnimatorError) -> Hold {
    guard case .paused(let hold) = phase else { throw AnimatorError(call, situation) }
    guard isInterruptible else { throw AnimatorError(call, .uninterruptible) }
    return hold
  }

  /// Continues a paused animation to a fraction, and pauses it there.
  ///
  /// See `PropertyAnimator.continueAnimation(toFraction:withTimingParameters:durationFactor:)`.
  package mutating func continueAnimation(
    toFraction fraction: Double, with timing: TimingParameters? = nil, durationFactor: Double = 0,
    at time: Timestamp
  ) throws(AnimatorError) {
    let hold = try pausedHold(for: .continueAnimationToFraction)
    let end = end(ofFraction: fraction, from: hold)
    let durationFactor = durationFactor.asAmount
    let factor = durationFactor > 0 ? durationFactor : min(abs(end - hold.position), 1)
    let timing = timing ?? .curve(.linear)
    seek(from: hold, to: end, with: timing, seconds: factor * duration, at: time)
  }

  /// Continues a paused animation to a fraction in a number of seconds, and pauses it there.
  package mutating func continueAnimation(
    toFraction fraction: Double, with timing: TimingParameters, seconds: Double, at time: Timestamp
  ) throws(AnimatorError) {
    let hold = try pausedHold(for: .continueAnimationToFraction)
    let end = end(ofFraction: fraction, from: hold)
    seek(from: hold, to: end, with: timing, seconds: seconds.asAmount, at: time)
  }

  private func end(ofFraction fraction: Double, from hold: Hold) -> Double {
    let fraction = fraction.asProgress
    let end = isReversed ? 1 - fraction : fraction
    return hold.scale == .time ? min(max(end, 0), 1) : end
  }

  private mutating func seek(
    from hold: Hold, to end: Double, with timing: TimingParameters, seconds: Double,
    at time: Timestamp
  ) {
    var hold = hold
    hold.remainingDelay = 0
    let isMoving = seconds > 0 && end != hold.position
    let seconds = isMoving ? timing.seconds(in: seconds) : 0
    timelines[0].segment = PathSegment(
      path: timing.path(seconds: seconds, axis: .x), from: 0, to: 1)
    phase = .seeking(Seek(span: Span(since: time, seconds: seconds), start: hold, end: end))
  }

  /// Reverses the animation, so that it runs to its start, or to its end again.
  ///
  /// A running animation turns at once: its progress does not jump, and its velocity changes sign. For
  /// one that is paused or has not started, the direction takes effect when it continues.
  package mutating func reverse(_ isReversed: Bool, at time: Timestamp) {
    guard state != .stopped, isReversed != self.isReversed else { return }
    guard case .running(let run) = phase else {
      self.isReversed = isReversed
      return
    }
    guard timelines[0].canTurn else {
      // Entered in between, a spring can't be followed backwards, and no curve that is scaled or has another
      // velocity: the animation returns on its own timing.
      let hold = caught(at: time, inTime: false)
      self.isReversed = isReversed
      self.run(from: hold, at: time)
      return
    }
    // The same path backwards, at the same speed; over no distance the path's speed is its duration's.
    let share = run.span.share(at: time)
    let whole = timelines[0].segment
    let now = whole.time(at: share)
    let here = run.position(at: time, to: target)
    let progress = timelines.indices.map { self.progress(of: Part(index: $0), at: time).value }
    self.isReversed = isReversed
    let left = abs(target - now)
    let secondsPerPath =
      whole.from == whole.to ? duration : run.span.seconds / abs(whole.to - whole.from)
    for index in timelines.indices {
      let window = window(of: index, from: here, at: progress[index])
      if timelines[index].canTurn {
        let segment = timelines[index].segment
        timelines[index].segment = PathSegment(
          path: segment.path, from: segment.time(at: share), to: target)
      } else {
        timelines[index].enter(
          followedTiming, at: progress[index], to: target, seconds: left * secondsPerPath,
          velocity: nil)
      }
      (timelines[index].segment.begin, timelines[index].segment.end) = window
    }
    // A run that is reversed during its delay still waits for the rest of the delay.
    let span = Span(since: max(time, run.span.since), seconds: left * secondsPerPath)
    phase = .running(Run(span: span, start: here, complete: 1 - left))
  }

  /// Returns the fractions of a run from a position between which a part moves.
  private func window(
    of index: Int, from position: Double, at progress: Double
  ) -> (begin: Double, end: Double) {
    index == 0 ? (0, 1) : timelines[index].window(from: position, at: progress, to: target)
  }

  /// Makes the animation run to its target from where it is held.
  private mutating func run(
    from hold: Hold, on timing: TimingParameters? = nil, durationFactor: Double = 0,
    velocity: EntryVelocity = .ofTiming, at time: Timestamp
  ) {
    let parts = timelines.indices.map { progress($0, at: hold.position, of: hold).value.asProgress }
    let velocities = timelines.indices.map { entryVelocity($0, velocity, of: hold) }
    let distance = target - parts[0]
    let isInTime = hold.scale == .time && timing == nil
    let timing = timing ?? self.timing
    followedTiming = timing

    // The whole determines the duration.
    let left: Double
    if isInTime {
      left = abs(target - hold.position)
    } else if let easing = timing.easing,
      let entry = easing.fraction(ofValue: parts[0], nearest: timelines[0].pathTime)
    {
      left = abs(target - entry)
    } else {
      left = min(abs(distance), 1)
    }
    var seconds = left == 0 ? 0 : (durationFactor > 0 ? durationFactor : left) * duration
    if !isInTime, case .spring(let parameters) = timing {
      // Over no distance, a velocity in distances per second has no meaning.
      seconds = distance == 0 ? 0 : parameters.spring(in: seconds).seconds
    }

    let here = hold.partsPosition
    for index in timelines.indices {
      let window = window(of: index, from: here, at: parts[index])
      let taken = (window.end - window.begin) * seconds
      // A part that begins later was not moving when the animation was paused.
      let velocity = window.begin == 0 ? velocities[index] : nil
      if isInTime {
        timelines[index].segment = PathSegment(
          path: timelines[index].ownPath, from: pathTime(index, at: hold.position).value,
          to: target)
        timelines[index].push(to: velocity, seconds: taken)
      } else {
        timelines[index].enter(
          timing, at: parts[index], to: target, seconds: taken, velocity: velocity)
      }
      (timelines[index].segment.begin, timelines[index].segment.end) = window
      timelines[index].caught = nil
    }
    let isOnCurve = isInTime || timing.easing != nil && timelines[0].segment.path.isWhole
    // Paused during its delay, the animation waits for the rest of the delay.
    let span = Span(since: time.advanced(bySeconds: hold.remainingDelay), seconds: seconds)
    phase = .running(
      Run(span: span, start: here, complete: isOnCurve ? 1 - left : fractionComplete(of: hold)))
  }

  /// Returns the velocity per second with which a part continues; `nil` for its timing's own.
  private func entryVelocity(_ index: Int, _ velocity: EntryVelocity, of hold: Hold) -> Double? {
    switch velocity {
    case .ofTiming: return nil
    case .carried: return timelines[index].velocity
    case .perSecond(let velocity):
      guard velocity.isFinite else { return nil }
      let slope = linearProgress(index, at: hold.position, of: hold).slope
      return (velocity.asProgress * slope).asProgress
    }
  }

  /// Delays the rest of a running animation by a number of microseconds.
  package mutating func postpone(byMicroseconds delay: Int64) {
    switch phase {
    case .inactive, .paused, .stopped: break
    case .running(var run):
      run.span.since = run.span.since.advanced(byMicroseconds: delay)
      phase = .running(run)
    case .seeking(var seek):
      seek.span.since = seek.span.since.advanced(byMicroseconds: delay)
      phase = .seeking(seek)
    }
  }
}

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

  /// Holds an animation that has not started at a progress, by which it is scrubbed from then on.
  package mutating func hold(atProgress progress: Double) {
    guard case .inactive = phase, isInterruptible, progress.isFinite else { return }
    var hold = settled(at: progress.asProgress)
    hold.scale = .progressOnly
    hold.position = progress.asProgress
    phase = .paused(hold)
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
