package import PantographMotion

/// The closed form in which an animation runs to rest: a spring, or a section of a curve.
package struct SettlingPath: Hashable, Sendable {
  /// What it follows.
  package enum Shape: Hashable, Sendable {
    /// A spring, from a state relative to the target.
    case spring(Spring, from: Spring.State)
    /// A curve between two fractions of its time, scaled to the progress at its own start and end.
    case curve(CubicCurve, from: Double, to: Double, low: Double, high: Double)
  }

  /// What it follows.
  package var shape: Shape
  /// The progress at which it rests.
  package var target: Double
  /// The seconds until it rests.
  package var seconds: Double
}

extension AnimatorMachine {
  /// The closed form of the whole animation's run; `nil` if it does not run, or on a timing without one.
  package var settlingPath: SettlingPath? {
    let segment = timelines[0].segment
    guard segment.push == 0, segment.begin == 0, segment.end == 1 else { return nil }
    switch phase {
    case .running(let run):
      return segment.settling(to: target, in: run.span.seconds, low: 0, high: 1)
    case .seeking(let seek) where seek.start.scale != .time:
      let (low, high) = (seek.start.position, seek.end)
      return segment.settling(to: high, in: seek.span.seconds, low: low, high: high)
    case .inactive, .paused, .seeking, .stopped: return nil
    }
  }
}

extension PathSegment {
  /// Returns the segment in a run whose progress is mapped to a range.
  fileprivate func settling(
    to target: Double, in seconds: Double, low: Double, high: Double
  ) -> SettlingPath? {
    path.shape(from: from, to: to, low: low, high: high).map {
      SettlingPath(shape: $0, target: target, seconds: seconds)
    }
  }
}
