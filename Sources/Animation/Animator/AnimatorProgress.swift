public import Quantities

// UIKit reports only the fraction; where the animation is on its curve must be worked out from that.
extension PropertyAnimator {
  /// The share of the way from start to end that is seen now.
  ///
  /// Unlike ``fractionComplete``, which counts time while the animator runs, it follows the timing:
  /// a spring carries it beyond 1, and it counts from the start even when the animation is reversed.
  public var progress: Double { progress(at: timeline.now).value }

  /// The change of ``progress`` per second now; 0 while nothing runs.
  ///
  /// Times the distance of a property, it is the velocity of that property.
  public var velocity: Double { progress(at: timeline.now).velocity }

  /// Returns the progress and its velocity at an instant, as long as nothing comes in between.
  public func progress(at time: Timestamp) -> AnimatorMachine.Progress {
    snapshot.machine.progress(at: time)
  }
}
