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
