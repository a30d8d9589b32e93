import Glibc
import PantographCLinux
import PantographTraces

extension ProgramRun {
  /// Runs a program while a device is played.
  ///
  /// Playing begins when the program has written its first line, into its log if it has one. Some seconds
  /// after the last event, the program is asked to end, by SIGTERM and the end of its input.
  static func run(
    _ words: [String], in folder: String, playing playback: inout DevicePlayback, rest: Double,
    log: String?, socket: TableSocket?, limit: Double
  ) throws(ProgramFailure) -> Result {
    var run = try ProgramRun(
      words, in: folder, socket: socket, variables: ["PANTOGRAPH_DEVICE=\(playback.node)"])
    var wasAsked = false
    ChildProcess.withoutBrokenPipes {
      wasAsked = run.play(&playback, rest: rest, log: log, limit: limit)
    }
    var result = run.finish()
    (result.start, result.lateness) = (playback.start, playback.lateness)
    switch result.end {
    // 143 is what a shell returns for SIGTERM.
    case .status(143), .signal(SIGTERM): if wasAsked { result.end = .status(0) }
    default: break
    }
    if !wasAsked, result.end == .status(0) { result.end = .tooEarly }
    return result
  }

  /// 2 s, in which what a program has started may print its last rows, after both were asked to end.
  private static let patience = 2.0

  /// Plays the device, and reads what is printed; returns whether the program was asked to end.
  private mutating func play(
    _ playback: inout DevicePlayback, rest: Double, log: String?, limit: Double
  ) -> Bool {
    let deadline = ChildProcess.now + limit
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var hasBegun = false
    /// When the program was asked to end.
    var asked: Double?
    while output >= 0 || complaints >= 0 || !process.hasEnded {
      let now = ChildProcess.now
      if let asked, now >= min(asked + Self.patience, deadline), process.hasEnded { return true }
      guard now < deadline else {
        result.end =
          asked != nil ? .stubborn : hasBegun ? .timeLimit(limit) : .silent(limit)
        return false
      }
      var next = deadline
      if let asked, asked + Self.patience > now { next = min(next, asked + Self.patience) }
      if hasBegun, asked == nil {
        do {
          try playback.send(at: now)
        } catch {
          result.end = .device(error.description)
          return false
        }
        let end = (playback.end ?? now) + rest
        next = min(playback.due(at: now) ?? end, deadline)
        if playback.due(at: now) == nil, now >= end {
          askToEnd()
          asked = now
          next = min(now + Self.patience, deadline)
        }
      }
      // Nothing announces that a log has begun, or that a program has ended whose outputs are open.
      let isLate = asked.map { now >= $0 + Self.patience } ?? false
      let isWatching = !hasBegun && log != nil || isLate || output < 0 && complaints < 0
      wait(until: isWatching ? min(next, now + Self.lookingForEnd) : next, &buffer)
      guard !fails() else { return false }
      if asked == nil, socket?.connection == .closed {
        // How it ends says more.
        process.wait(1)
        if !process.hasEnded { result.end = .disconnected }
        return false
      }
      if !hasBegun { hasBegun = hasWrittenLine(log) }
    }
    // What was sent until now; the client of another program may go on.
    var count: Int?
    while !fails(), isSending(&buffer), count != socket?.received.count {
      count = socket?.received.count
    }
    return asked != nil
  }

  private mutating func askToEnd() {
    Self.close(&input)
    Glibc.kill(-process.identifier, SIGTERM)
  }

  /// Waits for output, or until a time; to the microsecond, since a late frame would have another time.
  private mutating func wait(until next: Double, _ buffer: inout [UInt8]) {
    var waiting = [
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: complaints, events: Int16(POLLIN), revents: 0),
    ]
    waiting += socket?.polled ?? []
    let left = max(next - ChildProcess.now, 0)
    var time = timespec(
      tv_sec: Int(left), tv_nsec: Int((left - left.rounded(.down)) * 1_000_000_000))
    _ = unsafe ppoll(&waiting, nfds_t(waiting.count), &time, nil)
    receive(waiting[0].revents, waiting[1].revents, &buffer)
  }
}
