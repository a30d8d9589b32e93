package import PantographBase
package import PantographGestures
package import PantographInteractions

/// The thresholds to search for, and how the result is validated.
package struct TuningPlan: Sendable {
  /// The original rule.
  package var rule: ReleaseRule
  /// The thresholds to search for; the others stay fixed.
  package var freeThresholds: [ThresholdPosition]
  /// The range of a threshold in its own unit, by its position.
  package var bounds: [ThresholdPosition: ClosedRange<Double>] = [:]
  /// The velocity estimators to choose from; the first among equals wins.
  package var estimators: [VelocityEstimator]
  /// The costs of errors.
  package var costs = TuningScore.Costs()
  /// The preference among equally good settings.
  package var preference = ThresholdProblem.Preference.widest
  /// The groupings for cross-validation.
  package var groupings = Grouping.allCases
  /// The number of parts for cross-validation; fewer than 2 disables it.
  package var folds = 5
  /// The number of bootstrap resamples for the confidence intervals.
  package var resamples = 200
  /// The seed of all random choices.
  package var seed = defaultSeed
  /// The largest relative change that counts as narrow.
  package var nearShare = 0.1
  /// The person whose thresholds are drawn toward those of all others.
  package var person: String?
  /// The other rules to compare with, by name.
  package var rivals: [(name: String, rule: ReleaseRule)] = []

  /// The default seed.
  package static let defaultSeed: UInt64 = 1

  /// Creates a plan for all thresholds of a rule except those of 0, which only test a sign.
  package init(_ rule: ReleaseRule) {
    self.rule = rule
    estimators = [rule.estimator]
    freeThresholds = rule.thresholdPositions.filter { rule[$0].threshold != 0 }
  }
}

extension TuningPlan {
  /// Returns how good the best thresholds are for gestures.
  package func worth(
    _ gestures: some Sequence<LabelledGesture>
  ) throws(Complaint) -> SettingSearch.Worth {
    let gestures = LabelledGestures(gestures)
    let study = try TuningStudy(self, of: gestures)
    let choice = study.choice()
    return .init(
      cost: TuningScore(study.rule(of: choice), gestures, costs).cost,
      slack: choice.solution.slack)
  }
}

extension GestureFeatures {
  fileprivate struct Name: Hashable {
    var recording: String
    var number: Int
  }

  fileprivate var name: Name { Name(recording: recording, number: number) }
}

extension TuningResult {
  /// Tunes a rule on labelled gestures.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - gestures: the labelled gestures.
  ///   - rows: all gestures, labelled or not.
  ///   - original: the rule and the gestures before other settings were searched; by default those of
  ///     the plan.
  ///   - heldOut: gestures that are not tuned on.
  ///   - workers: runs independent pieces of work.
  package init(
    _ plan: TuningPlan, _ gestures: some Sequence<LabelledGesture>,
    of rows: some Sequence<GestureFeatures>,
    from original: (rule: ReleaseRule, gestures: LabelledGestures)? = nil,
    holdingOut heldOut: HeldOutGestures? = nil, by workers: some Workers
  ) throws(Complaint) {
    let gestures = LabelledGestures(gestures)
    let study = try TuningStudy(plan, of: gestures)
    let choices = study.choices()
    let choice = study.best(of: choices)
    let tuning = study.candidates[choice.candidate]
    self.gestures = gestures
    let isHeldOut = heldOut.map { Set($0.original.lazy.map(\.features.name)) } ?? []
    var recordings: Set<String> = []
    unlabelledCount = 0
    for row in rows where isHeldOut.isEmpty || !isHeldOut.contains(row.name) {
      if row.label == nil { unlabelledCount += 1 }
      recordings.insert(row.recording)
    }
    recordingCount = recordings.count
    costs = plan.costs
    let original = original ?? (plan.rule, gestures)
    before = original.rule
    finishing = Examples(of: original.gestures.filter(\.isMeantToFinish))
    others = Examples(of: original.gestures.filter { !$0.isMeantToFinish })
    after = study.rule(of: choice)
    scoreBefore = TuningScore(before, original.gestures, costs)
    scoreAfter = TuningScore(after, gestures, costs)
    solution = choice.solution
    fixedCost = scoreAfter.cost - solution.cost
    confusion = Confusion(after, gestures)
    let base = fixedCost
    estimators = choices.map {
      (study.candidates[$0.candidate].rule.estimator, $0.solution.cost + base)
    }
    skippedEstimators = plan.estimators.filter { $0.hasTime != plan.rule.estimator.hasTime }
    rankings = Ranking.all(of: after, gestures)
    rivals = plan.rivals.map {
      .init(name: $0.name, score: .init($0.rule, original.gestures, plan.costs))
    }
    nearShare = plan.nearShare
    (wrong, near) = HardGestures.all(among: gestures, under: after, within: nearShare)

    self.heldOut = heldOut.map { [before, after] in .init($0, before: before, after: after, plan) }

    people = LabelledPeople(gestures)
    let bootstrap: Bootstrap?
    switch people {
    // Without free thresholds there is nothing to validate, and few people give no interval.
    case _ where plan.freeThresholds.isEmpty, .few: bootstrap = nil
    // With a single person, gestures are resampled instead of persons.
    case .unknown, .one: bootstrap = Bootstrap(groups: gestures.map { _ in nil }, seed: plan.seed)
    case .enough:
      bootstrap = Bootstrap(groups: gestures.map { $0.group(by: .person) }, seed: plan.seed)
    }
    resamples = bootstrap == nil ? 0 : plan.resamples
    let resampled = workers.map(resamples) { draw in
      study.choice(weights: bootstrap?.weights(replicate: draw)).solution.ranges
    }
    let found = (after, solution, fixedCost)
    let spreads = plan.freeThresholds.map { [after] in Self.spread(of: $0, in: after, gestures) }
    thresholds = plan.freeThresholds.enumerated().map { index, position in
      Self.threshold(
        index, position, tuning, found, resampled.map { $0[index] }, spread: spreads[index])
    }
    personal = try plan.person.map { person throws(Complaint) in
      try plan.personal(for: person, study, estimatorAt: choice.candidate, spreads)
    }
    validations = plan.groupings.compactMap { grouping in
      Self.validation(grouping, plan, study, gestures, workers)
    }
  }

