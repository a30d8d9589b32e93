/// What would have made a release end elsewhere.
///
/// Each of the things that a hand does, and that do not depend on each other, is changed alone, by as
/// little as it takes. The thresholds, snap points and signs at which anything can change are solved
/// for, and between two of them nothing does; each flip is then found by judging on both sides of it.
public struct Explanation: Hashable, Sendable {
  /// The decision that is explained.
  public var decision: Decision
  /// For each input by which the release would end elsewhere, the least change that does it.
  public var flips: [Flip]

  /// The flip that is least, measured by its scale; nothing where nothing flips.
  public var nearest: Flip? { flips.min { $0.relative < $1.relative } }
}

/// The least change of one input alone that makes a release end elsewhere.
public struct Flip: Hashable, Sendable {
  /// What a hand does independently of the rest.
  public enum Input: String, CaseIterable, Sendable {
    /// Where the fingers let go, in millimetres toward progress: travel and fraction together.
    case place
    /// How fast they moved toward progress, in millimetres per second.
    case velocity
    /// How long the gesture took, in seconds.
    case duration
    /// How long they were still at the end, in seconds.
    case stillness
    /// How far they went across, in millimetres.
    case crossTravel
    /// How fast they moved across, in millimetres per second.
    case crossVelocity
  }

  /// What is changed.
  public var input: Input
  /// What it was.
  public var from: Double
  /// What it would be, just on the other side.
  public var to: Double
  /// What would become of the release then.
  public var outcome: Decision.Outcome
  /// The progress at which it would come to rest.
  public var target: Double
  /// The condition that changes sides, if it is one: the first that does.
  public var condition: ReleaseRule.Condition?
  /// The change in the condition's unit, where that measures what is changed.
  public var changeInRuleUnit: Double?
  /// What the change is held against: for lengths the distance of the whole progress, for velocities
  /// and times the larger of before and after.
  public var scale: Double

  /// The change, in the input's unit.
  public var change: Double { to - from }
  /// The change as a share of its scale.
  public var relative: Double { scale > 0 ? abs(change) / scale : 0 }
}

extension ReleaseRule {
  /// Judges a release, and finds what would have made it end elsewhere.
  public func explain(_ release: Release) -> Explanation {
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
    let ways = [borders.filter { $0 > start }, borders.reversed().filter { $0 < start }]
    let ends = ways.compactMap { border(along: $0, of: input, in: release, to: decision.target) }
    guard let end = ends.min(by: { abs($0 - start) < abs($1 - start) }) else { return nil }
    let other = decide(release.with(input, end))
    let before: [Finding] = decision.judgement?.findings.flatMap(\.self) ?? []
    let after: [Finding] = other.judgement?.findings.flatMap(\.self) ?? []
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

  /// The first value along a way at which the target is another, just on its other side.
  private func border(
    along borders: [Double], of input: Flip.Input, in release: Release, to target: Double
  ) -> Double? {
    func stays(_ value: Double) -> Bool { self.target(for: release.with(input, value)) == target }
    var same = release[input]
    for (index, border) in borders.enumerated() {
      let next = index + 1 < borders.count ? borders[index + 1] : border
      for value in [(same + border) / 2, border, (border + next) / 2] {
        if stays(value) {
          same = value
          continue
        }
        // One border lies between what stays and what does not: halving finds its edge.
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

  // MARK: Where anything can change

  /// All values of an input at which a decision can change, increasing, and the ends of its range.
  private func borders(
    of input: Flip.Input, in release: Release, _ differences: [(Release) -> Double]
  ) -> [Double] {
    let kinks = kinks(of: input, in: release)
    var borders = kinks
    for difference in differences {
      for (low, high) in zip(kinks, kinks.dropFirst()) {
        // A step may sit on the kink, or a rounding beside it: what counts is what lies between.
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
    let conditions = clauses.flatMap(\.conditions).map { condition in
      { (release: Release) in
        value(of: condition.quantity, in: release) - limit(of: condition, in: release)
      }
    }
    let verdicts = Set(clauses.map(\.verdict) + [otherwise])
    let middles = zip(snapPoints, snapPoints.dropFirst()).map { ($0 + $1) / 2 }
    var ends: [(Release) -> Double] = []
    for place in snapPoints + middles {
      if !verdicts.isDisjoint(with: [.projected, .carried]) {
        ends.append { projection.end(of: $0) - place }
      }
      if !verdicts.isDisjoint(with: [.nearest, .next, .previous]) {
        ends.append { $0.fraction - place }
      }
    }
    return conditions + ends
  }

  /// The values between which every quantity only grows or only falls, and the ends of the range.
  private func kinks(of input: Flip.Input, in release: Release) -> [Double] {
    var kinks = [input.range.lowerBound, 0, input.range.upperBound]
    switch input {
    case .place:
      let zero = release.travel - release.led * release.distance
      let limits = release.limits
      let fractions =
        snapPoints + [release.startFraction, release.peak, limits.lowerBound, limits.upperBound]
      kinks += fractions.map { zero + $0 * release.distance }
    case .velocity, .duration, .stillness, .crossTravel, .crossVelocity: break
    }
    return Set(kinks).filter(input.range.contains).sorted()
  }

  /// More than a place loses when it is turned into a progress and back, and nothing to a hand.
  private func hair(_ value: Double) -> Double { 1e-9 * max(1, abs(value)) }

  /// Where a function that only grows or only falls changes its sign.
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
  /// What is looked at: a hand's ten metres, a hundred metres per second, an hour.
  fileprivate var range: ClosedRange<Double> {
    switch self {
    case .place, .crossTravel: -10_000...10_000
    case .velocity, .crossVelocity: -100_000...100_000
    case .duration, .stillness: 0...3600
    }
  }

  fileprivate var isLength: Bool { self == .place || self == .crossTravel }

  fileprivate func measures(_ condition: ReleaseRule.Condition) -> Bool {
    switch self {
    case .place, .crossTravel:
      condition.quantity.dimension == .length || condition.quantity.dimension == .progress
    case .velocity, .crossVelocity: condition.quantity.dimension == .velocity
    case .duration, .stillness: condition.quantity.dimension == .time
    }
  }
}

extension Release {
  fileprivate subscript(_ input: Flip.Input) -> Double {
    switch input {
    case .place: travel
    case .velocity: velocity
    case .duration: duration
    case .stillness: stillness
    case .crossTravel: crossTravel
    case .crossVelocity: crossVelocity
    }
  }

  /// The fractions that a hand can lead to: all from start to end, and where it took hold or is.
  fileprivate var limits: ClosedRange<Double> {
    min(0, startFraction, fraction)...max(1, startFraction, fraction)
  }

  /// Where the hand has led to, beyond the end of the animation if it went on there.
  fileprivate var led: Double {
    let led = startFraction + travel / distance
    let shown = min(max(led, limits.lowerBound), limits.upperBound)
    return abs(shown - fraction) < 1e-9 ? led : fraction
  }

  /// The release, had this been another; a place brings its progress with it.
  func with(_ input: Flip.Input, _ value: Double) -> Release {
    var release = self
    switch input {
    case .place:
      let led = led + (value - travel) / distance
      release.fraction = min(max(led, limits.lowerBound), limits.upperBound)
      release.travel = value
      release.peak = max(peak, release.fraction)
    case .velocity: release.velocity = value
    case .duration: release.duration = value
    case .stillness: release.stillness = value
    case .crossTravel: release.crossTravel = value
    case .crossVelocity: release.crossVelocity = value
    }
    return release
  }
}
