package import PantographBase

// Parts: blocks of changes that begin later than the whole.
extension AnimatorMachine {
  /// Adds a part that begins later than the whole, and returns it for ``progress(of:at:)``.
  ///
  /// The part runs over the time that is left at an instant. It follows the animation's timing over its
  /// own interval, and every later change of the animation applies to it.
  ///
  /// - Parameters:
  ///   - delayFactor: the fraction of the remaining time that passes before the part begins, from 0 to
  ///     1.
  ///   - time: the instant at which it is added.
  package mutating func addPart(delayFactor: Double, at time: Timestamp) -> Part {
    let delayFactor = min(delayFactor.asAmount, 1)
    let position = currentPosition(at: time)
    let start = position + delayFactor * (1 - position)
    return addTimeline(over: min(start, 1)...1, timing: nil, axis: .x, at: time)
  }

  /// Adds a part that begins later than another one, with its own duration and timing.
  ///
  /// Delay and duration are seconds of the animation's own time. The part ends with the animation at
  /// the latest.
  package mutating func addPart(
    within part: Part, delay: Double, duration: Double?, timing: TimingParameters?,
    at time: Timestamp
  ) -> Part {
    let outer = timelines[part.index].range
    guard self.duration > 0 else {
      return addTimeline(over: outer, timing: timing, axis: .x, at: time)
    }
    let start = min(outer.lowerBound + delay / self.duration, 1)
    let end = duration.map { min(start + $0 / self.duration, 1) } ?? outer.upperBound
    return addTimeline(over: start...max(start, end), timing: timing, axis: .x, at: time)
  }

  /// Adds a copy of a part that follows another axis of a spring's initial velocity.
  package mutating func addTwin(of part: Part, axis: PartAxis, at time: Timestamp) -> Part {
    let timeline = timelines[part.index]
    return addTimeline(over: timeline.range, timing: timeline.timing, axis: axis, at: time)
  }

  /// Returns the duration of a part in an uninterrupted run, in seconds.
  package func seconds(of part: Part) -> Double {
    let range = timelines[part.index].range
    return (range.upperBound - range.lowerBound) * duration
  }

  /// Removes all parts but the whole.
  package mutating func removeParts() {
    timelines.removeSubrange(1...)
  }

  private mutating func addTimeline(
    over range: ClosedRange<Double>, timing: TimingParameters?, axis: PartAxis, at time: Timestamp
  ) -> Part {
    let width = range.upperBound - range.lowerBound
    // A spring with a damping ratio is computed for its own duration; other timings are scaled to it.
    let seconds = timing == nil ? duration : width * duration
    let path = (timing ?? self.timing).path(seconds: seconds, axis: axis)
    var timeline = PartTimeline(over: range, ownPath: path, timing: timing, axis: axis)
    if case .running(let run) = phase {
      let share = run.span.share(at: time)
      let here = run.position(at: time, to: target)
      let (begin, end) = timeline.window(from: here, to: target)
      // The time that has passed is not caught up on; it appears when the animation is reversed.
      let from = isReversed ? timeline.ownProgress(heldAt: here).value : 0
      timeline.segment = PathSegment(
        path: path, from: isReversed && here <= timeline.start ? 0 : from, to: target,
        begin: share + (1 - share) * begin, end: share + (1 - share) * end)
    }
    timelines.append(timeline)
    return Part(index: timelines.count - 1)
  }

  /// Returns the position between 0 and 1 at which a part can begin.
  private func currentPosition(at time: Timestamp) -> Double {
    switch phase {
    case .inactive: 0
    case .paused(let hold), .stopped(let hold): hold.partsPosition
    case .running(let run): min(max(run.position(at: time, to: target), 0), 1)
    case .seeking(let seek): hold(on: seek, at: time).partsPosition
    }
  }
}
