import PantographBase
import PantographCLinux
import PantographInteractions
import PantographTrajectories

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
    loop.wait(until: instant) { polled in
      if let descriptor = source.descriptor { polled.append(EventLoop.reading(descriptor)) }
      watch(&polled)
    }
  }

  private func watch(_ polled: inout [pollfd]) {
    for follower in followers.all { follower.watch(&polled) }
  }
}
