import PantographBase
package import PantographGestures
package import PantographInteractions
import PantographTrajectories

/// Reports what several release rules decide for the same gestures, and the velocities of several estimators.
package struct CompareReport {
  /// The interaction's own rule.
  let own: ReleaseRule
  let rules: [(name: String, rule: ReleaseRule)]
  let estimators: [VelocityEstimator]
  let log: ReleaseLog
  let unit: DistanceUnit
  /// The style of the text.
  package var style = TextStyle.plain

  /// Makes a report on the interaction's own rule, shown first, and on presets, which use its snap points.
  ///
  /// Without presets no rules are shown.
  package init(
    _ rule: ReleaseRule, _ presets: [ReleasePreset], _ estimators: [VelocityEstimator],
    _ log: ReleaseLog, of gesture: Interaction.Gesture
  ) {
    own = rule
    unit = DistanceUnit(gesture)
    rules =
      presets.isEmpty
      ? [] : [("interaction", rule)] + presets.map { ($0.name, $0.rule.resting(as: rule)) }
    self.estimators = estimators
    self.log = log
  }

  // MARK: Text

  /// The lines of the report, made lazily as there may be many gestures.
  package var lines: some Sequence<String> {
    let none = ["  \(Wording.noGesture)"]
    let entries = log.reported
    return (0..<max(entries.count, 1)).lazy.flatMap { index in
      entries.isEmpty
        ? none : (index > 0 ? [""] : []) + lines(of: entries[index].entry, entries[index].number)
    }
  }

  private func lines(of entry: ReleaseLog.Entry, _ number: Int?) -> [String] {
    let number = number.map { "gesture \($0), " } ?? ""
    switch entry {
    case .cutOff(let time, let fraction):
      let fraction = NumberText.fixed(fraction, 2)
      return [
        "  \(number)\(Wording.clock(time))  cut off at fraction \(fraction): every rule cancels"
      ]
    case .release(let context): return lines(of: context, number)
    }
  }

  private func lines(of context: ReleaseContext, _ number: String) -> [String] {
    let position = Wording.position(
      of: context.release(for: ReleaseRule(fractionAbove: 0.5)), in: unit)
    return ["  \(number)\(Wording.clock(context.time))  \(position)"]
      + tables(of: context).map { $0.lines(in: style, indent: 4) }.filter { !$0.isEmpty }
      .flatMap { [""] + $0 }
  }

  /// Returns the tables of a release: what each rule decides, and why; the velocity that each saw, and what would flip its
  /// decision; the velocity of each estimator.
  func tables(of context: ReleaseContext) -> [PageTable] {
    let clock = Wording.clock(context.time)
    let decided = rules.map { name, rule in
      let release = context.release(for: rule)
      return (name: name, rule: rule, release: release, explanation: rule.explain(release))
    }
    return [
      PageTable(
        "Decision of each rule at \(clock)", [.word("rule"), .word("outcome"), .prose("why")],
        decided.map { entry in
          let decision = entry.explanation.decision
          return [
            entry.name, style.paint(Wording.outcome(of: decision), decision.outcome),
            decision.judgement.map(Wording.reason(of:)) ?? "",
          ]
        }, taken: 0),
      PageTable(
        "Velocity of each rule's own estimator, and what would flip its decision",
        [.word("rule"), .word("velocity"), .word("nearest flip")],
        decided.map { entry in
          [
            entry.name, velocity(of: entry.release, for: entry.rule),
            entry.explanation.nearest.map {
              Wording.flip($0, by: entry.rule.estimator, in: unit)
            } ?? "none",
          ]
        }, taken: 0),
      PageTable(
        "Estimators of the velocity at \(clock)", [.word("estimator"), "along", "across"],
        estimators.map { estimatorRow($0, of: context) }),
    ]
  }

  /// Returns the velocity that a rule saw, and by which estimator; an empty text if it asks for none.
  func velocity(of release: Release, for rule: ReleaseRule) -> String {
    guard rule.asksForVelocity else { return "" }
    return Wording.velocity(of: release, by: rule.estimator, in: unit)
      + " by \(rule.estimator.rawValue)"
  }

  /// Returns the name of an estimator and its velocity at a release, along the gesture and across.
  func estimatorRow(_ estimator: VelocityEstimator, of context: ReleaseContext) -> [String] {
    let velocity = estimator.velocity(of: context.history, at: context.time)
    return [estimator.rawValue]
      + (velocity.map {
        [context.mapping.along($0), context.mapping.across($0)].map {
          Wording.velocity($0, by: estimator, in: unit)
        }
      } ?? ["none", ""])
  }

  // MARK: JSON

  /// The report as JSON, in pieces: `releases`, each with `rules` and `estimators`.
  package var json: some Sequence<String> {
    JSONText.pieces([:], "releases", log.reported.lazy.map { json($0.entry) })
  }

  private func json(_ entry: ReleaseLog.Entry) -> JSONText {
    switch entry {
    case .cutOff(let time, let fraction):
      return ["time": .seconds(time), "cutOff": .flag(true), "fraction": .number(fraction)]
    case .release(let context):
      return [
        "time": .seconds(context.time), "cutOff": .flag(false),
        "fraction": .number(context.fraction),
        "rules": .list(rules.map { json($0.name, $0.rule, context) }),
        "estimators": .list(estimators.map { json($0, context) }),
      ]
    }
  }

  private func json(_ name: String, _ rule: ReleaseRule, _ context: ReleaseContext) -> JSONText {
    let release = context.release(for: rule)
    let explanation = rule.explain(release)
    let nearest = explanation.nearest
    return [
      "rule": .string(name), "estimator": .string(rule.estimator.rawValue),
      "outcome": .string(explanation.decision.outcome.rawValue),
      "target": .number(explanation.decision.target), "release": .release(release),
      "nearest": nearest.map { .flip($0, by: rule.estimator, in: unit) } ?? .null,
    ]
  }

  private func json(_ estimator: VelocityEstimator, _ context: ReleaseContext) -> JSONText {
    let velocity = estimator.velocity(of: context.history, at: context.time)
    return [
      "estimator": .string(estimator.rawValue), "unit": .string(unit.name + estimator.perWhat),
      "along": .number(velocity.map { context.mapping.along($0) }),
      "across": .number(velocity.map { context.mapping.across($0) }),
    ]
  }
}

