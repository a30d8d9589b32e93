import PantographBase
import PantographInteractions
import PantographTrajectories

extension LayerScene {
  /// Makes the scene of an interaction before its first gesture.
  init(of interaction: Interaction) {
    let start = Sample(
      time: Timestamp(microseconds: 0), phase: .idle, fraction: 0, velocity: 0,
      values: interaction.values(at: 0))
    self.init([PlottedRun("", interaction.columns, [start])], on: Stage(interaction))
  }
}

extension Interaction {
  /// Returns the values of the properties when the first animation has made this progress.
  func values(at progress: Double) -> [Double] {
    columns.map { name in
      let own = animation.properties.filter { $0.name == name }
      // Additive animations add their changes.
      let change = own.map { $0.value(at: progress, from: $0.from ?? 0) - ($0.from ?? 0) }
      return (own.first?.from ?? start(of: name)) + change.reduce(0, +)
    }
  }

  /// The values of the properties in the end.
  var finalValues: [Double] {
    zip(columns, values(at: 1)).map { name, value in
      afterwards?.properties.first { $0.name == name }?.value(at: 1, from: value) ?? value
    }
  }

  private func start(of name: String) -> Double {
    afterwards?.properties.first { $0.name == name }?.from ?? 0
  }
}
