import PantographBase
package import PantographMotion

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

/// The options of a block animation; the raw values are those of `UIView.AnimationOptions`.
public struct AnimationOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Creates options from their bits.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// Lays out changed layers inside the block, so that dependent changes animate too.
  public static let layoutSubviews = AnimationOptions(rawValue: 1 << 0)
  /// Allows touches during the animation; see ``Layer/hitTest(_:)``.
  public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
  /// Starts from the presentation value where a property's animations do not add up.
  public static let beginFromCurrentState = AnimationOptions(rawValue: 1 << 2)
  /// Repeats the animation; see ``Layer/setAnimationRepeatCount(_:)``.
  public static let `repeat` = AnimationOptions(rawValue: 1 << 3)
  /// Runs back after each run; the property ends at its new value.
  public static let autoreverse = AnimationOptions(rawValue: 1 << 4)
  /// Uses its own duration inside another animation.
  public static let overrideInheritedDuration = AnimationOptions(rawValue: 1 << 5)
  /// Uses its own curve inside another animation.
  public static let overrideInheritedCurve = AnimationOptions(rawValue: 1 << 6)
  /// Animates content during a transition; has no effect without a screen.
  public static let allowAnimatedContent = AnimationOptions(rawValue: 1 << 7)
  /// Shows and hides the layers of a transition instead of adding and removing them.
  public static let showHideTransitionViews = AnimationOptions(rawValue: 1 << 8)
  /// Uses its own options inside another animation.
  public static let overrideInheritedOptions = AnimationOptions(rawValue: 1 << 9)

  /// Starts and ends slowly; the default.
  public static let curveEaseInOut: AnimationOptions = []
  /// Starts slowly.
  public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
  /// Ends slowly.
  public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
  /// Runs at constant speed.
  public static let curveLinear = AnimationOptions(rawValue: 3 << 16)

  /// Interpolates keyframes linearly; the default.
  public static let calculationModeLinear: AnimationOptions = []
  /// Jumps to each keyframe's value at its end.
  public static let calculationModeDiscrete = AnimationOptions(rawValue: 1 << 10)
  /// Runs through the keyframes at constant speed, ignoring their times.
  public static let calculationModePaced = AnimationOptions(rawValue: 2 << 10)
  /// Runs through the keyframes on a smooth curve.
  public static let calculationModeCubic = AnimationOptions(rawValue: 3 << 10)
  /// Runs through the keyframes on a smooth curve at constant speed, ignoring their times.
  public static let calculationModeCubicPaced = AnimationOptions(rawValue: 4 << 10)

  /// Flips about the vertical axis, left edge first.
  public static let transitionFlipFromLeft = AnimationOptions(rawValue: 1 << 20)
  /// Flips about the vertical axis, right edge first.
  public static let transitionFlipFromRight = AnimationOptions(rawValue: 2 << 20)
  /// Curls up from the bottom.
  public static let transitionCurlUp = AnimationOptions(rawValue: 3 << 20)
  /// Curls down from the top.
  public static let transitionCurlDown = AnimationOptions(rawValue: 4 << 20)
  /// Fades from the old to the new content.
  public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
  /// Flips about the horizontal axis, top edge first.
  public static let transitionFlipFromTop = AnimationOptions(rawValue: 6 << 20)
  /// Flips about the horizontal axis, bottom edge first.
  public static let transitionFlipFromBottom = AnimationOptions(rawValue: 7 << 20)

  /// Leaves the number of frames per second to the system; the default.
  public static let preferredFramesPerSecondDefault: AnimationOptions = []
  /// Prefers 60 frames per second; has no effect without a screen.
  public static let preferredFramesPerSecond60 = AnimationOptions(rawValue: 3 << 24)
  /// Prefers 30 frames per second; has no effect without a screen.
  public static let preferredFramesPerSecond30 = AnimationOptions(rawValue: 7 << 24)

  /// The curve selected by the options.
  package var curve: CubicCurve {
    switch rawValue >> 16 & 0b11 {
    case 1: .easeIn
    case 2: .easeOut
    case 3: .linear
    default: .easeInOut
    }
  }

  /// The calculation mode selected by the options.
  var calculationMode: CalculationMode {
    CalculationMode(rawValue: Int(rawValue >> 10 & 0b111)) ?? .linear
  }
}
