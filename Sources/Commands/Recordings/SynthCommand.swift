import PantographBase
import PantographInteractions
import PantographTouches
import PantographTraces

/// `pantograph synth`: generates synthetic recordings.
enum SynthCommand {
  static let command = Command(
    name: "synth",
    summary: "generates a synthetic recording: swipes, flicks, presses, pinches",
    operands: [],
    optionalOperands: [.name("KIND") { SyntheticGestureKind.allCases.map(\.rawValue) }],
    options: [
      .init(
        "--device", value: .nameOrFile("NAME", ModelDevice.allCases, usual: .touchpad),
        help: "or a recording"),
      .init("--from", value: "X,Y", help: "start of the first finger, or the centre, in mm"),
      .init("--by", value: "X,Y", help: "full displacement of the movement, in mm (default 40,0)"),
      .init("--duration", value: "SECONDS", help: "full duration of the movement (default 0.4)"),
      .init(
        "--lift", value: "SHARE",
        help: "fraction of the duration at which fingers lift: 1 at rest, 0.5 a flick"),
      .init("--hold", value: "SECONDS", help: "how long the fingers rest before they lift"),
      .init("--back", value: "SHARE", help: "fraction of the distance to reverse (default 0.5)"),
      .init("--peak", value: "SHARE", help: "peak pressure, from 0 to 1 (default 0.8)"),
      .init(
        "--release", value: "SECONDS",
        help: "how long a press takes to release (default: --duration)"),
      .init("--radius", value: "MM", help: "distance of fingers from the centre (default 20)"),
      .init("--scale", value: "FACTOR", help: "final scale of a pinch (default 0.5)"),
      .init("--angle", value: "DEGREES", help: "angle of rotation, clockwise (default 90)"),
      .init(
        "--fingers", value: "N", help: "number of fingers, 1 to 5 (default 1; pinch, rotate 2)"),
      .init("--spacing", value: "MM", help: "distance between fingers side by side (default 18)"),
      .init("--stagger", value: "SECONDS", help: "delay between fingers when landing and lifting"),
      .init(
        "--wait", value: "SECONDS",
        help: "after `then`: pause since the previous gesture (default 0.2)"),
      .init("--noise", value: "MM", help: "standard deviation of position noise (default 0.03)"),
      .init(
        "--pressure-noise", value: "SHARE",
        help: "relative standard deviation of pressure noise (default 0.03)"),
      .init("--rate", value: "HZ", help: "report rate of the sensor (default 125)"),
      .init("--jitter", value: "SECONDS", help: "standard deviation of report times"),
      .init("--drop", value: "SHARE", help: "probability of losing a frame"),
      .init("--drop-between", value: "FROM,TO", help: "lose all frames between these seconds"),
      .init(
        "--syn-dropped-at", value: "SECONDS",
        help: "lose events from this time on, reported as SYN_DROPPED"),
      .init("--syn-dropped-for", value: "SECONDS", help: "duration of that loss (default 0.05)"),
      .init("--seed", value: "N", help: "seed of the random numbers (default 1)"),
      CommonOptions.recordingFormat,
      CommonOptions.output(writes: [.libinput, .evemu]),
    ],
    separator: "then",
    details: """
      KIND is one of
        swipe       moves by --by and rests for --hold (the default)
        flick       lifts during the movement, at --lift 0.5
        hold-flick  rests for --hold 0.3, then flicks
        reversal    moves by --by, then back by --back
        press       presses to --peak in --duration, holds for --hold 0.2, releases in --duration
        tap         touches for --hold 0.08
        pinch       scales the distance from the centre by --scale
        rotate      rotates about the centre by --angle

      Movements and presses follow the minimum-jerk profile of human movements: a flick lifts at
      30 s² (1 − s)² times its mean speed, where s is --lift; at s = 0.5, this is 1.875. The recording
      has the units and slots of the device, and only changed values, as a kernel driver reports them.
      The device touchscreen-a lists all contacts in every frame instead (type A). After `then`, another
      gesture follows with its own options.
      """,
    examples: [
      "pantograph synth --by 50,0 --lift 0.55 | pantograph replay - -i interaction.json",
      "pantograph synth pinch --scale 1.5 --radius 15 --stagger 0.02 --output pinch.yml",
      "pantograph synth press --device trackpad.evemu --peak 1 --jitter 0.001 --drop 0.1",
      "pantograph synth tap then swipe --by 0,20 --wait 0.3",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let sensor = try sensor(arguments)
    let name = arguments.value("--device") ?? ModelDevice.touchpad.rawValue
    let device = try ModelDevice(rawValue: name)?.description ?? readDescription(name)
    let surface: Surface
    do {
      surface = try Surface(device)
    } catch {
      throw CommandError("\(name): \(error)")
    }
    var gesture = try gesture(arguments, on: surface)
    if surface.kind == .pen {
      // Time for the pen to approach, in whole sensor frames.
      gesture = gesture.delayed(by: (Sensor.hover * sensor.rate).rounded(.up) / sensor.rate)
    }
    var events: [InputEvent]
    do {
      events = try sensor.events(of: gesture, on: device)
    } catch {
      throw CommandError("\(name): \(error)")
    }
    if let start = try arguments.number("--syn-dropped-at", in: 0...3600) {
      let length = try arguments.number("--syn-dropped-for", in: 0...3600) ?? 0.05
      events = LossyStream.losing(from: start, to: start + length, of: events)
    } else if arguments.has("--syn-dropped-for") {
      throw CommandError("pantograph synth: --syn-dropped-for requires --syn-dropped-at")
    }

    let path = arguments.value("--output") ?? "-"
    let format = try CommonOptions.recordingFormat(arguments)
    var bytes = recording(of: events, on: device, in: format)
    let output = try OutputFile(result: path, inputs: [name])
    try output.write(&bytes)
    try output.finish()
    return .fine
  }

  /// Returns the requested gesture, followed by those after `then`.
  private static func gesture(
    _ arguments: Arguments, on surface: Surface
  ) throws -> SyntheticGesture {
    if arguments.has("--wait") {
      throw CommandError("pantograph synth: --wait is only allowed after `then`")
    }
    var result: SyntheticGesture?
    let orders = [arguments] + arguments.others
    for (index, order) in orders.enumerated() {
      let kind = try SyntheticGestureKind(
        named: order.operands.first ?? SyntheticGestureKind.swipe.rawValue)
      let number = orders.count > 1 ? index + 1 : nil
      let gesture = try SynthRequest(kind, order, surface: surface, number: number).gesture()
      guard let before = result else {
        result = gesture
        continue
      }
      let shaping =
        SyntheticGestureKind.commonOptions + SyntheticGestureKind.allCases.flatMap(\.options)
      if let other = order.given.first(where: { !shaping.contains($0) }) {
        throw CommandError(
          "pantograph synth: \(other) applies to the whole recording; put it before the first `then`"
        )
      }
      result = before.followed(
        by: gesture, after: try order.number("--wait", in: 0...3600) ?? 0.2)
    }
    guard let result else { preconditionFailure("there is always a first gesture") }
    return result
  }

  private static func sensor(_ arguments: Arguments) throws -> Sensor {
    var sensor = Sensor()
    sensor.noise = try arguments.number("--noise", in: 0...10) ?? sensor.noise
    sensor.pressureNoise =
      try arguments.number("--pressure-noise", in: 0...1) ?? sensor.pressureNoise
    sensor.rate = try arguments.number("--rate", in: 1...10_000) ?? sensor.rate
    sensor.jitter = try arguments.number("--jitter", in: 0...1) ?? 0
    sensor.misses = try arguments.number("--drop", in: 0...1) ?? 0
    let expected = "two times in seconds, the earlier one first, such as 0.1,0.15"
    if let span = try arguments.numbers("--drop-between", count: 2, expected) {
      guard span[0] >= 0, span[0] <= span[1] else {
        throw arguments.invalidValue("--drop-between", "expected \(expected)")
      }
      sensor.outage = span[0]...span[1]
    }
    sensor.seed = UInt64(try arguments.integer("--seed", in: 0...Int.max) ?? 1)
    return sensor
  }

  private static func recording(
    of events: [InputEvent], on device: DeviceDescription, in format: RecordingFormat
  ) -> [UInt8] {
    var writer = RecordingWriter(format)
    var bytes: [UInt8] = []
    writer.begin(RecordedDevice(node: "synthetic", description: device), to: &bytes)
    writer.write(events, to: &bytes)
    return bytes
  }
}
