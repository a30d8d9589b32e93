import PantographBase
import PantographTouches
import PantographTraces

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
  func lift() throws(DeviceError) {
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
