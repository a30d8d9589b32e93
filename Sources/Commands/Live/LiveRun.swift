package import Interactions
package import Quantities
import Touches
package import Trajectories

/// Drives an animation with a source, as time passes on a clock that somebody else reads.
package struct LiveRun {
  private let interaction: Interaction
  private let source: any LiveSource
  private var driver: TrajectoryDriver?
  // Beside the driver: of an `Optional` as large as that, who asks gets a copy.
  private var isDriven: Bool
  private var nextSample: Timestamp?
  private var settled = Timestamp(microseconds: .min)
  private var isCutOff = false
  /// How many frames came after the samples of their time.
  package private(set) var lateFrames = 0
  /// How many frames came after events were lost.
  package private(set) var losses = 0

  /// Begins to play a source.
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

  /// When something happens next on the machine's clock, if that is known.
  package var nextDue: Timestamp? {
    earlier(nextSample.map(source.due), source.nextDue)
  }

  /// Whether the source has no more, and the animation rests.
  package var isOver: Bool { isCutOff && nextSample == nil }

  /// Takes all frames that have come.
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

  /// Lets time pass up to what is known now.
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

  /// Lets the animation run to rest at once.
  package mutating func finish<Sink: TrajectorySink<Never>>(into sink: inout Sink) {
    driver?.finish(into: &sink)
  }
}

/// The earlier of two instants, as far as there are any.
func earlier(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
