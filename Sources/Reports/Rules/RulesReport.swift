import PantographGestures
package import PantographInteractions
import PantographMotion

/// Lists and describes the rules, velocity estimators and laws of momentum.
package enum RulesReport {
  /// Returns all rules, estimators and laws of momentum, one a line.
  package static func list(in style: TextStyle = .plain) -> [String] {
    let presets = ReleasePreset.all.map { [$0.name, $0.rule.estimator.rawValue, $0.title] }
    let estimators = VelocityEstimator.allCases.map { [$0.rawValue, $0.source.firstSentence] }
    return ["  Release rules:", ""]
      + TextTable.lines(
        [["rule", "estimator", "toolkit"]] + presets, in: style, indent: 4, hasHeads: true)
      + ["", "  Velocity estimators:", ""]
      + TextTable.lines(estimators, in: style, indent: 4)
      + ["", "  Laws of momentum:", ""]
      + TextTable.lines(Momentum.all.map { [$0.name, $0.title] }, in: style, indent: 4)
  }

  /// Returns what a rule does, its source, and its JSON.
  package static func description(of preset: ReleasePreset) -> [String] {
    [
      preset.title, preset.summary,
      "Source: \(preset.source), \(preset.version); \(words(for: preset.evidence)).",
    ] + settling(of: preset) + [""] + preset.rule.json.split(separator: "\n").map(String.init)
  }

  private static func settling(of preset: ReleasePreset) -> [String] {
    guard let settling = preset.settling else { return [] }
    return [
      "Settles on: \(settling.summary)",
      "Source: \(settling.source), \(settling.version); \(words(for: settling.evidence)).",
      "To settle like this, write \"preset\": \"\(preset.name)\" in the key `settle`.",
    ]
  }

  private static func words(for evidence: ReleasePreset.Evidence) -> String {
    switch evidence {
    case .own: "Pantograph's own rule"
    case .source: "numbers and formula copied from the source"
    case .numbers: "numbers copied from the source, formula not verified against it"
    case .measured: "measured on the running program"
    case .feel: "the running program was tried without instruments"
    }
  }
}

extension String {
  fileprivate var firstSentence: String {
    guard let end = indices.first(where: { self[$0...].hasPrefix(". ") }) else { return self }
    return String(self[..<end])
  }
}
