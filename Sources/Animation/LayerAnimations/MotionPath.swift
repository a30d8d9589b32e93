public import PantographBase
public import PantographMotion

/// A path of lines and curves without gaps.
public struct MotionPath: Hashable, Sendable {
  /// A segment of a path, from the end of the previous one.
  package enum Segment: Hashable, Sendable {
    /// A straight line.
    case line(to: Point)
    /// A cubic Bézier curve with two control points.
    case curve(to: Point, control1: Point, control2: Point)

    /// The end of the segment.
    package var end: Point {
      switch self {
      case .line(let end), .curve(let end, _, _): end
      }
    }
  }

  /// The start of the path.
  package var start: Point
  /// The segments, in order.
  package var segments: [Segment] = []

  /// Creates an empty path at a point.
  public init(from start: Point) {
    self.start = start
  }

  /// Adds a straight line from the current end.
  public mutating func addLine(to end: Point) {
    segments.append(.line(to: end))
  }

  /// Adds a cubic Bézier curve from the current end.
  public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    segments.append(.curve(to: end, control1: control1, control2: control2))
  }
}

/// A track along a path, as in a `CAKeyframeAnimation` with a path.
///
/// The keyframes are the start of the path and the ends of its segments. A segment is followed by its
/// parameter, and in the paced modes by its length. The cubic modes equal the linear ones, as the path
/// defines its own curvature.
public struct PathTrack: Track {
  private let start: Point
  private let pieces: [Piece]
  private let mode: CalculationMode
  private let times: KeyTimes

  /// Creates a track along a path; times and curves are as with ``KeyframeTrack``.
  public init(
    _ path: MotionPath, keyTimes: [Double]? = nil, mode: CalculationMode = .linear,
    curves: [CubicCurve] = []
  ) {
    var end = path.start
    let pieces = path.segments.map { segment in
      let piece = Piece(segment, from: end)
      end = segment.end
      return piece
    }
    start = path.start
    self.pieces = pieces
    self.mode = mode
    times = KeyTimes(
      keyTimes, count: pieces.count + 1, mode: mode, curves: curves,
      distances: pieces.map(\.length))
  }

  /// Returns the point at a fraction of the time; before 0 and after 1 the track holds its ends.
  public func value(at fraction: Double) -> Point {
    let (index, share) = times.position(at: fraction)
    guard share != 0 else { return index == 0 ? start : pieces[index - 1].end }
    switch mode {
    case .linear, .discrete, .cubic: return pieces[index].position(at: share)
    case .paced, .cubicPaced:
      return pieces[index].position(at: pieces[index].parameter(atShareOfLength: share))
    }
  }

  /// A segment as a cubic, with its lengths at even steps of its parameter.
  private struct Piece: Sendable {
    private let start: Point
    private let control1: Point
    private let control2: Point
    let end: Point
    private var lengths = [0.0]

    private static let steps = 64

    init(_ segment: MotionPath.Segment, from start: Point) {
      self.start = start
      end = segment.end
      switch segment {
      case .line(let end):
        control1 = start.interpolated(to: end, at: 1 / 3)
        control2 = start.interpolated(to: end, at: 2 / 3)
      case .curve(_, let control1, let control2):
        self.control1 = control1
        self.control2 = control2
      }
      for step in 0..<Self.steps {
        let low = Double(step) / Double(Self.steps)
        let high = Double(step + 1) / Double(Self.steps)
        lengths.append(lengths[step] + length(from: low, to: high))
      }
    }

    var length: Double { lengths[Self.steps] }

    /// B(s) = p₀ + 3 r² s (p₁ − p₀) + 3 r s² (p₂ − p₀) + s³ (p₃ − p₀), with r = 1 − s.
    func position(at s: Double) -> Point {
      let r = 1 - s
      let first = (control1 - start) * (3 * r * r * s)
      let second = (control2 - start) * (3 * r * s * s)
      return start + first + second + (end - start) * (s * s * s)
    }

    /// Returns the parameter at a fraction of the length.
    func parameter(atShareOfLength share: Double) -> Double {
      let wanted = share * length
      let step = min(lengths.lastIndex { $0 <= wanted } ?? 0, Self.steps - 1)
      let base = Double(step) / Double(Self.steps)
      var (low, high) = (base, base + 1 / Double(Self.steps))
      // Bisection converges even where the curve stops, unlike Newton's method.
      while high - low > 1e-12 {
        let middle = (low + high) / 2
        if lengths[step] + length(from: base, to: middle) < wanted {
          low = middle
        } else {
          high = middle
        }
      }
      return (low + high) / 2
    }

    /// Returns the length over a range of the parameter, by Gauss quadrature with three points.
    private func length(from low: Double, to high: Double) -> Double {
      let (middle, half) = ((low + high) / 2, (high - low) / 2)
      let reach = half * 0.6.squareRoot()
      let sides = speed(at: middle - reach) + speed(at: middle + reach)
      return half * (5 * sides + 8 * speed(at: middle)) / 9
    }

    /// The length of B′(s) = 3 (r² (p₁ − p₀) + 2 r s (p₂ − p₁) + s² (p₃ − p₂)), with r = 1 − s.
    private func speed(at s: Double) -> Double {
      let r = 1 - s
      let first = (control1 - start) * (r * r)
      let second = (control2 - control1) * (2 * r * s)
      let third = (end - control2) * (s * s)
      return 3 * (first + second + third).length
    }
  }
}
