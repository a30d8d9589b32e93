public import PantographBase
public import PantographTouches

/// A recording that is read in batches of events, so that memory use does not depend on its length.
public struct RecordingStream: ~Copyable {
  /// Fills a buffer with the next bytes of a recording; it is empty at the end.
  public typealias Source = (_ piece: inout [UInt8]) throws(UnusableFile) -> Void

  /// The path as the user gave it.
  package let path: String
  private let source: Source
  private let choice: DeviceChoice
  private let isLenient: Bool
  private var reader: RecordingReader
  private var piece: [UInt8] = []
  /// The events of the first batch of a recording in memory.
  private var pending: [InputEvent] = []

  /// The events of the last batch.
  package private(set) var events: [InputEvent] = []
  /// Whether everything has been read.
  package private(set) var isOver = false
  /// The number of gaps of more than an hour between two events.
  package private(set) var longPauses = 0
  private var lastTime: Timestamp?
  /// The damage at which a leniently read recording ends.
  public private(set) var damage: UnusableFile?

  /// Opens events in memory, without a description of their device.
  ///
  /// - Parameters:
  ///   - events: the events.
  ///   - path: the name of their recording, for errors.
  package init(_ events: [InputEvent], named path: String = "recording") {
    self.init(reading: { (piece) throws(UnusableFile) in piece = [] }, named: path)
    pending = events
    isOver = true
  }

  /// Opens a recording in memory.
  ///
  /// - Parameters:
  ///   - bytes: the whole recording.
  ///   - path: the name of the recording, for errors.
  ///   - choice: the device whose events are read.
  public init(
    bytes: [UInt8], named path: String = "recording", choosing choice: DeviceChoice = .automatic
  ) {
    var rest = bytes
    self.init(
      reading: { (piece) throws(UnusableFile) in
        piece = rest
        rest = []
      }, named: path, choosing: choice)
  }

  /// Opens a recording from any source.
  ///
  /// - Parameters:
  ///   - source: returns the next bytes until there are none.
  ///   - path: the name of the recording, for errors.
  ///   - choice: the device whose events are read.
  ///   - isLenient: whether damage ends the recording instead of being an error.
  public init(
    reading source: @escaping Source, named path: String,
    choosing choice: DeviceChoice = .automatic, isLenient: Bool = false
  ) {
    self.source = source
    self.path = path
    self.choice = choice
    self.isLenient = isLenient
    reader = RecordingReader(choosing: choice)
  }

  /// The format, once it is known.
  package var format: RecordingFormat? { reader.format }

  /// The device's description of itself, complete once there are events.
  package var device: DeviceDescription { reader.device }

  /// The devices of the recording, complete at its end.
  package var devices: [RecordedDevice] { reader.devices }

  /// The device whose events are read, if there is one.
  package var chosenDevice: RecordedDevice? { reader.chosenDevice }

  /// The number of events left out because they came from other devices.
  package var eventsOfOtherDevices: Int { reader.eventsOfOtherDevices }

  /// What the recording lacks that recordings of the kernel's events have, complete at its end.
  package var remarks: [String] { reader.remarks }

  /// Those of its ``remarks`` that make the results of a replay less exact.
  package var notes: [String] { Remarks.aboutExactness(remarks) }

  /// Whether the line of each event is kept in ``eventLines``.
  package var keepsLines: Bool {
    get { reader.keepsLines }
    set { reader.keepsLines = newValue }
  }

  /// The line of each event of the last batch, from 1, if lines are kept.
  package var eventLines: [Int] { reader.eventLines }

  /// The index in ``devices`` for each event of the last batch, if lines are kept and all devices are
  /// read.
  package var eventDevices: [Int] { reader.eventDevices }

  /// The number of the last line read, from 1.
  package var lastLine: Int { max(reader.line - 1, 1) }

