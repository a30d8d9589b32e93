package import PantographBase
import PantographGestures
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

  /// Creates a study of a plan, with its estimators whose velocity unit is that of its rule.
  package init(
    _ plan: TuningPlan, of gestures: some Sequence<LabelledGesture>
  ) throws(Complaint) {
    let gestures = LabelledGestures(gestures)
    var candidates: [RuleTuning] = []
    for estimator in plan.estimators where estimator.hasTime == plan.rule.estimator.hasTime {
      var rule = plan.rule
      rule.estimator = estimator
      candidates.append(
        try RuleTuning(
          rule, plan.freeThresholds, bounds: plan.bounds, gestures: gestures, costs: plan.costs,
          preference: plan.preference))
    }
    guard !candidates.isEmpty else {
      throw Complaint("no estimator has the rule's velocity unit")
    }
    self.candidates = candidates
    searches = candidates.map { ThresholdSearch($0.problem) }
  }

  /// Returns the best choice with each estimator, with a weight for each gesture.
  func choices(weights: [Int]? = nil) -> [Choice] {
    candidates.indices.map { Choice(candidate: $0, solution: solution($0, weights: weights)) }
  }

  /// Returns the best thresholds with one estimator, with a weight for each gesture; 1 by default.
  func solution(_ candidate: Int, weights: [Int]?) -> ThresholdProblem.Solution {
    let tuning = candidates[candidate]
    let ofItems = weights.map { weights in tuning.gestureOfItem.map { weights[$0] } }
    return searches[candidate].solve(tuning.preference, weights: ofItems)
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
    var trained = TuningScore()
    var heldOut = TuningScore()
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

  /// Creates a validation from its parts, and the part in which each gesture was left out.
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
      let isRight = gesture.isRight(by: parts[part].rule)
      let wasRight = gesture.isRight(by: original)
      byPerson.add(isWrong: !isRight, of: gesture.label.person)
      if isRight, !wasRight { pairs.better += 1 }
      if wasRight, !isRight { pairs.worse += 1 }
    }
    trained = parts.reduce(into: TuningScore()) { $0.add($1.trained) }
    heldOut = TuningScore(parts.map(\.heldOut), byPerson)
    againstOriginal = pairs
  }
}
