package import PantographBase
package import PantographTouches

/// How a recording is read and replayed, where that differs from the usual.
package struct ReplayOptions: Sendable {
  /// The device whose events are read.
  package var choice = DeviceChoice.automatic
  /// Whether damage ends the recording instead of being an error.
  package var isLenient = false
  /// A description to use instead of the recording's own.
  package var described: DeviceDescription?
  /// The touch settings; by default the interaction's.
  package var touches: TouchSettings?
  /// Whether each gesture starts with the animation at its start, rather than where the previous
  /// gesture left it.
  package var resetsForEachGesture = false
  /// The part of the trajectory that is sent to the sink; `nil` for the whole.
  package var window: ClosedRange<Timestamp>?

  /// Creates the usual options.
  package init() {}
}

/// The touch frames of a recording, read as needed.
///
///     while try frames.next() { driver.feed(frames.frame, into: &sink) }
package struct RecordedFrames: ~Copyable {
  /// The recording, and what is known of it so far.
  package private(set) var recording: RecordingStream
  /// The device's description of itself.
  package let device: DeviceDescription
  /// The surface on which the fingers move.
  package let surface: Surface
  /// The time of the first event.
  package let start: Timestamp
  /// The number of frames read so far.
  package private(set) var count = 0
  /// The events of the last frame, if ``keepsEvents``.
  package private(set) var events: [InputEvent] = []
  /// Whether the events of each frame are kept.
  package var keepsEvents = false
  private var assembler: FrameAssembler
  /// The index of the next event in the recording's batch.
  private var index = 0
  /// The number of events in the batches before.
  private var earlierCount = 0

  /// Reads a recording until its device is known.
  package init(
    _ recording: consuming RecordingStream, describedBy described: DeviceDescription?,
    _ settings: TouchSettings
  ) throws(UnusableFile) {
    guard try recording.readBatch() else {
      throw UnusableFile(recording.path, "contains no events")
    }
    let surface = try recording.surface(describedBy: described)
    // This comes last, because an initialiser that throws can't leave a noncopyable file behind.
    self.surface = surface
    start = recording.events[0].time
    device = described ?? recording.device
    assembler = FrameAssembler(surface, settings)
    self.recording = recording
  }

  /// The number of events read so far.
  package var eventCount: Int { earlierCount + index }

  /// The last frame.
  package var frame: TouchFrame { assembler.frame }

  /// Reads the next frame, and returns whether there is one.
  ///
  /// - Throws: ``UnusableFile`` if the recording is invalid.
  package mutating func next() throws(UnusableFile) -> Bool {
    if keepsEvents { events.removeAll(keepingCapacity: true) }
    repeat {
      let end = assembler.feed(recording.events, from: index)
      if keepsEvents { events += recording.events[index..<(end ?? recording.events.count)] }
      if let end {
        index = end
        count += 1
        return true
      }
      earlierCount += recording.events.count
      index = 0
    } while try recording.readBatch()
    try recording.checkEnd(isInsideFrame: assembler.isInsideFrame)
    return false
  }
}
