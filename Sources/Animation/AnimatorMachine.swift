import Motion
public import Quantities

/// The state machine of an interactive animation: run, pause, scrub, reverse, continue.
///
/// It has no clock. Every change is told the time, and ``progress(at:)`` answers for any instant in
/// any order, in closed form. Progress runs from 0, the start, to 1, the end; on a spring it may
/// leave that range for a while.
///
///     var animator = AnimatorMachine(duration: 0.5, timing: .curve(.easeInOut))
///     animator.pause(at: began)                          // "starts as paused"
///     animator.scrub(to: 0.6)
///     animator.continueAnimation(with: .spring(spring), velocity: 4, at: released)
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
    /// It stays where it is.
    case held(Double)
    /// It follows a stretch of a curve.
    case curve(CurveRun, since: Timestamp, seconds: Double)
    /// It hangs on a spring that rests at a target; the state is relative to that.
    case spring(Spring, target: Double, from: Spring.State, since: Timestamp, seconds: Double)
  }

  /// A stretch of a curve, from one of its times to another, laid over a range of progress.
  private struct CurveRun {
    var curve: CubicCurve
    var from: Double
    var to: Double
    /// The progress at the curve's own 0 and 1.
    var low = 0.0
    var high = 1.0
  }

  /// The seconds that the whole animation takes on its own timing.
  public let duration: Double
  /// How it runs when nothing else is said.
  public let timing: TimingParameters
  /// Whether an animation is under way.
  public private(set) var state = AnimatingState.inactive
  /// Whether the animation leads back to its start.
  public private(set) var isReversed = false
  private var course = Course.held(0)

  /// Makes an animator at its start; the duration is in seconds.
  public init(duration: Double, timing: TimingParameters) {
    precondition(duration >= 0 && duration.isFinite, "a duration is zero or more seconds")
    self.duration = duration
    self.timing = timing
  }

  /// Whether time alone changes the progress.
  public var isRunning: Bool {
    if case .held = course { false } else { true }
  }

  /// The instant at which a running animation is over.
  public var endTime: Timestamp? {
    switch course {
    case .held: nil
    case .curve(_, let since, let seconds), .spring(_, _, _, let since, let seconds):
      since.advanced(bySeconds: seconds)
    }
  }

  /// How far the animation has come at an instant, which may lie after its end.
  public func progress(at time: Timestamp) -> Progress {
    switch course {
    case .held(let value): return Progress(value: value, velocity: 0)
    case .curve(let run, let since, let seconds):
      let elapsed = time - since
      guard elapsed < seconds else { return Progress(value: target, velocity: 0) }
      let pace = (run.to - run.from) / seconds
      let fraction = run.from + pace * elapsed
      let height = run.high - run.low
      return Progress(
        value: run.low + height * run.curve.value(at: fraction),
        velocity: height * run.curve.slope(at: fraction) * pace)
    case .spring(let spring, let target, let start, let since, let seconds):
      let elapsed = time - since
      guard elapsed < seconds else { return Progress(value: target, velocity: 0) }
      let state = spring.state(after: elapsed, from: start)
      return Progress(value: target + state.offset, velocity: state.velocity)
    }
  }

  /// The progress at which the animation ends: 1, or 0 when it is reversed.
  private var target: Double { isReversed ? 0 : 1 }

  /// Holds the animation where it is; one that has not begun, or has ended, begins as paused.
  public mutating func pause(at time: Timestamp) {
    course = .held(progress(at: time).value)
    state = .active
  }

  /// Moves a paused animation to a progress; a running one goes on undisturbed.
  public mutating func scrub(to progress: Double) {
    guard state == .active, !isRunning else { return }
    course = .held(progress)
  }

  /// Sets whether the animation leads back to its start, from when it is continued.
  public mutating func reverse(_ isReversed: Bool) {
    self.isReversed = isReversed
  }

  /// Lets a paused animation run on, from where it is, to its end or back to its start.
  ///
  /// On a curve the position does not jump: the curve is entered where its value is the progress,
  /// and followed from there, backwards in time when the animation is reversed.
  ///
  /// On a spring the position does not jump either, and the velocity is the given one. The time it
  /// takes is the spring's own; the velocity counts in it as whole distances still to go per second.
  ///
  /// - Parameters:
  ///   - timing: how it runs on; its own timing where nothing is given.
  ///   - durationFactor: the seconds it takes on a curve, as a multiple of ``duration``; 0 for what
  ///     is left of it.
  ///   - velocity: the change of the progress per second at this instant, which a spring carries on.
  ///   - time: the instant from which it runs.
  public mutating func continueAnimation(
    with timing: TimingParameters? = nil, durationFactor: Double = 0, velocity: Double = 0,
    at time: Timestamp
  ) {
    precondition(state == .active && !isRunning, "only a paused animation can be continued")
    let progress = progress(at: time).value
    let distance = target - progress
    switch timing ?? self.timing {
    case .curve(let curve):
      let run: CurveRun
      if let entry = curve.fraction(ofValue: progress) {
        run = CurveRun(curve: curve, from: entry, to: target)
      } else {
        // The curve can't be entered at a progress it never has: it is laid over what is left to go.
        run = CurveRun(curve: curve, from: 0, to: 1, low: progress, high: target)
      }
      let left = run.low == 0 && run.high == 1 ? abs(run.to - run.from) : abs(distance)
      let seconds = durationFactor > 0 && left > 0 ? durationFactor * duration : left * duration
      course = .curve(run, since: time, seconds: seconds)
    case .spring(let spring):
      let start = Spring.State(offset: -distance, velocity: velocity)
      // With no distance there is no way that the velocity could be a share of, as UIKit has it.
      let seconds = distance == 0 ? 0 : spring.settlingTime(velocity: velocity / distance)
      course = .spring(spring, target: target, from: start, since: time, seconds: seconds)
    }
  }

  /// Ends a running animation whose time has come, and tells where it ended.
  public mutating func completeIfDue(at time: Timestamp) -> AnimatingPosition? {
    guard let endTime, endTime <= time else { return nil }
    course = .held(target)
    state = .inactive
    return isReversed ? .start : .end
  }
}
