public import Motion

/// Looks for the spring that does best what is wished for.
///
///     let search = try TimingSearch(
///       wishes: [TimingWish(.settleTime, 0.4, .atMost), TimingWish(.overshoot, 0.05, .near)],
///       releases: [TimedRelease(fraction: 0.7, velocity: 6, target: 1)])
///     let spring = search.solve().overall.spring
///
/// Best is the least sum, over all gestures and wishes, of the weight times the square of the miss as a
/// share of the wish. Of springs that do equally well it is the one nearest to the ``reference``, so that
/// wishes that are fulfilled change nothing.
///
/// The sum has steps, where a swing comes to count as settled, and more than one valley: it is tried on a
/// grid of responses and damping ratios, and from the best of the grid's valleys on a pattern search goes
/// down (Hooke and Jeeves, 1961), which needs no derivatives and no chance. What it finds is rounded to
/// three decimals, to the best of those around it: what is written down is what was tried.
public struct TimingSearch: Sendable {
  /// 0.05 s to 2 s: the responses that are tried.
  ///
  /// Three frames of a display of 60 Hz are the least that can be seen to move; after 2 s nobody waits any
  /// more.
  public static let responses = 0.05...2.0
  /// 0.2 to 1: the damping ratios that are tried, unless others are asked for.
  ///
  /// Below, a spring swings four times and more before it is settled. Above, an interaction's spring runs as
  /// a critical one, as UIKit's do.
  public static let defaultDampingRatios = 0.2...1.0
  /// 0.2 to 2: with springs that creep, for animators that allow them.
  public static let allDampingRatios = 0.2...2.0

  /// What is wished for.
  public let goals: [TimingGoal]
  /// The releases that the spring takes over from.
  public let releases: [TimedRelease]
  /// The spring to stay near to, where there is a choice.
  public let reference: Spring
  /// The damping ratios that are tried.
  public let dampingRatios: ClosedRange<Double>

  /// A response of 0.5 s at the critical damping, what SwiftUI calls smooth.
  public static let defaultReference = Spring(response: 0.5, dampingRatio: 1)

  /// Makes a search.
  ///
  /// - Parameters:
  ///   - wishes: what is wished for: one wish or more.
  ///   - releases: the releases that the spring takes over from: one or more, of finite numbers.
  ///   - reference: the spring to stay near to, where there is a choice: the one that is there now, say.
  ///   - dampingRatios: the damping ratios that are tried.
  public init(
    goals: [TimingGoal], releases: [TimedRelease], reference: Spring = defaultReference,
    dampingRatios: ClosedRange<Double> = defaultDampingRatios
  ) throws(TimingGoal.Mistake) {
    guard !goals.isEmpty else {
      throw TimingGoal.Mistake(
        sentence: "nothing is wished for: expected a settle time, an overshoot or a peak velocity")
    }
    guard !releases.isEmpty else {
      throw TimingGoal.Mistake(sentence: "there is no release that a spring could take over from")
    }
    let areFinite = releases.allSatisfy {
      $0.fraction.isFinite && $0.velocity.isFinite && $0.target.isFinite
    }
    guard areFinite else {
      throw TimingGoal.Mistake(sentence: "a release has a place, a target and a velocity")
    }
    precondition(dampingRatios.lowerBound > 0, "what is not damped never settles")
    self.goals = goals
    self.releases = releases
    self.reference = reference
    self.dampingRatios = dampingRatios
  }

  /// How far a spring is from what is wished for, over all releases: 0 is all of it.
  public func cost(of spring: Spring) -> Double { cost(of: spring, after: releases) }

  private func cost(of spring: Spring, after releases: [TimedRelease]) -> Double {
    releases.reduce(0) { $0 + cost(of: TimingFigures(of: spring, after: $1)) }
  }

  /// The same of figures.
  func cost(of figures: TimingFigures) -> Double {
    goals.reduce(0) { sum, goal in
      let miss = goal.miss(of: figures)
      return sum + goal.weight * miss * miss
    }
  }

  /// Finds the best spring for all releases, and that for each.
  public func solve() -> TimingSolution {
    let best = spring(for: releases)
    return TimingSolution(
      overall: TimingSolution.Fit(best, cost(of: best)), isAtEdge: isAtEdge(best),
      gestures: releases.map { release in
        let figures = TimingFigures(of: best, after: release)
        let own = releases.count == 1 ? best : spring(for: [release])
        let ownFigures = TimingFigures(of: own, after: release)
        return TimingSolution.Gesture(
          release: release, figures: figures, cost: cost(of: figures),
          best: TimingSolution.Fit(own, cost(of: ownFigures)), bestFigures: ownFigures,
          currentCost: release.current.map(cost))
      })
  }

