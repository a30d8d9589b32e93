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
