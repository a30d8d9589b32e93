package import PantographBase

/// Compares a trajectory with the expected one, within tolerances in value and in time.
///
/// A sample is within its tolerance if the value lies in the other curve's range within the time
/// allowed, widened by the value allowed. Samples of both sides are checked, so that neither side can
/// leave anything out. Phases and events may differ only in time.
///
///     var comparison = TrajectoryComparison(of: ["offset"], within: Tolerances())
///     for sample in before.samples { comparison.receive(sample, on: .expected) }
///     for sample in after.samples { comparison.receive(sample, on: .actual) }
///     let result = comparison.finish()
///
/// The two sides may come in pieces and in any order. If neither gets far ahead of the other, memory
/// use does not depend on the duration.
package struct TrajectoryComparison: Sendable {
  /// One of the two trajectories.
  package enum Side: Sendable {
    /// The expected one.
    case expected
    /// The actual one.
    case actual
  }

  /// The largest difference of a channel at the same time, tolerated or not.
  package struct Gap: Hashable, Sendable {
    /// The name of the channel: `fraction`, `velocity`, or a property's.
    package var channel: String
    /// The difference; negative if the actual value is smaller.
    package var difference: Double
    /// The time.
    package var time: Timestamp
  }

  /// The result of a comparison.
  package struct Result: Hashable, Sendable {
    /// The first divergence; `nil` if the trajectories are the same within the tolerances.
    package var first: Divergence?
    /// The cause of the divergence.
    package var cause: DivergenceCause?
    /// The first event that differs, which may be after the divergence.
    package var event: EventDifference?
    /// The largest difference of each channel, in the order of the channels.
    package var gaps: [Gap] = []

    /// Whether all differences are tolerated.
    package var isWithinTolerances: Bool { first == nil }
  }

  private let names: [String]
  private let tolerances: Tolerances
  private let channels: [Tolerance]
  /// The largest time tolerance of any channel, in microseconds.
  private let longestTolerance: Int64
  private var expected = CurveWindow()
  private var actual = CurveWindow()
  private var events = EventComparison()
  private var result = Result()
  private var isOnOtherGrid = false
  private var phaseAtDivergence = Phase.idle

  /// Creates a comparison of trajectories with these animated properties.
  ///
  /// - Parameters:
  ///   - names: the properties' names, in the order of a sample's values.
  ///   - expected: the names on the expected side, if they may differ.
  ///   - tolerances: how far the two sides may differ.
  package init(
    of names: [String], expecting expected: [String]? = nil, within tolerances: Tolerances
  ) {
    self.names = names
    self.tolerances = tolerances
    channels = (["fraction", "velocity"] + names).map { tolerances[$0] }
    longestTolerance = channels.reduce(tolerances.events) { max($0, $1.microseconds) }
    result.gaps = (["fraction", "velocity"] + names).map {
      Gap(channel: $0, difference: 0, time: Timestamp(microseconds: 0))
    }
    guard let expected, expected != names else { return }
    result.first = Divergence(
      time: Timestamp(microseconds: 0), kind: .columns(expected: expected, actual: names))
    result.cause = .columns
  }

  /// Takes the next sample of a side.
  package mutating func receive(_ sample: Sample, on side: Side) {
    // With different columns, there is nothing to compare.
    guard result.cause != .columns else { return }
    switch side {
    case .expected: expected.append(sample)
    case .actual: actual.append(sample)
    }
    judge()
  }

  /// Takes the next milestone of a side.
  package mutating func receive(_ milestone: Milestone, on side: Side) {
    events.receive(milestone, on: side, within: tolerances)
  }

  /// Takes the next event of a side; a movement adds nothing to the samples.
  package mutating func receive(_ event: TrajectoryEvent, on side: Side) {
    if let milestone = Milestone(event) { receive(milestone, on: side) }
  }

  /// Returns whether a side must continue before the other one can be checked and discarded.
  package func waits(for side: Side) -> Bool {
    let (window, other) = side == .expected ? (expected, actual) : (actual, expected)
    return other.next.map {
      !window.isKnown(through: $0.time.advanced(byMicroseconds: longestTolerance))
    } ?? false
  }

  /// Ends a side.
  package mutating func end(_ side: Side) {
    switch side {
    case .expected: expected.isOver = true
    case .actual: actual.isOver = true
    }
    judge()
  }

  /// Ends both sides, and returns the result.
  package mutating func finish() -> Result {
    end(.expected)
    end(.actual)
    events.finish()
    var result = result
    guard result.cause != .columns else { return result }
    result.event = events.difference
    if let event = events.difference, result.first.map({ event.time <= $0.time }) ?? true {
      result.first = Divergence(time: event.time, kind: .event(event))
      result.cause = .event(event)
    } else if result.first != nil {
      result.cause = isOnOtherGrid ? .sampling : .path(phaseAtDivergence)
    }
    return result
  }

  // MARK: Comparing samples

  private mutating func judge() {
    while let side = nextSide, judgeNext(of: side) {}
  }

  /// The side whose next sample is earlier.
  private var nextSide: Side? {
    switch (expected.next, actual.next) {
    case (let sample?, let other?): sample.time <= other.time ? .expected : .actual
    case (.some, nil): .expected
    case (nil, .some): .actual
    case (nil, nil): nil
    }
  }

  /// Checks the next sample of a side, and returns whether enough of the other side was known.
  private mutating func judgeNext(of side: Side) -> Bool {
    let isExpected = side == .expected
    let (window, other) = isExpected ? (expected, actual) : (actual, expected)
    guard let sample = window.next,
      other.isKnown(through: sample.time.advanced(byMicroseconds: longestTolerance))
    else { return false }
    judge(sample, isExpected: isExpected, against: other)
    if isExpected { expected.advance() } else { actual.advance() }
    let needed = sample.time.advanced(byMicroseconds: -longestTolerance)
    expected.forget(before: needed)
    actual.forget(before: needed)
    return true
  }

  private mutating func judge(_ sample: Sample, isExpected: Bool, against other: CurveWindow) {
    let time = sample.time
    let earlier = time.advanced(byMicroseconds: -tolerances.events)
    let later = time.advanced(byMicroseconds: tolerances.events)
    if !other.has(sample.phase, from: earlier, to: later) {
      let phase = other.phase(at: time)
      diverge(
        .phase(
          expected: isExpected ? sample.phase : phase, actual: isExpected ? phase : sample.phase),
        sample)
    }
    for (channel, tolerance) in channels.enumerated() {
      let value = sample[channel]
      let there = other.range(of: channel, from: time, to: time).map {
        min(max(value, $0.lowerBound), $0.upperBound)
      }
      let nearest = there ?? .nan
      let difference = isExpected ? nearest - value : value - nearest
      if abs(difference) > abs(result.gaps[channel].difference) {
        result.gaps[channel].difference = difference
        result.gaps[channel].time = time
      }
      let range =
        other.range(
          of: channel, from: time.advanced(byMicroseconds: -tolerance.microseconds),
          to: time.advanced(byMicroseconds: tolerance.microseconds))
      let isWithin =
        range.map {
          $0.lowerBound - tolerance.value <= value && value <= $0.upperBound + tolerance.value
        } ?? false
      // Without a time tolerance, a moving animation needs a sample at the same time.
      let isMissing = tolerance.microseconds == 0 && sample.moves && !other.hasSample(at: time)
      if !isWithin || isMissing {
        diverge(
          .value(
            channel: result.gaps[channel].channel, expected: isExpected ? value : nearest,
            actual: isExpected ? nearest : value, tolerance: tolerance),
          sample, onOtherGrid: isMissing && (isWithin || other.moves(at: time)))
      }
    }
  }

  /// Stores the first divergence.
  private mutating func diverge(
    _ kind: Divergence.Kind, _ sample: Sample, onOtherGrid: Bool = false
  ) {
    guard result.first == nil else { return }
    result.first = Divergence(time: sample.time, kind: kind)
    phaseAtDivergence = sample.phase
    isOnOtherGrid = onOtherGrid
  }
}