  /// Whether a spring might be better beyond what is tried: within a thousandth of a bound.
  private func isAtEdge(_ spring: Spring) -> Bool {
    let bounds = [
      (spring.response, Self.responses.lowerBound), (spring.response, Self.responses.upperBound),
      (spring.dampingRatio, dampingRatios.lowerBound),
      (spring.dampingRatio, dampingRatios.upperBound),
    ]
    return bounds.contains { abs($0 - $1) <= 0.001 * $1 }
  }

  private func spring(for releases: [TimedRelease]) -> Spring {
    let minimum = PatternSearch(
      // A response counts by its logarithm: from one to the next is a share of it.
      lower: [Self.responses.lowerBound.logarithm, dampingRatios.lowerBound],
      upper: [Self.responses.upperBound.logarithm, dampingRatios.upperBound],
      // 5 % of a response, 0.05 of the critical damping: what a designer would try next.
      steps: [0.05, 0.05], reference: [reference.response.logarithm, reference.dampingRatio]
    ).minimum { point in
      cost(of: Self.spring(at: point), after: releases)
    }
    return written(Self.spring(at: minimum), for: releases)
  }

  /// 3: so many steps of the last decimal around what was found are tried.
  private static let neighbours = -3...3

  /// The best spring near to one whose two numbers have three decimals, as they are written down.
  ///
  /// The best one often lies at a step of the settle time, and to round it would go over that.
  private func written(_ spring: Spring, for releases: [TimedRelease]) -> Spring {
    // Where the reference does as well as anything, nothing changes.
    let isBetter = cost(of: spring, after: releases) < cost(of: reference, after: releases)
    guard isBetter || !contains(reference) else { return reference }
    var (best, least, shortest) = (spring, Double.infinity, Double.infinity)
    for step in Self.neighbours {
      for other in Self.neighbours {
        let response = ((spring.response * 1000).rounded() + Double(step)) / 1000
        let ratio = ((spring.dampingRatio * 1000).rounded() + Double(other)) / 1000
        guard Self.responses.contains(response), dampingRatios.contains(ratio) else { continue }
        let candidate = Spring(response: response, dampingRatio: ratio)
        let cost = cost(of: candidate, after: releases)
        let distance = abs(candidate.response - spring.response) + abs(ratio - spring.dampingRatio)
        guard cost < least || cost == least && distance < shortest else { continue }
        (best, least, shortest) = (candidate, cost, distance)
      }
    }
    return best
  }

  private func contains(_ spring: Spring) -> Bool {
    Self.responses.contains(spring.response) && dampingRatios.contains(spring.dampingRatio)
  }

  private static func spring(at point: [Double]) -> Spring {
    Spring(response: point[0].exponential, dampingRatio: point[1])
  }
}

/// The springs that do best what was wished for.
public struct TimingSolution: Hashable, Sendable {
  /// A spring, and how far it is from what is wished for.
  public struct Fit: Hashable, Sendable {
    /// The spring.
    public var spring: Spring
    /// The sum of the weighted squares of the misses; 0 where every wish is fulfilled.
    public var cost: Double

    init(_ spring: Spring, _ cost: Double) {
      self.spring = spring
      self.cost = cost
    }
  }

  /// What becomes of one release.
  public struct Gesture: Hashable, Sendable {
    /// The release.
    public var release: TimedRelease
    /// What is seen of it with the spring that is best for all.
    public var figures: TimingFigures
    /// How far that is from what is wished for.
    public var cost: Double
    /// The spring that would be best for it alone.
    public var best: Fit
    /// What would be seen of it then.
    public var bestFigures: TimingFigures
    /// How far it is now from what is wished for; nothing where that is not known.
    public var currentCost: Double?
  }

  /// The spring that is best for all releases.
  public var overall: Fit
  /// Whether that lies at the edge of what is tried, and might be better beyond it.
  public var isAtEdge: Bool
  /// The releases, in the order in which they were given.
  public var gestures: [Gesture]

  /// How far the timing that there is now is from what is wished for; nothing where that is not known of
  /// every release.
  public var currentCost: Double? {
    let costs = gestures.compactMap(\.currentCost)
    return costs.count == gestures.count ? costs.reduce(0, +) : nil
  }
}
