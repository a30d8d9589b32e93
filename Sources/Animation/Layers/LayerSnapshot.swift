extension Layer {
  /// Makes a layer that looks as this one does now and does not change with it.
  ///
  /// It is `UIView.snapshotView(afterScreenUpdates:)`. The snapshot copies what is seen of the layer
  /// and of all sublayers, in the middle of any animation. It lies at the origin, untransformed, and
  /// belongs to no layer; nothing animates it, even when it is made inside an animation block.
  ///
  /// - Parameter afterScreenUpdates: whether the layout that was asked for is done first.
  public func snapshotLayer(afterScreenUpdates: Bool) -> Layer {
    if afterScreenUpdates { layoutIfNeeded() }
    var snapshot: Layer?
    Layer.performWithoutAnimation {
      let copy = Timeline.local.withValue(timeline) { copyAsSeen() }
      copy.transform = .identity
      copy.frame = Rect(origin: .zero, size: copy.bounds.size)
      snapshot = copy
    }
    return snapshot ?? Layer()
  }

  private func copyAsSeen() -> Layer {
    let seen = presentation
    let copy = Layer()
    copy.center = seen.center
    copy.bounds = seen.bounds
    copy.transform = seen.transform
    copy.alpha = seen.alpha
    copy.backgroundColor = seen.backgroundColor
    copy.cornerRadius = seen.cornerRadius
    copy.blur = seen.blur
    copy.transitionProgress = seen.transitionProgress
    copy.transition = transition
    copy.isHidden = isHidden
    copy.isUserInteractionEnabled = isUserInteractionEnabled
    copy.name = name
    for layer in sublayers { copy.addSublayer(layer.copyAsSeen()) }
    return copy
  }
}
