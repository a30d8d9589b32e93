import PantographQuantities

/// The constant that libadwaita, GNOME Shell, niri and GTK share.
private enum Window {
  /// 150 ms before the lift (`EVENT_HISTORY_THRESHOLD_MS` in adw-swipe-tracker.c and swipeTracker.js,
  /// `HISTORY_LIMIT` in niri, `CAPTURE_THRESHOLD_MS` in GTK).
  static let length = 0.150
}

extension MotionHistory {
  /// Returns the index of the first sample in the window that follows a movement, which the landing does not.
  private func firstMovement(at now: Timestamp) -> Int {
    let landed = count - samples.count == 0 ? 1 : 0
    return samples.indices.dropFirst(landed).first { now - samples[$0].time <= Window.length }
      ?? samples.count
  }

  /// Returns the velocity by libadwaita's rule: the mean from the end of the window's first movement to the
  /// newest sample.
  func meanWithoutFirstMovement(at now: Timestamp) -> Vector {
    let start = firstMovement(at: now)
    return start < samples.count - 1 ? meanVelocity(from: start, to: samples.count - 1) : .zero
  }

  /// Returns the velocity by the rule of niri and GTK: all movements in the window, divided by the time since
  /// the end of the first.
  func meanWithIdleEnd(at now: Timestamp) -> Vector {
    let start = firstMovement(at: now)
    guard start < samples.count, start > 0, now > samples[start].time else { return .zero }
    let translation = samples[samples.count - 1].translation - samples[start - 1].translation
    return translation / (now - samples[start].time)
  }

  /// Returns the velocity by GtkGestureSwipe's rule: the mean since the newest sample before the window.
  func meanSinceBefore(at now: Timestamp) -> Vector {
    let inside = samples.firstIndex { now - $0.time <= Window.length } ?? samples.count
    let start = samples[max(0, inside - 1)]
    guard now > start.time else { return .zero }
    return (samples[samples.count - 1].translation - start.translation) / (now - start.time)
  }
}
