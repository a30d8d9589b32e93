extension Layer {
  /// A named animation of the system; the raw values are those of `UIView.SystemAnimation`.
  public enum SystemAnimation: UInt, Hashable, Sendable, CaseIterable {
    /// Fades layers out and removes them from their superlayers.
    case delete = 0
  }

  /// Performs a system animation on layers, `UIView.perform(_:on:options:animations:completion:)`.
  ///
  /// A deleted layer gets its opacity back when it has been removed, and can be added again. It stays
  /// if something else takes over its opacity meanwhile, or if the animation is reversed.
  ///
  /// - Parameters:
  ///   - animation: the animation. UIKit does not document how `.delete` looks or how long it takes;
  ///     here layers fade, in Core Animation's default duration of 0.25 s.
  ///   - layers: the layers.
  ///   - options: the options.
  ///   - parallelAnimations: changes to animate at the same time.
  ///   - completion: called at the end, with whether the animation finished.
  public static func perform(
    _ animation: SystemAnimation, on layers: [Layer], options: AnimationOptions = [],
    animations parallelAnimations: (() -> Void)? = nil, completion: ((Bool) -> Void)? = nil
  ) {
    switch animation {
    case .delete:
      let opacities = layers.map(\.alpha)
      animate(withDuration: MediaTiming.defaultDuration, options: options) {
        for layer in layers { layer.alpha = 0 }
        parallelAnimations?()
      } completion: { isFinished in
        for (layer, alpha) in zip(layers, opacities) where isFinished {
          layer.removeFromSuperlayer()
          performWithoutAnimation { layer.alpha = alpha }
        }
        completion?(isFinished)
      }
    }
  }
}
