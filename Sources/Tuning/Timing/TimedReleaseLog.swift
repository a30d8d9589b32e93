package import PantographBase
package import PantographInteractions
package import PantographTrajectories

/// Records the releases of a trajectory that a spring's timing applies to, with their current figures.
package struct TimedReleaseLog: TrajectorySink {
  /// The direction after a release, which selects one of two springs.
  package enum Direction: String, CaseIterable, Sendable {
    /// To the end, or forward to a snap point.
    case finish
    /// Back.
    case cancel
  }

  /// A release.
  package struct Entry: Hashable, Sendable {
    /// The number of its gesture in the recording, from 1.
    package var number: Int
    /// The time of the release, from the recording's first event.
    package var time: Timestamp
    /// The direction after the release.
    package var direction: Direction
    /// The release as input of a timing search.
    package var release: TimedRelease
  }

  private let interaction: Interaction
  private var meter: TrajectoryMeter
  private var releases: [Entry] = []
  /// The last judged release, waiting for its handoff.
  private var decided:
    (event: TrajectoryEvent, target: Double, direction: Direction, settle: Settle)?

  /// Creates a log for trajectories of an interaction.
  package init(_ interaction: Interaction) {
    self.interaction = interaction
    meter = TrajectoryMeter(interaction)
  }

  /// The releases so far, in the order of time.
  ///
  /// The current figures of an animation that was caught before it rested are `nil`.
  package var entries: [Entry] {
    let measures = meter.all.filter { $0.released != nil }
    return releases.map { entry in
      var entry = entry
      let seen = measures.first { $0.released == entry.time }
      if let seen, let settleTime = seen.settleTime, let overshoot = seen.overshoot,
        let peakVelocity = seen.fastestSettling
      {
        entry.release.current = TimingFigures(
          settleTime: settleTime, overshoot: overshoot, peakVelocity: peakVelocity)
      }
      return entry
    }
  }

  /// Measures a sample.
  package mutating func receive(_ sample: Sample) throws(Never) { meter.receive(sample) }

  /// Records a release.
  package mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    meter.receive(event)
    switch event.kind {
    case .decided(let decision):
      let settle = interaction.settle(after: decision, from: event.fraction)
      let goesOn =
        decision.outcome == .finish
        || decision.outcome == .snap && decision.target > event.fraction
      decided = (event, decision.target, goesOn ? .finish : .cancel, settle)
    case .handoff:
      guard let (judged, target, direction, settle) = decided else { return }
      decided = nil
      // A current spring may begin at another velocity than the gesture's; a new one carries it over.
      let isSpring = if case .spring = settle.timing { !settle.jumps } else { false }
      let release = TimedRelease(
        fraction: judged.fraction, velocity: isSpring ? event.velocity : judged.velocity,
        target: target)
      releases.append(
        Entry(number: releases.count + 1, time: judged.time, direction: direction, release: release)
      )
    default: break
    }
  }
}
