import PantographBase

/// The constant that libadwaita, GNOME Shell, niri and GTK share.
private enum Window {
  /// 150 ms before the lift (`EVENT_HISTORY_THRESHOLD_MS` in adw-swipe-tracker.c and swipeTracker.js,
  /// `HISTORY_LIMIT` in niri, `CAPTURE_THRESHOLD_MS` in GTK).
  static let length = 0.150
}

// All of them read movements through libinput, which reports no frame in which the finger does not move, such as one
// that changes only the pressure.
extension MotionHistory {
  /// Returns whether the finger moved; its landing is no movement.
  private func isMovement(_ index: Int) -> Bool {
    index == 0
      ? count > samples.count : samples[index].translation != samples[index - 1].translation
  }

  /// Returns the index of the first movement in the window.
  private func firstMovement(at now: Timestamp) -> Int {
    samples.indices.first { isMovement($0) && now - samples[$0].time <= Window.length }
      ?? samples.count
  }

  /// Returns the velocity by libadwaita's rule: the mean from the end of the window's first movement to the
  /// newest one.
  func meanWithoutFirstMovement(at now: Timestamp) -> Vector {
    let start = firstMovement(at: now)
    guard let end = samples.indices.last(where: isMovement), start < end else { return .zero }
    return meanVelocity(from: start, to: end)
  }

  /// Returns the velocity by the rule of niri and GTK: all movements in the window, divided by the time since
  /// the end of the first.
  func meanWithIdleEnd(at now: Timestamp) -> Vector {
    let start = firstMovement(at: now)
    guard start < samples.count, start > 0, now > samples[start].time else { return .zero }
    let translation = samples[samples.count - 1].translation - samples[start - 1].translation
    return translation / (now - samples[start].time)
  }

  /// Returns the velocity by GtkGestureSwipe's rule: the mean since the newest movement before the window, or since
  /// the first one.
  ///
  /// GTK 4.8 does not count the landing.
  func meanSinceBefore(at now: Timestamp) -> Vector {
    let inside = firstMovement(at: now)
    let start = samples[..<inside].indices.last(where: isMovement) ?? inside
    guard start < samples.count, now > samples[start].time else { return .zero }
    let translation = samples[samples.count - 1].translation - samples[start].translation
    return translation / (now - samples[start].time)
  }
}

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

enum LastMovement {
  /// 32 ms: after a longer silence the velocity is zero (`BEFORE_LAST_KINEMATICS_DELAY` in use-gesture).
  static let useGesturePause = 0.032
}

/// The weights of the last three movements, oldest first (velocity_tracker.dart of Flutter).
enum WeightedMovements {
  /// `IOSScrollViewFlingVelocityTracker`.
  static let iOS = [0.6, 0.35, 0.05]
  /// `MacOSScrollViewFlingVelocityTracker`.
  static let macOS = [0.15, 0.65, 0.2]
}

extension MotionHistory {
  /// The newest movement divided by its duration; zero with a single sample.
  var lastDifference: Vector {
    samples.count < 2 ? .zero : meanVelocity(from: samples.count - 2, to: samples.count - 1)
  }

  /// Returns the weighted mean velocity of the last movements; a missing movement counts as zero.
  func weighted(_ weights: [Double]) -> Vector {
    var sum = Vector.zero
    for (age, weight) in weights.reversed().enumerated() where samples.count - age > 1 {
      let end = samples.count - 1 - age
      sum += meanVelocity(from: end - 1, to: end) * weight
    }
    return sum
  }
}

/// The constants of Firefox's velocity, as measured in Firefox 153.
private enum LastVelocities {
  /// The mean is that of the last five velocities.
  static let count = 5
  /// 5 ms: a shorter movement counts with the next one.
  static let shortest = 0.005
  /// 100 ms: a movement that ended so long ago, or longer, does not count.
  static let oldest = 0.100
}

extension MotionHistory {
  /// Returns the mean of the velocities of the last movements, each by its own duration; zero if there is none.
  func meanOfLastVelocities(at now: Timestamp) -> Vector {
    guard var start = samples.first else { return .zero }
    var velocities: [(end: Timestamp, velocity: Vector)] = []
    for sample in samples.dropFirst() where sample.time - start.time >= LastVelocities.shortest {
      let duration = sample.time - start.time
      velocities.append((sample.time, (sample.translation - start.translation) / duration))
      start = sample
    }
    let recent = velocities.suffix(LastVelocities.count)
      .filter { now - $0.end < LastVelocities.oldest }
    guard !recent.isEmpty else { return .zero }
    return recent.reduce(.zero) { $0 + $1.velocity } / Double(recent.count)
  }
}

extension MotionHistory {
  /// Returns the velocity, along each axis, of a unit mass that the movements have pushed.
  ///
  /// Each movement changes the finger's velocity and does work on the mass: the change times the velocity.
  /// The first movement finds the mass at rest, and only half of its work becomes motion.
  func impulseVelocity() -> Vector {
    let recent = recentSamples()
    guard recent.count > 1 else { return .zero }
    guard recent.count > 2 else {
      return meanVelocity(from: samples.count - 2, to: samples.count - 1)
    }
    return Vector(x: impulse(recent) { $0.x }, y: impulse(recent) { $0.y })
  }

  private func impulse(
    _ recent: Slice<SampleQueue>, _ axis: (Vector) -> Double
  ) -> Double {
    // Twice the energy of a mass of one.
    var energy = 0.0
    for index in recent.indices.dropFirst() {
      let velocity = axis(meanVelocity(from: index - 1, to: index))
      let before = energy.magnitude.squareRoot() * (energy < 0 ? -1 : 1)
      let work = (velocity - before) * velocity.magnitude
      energy += index == recent.startIndex + 1 ? work : 2 * work
    }
    return energy.magnitude.squareRoot() * (energy < 0 ? -1 : 1)
  }
}

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
