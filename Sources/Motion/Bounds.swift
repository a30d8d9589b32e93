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

// Limits that keep durations, times and progress finite.
extension Double {
  /// A duration or a factor, limited to 0…1e30; a number that is not finite counts as 0.
  package var asAmount: Double { isFinite ? Swift.min(Swift.max(self, 0), 1e30) : 0 }

  /// A time or a speed, limited to ±1e30; not a number counts as 0.
  package var asSeconds: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e30), 1e30) }

  /// A progress or its velocity, limited to ±1e100; not a number counts as 0.
  var asProgress: Double {
    if magnitude <= 1e100 { return self }
    return isNaN ? 0 : self < 0 ? -1e100 : 1e100
  }
}
