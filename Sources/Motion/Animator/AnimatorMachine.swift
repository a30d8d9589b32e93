package import PantographBase

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
package struct AnimatorMachine: Sendable {
  /// The progress of an animation and its velocity.
  package struct Progress: Hashable, Sendable {
    /// The fraction of the distance from start to end.
    package var value: Double
    /// The change of the value per second.
    package var velocity: Double

    /// Creates a progress from its value and its change per second, each limited to ±1e100.
    package init(value: Double, velocity: Double) {
      self.value = value.asProgress
      self.velocity = velocity.asProgress
    }
  }

  /// A part of the animation: the whole, or a block of changes that begins later.
  package struct Part: Hashable, Sendable {
    var index: Int

    /// The whole animation.
    package static let whole = Part(index: 0)
  }

  /// The duration of the whole animation on its own timing, in seconds.
  ///
  /// A spring with explicit parameters takes its settling time and ignores the requested duration.
  package let duration: Double
  /// The default timing.
  package let timing: TimingParameters
  /// Whether a fraction set while paused counts as progress, or as time on the animation's own timing.
  ///
  /// While paused on a different timing, it scrubs by progress.
  package var scrubsLinearly = true
  /// Whether the animation stays active and paused at its end.
  package var pausesOnCompletion = false
  /// Whether the animation may be paused and stopped; see ``setInterruptible(_:)``.
  package private(set) var isInterruptible = true
  /// Whether the animation runs back to its start.
  package internal(set) var isReversed = false
  /// The delay of the last start, in seconds.
  package internal(set) var delay = 0.0
  var phase = Phase.inactive(Hold(position: 0, scale: .progress))
  /// The timing of the current run, beside the run because reading its progress does not need it.
  var followedTiming: TimingParameters
  /// The timelines of all parts; the first is the whole.
  var timelines: [PartTimeline]

  /// Creates an animator at its start; the duration is in seconds.
  ///
  /// A duration that is negative, infinite or not a number counts as 0.
  package init(duration: Double, timing: TimingParameters) {
    let duration = duration.asAmount
    self.timing = timing
    followedTiming = timing
    self.duration = timing.seconds(in: duration)
    let path = timing.path(seconds: self.duration, axis: .x)
    timelines = [PartTimeline(over: 0...1, ownPath: path, timing: nil, axis: .x)]
  }

  // MARK: State

  /// The state of the animation.
  package var state: AnimatingState {
    switch phase {
    case .inactive: .inactive
    case .paused, .running, .seeking: .active
    case .stopped: .stopped
    }
  }

  /// The state as errors report it.
  var situation: AnimatorError.Situation {
    switch phase {
    case .inactive: .inactive
    case .paused: .paused
    case .running, .seeking: .running
    case .stopped: .stopped
    }
  }

  /// Whether progress changes with time.
  package var isRunning: Bool {
    switch phase {
    case .inactive, .paused, .stopped: false
    case .running, .seeking: true
    }
  }

  /// The instant at which a running animation ends or reaches the fraction it moves to.
  package var endTime: Timestamp? {
    switch phase {
    case .inactive, .paused, .stopped: nil
    case .running(let run): run.span.end
    case .seeking(let seek): seek.span.end
    }
  }

  /// The progress at which the animation ends: 1, or 0 when it is reversed.
  package var target: Double { isReversed ? 0 : 1 }

  /// Sets whether the animation may be paused and stopped; only possible while it is not active.
  package mutating func setInterruptible(_ isInterruptible: Bool) throws(AnimatorError) {
    guard state != .active else { throw AnimatorError(.setInterruptible, situation) }
    self.isInterruptible = isInterruptible
  }
}

extension AnimatorMachine {
  /// The animator's state, with the data that exists only in that state.
  enum Phase {
    /// It has not started, or has ended.
    case inactive(Hold)
    /// It is held, and can be scrubbed, continued and stopped.
    case paused(Hold)
    /// Each part follows its segment to the target.
    case running(Run)
    /// It moves to another position, and is paused there.
    case seeking(Seek)
    /// It is held, and can only be finished.
    case stopped(Hold)
  }

  /// How the animation is held.
  struct Hold {
    /// The unit of a position.
    enum Scale {
      /// Progress, or time once that is asked for.
      case progress
      /// A fraction of the timing's duration.
      case time
      /// Always progress: it was paused on another timing, and no time of its own timing has that progress.
      case progressOnly
    }

    var position: Double
    var scale: Scale
    /// The pause beyond an end, if it has been paused there.
    var overshoot: Overshoot?
    /// The delay that was left when the animation was paused before it began, in seconds.
    var remainingDelay = 0.0

    /// Moves to a position on the scrubbing scale.
    mutating func scrub(to position: Double, linearly: Bool) {
      if scale != .progressOnly { scale = linearly ? .progress : .time }
      self.position = scale == .time ? min(max(position, 0), 1) : position
    }

    /// Maps a progress of the whole to the scale of its parts; also returns the slope.
    func partsPosition(_ progress: Double) -> (value: Double, slope: Double) {
      overshoot?.partsPosition(progress) ?? (progress, 1)
    }

