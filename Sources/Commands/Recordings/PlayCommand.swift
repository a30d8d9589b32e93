import Glibc
import PantographBase
import PantographTouches
import PantographTraces
import PantographServing

/// `pantograph play`: plays a recording on virtual devices.
enum PlayCommand {
  static let command = Command(
    name: "play",
    summary: "plays a recording on virtual input devices, visible to all programs",
    operands: [.file("RECORDING")],
    options: [
      .init("--speed", value: "FACTOR", help: "playback speed (default 1)"),
      .init(
        "--once-after", value: "SECONDS",
        help: "play once after this delay (default 1, without --loop and --wait)"),
      .init("--loop", help: "repeat until Ctrl-C"),
      .init("--wait", help: "play each time Enter is pressed, until Ctrl-D"),
      .init(
        "--linger", value: "SECONDS",
        help: "keep the devices after playing, or pause in a loop (default 1)"),
      CommonOptions.device,
      CommonOptions.kind,
      CommonOptions.node,
      CommonOptions.lenient,
    ],
    details: """
      The device nodes are printed first, one for each device of the recording. The devices are created
      with uinput, which requires write access to /dev/uinput; `pantograph doctor` checks it. At the end,
      all touches and keys are released and the devices are removed.
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let speed = try arguments.number("--speed", in: 0.01...1000) ?? 1
    let after = try arguments.number("--once-after", in: 0...3600) ?? 1
    let linger = try arguments.number("--linger", in: 0...3600) ?? 1
    let modes = ["--once-after", "--loop", "--wait"].filter { arguments.has($0) }
    guard modes.count <= 1 else {
      throw CommandError("pantograph play: \(modes[0]) and \(modes[1]) exclude each other")
    }
    // Reads the whole recording first, so that a damaged one is rejected before anything moves.
    let source = try RecordingSource(
      arguments.operands[0], choosing: CommonOptions.deviceChoice(arguments),
      describedBy: CommonOptions.described(arguments),
      isLenient: arguments.has("--lenient"), needsWholeFrames: true)
    try source.checkThatItCanBePlayed()

    let loop = try EventLoop()
    do {
      let player = try Player(source, speed: speed)
      try OutputFile().write(player.nodes.map { "\($0)\n" }.joined())
      if arguments.has("--wait") {
        printNotice("press Enter to play \(source.path), Ctrl-D to quit")
        while waitForEnter(loop), try player.play(loop) {
          printNotice("played; press Enter to play it again, Ctrl-D to quit")
        }
      } else if loop.pause(until: EventLoop.now.advanced(bySeconds: after)) {
        while try player.play(loop),
          loop.pause(until: EventLoop.now.advanced(bySeconds: linger)), arguments.has("--loop")
        {}
      }
      // When a device is removed, the kernel discards its unread events.
      Descriptors.rest(seconds: 0.2)
    } catch let error as UnusableFile {
      throw CommandError(error.description)
    }
    return .fine
  }

  /// Returns whether Enter was pressed, before the end of the input or a signal.
  private static func waitForEnter(_ loop: EventLoop) -> Bool {
    while true {
      guard case .device = loop.wait(for: STDIN_FILENO, until: nil) else { return false }
      var byte: UInt8 = 0
      guard unsafe read(STDIN_FILENO, &byte, 1) == 1 else { return false }
      if byte == UInt8(ascii: "\n") { return true }
    }
  }
}

extension RecordingSource {
  fileprivate func checkThatItCanBePlayed() throws(CommandError) {
    guard parts.contains(where: { $0.eventCount > 0 }) else {
      throw CommandError("\(path): contains no events")
    }
    guard !parts.contains(where: \.device.description.capabilities.isEmpty) else {
      throw CommandError(
        "\(path): contains no device description; pass one with --device FILE")
    }
  }
}

/// Plays a recording on virtual copies of its devices.
///
/// Frames of all devices are sent in the order of their times, and each event at its own time.
final class Player {
  private let source: RecordingSource
  private let speed: Double
  private let devices: [PlayedDevice]

  init(_ source: RecordingSource, speed: Double) throws {
    self.source = source
    self.speed = speed
    devices = try source.parts.map { part in
      PlayedDevice(try VirtualDevice(part.device.description), part.device.description)
    }
  }

  var nodes: [String] { devices.map(\.node) }

  /// Plays the whole recording and lifts all touches; returns `false` if the end was requested.
  func play(_ loop: EventLoop) throws -> Bool {
    for (index, device) in devices.enumerated() {
      try device.begin(source.open(part: index))
    }
    let first = devices.compactMap { $0.nextTime }.min() ?? Timestamp(microseconds: 0)
    // Toolkits count in whole milliseconds: so their times depend less on when it is played.
    let start = EventLoop.now.roundedUpToMilliseconds
    var clock = PlaybackClock(start: first)
    var isStopped = false
    while !isStopped, let device = nextDevice(), let time = device.nextTime {
      clock.expect(time)
      let played = Double(clock.played(until: time)) / 1_000_000
      isStopped = !loop.pause(until: start.advanced(bySeconds: played / speed))
      if !isStopped { try device.sendNext() }
    }
    for device in devices { try device.lift() }
    clock.printShortenedPauses(of: source.path)
    return !isStopped
  }

  /// Returns the device with the earliest next event; of two at the same time, the first.
  private func nextDevice() -> PlayedDevice? {
    var next: (device: PlayedDevice, time: Timestamp)?
    for device in devices {
      guard let time = device.nextTime, time < next?.time ?? Timestamp(microseconds: .max) else {
        continue
      }
      next = (device, time)
    }
    return next?.device
  }
}

/// A virtual device and the recording that it plays.
final class PlayedDevice {
  let node: String
  private let device: VirtualDevice
  private let hasSlots: Bool
  private let repeatsKeys: Bool
  /// The microseconds within which events are sent together; evemu's player does not wait for less.
  private static let batchWindow: Int64 = 300

  private var recording: RecordingFile?
  private var events: [InputEvent] = []
  private var index = 0
  /// The total microseconds by which the recording's clock has jumped back.
  private var shift: Int64 = 0
  private var last = Timestamp(microseconds: .min)

  /// The pressed keys and the occupied slots.
  private var keys: Set<EventCode> = []
  private var slots: Set<Int32> = []
  private var slot: Int32 = 0
  private var isInsideFrame = false
  /// Whether the current frame contains positions.
  private var hasPositions = false
  /// Whether the previous frame contained positions.
  private var hadPositions = false

  init(_ device: consuming VirtualDevice, _ description: DeviceDescription) {
    node = device.path
    self.device = device
    hasSlots = description.range(of: .absMTSlot) != nil
    repeatsKeys = !description.codes(of: .repeat).isEmpty
  }

  /// Starts playing a recording of its events.
  func begin(_ recording: consuming RecordingFile) throws {
    self.recording = consume recording
    events = []
    index = 0
    shift = 0
    last = Timestamp(microseconds: .min)
    // A recording that names no slot means slot 0; an earlier run may have selected another one.
    if hasSlots {
      try device.send([InputEvent(time: last, type: .absolute, code: .absMTSlot, value: 0)])
    }
    try fill()
  }

  /// The time of the next event, on the recording's clock without its jumps back.
  var nextTime: Timestamp? {
    guard index < events.count else { return nil }
    return max(events[index].time.advanced(byMicroseconds: shift), last)
  }

  /// Sends the next event, together with those that follow within ``batchWindow``.
  func sendNext() throws {
    guard let due = nextTime else { return }
    var batch: [InputEvent] = []
    while let time = nextTime, time.microseconds - due.microseconds <= Self.batchWindow {
      let event = events[index]
      shift = time.microseconds - event.time.microseconds
      last = time
      if note(event) { batch.append(event) }
      index += 1
      try fill()
      if event.endsFrame { break }
    }
    if !batch.isEmpty { try device.send(batch) }
  }

  private func fill() throws(CommandError) {
    guard index == events.count else { return }
    _ = try recording?.readBatch()
    events = recording?.events ?? []
    index = 0
  }

  /// Updates the state for an event, and returns whether to send it.
  private func note(_ event: InputEvent) -> Bool {
    switch (event.type, event.code) {
    // Lost events are not sent; the events that resynchronize the state are.
    case (.synchronization, .synDropped): return false
    // The kernel generates key repeats for devices that support them.
    case (.key, _) where event.value == 2 && repeatsKeys: return false
    case (.key, let key):
      if event.value == 0 { keys.remove(key) } else { keys.insert(key) }
    case (.absolute, .absMTSlot): slot = event.value
    case (.absolute, .absMTTrackingID) where hasSlots:
      if event.value < 0 { slots.remove(slot) } else { slots.insert(slot) }
    case (.absolute, .absMTPositionX), (.absolute, .absMTPositionY): hasPositions = true
    case (.synchronization, .synReport):
      hadPositions = hasPositions
      hasPositions = false
    default: break
    }
    isInsideFrame = !event.endsFrame
    return true
  }

  /// Releases all keys and touches, and ends the frame.
  func lift() throws(UnusableFile) {
    let isListing = !hasSlots && (hadPositions || hasPositions)
    guard !keys.isEmpty || !slots.isEmpty || isListing || isInsideFrame else { return }
    var batch: [InputEvent] = []
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      batch.append(InputEvent(time: last, type: type, code: code, value: value))
    }
    if hasSlots {
      for slot in slots.sorted() {
        add(.absolute, .absMTSlot, slot)
        add(.absolute, .absMTTrackingID, -1)
      }
    } else if isListing {
      // An empty list of contacts lifts all of them.
      add(.synchronization, .synMTReport, 0)
    }
    for key in keys.sorted() { add(.key, key, 0) }
    add(.synchronization, .synReport, 0)
    try device.send(batch)
    isInsideFrame = false
    hadPositions = false
    hasPositions = false
    keys = []
    slots = []
  }
}

/// The playback time of a recording, in which pauses of more than an hour are shortened to 10 s.
struct PlaybackClock {
  /// 10 s, in microseconds; after that, a trajectory has no samples until the next report.
  private static let playedPause: Int64 = 10_000_000

  private let start: Timestamp
  private var last: Timestamp
  /// The microseconds skipped before the last event.
  private var skipped: Int64 = 0
  /// The microseconds to skip before the next event, and the time at which the skipped part begins.
  private var cut: Int64 = 0
  private var cutStart = Timestamp(microseconds: .max)
  /// The number of shortened pauses.
  private(set) var cuts = 0

  init(start: Timestamp) {
    self.start = start
    last = start
  }

  /// Sets the time of the next event, after all earlier events have been played.
  mutating func expect(_ next: Timestamp) {
    skipped += cut
    cut = 0
    if next.microseconds - last.microseconds > InputEvent.longestPause {
      cutStart = last.advanced(byMicroseconds: Self.playedPause)
      cut = next.microseconds - cutStart.microseconds
      cuts += 1
    }
    last = next
  }

  /// Returns the playback time, in microseconds, of an instant not before the last event.
  func played(until instant: Timestamp) -> Int64 {
    let beyondStart = instant.microseconds - start.microseconds - skipped
    guard cut > 0, instant > cutStart else { return beyondStart }
    return beyondStart - min(cut, instant.microseconds - cutStart.microseconds)
  }

  /// Returns the instant of the recording at a playback time.
  func instant(afterPlaying microseconds: Int64) -> Timestamp {
    let instant = start.advanced(byMicroseconds: microseconds + skipped)
    return cut > 0 && instant > cutStart ? instant.advanced(byMicroseconds: cut) : instant
  }

  /// Prints how many pauses were shortened.
  func printShortenedPauses(of path: String) {
    guard cuts > 0 else { return }
    printNotice(
      "\(path): a pause of more than an hour was shortened to 10 s, \(Findings.times(cuts));"
        + " `pantograph info` shows the line")
  }
}
