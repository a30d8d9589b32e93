import Motion

/// A curve over the time from 0 to 1, of the module's own kind or the caller's.
enum Easing: Hashable, Sendable {
  case cubic(CubicCurve)
  case custom(CustomTiming)

  /// The progress at a fraction of the time.
  func value(at fraction: Double) -> Double {
    switch self {
    case .cubic(let curve): return curve.value(at: fraction)
    case .custom(let timing):
      if fraction <= 0 { return 0 }
      if fraction >= 1 { return 1 }
      let value = timing.curve.progress(at: fraction)
      return value.isFinite ? value : fraction
    }
  }

  /// The change of the progress per whole time.
  func slope(at fraction: Double) -> Double {
    switch self {
    case .cubic(let curve): return curve.slope(at: fraction)
    case .custom:
      // The caller gives no derivative; a millionth to both sides keeps half of the digits.
      let low = max(fraction - 1e-6, 0)
      let high = min(fraction + 1e-6, 1)
      return (value(at: high) - value(at: low)) / (high - low)
    }
  }

  /// The progress and its slope together.
  func valueAndSlope(at fraction: Double) -> (value: Double, slope: Double) {
    switch self {
    case .cubic(let curve): curve.valueAndSlope(at: fraction)
    case .custom: (value(at: fraction), slope(at: fraction))
    }
  }

  /// The fraction of the time at which it leads on from a value; see `CubicCurve`.
  func fraction(ofValue target: Double, nearest time: Double?) -> Double? {
    // An end is entered where it is the end, even if the curve comes by a second time.
    if target == 0 { return 0 }
    if target == 1 { return 1 }
    switch self {
    case .cubic(let curve): return curve.fraction(ofValue: target, nearest: time)
    case .custom:
      // Nothing is known about it: look at 256 places for stretches on which it rises.
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
        // A step of the curve has no place of its own with the value.
        guard abs(value(at: low) - target) < 1e-9 else { continue }
        if let time, let best, abs(best - time) <= abs(low - time) { continue }
        best = low
      }
      return best
    }
  }
}
