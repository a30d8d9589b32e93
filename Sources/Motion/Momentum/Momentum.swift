/// How a released movement goes on and slows down: the law by which a toolkit scrolls after the release.
///
/// A law is a value without a clock. Lengths are in the toolkit's own points, of which each law says how large
/// they are.
///
///     let glide = Momentum.named("gtk")?.glide(from: 1500)
///     glide?.distance                 // 361 px
///     glide?.state(after: 0.1)        // 124 px, at 1005 px/s
public struct Momentum: Hashable, Sendable {
  /// The points in which a law counts.
  public enum Point: String, Hashable, Sendable {
    /// Apple's points, 163 per inch.
    case apple = "pt"
    /// Android's density-independent pixels and Flutter's logical pixels, 160 per inch.
    case densityIndependent = "dp"
    /// CSS pixels, 96 per inch.
    case css = "px"
  }

  /// The name that users type.
  public let name: String
  /// The toolkit and what it scrolls.
  public let title: String
  /// Where the numbers are from.
  package let source: String
  /// The points in which it counts.
  public let point: Point
  /// The speed in points per second below which a released movement stops at once.
  package let slowest: Double
  /// The speed in points per second to which faster movements are limited.
  package let fastest: Double
  /// The spring that brings a movement back which has run past an end; `nil` if it stops there.
  package let rebound: Spring?
  let law: Law

  init(
    _ name: String, _ title: String, source: String, _ point: Point, _ slowdown: some Slowdown,
    from slowest: Double = 0, to fastest: Double = 1e9, rebound: Spring? = nil
  ) {
    (self.name, self.title, self.source) = (name, title, source)
    (self.point, self.law, self.rebound) = (point, Law(slowdown), rebound)
    (self.slowest, self.fastest) = (slowest, fastest)
  }

  /// Returns the movement after a release at a velocity in points per second.
  public func glide(from velocity: Double) -> Glide {
    Glide(
      law,
      from: abs(velocity) < slowest ? 0 : velocity.bounded(to: -fastest...fastest, else: 0))
  }

  /// Returns whether both have the same name.
  public static func == (left: Momentum, right: Momentum) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A movement that slows down by the law of a ``Momentum``.
public struct Glide: Sendable {
  /// The total distance in points; negative for a negative velocity.
  public let distance: Double
  /// The seconds until it stops.
  public let duration: Double
  private let law: Law
  private let velocity: Double

  init(_ law: Law, from velocity: Double) {
    self.law = law
    self.velocity = velocity
    duration = velocity == 0 ? 0 : law.duration(abs(velocity))
    distance =
      duration > 0 ? law.state(duration, abs(velocity)).distance * velocity.sign1 : 0
  }

  /// Returns the distance covered after a number of seconds, and the velocity there.
  public func state(after seconds: Double) -> (distance: Double, velocity: Double) {
    guard seconds < duration else { return (distance, 0) }
    let state = law.state(max(seconds, 0), abs(velocity))
    return (state.distance * velocity.sign1, state.velocity * velocity.sign1)
  }
}

/// The formula of a law, for a speed above 0.
protocol Slowdown: Sendable {
  /// Returns the seconds until it stops.
  func duration(from speed: Double) -> Double

  /// Returns the distance after a number of seconds up to the duration, and its change per second.
  func state(after seconds: Double, from speed: Double) -> (distance: Double, velocity: Double)
}

/// A formula as functions, so that a law is one type, also where there is no runtime to tell types apart.
struct Law: Sendable {
  let duration: @Sendable (_ speed: Double) -> Double
  let state:
    @Sendable (_ seconds: Double, _ speed: Double) -> (distance: Double, velocity: Double)

  init(_ slowdown: some Slowdown) {
    duration = { slowdown.duration(from: $0) }
    state = { slowdown.state(after: $0, from: $1) }
  }
}

extension Double {
  /// 1 with the number's sign.
  var sign1: Double { self < 0 ? -1 : 1 }
}
