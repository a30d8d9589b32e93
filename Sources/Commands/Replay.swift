import Evdev
import Interactions
import Quantities
import Touches
import Traces
import Trajectories

/// A recording on its way to a trajectory, and what has been seen of it.
struct Replay: ~Copyable {
  private var recording: RecordingFile
  private let device: DeviceDescription
  private let surface: Surface
  private var assembler: FrameAssembler
  private var driver: TrajectoryDriver
  private let start: Timestamp
  private var end: Timestamp
  private var eventCount = 0
  private var frameCount = 0

  /// Opens the recording that is the first operand, by the options ``CommonOptions/replayed``.
  init(_ interaction: Interaction, _ arguments: Arguments) throws {
    let described = try arguments.value("--device").map(readDescription)
    let settings = try CommonOptions.touchSettings(arguments)
    var recording = try RecordingFile(
      arguments.operands[0], choosing: CommonOptions.deviceChoice(arguments),
      isLenient: arguments.has("--lenient"))
    guard try recording.readBatch() else { throw Complaint("\(recording.path): no events in it") }
    let surface = try recording.surface(describedBy: described)
    let start = recording.events[0].time
    // Only now: what has a file in it can't be left half made.
    self.surface = surface
    self.start = start
    end = start
    device = described ?? recording.device
    assembler = FrameAssembler(surface, settings)
    driver = TrajectoryDriver(interaction, start: start, on: surface.size)
    self.recording = recording
  }

  /// Runs to the end of the recording, and on until the animation rests.
  mutating func run(into sink: inout some TrajectorySink) throws {
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

  /// What was read, for a person.
  var source: [String] {
    let width = String(fixed: surface.size.x, decimals: 0)
    let height = String(fixed: surface.size.y, decimals: 0)
    let size = "\(width) × \(height) mm" + (surface.isSizeAssumed ? " (assumed)" : "")
    let seconds = String(fixed: end - start, decimals: 3)
    let name = device.name.isEmpty ? "nameless device" : device.name.shown
    return [
      recording.path == "-" ? "standard input" : recording.path.shown,
      "\(name), \(size); \(recording.format?.rawValue ?? "") recording of \(eventCount) events "
        + "in \(frameCount) frames, \(seconds) s",
    ]
  }
}
