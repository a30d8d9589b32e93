/// Whether an animator has begun and not yet ended; the numbers are `UIViewAnimatingState`'s.
public enum AnimatingState: Int, Hashable, Sendable {
  /// Nothing is under way.
  case inactive = 0
  /// An animation is under way, running or paused.
  case active = 1
  /// An animation has been stopped, and waits to be finished.
  case stopped = 2
}

/// A place of an animation; the numbers are `UIViewAnimatingPosition`'s.
public enum AnimatingPosition: Int, Hashable, Sendable {
  /// Where the animation leads.
  case end = 0
  /// Where the animation came from.
  case start = 1
  /// Where the animation happens to be.
  case current = 2
}

/// A call that an animator can't follow in the state it is in: a mistake of the program.
public struct AnimatorError: Error, Hashable, Sendable {
  /// What was asked for.
  public enum Call: String, Hashable, Sendable {
    /// To begin after a time.
    case startAnimationAfterDelay = "startAnimation(afterDelay:)"
    /// To begin or to go on.
    case startAnimation = "startAnimation()"
    /// To hold.
    case pauseAnimation = "pauseAnimation()"
    /// To go on, perhaps in another way.
    case continueAnimation = "continueAnimation(withTimingParameters:durationFactor:)"
    /// To end where it is.
    case stopAnimation = "stopAnimation(_:)"
    /// To go to a place for good, after it was stopped.
    case finishAnimation = "finishAnimation(at:)"
    /// To animate something more.
    case addAnimations = "addAnimations(_:delayFactor:)"
    /// To say whether it can be paused and stopped.
    case setInterruptible = "setInterruptible(_:)"
    /// To go on to a fraction.
    case continueAnimationToFraction =
      "continueAnimation(toFraction:withTimingParameters:durationFactor:)"
  }

  /// What stood in the way.
  public enum Situation: String, Hashable, Sendable {
    /// It has not begun, or has ended.
    case inactive = "has not begun"
    /// It runs.
    case running = "is running"
    /// It is paused.
    case paused = "is paused"
    /// It has been stopped and waits to be finished.
    case stopped = "is stopped and waits to be finished"
    /// It was said to run to its end whatever happens.
    case uninterruptible = "is not interruptible"
  }

  /// What was asked for.
  public var call: Call
  /// What stood in the way.
  public var situation: Situation

  /// Makes an error from a call and what stood in its way.
  public init(_ call: Call, _ situation: Situation) {
    self.call = call
    self.situation = situation
  }
}

extension AnimatorError: CustomStringConvertible {
  /// One sentence that names the call and the state.
  public var description: String { "\(call.rawValue): the animator \(situation.rawValue)" }
}
