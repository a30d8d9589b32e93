import PantographBase

/// The number of fingers as libinput counts it: one that lands while the others hold counts 100 ms later.
///
/// A single finger that has moved does not hold; two or more do, as a gesture of theirs has begun.
///
/// Measured with libinput 1.22.1, on scrolls of people whose fingers land one after the other.
struct FingerCount: Sendable {
  /// 40 ms: how long one or two fingers have been there before they hold.
  private static let hold = 0.040
  /// 180 ms: the same of more fingers.
  private static let holdOfMany = 0.180
  /// 100 ms: until another number counts.
  private static let delay = 0.100

  private(set) var value = 0
  private var since = Timestamp(microseconds: 0)
  private var hasMoved = false
  /// The number that counts next, and when.
  private var next: (value: Int, time: Timestamp)?

  /// Takes the number of fingers in a frame.
  ///
  /// - Parameter hasMoved: Whether it is a single finger that has moved.
  mutating func follow(_ fingers: Int, hasMoved: Bool, at time: Timestamp) {
    if let next, time >= next.time { count(next.value, at: next.time) }
    self.hasMoved = self.hasMoved || hasMoved
    if fingers == value {
      next = nil
    } else if fingers == 0 || !holds(at: time) {
      count(fingers, at: time)
    } else if next?.value != fingers {
      next = (fingers, time.advanced(bySeconds: Self.delay))
    }
  }

  private mutating func count(_ fingers: Int, at time: Timestamp) {
    (value, since, hasMoved, next) = (fingers, time, false, nil)
  }

  private func holds(at time: Timestamp) -> Bool {
    value > 0 && !hasMoved && time - since >= (value > 2 ? Self.holdOfMany : Self.hold)
  }
}
