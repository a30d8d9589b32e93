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

/// The axis of a spring's initial velocity that a part follows.
package enum PartAxis: Hashable, Sendable {
  case x, y
  /// The y axis of a change that has no distance in x: its velocity may also be given as an x.
  case yAlone
}

/// The progress of one part between two positions of its animation, from 0 to 1.
///
/// A position is the animation's progress while it is held, and the fraction of its time while it runs.
struct PartTimeline: Sendable {
  /// The positions at which the part begins and ends in an uninterrupted run.
  let range: ClosedRange<Double>
  /// The positions at which the part currently begins and ends.
  var start: Double
  var end: Double
  /// Its own timing as a path from 0 to 1.
  let ownPath: AnimationPath
  /// Its own timing, where that differs from the animation's.
  let timing: TimingParameters?
  /// The axis of a spring's velocity that moves it.
  let axis: PartAxis
  /// The position of a pause in flight, and there the part's progress or its path's time.
  var caught: (position: Double, value: Double, isTime: Bool)?
  /// The velocity at the pause, per second, and the path's time if the path was followed whole.
  var velocity = 0.0
  var pathTime: Double?
  /// The segment that the part follows while the animation runs.
  var segment: PathSegment

  /// Whether it runs on its own path.
  var followsOwnPath: Bool { segment.path == ownPath && segment.push == 0 }

  /// Whether its path can also be followed backwards: its own, or a whole curve.
  var canTurn: Bool { segment.push == 0 && (segment.path.isWholeCurve || segment.path == ownPath) }

  init(
    over range: ClosedRange<Double>, ownPath: AnimationPath, timing: TimingParameters?,
    axis: PartAxis
  ) {
    self.range = range
    self.ownPath = ownPath
    self.timing = timing
    self.axis = axis
    start = range.lowerBound
    end = range.upperBound
    segment = PathSegment(path: ownPath, from: 0, to: 0)
  }

  // MARK: Held

  /// Returns the progress, or the path's time, while the animation is held at a position.
  ///
  /// It is linear between the start, the end, and the point of the pause. If that point lies before the
  /// start or after the end, the animation's start or end is the third point.
  func progress(
    heldAt position: Double, inTime: Bool = false
  ) -> (value: Double, slope: Double) {
    guard let known = caught, known.isTime == inTime else { return ownProgress(heldAt: position) }
    let caught = (position: known.position, progress: known.value)
    let low = (position: start, progress: 0.0)
    let high = (position: end, progress: 1.0)
    if caught.position <= start {
      if position <= caught.position {
        return caught.position > 0
          ? beyond(position, from: (0, 0), to: caught) : (caught.progress, 0)
      }
      return position < start
        ? Self.line(caught, low, position) : beyond(position, from: low, to: high)
    }
    if caught.position >= end {
      if position >= caught.position {
        return caught.position < 1
          ? beyond(position, from: caught, to: (1, 1)) : (caught.progress, 0)
      }
      return position > end
        ? Self.line(high, caught, position) : beyond(position, from: low, to: high)
    }
    if position < caught.position { return beyond(position, from: low, to: caught) }
    return beyond(position, from: caught, to: high)
  }

  /// Its progress without a pause; a part without duration is at its end when the animation is.
  func ownProgress(heldAt position: Double) -> (value: Double, slope: Double) {
    if position <= start, position < 1 { return (0, 0) }
    if position >= end { return (1, 0) }
    return (((position - start) / (end - start)), 1 / (end - start))
  }

  private typealias Knot = (position: Double, progress: Double)

  /// The line between two knots; outside of them, the progress of the nearer knot.
  private func beyond(_ position: Double, from: Knot, to: Knot) -> (value: Double, slope: Double) {
    if position <= from.position, position < 1 || from.position < to.position {
      return (from.progress, 0)
    }
    if position >= to.position { return (to.progress, 0) }
    return Self.line(from, to, position)
  }

