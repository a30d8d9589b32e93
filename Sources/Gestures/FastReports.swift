import PantographBase

/// How fast a finger has been lately, as libinput counts it: a fast report adds one, any other takes one away.
///
/// The numbers are those of `evdev-mt-touchpad.c` and `evdev-mt-touchpad-thumb.c`.
struct FastReports: Sendable {
  /// 20 mm/s: from this speed on, a report is a fast one.
  private static let speed = 20.0
  /// 15 reports count at most.
  private static let most = 15
  /// The speed is known from the fourth report on.
  private static let fewest = 4

  private(set) var count = 0
  private var reports = 1
  private var last: (position: Point, time: Timestamp)

  /// Begins with a landing.
  init(at position: Point, _ time: Timestamp) {
    last = (position, time)
  }

  /// Counts a report; one that repeats the position is not fast.
  mutating func add(_ position: Point, hasMoved: Bool, at time: Timestamp) {
    var isFast = false
    if hasMoved {
      reports += 1
      let distance = (position - last.position).length
      isFast = reports >= Self.fewest && distance > Self.speed * (time - last.time)
      last = (position, time)
    }
    count = isFast ? min(count + 1, Self.most) : max(count - 1, 0)
  }
}
