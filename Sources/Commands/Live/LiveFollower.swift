import PantographBase
import PantographCLinux
import PantographReports
import PantographTouches
import PantographTrajectories

/// A receiver of a trajectory as it is computed.
protocol LiveFollower: AnyObject {
  /// Prepares for the trajectory of a source.
  func begin(_ source: any LiveSource)
  func receive(_ sample: Sample)
  func receive(_ event: TrajectoryEvent)
  func receive(_ frame: TouchFrame)
  /// The time by which it must be flushed, unless it waits for descriptors.
  var due: Timestamp? { get }
  /// Passes on the received data without blocking.
  func flush() throws
  /// Adds the descriptors to poll.
  func watch(_ polled: inout [pollfd])
  /// Passes on the remaining data; for the argument see ``LiveReader/finish(_:)``.
  func finish(_ waits: (Int32) -> Bool) throws
}

extension LiveFollower {
  func begin(_ source: any LiveSource) {}
  func receive(_ frame: TouchFrame) {}
}

/// A growing report and its readers.
final class ReportFollower<Report: StreamReport>: LiveFollower {
  private var report: Report
  private let readers: [any LiveReader]
  let due: Timestamp? = nil

  init(_ report: Report, _ readers: [any LiveReader]) {
    self.report = report
    self.readers = readers
  }

  func receive(_ sample: Sample) { report.receive(sample) }
  func receive(_ event: TrajectoryEvent) { report.receive(event) }

  func flush() throws {
    for reader in readers {
      if report.bytes.isEmpty { try reader.attend() } else { try reader.publish(report.bytes.span) }
    }
    report.bytes.removeAll(keepingCapacity: true)
  }

  func watch(_ polled: inout [pollfd]) {
    for reader in readers { reader.watch(&polled) }
  }

  func finish(_ waits: (Int32) -> Bool) throws {
    try flush()
    for reader in readers { try reader.finish(waits) }
  }
}

/// A view on a terminal.
final class ScreenFollower: LiveFollower {
  private var view: LiveView
  private let screen: TerminalScreen
  private var isDrawn = false
  private var drawn = Timestamp(microseconds: 0)

  /// The microseconds between two pictures: 60 per second, as most screens show.
  private static let pause: Int64 = 16_666

  init(_ view: LiveView, on screen: TerminalScreen) {
    self.view = view
    self.screen = screen
  }

  func receive(_ sample: Sample) {
    view.receive(sample)
    isDrawn = false
  }

  func receive(_ event: TrajectoryEvent) {
    view.receive(event)
    isDrawn = false
  }

  var due: Timestamp? {
    isDrawn || !screen.isReady ? nil : drawn.advanced(byMicroseconds: Self.pause)
  }

  func flush() {
    screen.attend()
    let now = EventLoop.now
    guard let due, due <= now else { return }
    view.draw(columns: screen.columns, rows: screen.rows)
    screen.show(view.lines)
    (isDrawn, drawn) = (true, now)
  }

  func watch(_ polled: inout [pollfd]) { screen.watch(&polled) }

  var hasAskedForEnd: Bool { screen.hasAskedForEnd() }

  /// Redraws after the terminal was resized or resumed.
  func resize() {
    screen.measure()
    isDrawn = false
  }

  func pause() {
    screen.pause()
    isDrawn = false
  }

  func finish(_ waits: (Int32) -> Bool) { screen.leave() }
}

/// All receivers of a trajectory.
struct LiveFollowers: TrajectorySink {
  var all: [any LiveFollower]
  var screen: ScreenFollower?

  func receive(_ sample: Sample) throws(Never) {
    for follower in all { follower.receive(sample) }
  }

  func receive(_ event: TrajectoryEvent) throws(Never) {
    for follower in all { follower.receive(event) }
  }

  func receive(_ frame: TouchFrame) throws(Never) {
    for follower in all { follower.receive(frame) }
  }

  func begin(_ source: any LiveSource) {
    for follower in all { follower.begin(source) }
  }

  func flush() throws {
    for follower in all { try follower.flush() }
  }

  var due: Timestamp? { all.lazy.compactMap(\.due).min() }
}
