/// The decision on a release, and the changes that would have flipped it.
///
/// Each independent input is changed alone, by as little as possible. The thresholds, snap points and
/// signs at which the outcome can change are solved for; between two neighbours it can't. Each flip is
/// then found by judging on both sides of such a border.
package struct Explanation: Hashable, Sendable {
  /// The decision that is explained.
  package var decision: Decision
  /// For each input that can flip the outcome, the smallest change that does.
  package var flips: [Flip]

  /// The smallest flip relative to its scale; `nil` if nothing flips the outcome.
  package var nearest: Flip? { flips.min { $0.relative < $1.relative } }
}

/// The smallest change of a single input that flips the outcome of a release.
package struct Flip: Hashable, Sendable {
  /// An input that can change independently of the others.
  package enum Input: String, CaseIterable, Sendable {
    /// The position at the release in millimetres toward progress: travel and fraction together.
    case position
    /// The velocity toward progress, in millimetres per second.
    case velocity
    /// The duration of the gesture, in seconds.
    case duration
    /// The time without movement before the release, in seconds.
    case restTime
    /// The travel across, in millimetres.
    case crossTravel
    /// The velocity across, in millimetres per second.
    case crossVelocity
  }

  /// The input that is changed.
  package var input: Input
  /// The actual value.
  package var from: Double
  /// The nearest value that flips the outcome.
  package var to: Double
  /// The outcome after the change.
  package var outcome: Decision.Outcome
  /// The progress at which the animation would come to rest.
  package var target: Double
  /// The first condition that changes sides, if one does.
  package var condition: ReleaseRule.Condition?
  /// The change in the condition's unit, if the condition measures this input.
  package var changeInRuleUnit: Double?
  /// The scale for comparing changes: the full distance for lengths, the larger of both values for
  /// velocities and times.
  package var scale: Double

  /// The change, in the input's unit.
  package var change: Double { to - from }
  /// The change as a share of its scale.
  package var relative: Double { scale > 0 ? abs(change) / scale : 0 }
}

extension ReleaseRule {
  /// Judges a release, and finds the changes that would flip its outcome.
  package func explain(_ release: Release) -> Explanation {
    let (decision, differences) = (decide(release), differences)
    return Explanation(
      decision: decision,
      flips: Flip.Input.allCases.compactMap { input in
        let borders = borders(of: input, in: release, differences)
        return flip(of: input, in: release, decision: decision, borders)
      })
  }

  private func flip(
    of input: Flip.Input, in release: Release, decision: Decision, _ borders: [Double]
  ) -> Flip? {
    let start = release[input]
    let sides = [borders.filter { $0 > start }, borders.reversed().filter { $0 < start }]
    let ends = sides.compactMap { border(along: $0, of: input, in: release, of: decision) }
    guard let end = ends.min(by: { abs($0 - start) < abs($1 - start) }) else { return nil }
    let other = decide(release.with(input, end))
    let before: [Finding] = decision.judgement?.findings.flatMap { $0 } ?? []
    let after: [Finding] = other.judgement?.findings.flatMap { $0 } ?? []
    let condition = zip(before, after).first { $0.holds != $1.holds }?.0.condition
    return Flip(
      input: input, from: start, to: end, outcome: other.outcome, target: other.target,
      condition: condition,
      changeInRuleUnit: condition.flatMap {
        input.measures($0)
          ? (end - start) / $0.unit.scale(distance: release.distance) : nil
      },
      scale: input.isLength ? release.distance : max(abs(start), abs(end)))
  }

  /// Returns the first value, going through the borders in order, at which the decision differs.
  ///
  /// An animation that coasts may come to rest anywhere between its ends.
  private func border(
    along borders: [Double], of input: Flip.Input, in release: Release, of decision: Decision
  ) -> Double? {
    let coasts = decision.judgement?.verdict == .coast && decision.outcome == .snap
    func stays(_ value: Double) -> Bool {
      let target = target(for: release.with(input, value))
      return target == decision.target || coasts && outcome(at: target) == .snap
    }
    var same = release[input]
    for (index, border) in borders.enumerated() {
      let next = index + 1 < borders.count ? borders[index + 1] : border
      for value in [(same + border) / 2, border, (border + next) / 2] {
        if stays(value) {
          same = value
          continue
        }
        // A single border lies between the two values: bisection finds it.
        var (inside, outside) = (same, value)
        while abs(outside - inside) > 1e-12 {
          let middle = (inside + outside) / 2
          guard middle != inside, middle != outside else { break }
          if stays(middle) { inside = middle } else { outside = middle }
        }
        return outside
      }
    }
    return nil
  }

  // MARK: Borders between outcomes

