import Glibc
package import PantographBase
import PantographCLinux
package import PantographTouches
package import PantographTraces
import PantographServing

/// A live source of touches.
///
/// Each source stamps frames with its own clock: the kernel's for a device, the recording's for a recording.
package protocol LiveSource: AnyObject {
  /// The displayed name.
  var name: String { get }
  /// The device's description of itself.
  var device: DeviceDescription { get }
  /// The surface of the device.
  var surface: Surface { get }
  /// The time of its first event, on its own clock, once there is one.
  var start: Timestamp? { get }
  /// A descriptor that becomes readable when there are events, if there is one.
  var descriptor: Int32? { get }
  /// The known time of the next frame, on the machine's clock.
  var nextDue: Timestamp? { get }
  /// Whether there will be no more frames.
  var isOver: Bool { get }

  /// Starts playing a recording.
  func play(at now: Timestamp)
  /// Returns the next frame that has arrived by now.
  func nextFrame(at now: Timestamp) throws -> TouchFrame?
  /// Whether the events of frames are kept until they are taken; set before the first frame is read.
  var keepsEvents: Bool { get set }
  /// Appends the events of the frames since the last call.
  func takeEvents(into events: inout [InputEvent])
  /// Returns the time, on its own clock, up to which all frames are known.
  func known(at now: Timestamp) -> Timestamp
  /// Returns the machine time at which all frames up to an instant of its own clock are known.
  func due(_ instant: Timestamp) -> Timestamp
  /// Converts an instant of its own clock to the machine's clock.
  func machineTime(of instant: Timestamp) -> Timestamp
}

/// A device of this machine.
final class DeviceSource: LiveSource {
  let nextDue: Timestamp? = nil
  let isOver = false
  private var frames: DeviceFrames
  /// The microseconds that a sample waits for events that are stamped but not yet delivered.
  private let patience: Int64

  init(_ device: consuming Device, at path: String, _ settings: TouchSettings, patience: Int64)
    throws(UnusableFile)
  {
    self.patience = patience
    frames = try DeviceFrames(device, at: path, settings)
  }

  var name: String { device.name }
  var device: DeviceDescription { frames.description }
  var surface: Surface { frames.surface }
  var start: Timestamp? { frames.start }
  var descriptor: Int32? { frames.descriptor }
  var keepsEvents: Bool {
    get { frames.keepsEvents }
    set { frames.keepsEvents = newValue }
  }

  func play(at now: Timestamp) {}

  func nextFrame(at now: Timestamp) throws -> TouchFrame? {
    try frames.next() ? frames.frame : nil
  }

  func takeEvents(into events: inout [InputEvent]) { frames.takeEvents(into: &events) }

  func known(at now: Timestamp) -> Timestamp { now.advanced(byMicroseconds: -patience) }
  func due(_ instant: Timestamp) -> Timestamp { instant.advanced(byMicroseconds: patience) }
  func machineTime(of instant: Timestamp) -> Timestamp { instant }
}

/// A recording, played in real time or at another speed.
package final class PlayedSource: LiveSource {
  package let descriptor: Int32? = nil
  private var frames: RecordedFrames
  private let speed: Double
  /// The start of playback, on the machine's clock.
  private var begin = Timestamp(microseconds: 0)
  private var clock: PlaybackClock
  /// The next frame, or `nil` at the end.
  private var next: TouchFrame?
  package var keepsEvents = false
  private var taken: [InputEvent] = []

  package init(_ frames: consuming RecordedFrames, speed: Double) throws(UnusableFile) {
    clock = PlaybackClock(start: frames.start)
    self.speed = speed
    self.frames = frames
    // The first frame is read before it is known whether they are wanted.
    self.frames.keepsEvents = true
    try findNext()
  }

  package var name: String { frames.device.name }
  package var device: DeviceDescription { frames.device }
  package var surface: Surface { frames.surface }
  package var start: Timestamp? { frames.start }

  package func play(at now: Timestamp) { begin = now }

  package var isOver: Bool { next == nil }

  package var nextDue: Timestamp? { (next?.time).map(machineTime) }

  package func nextFrame(at now: Timestamp) throws -> TouchFrame? {
    guard let time = next?.time, machineTime(of: time) <= now else { return nil }
    let frame = next
    if keepsEvents { taken += frames.events }
    frames.keepsEvents = keepsEvents
    try findNext()
    return frame
  }

  package func takeEvents(into events: inout [InputEvent]) {
    events += taken
    taken.removeAll(keepingCapacity: true)
  }

  private func findNext() throws(UnusableFile) {
    next = try frames.next() ? frames.frame : nil
    if let next { clock.expect(next.time) }
  }

  /// Returns the playback time, or the time just before the next frame if that is earlier.
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

  /// Prints which events of the recording were not used.
  func printSkippedEvents(choosing choice: DeviceChoice) {
    clock.printShortenedPauses(of: frames.recording.path)
    frames.recording.printSkippedEvents(eventCount: frames.eventCount, choosing: choice)
  }
}

/// A destination for the lines of samples and events.
protocol LiveReader: AnyObject {
  /// Sends whole lines without blocking.
  func publish(_ lines: borrowing Span<UInt8>) throws
  /// Adds the descriptors to wait for.
  func watch(_ waiting: inout Descriptors)
  /// Does the pending work that does not block.
  func attend() throws
  /// Sends the remaining lines.
  ///
  /// - Parameter waits: called before waiting for a descriptor; if it returns `false`, the rest is discarded.
  func finish(_ waits: (Int32) -> Bool) throws
}

/// Standard output, buffered for a reader that is temporarily slow.
final class StandardOutputReader: LiveReader {
  private let output = OutputFile()
  private let loop: EventLoop
  private var pending: [UInt8] = []
  /// The number of bytes of `pending` that have been written.
  private var written = 0

  /// The size of the buffer: 8 MiB, ten minutes of a hundred samples per second.
  ///
  /// If a reader falls further behind, writing blocks, so that no line is lost.
  private static let most = 8 << 20

  init(_ loop: EventLoop) { self.loop = loop }

  func publish(_ lines: borrowing Span<UInt8>) throws {
    unsafe lines.withUnsafeBufferPointer { unsafe pending.append(contentsOf: $0) }
    try attend()
    while pending.count - written > Self.most, loop.waitToWrite(to: output.descriptor) {
      try attend()
    }
  }

  func watch(_ waiting: inout Descriptors) {
    waiting.add(output.descriptor, for: written < pending.count ? .writing : .ending)
  }

  func attend() throws {
    guard written == pending.count else {
      return try write { Descriptors.isReady($0, for: .writing) }
    }
    if Descriptors.isReady(output.descriptor, for: .ending) { throw EarlyEnd() }
  }

  func finish(_ waits: (Int32) -> Bool) throws { try write(waits) }

  private func write(_ ready: (Int32) -> Bool) throws {
    while written < pending.count, ready(output.descriptor) {
      written += try output.writePiece(of: pending, from: written)
    }
    // Removes the written bytes when that moves few others, and keeps the capacity.
    if written == pending.count {
      pending.removeAll(keepingCapacity: true)
      written = 0
    } else if written > pending.count / 2 {
      pending.removeFirst(written)
      written = 0
    }
  }
}
