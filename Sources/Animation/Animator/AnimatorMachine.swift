import PantographMotion
public import PantographQuantities

/// The state machine of an interactive animation: start, pause, scrub, reverse, continue, stop.
///
/// It follows `UIViewPropertyAnimator` call by call, but has no clock: every change takes the time as
/// an argument. ``progress(of:at:)`` can be called for any instant, in any order, and evaluates a
/// closed form. Progress runs from 0 at the start to 1 at the end; a spring or an overshooting curve
/// may leave that range for a while.
///
///     var animator = AnimatorMachine(duration: 0.5, timing: .curve(.easeInOut))
///     try animator.pause(at: began)                      // "starts as paused"
///     animator.setFractionComplete(0.6)
///     try animator.continueAnimation(with: .spring(spring, initialVelocity: 4), at: released)
///     animator.progress(at: later)
public struct AnimatorMachine: Sendable {
  /// The progress of an animation and its velocity.
  public struct Progress: Hashable, Sendable {
    /// The fraction of the distance from start to end.
    public var value: Double
    /// The change of the value per second.
    public var velocity: Double

    /// Creates a progress from its value and its change per second, each limited to ±1e100.
    public init(value: Double, velocity: Double) {
      self.value = value.asProgress
      self.velocity = velocity.asProgress
    }
  }

  /// A part of the animation: the whole, or a block of changes that begins later.
  public struct Part: Hashable, Sendable {
    var index: Int

    /// The whole animation.
    public static let whole = Part(index: 0)
  }

  /// The velocity with which a paused animation continues.
  public enum EntryVelocity: Hashable, Sendable {
    /// The timing's own velocity, as in UIKit: the progress does not jump, but the velocity does.
    case ofTiming
    /// The velocity that the animation had when it was paused, unless it has been scrubbed since.
    case carried
    /// A velocity in progress per second, such as a gesture's velocity at the release.
    case perSecond(Double)
  }

  /// How progress depends on time.
  private enum Playback {
    /// Progress stays at `position`.
    case held
    /// Time stays at `position`, which is a fraction of the timing's duration.
    case heldInTime
    /// Progress follows a path to its end.
    case running(Run)
    /// Progress moves to another position and is held there again.
    case seeking(Seek)
  }

  /// A run to the target that takes `seconds` from the instant `since`.
  private struct Run {
    /// The fraction of the whole animation that is complete at the beginning of the run; 1 at its end.
    var complete: Double
    var since: Timestamp
    var seconds: Double

    /// Returns the fraction of the run that has passed at an instant.
    func share(at time: Timestamp) -> Double {
      let share = max(time - since, 0) / seconds
      // The end is rounded to a microsecond, which may leave the last digit of the share below 1.
      return share < 1 - 4e-15 ? share : 1
    }
  }

  /// A move between two positions along the segment of the whole.
  private struct Seek {
    var run: Run
    var from: Double
    var to: Double
    var isInTime: Bool
  }

  /// The duration of the whole animation on its own timing, in seconds.
  ///
  /// A spring with explicit parameters takes its settling time and ignores the requested duration.
  public let duration: Double
  /// The default timing.
  public let timing: TimingParameters
  /// Whether a fraction set while paused counts as progress, or as time on the animation's own timing.
  ///
  /// An animation paused on another timing than its own scrubs by progress until it runs again.
  public var scrubsLinearly = true
  /// Whether the animation stays active and paused at its end.
  public var pausesOnCompletion = false
  /// Whether the animation may be paused and stopped; see ``setInterruptible(_:)``.
  public private(set) var isInterruptible = true
  /// The state of the animation.
  public private(set) var state = AnimatingState.inactive
  /// Whether the animation runs back to its start.
  public private(set) var isReversed = false
  /// The delay of the last start, in seconds.
  public private(set) var delay = 0.0
  private var playback = Playback.held
  /// Where the animation is held, or where its current run began.
  private var position = 0.0
  /// Whether it was paused on another timing, so that no time of its own timing matches its progress.
  private var isOffTime = false
  /// The progress of a pause beyond an end, and the fraction of the run's time at which it happened.
  ///
  /// Parts have not moved that far; between this point and the end they scale separately.
  private var overshoot: (progress: Double, position: Double)?
  /// The delay that was left when the animation was paused before it began, in seconds.
  private var remainingDelay = 0.0
  /// The timelines of all parts; the first is the whole.
  private var timelines: [PartTimeline]

