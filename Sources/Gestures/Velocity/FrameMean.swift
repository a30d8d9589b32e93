import PantographBase

/// The constants of Motion's PanSession.
private enum Frames {
  /// 16.667 ms: the time of a frame at 60 Hz, in microseconds.
  static let microseconds: Int64 = 16_667
  /// 100 ms: the velocity is the mean since the newest frame that is more than this much older.
  static let span = 0.100
  /// 200 ms: an older landing is skipped, because the finger rested before it moved.
  static let longestRest = 0.200
}

extension MotionHistory {
  /// Returns the velocity by Motion's rule: from positions at display frames, counted from the first
  /// movement.
  ///
  /// Frames are counted from the landing, since Motion does not document their origin.
  func meanOfFrames(at now: Timestamp) -> Vector {
    guard let first, let moved = firstMovementTime else { return .zero }
    func instant(_ frame: Int64) -> Timestamp {
      first.time.advanced(byMicroseconds: frame * Frames.microseconds)
    }
    func number(_ time: Timestamp) -> Int64 {
      (time.microseconds - first.time.microseconds) / Frames.microseconds
    }
    let newest = number(now)
    let oldest = number(moved.advanced(byMicroseconds: Frames.microseconds - 1))
    guard newest >= oldest else { return .zero }
    var start = newest
    while start >= oldest, instant(newest) - instant(start) <= Frames.span { start -= 1 }
    let end = Sample(time: instant(newest), translation: translation(at: instant(newest)))
    if start < oldest {
      // Measure from the landing, unless the finger rested there.
      guard end.time - first.time > Frames.longestRest, newest > oldest else {
        return (end.translation - first.translation) / (end.time - first.time)
      }
      start = oldest
    }
    return (end.translation - translation(at: instant(start))) / (end.time - instant(start))
  }

  /// The time of the second sample, or of a later one if the second is no longer kept.
  private var firstMovementTime: Timestamp? {
    guard count > 1 else { return nil }
    return count == samples.count ? samples[1].time : samples[0].time
  }

  /// The translation of the newest sample up to `time`.
  private func translation(at time: Timestamp) -> Vector {
    (samples.last { $0.time <= time } ?? samples[0]).translation
  }
}
