// Which layer lies in which, and in which order.
extension Layer {
  /// Adds a layer above all other sublayers, `CALayer.addSublayer(_:)`.
  ///
  /// Like all insertions it takes the layer out of where it was before. A layer that this one lies in,
  /// or this one itself, is not inserted: UIKit raises an exception there.
  public func addSublayer(_ layer: Layer) {
    insertSublayer(layer, at: .max)
  }

  /// Inserts a layer at an index of ``sublayers``, `CALayer.insertSublayer(_:at:)`.
  ///
  /// - Parameters:
  ///   - layer: the layer.
  ///   - index: the index that it has afterwards, 0 for the lowest; beyond an end, the nearer end.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    guard !isWithin(layer) else { return }
    layer.removeFromSuperlayer()
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.superlayer = self
    setNeedsLayout()
  }

  /// Inserts a layer right above a sublayer, `CALayer.insertSublayer(_:above:)`.
  ///
  /// Where the sibling is `nil`, or no other sublayer of this layer, the new one is the topmost.
  public func insertSublayer(_ layer: Layer, above sibling: Layer?) {
    insertSublayer(layer, at: index(of: sibling, without: layer).map { $0 + 1 } ?? .max)
  }

  /// Inserts a layer right below a sublayer, `CALayer.insertSublayer(_:below:)`.
  ///
  /// Where the sibling is `nil`, or no other sublayer of this layer, the new one is the lowest.
  public func insertSublayer(_ layer: Layer, below sibling: Layer?) {
    insertSublayer(layer, at: index(of: sibling, without: layer) ?? 0)
  }

  /// Removes it from the layer that it lies in, `CALayer.removeFromSuperlayer()`.
  public func removeFromSuperlayer() {
    superlayer?.sublayers.removeAll { $0 === self }
    superlayer = nil
  }

  /// Replaces a sublayer by another layer, `CALayer.replaceSublayer(_:with:)`.
  ///
  /// Where the old layer is no sublayer of this one, or the new one contains this one, nothing happens.
  public func replaceSublayer(_ old: Layer, with new: Layer) {
    guard old !== new, let index = index(of: old, without: new) else { return }
    guard !isWithin(new) else { return }
    old.removeFromSuperlayer()
    insertSublayer(new, at: index)
  }

  /// Whether it is a layer or lies in it.
  func isWithin(_ layer: Layer) -> Bool {
    self === layer || superlayer?.isWithin(layer) == true
  }

  /// The index of a sublayer once a layer has been taken out.
  private func index(of sibling: Layer?, without layer: Layer) -> Int? {
    sublayers.filter { $0 !== layer }.firstIndex { $0 === sibling }
  }
}