extension Wording {
  /// Returns the change of a flip and its outcome: `position −10.3 mm (−0.229 of the distance) → cancel`.
  static func flip(_ flip: Flip, by estimator: VelocityEstimator, in unit: DistanceUnit) -> String {
    "\(flip.input.words) \(change(of: flip, by: estimator, in: unit)) → "
      + destination(of: flip)
  }
}

extension JSONText {
  /// A flip with its change and its outcome.
  static func flip(
    _ flip: Flip, by estimator: VelocityEstimator, in unit: DistanceUnit
  ) -> JSONText {
    [
      "input": .string(flip.input.rawValue),
      "unit": .string(flip.input.unit(by: estimator, in: unit.name)),
      "change": .number(flip.change), "outcome": .string(flip.outcome.rawValue),
      "relative": .number(flip.relative),
    ]
  }
}

/// What all rules and estimators make of all gestures, beside the interaction's own.
struct RuleMatrix {
  private let report: CompareReport
  private let releases: [(number: Int, context: ReleaseContext)]
  /// The number of gestures without a column.
  let leftOut: Int

  /// 400: a table of more columns takes a browser more than a second.
  private static let most = 400

  /// Makes tables of the gestures that the rules have decided.
  init(_ report: CompareReport) {
    self.report = report
    let all = report.log.entries.enumerated().compactMap { index, entry in
      if case .release(let context) = entry { (number: index + 1, context: context) } else { nil }
    }
    releases = Array(all.prefix(Self.most))
    leftOut = all.count - releases.count
  }

  /// The number of gestures with a column.
  var shown: Int { releases.count }

  private var gestures: [(number: Int, time: Timestamp)] {
    releases.map { ($0.number, $0.context.time) }
  }

  // MARK: Rules

