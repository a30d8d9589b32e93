import PantographBase
import PantographInteractions
import PantographMotion

/// The columns of a trajectory: which properties make each value.
struct Columns {
  private struct Column {
    /// The indices of the first animation's properties: one, and those that are added to it.
    var properties: [Int]
    /// The index of the second animation's property.
    var second: Int?
  }

  private let columns: [Column]
  private let plan: AnimationPlan
  private let origins: [Double]
  /// The values when a dismissal began.
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

  /// Stores the values when a dismissal begins.
  ///
  /// From there they go straight to the start, as the first animation's progress does, and not back
  /// through the second animation.
  mutating func dismiss(at time: Timestamp, _ first: AnimationPlayer, _ second: AnimationPlayer?) {
    guard let second else { return dismissed = nil }
    var values: [Double] = []
    fill(&values, at: time, first, progress: first.progress(at: time).value)
    fill(&values, at: time, first, second)
    dismissed = values
  }

  /// Forgets the dismissal.
  mutating func begin() { dismissed = nil }

  /// Fills in the first animation's values at a time, when it has made this progress.
  func fill(
    _ values: inout [Double], at time: Timestamp, _ first: AnimationPlayer, progress: Double
  ) {
    if values.count != columns.count { values = Array(repeating: 0, count: columns.count) }
    for index in columns.indices {
      var value = columns[index].second.map { origins[$0] } ?? 0
      for position in columns[index].properties.indices {
        let property = columns[index].properties[position]
        let own = first.value(property, at: time, progress: progress, from: 0)
        // Only the change of an additive property counts.
        value = position == 0 ? own : value + own - (plan.properties[property].from ?? 0)
      }
      values[index] = value
    }
  }

  /// Continues with the second animation's values from those of the first one.
  func fill(
    _ values: inout [Double], at time: Timestamp, _ first: AnimationPlayer,
    _ second: AnimationPlayer
  ) {
    let progress = dismissed == nil ? second.progress(at: time) : first.progress(at: time)
    for (index, column) in columns.enumerated() {
      guard let number = column.second else { continue }
      if let dismissed {
        let start = column.properties.first.flatMap { plan.properties[$0].from } ?? origins[number]
        values[index] = start + (dismissed[index] - start) * progress.value
      } else {
        values[index] = second.value(
          number, at: time, progress: progress.value, from: values[index])
      }
    }
  }
}
