/// An animation that can be started, paused, scrubbed, reversed and stopped, `UIViewAnimating`.
///
/// ``PropertyAnimator`` conforms to it. A type of your own, such as one that runs several animators
/// together, can replace it wherever a program uses the protocol.
@MainActor public protocol Animating: AnyObject {
  /// The state of the animation.
  var state: AnimatingState { get }

  /// Whether time alone moves it.
  var isRunning: Bool { get }

  /// Whether the animation runs toward its start.
  var isReversed: Bool { get set }

  /// The fraction that is complete, in the direction in which the animation runs.
  var fractionComplete: Double { get set }

  /// Starts the animation, or resumes a paused one.
  func startAnimation() throws(AnimatorError)

  /// Starts the animation after a delay, in seconds.
  func startAnimation(afterDelay delay: Double) throws(AnimatorError)

  /// Pauses the animation; one that has not started starts as paused.
  func pauseAnimation() throws(AnimatorError)

  /// Stops the animation where it is.
  ///
  /// - Parameter withoutFinishing: whether that ends it, and no completion is called; otherwise
  ///   ``finishAnimation(at:)`` must follow.
  func stopAnimation(_ withoutFinishing: Bool) throws(AnimatorError)

  /// Finishes an animation that was stopped, at a position.
  func finishAnimation(at position: AnimatingPosition) throws(AnimatorError)
}

/// An animation of what its blocks change, `UIViewImplicitlyAnimating`.
///
/// It is what ``AnimatedTransitioning/interruptibleAnimator(using:)`` returns: a transition starts,
/// pauses, scrubs, reverses and continues it. Where UIKit's methods are optional, these are required,
/// but for ``addAnimations(_:)``.
@MainActor public protocol ImplicitlyAnimating: Animating {
  /// Adds changes to animate.
  func addAnimations(_ animations: @escaping () -> Void) throws(AnimatorError)

  /// Adds changes to animate after a share of the time that is left, from 0 to 1.
  func addAnimations(
    _ animations: @escaping () -> Void, delayFactor: Double
  ) throws(AnimatorError)

  /// Adds what is called with the final position when the animation has ended.
  func addCompletion(_ completion: @escaping (AnimatingPosition) -> Void)

  /// Continues a paused animation, to its end or back to its start.
  ///
  /// - Parameters:
  ///   - parameters: the new timing; the animation's own where it is `nil`.
  ///   - durationFactor: the seconds it takes, as a multiple of the duration; 0 for what is left.
  func continueAnimation(
    withTimingParameters parameters: (any TimingCurveProvider)?, durationFactor: Double
  ) throws(AnimatorError)
}

extension ImplicitlyAnimating {
  /// Adds changes to animate, without a delay.
  public func addAnimations(_ animations: @escaping () -> Void) throws(AnimatorError) {
    try addAnimations(animations, delayFactor: 0)
  }
}

extension PropertyAnimator: ImplicitlyAnimating {
  /// Continues a paused animation at its timing's own velocity, as UIKit does.
  public func continueAnimation(
    withTimingParameters parameters: (any TimingCurveProvider)?, durationFactor: Double
  ) throws(AnimatorError) {
    try continueAnimation(
      withTimingParameters: parameters, durationFactor: durationFactor, velocity: .ofTiming)
  }
}
