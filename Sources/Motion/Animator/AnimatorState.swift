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
