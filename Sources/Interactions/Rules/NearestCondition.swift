/// The condition of a rule whose threshold is nearest to another outcome of a release.
///
/// It names the nearest flip of ``Explanation`` by a condition, from the findings alone: one input of the release
/// changes as far as its conditions need, and all others stay. A page's script finds the same in `nearest.js`.
package struct NearestCondition {
  /// The last condition to change sides.
  package var finding: Finding
  /// Its margin as a share of the full distance, or of the larger of value and threshold for velocities and times.
  package var relative: Double
}

extension ReleaseRule {
  /// Returns the condition nearest to another outcome; `nil` if no input changes the outcome alone.
  package func nearestCondition(to decision: Decision, of release: Release) -> NearestCondition? {
    guard let judgement = decision.judgement else { return nil }
    let findings = judgement.findings.map { findings in
      findings.map { NearestCondition(finding: $0, relative: relative($0, in: release)) }
    }
    var inputs: [String] = []
    for condition in clauses.flatMap({ $0.conditions }) where !inputs.contains(condition.input) {
      inputs.append(condition.input)
    }
    var best: NearestCondition?
    for input in inputs {
      for other in 0...clauses.count where other != judgement.clause ?? clauses.count {
        let verdict = other < clauses.count ? clauses[other].verdict : otherwise
        guard target(of: verdict, for: release) != decision.target,
          let hardest = hardest(to: other, by: input, findings)
        else { continue }
        if let known = best, !(hardest.relative < known.relative) { continue }
        best = hardest
      }
    }
    return best
  }

  /// Returns the hardest of the conditions that must change so that a clause decides, or none of them does; `nil` if
  /// they are not all about one input.
  private func hardest(
    to other: Int, by input: String, _ findings: [[NearestCondition]]
  ) -> NearestCondition? {
    var needed: [NearestCondition?] = findings[..<other].filter {
      $0.allSatisfy { $0.finding.holds }
    }
    .map { clause in
      clause.filter { $0.finding.condition.input == input }.min { $0.relative < $1.relative }
    }
    if other < findings.count {
      needed += findings[other].filter { !$0.finding.holds }.map { one in
        one.finding.condition.input == input ? one : nil
      }
    }
    var hardest: NearestCondition?
    for one in needed {
      guard let one else { return nil }
      if let known = hardest, !(one.relative > known.relative) { continue }
      hardest = one
    }
    return hardest
  }

  private func relative(_ finding: Finding, in release: Release) -> Double {
    let scale = scale(of: finding.condition, in: release)
    switch finding.condition.quantity.dimension {
    case .progress: return finding.distance * scale
    case .length: return finding.distance * scale / release.distance
    case .velocity, .time:
      let larger = max(abs(finding.value), abs(finding.condition.threshold))
      return larger > 0 ? finding.distance / larger : 0
    }
  }
}

extension ReleaseRule.Condition {
  /// The name of the input of a release that the condition is about; inputs change independently.
  package var input: String {
    switch quantity {
    case .lastMovement, .duration, .restTime: quantity.rawValue
    default: quantity.dimension == .velocity ? "velocity" : "position"
    }
  }

  /// What margins are compared by: `progress`, `length`, or `other` for velocities and times.
  package var dimensionName: String {
    switch quantity.dimension {
    case .progress: "progress"
    case .length: "length"
    case .velocity, .time: "other"
    }
  }
}
