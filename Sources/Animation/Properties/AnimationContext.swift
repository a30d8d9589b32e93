import PantographMotion

/// The source of an animation's progress.
enum AnimationDriver {
  /// A part of an animator.
  case animator(PropertyAnimator, AnimatorMachine.Part)
  /// A block animation.
  case block(BlockAnimation)

  /// Whether it repeats, so that no additive animation is possible.
  @MainActor var repeats: Bool {
    if case .block(let block) = self { block.repeats } else { false }
  }
}

/// Collects the property changes made while an animation block runs.
///
/// Contexts nest as blocks do. There is one current context, and a property asks for it when it is set.
@MainActor final class AnimationContext {
  private(set) static var current: AnimationContext?

  private let madeDriver: AnimationDriver?
  /// The run of the animator to which the block belongs.
  private let generation: Int
  /// The keyframes to which the changes belong, and the range of the current one.
  var keyframes: KeyframeGroup?
  var keyframe: ClosedRange<Double>?
  /// Whether a change starts from the presentation value even where the default is the model value.
  var beginsFromCurrentState = true
  /// The layers whose geometry was changed.
  private var changedLayers: [Layer] = []
  let laysOut: Bool

  init(_ driver: AnimationDriver?, laysOut: Bool = false) {
    madeDriver = driver
    generation = if case .animator(let animator, _) = driver { animator.generation } else { 0 }
    self.laysOut = laysOut
  }

  /// The driver of the changes; `nil` for changes that are not animated.
  ///
  /// An animator that its own block ends no longer drives the rest of the block.
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

/// The keyframes of one animation, and how values are calculated between them.
@MainActor final class KeyframeGroup {
  let curve: CubicCurve
  let mode: CalculationMode

  init(curve: CubicCurve, mode: CalculationMode) {
    self.curve = curve
    self.mode = mode
  }
}
