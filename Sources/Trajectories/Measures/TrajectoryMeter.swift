public import Interactions
import Quantities

/// Takes the measures of each gesture of a trajectory, as it goes by.
///
/// It keeps as much of an hour as of a second, but for the measures of each gesture. What it measures of
/// a settling is as near to the truth as the samples are to each other; the page WhatIsMeasured tells how near.
public struct TrajectoryMeter: TrajectorySink, Sendable {
  /// The measures of the gestures that are over, in the order of time.
  public private(set) var finished: [Measures] = []

  private let frames: SampleGrid
  private let source: ProgressPlan.Source
  private var measures: Measures?
  private var tracking: TrackingMeter?
  private var settling: SettlingMeter?

  /// Makes a meter for trajectories of an interaction, whose rate is taken for the display's.
  public init(_ interaction: Interaction) {
    frames = SampleGrid(start: Timestamp(microseconds: 0), rate: interaction.rate)
    source = interaction.progress.source
  }

  /// The measures so far of a gesture that is not over yet.
  public var unfinished: Measures? {
    guard var measures else { return nil }
    settling?.write(into: &measures)
    return measures
  }

  /// The measures of all gestures, of the last one perhaps only so far.
  public var all: [Measures] { finished + (unfinished.map { [$0] } ?? []) }

  /// Measures a sample.
  public mutating func receive(_ sample: Sample) throws(Never) {
    guard let released = measures?.released else { return }
    settling?.take(
      Knot(
        time: sample.time - released, place: sample.fraction, velocity: sample.velocity))
  }

  /// Measures an event.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    switch event.kind {
    case .began: begin(event)
    // What runs is caught, or comes after what has been let go.
    case .held, .started: close()
    default: break
    }
    // Of a gesture that had begun before anybody measured there is nothing to say.
    guard var measures else { return }
    switch event.kind {
    case .began: measures.fastestTracking = abs(event.velocity)
    case .held, .started: break
    case .changed: tracking?.take(event, into: &measures)
    case .ended(let hand):
      tracking?.take(event, into: &measures)
      tracking?.finish(hand, into: &measures)
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
      // What came to its end under the fingers is still theirs.
      guard let released = measures.released else { return }
      measures.rested = event.time
      settling?.finish(at: event.time - released, place: event.fraction, into: &measures)
    }
    self.measures = measures
    if measures.rested != nil { close() }
  }

  private mutating func begin(_ event: TrajectoryEvent) {
    close()
    measures = Measures(began: event.time)
    tracking = TrackingMeter(event, frames: frames, source: source)
  }

  /// Closes the account of a gesture that came to rest, or whose animation was caught.
  private mutating func close() {
    if let unfinished { finished.append(unfinished) }
    measures = nil
    tracking = nil
    settling = nil
  }

  /// Hands out the measures of the gestures that are over, and keeps them no longer.
  public mutating func takeFinished() -> [Measures] {
    defer { finished.removeAll() }
    return finished
  }
}
