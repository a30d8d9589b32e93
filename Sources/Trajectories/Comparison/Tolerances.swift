/// How far a channel may differ from another trajectory's, in value and in time.
package struct Tolerance: Hashable, Sendable {
  /// How far a value may lie outside the range of the other curve within the time allowed.
  package var value: Double
  /// How much earlier or later the other curve may have the value, in microseconds.
  package var microseconds: Int64

  /// Creates a tolerance; neither part is negative.
  package init(value: Double, microseconds: Int64 = 0) {
    precondition(value >= 0 && microseconds >= 0, "a tolerance is not below zero")
    self.value = value
    self.microseconds = microseconds
  }

  /// The tolerance for numbers printed with six decimals, without any time.
  ///
  /// Half of the last decimal is lost by rounding. The same amount is left for the last bits of the
  /// mathematics, which differ between processors.
  package static let printed = Tolerance(value: 0.000_001)
}

/// How far a trajectory may differ from another one, channel by channel.
package struct Tolerances: Hashable, Sendable {
  /// How much earlier or later a phase may begin or an event may happen, in microseconds.
  package var phase: Int64
  /// The tolerance for the progress, also at events.
  package var fraction: Tolerance
  /// The tolerance for its change per second, also at events.
  package var velocity: Tolerance
  /// The tolerances for animated properties by name; the others have ``everyProperty``.
  package var properties: [String: Tolerance]
  /// The tolerance for properties without one of their own.
  package var everyProperty: Tolerance

  /// Creates tolerances; the defaults are ``Tolerance/printed``, and no difference in time.
  package init(
    phase: Int64 = 0, fraction: Tolerance = .printed, velocity: Tolerance = .printed,
    properties: [String: Tolerance] = [:], everyProperty: Tolerance = .printed
  ) {
    self.phase = phase
    self.fraction = fraction
    self.velocity = velocity
    self.properties = properties
    self.everyProperty = everyProperty
  }

  /// Creates the same tolerance for every channel, including phases and events.
  package init(every tolerance: Tolerance) {
    self.init(
      phase: tolerance.microseconds, fraction: tolerance, velocity: tolerance,
      everyProperty: tolerance)
  }

  /// Whether only the rounding of printed numbers is tolerated.
  var areThoseOfPrinting: Bool {
    phase == 0 && fraction == .printed && velocity == .printed
  }

  /// Returns the tolerance of each numeric channel: fraction, velocity, and the named properties.
  func channels(_ names: [String]) -> [Tolerance] {
    [fraction, velocity] + names.map { properties[$0] ?? everyProperty }
  }
}
