import Glibc
package import PantographBase
package import PantographMotion

/// Finds the spring that best meets goals for its figures.
///
///     let search = try TimingSearch(
///       goals: [TimingGoal(.settleTime, 0.4, .atMost), TimingGoal(.overshoot, 0.05, .near)],
///       releases: [TimedRelease(fraction: 0.7, velocity: 6, target: 1)])
///     let spring = search.solve().overall.spring
///
/// The cost is the sum, over all gestures and goals, of the weight times the square of the relative
/// miss. Among equally good springs the one closest to the reference wins, so goals that are
/// already met change nothing.
///
/// The cost has steps, where an oscillation begins to count as settled, and several valleys. It is
/// evaluated on a grid of responses and damping ratios, and a pattern search descends from the best
/// valleys (Hooke and Jeeves, 1961). That needs neither derivatives nor random numbers. The result is
/// the best of the neighbouring springs with three decimals, so that the numbers written down are those
/// that were tried.
package struct TimingSearch: Sendable {
  /// The responses to try: 0.05 s to 2 s.
  ///
  /// Three frames of a 60 Hz display are the shortest visible movement, and no one waits longer than 2
  /// s.
  package static let responses = 0.05...2.0
  /// The damping ratios to try: 0.2 to 1.
  ///
  /// Below, a spring oscillates four times or more before it settles. Above, an interaction's spring
  /// runs critically damped, as UIKit's do.
  package static let dampingRatios = 0.2...1.0

  /// The goals.
  package let goals: [TimingGoal]
  /// The releases after which the spring runs.
  package let releases: [TimedRelease]
  /// The preferred spring among equals.
  package let reference: Spring

  /// A critically damped spring with a response of 0.5 s, SwiftUI's smooth spring.
  package static let defaultReference = Spring(response: 0.5, dampingRatio: 1)

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - goals: one goal or more.
  ///   - releases: one release or more, with finite numbers.
  ///   - reference: the preferred spring among equals, such as the current one.
  package init(
    goals: [TimingGoal], releases: [TimedRelease], reference: Spring = defaultReference
  ) throws(Complaint) {
    guard !goals.isEmpty else {
      throw Complaint(
        "no goal: expected a settle time, an overshoot or a peak velocity")
    }
    guard !releases.isEmpty else {
      throw Complaint("no release to fit a spring to")
    }
    let areFinite = releases.allSatisfy {
      $0.fraction.isFinite && $0.velocity.isFinite && $0.target.isFinite
    }
    guard areFinite else {
      throw Complaint("a release needs a finite fraction, target and velocity")
    }
    self.goals = goals
    self.releases = releases
    self.reference = reference
  }

  /// Returns the cost of a spring over all releases; 0 if all goals are met.
  package func cost(of spring: Spring) -> Double { cost(of: spring, after: releases) }

  private func cost(of spring: Spring, after releases: [TimedRelease]) -> Double {
    releases.reduce(0) { $0 + cost(of: TimingFigures(of: spring, after: $1)) }
  }

  /// Returns the cost of figures.
  func cost(of figures: TimingFigures) -> Double {
    goals.reduce(0) { sum, goal in
      let miss = goal.miss(of: figures)
      return sum + goal.weight * miss * miss
    }
  }

  /// Finds the best spring for all releases, and the best one for each.
  package func solve() -> TimingSolution {
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

  /// Returns whether a spring is within a thousandth of a bound, so that a better one may lie beyond
  /// it.
  private func isAtEdge(_ spring: Spring) -> Bool {
    let bounds = [
      (spring.response, Self.responses.lowerBound), (spring.response, Self.responses.upperBound),
      (spring.dampingRatio, Self.dampingRatios.lowerBound),
      (spring.dampingRatio, Self.dampingRatios.upperBound),
    ]
    return bounds.contains { abs($0 - $1) <= 0.001 * $1 }
  }

  private func spring(for releases: [TimedRelease]) -> Spring {
    let minimum = PatternSearch(
      // The response is searched by its logarithm, so that steps are relative.
      lower: [Self.responses.lowerBound.logarithm, Self.dampingRatios.lowerBound],
      upper: [Self.responses.upperBound.logarithm, Self.dampingRatios.upperBound],
      // Steps of 5 % of the response and 0.05 of the damping ratio.
      steps: [0.05, 0.05], reference: [reference.response.logarithm, reference.dampingRatio]
    ).minimum { point in
      cost(of: Self.spring(at: point), after: releases)
    }
    return written(Self.spring(at: minimum), for: releases)
  }

  /// The number of steps of the last decimal that are tried around the result.
  private static let neighbours = -3...3

  /// Returns the best spring with three decimals near another one.
  ///
  /// The best spring often lies at a step of the settle time, and plain rounding would cross it.
  private func written(_ spring: Spring, for releases: [TimedRelease]) -> Spring {
    // If the reference is as good as the best, nothing changes.
    let isBetter = cost(of: spring, after: releases) < cost(of: reference, after: releases)
    guard isBetter || !contains(reference) else { return reference }
    var best = spring
    var least = Double.infinity
    var shortest = Double.infinity
    for step in Self.neighbours {
      for other in Self.neighbours {
        let response = ((spring.response * 1000).rounded() + Double(step)) / 1000
        let ratio = ((spring.dampingRatio * 1000).rounded() + Double(other)) / 1000
        guard Self.responses.contains(response), Self.dampingRatios.contains(ratio) else {
          continue
        }
        let candidate = Spring(response: response, dampingRatio: ratio)
        let cost = cost(of: candidate, after: releases)
        let distance = abs(candidate.response - spring.response) + abs(ratio - spring.dampingRatio)
        guard cost < least || cost == least && distance < shortest else { continue }
        best = candidate
        least = cost
        shortest = distance
      }
    }
    return best
  }

  private func contains(_ spring: Spring) -> Bool {
    Self.responses.contains(spring.response) && Self.dampingRatios.contains(spring.dampingRatio)
  }

  private static func spring(at point: [Double]) -> Spring {
    Spring(response: point[0].exponential, dampingRatio: point[1])
  }
}

/// The springs that best meet the goals.
package struct TimingSolution: Hashable, Sendable {
  /// A spring and its cost.
  package struct Fit: Hashable, Sendable {
    /// The spring.
    package var spring: Spring
    /// The sum of the weighted squares of the misses; 0 if all goals are met.
    package var cost: Double

    init(_ spring: Spring, _ cost: Double) {
      self.spring = spring
      self.cost = cost
    }
  }

  /// The result for one release.
  package struct Gesture: Hashable, Sendable {
    /// The release.
    package var release: TimedRelease
    /// The figures with the spring that is best for all.
    package var figures: TimingFigures
    /// The cost of these figures.
    package var cost: Double
    /// The spring that is best for this release alone.
    package var best: Fit
    /// The figures with that spring.
    package var bestFigures: TimingFigures
    /// The cost of the current figures, if they are known.
    package var currentCost: Double?
  }

  /// The spring that is best for all releases.
  package var overall: Fit
  /// Whether it lies at the edge of what was tried, so that a better one may lie beyond.
  package var isAtEdge: Bool
  /// The releases in their order.
  package var gestures: [Gesture]

  /// The cost of the current timing; `nil` unless it is known for every release.
  package var currentCost: Double? {
    let costs = gestures.compactMap(\.currentCost)
    return costs.count == gestures.count ? costs.reduce(0, +) : nil
  }
}

/// Minimises a function of two numbers that need be neither smooth nor unimodal.
///
/// A grid finds the valleys. From the deepest ones, the pattern search of Hooke and Jeeves ("Direct
/// search solution of numerical and statistical problems", J. ACM 8, 1961) descends. It tries a step in
/// each direction, along both axes and diagonally. After an improvement it repeats the same step as
/// long as that helps; without one it halves the step. Of two points with the same value the one closer
/// to a reference wins.
struct PatternSearch {
  var lower: [Double]
  var upper: [Double]
  /// The spacing of the grid, and the first step.
  var steps: [Double]
  /// The preferred point among equals.
  var reference: [Double]

  /// The number of valleys from which it descends.
  private static let valleys = 8
  /// The number of halvings: 2⁻³⁰ of the first step is negligible.
  private static let halvings = 30
  /// A limit of trials per valley that no known case reaches.
  private static let tries = 20_000

  /// A point, its value and its distance from the reference.
  private struct Trial {
    var point: [Double]
    var value: Double
    var distance: Double

    static func < (left: Trial, right: Trial) -> Bool {
      left.value != right.value ? left.value < right.value : left.distance < right.distance
    }
  }

  /// Returns the point with the lowest value found.
  func minimum(of function: ([Double]) -> Double) -> [Double] {
    let counts = (0..<2).map { axis -> Int in
      let count = ((upper[axis] - lower[axis]) / steps[axis]).rounded(.up)
      return max(Int(count), 1) + 1
    }
    func trial(_ point: [Double]) -> Trial {
      let distance = (0..<2).reduce(0.0) { sum, axis in
        let offset = (point[axis] - reference[axis]) / steps[axis]
        return sum + offset * offset
      }
      return Trial(point: point, value: function(point), distance: distance)
    }
    let grid = (0..<counts[0]).map { row in
      (0..<counts[1]).map { column in
        trial(clamped([lower[0] + Double(row) * steps[0], lower[1] + Double(column) * steps[1]]))
      }
    }
    var starts = [trial(clamped(reference))]
    for (row, column) in (0..<counts[0]).flatMap({ row in (0..<counts[1]).map { (row, $0) } }) {
      let here = grid[row][column]
      let isValley = (max(row - 1, 0)...min(row + 1, counts[0] - 1)).allSatisfy { other in
        (max(column - 1, 0)...min(column + 1, counts[1] - 1)).allSatisfy {
          !(grid[other][$0] < here)
        }
      }
      if isValley { starts.append(here) }
    }
    starts.sort { $0 < $1 }
    let ends = starts.prefix(Self.valleys).map { descend(from: $0, trial) }
    return ends.dropFirst().reduce(ends[0]) { $1 < $0 ? $1 : $0 }.point
  }

  private func clamped(_ point: [Double]) -> [Double] {
    (0..<2).map { min(max(point[$0], lower[$0]), upper[$0]) }
  }

  private func descend(from start: Trial, _ trial: ([Double]) -> Trial) -> Trial {
    var best = start
    var scale = 1.0
    var tries = 0
    for _ in 0...Self.halvings {
      while tries < Self.tries, let next = explore(around: best, scale, trial, &tries) {
        let before = best
        best = next
        // The successful step is repeated, twice as far each time.
        while tries < Self.tries {
          let target = (0..<2).map { 2 * best.point[$0] - before.point[$0] }
          let further = trial(clamped(target))
          tries += 1
          guard further < best else { break }
          best = further
        }
      }
      scale /= 2
    }
    return best
  }

  /// Returns the best of the eight neighbours one step away, if it is better.
  private func explore(
    around best: Trial, _ scale: Double, _ trial: ([Double]) -> Trial, _ tries: inout Int
  ) -> Trial? {
    var found: Trial?
    for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)] {
      let point = [
        best.point[0] + Double(x) * scale * steps[0], best.point[1] + Double(y) * scale * steps[1],
      ]
      let there = trial(clamped(point))
      tries += 1
      if there < found ?? best { found = there }
    }
    return found
  }
}

extension Double {
  /// The natural logarithm.
  var logarithm: Double { log(self) }
  /// The number whose natural logarithm it is.
  var exponential: Double { exp(self) }
}
