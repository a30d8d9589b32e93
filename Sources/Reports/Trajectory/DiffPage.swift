public import Interactions
import Quantities
public import Touches
public import Trajectories

/// Two trajectories over each other as a page of its own, with where they part and why.
public struct DiffPage {
  /// One of the two.
  public struct Side: Sendable {
    /// What it is called.
    public var name: String
    fileprivate var run: PlottedRun

    /// Makes a side.
    ///
    /// - Parameters:
    ///   - name: what it is called.
    ///   - columns: the names of its properties.
    ///   - samples: its first samples.
    public init(_ name: String, _ columns: [String], _ samples: [Sample] = []) {
      self.name = name
      run = PlottedRun("", columns)
      for sample in samples { append(sample) }
    }

    /// Takes the next sample.
    public mutating func append(_ sample: Sample) { run.append(sample) }

    /// Its samples; of very many, as much as a picture shows.
    public var samples: [Sample] { run.samples }
  }

  /// The hand that both are of, if it is one hand and known.
  public var hand: (log: ContactLog, surface: Surface)?
  /// Where progress leads, if that is known.
  public var direction: ProgressMapping.Direction?

  private let result: TrajectoryComparison.Result
  private let expected: Side
  private let actual: Side
  private let knowsEvents: Bool

  /// Makes a page on a comparison.
  ///
  /// - Parameters:
  ///   - result: what came of the comparison.
  ///   - expected: the first trajectory.
  ///   - actual: the second one.
  ///   - knowsEvents: whether the events of both were known, and not only their samples.
  public init(
    _ result: TrajectoryComparison.Result, expected: Side, actual: Side, knowsEvents: Bool
  ) {
    self.result = result
    self.expected = expected
    self.actual = actual
    self.knowsEvents = knowsEvents
  }

  /// The whole file.
  public var text: String {
    var runs = [expected.run, actual.run]
    for (index, label) in ["A", "B"].enumerated() {
      runs[index].label = label
      runs[index].close()
    }
    let partings = result.cause == .columns ? [] : result.first.map { [$0.time] } ?? []
    let axis = TimeAxis(
      runs, hand?.log.whole ?? [],
      partings.map { .init(time: $0, word: "part", isParting: true) })
    var part = ReplaySection(
      runs, axis, hand: hand.map { ContactPlots($0.log, on: $0.surface, axis) }, toward: direction)
    part.remarks = runs.filter(\.isThinned).map { run in
      "Of \(run.sampleCount) samples of \(run.label) \(run.samples.count) stand in this page."
    }
    let isPlayed = !axis.isEmpty && runs.allSatisfy { !$0.samples.isEmpty }
    var page = HTMLPage(
      "\(expected.name) and \(actual.name)",
      [
        .init("parting", "Where they part") { parting },
        .init("played", "Played back over each other") { isPlayed ? part.markup : .nothing },
        .init("gaps", "Greatest gaps") { gaps },
      ]
    ) {
      Markup("p") {
        "A is "
        Markup.name(expected.name)
        ", B is "
        Markup.name(actual.name)
        ". What is said of B is how it is not as A."
      }
    }
    if isPlayed { page.played = part.json }
    return page.text
  }

  @MarkupBuilder private var parting: Markup {
    let report = DifferenceReport(result, knowsEvents: knowsEvents)
    if let sentence = report.sentence {
      Markup("p", ["class": "lead"]) { "\(sentence.capitalizedFirst)." }
      for line in report.lines { Markup("p") { "\(line.capitalizedFirst)." } }
    } else {
      Markup("p", ["class": "lead"]) { "They are the same, within the tolerances." }
    }
  }

  private var gaps: Markup {
    PageTable(
      "The greatest difference of each channel at the same instant",
      [.word("channel"), "B − A", "at"],
      result.gaps.map { gap in
        [
          .init(Markup.name(gap.channel)), .init(number: SVGPlot.number(gap.difference, 6)),
          .init(number: Wording.clock(gap.time)),
        ]
      }
    ).markup
  }
}