  /// Returns all values of an input at which a decision can change, in order, with the ends of its
  /// range.
  private func borders(
    of input: Flip.Input, in release: Release, _ differences: [(Release) -> Double]
  ) -> [Double] {
    let kinks = kinks(of: input, in: release)
    var borders = kinks
    for difference in differences {
      for (low, high) in zip(kinks, kinks.dropFirst()) {
        // A step may lie on the kink, or off it by a rounding error, so both are left out.
        let root = root(from: low + hair(low), to: high - hair(high)) { value in
          difference(release.with(input, value))
        }
        if let root { borders.append(root) }
      }
    }
    return Set(borders).sorted()
  }

  /// The functions of a release that change sign where the decision can change.
  private var differences: [(Release) -> Double] {
    let conditions = clauses.flatMap { $0.conditions }.map { condition in
      { (release: Release) in
        value(of: condition.quantity, in: release) - limit(of: condition, in: release)
      }
    }
    let verdicts = Set(clauses.map { $0.verdict } + [otherwise])
    let middles = zip(snapPoints, snapPoints.dropFirst()).map { ($0 + $1) / 2 }
    var ends: [(Release) -> Double] = []
    for progress in snapPoints + middles {
      if !verdicts.isDisjoint(with: [.projected, .carried, .coast]) {
        ends.append { projection.end(of: $0) - progress }
      }
      if !verdicts.isDisjoint(with: [.nearest, .next, .previous, .coast]) {
        ends.append { $0.fraction - progress }
      }
    }
    return conditions + ends
  }

  /// Returns the values between which every quantity is monotonic, with the ends of the range.
  private func kinks(of input: Flip.Input, in release: Release) -> [Double] {
    var kinks = [input.range.lowerBound, 0, input.range.upperBound]
    switch input {
    case .position:
      let zero = release.travel - release.unlimitedFraction * release.distance
      let limits = release.limits
      let fractions =
        snapPoints + [release.startFraction, release.peak, limits.lowerBound, limits.upperBound]
      kinks += fractions.map { zero + $0 * release.distance } + [-release.earlierTravel]
    case .velocity, .duration, .restTime, .crossTravel, .crossVelocity: break
    }
    return Set(kinks).filter(input.range.contains).sorted()
  }

  /// Returns more than the rounding error of a conversion to progress and back, and far less than
  /// fingers can resolve.
  private func hair(_ value: Double) -> Double { 1e-9 * max(1, abs(value)) }

  /// Returns where a monotonic function changes its sign.
  private func root(
    from low: Double, to high: Double, of function: (Double) -> Double
  ) -> Double? {
    var (low, high) = (low, high)
    let sign = function(low) < 0
    guard low < high, (function(high) < 0) != sign else { return nil }
    while high - low > 1e-12 {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { break }
      if (function(middle) < 0) == sign { low = middle } else { high = middle }
    }
    return high
  }
}

extension Flip.Input {
  /// The range that is searched: 10 m, 100 m/s, an hour.
  fileprivate var range: ClosedRange<Double> {
    switch self {
    case .position, .crossTravel: -10_000...10_000
    case .velocity, .crossVelocity: -100_000...100_000
    case .duration, .restTime: 0...3600
    }
  }

  fileprivate var isLength: Bool { self == .position || self == .crossTravel }

  fileprivate func measures(_ condition: ReleaseRule.Condition) -> Bool {
    switch self {
    case .position, .crossTravel:
      condition.quantity.dimension == .length || condition.quantity.dimension == .progress
    case .velocity, .crossVelocity: condition.quantity.dimension == .velocity
    case .duration, .restTime: condition.quantity.dimension == .time
    }
  }
}

extension Release {
  fileprivate subscript(_ input: Flip.Input) -> Double {
    switch input {
    case .position: travel
    case .velocity: velocity
    case .duration: duration
    case .restTime: restTime
    case .crossTravel: crossTravel
    case .crossVelocity: crossVelocity
    }
  }

  /// The fractions that fingers can drive the animation to: the whole range, and where they grabbed or
  /// released it.
  fileprivate var limits: ClosedRange<Double> {
    min(0, startFraction, fraction)...max(1, startFraction, fraction)
  }

  /// The fraction that the fingers drove to, continued beyond the end of the animation.
  fileprivate var unlimitedFraction: Double {
    let driven = startFraction + travel / distance
    let shown = min(max(driven, limits.lowerBound), limits.upperBound)
    return abs(shown - fraction) < 1e-9 ? driven : fraction
  }

  /// Returns the release with another value for one input; a position also changes the progress.
  func with(_ input: Flip.Input, _ value: Double) -> Release {
    var release = self
    switch input {
    case .position:
      let driven = unlimitedFraction + (value - travel) / distance
      release.fraction = min(max(driven, limits.lowerBound), limits.upperBound)
      release.travel = value
      release.peak = max(peak, release.fraction)
    case .velocity: release.velocity = value
    case .duration: release.duration = value
    case .restTime: release.restTime = value
    case .crossTravel: release.crossTravel = value
    case .crossVelocity: release.crossVelocity = value
    }
    return release
  }
}