  /// Creates an animator at its start; the duration is in seconds.
  ///
  /// A duration that is negative, infinite or not a number counts as 0.
  public init(duration: Double, timing: TimingParameters) {
    let duration = duration.asAmount
    self.timing = timing
    if case .spring(let parameters) = timing {
      self.duration = parameters.spring(in: duration).seconds
    } else {
      self.duration = duration
    }
    let path = timing.path(seconds: self.duration, axis: .x)
    timelines = [PartTimeline(over: 0...1, ownPath: path, timing: nil, axis: .x)]
  }

  // MARK: Parts

  /// Adds a part that begins later than the whole, and returns it for ``progress(of:at:)``.
  ///
  /// The part runs over the time that is left at an instant. It follows the animation's timing over its
  /// own interval, and every later change of the animation applies to it.
  ///
  /// - Parameters:
  ///   - delayFactor: the fraction of the remaining time that passes before the part begins, from 0 to
  ///     1.
  ///   - time: the instant at which it is added.
  public mutating func addPart(delayFactor: Double, at time: Timestamp) -> Part {
    let delayFactor = min(delayFactor.asAmount, 1)
    let position = state == .inactive ? 0 : currentPosition(at: time)
    let start = position + delayFactor * (1 - position)
    return addTimeline(over: min(start, 1)...1, timing: nil, axis: .x, at: time)
  }

