/// A timing curve: the progress of an animation at a fraction of its time.
///
/// The curve is the cubic Bézier from (0, 0) to (1, 1) with two control points, as in Core Animation
/// and CSS: x is the fraction of time, y the progress. The control points' y may lie outside 0…1, and
/// then the progress may leave that range too.
public struct CubicCurve: Hashable, Sendable {
  /// The time of the first control point, from 0 to 1.
  public let x1: Double
  /// The progress of the first control point.
  public let y1: Double
  /// The time of the second control point, from 0 to 1.
  public let x2: Double
  /// The progress of the second control point.
  public let y2: Double

  /// Creates a curve from its two control points.
  ///
  /// Time can't run backwards: an x is limited to 0…1, as in UIKit and SwiftUI. A y is limited to
  /// ±1e100. Not a number counts as the point on the straight line.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1.bounded(to: 0...1, else: 0)
    self.y1 = y1.bounded(to: -1e100...1e100, else: 0)
    self.x2 = x2.bounded(to: 0...1, else: 1)
    self.y2 = y2.bounded(to: -1e100...1e100, else: 1)
  }

  /// Constant speed.
  public static let linear = CubicCurve(0, 0, 1, 1)
  /// Starts slowly; control points (0.42, 0) and (1, 1), as `UIView.AnimationCurve.easeIn`.
  public static let easeIn = CubicCurve(0.42, 0, 1, 1)
  /// Ends slowly; control points (0, 0) and (0.58, 1), as `UIView.AnimationCurve.easeOut`.
  public static let easeOut = CubicCurve(0, 0, 0.58, 1)
  /// Starts and ends slowly; (0.42, 0) and (0.58, 1), as `UIView.AnimationCurve.easeInOut`.
  public static let easeInOut = CubicCurve(0.42, 0, 0.58, 1)
  /// Core Animation's default, and `UICubicTimingParameters()`; (0.25, 0.1) and (0.25, 1).
  public static let systemDefault = CubicCurve(0.25, 0.1, 0.25, 1)

  /// The curves that have names, in the order in which help texts list them.
  package static let named: [(name: String, curve: CubicCurve)] = [
    ("linear", .linear), ("easeIn", .easeIn), ("easeOut", .easeOut), ("easeInOut", .easeInOut),
    ("default", .systemDefault),
  ]

  /// The curve with beginning and end exchanged: easeIn becomes easeOut.
  package var mirrored: CubicCurve {
    CubicCurve(1 - x2, 1 - y2, 1 - x1, 1 - y1)
  }

  /// The curve's name, if it has one.
  package var name: String? {
    Self.named.first { $0.curve == self }?.name
  }

  private var isLinear: Bool { x1 == y1 && x2 == y2 }

  /// Returns the progress at a fraction of the time; before 0 and after 1 the curve holds its ends.
  ///
  /// A fraction that is not a number counts as 0.
  public func value(at fraction: Double) -> Double {
    if isLinear { return fraction.bounded(to: 0...1, else: 0) }
    return Self.coordinate(y1, y2, at: parameter(atTime: fraction))
  }

  /// Returns the change of progress per unit of time: the derivative of ``value(at:)``.
  ///
  /// At an end with a vertical tangent the slope has no bound; there it is the steepest finite one next
  /// to the end.
  public func slope(at fraction: Double) -> Double {
    if isLinear { return 1 }
    return slope(atParameter: parameter(atTime: fraction))
  }

  /// Returns ``value(at:)`` and ``slope(at:)`` for little more than the cost of one.
  package func valueAndSlope(at fraction: Double) -> (value: Double, slope: Double) {
    if isLinear { return (fraction.bounded(to: 0...1, else: 0), 1) }
    let parameter = parameter(atTime: fraction)
    return (Self.coordinate(y1, y2, at: parameter), slope(atParameter: parameter))
  }

  private func slope(atParameter parameter: Double) -> Double {
    let run = Self.rate(x1, x2, at: parameter)
    if run > 1e-9 { return Self.rate(y1, y2, at: parameter) / run }
    // With a control point on its corner both rates are 0; their second derivatives decide.
    let inward = parameter < 0.5 ? parameter + 1e-6 : parameter - 1e-6
    return Self.rate(y1, y2, at: inward) / max(Self.rate(x1, x2, at: inward), 1e-9)
  }

  /// Returns the fraction of the time at which the curve has a value, or `nil` if it never does.
  ///
  /// A curve that turns back passes some values several times. Only ranges on which the progress rises
  /// count: among them the one nearest to `time`, otherwise the last. UIKit does not document its
  /// choice.
  public func fraction(ofValue value: Double, nearest time: Double? = nil) -> Double? {
    if isLinear { return (0...1).contains(value) ? value : nil }
    let times = risingRanges.compactMap { range -> Double? in
      let low = Self.coordinate(y1, y2, at: range.lowerBound)
      let high = Self.coordinate(y1, y2, at: range.upperBound)
      guard low <= value, value <= high else { return nil }
      let parameter = Self.solve(y1, y2, for: value, in: range)
      return Self.coordinate(x1, x2, at: parameter)
    }
    guard let time else { return times.last }
    return times.min { abs($0 - time) < abs($1 - time) }
  }

  /// The ranges of the Bézier parameter on which the progress rises.
  private var risingRanges: [ClosedRange<Double>] {
    // y′(s)/3 = a s² + b s + c
    let a = 1 + 3 * (y1 - y2)
    let b = 2 * (y2 - 2 * y1)
    let c = y1
    let turns: [Double]
    // Without roots these are NaN or infinite, and none lies between 0 and 1.
    if abs(a) < 1e-12 {
      turns = [-c / b]
    } else {
      // The one root without cancellation, and the other from their product c/a.
      let q = -(b + (b < 0 ? -1 : 1) * (b * b - 4 * a * c).squareRoot()) / 2
      turns = [q / a, c / q]
    }
    let edges = [0] + turns.filter { $0 > 0 && $0 < 1 }.sorted() + [1]
    return zip(edges, edges.dropFirst()).compactMap { low, high in
      Self.rate(y1, y2, at: (low + high) / 2) > 0 ? low...high : nil
    }
  }

  /// The Bézier parameter at a fraction of the time, which rises with it; limited to the ends.
  private func parameter(atTime fraction: Double) -> Double {
    Self.solve(x1, x2, for: fraction.bounded(to: 0...1, else: 0), in: 0...1)
  }

  /// Returns the parameter at which a rising coordinate has the given value.
  private static func solve(
    _ first: Double, _ second: Double, for target: Double, in range: ClosedRange<Double>
  ) -> Double {
    var low = range.lowerBound
    var high = range.upperBound
    if target <= coordinate(first, second, at: low) { return low }
    if target >= coordinate(first, second, at: high) { return high }
    var guess = min(max(target, low), high)
    // Newton's method, with bisection where a step leaves the bracket.
    for _ in 0..<64 {
      let error = coordinate(first, second, at: guess) - target
      if error == 0 { break }
      if error < 0 { low = guess } else { high = guess }
      let next = guess - error / rate(first, second, at: guess)
      let step = next > low && next < high ? next : (low + high) / 2
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
