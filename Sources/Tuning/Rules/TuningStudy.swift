package import PantographGestures
package import PantographInteractions

/// The choice of a velocity estimator and thresholds for a rule.
///
/// With gestures left out or resampled, the whole choice is made anew, so that the left-out gestures
/// can validate it.
package struct TuningStudy: Sendable {
  /// A choice made on some gestures.
  package struct Choice: Hashable, Sendable {
    /// The index of the estimator in the study.
    package var candidate: Int
    /// The thresholds.
    package var solution: ThresholdProblem.Solution
  }

  /// The search with each estimator.
  package let candidates: [RuleTuning]
  private let searches: [ThresholdSearch]

  /// Creates a study.
  ///
  /// - Parameters:
  ///   - rule: the original rule.
  ///   - freeThresholds: the thresholds to search for.
  ///   - estimators: the velocity estimators to choose from; the first among equals wins. Those whose
  ///     unit is not the rule's are skipped.
  ///   - bounds: the range of a threshold in its own unit, by its position.
  ///   - gestures: the gestures.
  ///   - costs: the costs of errors.
  ///   - preference: the preference among equally good settings.
  package init(
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
      throw TuningError("no estimator has the rule's velocity unit")
    }
    self.candidates = candidates
    searches = candidates.map { ThresholdSearch($0.problem) }
  }

  /// Returns the best choice with each estimator, with a weight for each gesture.
  func choices(weights: [Int]? = nil) -> [Choice] {
    candidates.indices.map { index in
      let tuning = candidates[index]
      let ofItems = weights.map { weights in tuning.gestureOfItem.map { weights[$0] } }
      return Choice(
        candidate: index, solution: searches[index].solve(tuning.preference, weights: ofItems))
    }
  }

  /// Returns the best thresholds with one estimator, with a weight for each gesture.
  func solution(_ candidate: Int, weights: [Int]) -> ThresholdProblem.Solution {
    let tuning = candidates[candidate]
    return searches[candidate].solve(
      tuning.preference, weights: tuning.gestureOfItem.map { weights[$0] })
  }

  /// Returns the best of several choices.
  func best(of choices: [Choice]) -> Choice {
    choices.dropFirst().reduce(choices[0]) { best, other in
      let (old, new) = (best.solution, other.solution)
      if new.cost != old.cost { return new.cost < old.cost ? other : best }
      return candidates[0].preference == .widest && new.slack > old.slack ? other : best
    }
  }

  /// Returns the best choice, with a weight for each gesture; 1 by default.
  package func choice(weights: [Int]? = nil) -> Choice { best(of: choices(weights: weights)) }

  /// Returns the rule of a choice.
  package func rule(of choice: Choice) -> ReleaseRule {
    candidates[choice.candidate].rule(with: choice.solution.thresholds)
  }

  /// Chooses on the gestures with a weight and evaluates the choice on those of weight 0.
  package func validate(weights: [Int]) -> Validation.Part {
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

/// The score of choices on gestures that they were not made on.
package struct Validation: Hashable, Sendable {
  /// One part of the gestures that was left out.
  package struct Part: Hashable, Sendable {
    /// The rule that was chosen on the rest.
    package var rule: ReleaseRule
    /// Its score on the rest.
    package var trained: TuningScore
    /// Its score on the part.
    package var heldOut: TuningScore
  }

  /// The grouping that keeps gestures in the same part.
  package var grouping: Grouping
  /// The number of groups.
  package var groupCount: Int
  /// The parts, each of whole groups.
  package var parts: [Part]
  /// The score on the gestures that the choices were made on.
  package let trained: TuningScore
  /// The score on the gestures that were left out, with its interval over people.
  package let heldOut: TuningScore
  /// The gestures that were left out, as the choices judge them and as the original rule does.
  package let againstOriginal: PairedTest

  /// Creates a validation from its parts.
  ///
  /// - Parameters:
  ///   - grouping: the grouping.
  ///   - groupCount: the number of groups.
  ///   - parts: the choices.
  ///   - partOfGesture: the part in which each gesture was left out.
  ///   - gestures: the gestures.
  ///   - original: the original rule.
  init(
    grouping: Grouping, groupCount: Int, parts: [Part], partOfGesture: [Int],
    _ gestures: LabelledGestures, against original: ReleaseRule
  ) {
    self.grouping = grouping
    self.groupCount = groupCount
    self.parts = parts
    var byPerson = ErrorsByPerson()
    var pairs = PairedTest()
    for (gesture, part) in zip(gestures, partOfGesture) {
      let (isRight, wasRight) = (
        gesture.isRight(by: parts[part].rule), gesture.isRight(by: original)
      )
      byPerson.add(isWrong: !isRight, of: gesture.label.person)
      if isRight, !wasRight { pairs.better += 1 }
      if wasRight, !isRight { pairs.worse += 1 }
    }
    trained = parts.reduce(into: TuningScore()) { $0.add($1.trained) }
    heldOut = TuningScore(parts.map(\.heldOut), byPerson)
    againstOriginal = pairs
  }
}