  /// Adds a part that begins later than another one, with its own duration and timing.
  ///
  /// Delay and duration are seconds of the animation's own time. The part ends with the animation at
  /// the latest.
  mutating func addPart(
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
  mutating func addTwin(of part: Part, axis: Axis, at time: Timestamp) -> Part {
    let timeline = timelines[part.index]
    return addTimeline(over: timeline.range, timing: timeline.timing, axis: axis, at: time)
  }

  /// Returns the duration of a part in an uninterrupted run, in seconds.
  func seconds(of part: Part) -> Double {
    let range = timelines[part.index].range
    return (range.upperBound - range.lowerBound) * duration
  }

  /// Removes all parts but the whole.
  mutating func removeParts() {
    timelines.removeSubrange(1...)
  }

  private mutating func addTimeline(
    over range: ClosedRange<Double>, timing: TimingParameters?, axis: Axis, at time: Timestamp
  ) -> Part {
    let width = range.upperBound - range.lowerBound
    // A spring with a damping ratio is computed for its own duration; other timings are scaled to it.
    let seconds = timing == nil ? duration : width * duration
    let path = (timing ?? self.timing).path(seconds: seconds, axis: axis)
    var timeline = PartTimeline(over: range, ownPath: path, timing: timing, axis: axis)
    if case .running(let run) = playback {
      let share = run.share(at: time)
      let here = position + (target - position) * share
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

  private func position(on seek: Seek, at time: Timestamp) -> (value: Double, slope: Double) {
    let share = seek.run.share(at: time)
    guard share < 1 else { return (seek.to, 0) }
    let (value, slope) = timelines[0].segment.progress(at: share)
    let distance = seek.to - seek.from
    let position = seek.from + distance * value
    // Time is limited to the range from beginning to end.
    if seek.isInTime, position < 0 || position > 1 { return (min(max(position, 0), 1), 0) }
    return (position, distance * slope / seek.run.seconds)
  }

  /// Returns the position between 0 and 1, on the scale on which the animation is held or runs.
  private func currentPosition(at time: Timestamp) -> Double {
    let current: Double
    switch playback {
    case .held: current = partsPosition(position).value
    case .heldInTime: current = position
    case .running(let run): current = position + (target - position) * run.share(at: time)
    case .seeking(let seek):
      let position = position(on: seek, at: time).value
      current = seek.isInTime ? position : partsPosition(position).value
    }
    return min(max(current, 0), 1)
  }

  /// Maps the progress at which the whole is held to the scale of its parts; also returns the slope.
  private func partsPosition(_ progress: Double) -> (value: Double, slope: Double) {
    guard let overshoot else { return (progress, 1) }
    let end = overshoot.progress > 0 ? 1.0 : 0
    let isBeyond = end == 1 ? progress > 1 : progress < 0
    guard isBeyond, overshoot.progress != end else { return (progress, 1) }
    let slope = (overshoot.position - end) / (overshoot.progress - end)
    // Measured from the point of the pause: for a slow spring that point is too close to one end to
    // divide by its distance from the other.
    let value = overshoot.position + slope * (progress - overshoot.progress)
    return 0 <= value && value <= 1 ? (value, slope) : (min(max(value, 0), 1), 0)
  }

  // MARK: State

  /// Whether progress changes with time.
  public var isRunning: Bool {
    switch playback {
    case .held, .heldInTime: false
    case .running, .seeking: true
    }
  }

  /// The instant at which a running animation ends or reaches the fraction it moves to.
  public var endTime: Timestamp? {
    switch playback {
    case .held, .heldInTime: nil
    case .running(let run): run.since.advanced(bySeconds: run.seconds)
    case .seeking(let seek): seek.run.since.advanced(bySeconds: seek.run.seconds)
    }
  }

  /// The progress at which the animation ends: 1, or 0 when it is reversed.
  public var target: Double { isReversed ? 0 : 1 }

  /// Returns the progress of the animation or of a part at an instant, which may lie after its end.
  public func progress(of part: Part = .whole, at time: Timestamp) -> Progress {
    if case .held = playback, part.index == 0 { return Progress(value: position, velocity: 0) }
    if case .running(let run) = playback {
      let share = run.share(at: time)
      guard share < 1 else { return Progress(value: target, velocity: 0) }
      let (value, slope) = timelines[part.index].segment.progress(at: share)
      // Nothing moves during the delay.
      return Progress(value: value, velocity: time < run.since ? 0 : slope / run.seconds)
    }
    if case .seeking(let seek) = playback {
      let (position, velocity) = position(on: seek, at: time)
      let (value, slope) = progress(of: part, heldAt: position, inTime: seek.isInTime)
      return Progress(value: value, velocity: slope * velocity)
    }
    let isInTime = if case .heldInTime = playback { true } else { false }
    return Progress(
      value: progress(of: part, heldAt: position, inTime: isInTime).value, velocity: 0)
  }

  /// Returns the progress of a part while the animation is held at a position, and its slope there.
  private func progress(
    of part: Part, heldAt position: Double, inTime: Bool
  ) -> (value: Double, slope: Double) {
    guard inTime else { return heldProgress(part.index, at: position) }
    let (time, rate) = pathTime(part.index, at: position)
    let (value, slope) = timelines[part.index].ownPath.progress(at: time)
    return (value, slope * rate)
  }

  /// Returns the progress of a part while the animation is held; the whole has the held progress
  /// itself.
  private func heldProgress(_ index: Int, at position: Double) -> (value: Double, slope: Double) {
    guard index > 0 else { return (position, 1) }
    // Scrubbed back between its ends, the animation uses the ordinary scale again.
    if let overshoot, overshoot.progress > 0 ? position <= 1 : position >= 0 {
      return timelines[index].ownProgress(heldAt: position)
    }
    let (position, rate) = partsPosition(position)
    let (value, slope) = timelines[index].progress(heldAt: position)
    return (value, slope * rate)
  }

  /// Returns the time on a part's own path while the animation is held in time, and its slope.
  private func pathTime(_ index: Int, at position: Double) -> (value: Double, slope: Double) {
    index == 0 ? (position, 1) : timelines[index].progress(heldAt: position, inTime: true)
  }

  /// Returns the fraction that is complete, from 0 to 1, in the direction of the animation.
  ///
  /// While the animation runs this is the fraction of its time; while it is paused, the fraction that
  /// was set.
  public func fractionComplete(at time: Timestamp) -> Double {
    let fraction: Double
    switch playback {
    case .held, .heldInTime: fraction = isReversed ? 1 - position : position
    case .running(let run): fraction = run.complete + (1 - run.complete) * run.share(at: time)
    case .seeking(let seek):
      let position = position(on: seek, at: time).value
      fraction = isReversed ? 1 - position : position
    }
    return min(max(fraction, 0), 1)
  }

  /// The progress at which a paused animation is held, as passed to ``scrub(to:)``.
  ///
  /// It may lie beyond both ends, unlike ``fractionComplete(at:)``.
  public var heldProgress: Double { position }

  /// The change of progress per unit of fraction while the animation is paused.
  ///
  /// It is 1, or the slope of the timing where fractions count as time.
  public var progressPerFraction: Double {
    guard case .heldInTime = playback else { return 1 }
    return progress(of: .whole, heldAt: position, inTime: true).slope
  }

  // MARK: Starting and continuing

  /// Starts the animation, or continues a paused one on its own timing.
  public mutating func start(at time: Timestamp) throws(AnimatorError) {
    switch state {
    case .inactive: begin(at: time)
    case .active: if !isRunning { run(on: nil, durationFactor: 0, at: time) }
    case .stopped: throw AnimatorError(.startAnimation, .stopped)
    }
  }

  /// Starts the animation after a delay, in seconds.
  public mutating func start(afterDelay delay: Double, at time: Timestamp) throws(AnimatorError) {
    guard state == .inactive else {
      throw AnimatorError(.startAnimationAfterDelay, situation)
    }
    let delay = delay.asAmount
    self.delay = delay
    begin(at: time.advanced(bySeconds: delay))
  }

  private mutating func begin(at time: Timestamp) {
    state = .active
    position = 1 - target
    overshoot = nil
    remainingDelay = 0
    for index in timelines.indices {
      timelines[index].settle()
      let (begin, end) = timelines[index].window(from: position, to: target)
      timelines[index].segment = PathSegment(
        path: timelines[index].ownPath, from: position, to: target, begin: begin, end: end)
    }
    playback = .running(Run(complete: 0, since: time, seconds: duration))
  }

  /// Pauses the animation; one that has not started becomes active and paused at its start.
  public mutating func pause(at time: Timestamp) throws(AnimatorError) {
    switch state {
    case .inactive:
      hold(at: 1 - target)
      state = .active
    case .active:
      guard isRunning else { return }
      guard isInterruptible else { throw AnimatorError(.pauseAnimation, .uninterruptible) }
      catchInFlight(at: time, inTime: !scrubsLinearly)
    case .stopped: throw AnimatorError(.pauseAnimation, .stopped)
    }
  }

  /// Holds the animation at a position and discards what earlier runs have left.
  private mutating func hold(at position: Double) {
    isOffTime = false
    overshoot = nil
    remainingDelay = 0
    hold(atScrubbed: position)
    for index in timelines.indices { timelines[index].settle() }
  }

  /// Holds the animation at a position on the scrubbing scale.
  private mutating func hold(atScrubbed position: Double) {
    let isInTime = !scrubsLinearly && !isOffTime
    self.position = isInTime ? min(max(position, 0), 1) : position
    playback = isInTime ? .heldInTime : .held
  }

  /// Holds the animation and each of its parts at their current progress.
  private mutating func catchInFlight(at time: Timestamp, inTime: Bool) {
    let progress = timelines.indices.map { self.progress(of: Part(index: $0), at: time) }
    if case .seeking(let seek) = playback {
      position = position(on: seek, at: time).value
      playback = seek.isInTime ? .heldInTime : .held
      for index in timelines.indices { timelines[index].velocity = progress[index].velocity }
      return
    }
    guard case .running(let run) = playback else { return }
    let share = run.share(at: time)
    guard share < 1 else {
      hold(at: target)
      return
    }
    remainingDelay = max(run.since - time, 0)
    let here = position + (target - position) * share
    isOffTime = !timelines.allSatisfy { $0.segment.path == $0.ownPath && $0.segment.push == 0 }
    let holdsTime = inTime && !isOffTime
    for index in timelines.indices {
      let segment = timelines[index].segment
      timelines[index].velocity = progress[index].velocity
      timelines[index].pathTime = segment.path.isWhole ? segment.time(at: share) : nil
    }
    let newPosition = holdsTime ? timelines[0].segment.time(at: share) : progress[0].value
    let isBeyond = !holdsTime && !(0 < newPosition && newPosition < 1) && 0 < here && here < 1
    overshoot = isBeyond && newPosition != 0 && newPosition != 1 ? (newPosition, here) : nil
    for index in timelines.indices.dropFirst() {
      timelines[index].move(here, to: newPosition)
      // Every part keeps its own progress while the whole stays at this position.
      let value = holdsTime ? timelines[index].segment.time(at: share) : progress[index].value
      timelines[index].caught = (overshoot?.position ?? newPosition, value, isTime: holdsTime)
    }
    position = newPosition
    playback = holdsTime ? .heldInTime : .held
  }

  /// Moves a paused animation to a fraction, counted in the direction of the animation.
  ///
  /// An animation that has not started becomes active and paused. A running or stopped one is not
  /// changed.
  public mutating func setFractionComplete(_ fraction: Double) {
    scrub(to: isReversed ? 1 - fraction : fraction)
  }

  /// Moves a paused animation to a progress, counted from its start whatever its direction.
  ///
  /// The progress is not limited, so that a gesture can hold what a spring has carried beyond its end;
  /// callers apply their own limits. A progress that is infinite or not a number is ignored.
  public mutating func scrub(to progress: Double) {
    guard state != .stopped, !isRunning, progress.isFinite else { return }
    let progress = progress.asProgress
    if state == .inactive { hold(at: progress) }
    state = .active
    remainingDelay = 0
    hold(atScrubbed: progress)
    for index in timelines.indices {
      timelines[index].velocity = 0
      timelines[index].pathTime = nil
    }
  }

  /// Continues a paused animation to a fraction, and pauses it there.
  ///
  /// All parts take the positions that scrubbing to that fraction would give them. Radar 33606938 asks
  /// UIKit for this call.
  ///
  /// - Parameters:
  ///   - fraction: the fraction to move to, in the direction of the animation.
  ///   - timing: the timing of the move; linear where it is `nil`.
  ///   - durationFactor: the seconds of the move as a multiple of ``duration``. With 0 the factor is
  ///     the distance to the fraction, at most 1. A spring with explicit parameters takes its settling
  ///     time.
  ///   - time: the instant at which the move begins.
  public mutating func continueAnimation(
    toFraction fraction: Double, with timing: TimingParameters? = nil, durationFactor: Double = 0,
    at time: Timestamp
  ) throws(AnimatorError) {
    try requireContinuation(.continueAnimationToFraction)
    let fraction = fraction.asProgress
    let durationFactor = durationFactor.asAmount
    let isInTime = if case .heldInTime = playback { true } else { false }
    var end = isReversed ? 1 - fraction : fraction
    if isInTime { end = min(max(end, 0), 1) }
    let factor = durationFactor > 0 ? durationFactor : min(abs(end - position), 1)
    var seconds = end == position ? 0 : factor * duration
    let timing = timing ?? .curve(.linear)
    if case .spring(let parameters) = timing, seconds > 0 {
      seconds = parameters.spring(in: seconds).seconds
    }
    remainingDelay = 0
    timelines[0].segment = PathSegment(
      path: timing.path(seconds: seconds, axis: .x), from: 0, to: 1)
    playback = .seeking(
      Seek(
        run: Run(complete: 0, since: time, seconds: seconds), from: position, to: end,
        isInTime: isInTime))
  }

  /// Reverses the animation, so that it runs to its start, or to its end again.
  ///
  /// A running animation turns at once: its progress does not jump, and its velocity changes sign. For
  /// one that is paused or has not started, the direction takes effect when it continues.
  public mutating func reverse(_ isReversed: Bool, at time: Timestamp) {
    guard state != .stopped, isReversed != self.isReversed else { return }
    guard case .running(let run) = playback else {
      self.isReversed = isReversed
      return
    }
    let share = run.share(at: time)
    let whole = timelines[0].segment
    guard whole.path == timelines[0].ownPath, whole.push == 0 else {
      // Another timing can't be followed backwards: the animation returns on its own timing.
      catchInFlight(at: time, inTime: false)
      self.isReversed = isReversed
      self.run(on: nil, durationFactor: 0, at: time)
      return
    }
    // The same path backwards, at the same speed; over no distance the path's speed is its duration's.
    let now = whole.time(at: share)
    let here = position + (target - position) * share
    let progress = timelines.indices.map { self.progress(of: Part(index: $0), at: time).value }
    self.isReversed = isReversed
    let left = abs(target - now)
    let secondsPerPath =
      whole.from == whole.to ? duration : run.seconds / abs(whole.to - whole.from)
    for index in timelines.indices {
      let old = timelines[index].segment
      let window = timelines[index].window(from: here, at: progress[index], to: target)
      if old.path == timelines[index].ownPath, old.push == 0 {
        timelines[index].segment = PathSegment(
          path: old.path, from: old.time(at: share), to: target)
      } else {
        enter(index, at: progress[index], on: nil, seconds: left * secondsPerPath, velocity: nil)
      }
      timelines[index].segment.begin = index == 0 ? 0 : window.begin
      timelines[index].segment.end = index == 0 ? 1 : window.end
    }
    position = here
    // A run that is reversed during its delay still waits for the rest of the delay.
    playback = .running(
      Run(complete: 1 - left, since: max(time, run.since), seconds: left * secondsPerPath))
  }

  /// Continues a paused animation from where it is, to its end or back to its start.
  ///
  /// The progress never jumps. A curve is entered where its value equals the progress, and followed
  /// from there, backwards in time when the animation is reversed. A spring starts from the current
  /// progress at its own initial velocity, in units of the remaining distance per second.
  ///
  /// UIKit does not document how it blends one curve into the next. Here the new curve replaces the old
  /// one. With a `velocity`, its difference from the timing's own velocity decays over the remaining
  /// time.
  ///
  /// - Parameters:
  ///   - timing: the new timing; the animation's own where it is `nil`.
  ///   - durationFactor: the seconds of the run as a multiple of ``duration``; 0 for the time that is
  ///     left. A spring with explicit parameters takes its settling time.
  ///   - velocity: the velocity at the beginning.
  ///   - time: the instant at which the animation continues.
  public mutating func continueAnimation(
    with timing: TimingParameters? = nil, durationFactor: Double = 0,
    velocity: EntryVelocity = .ofTiming, at time: Timestamp
  ) throws(AnimatorError) {
    try requireContinuation(.continueAnimation)
    run(on: timing, durationFactor: durationFactor.asAmount, velocity: velocity, at: time)
  }

  private func requireContinuation(_ call: AnimatorError.Call) throws(AnimatorError) {
    guard state == .active, !isRunning else {
      throw AnimatorError(call, situation)
    }
    guard isInterruptible else { throw AnimatorError(call, .uninterruptible) }
  }

  private mutating func run(
    on timing: TimingParameters?, durationFactor: Double, velocity: EntryVelocity = .ofTiming,
    at time: Timestamp
  ) {
    let parts = timelines.indices.map { progress(of: Part(index: $0), at: time).value }
    let velocities = timelines.indices.map { entryVelocity($0, velocity) }
    let complete = fractionComplete(at: time)
    let distance = target - parts[0]
    let isInTime = if case .heldInTime = playback { timing == nil } else { false }

    // The whole determines the duration.
    let left: Double
    if isInTime {
      left = abs(target - position)
    } else if let easing = (timing ?? self.timing).easing,
      let entry = easing.fraction(ofValue: parts[0], nearest: timelines[0].pathTime)
    {
      left = abs(target - entry)
    } else {
      left = min(abs(distance), 1)
    }
    var seconds = left == 0 ? 0 : (durationFactor > 0 ? durationFactor : left) * duration
    if !isInTime, case .spring(let parameters) = timing ?? self.timing {
      // Over no distance, a velocity in distances per second has no meaning.
      seconds = distance == 0 ? 0 : parameters.spring(in: seconds).seconds
    }

    let here = currentPosition(at: time)
    for index in timelines.indices {
      let window =
        index == 0
        ? (begin: 0, end: 1) : timelines[index].window(from: here, at: parts[index], to: target)
      let taken = (window.end - window.begin) * seconds
      // A part that begins later was not moving when the animation was paused.
      let velocity = window.begin == 0 ? velocities[index] : nil
      if isInTime {
        timelines[index].segment = PathSegment(
          path: timelines[index].ownPath, from: pathTime(index, at: position).value, to: target)
        push(index, to: velocity, seconds: taken)
      } else {
        enter(index, at: parts[index], on: timing, seconds: taken, velocity: velocity)
      }
      timelines[index].segment.begin = window.begin
      timelines[index].segment.end = window.end
      timelines[index].caught = nil
    }
    let isOnCurve =
      isInTime || (timing ?? self.timing).easing != nil && timelines[0].segment.path.isWhole
    position = here
    overshoot = nil
    // Paused during its delay, the animation waits for the rest of the delay.
    let since = time.advanced(bySeconds: remainingDelay)
    remainingDelay = 0
    playback = .running(
      Run(complete: isOnCurve ? 1 - left : complete, since: since, seconds: seconds))
  }

  /// Returns the velocity per second with which a part continues; `nil` for its timing's own.
  private func entryVelocity(_ index: Int, _ velocity: EntryVelocity) -> Double? {
    switch velocity {
    case .ofTiming: return nil
    case .carried: return timelines[index].velocity
    case .perSecond(let velocity):
      guard velocity.isFinite else { return nil }
      return (velocity.asProgress * heldProgress(index, at: position).slope).asProgress
    }
  }

  /// Makes a part follow a timing, or its own, from its progress to the target.
  private mutating func enter(
    _ index: Int, at progress: Double, on timing: TimingParameters?, seconds: Double,
    velocity: Double?
  ) {
    let timeline = timelines[index]
    let distance = target - progress
    switch timeline.timing ?? timing ?? self.timing {
    case .spring(let parameters):
      let (spring, needed) = parameters.spring(in: seconds)
      // A spring with another settling time is scaled to this duration, and so is the velocity.
      let given = velocity.map { seconds > 0 ? $0 * seconds / needed : 0 }
      let start = Spring.State(
        offset: -distance, velocity: given ?? parameters.velocity(timeline.axis) * distance)
      timelines[index].segment = PathSegment(
        path: .spring(spring, from: start, target: target, seconds: needed), from: 0, to: 1)
    case .curve(let curve):
      timelines[index].segment = timeline.entry(of: .cubic(curve), at: progress, to: target)
      push(index, to: velocity, seconds: seconds)
    case .custom(let timing):
      timelines[index].segment = timeline.entry(of: .custom(timing), at: progress, to: target)
      push(index, to: velocity, seconds: seconds)
    }
  }

  /// Changes the initial velocity of a part that follows a curve.
  private mutating func push(_ index: Int, to velocity: Double?, seconds: Double) {
    guard let velocity, seconds > 0 else { return }
    let segment = timelines[index].segment
    let own = segment.path.progress(at: segment.from).slope * (segment.to - segment.from)
    timelines[index].segment.push = (velocity * seconds - own).asProgress
  }

  /// Delays the rest of a running animation by a number of microseconds.
  public mutating func postpone(byMicroseconds delay: Int64) {
    switch playback {
    case .held, .heldInTime: break
    case .running(var run):
      run.since = run.since.advanced(byMicroseconds: delay)
      playback = .running(run)
    case .seeking(var seek):
      seek.run.since = seek.run.since.advanced(byMicroseconds: delay)
      playback = .seeking(seek)
    }
  }

  // MARK: Ending

  /// Ends a running animation that is due, and returns the position at which it ended.
  ///
  /// Returns `nil` for an animation that pauses on completion, which stays active and paused, and for
  /// one that has reached the fraction it moved to.
  public mutating func completeIfDue(at time: Timestamp) -> AnimatingPosition? {
    guard let endTime, endTime <= time else { return nil }
    if case .seeking(let seek) = playback {
      position = seek.to
      playback = seek.isInTime ? .heldInTime : .held
      return nil
    }
    hold(at: target)
    guard !pausesOnCompletion else { return nil }
    state = .inactive
    return isReversed ? .start : .end
  }

  /// Stops the animation where it is.
  ///
  /// - Parameters:
  ///   - withoutFinishing: whether that ends the animation; otherwise ``finish(at:)`` must follow.
  ///   - time: the instant at which it stops.
  public mutating func stop(
    withoutFinishing: Bool, at time: Timestamp
  ) throws(AnimatorError) {
    guard state == .active else { throw AnimatorError(.stopAnimation, situation) }
    guard isInterruptible else { throw AnimatorError(.stopAnimation, .uninterruptible) }
    catchInFlight(at: time, inTime: !scrubsLinearly)
    state = withoutFinishing ? .inactive : .stopped
  }

  /// Moves a stopped animation to a position and ends it.
  public mutating func finish(at position: AnimatingPosition) throws(AnimatorError) {
    guard state == .stopped else { throw AnimatorError(.finishAnimation, situation) }
    state = .inactive
    guard position != .current else { return }
    hold(at: position == .end ? 1 : 0)
  }

  /// Sets whether the animation may be paused and stopped; only possible while it is not active.
  public mutating func setInterruptible(_ isInterruptible: Bool) throws(AnimatorError) {
    guard state != .active else { throw AnimatorError(.setInterruptible, situation) }
    self.isInterruptible = isInterruptible
  }

  private var situation: AnimatorError.Situation {
    switch state {
    case .inactive: .inactive
    case .active: isRunning ? .running : .paused
    case .stopped: .stopped
    }
  }
}
