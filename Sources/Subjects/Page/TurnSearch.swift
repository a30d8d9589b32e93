/// Finds the value at which the outcome of a gesture turns, such as the distance from which a sheet opens.
package struct TurnSearch<Outcome> {
  /// How often the range is halved.
  private let halvings: Int
  /// How far from the turn the values are that are returned, at least, as a share of them.
  private let gap: Double
  private let isSame: (Outcome, Outcome) -> Bool

  /// 4: the gap is tried, and doubled three times.
  ///
  /// A page that takes the velocity from two reports is off by some percent, now to this side and now to the other one.
  package static var mostGaps: Int { 4 }

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - halvings: how often the range is halved.
  ///   - gap: how far from the turn the values are that are returned, at least, as a share of them.
  ///   - isSame: whether two outcomes are the same.
  package init(halvings: Int, gap: Double, isSame: @escaping (Outcome, Outcome) -> Bool) {
    self.halvings = halvings
    self.gap = gap
    self.isSame = isSame
  }

  /// 1.5: over half as much again, a change with the finger is seen, whatever is tolerated; the next stop of a slider is three
  /// times as far.
  private static var steadiness: Double { 1.5 }

  /// How many values are tried if the first gap is wide enough on both sides: each end, halvings, gaps, and farther on.
  package var usualTrials: Int { halvings + 5 }

  /// Returns a value below the turn and one above it; `nil` if there is none in the range.
  ///
  /// The ratio of two values counts, not their difference. Of several turns, it is one below which all is as at the lower
  /// end of the range. Both values have been tried: the one has the outcome of the lower end, the other one that of the
  /// values right above the turn, and of those half as far again. If there is none of these, such as for what stays where
  /// the finger leaves it, it is no turn.
  package func turn<Failure: Error>(
    in range: ClosedRange<Double>, _ outcome: (Double) throws(Failure) -> Outcome
  ) throws(Failure) -> PageGestures.Turn? {
    var (below, above) = (range.lowerBound, range.upperBound)
    let lower = try outcome(below)
    var upper = try outcome(above)
    guard !isSame(lower, upper) else { return nil }
    for _ in 0..<halvings {
      let middle = (below * above).squareRoot()
      let found = try outcome(middle)
      if isSame(found, lower) {
        below = middle
      } else {
        (above, upper) = (middle, found)
      }
    }
    let ends = [(below, -1.0, lower, range.lowerBound), (above, 1.0, upper, range.upperBound)]
    var values: [Double] = []
    for (value, side, wanted, end) in ends {
      var gap = gap
      for _ in 0..<Self.mostGaps {
        let tried = side < 0 ? max(value / (1 + gap), end) : min(value * (1 + gap), end)
        if isSame(try outcome(tried), wanted) {
          values.append(tried)
          break
        }
        gap *= 2
      }
    }
    guard values.count == 2 else { return nil }
    let farther = min(values[1] * Self.steadiness, range.upperBound)
    if farther > values[1], try !isSame(outcome(farther), upper) { return nil }
    return PageGestures.Turn(below: values[0], above: values[1])
  }
}
