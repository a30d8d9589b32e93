/// A curve over the time from 0 to 1: a cubic or the caller's own.
enum Easing: Hashable, Sendable {
  case cubic(CubicCurve)
  case custom(CustomTiming)

  /// Returns the progress at a fraction of the time.
  func value(at fraction: Double) -> Double {
    switch self {
    case .cubic(let curve): return curve.value(at: fraction)
    case .custom(let timing):
      if fraction <= 0 { return 0 }
      if fraction >= 1 { return 1 }
      let value = timing.progress(fraction)
      return value.isFinite ? value : fraction
    }
  }

  /// Returns the change of progress per unit of time.
  func slope(at fraction: Double) -> Double {
    switch self {
    case .cubic(let curve): return curve.slope(at: fraction)
    case .custom:
      // A central difference with a step of 1e-6 keeps half of the digits.
      let low = max(fraction - 1e-6, 0)
      let high = min(fraction + 1e-6, 1)
      return (value(at: high) - value(at: low)) / (high - low)
    }
  }

  /// Returns the progress and its slope.
  func valueAndSlope(at fraction: Double) -> (value: Double, slope: Double) {
    switch self {
    case .cubic(let curve): curve.valueAndSlope(at: fraction)
    case .custom: (value(at: fraction), slope(at: fraction))
    }
  }

  /// Returns the fraction of the time at which a rising curve has a value; see `CubicCurve`.
  func fraction(ofValue target: Double, nearest time: Double?) -> Double? {
    // The ends are entered at the ends, even if the curve passes their values elsewhere.
    if target == 0 { return 0 }
    if target == 1 { return 1 }
    switch self {
    case .cubic(let curve): return curve.fraction(ofValue: target, nearest: time)
    case .custom:
      // An arbitrary curve is searched in 256 intervals for those on which it rises past the value.
      var best: Double?
      for step in 0..<256 {
        var low = Double(step) / 256
        var high = Double(step + 1) / 256
        guard value(at: low) <= target, target < value(at: high) else { continue }
        while true {
          let middle = (low + high) / 2
          guard middle > low, middle < high else { break }
          if value(at: middle) <= target { low = middle } else { high = middle }
        }
        // A jump passes the value without having it.
        guard abs(value(at: low) - target) < 1e-9 else { continue }
        if let time, let best, abs(best - time) <= abs(low - time) { continue }
        best = low
      }
      return best
    }
  }
}
