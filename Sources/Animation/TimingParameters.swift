public import Motion

/// How an animation gets from its start to its end.
public enum TimingParameters: Hashable, Sendable {
  /// Along a curve, in the time it is given.
  case curve(CubicCurve)
  /// On a spring, in the time the spring takes.
  case spring(Spring)
}

/// Whether an animator has begun and not yet ended; the numbers are `UIViewAnimatingState`'s.
public enum AnimatingState: Int, Hashable, Sendable {
  /// Nothing is under way.
  case inactive = 0
  /// An animation is under way, running or paused.
  case active = 1
}

/// An end of an animation; the numbers are `UIViewAnimatingPosition`'s.
public enum AnimatingPosition: Int, Hashable, Sendable {
  /// Where the animation leads.
  case end = 0
  /// Where the animation came from.
  case start = 1
}
