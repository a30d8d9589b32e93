package import PantographBase
package import PantographInteractions
package import PantographMotion
package import PantographTrajectories

/// A goal for one of the figures of an animation.
package struct TimingGoal: Hashable, Sendable {
  /// How a figure is compared with the goal.
  package enum Sense: String, CaseIterable, Sendable {
    /// The goal is an upper limit.
    case atMost = "at most"
    /// The goal should be met as closely as possible.
    case near
  }

  /// The figure.
  package let measure: TimingFigures.Measure
  /// The goal, in the figure's unit.
  package let value: Double
  /// How the figure is compared with the goal.
  package let sense: Sense
  /// The weight of its miss among other goals.
  package let weight: Double

  /// The range of goals: 0.001 to 10 000 s, or progress per second; for an overshoot from 0.
  ///
  /// A millisecond is shorter than any display's frame, and no gesture moves an animation 10 000 times
  /// its distance per second. Smaller goals would make relative misses too large to print.
  package static let values = 0.001...10_000
  /// The range of weights.
  package static let weights = 0.001...1000

  /// Creates a goal.
  ///
  /// - Parameters:
  ///   - measure: the figure.
  ///   - value: the goal, in the figure's unit.
  ///   - sense: how the figure is compared with the goal.
  ///   - weight: the weight of its miss among other goals.
  package init(
    _ measure: TimingFigures.Measure, _ value: Double, _ sense: Sense, weight: Double = 1
  ) throws(Complaint) {
    let isPossible = measure == .overshoot ? value >= 0 : value > 0
    guard isPossible, value.isFinite else {
      let least = measure == .overshoot ? "of 0 or more" : "above 0"
      throw Complaint("\(measure.words): expected a number \(least), not \(value)")
    }
    guard weight > 0, weight.isFinite else {
      throw Complaint("\(measure.words): expected a weight above 0, not \(weight)")
    }
    let values = measure == .overshoot ? 0...Self.values.upperBound : Self.values
    guard values.contains(value) else {
      throw Complaint(
        "\(measure.words): expected a number from \(values.words), not \(value)")
    }
    guard Self.weights.contains(weight) else {
      throw Complaint(
        "\(measure.words): expected a weight from \(Self.weights.words), not \(weight)")
    }
    self.measure = measure
    self.value = value
    self.sense = sense
    self.weight = weight
  }

  /// Returns the miss of figures relative to the goal; 0 for a goal that is met.
  ///
  /// For an overshoot below `Measures.band`, which is not visible, the miss is relative to that band.
  package func miss(of figures: TimingFigures) -> Double {
    let excess = figures[measure] - value
    let scale = measure == .overshoot ? max(value, Measures.band) : value
    return (sense == .atMost ? max(excess, 0) : excess) / scale
  }
}

extension ClosedRange<Double> {
  /// The range as text.
  fileprivate var words: String { "\(lowerBound.asWritten) to \(upperBound.asWritten)" }
}

extension TimingFigures.Measure {
  /// The name of the figure in messages.
  package var words: String {
    switch self {
    case .settleTime: "settle time"
    case .overshoot: "overshoot"
    case .peakVelocity: "peak velocity"
    }
  }
}

/// Three figures of an animation after its release.
package struct TimingFigures: Hashable, Sendable {
  /// The kinds of figures.
  package enum Measure: String, CaseIterable, Sendable {
    /// The time until it stays at its target.
    case settleTime
    /// The distance beyond its target.
    case overshoot
    /// The greatest speed.
    case peakVelocity
  }

  /// The seconds until the fraction stays within 0.01 of its target, which is `Measures.band`.
  package var settleTime: Double
  /// The distance beyond the target, as a fraction of the whole distance.
  package var overshoot: Double
  /// The greatest speed, in progress per second.
  package var peakVelocity: Double

  /// Creates figures.
  package init(settleTime: Double, overshoot: Double, peakVelocity: Double) {
    self.settleTime = settleTime
    self.overshoot = overshoot
    self.peakVelocity = peakVelocity
  }

  /// Computes the figures of a spring after a release: those of `Measures`, in closed form.
  package init(of spring: Spring, after release: TimedRelease) {
    let start = Spring.State(
      offset: release.fraction - release.target, velocity: release.velocity)
    self.init(
      settleTime: spring.timeToStay(within: Measures.band, from: start),
      overshoot: spring.overshoot(from: start), peakVelocity: spring.greatestSpeed(from: start))
  }

  /// Returns one of the figures.
  package subscript(measure: Measure) -> Double {
    switch measure {
    case .settleTime: settleTime
    case .overshoot: overshoot
    case .peakVelocity: peakVelocity
    }
  }
}

/// A release, as input of a timing search.
package struct TimedRelease: Hashable, Sendable {
  /// The progress at the release.
  package var fraction: Double
  /// The spring's initial velocity, in progress per second.
  package var velocity: Double
  /// The progress at which the spring rests.
  package var target: Double
  /// The figures with the current timing; `nil` if the animation did not come to rest.
  package var current: TimingFigures?

  /// Creates a release.
  ///
  /// - Parameters:
  ///   - fraction: the progress at the release.
  ///   - velocity: the spring's initial velocity, in progress per second.
  ///   - target: the progress at which the spring rests.
  ///   - current: the figures with the current timing.
  package init(
    fraction: Double, velocity: Double, target: Double, current: TimingFigures? = nil
  ) {
    self.fraction = fraction
    self.velocity = velocity
    self.target = target
    self.current = current
  }
}

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