    /// The position between 0 and 1, on the scale on which parts are held or run.
    var partsPosition: Double {
      min(max(scale == .time ? position : partsPosition(position).value, 0), 1)
    }
  }

  /// The progress of a pause beyond an end, and the fraction of the run's time at which it happened.
  ///
  /// Parts stop at their ends; the progress from the end to this point is mapped to them by a straight line.
  struct Overshoot {
    var progress: Double
    var position: Double

    /// Whether a progress lies between the ends, where the parts have their ordinary scale.
    func isBackInRange(at progress: Double) -> Bool {
      self.progress > 0 ? progress <= 1 : progress >= 0
    }

    /// Maps a progress of the whole to the scale of its parts; also returns the slope.
    func partsPosition(_ progress: Double) -> (value: Double, slope: Double) {
      let end = self.progress > 0 ? 1.0 : 0
      guard !isBackInRange(at: progress), self.progress != end else { return (progress, 1) }
      let slope = (position - end) / (self.progress - end)
      // Measured from the point of the pause: for a slow spring that point is too close to one end to
      // divide by its distance from the other.
      let value = position + slope * (progress - self.progress)
      return 0 <= value && value <= 1 ? (value, slope) : (min(max(value, 0), 1), 0)
    }
  }

  /// A run to the target.
  struct Run {
    var span: Span
    /// The position at which it began.
    var start: Double
    /// The fraction of the whole animation that was complete at its beginning; 1 at its end.
    var complete: Double

    /// Returns the position at an instant.
    func position(at time: Timestamp, to target: Double) -> Double {
      start + (target - start) * span.share(at: time)
    }
  }

  /// A move to another position, along the segment of the whole.
  struct Seek {
    var span: Span
    /// How the animation was held at its beginning.
    var start: Hold
    /// The position at its end.
    var end: Double
  }

  /// A number of seconds since an instant.
  struct Span {
    var since: Timestamp
    var seconds: Double

    var end: Timestamp { since.advanced(bySeconds: seconds) }

    /// Returns the fraction that has passed at an instant.
    func share(at time: Timestamp) -> Double {
      let share = max(time - since, 0) / seconds
      // The end is rounded to a microsecond, which may leave the last digit of the share below 1.
      return share < 1 - 4e-15 ? share : 1
    }
  }
}

/// The state of an animator; the raw values are those of `UIViewAnimatingState`.
public enum AnimatingState: Int, Hashable, Sendable {
  /// The animation has not started, or has ended.
  case inactive = 0
  /// The animation is running or paused.
  case active = 1
  /// The animation has been stopped and must be finished.
  case stopped = 2
}

/// A position of an animation; the raw values are those of `UIViewAnimatingPosition`.
public enum AnimatingPosition: Int, Hashable, Sendable {
  /// The end of the animation.
  case end = 0
  /// The start of the animation.
  case start = 1
  /// The current position.
  case current = 2

  /// The name of the case, which Embedded Swift does not know.
  package var name: String {
    switch self {
    case .end: "end"
    case .start: "start"
    case .current: "current"
    }
  }
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

/// A call that is not allowed in the animator's current state: a programming error.
public struct AnimatorError: Error, Hashable, Sendable {
  /// The call that failed.
  package enum Call: String, Hashable, Sendable {
    /// A start after a delay.
    case startAnimationAfterDelay = "startAnimation(afterDelay:)"
    /// A start, or the continuation of a paused animation.
    case startAnimation = "startAnimation()"
    /// A pause.
    case pauseAnimation = "pauseAnimation()"
    /// A continuation, perhaps on another timing.
    case continueAnimation = "continueAnimation(withTimingParameters:durationFactor:)"
    /// A stop.
    case stopAnimation = "stopAnimation(_:)"
    /// The end of a stopped animation at a position.
    case finishAnimation = "finishAnimation(at:)"
    /// An addition of changes to animate.
    case addAnimations = "addAnimations(_:delayFactor:)"
    /// A change of whether the animator is interruptible.
    case setInterruptible = "setInterruptible(_:)"
    /// A continuation to a fraction.
    case continueAnimationToFraction =
      "continueAnimation(toFraction:withTimingParameters:durationFactor:)"
  }

  /// The state that did not allow the call.
  package enum Situation: String, Hashable, Sendable {
    /// It has not started, or has ended.
    case inactive = "has not begun"
    /// It is running.
    case running = "is running"
    /// It is paused.
    case paused = "is paused"
    /// It has been stopped and must be finished.
    case stopped = "is stopped and waits to be finished"
    /// It can't be interrupted before its end.
    case uninterruptible = "is not interruptible"
  }

  /// The call that failed.
  package var call: Call
  /// The state that did not allow the call.
  package var situation: Situation

  /// Creates an error from a call and the state that did not allow it.
  package init(_ call: Call, _ situation: Situation) {
    self.call = call
    self.situation = situation
  }
}

extension AnimatorError: CustomStringConvertible {
  /// A sentence that names the call and the state.
  public var description: String { "\(call.rawValue): the animator \(situation.rawValue)" }
}
