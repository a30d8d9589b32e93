package import PantographBase
package import PantographInteractions

extension Conditions {
  /// What a column has done that it must not.
  package struct Violation: Hashable, Sendable {
    /// The column.
    package let column: String
    /// What it has done, without a subject.
    package let words: String
    /// When it did so first; `nil` if that is the whole time.
    package let time: Timestamp?
    /// Its values over time.
    package let curve: [Double]
  }

  /// Returns everything that the columns of a result have done and must not, column by column.
  ///
  /// - Parameters:
  ///   - shown: the result.
  ///   - releases: the times at which the last finger lifts.
  ///   - tolerances: how far a value may be beyond what is demanded.
  ///   - driven: what drove it, which only `mostJanky` asks for.
  package func violations(
    in shown: ResultTable, releases: [Timestamp], within tolerances: Tolerances,
    driven: @autoclosure () -> DrivenFrames
  ) -> [Violation] {
    let driven = all.contains { $0.condition.mostJanky != nil } ? driven() : nil
    let strays = shown.strays.map { column in
      Violation(
        column: column.name, words: "is none of the elements, and moves",
        time: column.points.dropFirst().first?.time, curve: column.points.map { $0.value })
    }
    return strays
      + shown.columns.flatMap { column in
        of(column.name).flatMap {
          $0.violations(of: column, releases: releases, within: tolerances[column.name].value)
        }
          + janky(column, driven)
      }
  }
}

extension Conditions {
  /// Returns the first name for which jank is to be judged though no column that it names is a position.
  ///
  /// Whoever names a column itself knows what it is.
  package func nameWithoutPosition(among columns: [String]) -> String? {
    all.first { named in
      named.condition.mostJanky != nil && !columns.contains(named.name)
        && !columns.contains {
          ColumnAxis.isPosition($0) && (named.isOfOthers || named.names($0))
        }
    }?.name
  }

  /// Returns the gestures in which a column has more janky frames than it may.
  ///
  /// Whoever names an element, a beginning or all others means the positions among them.
  private func janky(_ column: ResultTable.Column, _ driven: DrivenFrames?) -> [Violation] {
    let isNamed = all.contains { $0.name == column.name }
    guard let driven, isNamed || ColumnAxis.isPosition(column.name),
      let most = of(column.name).compactMap({ $0.mostJanky }).min()
    else { return [] }
    return driven.jank(of: column).compactMap { jank in
      guard jank.jankyCount > most, let first = jank.instants.first else { return nil }
      let count = jank.jankyCount
      return Violation(
        column: column.name,
        words: "is janky in \(count) \(count == 1 ? "frame" : "frames"), and may be in"
          + " \(most == 0 ? "none" : "\(most)"); first, \(first.words),",
        time: first.time, curve: column.points.map { $0.value })
    }
  }
}

extension Jank.Instant {
  /// What is wrong, and the rule that finds it.
  package var words: String {
    let missed = Int(amount)
    let frames = missed == 1 ? "1 frame" : "\(missed) frames"
    return switch rule {
    case .predictor:
      "a step that differs from its neighbours by a factor of \(amount.briefly) (predictor jank:"
        + " \(limit.briefly) or more)"
    case .delivery: "\(frames) missed while touches waited (scroll jank v4, rule 1)"
    case .fastScroll: "\(frames) missed in a fast scroll (scroll jank v4, rule 2)"
    case .fling: "\(frames) missed after the release (scroll jank v4, rule 3)"
    }
  }
}

extension Condition {
  /// 1 % of the range: how far a finger that rests goes back by its sensor's noise.
  private static let noise = 0.01
  /// A quarter of the greatest velocity near the release: what two parabolas through three frames can't tell from a
  /// velocity that goes on.
  private static let mostJump = 0.25

  fileprivate func violations(
    of column: ResultTable.Column, releases: [Timestamp], within slack: Double
  ) -> [Conditions.Violation] {
    guard let first = column.points.first, let last = column.points.last else { return [] }
    let curve = column.points.map { $0.value }
    func violation(_ words: String, at time: Timestamp?) -> Conditions.Violation {
      Conditions.Violation(column: column.name, words: words, time: time, curve: curve)
    }
    var found: [Conditions.Violation] = []
    if isStill, let moved = column.points.first(where: { abs($0.value - first.value) > slack }) {
      let most = curve.map { abs($0 - first.value) }.max() ?? 0
      found.append(violation("moves, by \(most.briefly), and must be still", at: moved.time))
    }
    let range = (curve.max() ?? 0) - (curve.min() ?? 0)
    if isMonotone, let turn = column.turn(within: max(slack, Self.noise * range)) {
      found.append(
        violation("goes back by \(turn.depth.briefly), and must not turn", at: turn.time))
    }
    if isProgression {
      let range = min(first.value, last.value) - slack...max(first.value, last.value) + slack
      if let beyond = column.points.first(where: { !range.contains($0.value) }) {
        let ends = "\(first.value.briefly) and \(last.value.briefly)"
        found.append(
          violation(
            "is \(column.farthest(outside: range).briefly), and must stay between its ends, \(ends)",
            at: beyond.time))
      }
    }
    if let bounds {
      let range = bounds.lowerBound - slack...bounds.upperBound + slack
      if let beyond = column.points.first(where: { !range.contains($0.value) }) {
        let ends = "\(bounds.lowerBound.briefly) and \(bounds.upperBound.briefly)"
        found.append(
          violation(
            "is \(column.farthest(outside: range).briefly), and must stay between \(ends)",
            at: beyond.time))
      }
    }
    if isContinuous {
      for release in releases {
        guard let (before, afters, fastest) = column.velocities(at: release),
          let after = afters.min(by: { abs($0 - before) < abs($1 - before) }),
          abs(after - before) > Self.mostJump * fastest
        else { continue }
        let velocities = "\(before.briefly) to \(after.briefly)"
        found.append(
          violation("jumps from a velocity of \(velocities) a second at the release", at: release))
      }
    }
    return found
  }
}

