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