  private static func line(
    _ from: Knot, _ to: Knot, _ position: Double
  ) -> (value: Double, slope: Double) {
    let slope = (to.progress - from.progress) / (to.position - from.position)
    return (from.progress + slope * (position - from.position), slope)
  }

  // MARK: Pausing and continuing

  /// Maps the positions so that `position`, the fraction of the time at the pause, becomes the progress
  /// there.
  ///
  /// The ranges before and after it are scaled evenly, so that a part at its start or its end stays
  /// there on both scales.
  mutating func move(_ position: Double, to newPosition: Double) {
    guard 0 < position, position < 1, 0 < newPosition, newPosition < 1 else { return }
    func moved(_ old: Double) -> Double {
      // The ends stay exactly 0 and 1: beyond 1 no position would count as the end.
      old <= position
        ? old * newPosition / position : 1 - (1 - newPosition) * (1 - old) / (1 - position)
    }
    start = moved(start)
    end = moved(end)
  }

  /// Discards what pauses have changed.
  mutating func settle() {
    start = range.lowerBound
    end = range.upperBound
    caught = nil
    forgetMotion()
  }

  /// Discards how the part moved before a pause.
  mutating func forgetMotion() {
    velocity = 0
    pathTime = nil
  }

  /// Returns the fractions of a run from a position to the target between which the part moves.
  ///
  /// A part that a pause has left off its start or its end outside of its own range moves at once, and
  /// as long as the whole if no time of its own is left.
  func window(
    from position: Double, at progress: Double? = nil, to target: Double
  ) -> (begin: Double, end: Double) {
    let left = abs(target - position)
    guard left > 0 else { return (0, 1) }
    let (first, last) =
      target > position
      ? (start - position, end - position) : (position - end, position - start)
    let isEarly = position < start || position == start && start < end
    if let progress, isEarly && progress != 0 || position > end && progress != 1 {
      return (0, last > 0 ? min(last / left, 1) : 1)
    }
    return (max(first / left, 0), min(max(last / left, 0), 1))
  }

  /// Makes the part follow its own timing, or else a given one, from its progress to the target.
  mutating func enter(
    _ timing: TimingParameters, at progress: Double, to target: Double, seconds: Double,
    velocity: Double?
  ) {
    switch self.timing ?? timing {
    case .spring(let parameters):
      let distance = target - progress
      let (spring, needed) = parameters.spring(in: seconds)
      // A spring with another settling time is scaled to this duration, and so is the velocity.
      let given = velocity.map { seconds > 0 ? $0 * seconds / needed : 0 }
      let start = Spring.State(
        offset: -distance, velocity: given ?? parameters.velocity(axis) * distance)
      segment = PathSegment(
        path: .spring(spring, from: start, target: target, seconds: needed), from: 0, to: 1)
    case .curve(let curve):
      segment = entry(of: .cubic(curve), at: progress, to: target)
      push(to: velocity, seconds: seconds)
    case .custom(let timing):
      segment = entry(of: .custom(timing), at: progress, to: target)
      push(to: velocity, seconds: seconds)
    }
  }

  /// Changes the initial velocity of a part that follows a curve.
  mutating func push(to velocity: Double?, seconds: Double) {
    guard let velocity, seconds > 0 else { return }
    let own = segment.path.progress(at: segment.from).slope * (segment.to - segment.from)
    segment.push = (velocity * seconds - own).asProgress
  }

  /// Returns the segment of a curve from a progress to the target.
  private func entry(of easing: Easing, at progress: Double, to target: Double) -> PathSegment {
    if let time = easing.fraction(ofValue: progress, nearest: pathTime) {
      return PathSegment(path: .curve(easing), from: time, to: target)
    }
    // A curve that never has this progress is scaled to the distance that is left.
    return PathSegment(path: .curve(easing, low: progress, high: target), from: 0, to: 1)
  }
}
