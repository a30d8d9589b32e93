package import PantographBase
import PantographCLinux
package import PantographInteractions
import PantographReports
import PantographTouches
package import PantographTrajectories
import PantographTraces
import PantographServing

/// Drives an animation from a source, on a clock that the caller reads.
package struct LiveRun: ~Copyable {
  private let interaction: Interaction
  private let source: any LiveSource
  private var driver: TrajectoryDriver?
  private var nextSample: Timestamp?
  private var settled = Timestamp(microseconds: .min)
  private var isCutOff = false
  /// The number of frames that arrived after the samples of their time.
  package private(set) var lateFrames = 0
  /// The number of frames that followed lost events.
  package private(set) var losses = 0

  /// Starts playing a source.
  package init(_ source: any LiveSource, driving interaction: Interaction, at now: Timestamp) {
    self.source = source
    self.interaction = interaction
    source.play(at: now)
    driver = source.start.map {
      TrajectoryDriver(interaction, start: $0, on: Plane(source.surface))
    }
    nextSample = driver?.nextSampleTime
  }

  /// The time of the next known activity, on the machine's clock.
  package var nextDue: Timestamp? {
    earlier(nextSample.map(source.due), source.nextDue)
  }

  /// Whether the source is at its end, and the animation has settled.
  package var isOver: Bool { isCutOff && nextSample == nil }

  /// Processes all frames that have arrived.
  package mutating func takeFrames<Sink: TrajectorySink<Never>>(
    at now: Timestamp, into sink: inout Sink
  ) throws {
    while let frame = try source.nextFrame(at: now) {
      if driver == nil, let start = source.start {
        driver = TrajectoryDriver(interaction, start: start, on: Plane(source.surface))
      }
      if frame.time <= settled { lateFrames += 1 }
      if frame.hasLostEvents { losses += 1 }
      driver?.feed(frame, into: &sink)
    }
  }

  /// Advances the animation to the time up to which all frames are known.
  package mutating func advance<Sink: TrajectorySink<Never>>(
    at now: Timestamp, into sink: inout Sink
  ) {
    if source.isOver, !isCutOff {
      driver?.cutOff(into: &sink)
      isCutOff = true
    }
    settled = source.known(at: now)
    nextSample = driver?.advance(to: settled, into: &sink)
  }

  /// Runs the animation until it settles, without waiting.
  package mutating func finish<Sink: TrajectorySink<Never>>(into sink: inout Sink) {
    driver?.finish(into: &sink)
  }
}

/// Returns the earlier of two optional instants.
func earlier(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

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
  /// Adds the descriptors to wait for.
  func watch(_ waiting: inout Descriptors)
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

  func watch(_ waiting: inout Descriptors) {
    for reader in readers { reader.watch(&waiting) }
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
    isDrawn = true
    drawn = now
  }

  func watch(_ waiting: inout Descriptors) { screen.watch(&waiting) }

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

/// The loop that reads touches and sends the trajectory to all followers.
struct LiveLoop {
  let interaction: Interaction
  let loop: EventLoop
  var followers: LiveFollowers

  /// The reason why it ended.
  enum End {
    /// The source is at its end, and the animation has settled.
    case over
    /// The user requested the end.
    case stop
    /// An error occurred.
    case failure(any Error)
  }

  /// Reads a source until it ends or the user requests the end.
  mutating func run(_ source: any LiveSource) throws -> End {
    followers.begin(source)
    var run = LiveRun(source, driving: interaction, at: EventLoop.now)
    var end = End.over
    while !run.isOver {
      if requestsEnd(wait(for: source, until: earlier(run.nextDue, followers.due))) {
        end = .stop
        break
      }
      // Reads the clock first, so that no event stamped before `now` is missed below.
      let now = EventLoop.now
      do {
        try run.takeFrames(at: now, into: &followers)
      } catch {
        // A request to end interrupts waiting for a pipe with an error.
        end = loop.hasAskedForEnd ? .stop : .failure(error)
        break
      }
      run.advance(at: now, into: &followers)
      try followers.flush()
    }
    run.finish(into: &followers)
    try followers.flush()
    if run.lateFrames > 0 {
      printNotice(
        "\(run.lateFrames) frames arrived after their samples were sent; raise --patience")
    }
    if run.losses > 0 {
      let times = run.losses == 1 ? "once" : "\(run.losses) times"
      printNotice("events were lost \(times) (SYN_DROPPED)")
    }
    return end
  }

  /// Waits while nothing moves; returns `false` if the end is requested.
  ///
  /// - Parameters:
  ///   - instant: the latest time to wait until.
  ///   - isOver: polled regularly; waiting ends when it returns `true`.
  mutating func idle(
    until instant: Timestamp = Timestamp(microseconds: .max), orUntil isOver: () -> Bool = { false }
  ) throws -> Bool {
    while !isOver(), EventLoop.now < instant {
      // 20 ms: the server accepts clients on its own thread.
      let soon = min(EventLoop.now.advanced(byMicroseconds: 20_000), instant)
      if requestsEnd(loop.wait(until: soon, for: watch)) { return false }
      try followers.flush()
    }
    return true
  }

  /// Handles a signal or a key; returns `true` if it requests the end.
  private func requestsEnd(_ wake: EventLoop.Wake) -> Bool {
    switch wake {
    case .stop: return true
    case .resize: followers.screen?.resize()
    case .pause: followers.screen?.pause()
    case .device: return followers.screen?.hasAskedForEnd ?? false
    case .time: break
    }
    return false
  }

  private func wait(for source: any LiveSource, until instant: Timestamp?) -> EventLoop.Wake {
    loop.wait(until: instant) { waiting in
      if let descriptor = source.descriptor { waiting.add(descriptor, for: .reading) }
      watch(&waiting)
    }
  }

  private func watch(_ waiting: inout Descriptors) {
    for follower in followers.all { follower.watch(&waiting) }
  }
}
