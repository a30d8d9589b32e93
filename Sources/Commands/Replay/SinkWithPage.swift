import PantographReports
import PantographTouches
import PantographTrajectories

/// Passes a trajectory to a sink and, if there is one, to a page.
struct SinkWithPage<Sink: TrajectorySink>: TrajectorySink {
  private(set) var sink: Sink
  private(set) var page: TrajectoryPage?

  init(_ sink: Sink, _ page: TrajectoryPage?) {
    self.sink = sink
    self.page = page
  }

  mutating func receive(_ sample: Sample) throws(Sink.Failure) {
    try sink.receive(sample)
    page?.receive(sample)
  }

  mutating func receive(_ event: TrajectoryEvent) throws(Sink.Failure) {
    try sink.receive(event)
    page?.receive(event)
  }

  mutating func receive(_ frame: TouchFrame) throws(Sink.Failure) {
    try sink.receive(frame)
    page?.receive(frame)
  }
}
