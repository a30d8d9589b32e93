// What an animation makes of a number that is none, or beyond any use.
extension Double {
  /// A number of seconds, or a factor: at least 0, and at most 1e30; what is not finite counts as 0.
  var asAmount: Double { isFinite ? Swift.min(Swift.max(self, 0), 1e30) : 0 }

  /// A second or a speed, at most 1e30 either way; what is not a number counts as 0.
  var asSeconds: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e30), 1e30) }

  /// A progress or its velocity, at most 1e100 either way; what is not a number counts as 0.
  var asProgress: Double {
    if magnitude <= 1e100 { return self }
    return isNaN ? 0 : self < 0 ? -1e100 : 1e100
  }
}
