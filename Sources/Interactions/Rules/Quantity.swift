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
    enum Dimension: Int, CaseIterable {
      case progress, length, velocity, time

      private static let names = ["progress", "length", "velocity", "time"]
      /// The name, also where Swift knows none: Embedded Swift does not describe cases.
      var name: String { Self.names[rawValue] }

      /// The units that measure it, by name.
      var units: [(name: String, value: MeasureUnit)] { Self.units[rawValue] }

      private static let units = allCases.map { dimension in
        MeasureUnit.all.filter(dimension.accepts).map { (name: "\($0)", value: $0) }
      }

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

/// A unit of a rule's numbers: a length, a time, or a length per time such as `pt/s`.
///
/// A toolkit's rule keeps the numbers and units of its source.
public struct MeasureUnit: Hashable, Sendable {
  /// A unit of length.
  public enum Length: String, CaseIterable, Sendable {
    /// The full progress, whatever its distance.
    case progress
    /// Millimetres.
    case millimetre = "mm"
    /// Apple's points, 163 per inch: the first iPhone's pixels, and those of every normal-sized phone
    /// since.
    case point = "pt"
    /// Android's density-independent pixels, 160 per inch; also Flutter's logical pixels on a phone.
    case densityIndependent = "dp"
    /// CSS pixels, 96 per inch.
    case pixel = "px"
    /// libinput's unit for touchpad movement, without acceleration.
    ///
    /// A pad counts as one of 1000 units per inch, slowed down by `TP_MAGIC_SLOWDOWN`, 0.2968
    /// (libinput, filter-touchpad.c): 296.8 per inch.
    case touchpadPixel = "pad-px"
    /// libinput's unit for scrolling with two fingers on a touchpad: 0.9 of ``touchpadPixel``, 267.12 per inch.
    ///
    /// Measured as 10.52 per mm on libinput 1.22.1.
    case touchpadScroll = "scroll-px"
  }

  /// A unit of time.
  public enum Time: String, CaseIterable, Sendable {
    /// Seconds.
    case second = "s"
    /// Milliseconds.
    case millisecond = "ms"
    /// Events, however much time lies between them.
    case event
  }

  /// The unit of length; `nil` for a time.
  public var length: Length?
  /// The unit of time, alone or as a divisor.
  public var time: Time?

  /// Creates a unit of length, or of length per time.
  public init(_ length: Length, per time: Time? = nil) {
    self.length = length
    self.time = time
  }

  /// Creates a unit of time.
  public init(_ time: Time) {
    self.time = time
  }

  /// All units.
  package static let all: [MeasureUnit] = {
    let lengths = Length.allCases
    return lengths.map { MeasureUnit($0) }
      + Time.allCases.flatMap { time in lengths.map { MeasureUnit($0, per: time) } }
      + [MeasureUnit(.second), MeasureUnit(.millisecond)]
  }()

  /// Returns the unit that is written like this.
  package static func named(_ name: String) -> MeasureUnit? {
    all.first { $0.description == name }
  }

  /// Returns how many millimetres, millimetres per second or seconds the unit is.
  ///
  /// A unit per event is not converted to time: it counts millimetres per event.
  package func scale(distance: Double) -> Double {
    guard let length else { return time == .millisecond ? 0.001 : 1 }
    let millimetres =
      switch length {
      case .progress: distance
      case .millimetre: 1.0
      case .point: 25.4 / 163
      case .densityIndependent: 25.4 / 160
      case .pixel: 25.4 / 96
      case .touchpadPixel: 25.4 / 296.8
      case .touchpadScroll: 25.4 / (0.9 * 296.8)
      }
    return time == .millisecond ? millimetres * 1000 : millimetres
  }
}

extension MeasureUnit: CustomStringConvertible {
  /// The unit as it is written: `progress`, `pt/s`, `ms`.
  public var description: String {
    [length?.rawValue, time?.rawValue].compactMap { $0 }.joined(separator: "/")
  }
}
