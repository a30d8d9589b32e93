extension ReleaseRule {
  /// What a condition looks at.
  public enum Quantity: String, CaseIterable, Sendable {
    /// The progress at the release.
    case fraction
    /// The share of the way from the snap point below to the one above.
    case part
    /// The progress since the fingers took hold; less than none on the way back.
    case gone
    /// The largest progress since the fingers took hold.
    case peak
    /// Where the progress would come to, by the rule's projection.
    case projected
    /// How far the fingers went toward progress; less than nothing on the way back.
    case travel
    /// How far they went toward progress or away from it.
    case travelSize
    /// How far they went in a straight line, whichever way.
    case reach
    /// By how much they went farther along than across.
    case travelLead
    /// The newest movement toward progress.
    case heading
    /// How fast the fingers moved toward progress; less than nothing on the way back.
    case velocity
    /// How fast they moved toward progress or away from it.
    case speed
    /// How fast they moved, whichever way.
    case pace
    /// By how much they moved faster along than across.
    case speedLead
    /// The time since the gesture began.
    case duration
    /// The time since the last movement.
    case stillness

    /// What kinds of number there are, each with its units.
    enum Dimension {
      case progress, length, velocity, time

      func accepts(_ unit: MeasureUnit) -> Bool {
        switch self {
        case .progress, .length: unit.length != nil && unit.time == nil
        case .velocity: unit.length != nil && unit.time != nil
        case .time: unit.length == nil && unit.time != .event
        }
      }

      /// The unit of a number that is written without one.
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
      case .fraction, .part, .gone, .peak, .projected: .progress
      case .travel, .travelSize, .reach, .travelLead, .heading: .length
      case .velocity, .speed, .pace, .speedLead: .velocity
      case .duration, .stillness: .time
      }
    }
  }

  /// A quantity in progress, millimetres, millimetres per second or seconds; never NaN.
  func value(of quantity: Quantity, in release: Release) -> Double {
    let value =
      switch quantity {
      case .fraction: release.fraction
      case .part: part(of: release.fraction)
      case .gone: release.fraction - release.startFraction
      case .peak: release.peak
      case .projected: projection.end(of: release)
      case .travel: release.travel
      case .travelSize: abs(release.travel)
      case .reach: Self.length(release.travel, release.crossTravel)
      case .travelLead: abs(release.travel) - abs(release.crossTravel)
      case .heading: release.lastMovement
      case .velocity: release.velocity
      case .speed: abs(release.velocity)
      case .pace: Self.length(release.velocity, release.crossVelocity)
      case .speedLead: abs(release.velocity) - abs(release.crossVelocity)
      case .duration: release.duration
      case .stillness: release.stillness
      }
    return value.isNaN ? 0 : value
  }

  /// A side that is zero costs the other no digit.
  private static func length(_ along: Double, _ across: Double) -> Double {
    across == 0 ? abs(along) : (along * along + across * across).squareRoot()
  }

  private func part(of fraction: Double) -> Double {
    let below = snapPoint(atOrBelow: fraction)
    let above = snapPoint(above: fraction)
    return above > below ? (fraction - below) / (above - below) : 0
  }
}
