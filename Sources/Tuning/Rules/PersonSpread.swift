import PantographBase
import PantographInteractions

/// How much a quantity differs between people, and between the gestures of one person.
///
/// A one-way random-effects model: the value of a gesture is the mean of its class (it should finish or should not), plus
/// a deviation of its person, plus one of its own. Both variances are estimated by the method of moments, from the mean
/// squares of an analysis of variance (Searle 1971).
package struct PersonSpread: Hashable, Sendable {
  /// The standard deviation between people.
  package let between: Double
  /// The standard deviation between the gestures of one person.
  package let within: Double

  /// Estimates the spread; `nil` unless there are two people, and one with two gestures.
  ///
  /// - Parameters:
  ///   - values: a value for each gesture; those that are not finite are left out.
  ///   - people: the person of each gesture; those without one are left out.
  ///   - classes: whether each gesture should finish.
  package init?(_ values: [Double], of people: [String?], classes: [Bool]) {
    let used = values.indices.filter { values[$0].isFinite && people[$0] != nil }
    let groups = RowGroups(used.map { people[$0] })
    let count = Double(used.count)
    guard groups.count > 1, used.count > groups.count else { return nil }
    func mean(_ isFinish: Bool) -> Double {
      let own = used.filter { classes[$0] == isFinish }
      return own.reduce(0) { $0 + values[$1] } / Double(max(own.count, 1))
    }
    let means = (finish: mean(true), other: mean(false))
    let rest = used.map { values[$0] - (classes[$0] ? means.finish : means.other) }
    var sizes = [Double](repeating: 0, count: groups.count)
    var sums = sizes
    for (group, value) in zip(groups.numbers, rest) {
      sizes[group] += 1
      sums[group] += value
    }
    let all = rest.reduce(0, +) / count
    let squares = zip(groups.numbers, rest).reduce(0) { sum, next in
      let difference = next.1 - sums[next.0] / sizes[next.0]
      return sum + difference * difference
    }
    let among = zip(sizes, sums).reduce(0) { sum, next in
      let difference = next.1 / next.0 - all
      return sum + next.0 * difference * difference
    }
    let people = Double(groups.count)
    let own = squares / (count - people)
    let size = (count - sizes.reduce(0) { $0 + $1 * $1 } / count) / (people - 1)
    within = own.squareRoot()
    between = max((among / (people - 1) - own) / size, 0).squareRoot()
  }

  /// Returns the weight of a person's own deviation in empirical Bayes.
  ///
  /// It is the reliability of the mean of their gestures.
  ///
  /// - Parameter count: the number of their gestures.
  package func weight(count: Int) -> Double {
    let (people, own) = (between * between, within * within / Double(max(count, 1)))
    return people > 0 ? people / (people + own) : 0
  }
}

extension TuningResult {
  /// The thresholds for one person, drawn toward those of all others.
  ///
  /// Those of the person alone are too uncertain: measured, twenty gestures alone give more errors than everyone's
  /// thresholds.
  package struct Personal: Sendable {
    /// A threshold for the person.
    package struct Threshold: Sendable {
      /// Its name.
      package var name: String
      /// Its position in the rule.
      package var position: ThresholdPosition
      /// The best one for all others.
      package var others: Double
      /// The best one for the person's gestures alone.
      package var alone: Double
      /// The weight of the one alone, by the spread of its quantity.
      package var weight: Double
      /// The one between both.
      package var value: Double
    }

    /// The person.
    package var person: String
    /// The number of the person's gestures that were released.
    package var count: Int
    /// The thresholds.
    package var thresholds: [Threshold]
    /// The score of the thresholds of all others on the person's gestures.
    package var scoreOfOthers: TuningScore
    /// The score of the person's thresholds on the same gestures, which they were tuned on.
    package var score: TuningScore
  }
}

extension TuningPlan {
  /// Returns the thresholds for one person, with the estimator that was chosen for all.
  func personal(
    for person: String, _ study: TuningStudy, estimatorAt candidate: Int, _ spreads: [PersonSpread?]
  ) throws(Complaint) -> TuningResult.Personal {
    let tuning = study.candidates[candidate]
    let people = Set(tuning.gestures.lazy.compactMap(\.label.person)).sorted()
    guard people.contains(person) else {
      let advice =
        Spelling.nearest(to: person, among: people).map { "did you mean \($0)?" }
        ?? (people.isEmpty ? "none names a person" : "there are \(people.joined(separator: ", "))")
      throw Complaint("--shrink \(person): no gesture to tune on is of this person; \(advice)")
    }
    guard people.count > 1 else {
      throw Complaint("--shrink \(person): all gestures are of this person; add those of others")
    }
    let isOwn = tuning.gestures.map { $0.label.person == person }
    let own = study.solution(candidate, weights: isOwn.map { $0 ? 1 : 0 })
    let others = study.solution(candidate, weights: isOwn.map { $0 ? 0 : 1 })
    let gestures = tuning.gestures.filter { $0.label.person == person }
    let count = gestures.count { $0.features.release != nil }
    let rule = tuning.rule(with: others.thresholds)
    let thresholds = freeThresholds.indices.map { index in
      let (low, high) = (others.thresholds[index], own.thresholds[index])
      let weight = spreads[index]?.weight(count: count) ?? 0
      let middle = low + (high - low) * weight
      // A hundredth of the way between both, for a round number.
      let room = abs(high - low) / 200
      return TuningResult.Personal.Threshold(
        name: rule.name(of: freeThresholds[index]), position: freeThresholds[index], others: low,
        alone: high, weight: weight,
        value: weight > 0 && weight < 1
          ? RoundNumber.roundest(in: middle - room...middle + room) : middle)
    }
    return TuningResult.Personal(
      person: person, count: count, thresholds: thresholds,
      scoreOfOthers: TuningScore(rule, gestures, costs),
      score: TuningScore(tuning.rule(with: thresholds.map(\.value)), gestures, costs))
  }
}
