import Interactions
public import Motion
import Quantities
public import Tuning

/// Tells which spring does what is wished for, and what each release looks like on it.
public struct TimingReport: Sendable {
  /// What takes over now.
  public enum Current: Hashable, Sendable {
    /// The same spring in all recordings.
    case spring(Spring)
    /// What has no response: a curve, or a spring that is given its time.
    case other
    /// One thing in one recording, another in the next.
    case several
  }

  /// One of the two ways on which something settles, and what was found for it.
  public struct Part: Sendable {
    /// Which way.
    public var way: TimedReleaseLog.Way
    /// The spring that takes over now.
    public var current: Current
    /// Each release's recording, and what the log has of it.
    public var releases: [(recording: String, entry: TimedReleaseLog.Entry)]
    /// What was found for them.
    public var solution: TimingSolution

    /// Makes a part.
    ///
    /// - Parameters:
    ///   - way: which way.
    ///   - current: what takes over now.
    ///   - releases: each release's recording, and what the log has of it.
    ///   - solution: what was found for them, in the same order.
    public init(
      _ way: TimedReleaseLog.Way, current: Current,
      _ releases: [(recording: String, entry: TimedReleaseLog.Entry)], _ solution: TimingSolution
    ) {
      self.way = way
      self.current = current
      self.releases = releases
      self.solution = solution
    }
  }

  private let wishes: [TimingWish]
  private let parts: [Part]
  /// How it looks.
  public var style = TextStyle.plain

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - wishes: what was wished for.
  ///   - parts: what was found, for one way or for both.
  public init(_ wishes: [TimingWish], _ parts: [Part]) {
    self.wishes = wishes
    self.parts = parts
  }

  // MARK: For a person

  /// The report, as lines.
  public var lines: [String] {
    var lines = ["  wished for: " + wishes.map(Self.words).listed]
    for part in parts { lines += [""] + self.lines(of: part) }
    return lines
  }

  private static func words(of wish: TimingWish) -> String {
    let sense = wish.sense == .atMost ? "at most " : ""
    let weight = wish.weight == 1 ? "" : ", counted \(wish.weight.asWritten) times"
    return "\(wish.measure.words) \(sense)\(wish.value.asWritten)\(unit(of: wish.measure))\(weight)"
  }

  private static func unit(of measure: TimingFigures.Measure) -> String {
    switch measure {
    case .settleTime: " s"
    case .overshoot: ""
    case .peakVelocity: " /s"
    }
  }

  private func lines(of part: Part) -> [String] {
    let solution = part.solution
    let count = solution.gestures.count
    let heads = [
      "release", "", "at", "moving", "settled in", "overshoot", "fastest", "miss",
      "alone best with",
      "miss",
    ]
    let rows = zip(part.releases, solution.gestures).map { named, gesture in
      let release = gesture.release
      return [
        named.recording, Wording.clock(named.entry.time),
        String(fixed: release.fraction, decimals: 2),
        String(fixed: release.velocity, decimals: 2) + " /s",
      ] + Self.figures(gesture.figures) + [
        Self.miss(gesture.cost), Self.name(of: gesture.best.spring),
        Self.miss(gesture.best.cost),
      ]
    }
    let found = style.paint(Self.name(of: solution.overall.spring), .strong)
    let verb = part.way == .finish ? "finishes" : "goes back"
    var lines = [
      "  what \(verb), \(count) release\(count == 1 ? "" : "s"): \(found),"
        + " miss \(Self.miss(solution.overall.cost))"
        + (solution.isAtEdge ? ", at the edge of what is tried" : "")
    ]
    let now =
      switch part.current {
      case .spring(let spring): Self.name(of: spring)
      case .other: "no spring with a response"
      case .several: "one thing here, another there"
      }
    let cost =
      solution.currentCost.map { "miss \(Self.miss($0))" } ?? "not all seen to the end"
    lines.append("    now: \(now), \(cost)")
    return lines + [""]
      + TextTable.lines(
        [heads] + rows, in: style, margin: 4, hasHeads: true
      ).map { "    \($0)" }
  }

  /// A sum of squares; what is less than four decimals show is nothing that anybody could see.
  private static func miss(_ cost: Double) -> String {
    cost < 0.000_05 ? "0" : Wording.number(cost)
  }

  private static func figures(_ figures: TimingFigures) -> [String] {
    [
      String(fixed: figures.settleTime, decimals: 3) + " s",
      String(fixed: figures.overshoot, decimals: 3),
      String(fixed: figures.peakVelocity, decimals: 2) + " /s",
    ]
  }

  private static func name(of spring: Spring) -> String {
    let response = String(fixed: spring.response, decimals: 3)
    return
      "response \(response) s, damping ratio \(String(fixed: spring.dampingRatio, decimals: 3))"
  }

  // MARK: For a program

  /// The report as JSON: `wishes` and `parts`, each with its `releases`.
  public var json: JSONText {
    .object([
      (
        "wishes",
        .list(
          wishes.map { wish in
            .object([
              ("measure", .string(wish.measure.rawValue)),
              ("value", .number(wish.value, decimals: 6)),
              ("sense", .string(wish.sense == .near ? "near" : "atMost")),
              ("weight", .number(wish.weight, decimals: 6)),
            ])
          })
      ),
      ("parts", .list(parts.map(Self.json))),
    ])
  }

  private static func json(_ part: Part) -> JSONText {
    let current: JSONText =
      if case .spring(let spring) = part.current { json(spring) } else { .null }
    return .object([
      ("way", .string(part.way.rawValue)), ("current", current),
      ("currentMiss", .number(part.solution.currentCost, decimals: 9)),
      ("spring", json(part.solution.overall.spring)),
      ("miss", .number(part.solution.overall.cost, decimals: 9)),
      ("atEdge", .flag(part.solution.isAtEdge)),
      (
        "releases",
        .list(
          zip(part.releases, part.solution.gestures).map { named, gesture in
            .object([
              ("recording", .string(named.recording)), ("gesture", .integer(named.entry.number)),
              ("time", .seconds(named.entry.time)),
              ("fraction", .number(gesture.release.fraction, decimals: 6)),
              ("velocity", .number(gesture.release.velocity, decimals: 6)),
              ("target", .number(gesture.release.target, decimals: 6)),
              ("figures", json(gesture.figures)), ("miss", .number(gesture.cost, decimals: 9)),
              ("current", gesture.release.current.map(json) ?? .null),
              ("currentMiss", .number(gesture.currentCost, decimals: 9)),
              ("best", json(gesture.best.spring)), ("bestFigures", json(gesture.bestFigures)),
              ("bestMiss", .number(gesture.best.cost, decimals: 9)),
            ])
          })
      ),
    ])
  }

  private static func json(_ spring: Spring) -> JSONText {
    .object([
      ("response", .number(spring.response, decimals: 6)),
      ("dampingRatio", .number(spring.dampingRatio, decimals: 6)),
    ])
  }

  private static func json(_ figures: TimingFigures) -> JSONText {
    .object(
      TimingFigures.Measure.allCases.map { ($0.rawValue, .number(figures[$0], decimals: 6)) })
  }
}
