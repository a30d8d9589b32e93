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

/// The closed form in which an animation runs to rest: a spring, or a section of a curve.
package struct SettlingPath: Hashable, Sendable {
  /// What it follows.
  package enum Shape: Hashable, Sendable {
    /// A spring, from a state relative to the target.
    case spring(Spring, from: Spring.State)
    /// A curve between two fractions of its time, scaled to the progress at its own start and end.
    case curve(CubicCurve, from: Double, to: Double, low: Double, high: Double)
  }

  /// What it follows.
  package var shape: Shape
  /// The progress at which it rests.
  package var target: Double
  /// The seconds until it rests.
  package var seconds: Double
}

/// The closed form in which a part of an animation runs to rest.
package enum PartSettling: Hashable, Sendable {
  /// It rises from 0 to 1 while the whole's progress does so from one value to another.
  case ramp(from: Double, to: Double)
  /// It follows a path after a number of seconds, at a multiple of that path's speed, and rests with the whole.
  case path(SettlingPath, delay: Double, rate: Double)
  /// It runs beside the whole, and rests by itself.
  case beside(SettlingPath)
}

extension AnimatorMachine {
  /// The closed form of the whole animation's run; `nil` if it does not run, or on a timing without one.
  package var settlingPath: SettlingPath? {
    let segment = timelines[0].segment
    guard segment.push == 0, segment.begin == 0, segment.end == 1 else { return nil }
    switch phase {
    case .running(let run):
      return segment.settling(to: target, in: run.span.seconds, low: 0, high: 1)
    case .seeking(let seek) where seek.start.scale != .time:
      let (low, high) = (seek.start.position, seek.end)
      return segment.settling(to: high, in: seek.span.seconds, low: low, high: high)
    case .inactive, .paused, .seeking, .stopped: return nil
    }
  }

  /// Returns the closed form of a part's run; `nil` if it does not run, or on a timing without one.
  package func settling(of part: Part) -> PartSettling? {
    let timeline = timelines[part.index]
    switch phase {
    case .running(let run):
      let segment = timeline.segment
      let taken = (segment.end - segment.begin) * run.span.seconds
      let seconds = segment.path.seconds ?? taken
      guard segment.push == 0,
        let path = segment.settling(to: target, in: seconds, low: 0, high: 1)
      else { return nil }
      // A part without duration reaches its end at once.
      let rate = taken > 0 ? seconds / taken : 1e15
      return .path(path, delay: segment.begin * run.span.seconds, rate: rate)
    case .seeking(let seek) where seek.start.scale != .time && !isCaught(seek.start):
      return .ramp(from: timeline.start, to: timeline.end)
    case .inactive, .paused, .seeking, .stopped: return nil
    }
  }

  /// Whether a pause in flight has left its parts elsewhere than where they are on their own.
  package var isCaught: Bool {
    switch phase {
    case .inactive(let hold), .paused(let hold), .stopped(let hold): isCaught(hold)
    case .running: true
    case .seeking(let seek): isCaught(seek.start)
    }
  }

  private func isCaught(_ hold: Hold) -> Bool {
    hold.overshoot != nil
      || timelines.contains {
        $0.caught != nil || $0.start != $0.range.lowerBound || $0.end != $0.range.upperBound
      }
  }
}

extension PathSegment {
  /// Returns the segment in a run whose progress is mapped to a range.
  fileprivate func settling(
    to target: Double, in seconds: Double, low: Double, high: Double
  ) -> SettlingPath? {
    path.shape(from: from, to: to, low: low, high: high).map {
      SettlingPath(shape: $0, target: target, seconds: seconds)
    }
  }
}
