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
