import PantographBase
import PantographGestures
import PantographInteractions
import PantographTrajectories
package import PantographTuning

/// Reports which gestures flip to another outcome when the same touches are reported differently.
package struct WhatIfReport: Sendable {
  let results: [WhatIfResult]
  let variants: [WhatIfVariant]
  let seed: UInt64
  let repeats: Int
  /// The style of the text.
  package var style = TextStyle.plain

  /// Makes a report on the results of recordings, for a number of draws of the random numbers; the variants are in the
  /// order of the rows.
  package init(
    _ results: [WhatIfResult], _ variants: [WhatIfVariant], seed: UInt64, repeats: Int = 1
  ) {
    self.results = results
    self.variants = variants
    self.seed = seed
    self.repeats = repeats
  }

  // MARK: Text

  /// The lines of the report.
  package var lines: [String] {
    var lines = [
      "  \(gestureCount.counted("gesture")) of \(results.count.counted("recording")), seed \(seed)"
        + (repeats > 1 ? ", the first of \(repeats) draws" : ""),
      "",
    ]
    lines += table.lines(in: style, indent: 4)
    for result in results {
      for index in result.gestures.indices { lines += story(of: index, in: result) }
      let newcomers = newcomers(in: result)
      guard !newcomers.isEmpty else { continue }
      lines += ["", "  \(style.paint(result.recording, .strong)), new gestures:"]
      lines += TextTable.lines(newcomers.map { [$0.name, $0.outcome] }, in: style, indent: 6)
    }
    return lines
  }

  var gestureCount: Int { results.reduce(0) { $0 + $1.gestures.count } }

  /// The number of gestures that are the same and that change, by variant.
  var table: PageTable {
    PageTable(
      "Gestures by variant",
      [.word("variant"), .word("meaning", inText: ""), "same"]
        + VariantsPlot.kinds.map { .init($0) },
      variants.map { variant in
        let counts = [same(variant)] + WhatIfResult.Difference.allCases.map { count(variant, $0) }
        return [variant.name, variant.words]
          + counts.enumerated().map { column, count in
            count == 0 ? "·" : style.paint("\(count)", column == 0 ? .good : .wrong)
          }
      })
  }

  /// Returns the lines of a gesture that some variant flips; none if no variant does.
  private func story(of index: Int, in result: WhatIfResult) -> [String] {
    let changes = changes(of: index, in: result)
    let chances = chances(of: index, in: result)
    guard !changes.isEmpty || !chances.isEmpty else { return [] }
    let gesture = result.gestures[index]
    return [
      "",
      "  \(style.paint(result.recording, .strong)), gesture \(gesture.number) at \(Wording.clock(gesture.ended)):"
        + " \(outcome(of: gesture))",
      "    nearest flip: \(margin(of: gesture, in: result))",
    ]
      + TextTable.lines(changes.map { [$0.name, $0.outcome] }, in: style, indent: 6)
      + TextTable.lines(
        chances.map { [$0.variant.name, Self.words(of: $0.draws, $0.index)] }, in: style, indent: 6)
  }

  /// Returns the outcomes of a gesture under the variants that change it, each with the variant's name.
  func changes(of index: Int, in result: WhatIfResult) -> [(name: String, outcome: String)] {
    result.rows.flatMap { row in
      row.changes.filter { $0.index == index }.map {
        (row.variant.name, $0.after.map(outcome) ?? "no gesture")
      }
    }
  }

  /// Returns the gestures that only variants have, each with the variant's name.
  func newcomers(in result: WhatIfResult) -> [(name: String, outcome: String)] {
    result.rows.flatMap { row in
      row.new.map {
        (row.variant.name, "\(outcome(of: $0)) at \(Wording.clock($0.ended))")
      }
    }
  }

  /// The repeated draws of a variant, for one gesture.
  typealias Chance = (variant: WhatIfVariant, draws: WhatIfResult.Draws, index: Int)

  /// Returns the repeated draws of the variants under which a gesture changes in any of them.
  func chances(of index: Int, in result: WhatIfResult) -> [Chance] {
    result.rows.compactMap { row in
      guard let draws = row.draws, draws.flips[index] + draws.losses[index] > 0 else { return nil }
      return (row.variant, draws, index)
    }
  }

  /// Returns the probability that a gesture flips, in words.
  static func words(of draws: WhatIfResult.Draws, _ index: Int) -> String {
    let (share, interval) = draws.probability(of: index)
    let lost = draws.losses[index]
    return "flips in \(draws.flips[index]) of \(draws.count) draws: \(NumberText.percent(share))"
      + " (95 % CI \(TuneReport.percents(interval)))"
      + (lost > 0 ? "; lost in \(lost)" : "")
  }

  /// Returns the nearest flip of a gesture in words.
  func margin(of gesture: JudgedGesture, in result: WhatIfResult) -> String {
    gesture.nearest.map {
      Wording.flip($0, by: result.estimator, in: DistanceUnit(result.gesture))
    } ?? (gesture.isCutOff ? "none: it was cut off" : "none")
  }

  /// Returns the outcome of a gesture, with the target of a snap.
  func outcome(of gesture: JudgedGesture) -> String {
    let word = gesture.outcome.rawValue
    let target = gesture.outcome == .snap ? " to \(NumberText.fixed(gesture.target, 2))" : ""
    return style.paint(word + target, gesture.outcome) + (gesture.isCutOff ? ", cut off" : "")
  }

  func same(_ variant: WhatIfVariant) -> Int {
    rows(of: variant).reduce(0) { $0 + $1.same }
  }

  func count(_ variant: WhatIfVariant, _ difference: WhatIfResult.Difference) -> Int {
    rows(of: variant).reduce(0) { $0 + $1.count(difference) }
  }

  private func rows(of variant: WhatIfVariant) -> [WhatIfResult.Row] {
    results.flatMap { $0.rows.filter { $0.variant == variant } }
  }

  // MARK: JSON

  /// The report as JSON, in pieces: `seed`, `variants` with their counts, and `recordings`.
  package var json: some Sequence<String> {
    JSONText.pieces(
      [
        "seed": .string("\(seed)"), "draws": .integer(repeats),
        "variants": .list(variants.map(json)),
      ], "recordings", results.lazy.map(json))
  }

  /// The repeated draws of a variant: the number of flips and losses, and the probability of a flip with its interval.
  private func json(_ chance: Chance, _ result: WhatIfResult) -> JSONText {
    let (share, interval) = chance.draws.probability(of: chance.index)
    return [
      "variant": .string(chance.variant.name),
      "gesture": .integer(result.gestures[chance.index].number),
      "flips": .integer(chance.draws.flips[chance.index]),
      "lost": .integer(chance.draws.losses[chance.index]), "probability": .number(share),
      "interval": .list([interval.lowerBound, interval.upperBound].map { .number($0) }),
    ]
  }

  private func json(_ variant: WhatIfVariant) -> JSONText {
    .object(
      [
        ("variant", .string(variant.name)), ("group", .string(variant.group.rawValue)),
        ("same", .integer(same(variant))),
      ]
        + WhatIfResult.Difference.allCases.map {
          ($0.rawValue, .integer(count(variant, $0)))
        })
  }

  private func json(_ result: WhatIfResult) -> JSONText {
    [
      "recording": .string(result.recording), "gestures": .integer(result.gestures.count),
      "changes": .list(
        result.rows.flatMap { row in
          row.changes.map { json($0, row.variant, result) }
            + row.new.map { json($0, row.variant) }
        }),
      "probabilities": .list(
        result.gestures.indices.flatMap { index in
          result.rows.compactMap { row in
            row.draws.map { json((row.variant, $0, index), result) }
          }
        }),
    ]
  }

  private func json(
    _ change: WhatIfResult.Change, _ variant: WhatIfVariant, _ result: WhatIfResult
  ) -> JSONText {
    let gesture = result.gestures[change.index]
    return [
      "variant": .string(variant.name), "change": .string(change.difference.rawValue),
      "gesture": .integer(gesture.number), "time": .seconds(gesture.ended),
      "outcome": .string(gesture.outcome.rawValue), "target": .number(gesture.target),
      "cutOff": .flag(gesture.isCutOff),
      "nearest": gesture.nearest.map {
        .flip($0, by: result.estimator, in: DistanceUnit(result.gesture))
      }
        ?? .null, "now": change.after.map(Self.end) ?? .null,
    ]
  }

  private func json(_ gesture: JudgedGesture, _ variant: WhatIfVariant) -> JSONText {
    [
      "variant": .string(variant.name), "change": .string(WhatIfResult.Difference.new.rawValue),
      "gesture": .null, "now": Self.end(of: gesture),
    ]
  }

  private static func end(of gesture: JudgedGesture) -> JSONText {
    [
      "time": .seconds(gesture.ended), "outcome": .string(gesture.outcome.rawValue),
      "target": .number(gesture.target), "cutOff": .flag(gesture.isCutOff),
    ]
  }
}
