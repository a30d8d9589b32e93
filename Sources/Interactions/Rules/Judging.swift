extension ReleaseRule {
  /// Judges a release.
  package func decide(_ release: Release) -> Decision {
    let findings = clauses.map { clause in
      clause.conditions.map { finding(of: $0, in: release) }
    }
    let clause = findings.firstIndex { $0.allSatisfy { $0.holds } }
    let verdict = clause.map { clauses[$0].verdict } ?? otherwise
    let target = target(of: verdict, for: release)
    var judgement = Judgement(
      clause: clause, verdict: verdict, progress: progress(of: verdict, for: release),
      findings: findings)
    judgement.isLimited = target != unlimitedTarget(of: verdict, for: release)
    return Decision(outcome: outcome(at: target), target: target, reason: .judged(judgement))
  }

  /// Returns the progress that a release leads to by the rule's projection.
  package func projectedEnd(of release: Release) -> Double { value(of: .projected, in: release) }

  /// Returns the progress that a verdict compares with the snap points; `nil` for a verdict that does not.
  package func progress(of verdict: Verdict, for release: Release) -> Double? {
    switch verdict {
    case .finish, .cancel: nil
    case .nearest, .next, .previous: value(of: .fraction, in: release)
    case .projected, .carried, .coast: value(of: .projected, in: release)
    }
  }

  /// Decides about a gesture that was cancelled by the system, which leaves nothing to judge.
  ///
  /// The animation settles at the first snap point. With more than two snap points, it settles at the
  /// one nearest to where the fingers grabbed it.
  package func decideCutOff(startFraction: Double) -> Decision {
    let target = snapPoints.count > 2 ? snapPoint(nearestTo: startFraction) : snapPoints[0]
    return Decision(outcome: outcome(at: target), target: target, reason: .gestureCancelled)
  }

  /// Returns where a release leads, without the findings.
  package func target(for release: Release) -> Double {
    let clause = clauses.first { $0.conditions.allSatisfy { holds($0, for: release) } }
    return target(of: clause?.verdict ?? otherwise, for: release)
  }

  /// Returns the outcome of a release, without the findings.
  package func outcome(for release: Release) -> Decision.Outcome {
    outcome(at: target(for: release))
  }

  /// Returns the outcome that a release would have under a verdict.
  package func outcome(of verdict: Verdict, for release: Release) -> Decision.Outcome {
    outcome(at: target(of: verdict, for: release))
  }

  /// Returns the outcome of settling at a snap point.
  package func outcome(at target: Double) -> Decision.Outcome {
    target == snapPoints.last ? .finish : target == snapPoints.first ? .cancel : .snap
  }

  /// Returns a condition's threshold in the quantity's base unit.
  func limit(of condition: Condition, in release: Release) -> Double {
    condition.threshold * scale(of: condition, in: release)
  }

  /// Returns the quantity's base units in one unit of a condition.
  package func scale(of condition: Condition, in release: Release) -> Double {
    let scale = condition.unit.scale(distance: release.distance)
    guard condition.quantity.dimension == .progress else { return scale }
    // A progress given as a length is that length's share of the distance.
    return condition.unit.length == .progress ? 1 : scale / release.distance
  }

  /// Returns a release's value for a condition, in the condition's unit.
  package func value(of condition: Condition, in release: Release) -> Double {
    value(of: condition.quantity, in: release) / scale(of: condition, in: release)
  }

  private func finding(of condition: Condition, in release: Release) -> Finding {
    Finding(
      condition: condition, value: value(of: condition, in: release),
      holds: holds(condition, for: release))
  }

  /// Returns whether a release meets a condition.
  private func holds(_ condition: Condition, for release: Release) -> Bool {
    // The threshold is converted, not the value, so that a tie is a tie in any unit.
    condition.comparison.holds(
      value(of: condition.quantity, in: release), limit(of: condition, in: release))
  }

  /// Returns where a verdict settles the animation.
  package func target(of verdict: Verdict, for release: Release) -> Double {
    let target = unlimitedTarget(of: verdict, for: release)
    guard let reach = reach(from: release.startFraction, bound: release.startTarget) else {
      return target
    }
    return min(max(target, reach.lowerBound), reach.upperBound)
  }

  /// Returns where a verdict would settle the animation if a gesture could move it by any number of snap points.
  private func unlimitedTarget(of verdict: Verdict, for release: Release) -> Double {
    switch verdict {
    case .finish: snapPoints[snapPoints.count - 1]
    case .cancel: snapPoints[0]
    case .nearest: snapPoint(nearestTo: release.fraction)
    case .projected: snapPoint(nearestTo: projection.end(of: release))
    case .carried: carried(release)
    case .next: snapPoint(above: release.fraction)
    case .previous: snapPoint(atOrBelow: release.fraction)
    case .coast: coastingEnd(of: release)
    }
  }

  // MARK: Snap points

  /// 0.005, as GNOME's swipe trackers: an animation that is nearer to a snap point is at it.
  private static let nearness = 0.005

  /// Returns the progresses that a gesture can reach; `nil` if it can reach any.
  ///
  /// - Parameters:
  ///   - place: the progress at which the fingers grab the animation.
  ///   - target: the progress at which it rests, or to which it is running.
  package func reach(from place: Double, bound target: Double) -> ClosedRange<Double>? {
    guard let steps else { return nil }
    let start = snapPoint(nearestTo: stepsFrom == .place ? place : target)
    var (low, high) = (start, start)
    if stepsFrom == .place, abs(place - start) >= Self.nearness {
      low = snapPoint(atOrBelow: place)
      high = snapPoint(above: place)
    }
    let lower = (snapPoints.firstIndex(of: low) ?? 0) - steps
    let upper = (snapPoints.firstIndex(of: high) ?? 0) + steps
    return snapPoints[max(lower, 0)]...snapPoints[min(upper, snapPoints.count - 1)]
  }

  func snapPoint(atOrBelow progress: Double) -> Double {
    snapPoints.last { $0 <= progress } ?? snapPoints[0]
  }

  func snapPoint(above progress: Double) -> Double {
    snapPoints.first { $0 > progress } ?? snapPoints[snapPoints.count - 1]
  }

  /// Returns the snap point that is nearest to a progress.
  package func snapPoint(nearestTo progress: Double) -> Double {
    snapPoints.dropFirst().reduce(snapPoints[0]) { best, point in
      let (old, new) = (abs(best - progress), abs(point - progress))
      return new < old || new == old && ties == .upper ? point : best
    }
  }

  private func carried(_ release: Release) -> Double {
    let ends = snapPoints[0]...snapPoints[snapPoints.count - 1]
    let end = min(max(projection.end(of: release), ends.lowerBound), ends.upperBound)
    let origin = snapPoint(nearestTo: release.startFraction)
    let previous = snapPoint(atOrBelow: end)
    let next = snapPoints.first { $0 >= end } ?? ends.upperBound
    if release.velocity > 0, previous == origin { return next }
    if release.velocity <= 0, next == origin { return previous }
    return snapPoint(nearestTo: end)
  }
}

