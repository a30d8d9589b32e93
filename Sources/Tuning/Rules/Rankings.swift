import Interactions

extension TuningResult.Ranking {
  /// How well each condition's quantity alone ranks gestures.
  static func all(of rule: ReleaseRule, _ gestures: LabelledGestures) -> [Self] {
    rule.thresholdPlaces.map { place in
      let curve = curve(of: place, in: rule, gestures)
      return Self(
        name: rule.name(of: place), place: place, moreFinishes: moreFinishes(place, in: rule),
        areaUnderROC: curve?.areaUnderROC, averagePrecision: curve?.averagePrecision)
    }
  }

  private static func moreFinishes(_ place: ThresholdPlace, in rule: ReleaseRule) -> Bool {
    rule[place].comparison.asksForMore != (rule.clauses[place.clause].verdict == .cancel)
  }

  fileprivate static func curve(
    of place: ThresholdPlace, in rule: ReleaseRule, _ gestures: LabelledGestures
  ) -> RankCurve? {
    var (scores, areMeant): ([Double], [Bool]) = ([], [])
    for gesture in gestures {
      guard let release = gesture.features.release(for: rule) else { continue }
      scores.append(rule.value(of: rule[place], in: release))
      areMeant.append(gesture.isMeantToFinish)
    }
    return RankCurve(
      scores: scores, areMeant: areMeant, lowIsPositive: !moreFinishes(place, in: rule))
  }
}

extension TuningResult {
  /// The curves of a ranking, which take more memory than all else that is known of it.
  public func curve(of ranking: Ranking) -> RankCurve? {
    Ranking.curve(of: ranking.place, in: after, gestures)
  }
}
