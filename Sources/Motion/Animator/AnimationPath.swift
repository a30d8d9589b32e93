/// The progress of an animation as a function of its own time, from 0 to 1.
package struct AnimationPath: Hashable, Sendable {
  /// A spring that rests at `target` after `seconds`; the state is relative to the target.
  private struct Swing: Hashable, Sendable {
    var spring: Spring
    var start: Spring.State
    var target: Double
    var seconds: Double
  }

  // One of the two is set. An enumeration would be copied whole on each call, and a custom curve is not
  // free to copy.
  private var swing: Swing?
  private var easing: Easing?
  private var low = 0.0
  private var high = 1.0

  /// Creates a path along a curve that is scaled to a range of progress: `low` at 0, `high` at 1.
  static func curve(_ easing: Easing, low: Double = 0, high: Double = 1) -> AnimationPath {
    AnimationPath(swing: nil, easing: easing, low: low, high: high)
  }

  /// Creates a path on a spring that rests at `target` after `seconds`; the state is relative to the
  /// target.
  static func spring(
    _ spring: Spring, from start: Spring.State, target: Double, seconds: Double
  ) -> AnimationPath {
    AnimationPath(
      swing: Swing(spring: spring, start: start, target: target, seconds: seconds), easing: nil)
  }

  /// The seconds until its spring rests; `nil` on a curve.
  var seconds: Double? { swing?.seconds }

  /// Whether it is a curve that runs from 0 to 1, so that it can also be followed backwards.
  var isWholeCurve: Bool { easing != nil && isWhole }

  /// Whether the path runs from 0 to 1.
  var isWhole: Bool {
    if let swing { return swing.start.offset == -1 && swing.target == 1 }
    return low == 0 && high == 1
  }

  /// Returns the progress and its change per unit of the path's time.
  package func progress(at time: Double) -> (value: Double, slope: Double) {
    if let swing {
      // A spring ends while a thousandth of the distance is left, as in Core Animation.
      guard time < 1 else { return (swing.target, 0) }
      let state = swing.spring.state(after: time * swing.seconds, from: swing.start)
      return (
        (swing.target + state.offset).asProgress, (state.velocity * swing.seconds).asProgress
      )
    }
    guard let easing else { return (time, 1) }
    let (value, slope) = easing.valueAndSlope(at: time)
    return isWhole ? (value, slope) : (low + (high - low) * value, (high - low) * slope)
  }
}

/// A section of a path, and the part of a run during which it is followed.
struct PathSegment: Hashable, Sendable {
  var path: AnimationPath
  /// The path's times at the beginning and the end of the section.
  var from: Double
  var to: Double
  /// The fractions of the run at which the section begins and ends; outside, its ends are held.
  var begin = 0.0
  var end = 1.0
  /// The initial velocity in excess of the path's own, per unit of the section's time.
  var push = 0.0

  /// Returns the path's time at a fraction of the run.
  func time(at share: Double) -> Double { from + (to - from) * position(at: share) }

  /// Returns the progress, and its change per unit of the run.
  func progress(at share: Double) -> (value: Double, slope: Double) {
    let position = position(at: share)
    let (value, slope) = path.progress(at: from + (to - from) * position)
    let width = end - begin
    guard width > 0, position < 1, share >= begin else { return (value, 0) }
    if push == 0 { return (value, slope * (to - from) / width) }
    // The excess velocity decays as x (1 − x)², which leaves both ends unchanged.
    let left = 1 - position
    return (
      value + push * position * left * left,
      (slope * (to - from) + push * left * (1 - 3 * position)) / width
    )
  }

  private func position(at share: Double) -> Double {
    // A section without duration is at its beginning until the run ends.
    if share <= begin, share < 1 { return 0 }
    if share >= end { return 1 }
    return (share - begin) / (end - begin)
  }
}

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
