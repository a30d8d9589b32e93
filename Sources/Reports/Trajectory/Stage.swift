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
    ends = interaction.rule.snapPoints.map { interaction.values(at: $0) }
    // The second animation goes on from where the first has ended.
    if interaction.afterwards != nil { ends.append(interaction.finalValues) }
  }
}
