import PantographBase
import PantographCMathematics

/// Makes fast movements longer and slow ones shorter, as libinput does for touchpads with its default settings.
///
/// A movement of 1 mm at a usual speed becomes 0.9 mm; so the sum is in libinput's pixels if a millimetre counts as
/// 11.685 of them (`pad-px`). The factor depends on the speed of a movement and on that of the movement before. All
/// numbers are from `filter-touchpad.c` and `filter.c` of libinput 1.22.1. Whole swipes agree with libinput's to 1 %
/// rms: `lab_kwin.csv`.
struct TouchpadAcceleration {
  /// The factor of the slowest movements.
  private static let least = 0.3
  /// By how much the factor grows per mm/s, until it is the usual one.
  private static let growth = 0.1
  /// The factor at usual speeds.
  private static let usual = 0.9
  /// Above this speed, in mm/s, the factor grows, up to four times this speed.
  private static let fast = 130.0
  private static let fastGrowth = 0.0025
  /// 1.000875: the factor of the default setting, 0 of −1…1 (`speed_factor`).
  private static let defaultFactor =
    435837.2 + (0.04762636 - 435837.2) / (1 + pow(1 / 240.4549, 2.377168))
  /// After a silence, in seconds, the speed is computed as if it had lasted this long (`MOTION_TIMEOUT`).
  private static let longestSilence = 1.0
  /// One microsecond, which every movement takes longer (`calculate_trackers_velocity`).
  private static let extraTime = 1e-6

  /// The time of the last movement, or of the landing.
  private var last = Timestamp(microseconds: 0)
  /// The speed of the last movement in mm/s, also of one in an earlier gesture; before a recording, one whose factor is
  /// the usual one.
  private var speed = 7.0

  /// Starts over with fingers that have landed.
  mutating func land(at time: Timestamp) { last = time }

  /// Returns the accelerated movement of the fingers since the report before.
  mutating func accelerated(_ movement: Vector, at time: Timestamp) -> Vector {
    guard movement != .zero else { return .zero }
    let before = speed
    speed = movement.length / (min(time - last, Self.longestSilence) + Self.extraTime)
    last = time
    // Simpson's rule between the two speeds.
    let factor =
      (Self.factor(before) + 4 * Self.factor((before + speed) / 2) + Self.factor(speed)) / 6
    return movement * factor
  }

  /// Returns the factor of a steady movement.
  private static func factor(_ speed: Double) -> Double {
    guard speed >= fast else { return min(usual, least + growth * speed) * defaultFactor }
    let speed = min(speed, 4 * fast)
    return (usual + fastGrowth * (speed / fast) * (speed - fast)) * defaultFactor
  }
}
