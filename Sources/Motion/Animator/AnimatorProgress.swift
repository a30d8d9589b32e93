package import PantographBase

// What is seen at an instant.
extension AnimatorMachine {
  /// Returns the progress of the animation or of a part at an instant, which may lie after its end.
  package func progress(of part: Part = .whole, at time: Timestamp) -> Progress {
    switch phase {
    case .running(let run):
      let share = run.span.share(at: time)
      guard share < 1 else { return Progress(value: target, velocity: 0) }
      let (value, slope) = timelines[part.index].segment.progress(at: share)
      // Nothing moves during the delay.
      return Progress(value: value, velocity: time < run.span.since ? 0 : slope / run.span.seconds)
    case .seeking(let seek):
      let (position, velocity) = position(on: seek, at: time)
      let (value, slope) = progress(part.index, at: position, of: seek.start)
      return Progress(value: value, velocity: slope * velocity)
    case .inactive(let hold), .paused(let hold), .stopped(let hold):
      let value = progress(part.index, at: hold.position, of: hold).value
      return Progress(value: value, velocity: 0)
    }
  }

  /// Returns the progress of a part while the animation is held at a position, and its slope there.
  @inline(__always)
  func progress(
    _ index: Int, at position: Double, of hold: Hold
  ) -> (value: Double, slope: Double) {
    hold.scale == .time
      ? timedProgress(index, at: position) : linearProgress(index, at: position, of: hold)
  }

  /// Returns the progress of a part while the animation is held in time, and its slope there.
  private func timedProgress(
    _ index: Int, at position: Double
  ) -> (value: Double, slope: Double) {
    let (time, rate) = pathTime(index, at: position)
    let (value, slope) = timelines[index].ownPath.progress(at: time)
    return (value, slope * rate)
  }

  /// Returns the progress of a part while the animation is held at a progress; the whole has the held
  /// progress itself.
  @inline(__always)
  func linearProgress(
    _ index: Int, at position: Double, of hold: Hold
  ) -> (value: Double, slope: Double) {
    index == 0 ? (position, 1) : partProgress(index, at: position, of: hold)
  }

  private func partProgress(
    _ index: Int, at position: Double, of hold: Hold
  ) -> (value: Double, slope: Double) {
    // Scrubbed back between its ends, the animation uses the ordinary scale again.
    if let overshoot = hold.overshoot, overshoot.isBackInRange(at: position) {
      return timelines[index].ownProgress(heldAt: position)
    }
    let (position, rate) = hold.partsPosition(position)
    let (value, slope) = timelines[index].progress(heldAt: position)
    return (value, slope * rate)
  }

  /// Returns the time on a part's own path while the animation is held in time, and its slope.
  func pathTime(_ index: Int, at position: Double) -> (value: Double, slope: Double) {
    index == 0 ? (position, 1) : timelines[index].progress(heldAt: position, inTime: true)
  }

  private func position(on seek: Seek, at time: Timestamp) -> (value: Double, slope: Double) {
    let share = seek.span.share(at: time)
    guard share < 1 else { return (seek.end, 0) }
    let (value, slope) = timelines[0].segment.progress(at: share)
    let start = seek.start.position
    let distance = seek.end - start
    let position = start + distance * value
    // Time is limited to the range from beginning to end.
    if seek.start.scale == .time, position < 0 || position > 1 {
      return (min(max(position, 0), 1), 0)
    }
    return (position, distance * slope / seek.span.seconds)
  }

  /// Returns how the animation would be held if a move ended at an instant.
  func hold(on seek: Seek, at time: Timestamp) -> Hold {
    var hold = seek.start
    hold.position = position(on: seek, at: time).value
    return hold
  }

  /// Returns the fraction that is complete, from 0 to 1, in the direction of the animation.
  ///
  /// While the animation runs this is the fraction of its time; while it is paused, the fraction that
  /// was set.
  package func fractionComplete(at time: Timestamp) -> Double {
    switch phase {
    case .running(let run):
      min(max(run.complete + (1 - run.complete) * run.span.share(at: time), 0), 1)
    case .seeking(let seek): fractionComplete(of: hold(on: seek, at: time))
    case .inactive(let hold), .paused(let hold), .stopped(let hold): fractionComplete(of: hold)
    }
  }

  func fractionComplete(of hold: Hold) -> Double {
    min(max(isReversed ? 1 - hold.position : hold.position, 0), 1)
  }

  /// The progress at which a paused animation is held, as passed to ``scrub(to:)``.
  ///
  /// It may lie beyond both ends, unlike ``fractionComplete(at:)``.
  package var heldProgress: Double {
    switch phase {
    case .inactive(let hold), .paused(let hold), .stopped(let hold): hold.position
    case .running(let run): run.start
    case .seeking(let seek): seek.start.position
    }
  }

  /// The progress to which it runs or moves, or at which it is held, on the scale of ``heldProgress``.
  package var destination: Double {
    switch phase {
    case .inactive(let hold), .paused(let hold), .stopped(let hold): hold.position
    case .running: target
    case .seeking(let seek): seek.end
    }
  }

  /// The change of progress per unit of fraction while the animation is paused.
  ///
  /// It is 1, or the slope of the timing where fractions count as time.
  package var progressPerFraction: Double {
    switch phase {
    case .inactive(let hold), .paused(let hold), .stopped(let hold):
      progress(0, at: hold.position, of: hold).slope
    case .running, .seeking: 1
    }
  }
}
