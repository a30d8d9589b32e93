import PantographInteractions
import PantographLaws
import PantographMotion

/// Interactions selected by a few bytes, each of which could come from a file.
enum AnyInteraction {
  /// The interactions of all starters.
  private static let starters = InteractionStarter.all.compactMap {
    try? Interaction(parsing: Array($0.text.utf8))
  }

  /// Returns a starter with the rule of a preset or its own, and with variations.
  static func chosen(by bytes: inout ByteChance) -> Interaction {
    var interaction = starters[Int(bytes.byte()) % starters.count]
    let presets = ReleasePreset.all
    let preset = Int(bytes.byte())
    if presets.indices.contains(preset) { interaction.rule = presets[preset].rule }
    let flags = bytes.byte()
    if flags & 1 != 0, !interaction.rule.clauses.isEmpty { interaction.judging = .moving }
    if case .pan = interaction.gesture, flags & 2 != 0 { interaction.catching = .landing }
    if flags & 4 != 0 {
      interaction.progress.limits = .rubberBand(coefficient: 0.55)
      interaction.animation.scrubsLinearly = true
    } else if flags & 8 != 0, case .clamped = interaction.progress.limits {
      interaction.animation.scrubsLinearly.toggle()
    }
    let isLast = interaction.afterwards == nil && interaction.dismissal == nil
    if flags & 16 != 0, isLast { interaction.start = .tap }
    if flags & 32 != 0 { interaction.finish = .unchanged }
    if flags & 64 != 0 { interaction.cancel = .curve(.easeOut, durationFactor: 0) }
    if flags & 128 != 0 { interaction.catching = .never }
    return interaction
  }
}
