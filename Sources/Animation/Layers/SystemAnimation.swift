extension Layer {
  /// An animation that the system knows by name; the numbers are `UIView.SystemAnimation`'s.
  public enum SystemAnimation: UInt, Hashable, Sendable, CaseIterable {
    /// Fades layers out and removes them from the layers they lie in.
    case delete = 0
  }

  /// Performs a system animation on layers, `UIView.perform(_:on:options:animations:completion:)`.
  ///
  /// A layer that is deleted has its opacity back when it has been removed, and can be added again. If
  /// something else takes over its opacity meanwhile, or the animation is reversed, it stays.
  ///
  /// - Parameters:
  ///   - animation: the animation. UIKit does not document how `.delete` looks or how long it takes;
  ///     here layers fade, in ``MediaTiming/defaultDuration``.
  ///   - layers: the layers.
  ///   - options: how it runs.
  ///   - parallelAnimations: what is changed and animated with it.
  ///   - completion: called when it has ended, with whether it came to its end.
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
