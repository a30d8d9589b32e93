import Motion
public import Quantities

/// The state machine of an interactive animation: start, pause, scrub, reverse, continue, stop.
///
/// It follows `UIViewPropertyAnimator`, call by call, but has no clock: every change is told the time,
/// and ``progress(at:)`` answers for any instant in any order, in closed form. Progress runs from 0,
/// the start, to 1, the end; a spring or a swinging curve may leave that range for a while.
///
///     var animator = AnimatorMachine(duration: 0.5, timing: .curve(.easeInOut))
///     try animator.pause(at: began)                      // "starts as paused"
///     animator.setFractionComplete(0.6)
///     try animator.continueAnimation(with: .spring(spring, initialVelocity: 4), at: released)
///     animator.progress(at: later)
public struct AnimatorMachine: Sendable {
  /// How far an animation has come, and how fast it goes on.
  public struct Progress: Hashable, Sendable {
    /// The share of the way from start to end.
    public var value: Double
    /// The change of the value per second.
    public var velocity: Double

    /// Makes a progress from its value and its change per second.
    public init(value: Double, velocity: Double) {
      self.value = value
      self.velocity = velocity
    }
  }

  /// What the progress does with time.
  private enum Course {
    /// It stays at a progress.
    case held(Double)
    /// It stays at a time of the animation's own path.
    case heldInTime(Double)
    /// It follows a path.
    case running(Run)
  }

  /// A stretch of a path that takes so many seconds from an instant.
  private struct Run {
    var path: AnimationPath
    /// The path's time at the beginning and at the end.
    var from: Double
    var to: Double
    /// The fraction of the whole animation that is complete at the beginning; at the end it is all.
    var complete: Double
    var since: Timestamp
    var seconds: Double

    /// The share of the stretch that is done at an instant.
    func share(at time: Timestamp) -> Double {
      let elapsed = max(time - since, 0)
      return elapsed < seconds ? elapsed / seconds : 1
    }
  }

  /// The seconds that the whole animation takes on its own timing.
  ///
  /// A spring that says itself what it is made of takes its settling time, whatever was asked for.
  public let duration: Double
  /// How it runs when nothing else is said.
  public let timing: TimingParameters
  /// Whether a fraction that is set while paused counts as progress, or as time on the own timing.
  public var scrubsLinearly = true
  /// Whether it stays active and paused when it has come to its end.
  public var pausesOnCompletion = false
  /// Whether it may be paused and stopped; see ``setInterruptible(_:)``.
  public private(set) var isInterruptible = true
  /// Whether an animation is under way.
  public private(set) var state = AnimatingState.inactive
  /// Whether the animation leads back to its start.
  public private(set) var isReversed = false
  /// The seconds by which the last start was put off.
  public private(set) var delay = 0.0
  private var course = Course.held(0)
  private let ownPath: AnimationPath

  /// Makes an animator at its start; the duration is in seconds.
  public init(duration: Double, timing: TimingParameters) {
    precondition(duration >= 0 && duration.isFinite, "a duration is zero or more seconds")
    self.timing = timing
    switch timing {
    case .curve(let curve):
      self.duration = duration
      ownPath = .curve(curve)
    case .spring(let parameters):
      let (spring, seconds) = parameters.spring(in: duration)
      self.duration = seconds
      let start = Spring.State(offset: -1, velocity: parameters.initialVelocity.x)
      ownPath = .spring(spring, from: start, target: 1, seconds: seconds)
    }
  }

  // MARK: What it is doing

  /// Whether time alone changes the progress.
  public var isRunning: Bool {
    if case .running = course { true } else { false }
  }

  /// The instant at which a running animation is over.
  public var endTime: Timestamp? {
    guard case .running(let run) = course else { return nil }
    return run.since.advanced(bySeconds: run.seconds)
  }

  /// The progress at which the animation ends: 1, or 0 when it is reversed.
  public var target: Double { isReversed ? 0 : 1 }

  /// How far the animation has come at an instant, which may lie after its end.
  public func progress(at time: Timestamp) -> Progress {
    switch course {
    case .held(let value): return Progress(value: value, velocity: 0)
    case .heldInTime(let place):
      return Progress(value: ownPath.progress(at: place).value, velocity: 0)
    case .running(let run):
      let share = run.share(at: time)
      guard share < 1 else { return Progress(value: target, velocity: 0) }
      let (value, slope) = run.path.progress(at: run.from + (run.to - run.from) * share)
      // Until the delay is over nothing moves yet.
      let isWaiting = time < run.since
      return Progress(
        value: value, velocity: isWaiting ? 0 : slope * (run.to - run.from) / run.seconds)
    }
  }

