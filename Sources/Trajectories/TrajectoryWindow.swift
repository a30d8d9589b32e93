public import Quantities
public import Touches

/// Lets through what of a trajectory lies between two instants, both of them included.
///
/// What is before has been driven all the same, so that what is let through is what the whole has there.
/// Where nothing moves at the beginning, the sample that stands for that time is given there.
public struct TrajectoryWindow<Sink: TrajectorySink>: TrajectorySink {
  /// Why the sink can't take any more.
  public typealias Failure = Sink.Failure

  /// What takes the part in.
  public var sink: Sink
  /// The instant from which it lets through.
  public var begins: Timestamp { from }
  @usableFromInline let from: Timestamp
  @usableFromInline let until: Timestamp
  /// The sample before the beginning that stands for all until the next one.
  @usableFromInline var standing: Sample?

  /// Makes a window; the instants count from the start of the trajectory.
  public init(
    _ sink: Sink, from: Timestamp = Timestamp(microseconds: 0),
    until: Timestamp = Timestamp(microseconds: .max)
  ) {
    precondition(from <= until, "a window ends after it begins")
    self.sink = sink
    self.from = from
    self.until = until
  }

  /// Lets a sample through, or keeps it while it may be what stands at the beginning.
  @inlinable
  public mutating func receive(_ sample: Sample) throws(Failure) {
    if sample.time < from {
      standing = sample.phase == .idle || sample.phase == .rest ? sample : nil
      return
    }
    if sample.time == from { standing = nil }
    try open()
    if sample.time <= until { try sink.receive(sample) }
  }

  /// Lets an event through.
  @inlinable
  public mutating func receive(_ event: TrajectoryEvent) throws(Failure) {
    guard event.time >= from else {
      // Whatever happens ends the time in which nothing moves.
      standing = nil
      return
    }
    try open()
    if event.time <= until { try sink.receive(event) }
  }

  /// Lets a frame through.
  @inlinable
  public mutating func receive(_ frame: TouchFrame) throws(Failure) {
    guard frame.time >= from else { return }
    try open()
    if frame.time <= until { try sink.receive(frame) }
  }

  /// Gives what stands at the beginning, where nothing has come since; to be called at the end.
  public mutating func finish() throws(Failure) {
    try open()
  }

  @inlinable
  mutating func open() throws(Failure) {
    // Most often there is none, which is asked without a copy of one.
    guard standing != nil, var standing else { return }
    self.standing = nil
    standing.time = from
    try sink.receive(standing)
  }
}
