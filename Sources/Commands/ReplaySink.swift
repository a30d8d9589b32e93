import PantographReports
import PantographTouches
import PantographTrajectories

/// Sends a trajectory to a report and, if there is one, to a page.
struct ReplaySink<Report: TrajectorySink>: TrajectorySink where Report.Failure == Never {
  var report: Report
  private(set) var page: TrajectoryPage?
  /// Writes what the report has ready.
  private let flush: (inout Report) throws -> Void

  init(_ report: Report, _ page: TrajectoryPage?) {
    self.report = report
    self.page = page
    flush = { _ in }
  }

  /// Creates a sink that writes the report to a file in pieces of about 64 KiB; the caller writes the
  /// last piece.
  init(_ report: Report, _ page: TrajectoryPage? = nil, to output: OutputFile)
  where Report: StreamReport {
    self.report = report
    self.page = page
    flush = { if $0.isFull { try output.write(&$0.bytes) } }
  }

  mutating func receive(_ sample: Sample) throws(any Error) {
    report.receive(sample)
    page?.receive(sample)
    try flush(&report)
  }

  mutating func receive(_ event: TrajectoryEvent) throws(any Error) {
    // Written with the sample or the frame that follows.
    report.receive(event)
    page?.receive(event)
  }

  mutating func receive(_ frame: TouchFrame) throws(any Error) {
    report.receive(frame)
    page?.receive(frame)
    try flush(&report)
  }
}