/// The result of a release, and the reason for it.
public struct Decision: Hashable, Sendable {
  /// Where the animation settles.
  public enum Outcome: String, Hashable, Sendable {
    /// At its end.
    case finish
    /// At its start.
    case cancel
    /// At a snap point between them.
    case snap
  }

  /// What the outcome is based on.
  public enum Reason: Hashable, Sendable {
    /// The judgement of a rule.
    case judged(Judgement)
    /// A cancelled gesture, which leaves nothing to judge.
    case gestureCancelled
  }

  /// Where the animation settles.
  public var outcome: Outcome
  /// The progress at which it comes to rest.
  public var target: Double
  /// The reason.
  public var reason: Reason

  /// Creates a decision from an outcome, its progress and its reason.
  public init(outcome: Outcome, target: Double, reason: Reason) {
    self.outcome = outcome
    self.target = target
    self.reason = reason
  }

  /// The judgement of the rule; `nil` if the gesture was cancelled.
  public var judgement: Judgement? {
    if case .judged(let judgement) = reason { judgement } else { nil }
  }

  /// The margin of the condition, if the rule has exactly one: see ``Finding/margin``.
  public var margin: Double? {
    guard let findings = judgement?.findings, findings.count == 1, findings[0].count == 1 else {
      return nil
    }
    return findings[0][0].margin
  }
}