  private static func threshold(
    _ index: Int, _ position: ThresholdPosition, _ tuning: RuleTuning,
    _ found: (rule: ReleaseRule, solution: ThresholdProblem.Solution, base: Int),
    _ resampled: [ClosedRange<Double>], spread: PersonSpread?
  ) -> Threshold {
    let thresholds = tuning.freeThresholds.map { found.rule[$0].threshold }
    let range = found.solution.ranges[index]
    let bounds = tuning.problem.axes[index].bounds
    return Threshold(
      name: found.rule.name(of: position), position: position, before: tuning.rule[position],
      after: found.rule[position].threshold, range: range, bounds: bounds,
      reachedBound: .init(range, within: bounds, among: tuning.separableValues(of: index)),
      interval: Bootstrap.interval(of: resampled), spread: spread,
      curve: ErrorCurve(along: index, of: tuning.problem, at: thresholds, base: found.base),
      deciders: deciders(of: index, tuning, thresholds))
  }

  /// Returns the spread of a threshold's quantity between people.
  private static func spread(
    of position: ThresholdPosition, in rule: ReleaseRule, _ gestures: LabelledGestures
  ) -> PersonSpread? {
    var values: [Double] = []
    var people: [String?] = []
    var classes: [Bool] = []
    for gesture in gestures {
      guard let release = gesture.features.release(for: rule) else { continue }
      values.append(rule.value(of: rule[position], in: release))
      people.append(gesture.label.person)
      classes.append(gesture.isMeantToFinish)
    }
    return PersonSpread(values, of: people, classes: classes)
  }

  /// Returns the gestures closest to a threshold on both sides, among those that it decides.
  private static func deciders(
    of axis: Int, _ tuning: RuleTuning, _ thresholds: [Double]
  ) -> [Int] {
    var below: (value: Double, index: Int)?
    var above: (value: Double, index: Int)?
    let items = tuning.problem.items
    for (item, index) in tuning.gestureOfItem.enumerated() {
      let sides = tuning.problem.sides(of: item, thresholds)
      let value = items.value(of: item, axis)
      guard
        items.cost(of: item, sides: sides | 1 << axis)
          != items.cost(of: item, sides: sides & ~(1 << axis))
      else { continue }
      if sides & 1 << axis == 0 {
        if below.map({ value > $0.value }) ?? true { below = (value, index) }
      } else if above.map({ value < $0.value }) ?? true {
        above = (value, index)
      }
    }
    return [below, above].compactMap { $0?.index }
  }

  private static func validation(
    _ grouping: Grouping, _ plan: TuningPlan, _ study: TuningStudy, _ gestures: LabelledGestures,
    _ workers: some Workers
  ) -> Validation? {
    let groups = gestures.map { $0.group(by: grouping) }
    let names = Set(groups.lazy.compactMap(\.self))
    guard plan.folds > 1, names.count > 1, !plan.freeThresholds.isEmpty else { return nil }
    let folds = Folds(
      groups: groups, classes: gestures.map { $0.isMeantToFinish ? 1 : 0 }, count: plan.folds,
      seed: plan.seed)
    return Validation(
      grouping: grouping, groupCount: names.count,
      parts: workers.map(folds.count) { study.validate(weights: folds.weights(without: $0)) },
      partOfGesture: folds.parts, gestures, against: plan.rule)
  }
}
