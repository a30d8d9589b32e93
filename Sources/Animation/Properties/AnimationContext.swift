import Motion

/// What drives an animation.
enum AnimationDriver {
  /// A part of what an animator does.
  case animator(PropertyAnimator, AnimatorMachine.Part)
  /// A block animation.
  case block(BlockAnimation)

  /// Whether it runs more than once, so that nothing can be added to what it does.
  @MainActor var repeats: Bool {
    if case .block(let block) = self { block.repeats } else { false }
  }
}

/// Where a change to a property goes while a block of animations is run.
///
/// Contexts nest as the blocks do; there is one at a time, and a property asks for it when it is set.
@MainActor final class AnimationContext {
  private(set) static var current: AnimationContext?

  private let madeDriver: AnimationDriver?
  /// Which of the animator's lives the block belongs to.
  private let generation: Int
  /// The keyframes that the changes belong to, and the one that is being written.
  var keyframes: KeyframeGroup?
  var keyframe: ClosedRange<Double>?
  /// Whether a change starts from what is seen even if the property would start from what was set.
  var beginsFromCurrentState = true
  /// The layers whose places were changed.
  private var changedLayers: [Layer] = []
  let laysOut: Bool

  init(_ driver: AnimationDriver?, laysOut: Bool = false) {
    madeDriver = driver
    generation = if case .animator(let animator, _) = driver { animator.generation } else { 0 }
    self.laysOut = laysOut
  }

  /// What drives the changes, if they are to be animated at all.
  ///
  /// An animator that is ended by its own block drives the rest of it no more.
  var driver: AnimationDriver? {
    guard Timeline.current.areAnimationsEnabled else { return nil }
    if case .animator(let animator, _) = madeDriver {
      guard animator.state == .active, animator.generation == generation else { return nil }
    }
    return madeDriver
  }

  func run(_ animations: () -> Void) {
    let outer = Self.current
    Self.current = self
    animations()
    if laysOut {
      for layer in changedLayers { layer.layoutIfNeeded() }
    }
    Self.current = outer
  }

  func noteChange(of layer: Layer) {
    guard laysOut, !changedLayers.contains(where: { $0 === layer }) else { return }
    changedLayers.append(layer)
  }
}

/// The keyframes that were written together, and how to get from one to the next.
@MainActor final class KeyframeGroup {
  let curve: CubicCurve
  let mode: CalculationMode

  init(curve: CubicCurve, mode: CalculationMode) {
    self.curve = curve
    self.mode = mode
  }
}
