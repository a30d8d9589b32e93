import Glibc
import PantographBase
import PantographCLinux
package import PantographTouches
import PantographTraces
import PantographServing

extension ProgramRun {
  /// Runs a program while a device is played.
  ///
  /// Playing begins when the program has written its first line, into its log if it has one. Some seconds
  /// after the last event, the program is asked to end, by SIGTERM and the end of its input.
  static func run(
    _ words: [String], in folder: String, playing playback: inout DevicePlayback, rest: Double,
    log: String?, socket: TableSocket?, limit: Double
  ) throws(Complaint) -> Result {
    var run = try ProgramRun(
      words, in: folder, log: log, socket: socket,
      variables: ["PANTOGRAPH_DEVICE=\(playback.node)"])
    var wasAsked = false
    ChildProcess.withoutBrokenPipes {
      wasAsked = run.play(&playback, rest: rest, limit: limit)
    }
    var result = run.finish()
    result.start = playback.start
    result.lateness = playback.lateness
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
    _ playback: inout DevicePlayback, rest: Double, limit: Double
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
      if !hasBegun { hasBegun = hasWrittenLine }
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
    var waiting = Descriptors()
    watch(&waiting)
    waiting.wait(seconds: next - ChildProcess.now)
    receive(from: waiting, &buffer)
  }
}

/// The events of a recording, played on a virtual device for a program that reads devices.
package struct DevicePlayback: ~Copyable {
  /// The events of a frame, and the seconds since the first frame.
  package struct Frame {
    package var seconds: Double
    package var events: [InputEvent]
  }

  private let device: VirtualDevice
  private let frames: [Frame]
  /// The index of the next frame.
  private var next = 0
  /// The time of the first frame, in seconds of the monotonic clock, once it is sent.
  private(set) var start: Double?
  /// By how many seconds the latest frame was late.
  private(set) var lateness = 0.0

  /// Creates the device, and waits until it can be opened.
  init(_ frames: [Frame], on description: DeviceDescription) throws(UnusableFile) {
    self.frames = frames
    device = try VirtualDevice(description)
    // udev gives the user access a moment after the device has appeared; 2 s are long for that.
    let end = ChildProcess.now + 2
    while unsafe access(device.path, R_OK) != 0, ChildProcess.now < end {
      Descriptors.rest(seconds: 0.005)
    }
  }

  /// The node of the device, such as `/dev/input/event7`.
  var node: String { device.path }

  /// When the next frame is due; `nil` after the last.
  func due(at now: Double) -> Double? {
    guard next < frames.count else { return nil }
    return (start ?? now) + frames[next].seconds
  }

  /// The time of the last frame, once the first is sent.
  var end: Double? { start.map { $0 + (frames.last?.seconds ?? 0) } }

  /// Sends all frames that are due.
  mutating func send(at now: Double) throws(UnusableFile) {
    while let due = due(at: now), due <= now {
      // The kernel stamps the events with this clock, a few microseconds later.
      if start == nil { start = ChildProcess.now }
      lateness = max(lateness, ChildProcess.now - due)
      try device.send(frames[next].events)
      next += 1
    }
  }

  /// Returns the events of a recording by frame, with a last one that lifts what is still down.
  package static func frames(
    _ events: [InputEvent], on description: DeviceDescription
  ) -> [Frame] {
    var frames: [Frame] = []
    var frame: [InputEvent] = []
    var (keys, slots): (Set<EventCode>, Set<Int32>) = ([], [])
    var slot: Int32 = 0
    for event in events {
      switch (event.type, event.code) {
      case (.synchronization, .synDropped): continue
      case (.key, let key):
        if event.value == 0 { keys.remove(key) } else { keys.insert(key) }
      case (.absolute, .absMTSlot): slot = event.value
      case (.absolute, .absMTTrackingID):
        if event.value < 0 { slots.remove(slot) } else { slots.insert(slot) }
      default: break
      }
      frame.append(event)
      guard event.endsFrame else { continue }
      // A clock that was set back must not hold up the rest.
      let seconds = event.time - (events.first?.time ?? event.time)
      frames.append(Frame(seconds: max(seconds, frames.last?.seconds ?? 0), events: frame))
      frame = []
    }
    guard !keys.isEmpty || !slots.isEmpty || !frame.isEmpty, let last = events.last?.time else {
      return frames
    }
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      frame.append(InputEvent(time: last, type: type, code: code, value: value))
    }
    if description.range(of: .absMTSlot) != nil {
      for slot in slots.sorted() {
        add(.absolute, .absMTSlot, slot)
        add(.absolute, .absMTTrackingID, -1)
      }
    }
    for key in keys.sorted() { add(.key, key, 0) }
    add(.synchronization, .synReport, 0)
    let seconds = last - (events.first?.time ?? last)
    frames.append(Frame(seconds: max(seconds, frames.last?.seconds ?? 0), events: frame))
    return frames
  }
}
