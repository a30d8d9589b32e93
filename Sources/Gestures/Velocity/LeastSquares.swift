import Quantities

/// The numbers that the rules of Android, Flutter and React Native Gesture Handler share.
enum RecentPlaces {
  /// 100 ms: how much older than the newest a place may be (`HORIZON` in Android's VelocityTracker.cpp,
  /// `_horizonMilliseconds` in Flutter's velocity_tracker.dart).
  static let horizon = 0.100
  /// 40 ms: after a longer silence the finger counts as standing (`ASSUME_POINTER_STOPPED_TIME` in
  /// Android's, `_assumePointerMoveStoppedMilliseconds` in Flutter's).
  static let pause = 0.040
  /// 20 places at most (`HISTORY_SIZE` in Android's, `_historySize` in Flutter's).
  static let most = 20
  /// Three places at least (`_minSampleSize` in Flutter's, `minSampleSize` in React Native's).
  static let fewest = 3
}

extension MotionHistory {
  /// The newest places that follow each other without a pause.
  func recentPlaces(horizon: Double = RecentPlaces.horizon) -> ArraySlice<Place> {
    guard let newest = places.last else { return [] }
    var start = places.count - 1
    while start > 0, places.count - start < RecentPlaces.most {
      let before = places[start - 1].time
      if newest.time - before > horizon || places[start].time - before > RecentPlaces.pause {
        break
      }
      start -= 1
    }
    return places[start...]
  }

  /// The slope of the straight line that fits the recent places best.
  func lineSlope() -> Vector? {
    let recent = recentPlaces()
    return recent.count < 2 ? nil : Moments(of: recent).line
  }

  /// The slope, at the newest place, of the parabola that fits the recent places best.
  ///
  /// It is the line's slope if there are two places only.
  func parabolaSlope(
    horizon: Double = RecentPlaces.horizon, atLeast fewest: Int = 2
  ) -> Vector? {
    let recent = recentPlaces(horizon: horizon)
    guard recent.count >= fewest else { return nil }
    let moments = Moments(of: recent)
    return recent.count == 2 ? moments.line : moments.parabola
  }
}

/// Sums over places from which the best polynomials follow.
///
/// Times and ways are counted from their means, so that large numbers take no digits away.
private struct Moments {
  private let count: Double
  /// The newest time.
  private let end: Double
  private var t2 = 0.0
  private var t3 = 0.0
  private var t4 = 0.0
  private var ty = Vector.zero
  private var t2y = Vector.zero

  init(of places: ArraySlice<MotionHistory.Place>) {
    count = Double(places.count)
    let newest = places[places.endIndex - 1]
    var meanTime = 0.0
    var meanWay = Vector.zero
    for place in places {
      meanTime += (place.time - newest.time) / count
      meanWay += (place.way - newest.way) / count
    }
    end = -meanTime
    for place in places {
      let t = place.time - newest.time - meanTime
      let y = place.way - newest.way - meanWay
      t2 += t * t
      t3 += t * t * t
      t4 += t * t * t * t
      ty += y * t
      t2y += y * (t * t)
    }
  }

  var line: Vector { ty / t2 }

  /// For y = a + b t + c t² the normal equations give b and c; the slope is b + 2 c t.
  var parabola: Vector {
    let spread = t4 - t2 * t2 / count
    let determinant = t2 * spread - t3 * t3
    let b = (ty * spread - t2y * t3) / determinant
    let c = (t2y * t2 - ty * t3) / determinant
    return b + c * (2 * end)
  }
}
