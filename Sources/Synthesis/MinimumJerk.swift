/// The profile of human reaching movements (Flash and Hogan, 1985), from 0 to 1 in a time of 1.
///
/// It begins and ends at rest and without a push. Half way it is at its fastest, 15/8 of the mean
/// pace.
public enum MinimumJerk {
  /// The share of the way that is done at a share of the time: 10 τ³ − 15 τ⁴ + 6 τ⁵.
  public static func progress(_ time: Double) -> Double {
    let t = min(max(time, 0), 1)
    return t * t * t * (10 + t * (6 * t - 15))
  }

  /// The pace at a share of the time, as a multiple of the mean one: 30 τ² (1 − τ)².
  public static func pace(_ time: Double) -> Double {
    let t = min(max(time, 0), 1)
    return 30 * t * t * (1 - t) * (1 - t)
  }
}
