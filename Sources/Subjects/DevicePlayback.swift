import Glibc
import PantographBase
package import PantographTouches
import PantographTraces

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
  init(_ frames: [Frame], on description: DeviceDescription) throws(DeviceError) {
    self.frames = frames
    device = try VirtualDevice(description)
    // udev gives the user access a moment after the device has appeared; 2 s are long for that.
    let end = ChildProcess.now + 2
    while unsafe access(device.path, R_OK) != 0, ChildProcess.now < end { _ = poll(nil, 0, 5) }
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
  mutating func send(at now: Double) throws(DeviceError) {
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
