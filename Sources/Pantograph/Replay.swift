package import PantographTouches

/// A replay of a recording, which drives a trajectory.
///
/// The recording is read as needed, so that memory use does not depend on its duration. To get the
/// whole trajectory at once, use `Trajectory(replaying:driving:)`.
public struct Replay: ~Copyable {
  package private(set) var frames: RecordedFrames
  private var driver: TrajectoryDriver
  private let window: ClosedRange<Timestamp>?
  /// The events that have been read, in whole frames, if they are kept.
  package private(set) var touches: RecordedTouches?

  /// Creates a replay, and reads the recording until its device is known.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - interaction: what the gesture does to which animation.
  public init(
    _ recording: consuming RecordingStream, driving interaction: Interaction
  ) throws(UnusableFile) {
    try self.init(recording, driving: interaction, ReplayOptions())
  }

  /// Opens a file, and reads it until its device is known.
  package init(
    file path: String, driving interaction: Interaction, _ options: ReplayOptions
  ) throws(UnusableFile) {
    try self.init(
      RecordingStream(path, choosing: options.choice, isLenient: options.isLenient),
      driving: interaction, options)
  }

  /// Creates a replay with options; those of the stream are not repeated.
  package init(
    _ recording: consuming RecordingStream, driving interaction: Interaction,
    _ options: ReplayOptions
  ) throws(UnusableFile) {
    window = options.window
    frames = try RecordedFrames(
      recording, describedBy: options.described, options.touches ?? interaction.touchSettings)
    driver = TrajectoryDriver(interaction, start: frames.start, on: Plane(frames.surface))
    driver.resetsForEachGesture = options.resetsForEachGesture
  }

  /// The damage at which a leniently read recording ends.
  public var damage: UnusableFile? { frames.recording.damage }
  /// The device's description of itself.
  package var device: DeviceDescription { frames.device }
  /// The surface on which the fingers move.
  package var surface: Surface { frames.surface }
  /// The number of events read so far.
  package var eventCount: Int { frames.eventCount }
  /// The number of frames read so far.
  package var frameCount: Int { frames.count }

  /// Keeps all events that are read from now on, for ``touches``.
  package mutating func keepTouches() {
    touches = RecordedTouches(frames.device, on: frames.surface, from: frames.start)
    frames.keepsEvents = true
  }

  private var end: Timestamp { frames.count == 0 ? frames.start : frames.frame.time }

  /// The seconds from the first event to the last frame so far.
  package var duration: Double { end - frames.start }

  /// The time of the last frame so far, since the first event.
  package var elapsed: Timestamp {
    Timestamp(microseconds: max(end.microseconds &- frames.start.microseconds, 0))
  }

  /// Replays the rest of the recording, and runs the animation until it rests.
  ///
  /// - Throws: `UnusableFile` if the recording is invalid, and any error of the sink.
  public mutating func run<Sink: TrajectorySink>(into sink: inout Sink) throws {
    guard let window else { return try runWhole(into: &sink) }
    var part = TrajectoryWindow(sink, from: window.lowerBound, until: window.upperBound)
    try runWhole(into: &part)
    try part.finish()
    sink = part.sink
  }

  /// Replays the rest of the recording into a sink that looks at the driver between its frames.
  package mutating func run(
    watchedBy sink: inout some TrajectoryWatcher
  ) throws(UnusableFile) {
    while try nextFrame() {
      sink.look(at: driver, before: driver.elapsed(frames.frame.time))
      driver.feed(frames.frame, into: &sink)
      sink.follow(driver)
    }
    sink.look(at: driver, before: elapsed.advanced(byMicroseconds: 1))
    driver.finish(into: &sink)
  }

  /// Replays into a sink that throws nothing but errors of files, or nothing at all.
  mutating func runFiles(into sink: inout some TrajectorySink) throws(UnusableFile) {
    do {
      try run(into: &sink)
    } catch let error as UnusableFile {
      throw error
    } catch {
      throw UnusableFile(frames.recording.path, "\(error)")
    }
  }

  private mutating func nextFrame() throws(UnusableFile) -> Bool {
    guard try frames.next() else { return false }
    touches?.append(frames.events)
    return true
  }

  private mutating func runWhole(into sink: inout some TrajectorySink) throws {
    while try nextFrame() { try driver.feed(frames.frame, into: &sink) }
    try driver.finish(into: &sink)
  }
}

/// A sink that also looks at the driver between two frames.
package protocol TrajectoryWatcher: TrajectorySink where Failure == Never {
  /// Looks at the driver before a time by which every earlier frame has been fed.
  mutating func look(at driver: borrowing TrajectoryDriver, before time: Timestamp)
  /// Looks at the driver after each frame.
  mutating func follow(_ driver: borrowing TrajectoryDriver)
}

extension Trajectory {
  /// Replays a recording of any format, packed or not, and keeps the whole trajectory.
  ///
  /// - Parameters:
  ///   - path: the file of the recording.
  ///   - interaction: what the gesture does to which animation.
  public init(
    replaying path: String, driving interaction: Interaction
  ) throws(UnusableFile) {
    try self.init(replaying: RecordingStream(path), driving: interaction)
  }

  /// Replays a recording from any source, and keeps the whole trajectory.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - interaction: what the gesture does to which animation.
  public init(
    replaying recording: consuming RecordingStream, driving interaction: Interaction
  ) throws(UnusableFile) {
    var replay = try Replay(recording, driving: interaction)
    self.init()
    try replay.runFiles(into: &self)
  }
}

extension Interaction {
  /// Reads an interaction file.
  ///
  /// - Parameter path: the file, of at most 16 MiB.
  public init(file path: String) throws(UnusableFile) {
    let bytes = try WholeFile.bytes(of: path, limit: 16 << 20, "an interaction file")
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
      throw UnusableFile(path, error)
    }
  }
}
