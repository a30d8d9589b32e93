/// How well one quantity tells two kinds of things apart, whatever its threshold.
///
/// The receiver operating characteristic and the curve of precision over recall, of all thresholds
/// that make a difference; things that are equal are told apart by none.
public struct RankCurve: Hashable, Sendable {
  /// What a threshold does: what is at it or beyond is taken for positive.
  public struct Point: Hashable, Sendable {
    /// The threshold; infinite where nothing is taken for positive.
    public var threshold: Double
    /// The share of the negative things that are taken for positive.
    public var falsePositiveRate: Double
    /// The share of the positive things that are taken for positive; also called recall.
    public var truePositiveRate: Double
    /// The share of what is taken for positive that is positive; 1 where nothing is.
    public var precision: Double
  }

  /// The thresholds, from that which takes nothing for positive to that which takes all.
  public let points: [Point]

  /// Puts things in order.
  ///
  /// There is no curve where all things that count are of one kind.
  ///
  /// - Parameters:
  ///   - scores: the quantity of each thing; none is NaN
  ///   - areMeant: whether each is positive
  ///   - weights: how much each counts, which is not less than nothing; 1 where nothing is given
  ///   - lowIsPositive: whether low values speak for what is positive, not high ones
  public init?(
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
    // What is as good is in order, too, as the order of adding shows in the last digit.
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
      // Equal things are taken together.
      if index + 1 < sorted.count, sorted[index + 1].score == thing.score { continue }
      points.append(
        Point(
          threshold: sign * thing.score, falsePositiveRate: negative / all.negative,
          truePositiveRate: positive / all.positive, precision: positive / (positive + negative)))
    }
    self.points = points
  }

  /// The area under the receiver operating characteristic: how often a positive thing is beyond a
  /// negative one, equal ones being half so.
  public var areaUnderROC: Double {
    steps.reduce(0) { sum, step in
      sum + (step.to.falsePositiveRate - step.from.falsePositiveRate)
        * (step.to.truePositiveRate + step.from.truePositiveRate) / 2
    }
  }

  /// The area under precision over recall, straight lines being drawn from point to point.
  public var areaUnderPrecision: Double {
    steps.reduce(0) { sum, step in
      sum + (step.to.truePositiveRate - step.from.truePositiveRate)
        * (step.to.precision + step.from.precision) / 2
    }
  }

  /// The mean of the precision, over the recall that each threshold adds.
  public var averagePrecision: Double {
    steps.reduce(0) { sum, step in
      sum + (step.to.truePositiveRate - step.from.truePositiveRate) * step.to.precision
    }
  }

  private var steps: some Sequence<(from: Point, to: Point)> {
    zip(points, points.dropFirst()).lazy.map { (from: $0, to: $1) }
  }
}
