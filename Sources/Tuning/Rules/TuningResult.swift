package import PantographGestures
package import PantographInteractions

/// The result of tuning a rule.
package struct TuningResult: Sendable {
  /// A threshold before and after tuning.
  package struct Threshold: Sendable {
    /// Its name.
    package var name: String
    /// Its position in the rule.
    package var position: ThresholdPosition
    /// The original condition.
    package var before: ReleaseRule.Condition
    /// The tuned threshold, in the condition's unit.
    package var after: Double
    /// The range in which it can move alone without a change of any outcome.
    package var range: ClosedRange<Double>
    /// The bounds within which it was searched.
    package var bounds: ClosedRange<Double>
    /// The bound that it can move to while there are gestures beyond; `nil` without one.
    package var reachedBound: ReachedBound?
    /// The 95 % confidence interval of ``range``, if there are bootstrap resamples: over people if there are enough, and
    /// over the gestures of the only one.
    ///
    /// It runs from the 2.5th percentile of the lower ends in the resamples to the 97.5th of the upper
    /// ends.
    package var interval: ClosedRange<Double>?
    /// The spread of its quantity between people and within one; `nil` for fewer than two people.
    package var spread: PersonSpread?
    /// The cost of its other values.
    package var curve: ErrorCurve
    /// The indices of the gestures that bound it: the closest one below and the closest one above.
    package var deciders: [Int]
  }

  /// A bound that stops a threshold before the values of some gestures.
  package struct ReachedBound: Hashable, Sendable {
    /// The bound.
    package var bound: Double
    /// The value farthest beyond it.
    package var farthest: Double
    /// The bounds that include all values, with round ends.
    package var wider: ClosedRange<Double>

    /// Returns the bound that a range ends at, if values that a threshold could separate are beyond it.
    ///
    /// Equal bounds fix a threshold, so it does not reach them.
    package init?(
      _ range: ClosedRange<Double>, within bounds: ClosedRange<Double>, among values: [Double]
    ) {
      guard let least = values.min(), let most = values.max(), bounds.lowerBound < bounds.upperBound
      else { return nil }
      if range.lowerBound == bounds.lowerBound, least < bounds.lowerBound {
        bound = bounds.lowerBound
        farthest = least
      } else if range.upperBound == bounds.upperBound, most > bounds.upperBound {
        bound = bounds.upperBound
        farthest = most
      } else {
        return nil
      }
      // An open end would be the values' too, as `--bounds` takes numbers.
      let (low, high) = (bounds.lowerBound, bounds.upperBound)
      let start = low <= least && low > -1e9 ? low : RoundNumber.beyond(least, .down)
      let end = high >= most && high < 1e9 ? high : RoundNumber.beyond(most, .up)
      wider = start...end
    }
  }

  /// The number of gestures of a class, and how many of them a threshold can judge.
  package struct Examples: Hashable, Sendable {
    /// The number of gestures with a label of the class.
    package var labelled: Int
    /// The number of them that were recognised and released; thresholds do not affect the others.
    package var released: Int
    /// The number below which one more gesture can move a threshold far.
    package static let minimumCount = 10

    init(of gestures: some Collection<LabelledGesture>) {
      labelled = gestures.count
      released = gestures.count { $0.features.release != nil }
    }
  }

  /// How well a quantity alone separates the classes.
  package struct Ranking: Sendable {
    /// The name of its condition.
    package var name: String
    /// The position of its condition in the rule.
    package var position: ThresholdPosition
    /// Whether larger values indicate finishing.
    package var moreFinishes: Bool
    /// The area under the receiver operating characteristic; `nil` for gestures of one class only.
    package var areaUnderROC: Double?
    /// The average precision; `nil` for gestures of one class only.
    package var averagePrecision: Double?
  }

  /// Another rule and its score on the same gestures.
  package struct Rival: Sendable {
    /// Its name.
    package var name: String
    /// Its score.
    package var score: TuningScore
  }

  /// The labelled gestures.
  package var gestures: LabelledGestures
  /// The gestures that should finish, counted before other settings were tried.
  package var finishing: Examples
  /// The gestures that should not finish, counted before other settings were tried.
  package var others: Examples
  /// The number of gestures without a label.
  package var unlabelledCount: Int
  /// The number of recordings.
  package var recordingCount: Int
  /// The costs of errors.
  package var costs: TuningScore.Costs
  /// The original rule.
  package var before: ReleaseRule
  /// The tuned rule.
  package var after: ReleaseRule
  /// The score of the original rule.
  package var scoreBefore: TuningScore
  /// The score of the tuned rule.
  package var scoreAfter: TuningScore
  /// The solution, with what is proven about it.
  package var solution: ThresholdProblem.Solution
  /// The cost of gestures that were not released and that thresholds therefore do not affect.
  package var fixedCost: Int
  /// The thresholds that were searched for.
  package var thresholds: [Threshold]
  /// The labels against the outcomes.
  package var confusion: Confusion
  /// The best cost with each estimator that was tried, in their order.
  package var estimators: [(estimator: VelocityEstimator, cost: Int)]
  /// The requested estimators whose velocity unit is not the rule's.
  package var skippedEstimators: [VelocityEstimator]
  /// How well each condition's quantity alone separates the classes.
  package var rankings: [Ranking]
  /// The thresholds for one person, if they were requested.
  package var personal: Personal?
  /// The cross-validations.
  package var validations: [Validation]
  /// The people of the gestures.
  package var people: LabelledPeople
  /// The number of bootstrap resamples; 0 with too few people.
  package var resamples: Int
  /// The other rules.
  package var rivals: [Rival]
  /// The evaluation of the held-out gestures, if any.
  package var heldOut: HeldOut?
  /// The gestures that the tuned rule gets wrong, the worst first.
  package var wrong: HardGestures
  /// The narrow passes, the closest first.
  package var near: HardGestures
  /// The largest relative change that counts as narrow.
  package var nearShare: Double
}

