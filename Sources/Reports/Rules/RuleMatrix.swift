import PantographBase
import PantographGestures
import PantographInteractions

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
      var (near, known) = (0, 0)
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
