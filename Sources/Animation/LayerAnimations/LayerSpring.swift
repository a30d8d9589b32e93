import Motion

/// The spring of a layer animation, `CASpringAnimation`.
///
/// A value that no spring has, such as a mass of 0, is ignored when it is set, as on Core Animation.
///
///     var spring = LayerSpring()
///     spring.damping = 20
///     layer.$cornerRadius.add(LayerAnimation(spring: spring, from: 0, to: 8))
public struct LayerSpring: Hashable, Sendable {
  /// The mass that moves, above 0.
  public var mass = 1.0 { didSet { if !(mass > 0 && mass.isFinite) { mass = oldValue } } }
  /// The force per displacement, above 0.
  public var stiffness = 100.0 {
    didSet { if !(stiffness > 0 && stiffness.isFinite) { stiffness = oldValue } }
  }
  /// The force per velocity, 0 or more.
  public var damping = 10.0 { didSet { if !(damping >= 0) { damping = oldValue } } }
  /// The velocity at the start, in whole distances per second toward the end.
  public var initialVelocity = 0.0 {
    didSet { if !initialVelocity.isFinite { initialVelocity = oldValue } }
  }
  /// Whether a damping above the critical one counts as it is, and not as critical.
  public var allowsOverdamping = false

  /// Makes a spring with Core Animation's defaults: mass 1, stiffness 100, damping 10, at rest.
  public init() {}

  /// Makes a spring with a perceived duration and a bounce.
  ///
  /// - Parameters:
  ///   - perceptualDuration: the seconds of one undamped swing; what is not above 0 is ignored.
  ///   - bounce: how much it overshoots, from −1 to 1: not at all at 0, for ever at 1; below 0 it
  ///     creeps.
  public init(perceptualDuration: Double, bounce: Double) {
    let duration = perceptualDuration > 0 ? perceptualDuration : self.perceptualDuration
    let bounce = bounce.isNaN ? 0 : min(max(bounce, -1), 1)
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    allowsOverdamping = bounce < 0
    // Observers are not called in an initialiser; these may leave the range of numbers.
    stiffness = (2 * .pi / duration) * (2 * .pi / duration)
    damping = 4 * .pi * ratio / duration
  }

  /// The seconds of one undamped swing.
  public var perceptualDuration: Double { 2 * .pi / (stiffness / mass).squareRoot() }

  /// How much it overshoots, from −1 to 1.
  public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

  /// The seconds until it has settled; see `Spring.settlingTime(velocity:)`.
  ///
  /// An animation takes it only if that is its duration. With a bounce of −1 it is 0, as measured.
  public var settlingDuration: Double { spring?.settlingTime(velocity: initialVelocity) ?? 0 }

  /// Returns the share of the way from start to end after a time, in seconds.
  func progress(after seconds: Double) -> Double {
    let start = Spring.State(offset: -1, velocity: initialVelocity)
    return 1 + (spring?.state(after: seconds, from: start) ?? start).offset
  }

  private var dampingRatio: Double {
    damping / (2 * stiffness.squareRoot() * mass.squareRoot())
  }

  /// The spring, unless its numbers are beyond what can be computed; then it does not move.
  private var spring: Spring? {
    let frequency = (stiffness / mass).squareRoot()
    let ratio = allowsOverdamping ? dampingRatio : min(dampingRatio, 1)
    guard frequency > 0, frequency.isFinite, ratio.isFinite else { return nil }
    return Spring(frequency: frequency, dampingRatio: ratio)
  }
}

extension LayerAnimation {
  /// Makes an animation between two values that follows a spring, `CASpringAnimation`.
  ///
  /// - Parameters:
  ///   - timing: when it runs. Without one it takes the spring's ``LayerSpring/settlingDuration``; a
  ///     shorter duration cuts it off, and one of 0 counts as everywhere.
  ///   - spring: the spring.
  ///   - from: where it starts; see ``init(_:from:to:by:curve:)``.
  ///   - to: where it comes to rest.
  ///   - by: what is added from start to rest.
  public init(
    _ timing: MediaTiming? = nil, spring: LayerSpring, from: Value? = nil, to: Value? = nil,
    by: Value? = nil
  ) {
    self.init(
      timing ?? MediaTiming(duration: spring.settlingDuration), from: from, to: to, by: by)
    self.spring = spring
  }
}
