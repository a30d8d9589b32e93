import PantographCMathematics

extension Spring {
  /// 0.004: the greatest misfit, as a share of the second differences.
  ///
  /// Springs of 120 px, printed to a thousandth of a pixel as browsers do, miss by at most 0.0008; the easing that is
  /// nearest to a spring, a quintic ease-out of 0.2 s, by 0.007, and those of CSS by 0.07 to 0.7.
  private static let mostMisfit = 0.004
  /// 6: with two unknowns, fewer values would fit anything.
  private static let leastValues = 6

  /// Finds the spring that moves through these distances from rest; `nil` if none does.
  ///
  /// Samples of x″ + c·x′ + k·x = 0 in equal steps obey x₂ = p·x₁ + q·x₀ without error, however long the steps are, and
  /// so do the steps of a page that integrates a spring by itself. The frequency and the damping follow from the roots of
  /// z² = p·z + q.
  ///
  /// - Parameters:
  ///   - distances: the distances from rest.
  ///   - step: the seconds between two of them.
  package init?(through distances: [Double], every step: Double) {
    guard distances.count >= Self.leastValues, step > 0 else { return nil }
    // Least squares for p and q.
    var (aa, ab, bb, ay, by, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var bends = 0.0
    for index in 2..<distances.count {
      let (a, b, y) = (distances[index - 1], distances[index - 2], distances[index])
      (aa, ab, bb) = (aa + a * a, ab + a * b, bb + b * b)
      (ay, by, yy) = (ay + a * y, by + b * y, yy + y * y)
      bends += (y - 2 * a + b) * (y - 2 * a + b)
    }
    let determinant = aa * bb - ab * ab
    // Values of one exponential do not tell two roots apart.
    guard determinant > 1e-9 * aa * bb, bends > 0 else { return nil }
    let p = (ay * bb - by * ab) / determinant
    let q = (by * aa - ay * ab) / determinant
    let misfit = max(yy - p * ay - q * by, 0)
    guard (misfit / bends).squareRoot() <= Self.mostMisfit, q < 0 else { return nil }
    // The product of the roots is −q, and its logarithm is the sum of both exponents.
    let decay = -log(-q) / (2 * step)
    let half = p / 2
    let square = half * half + q
    let frequency: Double
    if square < 0 {
      let turn = atan2((-square).squareRoot(), half) / step
      frequency = (decay * decay + turn * turn).squareRoot()
    } else {
      let (first, second) = (half + square.squareRoot(), half - square.squareRoot())
      guard second > 0, first < 1 else { return nil }
      frequency = (log(first) * log(second)).squareRoot() / step
    }
    guard frequency > 0, frequency.isFinite, decay >= 0 else { return nil }
    self.init(frequency: frequency, dampingRatio: decay / frequency)
  }
}
