import PantographBase
package import PantographInteractions

/// Measures each gesture of a trajectory, as it is driven.
///
/// Apart from the measures of each gesture, memory use does not depend on the duration. The accuracy of
/// a settling's measures depends on the rate of the samples; see <doc:WhatIsMeasured>.
package struct TrajectoryMeter: TrajectorySink, Sendable {
  /// The measures of completed gestures, in order of time.
  package private(set) var finished: [Measures] = []

  private let frames: SampleGrid
  private let source: ProgressPlan.Source
  private var measures: Measures?
  private var tracking: TrackingMeter?
  private var settling: SettlingMeter?

  /// Creates a meter for trajectories of an interaction, whose rate counts as the display's.
  package init(_ interaction: Interaction) {
    frames = SampleGrid(start: Timestamp(microseconds: 0), rate: interaction.rate)
    source = interaction.progress.source
  }

  /// The measures so far of a gesture that is not complete.
  package var unfinished: Measures? {
    guard var measures else { return nil }
    settling?.write(into: &measures)
    return measures
  }

  /// The measures of all gestures, including an incomplete last one.
  package var all: [Measures] { finished + (unfinished.map { [$0] } ?? []) }

  /// Measures a sample.
  package mutating func receive(_ sample: Sample) throws(Never) {
    guard let released = measures?.released else { return }
    settling?.take(
      Knot(
        time: sample.time - released, position: sample.fraction, velocity: sample.velocity))
  }

  /// Measures an event.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .began: begin(event)
    // The running animation is caught, or another one follows a completed gesture.
    case .held, .started: close()
    default: break
    }
    // A gesture that began before the meter can't be measured.
    guard var measures else { return }
    switch event.kind {
    case .began: measures.fastestTracking = abs(event.velocity)
    case .held, .started: break
    case .changed: tracking?.take(event, into: &measures)
    case .ended(let release):
      tracking?.take(event, into: &measures)
      tracking?.finish(release, into: &measures)
      measures.velocityBefore = event.velocity
      measures.released = event.time
    case .cancelled:
      measures.isCutOff = true
      tracking?.take(event, into: &measures)
      measures.velocityBefore = event.velocity
      measures.released = event.time
    case .decided(let decision):
      measures.outcome = decision.outcome
      measures.target = decision.target
    case .handoff:
      measures.velocityAfter = event.velocity
      settling = SettlingMeter(
        from: event.fraction, velocity: event.velocity, to: measures.target ?? event.fraction)
    case .completed:
      // An animation that ends under the fingers has not settled.
      guard let released = measures.released else { return }
      measures.rested = event.time
      settling?.finish(at: event.time - released, position: event.fraction, into: &measures)
    }
    self.measures = measures
    if measures.rested != nil { close() }
  }

  private mutating func begin(_ event: TrajectoryEvent) {
    close()
    measures = Measures(began: event.time)
    tracking = TrackingMeter(event, frames: frames, source: source)
  }

  /// Completes the measures of a gesture that came to rest, or whose animation was caught.
  private mutating func close() {
    if let unfinished { finished.append(unfinished) }
    measures = nil
    tracking = nil
    settling = nil
  }

  /// Returns the measures of completed gestures, and forgets them.
  package mutating func takeFinished() -> [Measures] {
    defer { finished.removeAll() }
    return finished
  }
}
