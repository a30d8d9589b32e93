package import PantographBase
package import PantographTrajectories

/// Reports where two trajectories diverge, and draws them over each other as text.
package struct OverlayReport {
  private let names: (expected: String, actual: String)
  private let samples: (expected: [Sample], actual: [Sample])
  private let result: TrajectoryComparison.Result
  private let knowsEvents: Bool
  /// The style of the text.
  package var style = TextStyle.plain

  /// Makes a report on a comparison.
  package init(
    _ result: TrajectoryComparison.Result,
    expected: (name: String, samples: [Sample]), actual: (name: String, samples: [Sample]),
    knowsEvents: Bool
  ) {
    self.result = result
    self.knowsEvents = knowsEvents
    names = (expected.name, actual.name)
    samples = (expected.samples, actual.samples)
  }

  /// The lines of the report.
  package var lines: [String] {
    let report = DifferenceReport(result, knowsEvents: knowsEvents)
    var lines = [
      "  \(style.paint("──── ", Self.ink(isSecond: false)))\(names.expected)",
      "  \(style.paint("─ ─  ", Self.ink(isSecond: true)))\(names.actual)", "",
    ]
    guard let first = result.first, let sentence = report.sentence else {
      return lines + ["  " + style.paint("the same, within the tolerances", .good)]
    }
    lines.append("  " + style.paint(sentence, .wrong))
    lines += report.lines.map { "    \($0)" }
    guard result.cause != .columns else { return lines }
    let plot = TrajectoryPlot(
      samples.expected, over: samples.actual, marking: [first.time], "diverge", in: style)
    return lines + [""] + plot.lines
  }

  /// Returns the colour of the first or second line.
  static func ink(isSecond: Bool) -> TextStyle.Ink { isSecond ? .cancel : .finish }

  /// The report as JSON: `{"same":false,"difference":{…}}`.
  package var json: JSONText {
    ["same": .flag(result.isWithinTolerances), "difference": DifferenceReport(result).json]
  }
}
