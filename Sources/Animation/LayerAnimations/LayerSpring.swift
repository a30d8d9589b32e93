import PantographMotion

/// The spring of a layer animation, `CASpringAnimation`.
///
/// Setting an invalid value, such as a mass of 0, has no effect, as on Core Animation.
///
///     var spring = LayerSpring()
///     spring.damping = 20
///     layer.$cornerRadius.add(LayerAnimation(spring: spring, from: 0, to: 8))
public struct LayerSpring: Hashable, Sendable {
  /// The mass, above 0.
  public var mass = 1.0 { didSet { if !(mass > 0 && mass.isFinite) { mass = oldValue } } }
  /// The force per displacement, above 0.
  public var stiffness = 100.0 {
    didSet { if !(stiffness > 0 && stiffness.isFinite) { stiffness = oldValue } }
  }
  /// The force per velocity, 0 or more.
  public var damping = 10.0 { didSet { if !(damping >= 0) { damping = oldValue } } }
  /// The initial velocity, in distances to the end per second.
  public var initialVelocity = 0.0 {
    didSet { if !initialVelocity.isFinite { initialVelocity = oldValue } }
  }
  /// Whether the spring may be overdamped; otherwise the damping is limited to critical.
  public var allowsOverdamping = false

  /// Creates a spring with Core Animation's defaults: mass 1, stiffness 100, damping 10, at rest.
  public init() {}

  /// Creates a spring with a perceived duration and a bounce.
  ///
  /// - Parameters:
  ///   - perceptualDuration: the seconds of one undamped oscillation; values that are not above 0 are
  ///     ignored.
  ///   - bounce: the overshoot, from −1 to 1: none at 0, endless at 1; below 0 the spring is
  ///     overdamped.
  public init(perceptualDuration: Double, bounce: Double) {
    let duration = perceptualDuration > 0 ? perceptualDuration : self.perceptualDuration
    let bounce = bounce.isNaN ? 0 : min(max(bounce, -1), 1)
    let ratio = bounce >= 0 ? 1 - bounce : 1 / (1 + bounce)
    allowsOverdamping = bounce < 0
    // Property observers do not run in an initialiser; these may overflow.
    stiffness = (2 * .pi / duration) * (2 * .pi / duration)
    damping = 4 * .pi * ratio / duration
  }

  /// The seconds of one undamped oscillation.
  public var perceptualDuration: Double { 2 * .pi / (stiffness / mass).squareRoot() }

  /// The overshoot, from −1 to 1.
  public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

  /// The seconds until it has settled; see `Spring.settlingTime(velocity:)`.
  ///
  /// An animation does not take this duration by itself. With a bounce of −1 it is 0, as measured.
  public var settlingDuration: Double { spring?.settlingTime(velocity: initialVelocity) ?? 0 }

  /// Returns the progress after a time in seconds.
  func progress(after seconds: Double) -> Double {
    let start = Spring.State(offset: -1, velocity: initialVelocity)
    return 1 + (spring?.state(after: seconds, from: start) ?? start).offset
  }

  private var dampingRatio: Double {
    damping / (2 * stiffness.squareRoot() * mass.squareRoot())
  }

  /// The spring, or `nil` if its numbers overflow; then it does not move.
  private var spring: Spring? {
    let frequency = (stiffness / mass).squareRoot()
    let ratio = allowsOverdamping ? dampingRatio : min(dampingRatio, 1)
    guard frequency > 0, frequency.isFinite, ratio.isFinite else { return nil }
    return Spring(frequency: frequency, dampingRatio: ratio)
  }
}

extension LayerAnimation {
  /// Creates an animation between two values on a spring, `CASpringAnimation`.
  ///
  /// - Parameters:
  ///   - timing: its timing. By default it takes the spring's ``LayerSpring/settlingDuration``. A
  ///     shorter duration cuts it off; one of 0 is inherited, as in every layer animation.
  ///   - spring: the spring.
  ///   - from: the start; see ``init(_:from:to:by:curve:)``.
  ///   - to: the value at which the spring rests.
  ///   - by: the difference from start to rest.
  public init(
    _ timing: MediaTiming? = nil, spring: LayerSpring, from: Value? = nil, to: Value? = nil,
    by: Value? = nil
  ) {
    self.init(
      timing ?? MediaTiming(duration: spring.settlingDuration), from: from, to: to, by: by)
    self.spring = spring
  }
}
