import Evdev
import Interactions
import Quantities
import Synthesis
import Touches
import Traces

/// `pantograph synth`: recordings of hands that never were.
enum SynthCommand {
  static let command = Command(
    name: "synth",
    summary: "makes a recording of a hand that never was: swipes, flicks, presses, pinches",
    operands: [],
    optionalOperands: [.name("KIND") { SyntheticGestureKind.allCases.map(\.rawValue) }],
    options: [
      .init(
        "--device", value: .nameOrFile("NAME", ModelDevice.allCases, usual: .touchpad),
        help: "or a recording"),
      .init("--from", value: "X,Y", help: "where the first finger lands, or the centre, in mm"),
      .init("--by", value: "X,Y", help: "the way it would go, in mm (default 40,0)"),
      .init("--duration", value: "SECONDS", help: "the time a movement would take (default 0.4)"),
      .init(
        "--lift", value: "SHARE",
        help: "the share of the time at which they lift: 1 at rest, 0.5 a flick"),
      .init("--hold", value: "SECONDS", help: "how long they rest"),
      .init("--back", value: "SHARE", help: "the share of the way that goes back (default 0.5)"),
      .init("--peak", value: "SHARE", help: "how hard a press gets, from 0 to 1 (default 0.8)"),
      .init(
        "--release", value: "SECONDS", help: "how long a press takes to end (default --duration)"),
      .init("--radius", value: "MM", help: "how far from the centre they land (default 20)"),
      .init("--scale", value: "FACTOR", help: "by how much a pinch spreads (default 0.5)"),
      .init("--angle", value: "DEGREES", help: "how far they turn, clockwise (default 90)"),
      .init("--fingers", value: "N", help: "how many, 1 to 5 (default 1; 2 about a centre)"),
      .init("--spacing", value: "MM", help: "between fingers side by side (default 18)"),
      .init("--stagger", value: "SECONDS", help: "between their landings, and their lifts"),
      .init(
        "--wait", value: "SECONDS",
        help: "after then: since the hand before has lifted (default 0.2)"),
      .init("--noise", value: "MM", help: "deviation of the sensor's noise (default 0.03)"),
      .init(
        "--pressure-noise", value: "SHARE", help: "the same for the pressure (default 0.03 of it)"),
      .init("--rate", value: "HZ", help: "how often the sensor looks (default 125)"),
      .init("--jitter", value: "SECONDS", help: "deviation of the times of its reports"),
      .init("--drop", value: "SHARE", help: "the chance that it misses a frame"),
      .init("--drop-between", value: "FROM,TO", help: "seconds in which it misses every frame"),
      .init(
        "--syn-dropped-at", value: "SECONDS",
        help: "when the kernel loses events, as it then says"),
      .init("--syn-dropped-for", value: "SECONDS", help: "how long it does (default 0.05)"),
      .init("--seed", value: "N", help: "what chance depends on (default 1)"),
      CommonOptions.recordingFormat,
      CommonOptions.output(writes: [.libinput, .evemu]),
    ],
    separator: "then",
    details: """
      KIND is one of
        swipe       goes a way and rests for --hold (the default)
        flick       lifts on the way, at --lift 0.5
        hold-flick  rests for --hold 0.3 first
        reversal    goes the way, and --back of it
        press       presses to --peak in --duration, for --hold 0.2, and back in --duration
        tap         touches for --hold 0.08
        pinch       goes to --scale of its distance from the centre
        rotate      turns about the centre by --angle

      Movements and presses follow the minimum-jerk profile of human movements: a flick lifts at
      30 s² (1 − s)² of its mean speed, where s is --lift; half way, at 1.875. What is written is
      what the device would send: in its units and slots, and only what changes. The touchscreen-a
      lists all contacts in every frame instead (type A). After `then` comes another hand, with what
      shapes it.
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
      throw Complaint("\(name): \(error)")
    }
    var hand = try hand(arguments, on: surface)
    if surface.kind == .pen {
      // Time for the pen to come near, in whole looks of the sensor.
      hand = hand.delayed(by: (Sensor.hover * sensor.rate).rounded(.up) / sensor.rate)
    }
    var events: [InputEvent]
    do {
      events = try sensor.events(of: hand, on: device)
    } catch {
      throw Complaint("\(name): \(error)")
    }
    if let start = try arguments.number("--syn-dropped-at", in: 0...3600) {
      let length = try arguments.number("--syn-dropped-for", in: 0...3600) ?? 0.05
      events = LossyStream.losing(from: start, to: start + length, of: events)
    } else if arguments.has("--syn-dropped-for") {
      throw Complaint("pantograph synth: --syn-dropped-for takes --syn-dropped-at as well")
    }

    let path = arguments.value("--output") ?? "-"
    let format = try CommonOptions.recordingFormat(arguments)
    var bytes = recording(of: events, on: device, in: format)
    let output = try OutputFile(result: path, inputs: [name])
    try output.write(&bytes)
    try output.finish()
    return .fine
  }

  /// The hand that was asked for, and those that come after it.
  private static func hand(_ arguments: Arguments, on surface: Surface) throws -> SyntheticGesture {
    if arguments.has("--wait") {
      throw Complaint("pantograph synth: --wait: there is no hand before the first one")
    }
    var result: SyntheticGesture?
    for order in [arguments] + arguments.others {
      let kind = try SyntheticGestureKind(
        named: order.operands.first ?? SyntheticGestureKind.swipe.rawValue)
      let hand = try SynthRequest(kind, order, surface: surface).hand()
      guard let before = result else {
        result = hand
        continue
      }
      let shaping =
        SyntheticGestureKind.commonOptions + SyntheticGestureKind.allCases.flatMap(\.options)
      if let other = order.given.first(where: { !shaping.contains($0) }) {
        throw Complaint(
          "pantograph synth: \(other) is about the whole recording: it stands before the first then"
        )
      }
      result = before.followed(
        by: hand, after: try order.number("--wait", in: 0...3600) ?? 0.2)
    }
    guard let result else { preconditionFailure("the first hand is always there") }
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
    if let span = try arguments.numbers("--drop-between", count: 2) {
      guard span[0] >= 0, span[0] <= span[1] else {
        throw Complaint(
          "pantograph synth: --drop-between: expected two times from 0 on, the earlier one first")
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
