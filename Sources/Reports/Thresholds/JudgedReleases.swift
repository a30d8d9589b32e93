package import PantographBase
package import PantographInteractions
package import PantographTrajectories

/// A rule and releases as data, from which a page's script judges the releases with other thresholds.
///
/// Thresholds change neither what a rule measures of a release nor where its verdicts lead, so both are numbers in
/// the page. All digits are written: the script compares the same numbers in the same order of operations, so that it
/// agrees with the program to the last bit.
package struct JudgedReleases {
  /// A release, and the number of its gesture.
  package typealias Entry = (number: Int, release: Release)

  let rule: ReleaseRule
  private let releases: [Entry]
  /// The verdicts, each once.
  private let verdicts: [ReleaseRule.Verdict]
  /// All conditions, in the order of the clauses.
  let conditions: [ReleaseRule.Condition]

  /// Returns how the animation would settle after another decision about the release with an index.
  package typealias Settling = (Int, Decision) throws(Complaint) -> ReleaseSettling
  private let settling: Settling?

  /// Makes the data of a rule and releases; without `settling`, only outcomes follow the thresholds.
  package init(
    _ rule: ReleaseRule, _ releases: [Entry], settling: Settling? = nil
  ) {
    self.rule = rule
    self.releases = releases
    self.settling = settling
    conditions = rule.clauses.flatMap(\.conditions)
    let used = rule.clauses.map(\.verdict) + [rule.otherwise]
    verdicts = ReleaseRule.Verdict.allCases.filter(used.contains)
  }

  /// Returns the values of the releases for a condition, in its unit.
  func values(of condition: ReleaseRule.Condition) -> [Double] {
    releases.map { rule.value(of: condition, in: $0.release) }
  }

  // MARK: Data

  /// The data for `rules.js`.
  package var json: JSONText {
    let scales = releases.first.map { self.scales(for: $0.release) } ?? []
    var first = 0
    let clauses = rule.clauses.map { clause -> JSONText in
      let indices = clause.conditions.indices.map { JSONText.integer(first + $0) }
      first += clause.conditions.count
      return ["conditions": .list(indices), "verdict": index(of: clause.verdict)]
    }
    return [
      "conditions": .list(conditions.map(Self.json)), "clauses": .list(clauses),
      "otherwise": index(of: rule.otherwise), "verdicts": .list(verdicts.map(Self.json)),
      "first": .exact(rule.snapPoints[0]),
      "last": .exact(rule.snapPoints[rule.snapPoints.count - 1]),
      "isShort": .flag(rule.fractionAbove != nil), "text": .string(template),
      "scales": Self.json(scales), "distance": .exact(distance),
      "releases": .list(releases.indices.map { json($0, besides: scales) }),
    ]
  }

  /// The rule as JSON, with `#0#`, `#1#` … for the thresholds.
  private var template: String {
    var numbered = rule
    var number = 0.0
    for clause in numbered.clauses.indices {
      for condition in numbered.clauses[clause].conditions.indices {
        numbered.clauses[clause].conditions[condition].threshold = number
        number += 1
      }
    }
    return numbered.json { "#\($0.asWritten)#" }
  }

  /// The full distance of the first release; others have their own only where it differs.
  private var distance: Double { releases.first?.release.distance ?? 1 }

  private func index(of verdict: ReleaseRule.Verdict) -> JSONText {
    .integer(verdicts.firstIndex(of: verdict) ?? 0)
  }

  private func scales(for release: Release) -> [Double] {
    conditions.map { rule.scale(of: $0, in: release) }
  }

  private static func json(_ numbers: [Double]) -> JSONText {
    .list(numbers.map { .exact($0) })
  }

  private static func json(_ condition: ReleaseRule.Condition) -> JSONText {
    [
      "name": .string(Wording.name(of: condition.quantity)),
      "unit": .string(Wording.unit(of: condition)),
      "comparison": .string(condition.comparison.rawValue),
      "sides": .list(
        [false, true].map { .string(Wording.side(of: condition.comparison, holds: $0)) }),
      "threshold": .exact(condition.threshold), "input": .string(condition.input.rawValue),
      "dimension": .string(condition.dimensionName),
    ]
  }

  /// The words have `#` for the progress.
  private static func json(_ verdict: ReleaseRule.Verdict) -> JSONText {
    [
      "isPlain": .flag(verdict == .finish || verdict == .cancel),
      "words": .string(Wording.phrase(verdict, at: "#")),
    ]
  }

  /// Returns how the animation would settle, or why there is no curve for that.
  private func path(_ index: Int, _ decision: Decision) -> JSONText? {
    guard let settling else { return nil }
    do {
      return try settling(index, decision).json
    } catch {
      return .string(error.sentence)
    }
  }

  /// Scales are written only where they differ, as between surfaces of different sizes.
  private func json(_ index: Int, besides common: [Double]) -> JSONText {
    let (number, release) = releases[index]
    let recorded = rule.target(for: release)
    let values = conditions.map { rule.value(of: $0.quantity, in: release) }
    let ends = verdicts.map { verdict -> JSONText in
      let target = rule.target(of: verdict, for: release)
      let progress = rule.progress(of: verdict, for: release)
      var end: [JSONText] = [.exact(target), progress.map { .exact($0) } ?? .null]
      if target != recorded {
        let decision = Decision(
          outcome: rule.outcome(of: verdict, for: release), target: target,
          reason: .judged(Judgement(clause: nil, verdict: verdict, findings: [])))
        if let path = path(index, decision) { end.append(path) }
      }
      return .list(end)
    }
    var members: [(key: String, value: JSONText)] = [
      ("number", .integer(number)), ("values", Self.json(values)), ("ends", .list(ends)),
    ]
    let own = scales(for: release)
    if release.distance != distance { members.append(("distance", .exact(release.distance))) }
    if own != common { members.append(("scales", Self.json(own))) }
    return .object(members)
  }
}