  /// The decisions of the rules, the interaction's own first, then by how many are as its own.
  var rules: Matrix {
    let wanted = releases.map { report.own.decide($0.context.release(for: report.own)) }
    let rows = report.rules.map { name, rule in
      var same = 0
      let cells = zip(releases, wanted).map { release, wanted in
        let (decision, details) = explanation(of: rule, release.context)
        let isSame = decision.outcome == wanted.outcome && decision.target == wanted.target
        if isSame { same += 1 }
        return Matrix.Cell(
          word: Self.word(decision), kind: isSame ? nil : "differs", details: details)
      }
      return (same, Matrix.Row(name: name, summary: "\(same) of \(releases.count)", cells: cells))
    }
    return Matrix(
      id: "rules-matrix",
      caption:
        "Outcome of each gesture by each rule: F finish, C cancel, S snap; marked where it differs from the"
        + " interaction's",
      heads: ("rule", "the same"), fields: ["outcome", "why", "velocity", "nearest flip"],
      gestures: gestures, rows: rows.prefix(1).map(\.1) + Self.ranked(Array(rows.dropFirst())))
  }

  private static func word(_ decision: Decision) -> String {
    switch decision.outcome {
    case .finish: "F"
    case .cancel: "C"
    case .snap: "S"
    }
  }

  private func explanation(
    of rule: ReleaseRule, _ context: ReleaseContext
  ) -> (Decision, [String]) {
    let release = context.release(for: rule)
    let explanation = rule.explain(release)
    let flip = explanation.nearest.map { Wording.flip($0, by: rule.estimator, in: report.unit) }
    return (
      explanation.decision,
      [
        Wording.outcome(of: explanation.decision),
        explanation.decision.judgement.map(Wording.reason(of:)) ?? "",
        report.velocity(of: release, for: rule), flip ?? "none",
      ]
    )
  }

  private static func ranked(_ rows: [(Int, Matrix.Row)]) -> [Matrix.Row] {
    rows.enumerated().sorted { ($1.element.0, $0.offset) < ($0.element.0, $1.offset) }
      .map(\.element.1)
  }

  // MARK: Estimators

  /// The velocities of the estimators, as differences from that of the interaction's own.
  var estimators: Matrix {
    let own = report.own.estimator
    let wanted = releases.map { velocity(own, $0.context) }
    let rows = report.estimators.map { estimator in
      var near = 0
      var known = 0
      let cells = zip(releases, wanted).map { release, wanted in
        let texts = report.estimatorRow(estimator, of: release.context)
        let difference = difference(of: velocity(estimator, release.context), from: wanted)
        if let difference {
          known += 1
          if abs(difference) <= Self.near { near += 1 }
        }
        return Matrix.Cell(
          word: difference.map(Self.percent) ?? "–",
          kind: difference.map { abs($0) <= Self.near ? nil : abs($0) < 0.5 ? "near" : "differs" }
            ?? nil,
          details: [texts[1], texts[2], difference.map { NumberText.percent($0, 0) } ?? ""])
      }
      return (
        near,
        Matrix.Row(
          name: estimator.rawValue, summary: known == 0 ? "–" : "\(near) of \(known)",
          cells: cells)
      )
    }
    return Matrix(
      id: "estimators-matrix",
      caption:
        "Velocity along the gesture by each estimator: the difference from \(own.rawValue) in per cent",
      heads: ("estimator", "within 5 %"), fields: ["along", "across", "difference"],
      gestures: gestures, rows: Self.ranked(rows))
  }

  /// 5 %: less is not seen in how an animation goes on.
  private static let near = 0.05

  private func velocity(_ estimator: VelocityEstimator, _ context: ReleaseContext) -> Double? {
    estimator.velocity(of: context.history, at: context.time).map { context.mapping.along($0) }
  }

  /// Returns the share by which a velocity differs from another one; `nil` without a velocity to compare with.
  private func difference(of velocity: Double?, from wanted: Double?) -> Double? {
    guard let velocity, let wanted, wanted != 0 else { return nil }
    return (velocity - wanted) / abs(wanted)
  }

  /// 999: a longer number takes more room than a cell has; the explanation of the cell has it.
  private static let mostPercent = 999.0

  private static func percent(_ share: Double) -> String {
    let percent = share * 100
    guard abs(percent) >= mostPercent + 0.5 else { return NumberText.fixed(percent, 0) }
    return (percent < 0 ? "< " : "> ")
      + NumberText.fixed(percent < 0 ? -mostPercent : mostPercent, 0)
  }
}
