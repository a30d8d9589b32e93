public import PantographGestures
public import PantographInteractions

/// The result of tuning a rule.
public struct TuningResult: Sendable {
  /// A threshold before and after tuning.
  public struct Threshold: Sendable {
    /// Its name.
    public var name: String
    /// Its position in the rule.
    public var position: ThresholdPosition
    /// The original condition.
    public var before: ReleaseRule.Condition
    /// The tuned threshold, in the condition's unit.
    public var after: Double
    /// The range in which it can move alone without a change of any outcome.
    public var range: ClosedRange<Double>
    /// The 95 % confidence interval of ``range``, if there are bootstrap resamples.
    ///
    /// It runs from the 2.5th percentile of the lower ends in the resamples to the 97.5th of the upper
    /// ends.
    public var interval: ClosedRange<Double>?
    /// The cost of its other values.
    public var curve: ErrorCurve
    /// The indices of the gestures that bound it: the closest one below and the closest one above.
    public var deciders: [Int]
  }

  /// The number of gestures of a class, and how many of them a threshold can judge.
  public struct Examples: Hashable, Sendable {
    /// The number of gestures with a label of the class.
    public var labelled: Int
    /// The number of them that were recognised and released; thresholds do not affect the others.
    public var released: Int
    /// The number below which one more gesture can move a threshold far.
    public static let minimumCount = 10

    init(of gestures: some Collection<LabelledGesture>) {
      labelled = gestures.count
      released = gestures.count { $0.features.release != nil }
    }
  }

  /// How well a quantity alone separates the classes.
  public struct Ranking: Sendable {
    /// The name of its condition.
    public var name: String
    /// The position of its condition in the rule.
    public var position: ThresholdPosition
    /// Whether larger values indicate finishing.
    public var moreFinishes: Bool
    /// The area under the receiver operating characteristic; `nil` for gestures of one class only.
    public var areaUnderROC: Double?
    /// The average precision; `nil` for gestures of one class only.
    public var averagePrecision: Double?
  }

  /// Another rule and its score on the same gestures.
  public struct Rival: Sendable {
    /// Its name.
    public var name: String
    /// Its score.
    public var score: TuningScore
  }

  /// The labelled gestures.
  public var gestures: LabelledGestures
  /// The gestures that should finish, counted before other settings were tried.
  public var finishing: Examples
  /// The gestures that should not finish, counted before other settings were tried.
  public var others: Examples
  /// The number of gestures without a label.
  public var unlabelledCount: Int
  /// The number of recordings.
  public var recordingCount: Int
  /// The costs of errors.
  public var costs: TuningScore.Costs
  /// The original rule.
  public var before: ReleaseRule
  /// The tuned rule.
  public var after: ReleaseRule
  /// The score of the original rule.
  public var scoreBefore: TuningScore
  /// The score of the tuned rule.
  public var scoreAfter: TuningScore
  /// The solution, with what is proven about it.
  public var solution: ThresholdProblem.Solution
  /// The cost of gestures that were not released and that thresholds therefore do not affect.
  public var fixedCost: Int
  /// The thresholds that were searched for.
  public var thresholds: [Threshold]
  /// The labels against the outcomes.
  public var confusion: Confusion
  /// The best cost with each estimator that was tried, in their order.
  public var estimators: [(estimator: VelocityEstimator, cost: Int)]
  /// The requested estimators whose velocity unit is not the rule's.
  public var skippedEstimators: [VelocityEstimator]
  /// How well each condition's quantity alone separates the classes.
  public var rankings: [Ranking]
  /// The cross-validations.
  public var validations: [Validation]
  /// The number of bootstrap resamples.
  public var resamples: Int
  /// The other rules.
  public var rivals: [Rival]
  /// The evaluation of the held-out gestures, if any.
  public var heldOut: HeldOut?
  /// The gestures that the tuned rule gets wrong, the worst first.
  public var wrong: HardGestures
  /// The narrow passes, the closest first.
  public var near: HardGestures
  /// The largest relative change that counts as narrow.
  public var nearShare: Double
}

/// Runs independent pieces of work and returns their results in order.
public protocol Workers: Sendable {
  /// Returns the results of `count` pieces of work, called with their indices.
  func map<Outcome: Sendable>(_ count: Int, _ piece: @Sendable (Int) -> Outcome) -> [Outcome]
}

/// Runs one piece of work after the other.
public struct OneWorker: Workers {
  /// Creates the worker.
  public init() {}

  /// Returns the results of `count` pieces of work.
  public func map<Outcome: Sendable>(_ count: Int, _ piece: @Sendable (Int) -> Outcome) -> [Outcome]
  {
    (0..<count).map(piece)
  }
}
