public import PantographEvdev
public import PantographTouches

/// A replay of a recording, which drives a trajectory.
///
/// The recording is read as needed, so that memory use does not depend on its duration. To get the
/// whole trajectory at once, use `Trajectory(replaying:driving:)`.
public struct Replay: ~Copyable {
  /// The recording, and what is known of it so far.
  public private(set) var recording: RecordingStream
  /// The device's description of itself.
  public let device: DeviceDescription
  /// The surface on which the fingers move.
  public let surface: Surface
  /// The number of events read so far.
  public private(set) var eventCount = 0
  /// The number of frames read so far.
  public private(set) var frameCount = 0
  private var assembler: FrameAssembler
  private var driver: TrajectoryDriver
  private let start: Timestamp
  private var end: Timestamp

  /// Creates a replay, and reads the recording until its device is known.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - interaction: what the gesture does to which animation.
  ///   - described: a description to use instead of the recording's own.
  ///   - settings: the touch settings; by default the interaction's.
  public init(
    _ recording: consuming RecordingStream, driving interaction: Interaction,
    describedBy described: DeviceDescription? = nil, touches settings: TouchSettings? = nil
  ) throws(UnusableFile) {
    guard try recording.readBatch() else {
      throw UnusableFile(recording.path, "no events in it")
    }
    let surface = try recording.surface(describedBy: described)
    let start = recording.events[0].time
    // This comes last, because an initialiser that throws can't leave a noncopyable file behind.
    self.surface = surface
    self.start = start
    end = start
    device = described ?? recording.device
    assembler = FrameAssembler(surface, settings ?? interaction.touchSettings)
    driver = TrajectoryDriver(interaction, start: start, on: Plane(surface))
    self.recording = recording
  }

  /// Whether each gesture starts with the animation at its start, rather than where the previous
  /// gesture left it.
  public var resetsForEachGesture: Bool {
    get { driver.resetsForEachGesture }
    set { driver.resetsForEachGesture = newValue }
  }

  /// The seconds from the first event to the last frame so far.
  public var duration: Double { end - start }

  /// The time of the last frame so far, since the first event.
  public var elapsed: Timestamp {
    Timestamp(microseconds: max(end.microseconds &- start.microseconds, 0))
  }

  /// Replays the rest of the recording, and runs the animation until it rests.
  ///
  /// - Throws: ``UnusableFile`` if the recording is invalid, and any error of the sink.
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
  /// Replays a recording of any format, packed or not, and keeps the whole trajectory.
  ///
  /// - Parameters:
  ///   - path: the file of the recording.
  ///   - interaction: what the gesture does to which animation.
  public init(replaying path: String, driving interaction: Interaction) throws {
    try self.init(replaying: RecordingStream(path), driving: interaction)
  }

  /// Replays a recording from any source, and keeps the whole trajectory.
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
  /// Reads an interaction file.
  ///
  /// - Parameter path: the file, of at most 16 MiB.
  public init(file path: String) throws(UnusableFile) {
    let file = try OpenFile(path)
    var (bytes, piece): ([UInt8], [UInt8]) = ([], [])
    repeat {
      try file.read(into: &piece)
      bytes += piece
      guard bytes.count <= 16 << 20 else {
        throw UnusableFile(path, "larger than 16 MiB: not an interaction file")
      }
    } while !piece.isEmpty
    try self.init(bytes: bytes, named: path)
  }

  /// Reads the bytes of an interaction file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - path: the name of the file, for errors.
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