extension TrajectoryComparison {
  /// Compares two whole trajectories.
  ///
  /// - Parameters:
  ///   - actual: the actual trajectory.
  ///   - expected: the expected trajectory.
  ///   - names: the names of the properties that both animate.
  ///   - tolerances: how far the two may differ.
  package static func compare(
    _ actual: Trajectory, to expected: Trajectory, of names: [String],
    within tolerances: Tolerances = Tolerances()
  ) -> Result {
    var comparison = TrajectoryComparison(of: names, within: tolerances)
    for (side, trajectory) in [(Side.expected, expected), (.actual, actual)] {
      for event in trajectory.events { comparison.receive(event, on: side) }
      for sample in trajectory.samples { comparison.receive(sample, on: side) }
    }
    return comparison.finish()
  }
}

/// The samples of a trajectory that are still needed to compare it with another one.
///
/// Between two samples of a settling animation the curve is a straight line. In an idle period, the
/// sample before represents the whole. Elsewhere the curve is somewhere between the two samples:
/// touches come in steps, and a phase may change.
struct CurveWindow {
  private var samples: [Sample] = []
  /// The first sample still needed, and the next one to be compared.
  private var first = 0
  private var judged = 0
  /// Whether no more samples will come.
  var isOver = false

  /// The next sample to be compared with the other curve.
  var next: Sample? { judged < samples.count ? samples[judged] : nil }

