package import Cases
package import Evdev
package import Quantities
package import Touches
import Traces

/// Where touches come from, as they happen.
///
/// A source has a clock of its own, on which frames are stamped: the kernel's for a device, the recording's
/// for one that is played at its own pace.
package protocol LiveSource: AnyObject {
  /// What people call it.
  var name: String { get }
  /// What the fingers move on.
  var surface: Surface { get }
  /// The instant of its first event, on its own clock, once there is one.
  var start: Timestamp? { get }
  /// What becomes readable when there is more, if anything does.
  var descriptor: Int32? { get }
  /// When the next frame is due, on the machine's clock, if that is known.
  var nextDue: Timestamp? { get }
  /// Whether there will be no more frames.
  var isOver: Bool { get }

  /// Begins to play what is not there by itself.
  func play(at now: Timestamp)
  /// The next frame that has come until now.
  func nextFrame(at now: Timestamp) throws -> TouchFrame?
  /// The instant, on its own clock, up to which all frames are known.
  func known(at now: Timestamp) -> Timestamp
  /// When all frames up to an instant of its own clock will be known, on the machine's clock.
  func due(_ instant: Timestamp) -> Timestamp
  /// The instant of the machine's clock that an instant of its own stands for.
  func machineTime(of instant: Timestamp) -> Timestamp
}

/// A device of this machine.
final class DeviceSource: LiveSource {
  let name: String
  let surface: Surface
  let descriptor: Int32?
  private(set) var start: Timestamp?
  let nextDue: Timestamp? = nil
  let isOver = false
  private var device: Device
  private var assembler: FrameAssembler
  /// Microseconds that a sample waits for events that are stamped but not delivered yet.
  private let patience: Int64
  /// What the device was doing before its first event, in the order of time.
  private var initial: ArraySlice<InputEvent> = []
  private var first: InputEvent?

  init(_ device: consuming Device, at path: String, _ settings: TouchSettings, patience: Int64)
    throws(Complaint)
  {
    let description = device.description
    do {
      surface = try Surface(description)
    } catch {
      throw Complaint("\(path): \(error)")
    }
    name = description.name
    descriptor = device.descriptor
    // The device's state comes first, so that what it does not contain is 0.
    assembler = FrameAssembler(surface, settings, startsAtZero: true)
    self.patience = patience
    self.device = device
  }

  func play(at now: Timestamp) {}

  func nextFrame(at now: Timestamp) throws -> TouchFrame? {
    while let event = try nextEvent() {
      if assembler.feed(event) { return assembler.frame }
    }
    return nil
  }

  private func nextEvent() throws(DeviceError) -> InputEvent? {
    if let event = initial.popFirst() { return event }
    if let event = first.take() { return event }
    let event = try device.next()
    guard start == nil, let event else { return event }
    let initial = device.initialEvents(before: event.time)
    guard !initial.isEmpty else {
      start = event.time
      return event
    }
    start = initial[0].time
    self.initial = initial[...]
    first = event
    return self.initial.popFirst()
  }

  func known(at now: Timestamp) -> Timestamp { now.advanced(byMicroseconds: -patience) }
  func due(_ instant: Timestamp) -> Timestamp { instant.advanced(byMicroseconds: patience) }
  func machineTime(of instant: Timestamp) -> Timestamp { instant }
}

/// A recording, played at its own pace or at another.
package final class PlayedSource: LiveSource {
  package let name: String
  package let surface: Surface
  package let start: Timestamp?
  package let descriptor: Int32? = nil
  private var recording: RecordingStream
  private var assembler: FrameAssembler
  private let speed: Double
  /// When it began to be played, on the machine's clock.
  private var begin = Timestamp(microseconds: 0)
  private var clock: PlaybackClock
  private var index = 0
  private var eventCount = 0
  /// The frame that comes next, unless there is none any more.
  private var next: TouchFrame?

  package init(
    _ recording: consuming RecordingStream, describedBy described: DeviceDescription?,
    _ settings: TouchSettings, speed: Double
  ) throws(UnusableFile) {
    guard try recording.readBatch() else { throw UnusableFile(recording.path, "no events in it") }
    let surface = try recording.surface(describedBy: described)
    self.surface = surface
    name = (described ?? recording.device).name
    start = recording.events[0].time
    clock = PlaybackClock(start: recording.events[0].time)
    assembler = FrameAssembler(surface, settings)
    self.speed = speed
    self.recording = recording
    try findNext()
  }

  package func play(at now: Timestamp) { begin = now }

  package var isOver: Bool { next == nil }

  package var nextDue: Timestamp? { (next?.time).map(machineTime) }

  package func nextFrame(at now: Timestamp) throws -> TouchFrame? {
    guard let time = next?.time, machineTime(of: time) <= now else { return nil }
    let frame = next
    try findNext()
    return frame
  }

  private func findNext() throws(UnusableFile) {
    next = nil
    while true {
      while index < recording.events.count {
        index += 1
        eventCount += 1
        if assembler.feed(recording.events[index - 1]) {
          next = assembler.frame
          clock.expect(assembler.frame.time)
          return
        }
      }
      index = 0
      guard try recording.readBatch() else { break }
    }
    try recording.checkEnd(isInsideFrame: assembler.isInsideFrame)
  }

  /// Nothing more will come from before the next frame, however soon that is.
  package func known(at now: Timestamp) -> Timestamp {
    let elapsed = Double(now.microseconds - begin.microseconds) * speed
    let reached = clock.instant(afterPlaying: Int64(elapsed.rounded(.down)))
    guard let time = next?.time else { return reached }
    return min(reached, time.advanced(byMicroseconds: -1))
  }

  package func due(_ instant: Timestamp) -> Timestamp { machineTime(of: instant) }

  package func machineTime(of instant: Timestamp) -> Timestamp {
    begin.advanced(bySeconds: Double(max(clock.played(until: instant), 0)) / 1_000_000 / speed)
  }

  /// Says what of the recording was not used.
  func sayWhatIsLeftOut(choosing choice: DeviceChoice) {
    clock.sayCuts(of: recording.path)
    recording.sayWhatIsLeftOut(eventCount: eventCount, choosing: choice)
  }
}