extension ResultTable.Column {
  /// Returns where it first goes back by more than a slack, and how far at most; `nil` if it never does.
  fileprivate func turn(within slack: Double) -> (time: Timestamp, depth: Double)? {
    guard let first = points.first, let last = points.last else { return nil }
    // Upwards if that is where it ends; one that ends where it began goes where it is farthest.
    var sign = last.value - first.value
    if abs(sign) <= slack {
      sign = points.map { $0.value - first.value }.max { abs($0) < abs($1) } ?? 0
    }
    var highest = -Double.infinity
    var found: (time: Timestamp, depth: Double)?
    for point in points {
      let value = sign < 0 ? -point.value : point.value
      highest = max(highest, value)
      guard highest - value > slack else { continue }
      found = (found?.time ?? point.time, max(found?.depth ?? 0, highest - value))
    }
    return found
  }

  /// Returns the value that is farthest outside of a range.
  fileprivate func farthest(outside range: ClosedRange<Double>) -> Double {
    func distance(_ value: Double) -> Double {
      max(range.lowerBound - value, value - range.upperBound)
    }
    return points.map { $0.value }.max { distance($0) < distance($1) } ?? 0
  }

  /// Returns the velocity just before a time, those that there may be just after it, and the greatest one within 0.1 s;
  /// `nil` without enough points.
  ///
  /// They are the slopes there of parabolas through three points: the last ones, the next ones, and the last one with
  /// the next two. A finger's last point may be older than its lift, and a curve may begin steeply.
  func velocities(
    at time: Timestamp
  ) -> (before: Double, afters: [Double], fastest: Double)? {
    let next = points.firstIndex { $0.time > time } ?? points.count
    guard next >= 3, points.count - next >= 3 else { return nil }
    func slope(from index: Int) -> Double? {
      Self.slope(points[index..<(index + 3)].map { $0 }, at: time)
    }
    guard let before = slope(from: next - 3) else { return nil }
    let afters = [slope(from: next - 1), slope(from: next)].compactMap { $0 }
    let steps = zip(points, points.dropFirst()).filter {
      abs($0.time - time) < 0.1 && $1.time > $0.time
    }
    let fastest = steps.map { abs($1.value - $0.value) / ($1.time - $0.time) }.max() ?? 0
    return (before, afters, max(fastest, abs(before)))
  }

  private static func slope(_ points: [ResultTable.Point], at time: Timestamp) -> Double? {
    let (a, b, c) = (points[0], points[1], points[2])
    let (ab, bc, ac) = (b.time - a.time, c.time - b.time, c.time - a.time)
    guard ab > 0, bc > 0 else { return nil }
    let (first, second) = ((b.value - a.value) / ab, (c.value - b.value) / bc)
    // The derivative of Newton's interpolation.
    return first + (second - first) / ac * ((time - a.time) + (time - b.time))
  }
}

extension Conditions.Violation {
  /// The line of a report: the column, what it has done and when, and its curve.
  package var sentence: String {
    let when = time.map { " at \(String(fixed: $0.seconds, decimals: 3)) s" } ?? ""
    return "\(column) \(words)\(when)  \(Spark.line(curve))"
  }
}

/// A curve as a line of text.
package enum Spark {
  /// 32 letters, enough for the shape of a second.
  private static let most = 32
  private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Returns a letter for each value, or for the middle one of each few.
  package static func line(_ values: [Double]) -> String {
    let finite = values.filter { $0.isFinite }
    guard let low = finite.min(), let high = finite.max() else { return "" }
    let count = min(finite.count, most)
    return String(
      (0..<count).map { place in
        let value = finite[(2 * place + 1) * finite.count / (2 * count)]
        let share = high > low ? (value - low) / (high - low) : 0
        return levels[min(Int(share * Double(levels.count)), levels.count - 1)]
      })
  }
}

extension Double {
  /// Three decimals, as far as they are not zero.
  fileprivate var briefly: String { ((self * 1000).rounded() / 1000).asWritten }
}
