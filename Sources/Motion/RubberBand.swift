/// The resistance beyond an end: a pull becomes a smaller offset that approaches a limit.
public struct RubberBand: Hashable, Sendable {
  /// The distance that no displacement exceeds; for a scroll view its height or width.
  public let limit: Double
  /// The fraction of a small displacement that remains.
  public let coefficient: Double

  /// Creates a rubber band; 0.55 is the coefficient measured on scroll views.
  ///
  /// With a limit or a coefficient that is not above 0 the offset is always 0. Infinity counts as the
  /// largest number, and NaN as 0.
  public init(limit: Double, coefficient: Double = 0.55) {
    self.limit = max(limit.finite, 0)
    self.coefficient = max(coefficient.finite, 0)
  }

  /// Returns the offset for a pull: (1 − 1 / (f c / d + 1)) d, in either direction.
  public func offset(ofPull pull: Double) -> Double {
    let stretched = abs(pull.finite) * coefficient
    guard stretched > 0, limit > 0 else { return 0 }
    // Dividing the smaller by the larger number can't overflow.
    let left =
      stretched < limit
      ? stretched / (1 + stretched / limit) : limit / (1 + limit / stretched)
    return pull < 0 ? -left : left
  }

  /// Returns the pull for an offset; it is unbounded where the offset reaches the limit.
  public func pull(ofOffset offset: Double) -> Double {
    if offset == 0 { return 0 }
    let left = limit - abs(offset)
    guard left > 0, coefficient > 0 else { return offset < 0 ? -.infinity : .infinity }
    return offset / left * limit / coefficient
  }
}
