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
      CommonOptions.grab,
      CommonOptions.touchPressure,
      CommonOptions.withoutPalms,
      .init(
        "--patience", value: "SECONDS",
        help: "how long a sample waits for touches that are late (default 0.004)"),
    ],
    details: """
      DEVICE is a node such as /dev/input/event5. Each sample is printed once all touches up to its
      instant are known, so that the trajectory is the one that `replay` makes of a recording of the
      same touches. A gesture that is on at the end is cancelled then, which no recording tells.

      Ends with Ctrl-C, and when the device goes away, with status 2.
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let interaction = try CommonOptions.readInteraction(arguments)
    let patience = try arguments.number("--patience", in: 0...10) ?? 0.004
    let format = try arguments.choice("--format", TrajectoryFormat.self) ?? .csv
    var device = try openDevice(arguments.operands[0])
    if arguments.has("--grab") { try grabDevice(&device) }
    let surface: Surface
    do {
      surface = try Surface(device.description)
    } catch {
      throw Complaint("\(arguments.operands[0]): \(error)")
    }
    let live = Live(
      interaction: interaction, plane: Plane(surface),
      assembler: FrameAssembler(
        surface, try CommonOptions.touchSettings(arguments, for: interaction)),
      patience: Int64((patience * 1_000_000).rounded(.up)))
    let loop = try EventLoop()
    let output = OutputFile()
    // The wish to stop is heard while a reader keeps the writer waiting, too.
    let isReady: (Int32) -> Bool = { descriptor in loop.waitToWrite(to: descriptor) }
    switch format {
    case .csv:
      let stream = ReportStream(CSVReport(interaction), to: output, when: isReady)
      return try live.run(&device, stream, loop)
    case .ndjson:
      let stream = ReportStream(NDJSONReport(interaction), to: output, when: isReady)
      return try live.run(&device, stream, loop)
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

/// Keeps a device's events from all other programs, or says why that can't be.
func grabDevice(_ device: inout Device) throws(Complaint) {
  do {
    try device.grab()
  } catch {
    throw Complaint(error.description)
  }
}

/// The loop between a device and a trajectory.
private struct Live {
  let interaction: Interaction
  /// In millimetres.
  let plane: Plane
  let assembler: FrameAssembler
  /// Microseconds that a sample waits for events that are stamped but not delivered yet.
  let patience: Int64

  func run(
    _ device: inout Device, _ stream: ReportStream<some StreamReport>, _ loop: EventLoop
  ) throws -> ExitStatus {
    var stream = stream
    var assembler = assembler
    var driver: TrajectoryDriver?
    var settled = Timestamp(microseconds: .min)
    var lateFrames = 0
    var status = ExitStatus.fine
    say("following \(device.description.name); Ctrl-C ends")
    try stream.flush()

    while true {
      let due = driver?.nextSampleTime?.advanced(byMicroseconds: patience)
      if case .stop = loop.wait(for: device.descriptor, until: due) { break }
      // The clock is read first: what is stamped before now is waited for below, or `patience` long.
      let now = EventLoop.now
      do {
        while let event = try device.next() {
          if driver == nil {
            let initial = device.initialEvents(before: event.time)
            driver = TrajectoryDriver(
              interaction, start: (initial.first ?? event).time, on: plane)
            for event in initial where assembler.feed(event) {
              try driver?.feed(assembler.frame, into: &stream)
            }
          }
          guard assembler.feed(event) else { continue }
          if assembler.frame.time <= settled { lateFrames += 1 }
          try driver?.feed(assembler.frame, into: &stream)
        }
      } catch let error as DeviceError {
        say("\(error)")
        status = .unusable
        break
      }
      settled = now.advanced(byMicroseconds: -patience)
      try driver?.advance(to: settled, into: &stream)
      try stream.flush()
    }

    try driver?.finish(into: &stream)
    try stream.flush()
    if lateFrames > 0 {
      say("\(lateFrames) frames came after samples of their time were out; raise --patience")
    }
    return status
  }
}