/// What a rule found about a release.
public struct Judgement: Hashable, Sendable {
  /// The index of the deciding clause, from 0; `nil` if none held.
  public var clause: Int?
  /// The verdict on the release.
  public var verdict: ReleaseRule.Verdict
  /// The progress that was compared with the snap points, for a verdict that does so.
  ///
  /// It is the progress at the release, or the projected one.
  public var progress: Double?
  /// The findings on every condition of every clause, including the clauses after the deciding one.
  public var findings: [[Finding]]
  /// Whether it leads less far than the verdict, because a gesture moves the animation by so many snap points at most.
  package var isLimited = false

  /// Creates a judgement from its parts.
  package init(
    clause: Int?, verdict: ReleaseRule.Verdict, progress: Double? = nil, findings: [[Finding]]
  ) {
    self.clause = clause
    self.verdict = verdict
    self.progress = progress
    self.findings = findings
  }

  /// Whether the deciding clause asks for a velocity beyond a threshold.
  package var isFlick: Bool {
    deciding.contains { finding in
      let condition = finding.condition
      guard condition.quantity.dimension == .velocity else { return false }
      return switch condition.comparison {
      case .above, .atLeast: condition.threshold >= 0
      case .below, .atMost: condition.threshold < 0
      }
    }
  }

  /// The findings of the deciding clause; empty if none held.
  public var deciding: [Finding] {
    clause.flatMap { findings.indices.contains($0) ? findings[$0] : nil } ?? []
  }
}

/// A condition, and the value that a release has for it.
public struct Finding: Hashable, Sendable {
  /// The condition.
  public var condition: ReleaseRule.Condition
  /// The release's value, in the condition's unit.
  public var value: Double
  /// Whether the condition holds.
  public var holds: Bool

  /// Creates a finding from its parts.
  package init(condition: ReleaseRule.Condition, value: Double, holds: Bool) {
    self.condition = condition
    self.value = value
    self.holds = holds
  }

  /// The distance of the value from the threshold, in the condition's unit: positive on the side where the condition
  /// holds, negative on the other.
  public var margin: Double {
    switch condition.comparison {
    case .above, .atLeast: value - condition.threshold
    case .below, .atMost: condition.threshold - value
    }
  }

  /// The margin without its sign, for sentences that name the side.
  package var distance: Double { abs(margin) }
}

/// The condition of a rule whose threshold is nearest to another outcome of a release.
///
/// It names the nearest flip of ``Explanation`` by a condition, from the findings alone: one input of the release
/// changes as far as its conditions need, and all others stay.
package struct NearestCondition {
  /// The last condition to change sides.
  package var finding: Finding
  /// Its index among all conditions of the rule, in the order of the clauses.
  package var index: Int
  /// Its margin as a share of the full distance, or of the larger of value and threshold for velocities and times.
  package var relative: Double

  /// Creates a nearest condition from its parts.
  package init(finding: Finding, index: Int, relative: Double) {
    self.finding = finding
    self.index = index
    self.relative = relative
  }
}

