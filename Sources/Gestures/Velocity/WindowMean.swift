import Quantities

/// The number that libadwaita, GNOME Shell, niri and GTK share.
private enum Window {
  /// 150 ms before the lift (`EVENT_HISTORY_THRESHOLD_MS` in adw-swipe-tracker.c and swipeTracker.js,
  /// `HISTORY_LIMIT` in niri, `CAPTURE_THRESHOLD_MS` in GTK).
  static let length = 0.150
}

extension MotionHistory {
  /// The first place in the window that was reached by a movement: the finger did not land with it.
  private func firstMovement(at now: Timestamp) -> Int {
    let landed = count - places.count == 0 ? 1 : 0
    return places.indices.dropFirst(landed).first { now - places[$0].time <= Window.length }
      ?? places.count
  }

  /// libadwaita's: the way from the end of the first movement in the window to the newest place.
  func meanWithoutFirstMovement(at now: Timestamp) -> Vector {
    let start = firstMovement(at: now)
    return start < places.count - 1 ? meanVelocity(from: start, to: places.count - 1) : .zero
  }

  /// niri's and GTK's: all movements in the window, in the time since the end of the first one.
  func meanWithIdleEnd(at now: Timestamp) -> Vector {
    let start = firstMovement(at: now)
    guard start < places.count, start > 0, now > places[start].time else { return .zero }
    let way = places[places.count - 1].way - places[start - 1].way
    return way / (now - places[start].time)
  }

  /// GtkGestureSwipe's: the way since the newest place before the window, and the time since then.
  func meanSinceBefore(at now: Timestamp) -> Vector {
    let inside = places.firstIndex { now - $0.time <= Window.length } ?? places.count
    let start = places[max(0, inside - 1)]
    guard now > start.time else { return .zero }
    return (places[places.count - 1].way - start.way) / (now - start.time)
  }
}
