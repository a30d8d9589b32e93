import Evdev
import Quantities
import Traces

/// The devices of a recording, made anew, and what they play.
///
/// Frames are sent in the order of their times, over all devices, and each event at its own time.
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

  /// Plays all of it, and lifts what is down then; false when the end was asked for on the way.
  func play(_ loop: EventLoop) throws -> Bool {
    for (index, device) in devices.enumerated() {
      try device.begin(source.open(part: index))
    }
    let first = devices.compactMap { $0.nextTime }.min() ?? Timestamp(microseconds: 0)
    let start = EventLoop.now
    var clock = PlaybackClock(start: first)
    var isAsked = false
    while !isAsked, let device = nextDevice(), let time = device.nextTime {
      clock.expect(time)
      let played = Double(clock.played(until: time)) / 1_000_000
      isAsked = !loop.pause(until: start.advanced(bySeconds: played / speed))
      if !isAsked { try device.sendNext() }
    }
    for device in devices { try device.lift() }
    clock.sayCuts(of: source.path)
    return !isAsked
  }

  /// The device whose next event comes first; of two at the same time, the first.
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

/// A device that was made anew, and the recording that it plays.
final class PlayedDevice {
  let node: String
  private let device: VirtualDevice
  private let hasSlots: Bool
  private let repeatsKeys: Bool
  /// The microseconds within which events are sent together; evemu's player waits for no less.
  private static let togetherness: Int64 = 300

  private var recording: RecordingFile?
  private var events: [InputEvent] = []
  private var index = 0
  /// The microseconds by which the recording's clock has jumped back so far.
  private var shift: Int64 = 0
  private var last = Timestamp(microseconds: .min)

  /// What is down: keys, and slots with somebody in them.
  private var keys: Set<EventCode> = []
  private var slots: Set<Int32> = []
  private var slot: Int32 = 0
  private var isInsideFrame = false
  /// Whether this frame, and the one before, have places in them.
  private var hasPlaces = false
  private var isListed = false

  init(_ device: consuming VirtualDevice, _ description: DeviceDescription) {
    node = device.path
    self.device = device
    hasSlots = description.range(of: .absMTSlot) != nil
    repeatsKeys = !description.codes(of: .repeat).isEmpty
  }

  /// Begins to play a recording of its events.
  func begin(_ recording: consuming RecordingFile) throws {
    self.recording = consume recording
    events = []
    index = 0
    shift = 0
    last = Timestamp(microseconds: .min)
    // A recording that names no slot means the first one, which another playing may have left.
    if hasSlots {
      try device.send([InputEvent(time: last, type: .absolute, code: .absMTSlot, value: 0)])
    }
    try fill()
  }

  /// When the next event is due, on the recording's clock, made to go on where it jumps back.
  var nextTime: Timestamp? {
    guard index < events.count else { return nil }
    return max(events[index].time.advanced(byMicroseconds: shift), last)
  }

  /// Sends the next event, and those that follow it so closely that no reader could tell.
  func sendNext() throws {
    guard let due = nextTime else { return }
    var batch: [InputEvent] = []
    while let time = nextTime, time.microseconds - due.microseconds <= Self.togetherness {
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

  private func fill() throws(Complaint) {
    guard index == events.count else { return }
    _ = try recording?.readBatch()
    events = recording?.events ?? []
    index = 0
  }

  /// Notes what an event changes, and tells whether it is to be sent.
  private func note(_ event: InputEvent) -> Bool {
    switch (event.type, event.code) {
    // What was lost is not sent again; what made up for it is, like all else.
    case (.synchronization, .synDropped): return false
    // The kernel repeats the keys of a device that can have that.
    case (.key, _) where event.value == 2 && repeatsKeys: return false
    case (.key, let key):
      if event.value == 0 { keys.remove(key) } else { keys.insert(key) }
    case (.absolute, .absMTSlot): slot = event.value
    case (.absolute, .absMTTrackingID) where hasSlots:
      if event.value < 0 { slots.remove(slot) } else { slots.insert(slot) }
    case (.absolute, .absMTPositionX), (.absolute, .absMTPositionY): hasPlaces = true
    case (.synchronization, .synReport):
      isListed = hasPlaces
      hasPlaces = false
    default: break
    }
    isInsideFrame = !event.endsFrame
    return true
  }

  /// Lifts what is down, and ends the frame.
  func lift() throws(DeviceError) {
    let isListing = !hasSlots && (isListed || hasPlaces)
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
      // An empty list of contacts lifts them.
      add(.synchronization, .synMTReport, 0)
    }
    for key in keys.sorted() { add(.key, key, 0) }
    add(.synchronization, .synReport, 0)
    try device.send(batch)
    isInsideFrame = false
    isListed = false
    hasPlaces = false
    keys = []
    slots = []
  }
}