extension ReleaseRule {
  /// Returns the condition nearest to another outcome; `nil` if no input changes the outcome alone.
  package func nearestCondition(to decision: Decision, of release: Release) -> NearestCondition? {
    guard let judgement = decision.judgement else { return nil }
    var inputs: [Quantity] = []
    var best: Place?
    for clause in clauses {
      for condition in clause.conditions where !inputs.contains(condition.input) {
        inputs.append(condition.input)
        for other in 0...clauses.count where other != judgement.clause ?? clauses.count {
          let verdict = other < clauses.count ? clauses[other].verdict : otherwise
          guard target(of: verdict, for: release) != decision.target,
            let hardest = hardest(to: other, by: condition.input, judgement.findings, release)
          else { continue }
          if let known = best, !(hardest.relative < known.relative) { continue }
          best = hardest
        }
      }
    }
    guard let best else { return nil }
    return NearestCondition(
      finding: judgement.findings[best.clause][best.index - best.first], index: best.index,
      relative: best.relative)
  }

  /// A condition: its clause, the indices of that clause's first condition and its own among all, and its margin as a
  /// share.
  private typealias Place = (clause: Int, first: Int, index: Int, relative: Double)

  /// Returns the hardest of the conditions that must change so that a clause decides, or none of them does; `nil` if
  /// they are not all about one input.
  private func hardest(
    to other: Int, by input: Quantity, _ findings: [[Finding]], _ release: Release
  ) -> Place? {
    var hardest: Place?
    var first = 0
    for clause in 0...min(other, findings.count - 1) {
      // A clause before it must fail, by its easiest condition; all of its own must hold.
      let mustFail = clause < other
      let holds = findings[clause].allSatisfy { $0.holds }
      var needed: Place?
      for (number, finding) in findings[clause].enumerated() where mustFail ? holds : !finding.holds
      {
        guard finding.condition.input == input else {
          if mustFail { continue }
          return nil
        }
        let relative = relative(finding, in: release)
        if let known = needed, mustFail ? relative >= known.relative : relative <= known.relative {
          continue
        }
        needed = (clause, first, first + number, relative)
      }
      if mustFail, holds, needed == nil { return nil }
      if let needed, needed.relative > hardest?.relative ?? -1 { hardest = needed }
      first += findings[clause].count
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

// MARK: Thresholds

extension ReleaseRule {
  /// The thresholds of all conditions, in the order of the clauses.
  package var thresholds: [Double] {
    get { clauses.flatMap { $0.conditions.map { $0.threshold } } }
    set {
      var rest = newValue[...]
      for clause in clauses.indices {
        for index in clauses[clause].conditions.indices {
          guard let threshold = rest.popFirst() else { return }
          clauses[clause].conditions[index].threshold = threshold
        }
      }
    }
  }

  /// Returns a threshold with few digits by which a release comes to rest elsewhere; `nil` if no other threshold of the
  /// condition leads there alone.
  package func flip(of nearest: NearestCondition, for release: Release) -> Double? {
    let target = decide(release).target
    var other = self
    for isAbove in [true, false] {
      let threshold = nearest.finding.beyond(isAbove: isAbove)
      other.thresholds[nearest.index] = threshold
      if other.decide(release).target != target { return threshold }
    }
    return nil
  }
}

extension Finding {
  /// Returns the number with the fewest decimals above or below the value that is no farther from it than a tenth of its
  /// distance from the threshold.
  fileprivate func beyond(isAbove: Bool) -> Double {
    let most = distance > 0 ? distance / 10 : max(abs(value), 1) / 1000
    var power = 1.0
    // Trajectories have six decimals; nine show any difference that counts.
    for _ in 0...9 {
      let scaled = value * power
      let next = (isAbove ? scaled.rounded(.down) + 1 : scaled.rounded(.up) - 1) / power
      if abs(next - value) <= most { return next }
      power *= 10
    }
    return value + (isAbove ? most : -most)
  }
}

extension ReleaseRule.Condition {
  /// A quantity that stands for the input of a release that the condition is about; inputs change independently.
  package var input: ReleaseRule.Quantity {
    switch quantity {
    case .lastMovement, .duration, .restTime: quantity
    default: quantity.dimension == .velocity ? .velocity : .fraction
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
