public import Gestures
public import Interactions

/// A rule under several velocity estimators, each with its own best thresholds: which is best.
///
/// Whatever is asked of it, be it with some gestures left out or drawn twice, the whole choice is made
/// anew: what is found on some gestures may then be held against the others.
public struct TuningStudy: Sendable {
  /// What was chosen on some gestures.
  public struct Choice: Hashable, Sendable {
    /// The estimator, as its place among those of the study.
    public var candidate: Int
    /// The thresholds.
    public var solution: ThresholdProblem.Solution
  }

  /// The search under each estimator.
  public let candidates: [RuleTuning]
  private let searches: [ThresholdSearch]

  /// Makes a study.
  ///
  /// - Parameters:
  ///   - rule: the rule as it is.
  ///   - places: the thresholds that are looked for.
  ///   - estimators: the velocity estimators to choose from, the first of equally good ones; those
  ///     whose unit is not the rule's are passed over.
  ///   - bounds: where a threshold may be, in its own unit; by its place.
  ///   - gestures: the gestures.
  ///   - costs: what misses cost.
  ///   - preference: which of several equally good settings is taken.
  public init(
    _ rule: ReleaseRule, _ freeThresholds: [ThresholdPosition], estimators: [VelocityEstimator],
    bounds: [ThresholdPosition: ClosedRange<Double>] = [:],
    gestures: some Sequence<LabelledGesture>,
    costs: TuningScore.Costs = .init(), preference: ThresholdProblem.Preference = .widest
  ) throws(TuningError) {
    let gestures = LabelledGestures(gestures)
    var candidates: [RuleTuning] = []
    for estimator in estimators where estimator.hasTime == rule.estimator.hasTime {
      var other = rule
      other.estimator = estimator
      candidates.append(
        try RuleTuning(
          other, freeThresholds, bounds: bounds, gestures: gestures, costs: costs,
          preference: preference))
    }
    guard !candidates.isEmpty else {
      throw TuningError("no estimator tells velocities in the rule's unit")
    }
    self.candidates = candidates
    searches = candidates.map { ThresholdSearch($0.problem) }
  }

  /// The best choice of each candidate, where each gesture counts so many times.
  func choices(weights: [Int]? = nil) -> [Choice] {
    candidates.indices.map { index in
      let tuning = candidates[index]
      let ofItems = weights.map { weights in tuning.gestureOfItem.map { weights[$0] } }
      return Choice(
        candidate: index, solution: searches[index].solve(tuning.preference, weights: ofItems))
    }
  }

  /// The best of several choices.
  func best(of choices: [Choice]) -> Choice {
    choices.dropFirst().reduce(choices[0]) { best, other in
      let (old, new) = (best.solution, other.solution)
      if new.cost != old.cost { return new.cost < old.cost ? other : best }
      return candidates[0].preference == .widest && new.margin > old.margin ? other : best
    }
  }

  /// The best choice, where each gesture counts so many times; once, if nothing is said.
  public func choice(weights: [Int]? = nil) -> Choice { best(of: choices(weights: weights)) }

  /// The rule of a choice.
  public func rule(of choice: Choice) -> ReleaseRule {
    candidates[choice.candidate].rule(with: choice.solution.thresholds)
  }

  /// What becomes of the gestures that count nothing, when the choice was made on the others.
  public func validate(weights: [Int]) -> Validation.Part {
    let tuning = candidates[0]
    let rule = rule(of: choice(weights: weights))
    var (trained, heldOut) = (TuningScore(), TuningScore())
    for (gesture, weight) in zip(tuning.gestures, weights) {
      let isFinished = gesture.features.outcome(by: rule) == .finish
      if weight > 0 {
        trained.add(finishing: isFinished, meant: gesture.isMeantToFinish, tuning.costs)
      } else {
        heldOut.add(finishing: isFinished, meant: gesture.isMeantToFinish, tuning.costs)
      }
    }
    return Validation.Part(rule: rule, trained: trained, heldOut: heldOut)
  }
}

/// What a choice is worth on gestures that it was not made on.
public struct Validation: Hashable, Sendable {
  /// One part of the gestures left out.
  public struct Part: Hashable, Sendable {
    /// The rule that was chosen on the rest.
    public var rule: ReleaseRule
    /// What it does with the rest.
    public var trained: TuningScore
    /// What it does with the part.
    public var heldOut: TuningScore
  }

  /// What the gestures of a part have in common.
  public var grouping: Grouping
  /// How many groups there are.
  public var groupCount: Int
  /// The parts, each of whole groups.
  public var parts: [Part]

  /// Makes a validation from its parts.
  public init(grouping: Grouping, groupCount: Int, parts: [Part]) {
    self.grouping = grouping
    self.groupCount = groupCount
    self.parts = parts
  }

  /// What the choices do with what they were made on.
  public var trained: TuningScore { sum(\.trained) }
  /// What they do with what they had not seen.
  public var heldOut: TuningScore { sum(\.heldOut) }

  private func sum(_ score: KeyPath<Part, TuningScore>) -> TuningScore {
    parts.reduce(into: TuningScore()) { $0.add($1[keyPath: score]) }
  }
}
