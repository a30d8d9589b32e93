/// The profile of human reaching movements (Flash and Hogan, 1985), from 0 to 1 in a time of 1.
///
/// It begins and ends at rest and without acceleration. Its greatest speed, half way, is 15/8 of the
/// mean.
package enum MinimumJerk {
  /// Returns the fraction of the distance at a fraction of the time: 10 τ³ − 15 τ⁴ + 6 τ⁵.
  package static func progress(_ time: Double) -> Double {
    let t = min(max(time, 0), 1)
    return t * t * t * (10 + t * (6 * t - 15))
  }

  /// Returns the speed at a fraction of the time, as a multiple of the mean: 30 τ² (1 − τ)².
  package static func speed(_ time: Double) -> Double {
    let t = min(max(time, 0), 1)
    return 30 * t * t * (1 - t) * (1 - t)
  }
}