/// Runs independent pieces of work and returns their results in order.
package protocol Workers: Sendable {
  /// Returns the results of `count` pieces of work, called with their indices.
  func map<Outcome: Sendable>(_ count: Int, _ piece: @Sendable (Int) -> Outcome) -> [Outcome]
}

/// The errors of a rule on labelled gestures.
package struct TuningScore: Hashable, Sendable {
  /// The costs of errors, in thousandths.
  package struct Costs: Hashable, Sendable {
    /// The cost of a false finish.
    package var falseFinish: Int
    /// The cost of a false cancel.
    package var falseCancel: Int

    /// Creates costs; by default all errors cost the same.
    package init(falseFinish: Int = 1000, falseCancel: Int = 1000) {
      self.falseFinish = falseFinish
      self.falseCancel = falseCancel
    }

    /// Returns the cost of a gesture.
    func cost(finishing: Bool, meant: Bool) -> Int {
      finishing == meant ? 0 : finishing ? falseFinish : falseCancel
    }
  }

  /// The number of gestures.
  package private(set) var count = 0
  /// The number of gestures that finished but should not.
  package private(set) var falseFinishes = 0
  /// The number of gestures that did not finish but should.
  package private(set) var falseCancels = 0
  /// The cost of the errors, in thousandths.
  package private(set) var cost = 0
  /// The 95 % confidence interval of ``errorShare`` over people; `nil` for fewer than eight people.
  package private(set) var interval: ClosedRange<Double>?

  /// Creates an empty score.
  package init() {}

  /// Creates the score of a rule on gestures, with the interval over people.
  package init(_ rule: ReleaseRule, _ gestures: some Sequence<LabelledGesture>, _ costs: Costs) {
    var byPerson = ErrorsByPerson()
    for gesture in gestures {
      let isFinished = gesture.features.outcome(by: rule) == .finish
      add(finishing: isFinished, meant: gesture.isMeantToFinish, costs)
      byPerson.add(isWrong: isFinished != gesture.isMeantToFinish, of: gesture.label.person)
    }
    interval = byPerson.interval
  }

  /// Creates the sum of scores on parts of gestures, with the interval over the people of all.
  init(_ parts: some Sequence<TuningScore>, _ byPerson: ErrorsByPerson) {
    for part in parts { add(part) }
    interval = byPerson.interval
  }

  /// Counts a gesture; the interval is left out.
  package mutating func add(finishing: Bool, meant: Bool, _ costs: Costs) {
    count += 1
    if finishing, !meant { falseFinishes += 1 }
    if meant, !finishing { falseCancels += 1 }
    cost += costs.cost(finishing: finishing, meant: meant)
    interval = nil
  }

  /// Adds the counts of another score; the interval is left out.
  package mutating func add(_ other: TuningScore) {
    count += other.count
    falseFinishes += other.falseFinishes
    falseCancels += other.falseCancels
    cost += other.cost
    interval = nil
  }

  /// The number of errors.
  package var errors: Int { falseFinishes + falseCancels }
  /// The fraction of errors; 0 without gestures.
  package var errorShare: Double { count > 0 ? Double(errors) / Double(count) : 0 }
}

/// Counts of labels against outcomes.
package struct Confusion: Hashable, Sendable {
  /// A row: all gestures with the same label.
  package struct Row: Hashable, Sendable {
    /// The label.
    package var word: String
    /// The number of gestures that finished.
    package var finished = 0
    /// The number of gestures that went to a snap point.
    package var snapped = 0
    /// The number of gestures that were cancelled.
    package var cancelled = 0
    /// The number of gestures that were not recognised.
    package var unseen = 0

    /// Creates a row.
    package init(
      word: String, finished: Int = 0, snapped: Int = 0, cancelled: Int = 0, unseen: Int = 0
    ) {
      self.word = word
      self.finished = finished
      self.snapped = snapped
      self.cancelled = cancelled
      self.unseen = unseen
    }
  }

  /// The rows: finish, cancel, nothing, then the others by name.
  package private(set) var rows: [Row] = []

  /// Counts the outcomes of gestures under a rule.
  package init(_ rule: ReleaseRule, _ gestures: some Collection<LabelledGesture>) {
    let usual = ["finish", "cancel", "nothing"]
    let used = Set(gestures.lazy.map(\.label.meaning.word))
    rows = (usual.filter(used.contains) + used.subtracting(usual).sorted()).map { Row(word: $0) }
    for gesture in gestures {
      guard let index = rows.firstIndex(where: { $0.word == gesture.label.meaning.word }) else {
        continue
      }
      switch gesture.features.outcome(by: rule) {
      case .finish: rows[index].finished += 1
      case .snap: rows[index].snapped += 1
      case .cancel: rows[index].cancelled += 1
      case nil: rows[index].unseen += 1
      }
    }
  }
}
