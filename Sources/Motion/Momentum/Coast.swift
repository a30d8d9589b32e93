/// The path of a released movement between two ends, at which it stops or rebounds.
///
/// A movement that reaches an end continues on the law's spring, at the position and the velocity that it has
/// there.
public struct Coast: Hashable, Sendable {
  /// The position at which it comes to rest.
  public let end: Double
  /// The seconds until then.
  public let duration: Double
  private let momentum: Momentum
  private let start: Double
  private let velocity: Double
  private let ends: ClosedRange<Double>
  private let limits: ClosedRange<Double>
  private let glide: Glide
  /// The rebound: when it begins, on which spring, and in which state relative to the end.
  private let rebound: (time: Double, spring: Spring, state: Spring.State)?

  /// A tenth of a point: a rebound rests once no more than that is left of it, as in GTK.
  private static let unseen = 0.1

  /// Creates the path from a position, in a law's points; the velocity is in points per second.
  ///
  /// A movement beyond an end rebounds at once. Without a rebound it stops at an end, and takes no time if it
  /// begins beyond.
  ///
  /// - Parameters:
  ///   - momentum: the law.
  ///   - start: the position at the release.
  ///   - velocity: the velocity there.
  ///   - ends: the positions at which the content ends.
  ///   - limits: the positions that it may reach; a law with a rebound uses what lies beyond the ends.
  public init(
    _ momentum: Momentum, from start: Double, velocity: Double, within ends: ClosedRange<Double>,
    limits: ClosedRange<Double> = -Double.greatestFiniteMagnitude ... .greatestFiniteMagnitude
  ) {
    let start = start.finite
    let velocity = velocity.finite
    self.momentum = momentum
    self.start = start
    self.velocity = velocity
    self.ends = ends
    self.limits = limits
    let inside = start.bounded(to: ends, else: ends.lowerBound)
    let isLeaving =
      start > ends.upperBound || start < ends.lowerBound
      || velocity > 0 && start == ends.upperBound || velocity < 0 && start == ends.lowerBound
    guard !isLeaving else {
      glide = momentum.glide(from: 0)
      end = inside
      let isUpper = start > ends.upperBound || start == ends.upperBound && velocity > 0
      let hasRoom =
        isUpper ? limits.upperBound > ends.upperBound : limits.lowerBound < ends.lowerBound
      guard let spring = momentum.rebound, hasRoom else {
        rebound = nil
        duration = 0
        return
      }
      let state = Spring.State(offset: start - inside, velocity: velocity)
      rebound = (0, spring, state)
      duration = Self.rest(of: spring, from: state)
      return
    }
    glide = momentum.glide(from: velocity)
    let target = start + glide.distance
    guard !ends.contains(target) else {
      end = target
      duration = glide.duration
      rebound = nil
      return
    }
    end = target.bounded(to: ends, else: inside)
    let arrival = Self.arrival(of: glide, after: end - start)
    let hasRoom =
      target > end ? limits.upperBound > ends.upperBound : limits.lowerBound < ends.lowerBound
    guard let spring = momentum.rebound, hasRoom else {
      rebound = nil
      duration = arrival
      return
    }
    let state = Spring.State(offset: 0, velocity: glide.state(after: arrival).velocity)
    rebound = (arrival, spring, state)
    duration = arrival + Self.rest(of: spring, from: state)
  }

  /// Returns the position and the velocity after a number of seconds.
  public func state(after seconds: Double) -> (position: Double, velocity: Double) {
    guard seconds < duration else { return (end, 0) }
    guard let rebound, seconds >= rebound.time else {
      let state = glide.state(after: seconds)
      return (start + state.distance, state.velocity)
    }
    let state = rebound.spring.state(after: seconds - rebound.time, from: rebound.state)
    let position = (end + state.offset).bounded(to: limits, else: end)
    return (position, position == end + state.offset ? state.velocity : 0)
  }

  /// Returns whether both have the same law, start and ends.
  public static func == (left: Coast, right: Coast) -> Bool {
    left.momentum == right.momentum && left.start == right.start
      && left.velocity == right.velocity && left.ends == right.ends && left.limits == right.limits
  }

  /// Hashes the law, the start and the ends.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(momentum)
    hasher.combine(start)
    hasher.combine(velocity)
    hasher.combine(ends)
    hasher.combine(limits)
  }

  /// Returns when a glide has covered a distance, to the last bit.
  private static func arrival(of glide: Glide, after distance: Double) -> Double {
    bisect(0, glide.duration) { abs(glide.state(after: $0).distance) >= abs(distance) }
  }

  /// Returns when a spring has come to rest.
  private static func rest(of spring: Spring, from state: Spring.State) -> Double {
    // A spring that does not oscillate passes rest once at most, and then only approaches it.
    var low = 0.0
    let step = 1 / spring.frequency
    func isResting(_ time: Double) -> Bool {
      abs(spring.state(after: time, from: state).offset) <= unseen
    }
    var isMoving = !isResting(0)
    // It has come to rest before the first 32 steps in which it only rests.
    for index in 1...1024 {
      let time = Double(index) * step / 4
      if !isResting(time) {
        low = time
        isMoving = true
      } else if time - low >= 8 * step {
        break
      }
    }
    return isMoving ? bisect(low, low + step / 4, isResting) : 0
  }

  /// Returns the least time at which a condition holds that stays fulfilled.
  private static func bisect(
    _ low: Double, _ high: Double, _ holds: (Double) -> Bool
  ) -> Double {
    var (low, high) = (low, high)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if holds(middle) { high = middle } else { low = middle }
    }
  }
}
