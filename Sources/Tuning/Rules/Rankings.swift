import PantographInteractions

extension TuningResult.Ranking {
  /// Returns how well each condition's quantity alone ranks gestures.
  static func all(of rule: ReleaseRule, _ gestures: LabelledGestures) -> [Self] {
    rule.thresholdPositions.map { position in
      let curve = curve(of: position, in: rule, gestures)
      return Self(
        name: rule.name(of: position), position: position,
        moreFinishes: moreFinishes(position, in: rule),
        areaUnderROC: curve?.areaUnderROC, averagePrecision: curve?.averagePrecision)
    }
  }

  private static func moreFinishes(_ position: ThresholdPosition, in rule: ReleaseRule) -> Bool {
    rule[position].comparison.asksForMore != (rule.clauses[position.clause].verdict == .cancel)
  }

  fileprivate static func curve(
    of position: ThresholdPosition, in rule: ReleaseRule, _ gestures: LabelledGestures
  ) -> RankCurve? {
    var (scores, areMeant): ([Double], [Bool]) = ([], [])
    for gesture in gestures {
      guard let release = gesture.features.release(for: rule) else { continue }
      scores.append(rule.value(of: rule[position], in: release))
      areMeant.append(gesture.isMeantToFinish)
    }
    return RankCurve(
      scores: scores, areMeant: areMeant, lowIsPositive: !moreFinishes(position, in: rule))
  }
}

extension TuningResult {
  /// Returns the curves of a ranking; they are not stored because of their size.
  package func curve(of ranking: Ranking) -> RankCurve? {
    Ranking.curve(of: ranking.position, in: after, gestures)
  }
}
