import Quantities

/// The numbers of Motion's PanSession.
private enum Frames {
  /// 16.667 ms: the time of a frame at 60 Hz, in microseconds.
  static let microseconds: Int64 = 16_667
  /// 100 ms: the velocity is that since the newest frame which is more than this older.
  static let span = 0.100
  /// 200 ms: an older landing is passed over, for the finger rested before it moved.
  static let longestRest = 0.200
}

extension MotionHistory {
  /// Motion's: where the finger was at frames, since it landed and from its first movement on.
  ///
  /// Frames are counted from the landing: what they are really counted from, nobody knows.
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
    let end = Place(time: instant(newest), way: way(at: instant(newest)))
    if start < oldest {
      // Back at the landing, unless that was a rest.
      guard end.time - first.time > Frames.longestRest, newest > oldest else {
        return (end.way - first.way) / (end.time - first.time)
      }
      start = oldest
    }
    return (end.way - way(at: instant(start))) / (end.time - instant(start))
  }

  /// When the second place was reached, or one of the later ones if that was long ago.
  private var firstMovementTime: Timestamp? {
    guard count > 1 else { return nil }
    return count == places.count ? places[1].time : places[0].time
  }

  /// Where the finger was last seen at an instant.
  private func way(at time: Timestamp) -> Vector {
    (places.last { $0.time <= time } ?? places[0]).way
  }
}
