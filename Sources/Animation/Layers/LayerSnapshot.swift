extension Layer {
  /// Creates a layer that looks as this one does now and does not change with it.
  ///
  /// It is `UIView.snapshotView(afterScreenUpdates:)`. The snapshot copies the presentation values of
  /// the layer and of all sublayers. It has the origin as its position, no transform and no superlayer.
  /// It is not animated, even if it is created inside an animation block.
  ///
  /// - Parameter afterScreenUpdates: whether outdated layouts are updated first.
  public func snapshotLayer(afterScreenUpdates: Bool) -> Layer {
    if afterScreenUpdates { layoutIfNeeded() }
    return Timeline.local.withValue(timeline) {
      let snapshot = Layer()
      Layer.performWithoutAnimation {
        snapshot.copyLooks(of: self)
        snapshot.transform = .identity
        snapshot.frame = Rect(origin: .zero, size: snapshot.bounds.size)
      }
      return snapshot
    }
  }

  private func copyLooks(of layer: Layer) {
    let seen = layer.presentation
    center = seen.center
    anchorPoint = seen.anchorPoint
    bounds = seen.bounds
    transform = seen.transform
    alpha = seen.alpha
    backgroundColor = seen.backgroundColor
    cornerRadius = seen.cornerRadius
    blur = seen.blur
    transitionProgress = seen.transitionProgress
    transition = layer.transition
    isHidden = layer.isHidden
    isUserInteractionEnabled = layer.isUserInteractionEnabled
    name = layer.name
    for sublayer in layer.sublayers {
      let copy = Layer()
      copy.copyLooks(of: sublayer)
      addSublayer(copy)
    }
  }
}
