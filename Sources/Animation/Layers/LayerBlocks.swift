import PantographBase
import PantographMotion

// Block animations, as UIView's class methods create them.
extension Layer {
  /// Animates the changes of a block over a duration, in seconds.
  ///
  /// Inside another animation's block it begins with that animation, and takes its duration and curve
  /// unless the options override them. Inside an animator's block or a keyframe it becomes part of that
  /// animation: it ends with it, can't repeat by itself, and its completion is not called if the
  /// animator is stopped for good.
  ///
  /// - Parameters:
  ///   - duration: the seconds it takes.
  ///   - delay: the seconds before it begins.
  ///   - options: the options.
  ///   - animations: the changes to animate.
  ///   - completion: called at the end, with whether the animation finished. It did not if another
  ///     animation has taken over all of its properties, or if it was reversed with the animation that
  ///     contains it.
  public static func animate(
    withDuration duration: Double, delay: Double = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      duration: duration, delay: delay, timing: .curve(options.curve), options: options,
      completion: completion
    ) { $0.run(animations) }
  }

  /// Animates the changes of a block on a spring that settles within a duration, in seconds.
  ///
  /// - Parameters:
  ///   - duration: the seconds it takes.
  ///   - delay: the seconds before it begins.
  ///   - dampingRatio: the damping ratio; below 1 the spring oscillates.
  ///   - velocity: the initial velocity, in distances per second.
  ///   - options: the options.
  ///   - animations: the changes to animate.
  ///   - completion: called at the end, with whether the animation finished.
  public static func animate(
    withDuration duration: Double, delay: Double = 0, usingSpringWithDamping dampingRatio: Double,
    initialSpringVelocity velocity: Double, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let spring = SpringTimingParameters(
      dampingRatio: dampingRatio, initialVelocity: Vector(x: velocity, y: velocity))
    animate(
      duration: duration, delay: delay, timing: .spring(spring), options: options,
      completion: completion
    ) { $0.run(animations) }
  }

  /// Animates the changes of a block through its keyframes.
  ///
  /// The whole follows the curve of the options. Inside another animation it follows that animation's
  /// curve; with ``AnimationOptions/overrideInheritedCurve`` its own curve is applied first.
  public static func animateKeyframes(
    withDuration duration: Double, delay: Double = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    let isInside = AnimationContext.current?.driver != nil
    let followsOwnCurve = isInside && options.contains(.overrideInheritedCurve)
    var outerOptions = options
    outerOptions.remove(.overrideInheritedCurve)
    animate(
      duration: duration, delay: delay, timing: .curve(options.curve), options: outerOptions,
      completion: completion
    ) { context in
      context.keyframes = KeyframeGroup(
        curve: followsOwnCurve ? options.curve : .linear, mode: options.calculationMode)
      context.run(animations)
    }
  }

  /// Adds a keyframe to the animation whose block is running; outside of one the changes are made at
  /// once.
  ///
  /// - Parameters:
  ///   - start: the fraction of the animation at which the keyframe begins.
  ///   - duration: the fraction of the animation that it takes; 0 is a jump. A keyframe that lies
  ///     beyond the animation's end has its value there.
  ///   - animations: the changes that are complete at its end.
  public static func addKeyframe(
    withRelativeStartTime start: Double, relativeDuration duration: Double, animations: () -> Void
  ) {
    guard let context = AnimationContext.current, context.driver != nil else {
      animations()
      return
    }
    // The first keyframe makes it a keyframe animation.
    let group = context.keyframes ?? KeyframeGroup(curve: .linear, mode: .linear)
    context.keyframes = group
    let start = start.isNaN ? 0 : start
    let end = start + duration
    let first = min(max(start, 0), 1)
    let last = end.isNaN ? first : min(max(end, first), 1)
    let outer = context.keyframe
    context.keyframe = first...last
    animations()
    context.keyframe = outer
  }

  /// Sets how often the animation whose block is running repeats; call it before any change.
  public static func setAnimationRepeatCount(_ count: Double) {
    guard case .block(let block) = AnimationContext.current?.driver, count > 0 else { return }
    block.repeatCount = count
  }

  /// Creates an animation, or a part of the one that contains it, and runs its block.
  static func animate(
    duration: Double, delay: Double, timing: TimingParameters, options: AnimationOptions,
    completion: ((Bool) -> Void)?, _ run: (AnimationContext) -> Void
  ) {
    let duration = duration.asAmount
    let delay = delay.asAmount
    let ownDuration = options.contains(.overrideInheritedDuration)
    let ownTiming = options.contains(.overrideInheritedCurve)
    let laysOut = options.contains(.layoutSubviews)
    guard areAnimationsEnabled else {
      run(AnimationContext(nil, laysOut: laysOut))
      // Without a duration there is only the next step of the timeline to wait for.
      let empty = BlockAnimation(
        duration: 0, delay: 0, timing: timing, options: [], completion: completion)
      empty.joinTimeline()
      return
    }
    if let context = AnimationContext.current, let driver = context.driver,
      context.keyframe != nil
    {
      if let completion {
        switch driver {
        case .animator(let animator, _): animator.addCompletion { completion($0 == .end) }
        case .block(let block): block.add(completion)
        }
      }
      run(context)
      return
    }
    switch AnimationContext.current?.driver {
    case .animator(let animator, var part):
      if delay > 0 || ownDuration || ownTiming {
        part = animator.addPart(
          within: part, delay: delay, duration: ownDuration ? duration : nil,
          timing: ownTiming ? timing : nil)
      }
      if let completion { animator.addCompletion { completion($0 == .end) } }
      run(AnimationContext(.animator(animator, part), laysOut: laysOut))
    case .block(let outer):
      var allOptions = options
      if !options.contains(.overrideInheritedOptions) {
        allOptions.formUnion(
          outer.options.intersection([.repeat, .autoreverse, .allowUserInteraction]))
      }
      let block = BlockAnimation(
        duration: ownDuration ? duration : outer.duration, delay: outer.delay + delay,
        timing: ownTiming ? timing : outer.timing, options: allOptions, completion: completion)
      if !options.contains(.overrideInheritedOptions) { block.repeatCount = outer.repeatCount }
      begin(block, run, laysOut: laysOut)
    case nil:
      let block = BlockAnimation(
        duration: duration, delay: delay, timing: timing, options: options, completion: completion)
      begin(block, run, laysOut: laysOut)
    }
  }

  static func begin(
    _ block: BlockAnimation, _ run: (AnimationContext) -> Void, laysOut: Bool
  ) {
    let context = AnimationContext(.block(block), laysOut: laysOut)
    context.beginsFromCurrentState = block.options.contains(.beginFromCurrentState)
    run(context)
    block.joinTimeline()
  }
}
