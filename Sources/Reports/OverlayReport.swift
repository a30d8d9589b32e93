import Quantities
public import Trajectories

/// Tells a person where two trajectories part, and draws them over each other.
public struct OverlayReport {
  private let names: (expected: String, actual: String)
  private let samples: (expected: [Sample], actual: [Sample])
  private let result: TrajectoryComparison.Result
  private let knowsEvents: Bool

  /// Makes a report on a comparison.
  ///
  /// - Parameters:
  ///   - result: what came of the comparison.
  ///   - expected: what the first trajectory is called, and its samples.
  ///   - actual: the same of the second.
  ///   - knowsEvents: whether the events of both were known, and not only their samples.
  public init(
    _ result: TrajectoryComparison.Result,
    expected: (name: String, samples: [Sample]), actual: (name: String, samples: [Sample]),
    knowsEvents: Bool
  ) {
    self.result = result
    self.knowsEvents = knowsEvents
    names = (expected.name, actual.name)
    samples = (expected.samples, actual.samples)
  }

  /// The whole report, as lines.
  public var lines: [String] {
    let report = DifferenceReport(result, knowsEvents: knowsEvents)
    var lines = ["  ──── \(names.expected)", "  ─ ─  \(names.actual)", ""]
    guard let first = result.first, let sentence = report.sentence else {
      return lines + ["  the same, within the tolerances"]
    }
    lines.append("  \(sentence)")
    lines += report.lines.map { "    \($0)" }
    guard result.cause != .columns else { return lines }
    let plot = TrajectoryPlot(samples.expected, over: samples.actual, parting: first.time)
    return lines + [""] + plot.lines
  }

  /// The same for a program: `{"same":false,"difference":{…}}`.
  public var json: JSONText {
    .object([
      ("same", .flag(result.isWithinTolerances)), ("difference", DifferenceReport(result).json),
    ])
  }
}
