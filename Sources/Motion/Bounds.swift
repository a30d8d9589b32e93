extension Double {
  /// Returns the number limited to a range; not a number becomes `other`.
  func bounded(to range: ClosedRange<Double>, else other: Double) -> Double {
    isNaN ? other : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }

  /// The nearest finite number; not a number counts as 0.
  var finite: Double {
    isFinite
      ? self : bounded(to: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude, else: 0)
  }
}
