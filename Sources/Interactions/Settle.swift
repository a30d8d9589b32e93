public import Animation
public import Motion

/// How an animation runs on when the fingers have let go.
public struct Settle: Hashable, Sendable {
  /// What it runs on.
  public enum Timing: Hashable, Sendable {
    /// Its own timing, for as long as is left of it; back through it on the way back.
    case own
    /// A curve.
    case curve(CubicCurve)
    /// A spring.
    case spring(SpringTimingParameters.Kind)
  }

  /// How long it takes, where the timing does not say that itself.
  public enum Pace: Hashable, Sendable {
    /// A multiple of the animation's duration; 0 stands for what is left of it.
    case factor(Double)
    /// The fraction of the duration that was done at the release.
    case done
    /// What is left of the way, so many times as fast.
    case speed(Double)
  }

  /// The velocity at which a spring begins.
  public enum SpringVelocity: Hashable, Sendable {
    /// The fingers'.
    case carried
    /// So many whole distances still to go per second.
    case perDistance(Double)
    /// The fingers' points per second to larger x or y, divided by this, as whole distances per second.
    case pointsOver(Double)
  }

  /// What it runs on.
  public var timing: Timing
  /// How long it takes.
  public var pace = Pace.factor(0)
  /// The velocity at which a spring begins.
  public var velocity = SpringVelocity.carried
  /// Whether it goes the whole curve from the place to the end, instead of entering it on its way.
  public var isAfresh = false
  /// Whether it is there at once.
  public var jumps = false

  /// Makes a way to settle.
  public init(_ timing: Timing) {
    self.timing = timing
  }

  /// As the animation would have run, for as long as is left of it; back through it on the way back.
  public static let unchanged = Settle(.own)

  /// Along a curve, in a multiple of the animation's duration; 0 stands for what is left of it.
  public static func curve(_ curve: CubicCurve, durationFactor: Double) -> Settle {
    var settle = Settle(.curve(curve))
    settle.pace = .factor(durationFactor)
    return settle
  }

  /// On a spring that starts at the fingers' velocity.
  public static func spring(_ spring: Spring) -> Settle { Settle(.spring(.spring(spring))) }

  /// The spring that it runs on, where that says itself how stiff it is.
  public var knownSpring: Spring? {
    guard !jumps, case .spring(.spring(let spring)) = timing else { return nil }
    return spring.clampedToCritical
  }

  /// Whether it goes on as fast as the fingers were, even from where it has no way to go.
  ///
  /// A spring that is given its time is given none there.
  public var throwsOn: Bool {
    if case .spring(let kind) = timing, case .spring = kind { velocity == .carried } else { false }
  }

  /// The timing parameters of the animator that does so, to its end or back to its start; nothing
  /// where it keeps its own.
  ///
  /// An animator that goes back runs through its curve from the end. Somebody who asks for easeOut
  /// wants to see a soft end on the way back, too, and gets it from the mirrored curve.
  ///
  /// - Parameters:
  ///   - isBackwards: whether the animator goes back through its curve.
  ///   - velocity: a spring's velocity, in whole distances still to go per second.
  public func parameters(backwards isBackwards: Bool, velocity: Double) -> TimingParameters? {
    switch timing {
    case .own: return nil
    case .curve(let curve): return .curve(isBackwards ? curve.mirrored : curve)
    case .spring(let kind):
      var spring = SpringTimingParameters(dampingRatio: 1)
      spring.kind = kind
      spring.initialVelocity.x = velocity
      return .spring(spring)
    }
  }
}
