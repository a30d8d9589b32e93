import Evdev
import Quantities
import Synthesis
import Touches
import Traces

/// `pantograph synth`: recordings of hands that never were.
enum SynthCommand {
  static let command = Command(
    name: "synth",
    summary: "makes a recording of a swipe as a hand would make it",
    operands: [],
    options: [
      .init(
        "--device", value: "NAME",
        help: "touchpad (the default), touchscreen, or a recording with the device"),
      .init("--from", value: "X,Y", help: "where the first finger lands, in mm (default 20,25)"),
      .init("--by", value: "X,Y", help: "the way it would go, in mm (default 40,0)"),
      .init("--duration", value: "SECONDS", help: "the time it would take (default 0.4)"),
      .init(
        "--lift", value: "SHARE",
        help: "the share of the time at which they lift: 1 (the default) at rest, 0.5 a flick"),
      .init("--hold", value: "SECONDS", help: "how long they rest before they lift (default 0)"),
      .init("--fingers", value: "N", help: "how many fingers, 1 (the default) or 2"),
      .init("--noise", value: "MM", help: "deviation of the sensor's noise (default 0.03)"),
      .init("--rate", value: "HZ", help: "how often the sensor looks (default 125)"),
      .init("--seed", value: "N", help: "what the noise depends on (default 1)"),
      .init(
        "--format", value: "NAME",
        help: "libinput (the default) or evemu; else told by the ending of --output"),
      CommonOptions.output,
    ],
    details: """
      The way follows the minimum-jerk profile of human movements. What is written is what the
      device would send: rounded to its resolution, and only what changes.

        pantograph synth --by 50,0 --lift 0.55 | pantograph replay - -i interaction.json
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let from = try arguments.numbers("--from", count: 2) ?? [20, 25]
    let by = try arguments.numbers("--by", count: 2) ?? [40, 0]
    var swipe = Swipe(
      from: Point(x: from[0], y: from[1]), by: Vector(x: by[0], y: by[1]),
      duration: try arguments.number("--duration", in: 0.01...60) ?? 0.4)
    swipe.lift = try arguments.number("--lift", in: 0...1) ?? 1
    swipe.hold = try arguments.number("--hold", in: 0...60) ?? 0
    swipe.fingers = try arguments.integer("--fingers", in: 1...2) ?? 1
    swipe.noise = try arguments.number("--noise", in: 0...10) ?? swipe.noise
    swipe.rate = try arguments.number("--rate", in: 1...10_000) ?? swipe.rate
    swipe.seed = UInt64(try arguments.integer("--seed", in: 0...Int.max) ?? 1)

    let name = arguments.value("--device") ?? ModelDevice.touchpad.rawValue
    let device = try ModelDevice(rawValue: name)?.description ?? readDescription(name)
    let surface: Surface
    let events: [InputEvent]
    do {
      surface = try Surface(device)
      events = try swipe.events(on: device)
    } catch {
      throw Complaint("\(name): \(error)")
    }
    try checkThatItFits(swipe, on: surface)
    let path = arguments.value("--output") ?? "-"
    let format =
      try arguments.choice("--format", RecordingFormat.self, among: RecordingFormat.writable)
      ?? RecordingFormat(path: path) ?? .libinput

    var writer = RecordingWriter(format)
    var bytes: [UInt8] = []
    writer.writeHeader(device, node: "synthetic", to: &bytes)
    var frame: [InputEvent] = []
    for event in events {
      frame.append(event)
      guard event.endsFrame else { continue }
      writer.write(frame: frame, to: &bytes)
      frame.removeAll(keepingCapacity: true)
    }
    let output = try OutputFile(result: path, inputs: [name])
    try output.write(&bytes)
    try output.finish()
    return .fine
  }

  /// Refuses a hand that lands beside the surface, and says so of one that leaves it.
  private static func checkThatItFits(_ swipe: Swipe, on surface: Surface) throws(Complaint) {
    func isOn(_ place: Point) -> Bool {
      (0...surface.size.x).contains(place.x) && (0...surface.size.y).contains(place.y)
    }
    let size = "\(surface.size.x.asWritten) × \(surface.size.y.asWritten) mm"
    guard isOn(swipe.start) else {
      throw Complaint("pantograph synth: --from is outside the surface, which has \(size)")
    }
    let end = swipe.start + swipe.way * Swipe.minimumJerk(swipe.lift)
    if !isOn(end) {
      say("the way leaves the surface, which has \(size): the finger stops at its edge")
    }
  }
}
