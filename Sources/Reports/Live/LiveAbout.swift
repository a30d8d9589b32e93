package import PantographInteractions

/// The first message of a live stream: the interaction's name and properties.
package struct LiveAbout: Sendable {
  private let interaction: Interaction
  private let name: String

  /// Makes the message for an interaction with a display name.
  package init(_ interaction: Interaction, named name: String) {
    self.interaction = interaction
    self.name = name
  }

  /// The name, the gesture, the samples per second, and each column with its values at both ends.
  package var json: JSONText {
    [
      "name": .string(name), "gesture": .string(Wording.name(of: interaction.gesture)),
      "rate": .number(interaction.rate, decimals: 3),
      "columns": .list(interaction.columns.map(column)),
    ]
  }

  private func column(_ name: String) -> JSONText {
    let own = interaction.animation.properties.filter { $0.name == name }
    let later = interaction.afterwards?.properties.first { $0.name == name }
    let from = own.first?.from ?? later?.from
    // Additive animations add their changes; the animation afterwards sets the final value.
    let change = own.map { $0.value(at: 1, from: $0.from ?? 0) - ($0.from ?? 0) }.reduce(0, +)
    return [
      "name": .string(name), "from": .number(from),
      "to": .number(later.map { $0.value(at: 1) } ?? (from ?? 0) + change),
    ]
  }
}
