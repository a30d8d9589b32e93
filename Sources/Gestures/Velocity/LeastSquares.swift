import PantographBase

/// The constants that the rules of Android, Flutter and React Native Gesture Handler share.
enum RecentSamples {
  /// 100 ms: the maximum age of a sample, counted from the newest (`HORIZON` in Android's
  /// VelocityTracker.cpp, `_horizonMilliseconds` in Flutter's velocity_tracker.dart).
  static let horizon = 0.100
  /// 40 ms: after a longer silence the finger counts as stopped (`ASSUME_POINTER_STOPPED_TIME` in Android,
  /// `_assumePointerMoveStoppedMilliseconds` in Flutter).
  static let pause = 0.040
  /// 80 ms: the same for a lift in Chromium; a hold of 80 ms coasts, one of 88 ms stops (`tools/lab chromium`).
  static let chromiumPause = 0.080
  /// 20 samples at most (`HISTORY_SIZE` in Android, `_historySize` in Flutter).
  static let most = 20
  /// Three samples at least (`_minSampleSize` in Flutter, `minSampleSize` in React Native).
  static let fewest = 3
}

extension MotionHistory {
  /// Returns the newest samples that follow each other without a pause.
  func recentSamples(horizon: Double = RecentSamples.horizon) -> Slice<SampleQueue> {
    guard let newest = samples.last else { return samples[...] }
    var start = samples.count - 1
    while start > 0, samples.count - start < RecentSamples.most {
      let before = samples[start - 1].time
      if newest.time - before > horizon || samples[start].time - before > RecentSamples.pause {
        break
      }
      start -= 1
    }
    return samples[start...]
  }

  /// Returns the slope of the least-squares line through the recent samples.
  func lineSlope() -> Vector? {
    let recent = recentSamples()
    return recent.count < 2 ? nil : Moments(of: recent).line
  }

  /// Returns the slope, at the newest sample, of the least-squares parabola through the recent samples.
  ///
  /// With only two samples it is the slope of the line.
  func parabolaSlope(
    horizon: Double = RecentSamples.horizon, atLeast fewest: Int = 2
  ) -> Vector? {
    let recent = recentSamples(horizon: horizon)
    guard recent.count >= fewest else { return nil }
    let moments = Moments(of: recent)
    return recent.count == 2 ? moments.line : moments.parabola
  }

  /// Returns the slope of the parabola, or zero where it leads back against the movement of the recent samples.
  ///
  /// Where a fast finger has just stopped, a parabola turns back (`LSQ2_RESTRICTED` in Chromium; `tools/lab chromium`).
  func onwardSlope() -> Vector? {
    let recent = recentSamples()
    guard let slope = parabolaSlope(), let oldest = recent.first, let newest = recent.last else {
      return nil
    }
    return slope.dot(newest.translation - oldest.translation) < 0 ? .zero : slope
  }
}

/// Sums over samples, from which the least-squares polynomials follow.
///
/// Times and translations are relative to their means, so that large numbers cost no precision.
private struct Moments {
  private let count: Double
  /// The newest time.
  private let end: Double
  private var t2 = 0.0
  private var t3 = 0.0
  private var t4 = 0.0
  private var ty = Vector.zero
  private var t2y = Vector.zero

  init(of samples: Slice<SampleQueue>) {
    count = Double(samples.count)
    let newest = samples[samples.endIndex - 1]
    var meanTime = 0.0
    var meanTranslation = Vector.zero
    for sample in samples {
      meanTime += (sample.time - newest.time) / count
      meanTranslation += (sample.translation - newest.translation) / count
    }
    end = -meanTime
    for sample in samples {
      let t = sample.time - newest.time - meanTime
      let y = sample.translation - newest.translation - meanTranslation
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
