package import PantographBase
package import PantographInteractions
package import PantographTouches

/// The first message of a live stream: the interaction's name and properties.
package struct LiveAbout: Sendable {
  private let interaction: Interaction
  private let name: String
  private let surface: Surface?

  /// Makes the message for an interaction with a display name, and the surface if it is known.
  package init(_ interaction: Interaction, named name: String, on surface: Surface?) {
    self.interaction = interaction
    self.name = name
    self.surface = surface
  }

  /// The name, the gesture, the samples per second, and each column with its values at both ends and its effect on the
  /// page's layer.
  package var json: JSONText {
    let scene = LayerScene(of: interaction)
    let (from, to) = (interaction.values(at: 0), interaction.finalValues)
    let columns = interaction.columns.indices.map { index -> JSONText in
      [
        "name": .string(interaction.columns[index]),
        "from": .number(hasStart(index) ? from[index] : nil), "to": .number(to[index]),
        "effect": .string(scene.roles[0][index]?.words),
      ]
    }
    return [
      "name": .string(name), "gesture": .string(Wording.name(of: interaction.gesture)),
      "rate": .number(interaction.rate, decimals: 3), "columns": .list(columns),
      "layer": scene.json, "roles": scene.json(rolesOf: 0),
      // Others are known after the first gesture.
      "levels": LiveNotes.levels(of: DecisionSection(interaction)),
      "surface": surface.map { .list([.number($0.size.x), .number($0.size.y)]) } ?? .null,
    ]
  }

  /// Whether a column has a value of its own at the start.
  private func hasStart(_ index: Int) -> Bool {
    let name = interaction.columns[index]
    let first = interaction.animation.properties.first { $0.name == name }
    let second = interaction.afterwards?.properties.first { $0.name == name }
    return (first?.from ?? second?.from) != nil
  }
}
