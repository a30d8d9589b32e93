import PantographBase

extension AnimatorMachine {
  /// The animator's state, with the data that exists only in that state.
  enum Phase {
    /// It has not started, or has ended.
    case inactive(Hold)
    /// It is held, and can be scrubbed, continued and stopped.
    case paused(Hold)
    /// Each part follows its segment to the target.
    case running(Run)
    /// It moves to another position, and is paused there.
    case seeking(Seek)
    /// It is held, and can only be finished.
    case stopped(Hold)
  }

  /// How the animation is held.
  struct Hold {
    /// The unit of a position.
    enum Scale {
      /// Progress, or time once that is asked for.
      case progress
      /// A fraction of the timing's duration.
      case time
      /// Always progress: it was paused on another timing, and no time of its own timing has that progress.
      case progressOnly
    }

    var position: Double
    var scale: Scale
    /// The pause beyond an end, if it has been paused there.
    var overshoot: Overshoot?
    /// The delay that was left when the animation was paused before it began, in seconds.
    var remainingDelay = 0.0

    /// Moves to a position on the scrubbing scale.
    mutating func scrub(to position: Double, linearly: Bool) {
      if scale != .progressOnly { scale = linearly ? .progress : .time }
      self.position = scale == .time ? min(max(position, 0), 1) : position
    }

    /// Maps a progress of the whole to the scale of its parts; also returns the slope.
    func partsPosition(_ progress: Double) -> (value: Double, slope: Double) {
      overshoot?.partsPosition(progress) ?? (progress, 1)
    }

    /// The position between 0 and 1, on the scale on which parts are held or run.
    var partsPosition: Double {
      min(max(scale == .time ? position : partsPosition(position).value, 0), 1)
    }
  }

  /// The progress of a pause beyond an end, and the fraction of the run's time at which it happened.
  ///
  /// Parts stop at their ends; the progress from the end to this point is mapped to them by a straight line.
  struct Overshoot {
    var progress: Double
    var position: Double

    /// Whether a progress lies between the ends, where the parts have their ordinary scale.
    func isBackInRange(at progress: Double) -> Bool {
      self.progress > 0 ? progress <= 1 : progress >= 0
    }

    /// Maps a progress of the whole to the scale of its parts; also returns the slope.
    func partsPosition(_ progress: Double) -> (value: Double, slope: Double) {
      let end = self.progress > 0 ? 1.0 : 0
      guard !isBackInRange(at: progress), self.progress != end else { return (progress, 1) }
      let slope = (position - end) / (self.progress - end)
      // Measured from the point of the pause: for a slow spring that point is too close to one end to
      // divide by its distance from the other.
      let value = position + slope * (progress - self.progress)
      return 0 <= value && value <= 1 ? (value, slope) : (min(max(value, 0), 1), 0)
    }
  }

  /// A run to the target.
  struct Run {
    var span: Span
    /// The position at which it began.
    var start: Double
    /// The fraction of the whole animation that was complete at its beginning; 1 at its end.
    var complete: Double

    /// Returns the position at an instant.
    func position(at time: Timestamp, to target: Double) -> Double {
      start + (target - start) * span.share(at: time)
    }
  }

  /// A move to another position, along the segment of the whole.
  struct Seek {
    var span: Span
    /// How the animation was held at its beginning.
    var start: Hold
    /// The position at its end.
    var end: Double
  }

  /// A number of seconds since an instant.
  struct Span {
    var since: Timestamp
    var seconds: Double

    var end: Timestamp { since.advanced(bySeconds: seconds) }

    /// Returns the fraction that has passed at an instant.
    func share(at time: Timestamp) -> Double {
      let share = max(time - since, 0) / seconds
      // The end is rounded to a microsecond, which may leave the last digit of the share below 1.
      return share < 1 - 4e-15 ? share : 1
    }
  }
}
