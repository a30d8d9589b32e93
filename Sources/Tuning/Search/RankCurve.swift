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
    var taken: [(score: Double, positive: Double, negative: Double)] = [(.infinity, 0, 0)]
    for (index, thing) in sorted.enumerated() {
      var counts = taken[taken.count - 1]
      let isFirst = index == 0 || sorted[index - 1].score != thing.score
      counts.score = thing.score
      if thing.isMeant { counts.positive += thing.weight } else { counts.negative += thing.weight }
      if isFirst { taken.append(counts) } else { taken[taken.count - 1] = counts }
    }
    let (_, positive, negative) = taken[taken.count - 1]
    guard positive > 0, negative > 0 else { return nil }
    points = taken.enumerated().map { index, counts in
      Point(
        threshold: sign * counts.score, falsePositiveRate: counts.negative / negative,
        truePositiveRate: counts.positive / positive,
        precision: index == 0 ? 1 : counts.positive / (counts.positive + counts.negative))
    }
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

  private var steps: [(from: Point, to: Point)] {
    zip(points, points.dropFirst()).map { ($0, $1) }
  }
}
