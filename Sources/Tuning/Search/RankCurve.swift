/// How well one quantity separates two classes, over all thresholds.
///
/// It has the receiver operating characteristic and the precision-recall curve of all thresholds that
/// differ. No threshold separates equal scores.
package struct RankCurve: Hashable, Sendable {
  /// A threshold's rates; scores at or beyond the threshold are classified as positive.
  package struct Point: Hashable, Sendable {
    /// The threshold; infinite where nothing is classified as positive.
    package var threshold: Double
    /// The fraction of negatives that are classified as positive.
    package var falsePositiveRate: Double
    /// The fraction of positives that are classified as positive; also called recall.
    package var truePositiveRate: Double
    /// The fraction of positive classifications that are right; 1 without any.
    package var precision: Double
  }

  /// The thresholds, from the one that classifies nothing as positive to the one that classifies all.
  package let points: [Point]

  /// Creates the curve of scores; `nil` if all of them belong to one class.
  ///
  /// - Parameters:
  ///   - scores: the scores; none is NaN
  ///   - areMeant: whether each is positive
  ///   - weights: the weight of each, 0 or more; 1 by default
  ///   - lowIsPositive: whether low scores indicate positives
  package init?(
    scores: [Double], areMeant: [Bool], weights: [Double]? = nil, lowIsPositive: Bool = false
  ) {
    precondition(scores.count == areMeant.count, "a kind for each score")
    precondition(weights.map { $0.count == scores.count } ?? true, "a weight for each score")
    precondition(scores.allSatisfy { !$0.isNaN }, "scores are numbers")
    let sign = lowIsPositive ? -1.0 : 1
    var sorted = scores.indices.compactMap { index in
      let weight = weights?[index] ?? 1
      return weight > 0
        ? (score: sign * scores[index], isMeant: areMeant[index], weight: weight) : nil
    }
    // Equal scores are ordered too, as the order of addition affects the last digit.
    sorted.sort {
      ($0.score, $0.isMeant ? 1 : 0, $0.weight) > ($1.score, $1.isMeant ? 1 : 0, $1.weight)
    }
    func sum(_ isMeant: Bool) -> Double {
      sorted.reduce(0) { $1.isMeant == isMeant ? $0 + $1.weight : $0 }
    }
    let all = (positive: sum(true), negative: sum(false))
    guard all.positive > 0, all.negative > 0 else { return nil }
    var points = [
      Point(
        threshold: sign * .infinity, falsePositiveRate: 0, truePositiveRate: 0, precision: 1)
    ]
    var (positive, negative) = (0.0, 0.0)
    for (index, thing) in sorted.enumerated() {
      if thing.isMeant { positive += thing.weight } else { negative += thing.weight }
      // Equal scores form one point.
      if index + 1 < sorted.count, sorted[index + 1].score == thing.score { continue }
      points.append(
        Point(
          threshold: sign * thing.score, falsePositiveRate: negative / all.negative,
          truePositiveRate: positive / all.positive, precision: positive / (positive + negative)))
    }
    self.points = points
  }

  /// The area under the receiver operating characteristic.
  ///
  /// It is the probability that a positive has a higher score than a negative, with ties counted half.
  package var areaUnderROC: Double {
    steps.reduce(0) { sum, step in
      sum + (step.to.falsePositiveRate - step.from.falsePositiveRate)
        * (step.to.truePositiveRate + step.from.truePositiveRate) / 2
    }
  }

  /// The area under the precision-recall curve, interpolated linearly.
  package var areaUnderPrecision: Double {
    steps.reduce(0) { sum, step in
      sum + (step.to.truePositiveRate - step.from.truePositiveRate)
        * (step.to.precision + step.from.precision) / 2
    }
  }

  /// The average precision, weighted by the recall that each threshold adds.
  package var averagePrecision: Double {
    steps.reduce(0) { sum, step in
      sum + (step.to.truePositiveRate - step.from.truePositiveRate) * step.to.precision
    }
  }

  private var steps: some Sequence<(from: Point, to: Point)> {
    zip(points, points.dropFirst()).lazy.map { (from: $0, to: $1) }
  }
}

/// A threshold to search for, with the values that it can separate in order.
///
/// Values are identified by rank, and a threshold by its cut: the number of values below it. Items
/// whose cost never depends on this threshold are left out, as no cut is needed for them.
struct RankedAxis: Sendable {
  /// The threshold.
  let axis: ThresholdProblem.Axis
  /// The distinct values, ascending.
  let values: [Double]
  /// The numbers of the relevant items, ordered by value.
  let order: [Int32]
  /// The start of each rank's items in the order; one more than there are values.
  let starts: [Int32]
  /// The cuts within the bounds.
  let cuts: ClosedRange<Int>

  /// Returns the items of a rank.
  func items(at rank: Int) -> ArraySlice<Int32> {
    order[Int(starts[rank])..<Int(starts[rank + 1])]
  }

  /// Ranks the values of the relevant items, which keep their numbers.
  init(_ axis: ThresholdProblem.Axis, _ items: consuming [(number: Int32, value: Double)]) {
    var sorted = items
    sorted.sort { ($0.value, $0.number) < ($1.value, $1.number) }
    var (values, starts): ([Double], [Int32]) = ([], [])
    for (index, item) in sorted.enumerated() where values.last != item.value {
      values.append(item.value)
      starts.append(Int32(index))
    }
    self.axis = axis
    self.values = values
    starts.append(Int32(sorted.count))
    self.starts = starts
    order = sorted.map(\.number)
    // Every cut between those of the bounds has a threshold within the bounds: a value itself.
    let bounds = axis.bounds
    cuts = axis.cut(bounds.lowerBound, among: values)...axis.cut(bounds.upperBound, among: values)
  }

  /// Returns the cut of a threshold.
  func cut(at threshold: Double) -> Int { axis.cut(threshold, among: values) }
}

extension ThresholdProblem.Axis {
  /// Returns whether a value is above a threshold.
  func isAbove(_ value: Double, _ threshold: Double) -> Bool {
    value > threshold || tiesAreAbove && value == threshold
  }

  /// Returns the number of ascending values below a threshold.
  fileprivate func cut(_ threshold: Double, among values: [Double]) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if isAbove(values[middle], threshold) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
