import PantographInteractions
import PantographQuantities
import PantographTrajectories

extension LayerScene {
  /// Makes the scene of an interaction before its first gesture, large enough for moderate overshoots.
  init(of interaction: Interaction) {
    // First to last: these poses are outlined. −0.1 and 1.1 are beyond the ends, as by a spring.
    var samples = [0, -0.1, 0, 0.25, 0.5, 0.75, 1, 1.1, 1].map { interaction.values(at: $0) }
    if interaction.afterwards != nil { samples.append(interaction.finalValues) }
    let run = PlottedRun(
      "", interaction.columns,
      samples.enumerated().map { index, values in
        Sample(
          time: Timestamp(microseconds: Int64(index)), phase: .tracking, fraction: 0, velocity: 0,
          values: values)
      })
    self.init([run], toward: interaction.progress.direction)
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
