import PantographBase
import PantographMotion

// Springs for blocks, by perceived duration and bounce.
extension Layer {
  /// Animates the changes of a block on a spring with a perceived duration and a bounce.
  ///
  /// It is `UIView.animate(springDuration:bounce:…)`. The animation ends when the spring has settled,
  /// which takes longer than the duration. A duration that is not above 0, or a bounce of −1 or less,
  /// makes the changes at once.
  ///
  /// - Parameters:
  ///   - duration: the seconds of one undamped oscillation, which is the perceived duration.
  ///   - bounce: the overshoot: none at 0, endless at 1; below 0 the spring is overdamped.
  ///   - velocity: the initial velocity, in distances per second.
  ///   - delay: the seconds before it starts.
  ///   - options: the options; their curve is ignored.
  ///   - animations: the changes to animate.
  ///   - completion: called at the end, with whether the animation finished.
  public static func animate(
    springDuration duration: Double = 0.5, bounce: Double = 0,
    initialSpringVelocity velocity: Double = 0, delay: Double = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let bounce = min(bounce.isNaN ? 0 : bounce, 1)
    let velocity = velocity.isFinite ? velocity : 0
    var timing = TimingParameters.curve(.linear)
    var seconds = 0.0
    // Below a microsecond the duration of a spring rounds to 0.
    if duration >= 1e-6, duration.isFinite, bounce > -1 {
      var spring = SpringTimingParameters(
        duration: duration, bounce: bounce, initialVelocity: Vector(x: velocity, y: velocity))
      spring.allowsOverdamping = bounce < 0
      timing = .spring(spring)
      seconds = spring.spring(in: 0).seconds
    }
    animate(
      duration: seconds, delay: delay, timing: timing, options: options, completion: completion
    ) { $0.run(animations) }
  }
}
