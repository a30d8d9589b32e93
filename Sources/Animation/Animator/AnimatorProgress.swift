public import PantographQuantities

// UIKit reports only the fraction; the progress on the curve would have to be computed from it.
extension PropertyAnimator {
  /// The fraction of the distance from start to end that is seen now.
  ///
  /// Unlike ``fractionComplete``, which counts time while the animator runs, it follows the timing. A
  /// spring may carry it beyond 1, and it counts from the start even when the animation is reversed.
  public var progress: Double { progress(at: timeline.now).value }

  /// The change of ``progress`` per second now; 0 while nothing runs.
  ///
  /// Times the distance of a property, it is the velocity of that property.
  public var velocity: Double { progress(at: timeline.now).velocity }

  /// Returns the progress and its velocity at an instant, if nothing changes until then.
  public func progress(at time: Timestamp) -> AnimatorMachine.Progress {
    snapshot.machine.progress(at: time)
  }
}
