import PantographGestures
import PantographInteractions

/// What is known of the stage of a page before anything moves.
struct Stage {
  /// The direction of progress, if it is known.
  var direction: ProgressPlan.Direction?
  /// The values of all columns where the animation can rest; empty if they are not known.
  var ends: [[Double]] = []
  /// Whether a press drives the animation, so that the layer looks pressed.
  var isPressed = false
  /// The user's picture for the layer.
  var picture: StagePicture?

  /// Makes a stage for trajectories of an unknown interaction.
  init(toward direction: ProgressPlan.Direction?) { self.direction = direction }

  /// Makes the stage of an interaction, which is the same for all its recordings.
  init(_ interaction: Interaction) {
    direction = interaction.progress.direction
    if case .pan = interaction.gesture { isPressed = false } else { isPressed = true }
    var poses = interaction.rule.snapPoints.map { interaction.values(at: $0) }
    if let afterwards = interaction.afterwards, let last = poses.last {
      // The second animation goes on from where the first has ended.
      poses.append(
        zip(interaction.columns, last).map { name, value in
          let properties = afterwards.properties.filter { $0.name == name }
          return properties.isEmpty ? value : properties[0].value(at: 1, from: value)
        })
    }
    ends = poses
  }
}

extension Interaction {
  /// Returns the values of all columns at a progress of the first animation.
  fileprivate func values(at progress: Double) -> [Double] {
    columns.map { name in
      let all = (animation.properties + (afterwards?.properties ?? [])).filter { $0.name == name }
      let own = animation.properties.filter { $0.name == name }
      guard let first = own.first else { return all[0].from ?? 0 }
      return own.dropFirst().reduce(first.value(at: progress)) { sum, property in
        property.isAdditive
          ? sum + property.value(at: progress) - property.value(at: 0)
          : property.value(at: progress)
      }
    }
  }
}
