extension ReleaseRule {
  /// A quantity that a condition compares with a threshold.
  public enum Quantity: String, CaseIterable, Sendable {
    /// The progress at the release.
    case fraction
    /// The share of the interval between the neighbouring snap points, from the lower one.
    case snapIntervalFraction
    /// The progress since the fingers grabbed the animation; negative backwards.
    case progressSinceGrab
    /// The largest progress since the fingers grabbed the animation.
    case peak
    /// The progress that the rule's projection leads to.
    case projected
    /// The travel toward progress; negative backwards.
    case travel
    /// The travel without its sign.
    case travelSize
    /// The travel from where the fingers landed, without its sign.
    ///
    /// It includes the slop, which the travel may not. What a sensor jumps does not count.
    case distanceFromLanding
    /// The straight distance since the start, in any direction.
    case straightDistance
    /// By how much the travel along exceeds the travel across.
    case travelAxisExcess
    /// The last movement toward progress.
    case lastMovement
    /// The velocity toward progress; negative backwards.
    case velocity
    /// The velocity toward progress without its sign.
    case speed
    /// The speed in any direction.
    case velocityMagnitude
    /// By how much the speed along exceeds the speed across.
    case speedAxisExcess
    /// The time since the gesture began.
    case duration
    /// The time since the last movement.
    case restTime

    /// The physical dimension of a quantity, which determines its units.
    enum Dimension {
      case progress, length, velocity, time

      func accepts(_ unit: MeasureUnit) -> Bool {
        switch self {
        case .progress, .length: unit.length != nil && unit.time == nil
        case .velocity: unit.length != nil && unit.time != nil
        case .time: unit.length == nil && unit.time != .event
        }
      }

      /// The default unit.
      var usualUnit: MeasureUnit {
        switch self {
        case .progress: MeasureUnit(.progress)
        case .length: MeasureUnit(.millimetre)
        case .velocity: MeasureUnit(.millimetre, per: .second)
        case .time: MeasureUnit(.second)
        }
      }
    }

    var dimension: Dimension {
      switch self {
      case .fraction, .snapIntervalFraction, .progressSinceGrab, .peak, .projected: .progress
      case .travel, .travelSize, .distanceFromLanding, .straightDistance, .travelAxisExcess,
        .lastMovement:
        .length
      case .velocity, .speed, .velocityMagnitude, .speedAxisExcess: .velocity
      case .duration, .restTime: .time
      }
    }
  }

  /// Returns a quantity in progress, millimetres, millimetres per second or seconds; never NaN.
  package func value(of quantity: Quantity, in release: Release) -> Double {
    let value =
      switch quantity {
      case .fraction: release.fraction
      case .snapIntervalFraction: snapIntervalFraction(at: release.fraction)
      case .progressSinceGrab: release.fraction - release.startFraction
      case .peak: release.peak
      case .projected: projection.end(of: release)
      case .travel: release.travel
      case .travelSize: abs(release.travel)
      case .distanceFromLanding: abs(release.travel + release.earlierTravel)
      case .straightDistance: Self.length(release.travel, release.crossTravel)
      case .travelAxisExcess: abs(release.travel) - abs(release.crossTravel)
      case .lastMovement: release.lastMovement
      case .velocity: release.velocity
      case .speed: abs(release.velocity)
      case .velocityMagnitude: Self.length(release.velocity, release.crossVelocity)
      case .speedAxisExcess: abs(release.velocity) - abs(release.crossVelocity)
      case .duration: release.duration
      case .restTime: release.restTime
      }
    return value.isNaN ? 0 : value
  }

  /// With no movement across, the absolute value keeps all digits.
  private static func length(_ along: Double, _ across: Double) -> Double {
    across == 0 ? abs(along) : (along * along + across * across).squareRoot()
  }

  private func snapIntervalFraction(at fraction: Double) -> Double {
    let below = snapPoint(atOrBelow: fraction)
    let above = snapPoint(above: fraction)
    return above > below ? (fraction - below) / (above - below) : 0
  }
}
