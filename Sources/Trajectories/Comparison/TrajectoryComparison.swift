public import Quantities

/// Holds a trajectory against the one that is expected, within tolerances in value and in time.
///
/// A sample is within its tolerance if the value lies within all that the other curve has in the time
/// allowed, earlier and later, widened by the value allowed. Every sample of either side is held against
/// the other, so that neither may leave anything out. Phases and events may differ in time alone.
///
///     var comparison = TrajectoryComparison(of: ["offset"], within: Tolerances())
///     for sample in before.samples { comparison.receive(sample, on: .expected) }
///     for sample in after.samples { comparison.receive(sample, on: .actual) }
///     let result = comparison.finish()
///
/// Both sides may come in pieces, in any turn. Who lets neither run far ahead of the other needs no more
/// memory for hours than for a second.
public struct TrajectoryComparison: Sendable {
  /// One of the two trajectories.
  public enum Side: Sendable {
    /// What it should be.
    case expected
    /// What it is.
    case actual
  }

  /// The greatest difference that a channel has at the same instant, whether it is tolerated or not.
  public struct Gap: Hashable, Sendable {
    /// The name of the channel: `fraction`, `velocity`, or a property's.
    public var channel: String
    /// The difference; below zero where less came than was expected.
    public var difference: Double
    /// The instant.
    public var time: Timestamp
  }

  /// What came of it.
  public struct Result: Hashable, Sendable {
    /// Where they part first; nothing where they are the same within the tolerances.
    public var first: Divergence?
    /// Why they do.
    public var cause: DivergenceCause?
    /// The first event that they do not have in common, which may come after they part.
    public var event: EventDifference?
    /// The greatest difference of each channel, in the order of the channels.
    public var gaps: [Gap] = []

    /// Whether nothing is farther away than is tolerated.
    public var isWithinTolerances: Bool { first == nil }
  }

  private let names: [String]
  private let tolerances: Tolerances
  private let channels: [Tolerance]
  /// The largest time that any channel is allowed, in microseconds.
  private let patience: Int64
  private var expected = CurveWindow()
  private var actual = CurveWindow()
  private var events = EventComparison()
  private var result = Result()
  private var isOnOtherGrid = false
  private var phaseThere = Phase.idle

  /// Makes a comparison of trajectories that animate these properties.
  ///
  /// - Parameters:
  ///   - names: the properties' names, in the order of a sample's values.
  ///   - expected: the names that the expected side has, if those may be others.
  ///   - tolerances: how far the two may be from each other.
  public init(
    of names: [String], expecting expected: [String]? = nil, within tolerances: Tolerances
  ) {
    self.names = names
    self.tolerances = tolerances
    channels = tolerances.channels(names)
    patience = channels.reduce(tolerances.phase) { max($0, $1.microseconds) }
    result.gaps = (["fraction", "velocity"] + names).map {
      Gap(channel: $0, difference: 0, time: Timestamp(microseconds: 0))
    }
    guard let expected, expected != names else { return }
    result.first = Divergence(
      time: Timestamp(microseconds: 0), kind: .columns(expected: expected, actual: names))
    result.cause = .columns
  }

  /// Takes the next sample of a side.
  public mutating func receive(_ sample: Sample, on side: Side) {
    // Of columns that are not the same there is nothing to be held against each other.
    guard result.cause != .columns else { return }
    switch side {
    case .expected: expected.append(sample)
    case .actual: actual.append(sample)
    }
    judge()
  }

  /// Takes the next milestone of a side.
  public mutating func receive(_ milestone: Milestone, on side: Side) {
    events.receive(milestone, on: side, within: tolerances)
  }

  /// Takes the next event of a side; a mere movement says nothing that samples do not.
  public mutating func receive(_ event: TrajectoryEvent, on side: Side) {
    if let milestone = Milestone(event) { receive(milestone, on: side) }
  }

  /// Whether a side has to go on, so that what came of the other can be judged and forgotten.
  public func waits(for side: Side) -> Bool {
    let (window, other) = side == .expected ? (expected, actual) : (actual, expected)
    return other.next.map {
      !window.isKnown(through: $0.time.advanced(byMicroseconds: patience))
    } ?? false
  }

  /// Ends a side, of which nothing more will come.
  public mutating func end(_ side: Side) {
    switch side {
    case .expected: expected.isOver = true
    case .actual: actual.isOver = true
    }
    judge()
  }

  /// Ends both sides, and tells what came of it.
  public mutating func finish() -> Result {
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
      result.cause = isOnOtherGrid ? .sampling : .path(phaseThere)
    }
    return result
  }

  // MARK: Samples

  private mutating func judge() {
    while let side = nextSide, judgeNext(of: side) {}
  }

  /// The side whose next sample is the earlier one.
  private var nextSide: Side? {
    switch (expected.next, actual.next) {
    case (let sample?, let other?): sample.time <= other.time ? .expected : .actual
    case (.some, nil): .expected
    case (nil, .some): .actual
    case (nil, nil): nil
    }
  }

  /// Judges the next sample of a side, and tells whether enough was known of the other for that.
  private mutating func judgeNext(of side: Side) -> Bool {
    let isExpected = side == .expected
    let (window, other) = isExpected ? (expected, actual) : (actual, expected)
    guard let sample = window.next,
      other.isKnown(through: sample.time.advanced(byMicroseconds: patience))
    else { return false }
    judge(sample, isExpected: isExpected, against: other)
    if isExpected { expected.advance() } else { actual.advance() }
    let needed = sample.time.advanced(byMicroseconds: -patience)
    expected.forget(before: needed)
    actual.forget(before: needed)
    return true
  }

  private mutating func judge(_ sample: Sample, isExpected: Bool, against other: CurveWindow) {
    let time = sample.time
    let earlier = time.advanced(byMicroseconds: -tolerances.phase)
    let later = time.advanced(byMicroseconds: tolerances.phase)
    if !other.has(sample.phase, from: earlier, to: later) {
      let phase = other.phase(at: time)
      part(
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
      // Where no time is allowed and something moves, only a sample of the same instant will do.
      let isMissing = tolerance.microseconds == 0 && sample.moves && !other.hasSample(at: time)
      if !isWithin || isMissing {
        part(
          .value(
            channel: result.gaps[channel].channel, expected: isExpected ? value : nearest,
            actual: isExpected ? nearest : value, tolerance: tolerance),
          sample, onOtherGrid: isMissing && (isWithin || other.moves(at: time)))
      }
    }
  }

  /// Keeps where the two part, if they have not yet.
  private mutating func part(
    _ kind: Divergence.Kind, _ sample: Sample, onOtherGrid: Bool = false
  ) {
    guard result.first == nil else { return }
    result.first = Divergence(time: sample.time, kind: kind)
    phaseThere = sample.phase
    isOnOtherGrid = onOtherGrid
  }
}

extension TrajectoryComparison {
  /// Holds one whole trajectory against another.
  ///
  /// - Parameters:
  ///   - actual: what it is.
  ///   - expected: what it should be.
  ///   - names: the names of the properties that both animate.
  ///   - tolerances: how far the two may be from each other.
  public static func compare(
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
