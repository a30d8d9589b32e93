// What a block can find out and change about the animation that it is part of.
extension Layer {
  /// The seconds of the animation whose block runs, `UIView.inheritedAnimationDuration`.
  ///
  /// Delays and repetitions do not count. In a block that an animator runs later, or was given under
  /// way, it is the time that this block has. Outside of all blocks, it is 0.
  public static var inheritedAnimationDuration: Double {
    switch AnimationContext.current?.driver {
    case .animator(let animator, let part): animator.snapshot.machine.seconds(of: part)
    case .block(let block): block.duration
    case nil: 0
    }
  }

  /// Repeats what a part of a block changes.
  ///
  /// It is `UIView.modifyAnimations(withRepeatCount:autoreverses:animations:)`. The changes are made
  /// with the delay, duration and timing of the block around them, which completes when they have
  /// ended, too. Inside an animator's block or a keyframe they run once, with the whole; outside of
  /// all blocks they are made at once.
  ///
  /// - Parameters:
  ///   - count: how often they run; what is not above 0 counts as once.
  ///   - autoreverses: whether each run leads back to the start as well.
  ///   - animations: what is changed.
  public static func modifyAnimations(
    withRepeatCount count: Double, autoreverses: Bool, animations: () -> Void
  ) {
    guard let context = AnimationContext.current, context.keyframe == nil,
      case .block(let outer) = context.driver
    else { return animations() }
    var options = outer.options
    options.remove([.repeat, .autoreverse])
    if autoreverses { options.insert(.autoreverse) }
    let block = BlockAnimation(
      duration: outer.duration, delay: outer.delay, timing: outer.timing, options: options,
      completion: nil)
    block.repeatCount = count > 0 ? count : 1
    outer.add(block)
    begin(block, { $0.run(animations) }, laysOut: context.laysOut)
  }
}
