import Foundation
import PantographInteractions
import PantographMotion
import PantographTestSupport
import Testing

@Suite struct `A preset` {
  @Test(arguments: Conformance.all)
  func `decides as its toolkit does, on both sides of each of its numbers`(
    row: Conformance
  ) throws {
    let preset = try #require(ReleasePreset.named(row.preset))
    #expect(row.judge(by: preset.rule) == row.target)
  }

  /// The tables above check each number: none can change by a step without a row that differs.
  @Test(arguments: ReleasePreset.all)
  func `is checked in every number`(preset: ReleasePreset) {
    let rows = Conformance.all.filter { $0.preset == preset.name }
    #expect(!rows.isEmpty)
    for (change, mutant) in preset.rule.mutants {
      #expect(
        rows.contains { $0.judge(by: mutant) != $0.target },
        "\(preset.name): nothing notices that \(change)")
    }
  }

  @Test func `has a unique name and a source`() {
    let names = ReleasePreset.all.map(\.name)
    #expect(Set(names).count == names.count)
    for preset in ReleasePreset.all {
      #expect(preset.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
      #expect(!preset.source.contains("://"))
      #expect(preset.summary.hasSuffix("."))
      #expect(!preset.source.isEmpty)
      // A number, a commit or a date: none only says that it is unknown.
      #expect(preset.version.contains { $0.isNumber }, "\(preset.name)")
      #expect(ReleasePreset.named(preset.name)?.rule == preset.rule)
    }
    #expect(ReleasePreset.named("unknown") == nil)
  }

  @Test(arguments: ReleasePreset.all)
  func `can be written out and read again`(preset: ReleasePreset) throws {
    let read = try ReleaseRule(parsing: Array(preset.rule.json.utf8))
    #expect(read == preset.rule)
    #expect(read.json == preset.rule.json)
    let named = #"{ "preset": "\#(preset.name)" }"#
    #expect(try ReleaseRule(parsing: Array(named.utf8)) == preset.rule)
  }

  @Test
  func `of UIKit's sheet has the measured numbers`() throws {
    let measured = Repository.measurements("gestures_measured.json")["sheet_dismiss"]
    let conditions = try #require(ReleasePreset.named("uikit-sheet")).rule.clauses
      .flatMap(\.conditions)
    #expect(
      conditions.map(\.threshold) == [measured["fraction>"].number, measured["velocity>="].number])
    #expect(conditions.map(\.comparison) == [.above, .atLeast])
  }

  @Test func `goes on by a law that the page about rules has`() throws {
    let page = try String(
      contentsOf: Repository.root.appending(
        path: "Sources/Interactions/Interactions.docc/Rules.md"),
      encoding: .utf8)
    let laws = (page.split(separator: "\n### ").first { $0.hasPrefix("Momentum") } ?? "")
      .split(separator: "\n").filter { $0.hasPrefix("| `") }.map { $0.split(separator: "`")[1] }
    #expect(laws == Momentum.all.map { $0.name[...] })
  }
}

extension ReleaseRule {
  /// Variants of the rule with a single change: every number a hundredth of itself (or of its unit) up
  /// and down, every "above" as "at least", every clause left out.
  var mutants: [(String, ReleaseRule)] {
    var mutants: [(String, ReleaseRule)] = []
    func add(_ what: String, _ change: (inout ReleaseRule) -> Void) {
      var rule = self
      change(&rule)
      mutants.append((what, rule))
    }
    for (number, clause) in clauses.enumerated() {
      add("clause \(number) is gone") { $0.clauses.remove(at: number) }
      for (index, condition) in clause.conditions.enumerated() {
        let step = condition.threshold == 0 ? 0.01 : abs(condition.threshold) * 0.01
        for sign in [-1.0, 1] {
          add("\(condition.quantity) \(condition.threshold) moves by \(sign * step)") {
            $0.clauses[number].conditions[index].threshold += sign * step
          }
        }
        add("\(condition.quantity) \(condition.threshold) is met otherwise at the threshold") {
          $0.clauses[number].conditions[index].comparison = condition.comparison.sibling
        }
        if clause.conditions.count > 1 {
          add("\(condition.quantity) is not asked for") {
            $0.clauses[number].conditions.remove(at: index)
          }
        }
      }
    }
    for (what, other) in projection.mutants { add(what) { $0.projection = other } }
    let verdicts = Set(clauses.map(\.verdict) + [otherwise])
    if !verdicts.isDisjoint(with: [.nearest, .projected, .carried]) {
      add("ties reversed") { $0.ties = ties == .lower ? .upper : .lower }
    }
    if otherwise != .finish { add("it finishes otherwise") { $0.otherwise = .finish } }
    if ![.cancel, .previous].contains(otherwise) {
      add("it cancels otherwise") { $0.otherwise = .cancel }
    }
    return mutants
  }
}

extension ReleaseRule.Comparison {
  fileprivate var sibling: Self {
    switch self {
    case .above: .atLeast
    case .atLeast: .above
    case .below: .atMost
    case .atMost: .below
    }
  }
}

extension ReleaseRule.Projection {
  /// Variants of the projection with one number changed by a step: a hundredth, or 0.0001 of a share.
  fileprivate var mutants: [(String, Self)] {
    [-1.0, 1].flatMap { sign -> [(String, Self)] in
      let (factor, step) = (1 + sign * 0.01, sign * 0.0001)
      switch self {
      case .none: return []
      case .seconds(let seconds): return [("the seconds move", .seconds(seconds * factor))]
      case .friction(let friction): return [("the friction moves", .friction(friction * factor))]
      case .steps(let decay):
        return [
          ("the decay moves", .steps(decay: decay + step)),
          ("steps are a flow", .integral(decay: decay)),
        ]
      case .integral(let decay):
        return [
          ("the decay moves", .integral(decay: decay + step)),
          ("the flow is in steps", .steps(decay: decay)),
        ]
      case .momentum(let momentum):
        return Momentum.all.filter { $0 != momentum }.map { ("like \($0.name)", .momentum($0)) }
      case .ontoProgress(let decay, let unit, let bendAbove, let bend):
        return [
          (
            "the decay moves",
            .ontoProgress(decay: decay + step, unit: unit, bendAbove: bendAbove, bend: bend)
          ),
          (
            "the bend begins elsewhere",
            .ontoProgress(decay: decay, unit: unit, bendAbove: bendAbove * factor, bend: bend)
          ),
          (
            "the bend is another",
            .ontoProgress(decay: decay, unit: unit, bendAbove: bendAbove, bend: bend * factor)
          ),
        ]
      }
    }
  }
}