  /// The fraction that is complete: of the time while it runs, and what was set while it is paused.
  ///
  /// It counts in the direction in which the animation leads, from 0 to 1.
  public func fractionComplete(at time: Timestamp) -> Double {
    let fraction: Double
    switch course {
    case .held(let value): fraction = isReversed ? 1 - value : value
    case .heldInTime(let place): fraction = isReversed ? 1 - place : place
    case .running(let run): fraction = run.complete + (1 - run.complete) * run.share(at: time)
    }
    return min(max(fraction, 0), 1)
  }

  // MARK: Begin and go on

  /// Begins the animation, or lets a paused one go on with its own timing.
  public mutating func start(at time: Timestamp) throws(AnimatorError) {
    switch state {
    case .inactive: begin(at: time)
    case .active: if !isRunning { run(on: nil, durationFactor: 0, at: time) }
    case .stopped: throw AnimatorError(.startAnimation, .stopped)
    }
  }

  /// Begins the animation so many seconds after an instant.
  public mutating func start(afterDelay delay: Double, at time: Timestamp) throws(AnimatorError) {
    precondition(delay >= 0 && delay.isFinite, "a delay is zero or more seconds")
    guard state == .inactive else {
      throw AnimatorError(.startAnimationAfterDelay, situation)
    }
    self.delay = delay
    begin(at: time.advanced(bySeconds: delay))
  }

  private mutating func begin(at time: Timestamp) {
    state = .active
    course = .running(
      Run(
        path: ownPath, from: 1 - target, to: target, complete: 0, since: time, seconds: duration))
  }

  /// Holds the animation where it is; one that has not begun begins as paused, at its start.
  public mutating func pause(at time: Timestamp) throws(AnimatorError) {
    switch state {
    case .inactive:
      course = scrubsLinearly ? .held(1 - target) : .heldInTime(1 - target)
      state = .active
    case .active:
      guard case .running(let run) = course else { return }
      guard isInterruptible else { throw AnimatorError(.pauseAnimation, .uninterruptible) }
      if !scrubsLinearly, run.path == ownPath {
        course = .heldInTime(run.from + (run.to - run.from) * run.share(at: time))
      } else {
        course = .held(progress(at: time).value)
      }
    case .stopped: throw AnimatorError(.pauseAnimation, .stopped)
    }
  }

  /// Moves a paused animation to a fraction in the direction in which it leads.
  ///
  /// One that has not begun begins as paused. A running one goes on undisturbed, and one that was
  /// stopped stays where it is.
  public mutating func setFractionComplete(_ fraction: Double) {
    scrub(to: isReversed ? 1 - fraction : fraction)
  }

  /// Moves a paused animation to a progress from its start, whichever way it leads.
  ///
  /// The progress is taken as it is, so that a hand may hold what a spring has carried beyond its
  /// end; limits are the caller's affair.
  public mutating func scrub(to progress: Double) {
    precondition(progress.isFinite, "a progress is a finite number")
    guard state != .stopped, !isRunning else { return }
    state = .active
    course = scrubsLinearly ? .held(progress) : .heldInTime(progress)
  }

  /// Turns the animation about, so that it leads to its start, or to its end again.
  ///
  /// A running one turns at once: its position does not jump, its velocity changes its sign. Of one
  /// that is paused or has not begun it is known when it goes on.
  public mutating func reverse(_ isReversed: Bool, at time: Timestamp) {
    guard state != .stopped, isReversed != self.isReversed else { return }
    guard case .running(let run) = course else {
      self.isReversed = isReversed
      return
    }
    let progress = progress(at: time).value
    let place = run.from + (run.to - run.from) * run.share(at: time)
    self.isReversed = isReversed
    guard run.path == ownPath else {
      // What it was on leads only one way: it goes back on its own timing.
      course = .held(progress)
      self.run(on: nil, durationFactor: 0, at: time)
      return
    }
    // The same path the other way, at the same pace; there is none where there was no way to go.
    let left = abs(target - place)
    let whole = run.from == run.to ? duration : run.seconds / abs(run.to - run.from)
    course = .running(
      Run(
        path: ownPath, from: place, to: target, complete: 1 - left, since: time,
        seconds: left * whole))
  }

