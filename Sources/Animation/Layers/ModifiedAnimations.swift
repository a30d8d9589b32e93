// What a block can read and change of its own animation.
extension Layer {
  /// The duration of the animation whose block is running, `UIView.inheritedAnimationDuration`.
  ///
  /// Delays and repetitions do not count. In an animator's delayed block, or one added while it runs,
  /// it is the time left for that block. Outside of all blocks it is 0 s.
  public static var inheritedAnimationDuration: Double {
    switch AnimationContext.current?.driver {
    case .animator(let animator, let part): animator.snapshot.machine.seconds(of: part)
    case .block(let block): block.duration
    case nil: 0
    }
  }

  /// Repeats some of the changes of a block.
  ///
  /// It is `UIView.modifyAnimations(withRepeatCount:autoreverses:animations:)`. The changes have the
  /// delay, duration and timing of the surrounding block, which completes after them. Inside an
  /// animator's block or a keyframe they run once; outside of all blocks they are made at once.
  ///
  /// - Parameters:
  ///   - count: the number of runs; one that is not above 0 counts as 1.
  ///   - autoreverses: whether each run also runs back to the start.
  ///   - animations: the changes.
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
