/// A timing curve: how far an animation has come at a fraction of its time.
///
/// The curve is the cubic Bézier from (0, 0) to (1, 1) with two control points, as in Core Animation
/// and CSS: x is the fraction of time, y the progress.
public struct CubicCurve: Hashable, Sendable {
  private let x1: Double
  private let y1: Double
  private let x2: Double
  private let y2: Double

  private init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// The same pace all the way.
  public static let linear = CubicCurve(0, 0, 1, 1)
  /// Starts slowly; control points (0.42, 0) and (1, 1), as `UIView.AnimationCurve.easeIn`.
  public static let easeIn = CubicCurve(0.42, 0, 1, 1)
  /// Ends slowly; control points (0, 0) and (0.58, 1), as `UIView.AnimationCurve.easeOut`.
  public static let easeOut = CubicCurve(0, 0, 0.58, 1)
  /// Starts and ends slowly; (0.42, 0) and (0.58, 1), as `UIView.AnimationCurve.easeInOut`.
  public static let easeInOut = CubicCurve(0.42, 0, 0.58, 1)

  /// The curves that have names, in the order in which they are listed to people.
  public static let named: [(name: String, curve: CubicCurve)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInOut", .easeInOut),
  ]

  /// The curve with its beginning and its end exchanged: easeIn for easeOut.
  public var mirrored: CubicCurve {
    CubicCurve(1 - x2, 1 - y2, 1 - x1, 1 - y1)
  }

  /// The curve's name, if it has one.
  public var name: String? {
    Self.named.first { $0.curve == self }?.name
  }

  private var isLinear: Bool { x1 == y1 && x2 == y2 }

  /// The progress at a fraction of the time; before 0 and after 1 the curve holds its ends.
  public func value(at fraction: Double) -> Double {
    let fraction = min(max(fraction, 0), 1)
    if isLinear || fraction == 0 || fraction == 1 { return fraction }
    return Self.coordinate(y1, y2, at: parameter(where: fraction, x1, x2))
  }

  /// The progress per whole time at a fraction of it: the derivative of ``value(at:)``.
  ///
  /// At an end that the curve leaves upright the slope has no bound; there it is the steepest finite
  /// one next to the end.
  public func slope(at fraction: Double) -> Double {
    if isLinear { return 1 }
    let fraction = min(max(fraction, 0), 1)
    let parameter = parameter(where: fraction, x1, x2)
    let run = Self.rate(x1, x2, at: parameter)
    let rise = Self.rate(y1, y2, at: parameter)
    if run > 1e-9 { return rise / run }
    // Where a control point sits on its corner both rates vanish; their second derivatives decide.
    let inward = parameter < 0.5 ? parameter + 1e-6 : parameter - 1e-6
    return Self.rate(y1, y2, at: inward) / max(Self.rate(x1, x2, at: inward), 1e-9)
  }

  /// The fraction of the time at which the curve has come this far.
  ///
  /// The named curves only rise, so that there is one such fraction.
  public func fraction(ofValue value: Double) -> Double {
    let value = min(max(value, 0), 1)
    if isLinear || value == 0 || value == 1 { return value }
    return Self.coordinate(x1, x2, at: parameter(where: value, y1, y2))
  }

  /// The Bézier parameter where a rising coordinate has the given value.
  private func parameter(where target: Double, _ first: Double, _ second: Double) -> Double {
    if target <= 0 { return 0 }
    if target >= 1 { return 1 }
    var low = 0.0
    var high = 1.0
    var guess = target
    // Newton's steps where they stay inside the bracket, halving it where they don't.
    for _ in 0..<64 {
      let error = Self.coordinate(first, second, at: guess) - target
      if error == 0 { break }
      if error < 0 { low = guess } else { high = guess }
      let next = guess - error / Self.rate(first, second, at: guess)
      let inside = next > low && next < high
      let step = inside ? next : (low + high) / 2
      if step == guess || high - low < 1e-16 { break }
      guess = step
    }
    return guess
  }

  /// B(s) = 3 (1 − s)² s a + 3 (1 − s) s² b + s³.
  private static func coordinate(_ a: Double, _ b: Double, at s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s
  }

  /// B′(s) = 3 (1 − s)² a + 6 (1 − s) s (b − a) + 3 s² (1 − b).
  private static func rate(_ a: Double, _ b: Double, at s: Double) -> Double {
    let r = 1 - s
    return 3 * r * r * a + 6 * r * s * (b - a) + 3 * s * s * (1 - b)
  }
}