  /// Reads until there are more events, and returns whether there are.
  package mutating func readBatch() throws(UnusableFile) -> Bool {
    events.removeAll(keepingCapacity: true)
    swap(&events, &pending)
    reader.eventLines.removeAll(keepingCapacity: true)
    reader.eventDevices.removeAll(keepingCapacity: true)
    while !isOver, events.isEmpty {
      try source(&piece)
      if let error = readPiece() {
        isOver = true
        try end(with: error)
      } else if piece.isEmpty {
        isOver = true
        try checkChoice()
      }
    }
    countLongPauses()
    return !events.isEmpty
  }

  private mutating func countLongPauses() {
    guard var last = lastTime ?? events.first?.time else { return }
    for event in events {
      if event.time.microseconds &- last.microseconds > InputEvent.longestPause { longPauses += 1 }
      last = event.time
    }
    lastTime = last
  }

  private mutating func readPiece() -> TraceError? {
    let piece = piece
    do {
      if piece.isEmpty {
        try reader.finish(into: &events)
      } else {
        try reader.read(piece.span, into: &events)
      }
      return nil
    } catch {
      return error
    }
  }

  private mutating func end(with error: TraceError) throws(UnusableFile) {
    var mistake = UnusableFile(
      path, line: error.line, column: error.column, error.sentence, because: .damaged)
    // Nothing of it can be used.
    let isUnknown = if case .unsupported = error.reason { reader.format == nil } else { false }
    let isInvalid = if case .invalid = error.reason { true } else { false }
    if isUnknown || isInvalid {
      mistake.reason = .malformed
      throw mistake
    }
    guard isLenient else { throw mistake }
    damage = mistake
  }

  private func checkChoice() throws(UnusableFile) {
    guard reader.chosenDevice == nil, !devices.isEmpty, choice != .every else { return }
    let sentence =
      choice == .automatic ? "none of its devices is touched" : "no such device"
    throw UnusableFile(path, sentence, because: .withoutDevice(among: devices))
  }

  /// Throws an error if a recording ends inside a frame.
  package mutating func checkEnd(isInsideFrame: Bool) throws(UnusableFile) {
    guard isInsideFrame, damage == nil else { return }
    let mistake = UnusableFile(
      path, line: lastLine, column: 1, "the recording ends inside a frame: it was cut off",
      because: .damaged)
    guard isLenient else { throw mistake }
    damage = mistake
  }

  /// Returns the surface on which the recorded fingers moved.
  ///
  /// - Parameter described: a description to use instead of the recording's own.
  package func surface(
    describedBy described: DeviceDescription? = nil
  ) throws(UnusableFile) -> Surface {
    let device = described ?? device
    do {
      return try Surface(device)
    } catch {
      guard device.capabilities.isEmpty else { throw UnusableFile(path, error) }
      throw UnusableFile(
        path, "no description of the device", because: .withoutDescription)
    }
  }
}

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
///     var frames = try RecordedFrames(RecordingStream("swipe.evemu"))
///     while let frame = try frames.nextFrame() { pan.feed(frame, into: &events) }
public struct RecordedFrames: ~Copyable {
  /// The recording, and what is known of it so far.
  package private(set) var recording: RecordingStream
  /// The device's description of itself.
  package let device: DeviceDescription
  /// The surface on which the fingers move.
  package let surface: Surface
  /// The time of the first event.
  public let start: Timestamp
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
  ///
  /// - Throws: ``UnusableFile`` if the recording is invalid, or its device reports no touches.
  public init(_ recording: consuming RecordingStream) throws(UnusableFile) {
    try self.init(recording, describedBy: nil, TouchSettings())
  }

  /// Reads a recording until its device is known, with settings and another description.
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

  /// The width and height of the surface, in millimetres.
  public var size: Vector { surface.size }
  /// The device's axis units per millimetre, in each direction.
  public var unitsPerMillimetre: Vector { surface.unitsPerMillimetre }

  /// Returns the next frame; `nil` at the end of the recording.
  ///
  /// - Throws: ``UnusableFile`` if the recording is invalid.
  public mutating func nextFrame() throws(UnusableFile) -> TouchFrame? {
    try next() ? frame : nil
  }

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