  /// Returns whether the curve is complete up to a time, including that time.
  func isKnown(through time: Timestamp) -> Bool {
    isOver || samples.last.map { $0.time >= time } ?? false
  }

  mutating func append(_ sample: Sample) { samples.append(sample) }

  mutating func advance() { judged += 1 }

  /// Discards samples before a time, except the one that the curve comes from.
  mutating func forget(before time: Timestamp) {
    while first + 1 < judged, samples[first + 1].time <= time { first += 1 }
    guard first >= 256 else { return }
    samples.removeFirst(first)
    judged -= first
    first = 0
  }

  /// Returns whether there is a sample at exactly this time.
  func hasSample(at time: Timestamp) -> Bool {
    samples[first...].contains { $0.time == time }
  }

  /// Returns whether a time lies between two samples of a moving animation.
  func moves(at time: Timestamp) -> Bool {
    segments.contains { $0.time < time && time < $1.time && $0.moves && $1.moves }
  }

  private var segments: Zip2Sequence<ArraySlice<Sample>, ArraySlice<Sample>> {
    zip(samples[first...], samples[first...].dropFirst())
  }

  /// Returns whether the curve has a phase at any time from one to another.
  func has(_ phase: Phase, from start: Timestamp, to end: Timestamp) -> Bool {
    guard let head = samples[first...].first, let last = samples.last else { return false }
    if end < head.time { return head.phase == phase }
    if start > last.time { return last.phase == phase }
    return samples[first...].contains { $0.phase == phase && start <= $0.time && $0.time <= end }
      || segments.contains {
        $0.time < end && start < $1.time && ($0.phase == phase || $1.phase == phase)
      }
  }

  /// Returns the phase at a time.
  func phase(at time: Timestamp) -> Phase {
    (samples[first...].last { $0.time <= time } ?? samples[first...].first)?.phase ?? .idle
  }

  /// Returns the range of a channel from one time to another; `nil` if there are no samples.
  func range(of channel: Int, from start: Timestamp, to end: Timestamp) -> ClosedRange<Double>? {
    guard let head = samples[first...].first, let last = samples.last else { return nil }
    var range: ClosedRange<Double>?
    func include(_ value: Double) {
      range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    }
    if start < head.time { include(head[channel]) }
    if end > last.time { include(last[channel]) }
    for (sample, next) in segments {
      guard sample.time <= end else { break }
      guard start <= next.time else { continue }
      let (value, other) = (sample[channel], next[channel])
      if start <= sample.time { include(value) }
      guard sample.time < end, start < next.time else { continue }
      if sample.phase == .settling, next.phase == .settling {
        let slope = (other - value) / (next.time - sample.time)
        include(value + slope * (max(start, sample.time) - sample.time))
        include(value + slope * (min(end, next.time) - sample.time))
      } else {
        include(value)
        if sample.moves || next.moves { include(other) }
      }
    }
    if start <= last.time, last.time <= end { include(last[channel]) }
    return range
  }
}

extension Sample {
  /// Whether the animation moves.
  var moves: Bool { phase == .tracking || phase == .settling }

  /// Returns a channel's value: fraction, velocity, and then the properties.
  subscript(channel: Int) -> Double {
    channel == 0 ? fraction : channel == 1 ? velocity : values[channel - 2]
  }
}
