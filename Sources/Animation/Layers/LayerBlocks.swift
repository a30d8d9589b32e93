import Motion
import Quantities

// Block animations, as UIView's class methods make them.
extension Layer {
  /// Moves all that a block changes, in so many seconds.
  ///
  /// Inside another animation's block it begins with the other one, and takes its time and its curve,
  /// unless the options say otherwise. Inside an animator's, or a keyframe's, it becomes part of it: it
  /// ends and is told of its end with the whole, or not at all if that is stopped for good, and it can't
  /// repeat by itself.
  ///
  /// - Parameters:
  ///   - duration: the seconds it takes.
  ///   - delay: the seconds before it begins.
  ///   - options: how it runs.
  ///   - animations: what is changed.
  ///   - completion: told when it has ended: whether it came to its end. It did not where something
  ///     else has taken over all that it moved, or where it was reversed with what it is part of.
  public static func animate(
    withDuration duration: Double, delay: Double = 0, options: AnimationOptions = [],
    animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(
      duration: duration, delay: delay, timing: .curve(options.curve), options: options,
      completion: completion
    ) { $0.run(animations) }
  }

  /// Moves all that a block changes on a spring that settles in so many seconds.
  ///
  /// - Parameters:
  ///   - duration: the seconds it takes.
  ///   - delay: the seconds before it begins.
  ///   - dampingRatio: how much it swings: below 1 more, at 1 not at all.
  ///   - velocity: the velocity at first, in whole distances per second.
  ///   - options: how it runs.
  ///   - animations: what is changed.
  ///   - completion: told when it has ended: whether it came to its end.
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

  /// Moves all that the keyframes of a block change, through them one after the other.
  ///
  /// The whole follows the curve of the options; inside another animation, the other one's, unless the
  /// options say that it has its own, which is then laid under the other one's.
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

  /// Adds a keyframe to the animation whose block is being run; without one the change is made at once.
  ///
  /// - Parameters:
  ///   - start: the share of the animation that passes before it begins.
  ///   - duration: the share of the animation that it takes; with 0 it is a jump. What would lie
  ///     beyond the animation's end is left out: the keyframe has its value there.
  ///   - animations: what has changed at its end.
  public static func addKeyframe(
    withRelativeStartTime start: Double, relativeDuration duration: Double, animations: () -> Void
  ) {
    guard let context = AnimationContext.current, context.driver != nil else {
      animations()
      return
    }
    // An animation without keyframes of its own has some as soon as one is added.
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

  /// Says how often the animation whose block is being run is to run, before it changes anything.
  public static func setAnimationRepeatCount(_ count: Double) {
    guard case .block(let block) = AnimationContext.current?.driver, count > 0 else { return }
    block.repeatCount = count
  }

  /// Makes an animation, or the part of another one that it is inside, and lets its block be run.
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
      // There is nothing to wait for but the next occasion.
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
