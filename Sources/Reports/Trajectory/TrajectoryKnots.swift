import PantographBase
import PantographInteractions
import PantographTrajectories

/// The instants between samples at which a trajectory has a kink: grabs, releases and handoffs.
///
/// On a straight line between two samples the fraction at a release would not be the one that the rule has judged.
struct TrajectoryKnots: Sendable {
  /// The state at the instants; the values are not known yet.
  private var states: [Sample] = []

  /// Keeps the instant of an event, if the trajectory has a kink there.
  ///
  /// A handoff has the time of its release, at which the fingers' state is shown; it follows a microsecond later.
  mutating func receive(_ event: TrajectoryEvent) {
    let phase: Phase
    switch event.kind {
    case .began, .held, .ended, .cancelled: phase = .tracking
    case .handoff: phase = .settling
    case .changed, .decided, .completed, .started: return
    }
    var time = event.time
    if let last = states.last, last.time >= time {
      time = Timestamp(microseconds: last.time.microseconds + 1)
    }
    states.append(
      Sample(
        time: time, phase: phase, fraction: event.fraction, velocity: event.velocity, values: []))
  }

  /// Returns samples with the instants between them, and the indices of these.
  ///
  /// - Parameter values: returns the values of the properties at a fraction.
  func among(
    _ samples: [Sample], values: (Double) -> [Double]
  ) -> (samples: [Sample], indices: [Int]) {
    var all: [Sample] = []
    var indices: [Int] = []
    all.reserveCapacity(samples.count + states.count)
    var next = 0
    for var state in states {
      while next < samples.count, samples[next].time <= state.time {
        all.append(samples[next])
        next += 1
      }
      // At the time of a sample the page shows what the table has.
      guard let last = all.last, last.time < state.time, next < samples.count else { continue }
      state.values = Self.values(of: state, last, samples[next], values)
      indices.append(all.count)
      all.append(state)
    }
    return (all + samples[next...], indices)
  }

  /// 1e-9 of a value: far less than a table has.
  private static let unseen = 1e-9

  /// Returns the values of the properties between two samples.
  ///
  /// They are exact where the fraction alone decides on them. In an animation that was caught and in a second one it
  /// does not, and they are those on the line between the samples.
  private static func values(
    of state: Sample, _ before: Sample, _ after: Sample, _ values: (Double) -> [Double]
  ) -> [Double] {
    let (given, other) = (values(state.fraction), before.phase == .tracking ? before : after)
    let isKnown =
      given.count == other.values.count
      && zip(values(other.fraction), other.values).allSatisfy {
        abs($0 - $1) <= Self.unseen * max(abs($1), 1)
      }
    if isKnown { return given }
    if before.isStill { return before.values }
    let share = (state.time - before.time) / (after.time - before.time)
    return zip(before.values, after.values).map { $0 + ($1 - $0) * share }
  }
}

extension PlottedRun {
  /// Returns the trajectory with the grabs, releases and handoffs between its samples.
  func knotted(_ interaction: Interaction) -> PlottedRun {
    let (samples, indices) = knots.among(samples) { interaction.values(at: $0) }
    var run = PlottedRun(label, names, samples)
    run.indicesOfKnots = indices
    return run
  }
}
