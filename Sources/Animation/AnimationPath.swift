import Motion

/// The progress of an animation as a function of a time of its own, from 0 to 1.
enum AnimationPath: Hashable, Sendable {
  /// Along a curve.
  case curve(CubicCurve)
  /// Along a curve that is laid over a range of progress, from low at its 0 to high at its 1.
  case stretched(CubicCurve, low: Double, high: Double)
  /// On a spring that rests at a target after so many seconds; the state is relative to the target.
  case spring(Spring, from: Spring.State, target: Double, seconds: Double)

  /// The progress, and its change per whole time of the path.
  func progress(at time: Double) -> (value: Double, slope: Double) {
    switch self {
    case .curve(let curve): return (curve.value(at: time), curve.slope(at: time))
    case .stretched(let curve, let low, let high):
      let height = high - low
      return (low + height * curve.value(at: time), height * curve.slope(at: time))
    case .spring(let spring, let start, let target, let seconds):
      // Its time is over while a thousandth of the way is left, as on Core Animation.
      guard time < 1 else { return (target, 0) }
      let state = spring.state(after: time * seconds, from: start)
      return (target + state.offset, state.velocity * seconds)
    }
  }
}
