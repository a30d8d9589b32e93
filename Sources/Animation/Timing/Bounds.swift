// Limits that keep durations, times and progress finite.
extension Double {
  /// A duration or a factor, limited to 0…1e30; a number that is not finite counts as 0.
  var asAmount: Double { isFinite ? Swift.min(Swift.max(self, 0), 1e30) : 0 }

  /// A time or a speed, limited to ±1e30; not a number counts as 0.
  var asSeconds: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e30), 1e30) }

  /// A progress or its velocity, limited to ±1e100; not a number counts as 0.
  var asProgress: Double {
    if magnitude <= 1e100 { return self }
    return isNaN ? 0 : self < 0 ? -1e100 : 1e100
  }
}
