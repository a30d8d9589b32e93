import PantographBase
package import PantographInteractions
package import PantographTouches
package import PantographTrajectories
import PantographTuning

/// One gesture of a recording, from the first finger on the surface up to its release, for a page on which a person labels it.
///
/// As in ``GestureAlbum``, nothing after the release is shown, so that a rule's decision does not influence the label.
package struct GestureClip: TrajectorySink, Sendable {
  /// The error that ends a replay, because the gesture is complete.
  package struct Complete: Error {}

  /// The surface that the fingers moved on.
  package var surface: Surface?

  private let interaction: Interaction
  /// The number of the gesture; 0 for a recording without any, which is shown as a whole.
  private let number: Int
  private var count = 0
  private var isTouched = false
  private var contacts = ContactLog()
  private var samples: [Sample] = []
  private var milestones: [(time: Timestamp, kind: Milestone.Kind)] = []

  /// Makes an empty clip for the gesture with a number.
  package init(_ interaction: Interaction, ofGesture number: Int) {
    self.interaction = interaction
    self.number = number
  }

  private var isTracking: Bool { count == number && number > 0 }

  /// Keeps a sample while fingers are on the surface.
  package mutating func receive(_ sample: Sample) throws(Complete) {
    if isTouched || isTracking || number == 0 { samples.append(sample) }
  }

  /// Keeps the positions of the fingers since the surface was untouched.
  package mutating func receive(_ frame: TouchFrame) throws(Complete) {
    if !isTouched, !frame.contacts.isEmpty, !isTracking, number > 0 {
      (contacts, samples) = (ContactLog(), [])
    }
    isTouched = !frame.contacts.isEmpty
    contacts.receive(frame)
  }

  /// Ends at the release.
  package mutating func receive(_ event: TrajectoryEvent) throws(Complete) {
    if case .began = event.kind { count += 1 }
    guard isTracking else { return }
    if let milestone = Milestone(event) { milestones.append((milestone.time, milestone.kind)) }
    switch event.kind {
    case .ended, .cancelled: throw Complete()
    case .began, .changed, .decided, .handoff, .completed, .held, .started: break
    }
  }

  // MARK: The page

  /// Returns the gesture's numbers on one line.
  func numbers(of gesture: GestureFeatures) -> String {
    gesture.number == 0
      ? Wording.noGesture
      : GestureAlbum.numbers(
        of: gesture, by: interaction.rule, in: DistanceUnit(interaction.gesture))
  }

  /// The layer, the player, and the curves.
  var replay: ReplaySection {
    let run = PlottedRun("", interaction.columns, samples)
    let axis = TimeAxis([run], contacts.contacts, TimeAxis.marks(of: milestones))
    var replay = ReplaySection(
      [run], axis, contacts: ContactPlots(contacts, on: surface, axis), on: Stage(interaction))
    replay.keys =
      "Space plays or pauses, ← and → step by a sample, E goes to the next event, + and − zoom, 0 shows all. P pins a"
      + " second cursor, Z shows the span up to it. Drag on a plot to seek, with Shift to select a span."
    return replay
  }
}