  /// Lets a paused animation run on, from where it is, to its end or back to its start.
  ///
  /// The position never jumps. A curve is entered where its value is the progress, and followed from
  /// there, backwards in time when the animation is reversed. A spring starts from where the
  /// animation is, at its own initial velocity, which counts as whole distances still to go. How
  /// UIKit blends one curve into the next is not known; here the new one counts alone.
  ///
  /// - Parameters:
  ///   - timing: how it runs on; its own timing where nothing is given.
  ///   - durationFactor: the seconds it takes, as a multiple of ``duration``; 0 for what is left of
  ///     it. A spring that says itself what it is made of takes the time it needs.
  ///   - time: the instant from which it runs.
  public mutating func continueAnimation(
    with timing: TimingParameters? = nil, durationFactor: Double = 0, at time: Timestamp
  ) throws(AnimatorError) {
    precondition(durationFactor >= 0 && durationFactor.isFinite, "a factor is zero or more")
    guard state == .active, !isRunning else {
      throw AnimatorError(.continueAnimation, situation)
    }
    guard isInterruptible else { throw AnimatorError(.continueAnimation, .uninterruptible) }
    run(on: timing, durationFactor: durationFactor, at: time)
  }

  private mutating func run(
    on timing: TimingParameters?, durationFactor: Double, at time: Timestamp
  ) {
    let progress = progress(at: time).value
    let distance = target - progress
    let complete = fractionComplete(at: time)
    func seconds(_ left: Double) -> Double {
      left == 0 ? 0 : (durationFactor > 0 ? durationFactor : left) * duration
    }
    if case .heldInTime(let place) = course, timing == nil {
      // Held on its own path, it goes on there.
      let left = abs(target - place)
      course = .running(
        Run(
          path: ownPath, from: place, to: target, complete: complete, since: time,
          seconds: seconds(left)))
      return
    }
    switch timing ?? self.timing {
    case .curve(let curve):
      if let entry = curve.fraction(ofValue: progress) {
        let left = abs(target - entry)
        course = .running(
          Run(
            path: .curve(curve), from: entry, to: target, complete: 1 - left, since: time,
            seconds: seconds(left)))
      } else {
        // The curve can't be entered at a progress it never has: it is laid over what is left to go.
        course = .running(
          Run(
            path: .stretched(curve, low: progress, high: target), from: 0, to: 1,
            complete: complete, since: time, seconds: seconds(min(abs(distance), 1))))
      }
    case .spring(let parameters):
      let (spring, needed) = parameters.spring(in: seconds(min(abs(distance), 1)))
      let start = Spring.State(
        offset: -distance, velocity: parameters.initialVelocity.x * distance)
      // Where there is no way to go, there is none that a velocity could be a share of.
      course = .running(
        Run(
          path: .spring(spring, from: start, target: target, seconds: needed), from: 0, to: 1,
          complete: complete, since: time, seconds: distance == 0 ? 0 : needed))
    }
  }

  // MARK: End

  /// Ends a running animation whose time has come, and tells where it ended.
  ///
  /// One that pauses on completion stays active and paused instead, and nothing is told.
  public mutating func completeIfDue(at time: Timestamp) -> AnimatingPosition? {
    guard let endTime, endTime <= time else { return nil }
    course = .held(target)
    guard !pausesOnCompletion else { return nil }
    state = .inactive
    return isReversed ? .start : .end
  }

  /// Ends the animation where it is: for good, or until it is finished.
  ///
  /// - Parameters:
  ///   - withoutFinishing: whether it is over with that; else ``finish(at:)`` has to follow.
  ///   - time: the instant at which it ends.
  public mutating func stop(
    withoutFinishing: Bool, at time: Timestamp
  ) throws(AnimatorError) {
    guard state == .active else { throw AnimatorError(.stopAnimation, situation) }
    guard isInterruptible else { throw AnimatorError(.stopAnimation, .uninterruptible) }
    course = .held(progress(at: time).value)
    state = withoutFinishing ? .inactive : .stopped
  }

  /// Brings an animation that was stopped to a place for good, and tells the place.
  public mutating func finish(at position: AnimatingPosition) throws(AnimatorError) {
    guard state == .stopped else { throw AnimatorError(.finishAnimation, situation) }
    state = .inactive
    switch position {
    case .end: course = .held(1)
    case .start: course = .held(0)
    case .current: break
    }
  }

  /// Says whether it may be paused and stopped, which has to be said before it begins.
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
