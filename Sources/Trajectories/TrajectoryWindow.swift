package import PantographBase
package import PantographTouches

/// Passes on the part of a trajectory between two times, both included.
///
/// The part before is driven as well, so the window has the same values as the whole. If nothing moves
/// at its beginning, the sample for that period is passed on there.
package struct TrajectoryWindow<Sink: TrajectorySink>: TrajectorySink {
  /// The error of a sink that can't take any more.
  package typealias Failure = Sink.Failure

  /// The sink for the part.
  package var sink: Sink
  /// The time from which it passes pieces on.
  package var begins: Timestamp { from }
  @usableFromInline let from: Timestamp
  @usableFromInline let until: Timestamp
  /// The sample before the beginning, if it represents the period until the next one.
  @usableFromInline var pending: Sample?

  /// Creates a window; the times count from the start of the trajectory.
  package init(
    _ sink: Sink, from: Timestamp = Timestamp(microseconds: 0),
    until: Timestamp = Timestamp(microseconds: .max)
  ) {
    precondition(from <= until, "'until' must not be before 'from'")
    self.sink = sink
    self.from = from
    self.until = until
  }

  /// Passes on a sample, or keeps it as long as it may represent the beginning.
  @inlinable
  package mutating func receive(_ sample: Sample) throws(Failure) {
    if sample.time < from {
      pending = sample.phase == .idle || sample.phase == .rest ? sample : nil
      return
    }
    if sample.time == from { pending = nil }
    try open()
    if sample.time <= until { try sink.receive(sample) }
  }

  /// Passes on an event.
  @inlinable
  package mutating func receive(_ event: TrajectoryEvent) throws(Failure) {
    guard event.time >= from else {
      // Any event ends an idle period.
      pending = nil
      return
    }
    try open()
    if event.time <= until { try sink.receive(event) }
  }

  /// Passes on a frame.
  @inlinable
  package mutating func receive(_ frame: TouchFrame) throws(Failure) {
    guard frame.time >= from else { return }
    try open()
    if frame.time <= until { try sink.receive(frame) }
  }

  /// Passes on the sample at the beginning, if nothing has come since; call this at the end.
  package mutating func finish() throws(Failure) {
    try open()
  }

  @inlinable
  mutating func open() throws(Failure) {
    guard var sample = pending.take() else { return }
    sample.time = from
    try sink.receive(sample)
  }
}
