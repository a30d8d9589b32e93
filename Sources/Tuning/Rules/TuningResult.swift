public import Gestures
public import Interactions

/// Everything that tuning a rule found.
public struct TuningResult: Sendable {
  /// A threshold, before and after.
  public struct Threshold: Sendable {
    /// What it is called.
    public var name: String
    /// Where it stands.
    public var position: ThresholdPosition
    /// The condition as it was.
    public var before: ReleaseRule.Condition
    /// The threshold that was found, in the condition's unit.
    public var after: Double
    /// Where it can be, alone, without any gesture becoming something else.
    public var range: ClosedRange<Double>
    /// The 95 % confidence interval of ``range``, where there are bootstrap resamples.
    ///
    /// It goes from the 2.5th percentile of the lower ends in the resamples to the 97.5th of the upper ends.
    public var interval: ClosedRange<Double>?
    /// What it costs elsewhere.
    public var curve: ErrorCurve
    /// The gestures that keep it where it is, as their places among all: the next below it, and the
    /// next above.
    public var deciders: [Int]
  }

  /// How many gestures of a class there are, and how many of them a threshold can judge.
  public struct Examples: Hashable, Sendable {
    /// How many have a label of the class.
    public var labelled: Int
    /// How many of them were recognised and released; no threshold changes what becomes of the others.
    public var released: Int
    /// With fewer examples than these, one gesture more can move a threshold far.
    public static let minimumCount = 10

    init(of gestures: some Collection<LabelledGesture>) {
      labelled = gestures.count
      released = gestures.count { $0.features.release != nil }
    }
  }

  /// How well a quantity alone tells what was meant.
  public struct Ranking: Sendable {
    /// The condition that asks for it.
    public var name: String
    /// Where the condition is in the rule.
    public var position: ThresholdPosition
    /// Whether more of it speaks for finishing.
    public var moreFinishes: Bool
    /// The area under its receiver operating characteristic; nothing where the gestures are of one kind only.
    public var areaUnderROC: Double?
    /// Its average precision; nothing where the gestures are of one kind only.
    public var averagePrecision: Double?
  }

  /// A rule by its name, and what it does with the same gestures.
  public struct Rival: Sendable {
    /// What it is called.
    public var name: String
    /// How well it does.
    public var score: TuningScore
  }

  /// The labelled gestures.
  public var gestures: LabelledGestures
  /// The gestures that must finish, counted as they were before other settings were tried.
  public var finishing: Examples
  /// The gestures that must not finish, counted as they were before other settings were tried.
  public var others: Examples
  /// How many gestures there are without a label.
  public var unlabelledCount: Int
  /// How many recordings all gestures are from.
  public var recordingCount: Int
  /// What misses cost.
  public var costs: TuningScore.Costs
  /// The rule as it was.
  public var before: ReleaseRule
  /// The rule as it was found.
  public var after: ReleaseRule
  /// How well the rule did as it was.
  public var scoreBefore: TuningScore
  /// How well it does as it was found.
  public var scoreAfter: TuningScore
  /// How it was found, and what is proven.
  public var solution: ThresholdProblem.Solution
  /// What gestures cost for which thresholds make no difference, as they did not let go.
  public var fixedCost: Int
  /// The thresholds that were looked for.
  public var thresholds: [Threshold]
  /// What was meant against what becomes of it.
  public var confusion: Confusion
  /// The best of each estimator that was tried, in their order.
  public var estimators: [(estimator: VelocityEstimator, cost: Int)]
  /// The estimators that were asked for but tell velocities in a unit which the rule does not ask for.
  public var skippedEstimators: [VelocityEstimator]
  /// How well each condition's quantity tells the gestures apart alone.
  public var rankings: [Ranking]
  /// What the choice is worth on gestures that it was not made on.
  public var validations: [Validation]
  /// How many draws the intervals are made of.
  public var resamples: Int
  /// The other rules.
  public var rivals: [Rival]
  /// What becomes of the gestures that were held out from all of it; nothing where none were.
  public var heldOut: HeldOut?
  /// What the rule as it was found gets wrong, the worst first.
  public var wrong: HardGestures
  /// What it gets right by little, the nearest first.
  public var near: HardGestures
  /// How much of what a hand did counts as little.
  public var nearShare: Double
}

/// Runs pieces of work that do not depend on each other, and gives back their results in order.
public protocol Workers: Sendable {
  /// The results of so many pieces, each told by its number from 0.
  func map<Outcome: Sendable>(_ count: Int, _ piece: @Sendable (Int) -> Outcome) -> [Outcome]
}

/// Does one piece of work after the other.
public struct OneWorker: Workers {
  /// Makes the worker.
  public init() {}

  /// The results of so many pieces.
  public func map<Outcome: Sendable>(_ count: Int, _ piece: @Sendable (Int) -> Outcome) -> [Outcome]
  {
    (0..<count).map(piece)
  }
}
