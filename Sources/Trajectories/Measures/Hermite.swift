/// Where a motion was at an instant, and how fast.
struct Knot {
  /// In seconds.
  var time: Double
  var place: Double
  /// Change of the place per second.
  var velocity: Double
}

/// A motion between two knots: the cubic that has the place and the velocity of both.
///
/// Of a smooth motion it is off by h⁴/384 of its fourth derivative at most, where h is the time between
/// the knots.
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
    let way = end.place - start.place
    square = 3 * way - length * (2 * start.velocity + end.velocity)
    cube = length * (start.velocity + end.velocity) - 2 * way
  }

  /// A piece to a place that it reaches at a velocity that is not known: the parabola.
  init(from start: Knot, to place: Double, at time: Double) {
    let mean = (place - start.place) / (time - start.time)
    self.init(
      from: start, to: Knot(time: time, place: place, velocity: 2 * mean - start.velocity))
  }

  private func place(_ share: Double) -> Double {
    start.place + share * (length * start.velocity + share * (square + share * cube))
  }

  /// The shares of its time at which it turns.
  private var turns: [Double] {
    // c + 2bs + 3as² = 0, solved so that nothing is lost where one of the factors is small.
    let (c, b, a) = (length * start.velocity, square, 3 * cube)
    let discriminant = b * b - a * c
    guard discriminant > 0 else { return [] }
    let q = -(b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    return [q / a, c / q].filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// The places at both ends and where it turns: the extremes are among them.
  var extremes: [Double] { ([0] + turns + [1]).map(place) }

  /// The greatest speed between its ends, where there is one greater than at both.
  var innerSpeed: Double? {
    guard cube != 0 else { return nil }
    let share = -square / (3 * cube)
    guard share > 0, share < 1 else { return nil }
    return abs(start.velocity + share * (2 * square + share * 3 * cube) / length)
  }

  /// The last instant at which it is farther than a band from a target; nothing where it never is.
  func lastTime(outside band: Double, of target: Double) -> Double? {
    let shares = [0] + turns + [1]
    for (from, to) in zip(shares, shares.dropFirst()).reversed() {
      if abs(place(to) - target) > band { return start.time + to * length }
      guard abs(place(from) - target) > band else { continue }
      var (outside, inside) = (from, to)
      // Between two turns it only approaches; 2⁻⁴⁰ of a piece is no time.
      for _ in 0..<40 {
        let middle = (outside + inside) / 2
        if abs(place(middle) - target) > band { outside = middle } else { inside = middle }
      }
      return start.time + inside * length
    }
    return nil
  }
}

/// A motion through three knots: the polynomial of the fifth degree that has all places and velocities.
struct HermiteWindow {
  private let times: [Double]
  /// Newton's divided differences over the knots, each of them taken twice.
  private let differences: [Double]

  init(_ knots: [Knot]) {
    precondition(knots.count == 3, "a window has three knots")
    let times = knots.flatMap { [$0.time, $0.time] }
    var column = knots.flatMap { [$0.place, $0.place] }
    var differences = [column[0]]
    for order in 1..<6 {
      column = (0..<(6 - order)).map { index in
        let span = times[index + order] - times[index]
        // Only of first order is there one over a single knot: its velocity.
        return span == 0 ? knots[index / 2].velocity : (column[index + 1] - column[index]) / span
      }
      differences.append(column[0])
    }
    self.times = times
    self.differences = differences
  }

  /// The third derivative at an instant.
  ///
  /// At the outer knots it is off by h³/10 of the sixth derivative of a smooth motion.
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
