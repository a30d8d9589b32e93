/// Round numbers, as people write them.
package enum RoundNumber {
  /// Returns the number in a range with the fewest decimals, or with the most trailing zeros.
  ///
  /// Among equally round numbers it is the one closest to the middle, and of two at the same distance
  /// the lower. A range too narrow for a rounder number gives its middle.
  package static func roundest(in range: ClosedRange<Double>) -> Double {
    let (low, high) = (range.lowerBound, range.upperBound)
    // Halves, as the sum of two large numbers may overflow.
    let middle = low / 2 + high / 2
    if low == high || range.contains(0) { return low == high ? low : 0 }
    // 0.30103 is log₁₀ 2; this gives the first power of ten above both ends.
    var power = Int(
      (Double(max(low.magnitude, high.magnitude).exponent + 1) * 0.30103).rounded(.up))
    // Above 2^53 not every whole number is a double.
    while let unit = Double("1e\(power)"), unit > 0, (middle / unit).magnitude < 0x1p53 {
      let count = Int((middle / unit).rounded(.down))
      let below = multiple(count, power)
      let above = multiple(count + 1, power)
      let nearest = middle - below <= above - middle ? below : above
      if range.contains(nearest) { return nearest }
      power -= 1
    }
    return range.contains(middle) ? middle : low
  }

  /// Returns the closest number of one digit that is not below a number, or not above it.
  ///
  /// - Parameters:
  ///   - number: a finite number.
  ///   - side: `.up` or `.down`.
  static func beyond(_ number: Double, _ side: FloatingPointRoundingRule) -> Double {
    var power = Int((Double(number.magnitude.exponent + 1) * 0.30103).rounded(.up))
    while let unit = Double("1e\(power)"), unit > 0, number != 0 {
      if unit <= number.magnitude { return multiple(Int((number / unit).rounded(side)), power) }
      power -= 1
    }
    return number
  }

  /// The double closest to a multiple of a power of ten, as a file would be read.
  private static func multiple(_ count: Int, _ power: Int) -> Double {
    Double("\(count)e\(power)") ?? .infinity
  }
}
