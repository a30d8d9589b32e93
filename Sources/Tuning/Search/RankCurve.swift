import PantographBase

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
  ///   - lowIsPositive: whether low scores indicate positives
  package init?(scores: [Double], areMeant: [Bool], lowIsPositive: Bool = false) {
    precondition(scores.count == areMeant.count, "a kind for each score")
    precondition(scores.allSatisfy { !$0.isNaN }, "scores are numbers")
    let sign = lowIsPositive ? -1.0 : 1
    let sorted = zip(scores, areMeant).map { (score: sign * $0, isMeant: $1) }
      .sorted { $0.score > $1.score }
    let positives = Double(areMeant.count(where: \.self))
    let negatives = Double(areMeant.count) - positives
    guard positives > 0, negatives > 0 else { return nil }
    var points = [
      Point(
        threshold: sign * .infinity, falsePositiveRate: 0, truePositiveRate: 0, precision: 1)
    ]
    var positive = 0.0
    var negative = 0.0
    for (index, thing) in sorted.enumerated() {
      if thing.isMeant { positive += 1 } else { negative += 1 }
      // Equal scores form one point.
      if index + 1 < sorted.count, sorted[index + 1].score == thing.score { continue }
      points.append(
        Point(
          threshold: sign * thing.score, falsePositiveRate: negative / negatives,
          truePositiveRate: positive / positives, precision: positive / (positive + negative)))
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
    var values: [Double] = []
    var starts: [Int32] = []
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
    values.partitioningIndex { isAbove($0, threshold) }
  }
}
