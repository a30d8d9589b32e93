public import Evdev
public import Touches

/// A recording on its way to a trajectory, and what has been seen of it.
///
/// It is read as it is needed, so that hours of it take no more memory than a second. Who wants the whole
/// trajectory at once has `Trajectory(replaying:driving:)`.
public struct Replay: ~Copyable {
  /// The recording, and what is known of it so far.
  public private(set) var recording: RecordingStream
  /// What the device says of itself.
  public let device: DeviceDescription
  /// What the fingers move on.
  public let surface: Surface
  /// How many events have been read.
  public private(set) var eventCount = 0
  /// How many frames they made.
  public private(set) var frameCount = 0
  private var assembler: FrameAssembler
  private var driver: TrajectoryDriver
  private let start: Timestamp
  private var end: Timestamp

  /// Makes a replay, and reads as much of the recording as it takes to know its device.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - interaction: what the gesture does to which animation.
  ///   - described: a description to use in place of the recording's own.
  ///   - settings: what is taken for a touch, if not what the interaction takes for one.
  public init(
    _ recording: consuming RecordingStream, driving interaction: Interaction,
    describedBy described: DeviceDescription? = nil, touches settings: TouchSettings? = nil
  ) throws(UnusableFile) {
    guard try recording.readBatch() else {
      throw UnusableFile(recording.path, "no events in it")
    }
    let surface = try recording.surface(describedBy: described)
    let start = recording.events[0].time
    // Only now: what has a file in it can't be left half made.
    self.surface = surface
    self.start = start
    end = start
    device = described ?? recording.device
    assembler = FrameAssembler(surface, settings ?? interaction.touchSettings)
    driver = TrajectoryDriver(interaction, start: start, on: Plane(surface))
    self.recording = recording
  }

  /// Whether each gesture finds the animation at its start, and not where the one before has led.
  public var resetsForEachGesture: Bool {
    get { driver.resetsForEachGesture }
    set { driver.resetsForEachGesture = newValue }
  }

  /// The seconds from the first event to the last frame so far.
  public var duration: Double { end - start }

  /// The instant of the last frame so far, counted from the first event.
  public var elapsed: Timestamp {
    Timestamp(microseconds: max(end.microseconds &- start.microseconds, 0))
  }

  /// Runs to the end of the recording, and on until the animation rests.
  ///
  /// - Throws: ``UnusableFile`` where the recording is no good, and what the sink throws.
  public mutating func run(into sink: inout some TrajectorySink) throws {
    repeat {
      for event in recording.events where assembler.feed(event) {
        try driver.feed(assembler.frame, into: &sink)
        end = assembler.frame.time
        frameCount += 1
      }
      eventCount += recording.events.count
    } while try recording.readBatch()
    try recording.checkEnd(isInsideFrame: assembler.isInsideFrame)
    try driver.finish(into: &sink)
  }
}

extension Trajectory {
  /// Replays a recording, of any format and packed or not, and keeps the whole trajectory.
  ///
  /// - Parameters:
  ///   - path: the file of the recording.
  ///   - interaction: what the gesture does to which animation.
  public init(replaying path: String, driving interaction: Interaction) throws {
    try self.init(replaying: RecordingStream(path), driving: interaction)
  }

  /// Replays a recording from wherever it comes, and keeps the whole trajectory.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - interaction: what the gesture does to which animation.
  public init(
    replaying recording: consuming RecordingStream, driving interaction: Interaction
  ) throws {
    var replay = try Replay(recording, driving: interaction)
    self.init()
    try replay.run(into: &self)
  }
}

extension Interaction {
  /// Reads an interaction file, to be replayed.
  ///
  /// - Parameter path: the file; more than 16 MiB are not read.
  public init(file path: String) throws(UnusableFile) {
    let file = try OpenFile(path)
    var (bytes, piece): ([UInt8], [UInt8]) = ([], [])
    repeat {
      try file.read(into: &piece)
      bytes += piece
      guard bytes.count <= 16 << 20 else {
        throw UnusableFile(path, "more than 16 MiB: this is not the file that is meant")
      }
    } while !piece.isEmpty
    try self.init(bytes: bytes, named: path)
  }

  /// Reads the bytes of an interaction file, to be replayed.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - path: what it is called.
  public init(bytes: [UInt8], named path: String) throws(UnusableFile) {
    guard !bytes.isEmpty else {
      throw UnusableFile(path, line: 1, column: 1, "the file is empty")
    }
    do {
      self = try Interaction(parsing: bytes)
    } catch {
      let key = error.path.isEmpty ? "" : "\(error.path): "
      throw UnusableFile(
        path, line: error.location.line, column: error.location.column, key + error.sentence)
    }
  }
}
