package import PantographBase
package import PantographInteractions
import PantographTouches
package import PantographTrajectories

/// Drives an animation from a source, on a clock that the caller reads.
package struct LiveRun {
  private let interaction: Interaction
  private let source: any LiveSource
  private var driver: TrajectoryDriver?
  // Stored separately: comparing a large `Optional` with `nil` copies it.
  private var isDriven: Bool
  private var nextSample: Timestamp?
  private var settled = Timestamp(microseconds: .min)
  private var isCutOff = false
  /// The number of frames that arrived after the samples of their time.
  package private(set) var lateFrames = 0
  /// The number of frames that followed lost events.
  package private(set) var losses = 0

  /// Starts playing a source.
  package init(_ source: any LiveSource, driving interaction: Interaction, at now: Timestamp) {
    self.source = source
    self.interaction = interaction
    source.play(at: now)
    driver = source.start.map {
      TrajectoryDriver(interaction, start: $0, on: Plane(source.surface))
    }
    isDriven = driver != nil
    nextSample = driver?.nextSampleTime
  }

  /// The time of the next known activity, on the machine's clock.
  package var nextDue: Timestamp? {
    earlier(nextSample.map(source.due), source.nextDue)
  }

  /// Whether the source is at its end, and the animation has settled.
  package var isOver: Bool { isCutOff && nextSample == nil }

  /// Processes all frames that have arrived.
  package mutating func takeFrames<Sink: TrajectorySink<Never>>(
    at now: Timestamp, into sink: inout Sink
  ) throws {
    while let frame = try source.nextFrame(at: now) {
      if !isDriven, let start = source.start {
        driver = TrajectoryDriver(interaction, start: start, on: Plane(source.surface))
        isDriven = true
      }
      if frame.time <= settled { lateFrames += 1 }
      if frame.hasLostEvents { losses += 1 }
      driver?.feed(frame, into: &sink)
    }
  }

  /// Advances the animation to the time up to which all frames are known.
  package mutating func advance<Sink: TrajectorySink<Never>>(
    at now: Timestamp, into sink: inout Sink
  ) {
    if source.isOver, !isCutOff {
      driver?.cutOff(into: &sink)
      isCutOff = true
    }
    settled = source.known(at: now)
    nextSample = driver?.advance(to: settled, into: &sink)
  }

  /// Runs the animation until it settles, without waiting.
  package mutating func finish<Sink: TrajectorySink<Never>>(into sink: inout Sink) {
    driver?.finish(into: &sink)
  }
}

/// Returns the earlier of two optional instants.
func earlier(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
