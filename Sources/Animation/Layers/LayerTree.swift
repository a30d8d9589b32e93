// The layer hierarchy.
extension Layer {
  /// Adds a layer above all other sublayers, `CALayer.addSublayer(_:)`.
  ///
  /// As with all insertions, the layer is removed from its previous superlayer. A layer can't contain
  /// itself: such an insertion, for which UIKit raises an exception, is ignored.
  public func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: .max)
  }

  /// Inserts a layer at an index of ``sublayers``, `CALayer.insertSublayer(_:at:)`.
  ///
  /// - Parameters:
  ///   - layer: the layer.
  ///   - index: its index afterwards, 0 for the lowest; limited to the valid range.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    guard !isWithin(layer) else { return }
    layer.removeFromSuperlayer()
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.superlayer = self
    setNeedsLayout()
  }

  /// Inserts a layer directly above a sublayer, `CALayer.insertSublayer(_:above:)`.
  ///
  /// If the sibling is `nil` or not a sublayer of this layer, the new layer becomes the topmost.
  public func insertSublayer(_ layer: Layer, above sibling: Layer?) {
    insertSublayer(layer, at: index(of: sibling, without: layer).map { $0 + 1 } ?? .max)
  }

  /// Inserts a layer directly below a sublayer, `CALayer.insertSublayer(_:below:)`.
  ///
  /// If the sibling is `nil` or not a sublayer of this layer, the new layer becomes the lowest.
  public func insertSublayer(_ layer: Layer, below sibling: Layer?) {
    insertSublayer(layer, at: index(of: sibling, without: layer) ?? 0)
  }

  /// Moves a sublayer above all others, `UIView.bringSubviewToFront(_:)`.
  ///
  /// A layer that is not a sublayer of this one is ignored.
  public func bringSublayerToFront(_ layer: Layer) {
    if layer.superlayer === self { insertSublayer(layer, at: .max) }
  }

  /// Moves a sublayer below all others, `UIView.sendSubviewToBack(_:)`.
  ///
  /// A layer that is not a sublayer of this one is ignored.
  public func sendSublayerToBack(_ layer: Layer) {
    if layer.superlayer === self { insertSublayer(layer, at: 0) }
  }

  /// Exchanges two sublayers, `UIView.exchangeSubview(at:withSubviewAt:)`.
  ///
  /// Nothing happens if one of the indices of ``sublayers`` is invalid, for which UIKit raises an exception.
  public func exchangeSublayer(at index: Int, withSublayerAt other: Int) {
    guard sublayers.indices.contains(index), sublayers.indices.contains(other) else { return }
    sublayers.swapAt(index, other)
    setNeedsLayout()
  }

  /// Removes the layer from its superlayer, `CALayer.removeFromSuperlayer()`.
  public func removeFromSuperlayer() {
    superlayer?.sublayers.removeAll { $0 === self }
    superlayer = nil
  }

  /// Replaces a sublayer by another layer, `CALayer.replaceSublayer(_:with:)`.
  ///
  /// Nothing happens if the old layer is not a sublayer of this one, or if the new one contains this
  /// one.
  public func replaceSublayer(_ old: Layer, with new: Layer) {
    guard old !== new, let index = index(of: old, without: new) else { return }
    guard !isWithin(new) else { return }
    old.removeFromSuperlayer()
    insertSublayer(new, at: index)
  }

  /// Returns whether the layer is another one or one of its descendants.
  func isWithin(_ layer: Layer) -> Bool {
    self === layer || superlayer?.isWithin(layer) == true
  }

  /// Returns the index of a sublayer after another layer has been removed.
  private func index(of sibling: Layer?, without layer: Layer) -> Int? {
    sublayers.filter { $0 !== layer }.firstIndex { $0 === sibling }
  }
}
