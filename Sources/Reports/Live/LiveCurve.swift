import PantographBase

/// The last seconds of a fraction over time, in a fixed number of steps.
struct LiveCurve {
  /// The value at the end of a step.
  struct Point {
    /// The number of the step, counted from time 0.
    var step: Int64
    var fraction: Double
    /// Whether a release happened in it.
    var isMarked: Bool
  }

  /// 4 s: a gesture and its animation.
  private static let window: Int64 = 4_000_000
  /// 512: more than the dots of a line on most screens.
  static let steps = 512

  private var points: [Point?] = Array(repeating: nil, count: LiveCurve.steps)
  private var newest: Int64 = 0

  /// Adds a fraction, which is marked if a release happens at that time.
  mutating func add(_ fraction: Double, at time: Timestamp, isRelease: Bool = false) {
    let step = advance(to: time)
    let isMarked = isRelease || self[step]?.isMarked ?? false
    points[Self.index(of: step)] = Point(step: step, fraction: fraction, isMarked: isMarked)
  }

  /// Advances to a time, and returns its step.
  private mutating func advance(to time: Timestamp) -> Int64 {
    let step = max(time.microseconds, 0) / (Self.window / Int64(Self.steps))
    // Time that jumps back belongs to a new trajectory.
    if step < newest { for index in points.indices { points[index] = nil } }
    newest = step
    return step
  }

  private static func index(of step: Int64) -> Int { Int(step % Int64(steps)) }

  private subscript(step: Int64) -> Point? {
    guard let point = points[Self.index(of: step)], point.step == step else { return nil }
    return point
  }

  /// The point of a step of the window, counted from the oldest.
  subscript(index: Int) -> Point? {
    let step = newest - Int64(Self.steps - 1 - index)
    return step < 0 ? nil : self[step]
  }

  /// The lowest and the highest fraction in the window, including 0 and 1.
  var range: (low: Double, high: Double) {
    var (low, high) = (0.0, 1.0)
    for index in 0..<Self.steps {
      guard let point = self[index] else { continue }
      low = min(low, point.fraction)
      high = max(high, point.fraction)
    }
    return (low, high)
  }
}
