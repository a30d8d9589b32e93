import CLinux
import Quantities
import Reports
import Trajectories

/// Who follows a trajectory as it is made.
protocol LiveFollower: AnyObject {
  func receive(_ sample: Sample)
  func receive(_ event: TrajectoryEvent)
  /// When it has to be flushed at the latest, if it does not wait for descriptors.
  var due: Timestamp? { get }
  /// Hands on what has come, without waiting for anybody.
  func flush() throws
  /// Adds what is to be waited for to a list.
  func watch(_ polled: inout [pollfd])
  /// Hands on what is left, as far as that is still wanted; for the argument see ``LiveReader/finish(_:)``.
  func finish(_ waits: (Int32) -> Bool) throws
}

/// A report that grows, and those who read it.
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

/// A person who looks at a terminal.
final class ScreenFollower: LiveFollower {
  private var view: LiveView
  private let screen: TerminalScreen
  private var isDrawn = false
  private var drawn = Timestamp(microseconds: 0)

  /// 60 pictures a second are as many as most screens show.
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

  /// Draws anew, for a terminal that has another size or is there again.
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

/// All who follow.
struct LiveFollowers: TrajectorySink {
  var all: [any LiveFollower]
  var screen: ScreenFollower?

  func receive(_ sample: Sample) throws(Never) {
    for follower in all { follower.receive(sample) }
  }

  func receive(_ event: TrajectoryEvent) throws(Never) {
    for follower in all { follower.receive(event) }
  }

  func flush() throws {
    for follower in all { try follower.flush() }
  }

  var due: Timestamp? { all.lazy.compactMap(\.due).min() }
}
