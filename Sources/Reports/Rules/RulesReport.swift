import PantographGestures
package import PantographInteractions

/// Lists and describes the rules and velocity estimators.
package enum RulesReport {
  /// Returns all rules and estimators, one a line.
  package static func list(in style: TextStyle = .plain) -> [String] {
    let presets = ReleasePreset.all.map { [$0.name, $0.rule.estimator.rawValue, $0.title] }
    let estimators = VelocityEstimator.allCases.map { [$0.rawValue, $0.source.firstSentence] }
    return ["  Release rules:", ""]
      + TextTable.lines(
        [["rule", "estimator", "toolkit"]] + presets, in: style, indent: 4, hasHeads: true)
      + ["", "  Velocity estimators:", ""]
      + TextTable.lines(estimators, in: style, indent: 4)
  }

  /// Returns what a rule does, its source, and its JSON.
  package static func description(of preset: ReleasePreset) -> [String] {
    let evidence =
      switch preset.evidence {
      case .own: "Pantograph's own rule"
      case .source: "numbers and formula copied from the source"
      case .numbers: "numbers copied from the source, formula not verified against it"
      case .measured: "measured on the running program"
      case .feel: "the running program was tried without instruments"
      }
    return [
      preset.title, preset.summary,
      "Source: \(preset.source), \(preset.version); \(evidence).", "",
    ] + preset.rule.json.split(separator: "\n").map(String.init)
  }
}

extension String {
  fileprivate var firstSentence: String {
    guard let end = indices.first(where: { self[$0...].hasPrefix(". ") }) else { return self }
    return String(self[..<end])
  }
}
