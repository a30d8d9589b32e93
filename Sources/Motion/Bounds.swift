extension Double {
  /// The number, or the nearest one in a range; what is not a number counts as another one.
  func bounded(to range: ClosedRange<Double>, else other: Double) -> Double {
    isNaN ? other : Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }

  /// The number, or the nearest finite one; what is not a number counts as 0.
  var finite: Double {
    isFinite
      ? self : bounded(to: -.greatestFiniteMagnitude ... .greatestFiniteMagnitude, else: 0)
  }
}
