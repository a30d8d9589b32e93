/// A transition of a layer from what it was to what it is: how it looks while it is under way.
///
/// It has no pictures of its own: ``Layer/transitionProgress`` runs from 0, the old, to 1, the new, on
/// the timing of the animation that it is made with.
public struct LayerTransition: Hashable, Sendable {
  /// How the new comes in the place of the old.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// It is there at once.
    case none
    /// It turns about its upright axis, the left edge first.
    case flipFromLeft
    /// It turns about its upright axis, the right edge first.
    case flipFromRight
    /// The old curls up from the bottom.
    case curlUp
    /// The new curls down from the top.
    case curlDown
    /// The old fades out while the new fades in.
    case crossDissolve
    /// It turns about its level axis, the top edge first.
    case flipFromTop
    /// It turns about its level axis, the bottom edge first.
    case flipFromBottom
  }

  /// How the new comes in the place of the old.
  public var kind: Kind

  /// Makes a transition.
  public init(_ kind: Kind) {
    self.kind = kind
  }

  /// How opaque the old and the new are at a progress.
  ///
  /// Of what is turned or curled only one side is seen at a time: the old in the first half.
  public func opacities(at progress: Double) -> (old: Double, new: Double) {
    let share = min(max(progress, 0), 1)
    switch kind {
    case .none: return (0, 1)
    case .crossDissolve: return (1 - share, share)
    case .flipFromLeft, .flipFromRight, .flipFromTop, .flipFromBottom:
      return share < 0.5 ? (1, 0) : (0, 1)
    case .curlUp, .curlDown: return (share < 1 ? 1 : 0, share > 0 ? 1 : 0)
    }
  }

  /// How far it is turned at a progress, in radians from 0 to π; 0 for what does not turn.
  public func angle(at progress: Double) -> Double {
    switch kind {
    case .flipFromLeft, .flipFromTop: .pi * min(max(progress, 0), 1)
    case .flipFromRight, .flipFromBottom: -.pi * min(max(progress, 0), 1)
    case .none, .crossDissolve, .curlUp, .curlDown: 0
    }
  }
}

extension AnimationOptions {
  /// The transition that the options name.
  public var transition: LayerTransition {
    let kinds: [LayerTransition.Kind] = [
      .none, .flipFromLeft, .flipFromRight, .curlUp, .curlDown, .crossDissolve, .flipFromTop,
      .flipFromBottom,
    ]
    return LayerTransition(kinds[Int(rawValue >> 20 & 0b111)])
  }
}

extension Layer {
  /// Changes what a layer shows, by a transition that the options name.
  ///
  /// The changes are made at once, and not animated unless by blocks of their own; what is animated is
  /// the layer's ``transitionProgress``.
  public static func transition(
    with layer: Layer, duration: Double, options: AnimationOptions = [],
    animations: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil
  ) {
    // The changes are not animated by what is around the transition, but by blocks of their own.
    if let animations { AnimationContext(nil).run(animations) }
    layer.transition = options.transition
    AnimationContext(nil).run { layer.transitionProgress = 0 }
    animate(withDuration: duration, options: options) {
      layer.transitionProgress = 1
    } completion: { isFinished in
      completion?(isFinished)
    }
  }

  /// Puts another layer in the place of one, by a transition that the options name.
  ///
  /// The new layer is added where the old one was, which is taken out; with
  /// ``AnimationOptions/showHideTransitionViews`` both stay, and are shown and hidden instead. The
  /// transition is that of the layer that they lie in.
  public static func transition(
    from old: Layer, to new: Layer, duration: Double, options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil
  ) {
    let container = old.superlayer ?? new
    transition(with: container, duration: duration, options: options) {
      if options.contains(.showHideTransitionViews) {
        old.isHidden = true
        new.isHidden = false
      } else {
        container.replaceSublayer(old, with: new)
      }
    } completion: { isFinished in
      completion?(isFinished)
    }
  }
}
