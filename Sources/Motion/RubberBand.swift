/// What is left of a pull beyond an end: the further, the less, and never more than a limit.
public struct RubberBand: Hashable, Sendable {
  /// The way that no pull exceeds; on a scroll view its height or width.
  public let limit: Double
  /// How much of a small pull is left.
  public let coefficient: Double

  /// Makes a rubber band; 0.55 is the coefficient measured on scroll views.
  ///
  /// A limit or a coefficient that isn't above zero makes a band that doesn't stretch; infinity counts as
  /// the largest number, and NaN as 0.
  public init(limit: Double, coefficient: Double = 0.55) {
    self.limit = max(limit.finite, 0)
    self.coefficient = max(coefficient.finite, 0)
  }

  /// What is left of a pull: (1 − 1 / (f c / d + 1)) d, in either direction.
  public func offset(ofPull pull: Double) -> Double {
    let stretched = abs(pull.finite) * coefficient
    guard stretched > 0, limit > 0 else { return 0 }
    // The quotient of the smaller by the larger is a number however large they are.
    let left =
      stretched < limit
      ? stretched / (1 + stretched / limit) : limit / (1 + limit / stretched)
    return pull < 0 ? -left : left
  }

  /// The pull of which this is left; it has no bound where the offset comes to the limit.
  public func pull(ofOffset offset: Double) -> Double {
    if offset == 0 { return 0 }
    let left = limit - abs(offset)
    guard left > 0, coefficient > 0 else { return offset < 0 ? -.infinity : .infinity }
    return offset / left * limit / coefficient
  }
}
