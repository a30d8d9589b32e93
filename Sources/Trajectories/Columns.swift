import Animation
import Interactions
import Quantities

/// The columns of a trajectory: which properties make each value.
struct Columns {
  private struct Column {
    /// The numbers of the first animation's properties: one, and those that add to it.
    var properties: [Int]
    /// The number of the second animation's property.
    var second: Int?
  }

  private let columns: [Column]
  private let plan: AnimationPlan
  private let origins: [Double]
  /// What the values were when everything was sent back to its start.
  private var dismissed: [Double]?

  init(_ interaction: Interaction) {
    plan = interaction.animation
    let later = interaction.afterwards?.properties ?? []
    columns = interaction.columns.map { name in
      Column(
        properties: interaction.animation.properties.indices.filter {
          interaction.animation.properties[$0].name == name
        },
        second: later.firstIndex { $0.name == name })
    }
    origins = later.map { $0.from ?? 0 }
  }

  /// Takes note of what the second animation's values are when everything is sent back to its start: from
  /// there they go straight, as the first animation goes from its end, and not through what that did before.
  mutating func dismiss(at time: Timestamp, _ first: AnimationPlayer, _ second: AnimationPlayer?) {
    guard let second else { return dismissed = nil }
    var values: [Double] = []
    fill(&values, at: time, first)
    fill(&values, at: time, first, second)
    dismissed = values
  }

  /// Forgets that everything was sent back.
  mutating func begin() { dismissed = nil }

  /// Fills in the values that the first animation gives at an instant.
  func fill(_ values: inout [Double], at time: Timestamp, _ first: AnimationPlayer) {
    if values.count != columns.count { values = Array(repeating: 0, count: columns.count) }
    for index in columns.indices {
      var value = columns[index].second.map { origins[$0] } ?? 0
      for place in columns[index].properties.indices {
        let property = columns[index].properties[place]
        let own = first.value(property, at: time, from: 0)
        // Of what adds up, only the change counts.
        value = place == 0 ? own : value + own - (plan.properties[property].from ?? 0)
      }
      values[index] = value
    }
  }

  /// Lets the second animation go on from the values that the first one gives.
  func fill(
    _ values: inout [Double], at time: Timestamp, _ first: AnimationPlayer,
    _ second: AnimationPlayer
  ) {
    for (index, column) in columns.enumerated() {
      guard let number = column.second else { continue }
      if let dismissed {
        let start = column.properties.first.flatMap { plan.properties[$0].from } ?? origins[number]
        values[index] = start + (dismissed[index] - start) * first.progress(at: time).value
      } else {
        values[index] = second.value(number, at: time, from: values[index])
      }
    }
  }
}
