/// The position and the velocity of a motion at a time.
struct Knot {
  /// In seconds.
  var time: Double
  var position: Double
  /// The change of the position per second.
  var velocity: Double
}

/// The motion between two knots: the cubic with the positions and velocities of both.
///
/// For a smooth motion the error is at most h⁴/384 of its fourth derivative, where h is the time
/// between the knots.
struct HermitePiece {
  private let start: Knot
  /// In seconds.
  private let length: Double
  /// The factors of s² and s³, where s is the share of the time.
  private let square: Double
  private let cube: Double

  init(from start: Knot, to end: Knot) {
    self.start = start
    length = end.time - start.time
    let distance = end.position - start.position
    square = 3 * distance - length * (2 * start.velocity + end.velocity)
    cube = length * (start.velocity + end.velocity) - 2 * distance
  }

  /// Creates the parabola to a position with an unknown velocity.
  init(from start: Knot, to position: Double, at time: Double) {
    let mean = (position - start.position) / (time - start.time)
    self.init(
      from: start, to: Knot(time: time, position: position, velocity: 2 * mean - start.velocity))
  }

  private func position(_ share: Double) -> Double {
    start.position + share * (length * start.velocity + share * (square + share * cube))
  }

  /// The shares of the time at which the motion turns.
  private var turns: [Double] {
    // c + 2bs + 3as² = 0, solved so that no digits are lost if a factor is small.
    let (c, b, a) = (length * start.velocity, square, 3 * cube)
    let discriminant = b * b - a * c
    guard discriminant > 0 else { return [] }
    let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    return [q / a, c / q].filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// The positions at both ends and at the turns, which include the extremes.
  var extremes: [Double] { ([0] + turns + [1]).map(position) }

  /// The greatest speed between the ends, if it is greater than at both.
  var innerSpeed: Double? {
    guard cube != 0 else { return nil }
    let share = -square / (3 * cube)
    guard share > 0, share < 1 else { return nil }
    return abs(start.velocity + share * (2 * square + share * 3 * cube) / length)
  }

  /// Returns the last time outside a band around a target; `nil` if there is none.
  func lastTime(outside band: Double, of target: Double) -> Double? {
    let shares = [0] + turns + [1]
    for (from, to) in zip(shares, shares.dropFirst()).reversed() {
      if abs(position(to) - target) > band { return start.time + to * length }
      guard abs(position(from) - target) > band else { continue }
      var (outside, inside) = (from, to)
      // Between two turns it only approaches; 2⁻⁴⁰ of a piece is negligible.
      for _ in 0..<40 {
        let middle = (outside + inside) / 2
        if abs(position(middle) - target) > band { outside = middle } else { inside = middle }
      }
      return start.time + inside * length
    }
    return nil
  }
}

/// The motion through three knots: the quintic with all positions and velocities.
struct HermiteWindow {
  private let times: [Double]
  /// Newton's divided differences over the knots, each taken twice.
  private let differences: [Double]

  init(_ knots: [Knot]) {
    precondition(knots.count == 3, "a window has three knots")
    let times = knots.flatMap { [$0.time, $0.time] }
    var column = knots.flatMap { [$0.position, $0.position] }
    var differences = [column[0]]
    for order in 1..<6 {
      column = (0..<(6 - order)).map { index in
        let span = times[index + order] - times[index]
        // Only the first-order difference over a single knot is its velocity.
        return span == 0 ? knots[index / 2].velocity : (column[index + 1] - column[index]) / span
      }
      differences.append(column[0])
    }
    self.times = times
    self.differences = differences
  }

  /// Returns the third derivative at a time.
  ///
  /// At the outer knots the error is h³/10 of the sixth derivative of a smooth motion.
  func jerk(at time: Double) -> Double {
    // Horner's scheme for the polynomial, and for its derivatives over their factorials.
    var (value, first, second, third) = (0.0, 0.0, 0.0, 0.0)
    for (knot, difference) in zip(times, differences).reversed() {
      let step = time - knot
      third = third * step + second
      second = second * step + first
      first = first * step + value
      value = value * step + difference
    }
    return 6 * third
  }
}
