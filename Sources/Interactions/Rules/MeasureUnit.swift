/// A unit that a rule's numbers are in: a length, a time, or a length per time, as `pt/s`.
///
/// A rule of a toolkit keeps the numbers of its source, in the unit that they have there.
public struct MeasureUnit: Hashable, Sendable {
  /// What a length is counted in.
  public enum Length: String, CaseIterable, Sendable {
    /// The whole progress, however long it is.
    case progress
    /// Millimetres.
    case millimetre = "mm"
    /// Apple's points, 163 per inch: the first iPhone's pixels, and every phone's of normal size since.
    case point = "pt"
    /// Android's density-independent pixels, 160 per inch; also Flutter's logical ones on a phone.
    case densityIndependent = "dp"
    /// CSS's pixels, 96 per inch.
    case pixel = "px"
    /// What libinput counts a touchpad's movement in, without acceleration.
    ///
    /// The pad is taken for one of 1000 units per inch, slowed down by `TP_MAGIC_SLOWDOWN`, 0.2968
    /// (libinput, filter-touchpad.c): 296.8 per inch.
    case touchpadPixel = "pad-px"
  }

  /// What a time is counted in.
  public enum Time: String, CaseIterable, Sendable {
    /// Seconds.
    case second = "s"
    /// Milliseconds.
    case millisecond = "ms"
    /// Events, however much time lies between them.
    case event
  }

  /// The unit of length; nothing where it is a time alone.
  public var length: Length?
  /// The unit of time, alone or under a length.
  public var time: Time?

  /// Makes a unit of length, or of length per time.
  public init(_ length: Length, per time: Time? = nil) {
    self.length = length
    self.time = time
  }

  /// Makes a unit of time.
  public init(_ time: Time) {
    self.time = time
  }

  /// Every unit there is.
  public static let all: [MeasureUnit] = {
    let lengths = Length.allCases
    return lengths.map { MeasureUnit($0) }
      + Time.allCases.flatMap { time in lengths.map { MeasureUnit($0, per: time) } }
      + [MeasureUnit(.second), MeasureUnit(.millisecond)]
  }()

  /// How many millimetres, millimetres per second or seconds it is.
  ///
  /// What is per event is not turned into time: it is millimetres per event.
  public func scale(distance: Double) -> Double {
    guard let length else { return time == .millisecond ? 0.001 : 1 }
    let millimetres =
      switch length {
      case .progress: distance
      case .millimetre: 1.0
      case .point: 25.4 / 163
      case .densityIndependent: 25.4 / 160
      case .pixel: 25.4 / 96
      case .touchpadPixel: 25.4 / 296.8
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
