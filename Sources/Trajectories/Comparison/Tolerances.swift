/// How far a channel of a trajectory may be from another one's, in value and in time.
public struct Tolerance: Hashable, Sendable {
  /// How far a value may lie outside of all that the other curve has in the time allowed.
  public var value: Double
  /// How much earlier or later the other curve may have it, in microseconds.
  public var microseconds: Int64

  /// Makes a tolerance; neither part is below zero.
  public init(value: Double, microseconds: Int64 = 0) {
    precondition(value >= 0 && microseconds >= 0, "a tolerance is not below zero")
    self.value = value
    self.microseconds = microseconds
  }

  /// For numbers that were printed with six decimals, at their own time.
  ///
  /// Half of the last decimal went with the rounding, and as much again is left to the last bits of the
  /// mathematics, which differ from one processor to another.
  public static let printed = Tolerance(value: 0.000_001)
}

/// How far a trajectory may be from another one, channel by channel.
public struct Tolerances: Hashable, Sendable {
  /// How much earlier or later a phase may begin and an event may happen, in microseconds.
  public var phase: Int64
  /// For the progress, also that at events.
  public var fraction: Tolerance
  /// For its change per second, also that at events.
  public var velocity: Tolerance
  /// For the animated properties, by name; those without an entry have ``everyProperty``.
  public var properties: [String: Tolerance]
  /// For properties without a tolerance of their own.
  public var everyProperty: Tolerance

  /// Makes tolerances; what is left out is ``Tolerance/printed``, or nothing in time.
  public init(
    phase: Int64 = 0, fraction: Tolerance = .printed, velocity: Tolerance = .printed,
    properties: [String: Tolerance] = [:], everyProperty: Tolerance = .printed
  ) {
    self.phase = phase
    self.fraction = fraction
    self.velocity = velocity
    self.properties = properties
    self.everyProperty = everyProperty
  }

  /// The same tolerance for every channel, phases and events included.
  public init(every tolerance: Tolerance) {
    self.init(
      phase: tolerance.microseconds, fraction: tolerance, velocity: tolerance,
      everyProperty: tolerance)
  }

  /// Whether nothing is allowed to happen otherwise than it was written down.
  var areThoseOfPrinting: Bool {
    phase == 0 && fraction == .printed && velocity == .printed
  }

  /// The tolerance of each channel with numbers: fraction, velocity, and the properties named.
  func channels(_ names: [String]) -> [Tolerance] {
    [fraction, velocity] + names.map { properties[$0] ?? everyProperty }
  }
}
