/// A transition of a layer from its old to its new content.
///
/// It has no pictures of its own: ``Layer/transitionProgress`` runs from 0, the old content, to 1, the
/// new, on the timing of the transition's animation.
public struct LayerTransition: Hashable, Sendable {
  /// How the new content replaces the old.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The new content appears at once.
    case none
    /// A flip about the vertical axis, left edge first.
    case flipFromLeft
    /// A flip about the vertical axis, right edge first.
    case flipFromRight
    /// The old content curls up from the bottom.
    case curlUp
    /// The new content curls down from the top.
    case curlDown
    /// The old content fades out while the new fades in.
    case crossDissolve
    /// A flip about the horizontal axis, top edge first.
    case flipFromTop
    /// A flip about the horizontal axis, bottom edge first.
    case flipFromBottom
  }

  /// How the new content replaces the old.
  public var kind: Kind

  /// Creates a transition.
  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// Returns the opacities of the old and the new content at a progress.
  ///
  /// A flip shows one side at a time: the old content in its first half.
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

  /// Returns the angle of a flip at a progress, in radians from −π to π; 0 for other kinds.
  public func angle(at progress: Double) -> Double {
    switch kind {
    case .flipFromLeft, .flipFromTop: .pi * min(max(progress, 0), 1)
    case .flipFromRight, .flipFromBottom: -.pi * min(max(progress, 0), 1)
    case .none, .crossDissolve, .curlUp, .curlDown: 0
    }
  }
}

extension AnimationOptions {
  /// The transition selected by the options.
  package var transition: LayerTransition {
    // The kinds are in the order of the options' bits.
    LayerTransition(LayerTransition.Kind.allCases[Int(rawValue >> 20 & 0b111)])
  }
}

extension Layer {
  /// Changes the content of a layer with the transition selected by the options.
  ///
  /// The changes are made at once, and are animated only by blocks of their own. What is animated is
  /// the layer's ``transitionProgress``.
  public static func transition(
    with layer: Layer, duration: Double, options: AnimationOptions = [],
    animations: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil
  ) {
    // Only blocks inside the changes animate them, not the block around the transition.
    if let animations { AnimationContext(nil).run(animations) }
    layer.transition = options.transition
    AnimationContext(nil).run { layer.transitionProgress = 0 }
    animate(withDuration: duration, options: options) {
      layer.transitionProgress = 1
    } completion: { isFinished in
      completion?(isFinished)
    }
  }

  /// Replaces a layer by another one with the transition selected by the options.
  ///
  /// The new layer takes the position of the old one, which is removed. With
  /// ``AnimationOptions/showHideTransitionViews`` both stay and are shown and hidden instead. The
  /// transition belongs to their superlayer.
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
