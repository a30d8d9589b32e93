import Evdev
import Interactions
import Quantities
import Reports
import Touches
import Trajectories

/// `pantograph live`: from a device to a trajectory, as it happens.
enum LiveCommand {
  static let command = Command(
    name: "live",
    summary: "drives an animation with a device, and reports its trajectory as it happens",
    operands: ["DEVICE"],
    options: [
      CommonOptions.interaction,
      .init("--format", value: "NAME", help: "csv (the default) or ndjson"),
      CommonOptions.rate,
      .init(
        "--patience", value: "SECONDS",
        help: "how long a sample waits for touches that are late (default 0.004)"),
    ],
    details: """
      DEVICE is a node such as /dev/input/event5. Each sample is printed once all touches up to its
      instant are known, so that the trajectory is the one that `replay` makes of a recording of the
      same touches. Ends with Ctrl-C, or when the device goes away.
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let interaction = try CommonOptions.readInteraction(arguments)
    let patience = try arguments.number("--patience", in: 0...10) ?? 0.004
    let format = try arguments.choice("--format", TrajectoryFormat.self) ?? .csv
    var device = try openDevice(arguments.operands[0])
    let surface: Surface
    do {
      surface = try Surface(device.description)
    } catch {
      throw Complaint("\(arguments.operands[0]): \(error)")
    }
    let live = Live(
      interaction: interaction, surface: surface,
      patience: Int64((patience * 1_000_000).rounded(.up)))
    say("following \(device.description.name); Ctrl-C ends")
    let output = OutputFile()
    switch format {
    case .csv:
      var report = CSVReport(interaction)
      return try live.run(&device, into: &report) { report in try output.write(&report.bytes) }
    case .ndjson:
      var report = NDJSONReport(interaction)
      return try live.run(&device, into: &report) { report in try output.write(&report.bytes) }
    case .text:
      throw Complaint("pantograph live: --format text is for replay; here are csv and ndjson")
    }
  }
}

/// Opens a device, or says what is wrong in the words for people.
func openDevice(_ path: String) throws(Complaint) -> Device {
  do {
    return try Device(path: path)
  } catch {
    throw Complaint(error.description)
  }
}

/// The loop between a device and a trajectory.
private struct Live {
  let interaction: Interaction
  let surface: Surface
  /// Microseconds that a sample waits for events that are stamped but not delivered yet.
  let patience: Int64

  func run<Sink: TrajectorySink>(
    _ device: inout Device, into sink: inout Sink, _ flush: (inout Sink) throws -> Void
  ) throws -> ExitStatus {
    let loop = try EventLoop()
    var assembler = FrameAssembler(surface)
    var driver: TrajectoryDriver?
    var settled = Timestamp(microseconds: .min)
    var lateFrames = 0
    var status = ExitStatus.fine
    try flush(&sink)

    while true {
      let due = driver?.nextSampleTime?.advanced(byMicroseconds: patience)
      if case .stop = loop.wait(for: device.descriptor, until: due) { break }
      // The clock is read first: what is stamped before now is waited for below, or `patience` long.
      let now = EventLoop.now
      do {
        while let event = try device.next() {
          if driver == nil { driver = TrajectoryDriver(interaction, start: event.time) }
          guard assembler.feed(event) else { continue }
          if assembler.frame.time <= settled { lateFrames += 1 }
          driver?.feed(assembler.frame, into: &sink)
        }
      } catch {
        say("\(error)")
        status = .unusable
        break
      }
      settled = now.advanced(byMicroseconds: -patience)
      driver?.advance(to: settled, into: &sink)
      try flush(&sink)
    }

    driver?.finish(into: &sink)
    try flush(&sink)
    if lateFrames > 0 {
      say("\(lateFrames) frames came after samples of their time were out; raise --patience")
    }
    return status
  }
}
