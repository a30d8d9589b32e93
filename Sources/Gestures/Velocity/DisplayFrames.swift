import PantographBase

/// The constants of Qt Quick's `Flickable`, as measured on Qt 6.4.2.
private enum Flickable {
  /// 0.7: a touch has this share of the velocity between its last two reports, and nothing of the velocity before.
  static let share = 0.7
  /// 2500 px/s at 96 px per inch, in mm/s: the limit along each axis (`QML_FLICK_DEFAULTMAXVELOCITY`).
  static let fastest = 2500 * 25.4 / 96
  /// The last three display frames count (`QML_FLICK_SAMPLEBUFFER`).
  static let frames = 3
  /// 16.667 ms: a frame at 60 Hz, in microseconds.
  static let frame: Int64 = 16_667
  /// The number of assumed phases of the frames, about a millisecond apart.
  static let phases: Int64 = 16
  /// 100 ms: a finger that has rested for this long has stopped.
  static let longestRest = 0.100
}

extension MotionHistory {
  /// Returns the velocity by Qt's rule: the mean of the touch's velocity in the last three display frames.
  ///
  /// Between two frames Qt keeps only the newest report. A recording does not contain when the frames were, so this
  /// is the mean over all phases that they may have had. The translations must be in millimetres.
  func meanOfLastFrames(at now: Timestamp) -> Vector {
    // libinput reports no frame in which the finger does not move.
    let movements = samples.indices.dropFirst().filter {
      samples[$0].translation != samples[$0 - 1].translation
    }
    guard let newest = movements.last, now - samples[newest].time < Flickable.longestRest else {
      return .zero
    }
    var sum = Vector.zero
    for number in 0..<Flickable.phases {
      let phase = (2 * number + 1) * Flickable.frame / (2 * Flickable.phases)
      sum += meanOfLastFrames(of: movements, phase: phase)
    }
    return sum / Double(Flickable.phases)
  }

  /// Returns the same if the last frame before the newest movement was `phase` microseconds before it.
  private func meanOfLastFrames(of movements: [Int], phase: Int64) -> Vector {
    var (sum, count, last) = (Vector.zero, 0, Int64(-1))
    for number in movements.indices.reversed() where count < Flickable.frames {
      let index = movements[number]
      let age =
        samples[movements[movements.count - 1]].time.microseconds - samples[index].time.microseconds
      // Frames count backward from the one that takes the newest movement.
      let frame = (age + Flickable.frame - phase) / Flickable.frame
      guard frame != last else { continue }
      let velocity = meanVelocity(from: number > 0 ? movements[number - 1] : 0, to: index)
      sum += Vector(x: touchVelocity(velocity.x), y: touchVelocity(velocity.y))
      (count, last) = (count + 1, frame)
    }
    return sum / Double(count)
  }

  private func touchVelocity(_ velocity: Double) -> Double {
    min(max(Flickable.share * velocity, -Flickable.fastest), Flickable.fastest)
  }
}
