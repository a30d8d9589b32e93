import Glibc

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
        var (before, now) = (best, next)
        // The successful step is repeated, twice as far each time.
        while tries < Self.tries {
          let target = (0..<2).map { 2 * now.point[$0] - before.point[$0] }
          let further = trial(clamped(target))
          tries += 1
          guard further < now else { break }
          (before, now) = (before, further)
        }
        best = now
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
