public import Interactions
public import Quantities
public import Trajectories

/// Keeps the releases of a trajectory as far as the timing of what follows is concerned, and what is seen of
/// that now.
public struct TimedReleaseLog: TrajectorySink {
  /// Where a release leads, which says which of two springs takes over.
  public enum Direction: String, CaseIterable, Sendable {
    /// To the end, or on.
    case finish
    /// Back.
    case cancel
  }

  /// A release.
  public struct Entry: Hashable, Sendable {
    /// Which of its recording's gestures it is the end of, from 1.
    public var number: Int
    /// When it was, counted from the recording's first event.
    public var time: Timestamp
    /// Where it leads.
    public var direction: Direction
    /// What there is to time.
    public var release: TimedRelease
  }

  private let interaction: Interaction
  private var meter: TrajectoryMeter
  private var releases: [Entry] = []
  /// The instant, the place and the fingers' velocity of the release that was judged last.
  private var decided:
    (event: TrajectoryEvent, target: Double, direction: Direction, settle: Settle)?

  /// Makes a log of trajectories of an interaction.
  public init(_ interaction: Interaction) {
    self.interaction = interaction
    meter = TrajectoryMeter(interaction)
  }

  /// The releases so far, in the order of time.
  ///
  /// What is caught before it rests has shown all of its figures to nobody: its current ones are nothing.
  public var entries: [Entry] {
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
  public mutating func receive(_ sample: Sample) throws(Never) { meter.receive(sample) }

  /// Keeps a release.
  public mutating func receive(_ event: TrajectoryEvent) throws(Never) {
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
      // A spring that is there may begin at another velocity than the fingers'; one that is to come carries.
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
