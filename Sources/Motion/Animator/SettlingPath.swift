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

/// The closed form in which a part of an animation runs to rest.
package enum PartSettling: Hashable, Sendable {
  /// It rises from 0 to 1 while the whole's progress does so from one value to another.
  case ramp(from: Double, to: Double)
  /// It follows a path after a number of seconds, at a multiple of that path's speed, and rests with the whole.
  case path(SettlingPath, delay: Double, rate: Double)
  /// It runs beside the whole, and rests by itself.
  case beside(SettlingPath)
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

  /// Returns the closed form of a part's run; `nil` if it does not run, or on a timing without one.
  package func settling(of part: Part) -> PartSettling? {
    let timeline = timelines[part.index]
    switch phase {
    case .running(let run):
      let segment = timeline.segment
      let taken = (segment.end - segment.begin) * run.span.seconds
      let seconds = segment.path.seconds ?? taken
      guard segment.push == 0,
        let path = segment.settling(to: target, in: seconds, low: 0, high: 1)
      else { return nil }
      // A part without duration reaches its end at once.
      let rate = taken > 0 ? seconds / taken : 1e15
      return .path(path, delay: segment.begin * run.span.seconds, rate: rate)
    case .seeking(let seek) where seek.start.scale != .time && !isCaught(seek.start):
      return .ramp(from: timeline.start, to: timeline.end)
    case .inactive, .paused, .seeking, .stopped: return nil
    }
  }

  /// Whether a pause in flight has left its parts elsewhere than where they are on their own.
  package var isCaught: Bool {
    switch phase {
    case .inactive(let hold), .paused(let hold), .stopped(let hold): isCaught(hold)
    case .running: true
    case .seeking(let seek): isCaught(seek.start)
    }
  }

  private func isCaught(_ hold: Hold) -> Bool {
    hold.overshoot != nil
      || timelines.contains {
        $0.caught != nil || $0.start != $0.range.lowerBound || $0.end != $0.range.upperBound
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
