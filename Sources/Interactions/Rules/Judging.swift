extension ReleaseRule {
  /// Judges a release.
  package func decide(_ release: Release) -> Decision {
    let findings = clauses.map { clause in
      clause.conditions.map { finding(of: $0, in: release) }
    }
    let clause = findings.firstIndex { $0.allSatisfy { $0.holds } }
    let verdict = clause.map { clauses[$0].verdict } ?? otherwise
    let target = target(of: verdict, for: release)
    return Decision(
      outcome: outcome(at: target), target: target,
      reason: .judged(
        Judgement(
          clause: clause, verdict: verdict, progress: progress(of: verdict, for: release),
          findings: findings)))
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
    let target = snapPoints.count > 2 ? nearest(to: startFraction) : snapPoints[0]
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
  func outcome(at target: Double) -> Decision.Outcome {
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
    switch verdict {
    case .finish: snapPoints[snapPoints.count - 1]
    case .cancel: snapPoints[0]
    case .nearest: nearest(to: release.fraction)
    case .projected: nearest(to: projection.end(of: release))
    case .carried: carried(release)
    case .next: snapPoint(above: release.fraction)
    case .previous: snapPoint(atOrBelow: release.fraction)
    case .coast: coastingEnd(of: release)
    }
  }

  // MARK: Snap points

  func snapPoint(atOrBelow progress: Double) -> Double {
    snapPoints.last { $0 <= progress } ?? snapPoints[0]
  }

  func snapPoint(above progress: Double) -> Double {
    snapPoints.first { $0 > progress } ?? snapPoints[snapPoints.count - 1]
  }

  private func nearest(to progress: Double) -> Double {
    snapPoints.dropFirst().reduce(snapPoints[0]) { best, point in
      let (old, new) = (abs(best - progress), abs(point - progress))
      return new < old || new == old && ties == .upper ? point : best
    }
  }

  private func carried(_ release: Release) -> Double {
    let ends = snapPoints[0]...snapPoints[snapPoints.count - 1]
    let end = min(max(projection.end(of: release), ends.lowerBound), ends.upperBound)
    let origin = nearest(to: release.startFraction)
    let previous = snapPoint(atOrBelow: end)
    let next = snapPoints.first { $0 >= end } ?? ends.upperBound
    if release.velocity > 0, previous == origin { return next }
    if release.velocity <= 0, next == origin { return previous }
    return nearest(to: end)
  }
}
