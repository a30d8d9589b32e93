import Evdev
import Interactions
import Quantities
import Reports
import Touches
import Traces
import Trajectories

/// The form in which a trajectory is given out.
enum TrajectoryFormat: String, CaseIterable {
  /// A summary and a picture for a person.
  case text
  /// Samples in columns.
  case csv
  /// Samples and events, a JSON object on each line.
  case ndjson

  /// The format that a file of this name should have, if its ending tells.
  init?(path: String) {
    if path.hasSuffix(".csv") {
      self = .csv
    } else if path.hasSuffix(".ndjson") || path.hasSuffix(".jsonl") {
      self = .ndjson
    } else {
      return nil
    }
  }
}

/// `pantograph replay`: from a recording to a trajectory.
enum ReplayCommand {
  static let command = Command(
    name: "replay",
    summary: "drives an animation with a recording and reports its trajectory",
    operands: ["RECORDING"],
    options: [
      CommonOptions.interaction,
      .init(
        "--format", value: "NAME",
        help: "text (the default), csv or ndjson; else told by the ending of --output"),
      CommonOptions.output,
      CommonOptions.rate,
      CommonOptions.device,
      CommonOptions.node,
      CommonOptions.touchPressure,
      CommonOptions.withoutPalms,
      CommonOptions.lenient,
    ],
    details: """
      The recording is evemu's text, libinput's YAML, or what evtest or Android's getevent (-lt)
      print, packed with gzip or not; `-` is standard input. The same recording and interaction give
      the same bytes, every time.

        pantograph replay Recordings/touchpad-flick/recording.yml \\
          --interaction Recordings/touchpad-flick/interaction.json
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let interaction = try CommonOptions.readInteraction(arguments)
    let described = try arguments.value("--device").map(readDescription)
    let path = arguments.value("--output")
    let format =
      try arguments.choice("--format", TrajectoryFormat.self)
      ?? path.flatMap(TrajectoryFormat.init(path:)) ?? .text
    var recording = try RecordingFile(
      arguments.operands[0], choosing: CommonOptions.deviceChoice(arguments),
      isLenient: arguments.has("--lenient"))
    // The recording is opened and understood before the output is made.
    guard try recording.readBatch() else { throw Complaint("\(recording.path): no events in it") }
    let surface = try recording.surface(describedBy: described)
    var replay = Replay(
      interaction, FrameAssembler(surface, try CommonOptions.touchSettings(arguments)),
      start: recording.events[0].time)
    let output =
      try path.map { path throws(Complaint) in
        let inputs = ["--interaction", "--device"].compactMap { arguments.value($0) }
        return try OutputFile(result: path, inputs: inputs + arguments.operands)
      } ?? OutputFile()

    switch format {
    case .csv:
      var stream = ReportStream(CSVReport(interaction), to: output)
      try replay.run(&recording, into: &stream)
      try stream.flush()
    case .ndjson:
      var stream = ReportStream(NDJSONReport(interaction), to: output)
      try replay.run(&recording, into: &stream)
      try stream.flush()
    case .text:
      var report = TextReport(interaction)
      try replay.run(&recording, into: &report)
      let device = described ?? recording.device
      report.source = replay.source(recording.path, recording.format, device, surface)
      try output.write(report.lines.joined(separator: "\n") + "\n")
    }
    try output.finish()
    return .fine
  }
}

/// A report on its way out: what has come together is written before it grows large.
struct ReportStream<Report: StreamReport>: TrajectorySink {
  private var report: Report
  private let output: OutputFile
  private let ready: ((Int32) -> Bool)?

  /// Makes a stream; for `ready` see ``OutputFile/write(_:when:)``.
  init(_ report: Report, to output: OutputFile, when ready: ((Int32) -> Bool)? = nil) {
    self.report = report
    self.output = output
    self.ready = ready
  }

  mutating func receive(_ sample: Sample) throws(any Error) {
    report.receive(sample)
    if report.bytes.count >= 1 << 16 { try flush() }
  }

  mutating func receive(_ event: TrajectoryEvent) throws(any Error) {
    report.receive(event)
    if report.bytes.count >= 1 << 16 { try flush() }
  }

  /// Writes what there is.
  mutating func flush() throws {
    try output.write(&report.bytes, when: ready)
  }
}

/// A recording on its way to a trajectory, and what has been seen of it.
private struct Replay {
  private var assembler: FrameAssembler
  private var driver: TrajectoryDriver
  private let start: Timestamp
  private var end: Timestamp
  private var eventCount = 0
  private var frameCount = 0

  init(_ interaction: Interaction, _ assembler: FrameAssembler, start: Timestamp) {
    self.assembler = assembler
    driver = TrajectoryDriver(interaction, start: start)
    self.start = start
    end = start
  }

  /// Runs the batch at hand and all that follow.
  mutating func run(
    _ recording: inout RecordingFile, into sink: inout some TrajectorySink
  ) throws {
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
  func source(
    _ path: String, _ format: RecordingFormat?, _ device: DeviceDescription, _ surface: Surface
  ) -> [String] {
    let width = String(fixed: surface.size.x, decimals: 0)
    let height = String(fixed: surface.size.y, decimals: 0)
    let size = "\(width) × \(height) mm" + (surface.isSizeAssumed ? " (assumed)" : "")
    let seconds = String(fixed: end - start, decimals: 3)
    return [
      path == "-" ? "standard input" : path.shown,
      "\(device.name.isEmpty ? "nameless device" : device.name.shown), \(size); \(format?.rawValue ?? "") recording of \(eventCount) events "
        + "in \(frameCount) frames, \(seconds) s",
    ]
  }
}
