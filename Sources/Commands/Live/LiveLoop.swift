import CLinux
import Interactions
import Quantities
import Trajectories

/// The loop between touches and those who follow what becomes of them.
struct LiveLoop {
  let interaction: Interaction
  let loop: EventLoop
  var followers: LiveFollowers

  /// Why it has ended.
  enum End {
    /// The source has no more, and the animation rests.
    case over
    /// Somebody asked for it.
    case stop
    /// What can't be gone on with.
    case failure(any Error)
  }

  /// Follows a source until it is over or somebody asks for the end.
  mutating func run(_ source: any LiveSource) throws -> End {
    var run = LiveRun(source, driving: interaction, at: EventLoop.now)
    var end = End.over
    while !run.isOver {
      if asksForEnd(wait(for: source, until: earlier(run.nextDue, followers.due))) {
        end = .stop
        break
      }
      // The clock is read first: what is stamped before now is waited for below, or so long as a source says.
      let now = EventLoop.now
      do {
        try run.takeFrames(at: now, into: &followers)
      } catch {
        // Whoever waits for more of a pipe is called away from it so.
        end = loop.hasAskedForEnd ? .stop : .failure(error)
        break
      }
      run.advance(at: now, into: &followers)
      try followers.flush()
    }
    run.finish(into: &followers)
    try followers.flush()
    if run.lateFrames > 0 {
      say("\(run.lateFrames) frames came after samples of their time were out; raise --patience")
    }
    if run.losses > 0 {
      let times = run.losses == 1 ? "once" : "\(run.losses) times"
      say("events were lost \(times), as SYN_DROPPED tells")
    }
    return end
  }

  /// Lets time pass in which nothing moves, and tells whether to go on after it.
  ///
  /// - Parameters:
  ///   - instant: how long, at most.
  ///   - isOver: asked now and then whether it has been long enough.
  mutating func idle(
    until instant: Timestamp = Timestamp(microseconds: .max), orUntil isOver: () -> Bool = { false }
  ) throws -> Bool {
    while !isOver(), EventLoop.now < instant {
      // 20 ms: some of those who follow come on threads of their own.
      let soon = min(EventLoop.now.advanced(byMicroseconds: 20_000), instant)
      if asksForEnd(loop.wait(until: soon, for: watch)) { return false }
      try followers.flush()
    }
    return true
  }

  /// Heeds what a terminal or a signal says; true when that is the end.
  private func asksForEnd(_ wake: EventLoop.Wake) -> Bool {
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
