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
        help: "or FILE"),
      .init("--from", value: "X,Y", help: "start of the first finger, or the centre, in mm or px"),
      .init(
        "--by", value: "X,Y", help: "full displacement of the movement, in mm or px (default 40,0)"),
      .init("--density", value: "N", help: "CSS pixels (px) per millimetre (default 6.3)"),
      .init("--duration", value: "SECONDS", help: "full duration of the movement (default 0.4)"),
      .init(
        "--lift", value: .list("SHARE,NAME", { LiftRequest.names }),
        help: "fraction of the duration at which fingers lift, and how, such as still"),
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
      .init("--cancel", help: "end while the fingers are down, so that the gesture is cancelled"),
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

      Positions, --by, --radius and --spacing are in millimetres, or with the unit px in CSS pixels, of
      which --density are a millimetre: 160 an inch by default, as in subject.json.
      With px, the default device is a phone's screen of 412 × 915 px.

      --lift takes a fraction from 0 to 1, where 1 is at rest and 0.5 a flick, or how a device reports the
      stroke and its lift, or both, as in 0.6,still:
      \(LiftRequest.list)

      With --cancel, the recording ends while the last gesture's fingers are down. A page then receives
      pointercancel and touchcancel, and a program `cancelled`. Missing folders of --output are made.
      """,
    examples: [
      "pantograph synth --by 50,0 --lift 0.55 | pantograph replay - -i interaction.json",
      "pantograph synth pinch --scale 1.5 --radius 15 --stagger 0.02 --output pinch.yml",
      "pantograph synth press --device trackpad.evemu --peak 1 --jitter 0.001 --drop 0.1",
      "pantograph synth tap then swipe --by 0,20 --wait 0.3",
      "pantograph synth flick --from 206px,800px --by 0,-500px -o sheet/flick/recording.yml",
      "pantograph synth flick --by 60,0 --lift still",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let sensor = try sensor(arguments)
    let pixels = try PixelUnit(arguments)
    let name =
      arguments.value("--device")
      ?? (pixels.isUsed ? ModelDevice.phone : ModelDevice.touchpad).rawValue
    let device =
      try arguments.has("--device") || !pixels.isUsed
      ? ModelDevice(rawValue: name)?.description ?? readDescription(name) : pixels.screen
    let surface: Surface
    do {
      surface = try Surface(device)
    } catch {
      throw CommandError("\(name): \(error)")
    }
    var gesture = try gesture(arguments, on: surface, pixels)
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
    let folders = try MissingFolders(above: path)
    let output = try OutputFile(result: path, inputs: [name])
    try output.write(&bytes)
    try output.finish()
    folders.keep()
    return .fine
  }

  /// Returns the requested gesture, followed by those after `then`.
  private static func gesture(
    _ arguments: Arguments, on surface: Surface, _ pixels: PixelUnit
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
      guard !order.has("--cancel") || index == orders.count - 1 else {
        throw CommandError(
          "pantograph synth: only the last gesture can be cancelled; put --cancel after the last `then`"
        )
      }
      var gesture = try SynthRequest(kind, order, surface: surface, pixels, number: number)
        .gesture()
      gesture.isCutOff = order.has("--cancel")
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

/// The kinds of synthetic gestures of `pantograph synth`.
enum SyntheticGestureKind: String, CaseIterable {
  case swipe
  case flick
  case holdFlick = "hold-flick"
  case reversal
  case press
  case tap
  case pinch
  case rotate

  init(named name: String) throws(CommandError) {
    if let kind = SyntheticGestureKind(rawValue: name) {
      self = kind
      return
    }
    let names = Self.allCases.map(\.rawValue)
    let advice =
      Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
      ?? "expected one of \(names.joined(separator: ", "))"
    throw CommandError("pantograph synth: unknown kind '\(name)'; \(advice)")
  }

  /// The options that apply to this kind, but not to all.
  var options: [String] {
    switch self {
    case .swipe, .holdFlick: ["--by", "--duration", "--lift", "--hold", "--spacing"]
    case .flick: ["--by", "--duration", "--lift", "--spacing"]
    case .reversal: ["--by", "--duration", "--lift", "--back", "--spacing"]
    case .press: ["--duration", "--hold", "--peak", "--release", "--spacing"]
    case .tap: ["--hold", "--spacing"]
    case .pinch: ["--duration", "--lift", "--hold", "--radius", "--scale"]
    case .rotate: ["--duration", "--lift", "--hold", "--radius", "--angle"]
    }
  }

  /// The options that apply to every kind.
  static let commonOptions = ["--from", "--fingers", "--stagger", "--cancel", "--wait"]

  var hasCentre: Bool { self == .pinch || self == .rotate }
}

/// CSS pixels on the command line, such as `206px`.
struct PixelUnit {
  /// The options whose values may have the unit.
  private static let options = ["--from", "--by", "--radius", "--spacing"]
  private static let suffix = "px"

  let perMillimetre: Double
  /// Whether any value has the unit.
  let isUsed: Bool

  init(_ arguments: Arguments) throws {
    isUsed = ([arguments] + arguments.others).contains { order in
      Self.options.contains { order.value($0)?.includes(Self.suffix) ?? false }
    }
    let given = try arguments.number("--density", in: 0.1...1000)
    guard given == nil || isUsed else {
      throw arguments.error(
        "--density is for lengths in CSS pixels; write them with the unit, such as --by 0,-500px")
    }
    perMillimetre = given ?? ModelDevice.pixelsPerMillimetre
  }

  /// The screen of a phone with as many pixels as a page has by default.
  var screen: DeviceDescription {
    ModelDevice.screen(ModelDevice.pagePixels * (1 / perMillimetre), named: "Pantograph Phone")
  }

  /// Returns a length in millimetres, which may have the unit; `nil` if it is not a number.
  func millimetres(_ length: Substring) -> Double? {
    guard length.hasSuffix(Self.suffix) else { return Double(length) }
    return Double(length.dropLast(Self.suffix.count)).map { $0 / perMillimetre }
  }
}

/// When and how the fingers lift, as requested by `--lift`.
struct LiftRequest {
  /// The names of the profiles.
  static var names: [String] { LiftProfile.all.map(\.name) }

  /// The lines of the help about the profiles.
  static var list: String {
    let width = names.map(\.count).max() ?? 0
    return LiftProfile.all.map { profile in
      "  \(profile.name)\(String(repeating: " ", count: width - profile.name.count))  \(profile.words)"
    }.joined(separator: "\n")
  }

  /// The fraction of the duration, if it is given.
  private(set) var share: Double?
  /// How a device reports it; `nil` as it is.
  private(set) var profile: LiftProfile?

  init(_ arguments: Arguments) throws {
    guard let value = arguments.value("--lift") else { return }
    for word in value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      let named = LiftProfile.named(word)
      if share == nil, let number = Double(word), (0...1).contains(number) {
        share = number
      } else if profile == nil, named != nil {
        profile = named
      } else {
        let nearest = named == nil ? Spelling.nearest(to: word, among: Self.names) : nil
        throw arguments.invalidValue(
          "--lift",
          nearest.map { "did you mean '\($0)'?" }
            ?? "expected a number from 0 to 1, or one of \(Self.names.joined(separator: ", ")), or both"
        )
      }
    }
    if let profile, arguments.has("--cancel") {
      throw arguments.error(
        "--lift \(profile.name) is how a lift is reported, and --cancel leaves it out; omit one of them"
      )
    }
  }
}

/// A synthetic gesture requested on the command line, and the surface that it must fit on.
struct SynthRequest {
  private let kind: SyntheticGestureKind
  private let arguments: Arguments
  private let surface: Surface
  private let pixels: PixelUnit
  private let fingers: Int
  private let lift: LiftRequest
  /// Which of several gestures it is, for messages.
  private let place: String

  /// The smallest distance between adjacent fingers, in millimetres; also the smallest diameter of a circle.
  private static let leastSpacing = 12.0
  /// The distance of fingers from the edge by default, in millimetres.
  private static let margin = 4.0

  /// Reads a request, which has this number if it is one of several.
  init(
    _ kind: SyntheticGestureKind, _ arguments: Arguments, surface: Surface, _ pixels: PixelUnit,
    number: Int? = nil
  ) throws {
    place = number.map { "gesture \($0): " } ?? ""
    for option in Set(SyntheticGestureKind.allCases.flatMap(\.options)).sorted()
    where arguments.has(option) && !kind.options.contains(option) {
      throw CommandError(
        "pantograph synth: \(option) does not apply to \(kind.rawValue); it takes"
          + " \(kind.options.joined(separator: ", "))")
    }
    self.kind = kind
    self.arguments = arguments
    self.surface = surface
    self.pixels = pixels
    fingers =
      try arguments.integer("--fingers", in: kind.hasCentre ? 2...5 : 1...5)
      ?? (kind.hasCentre ? 2 : 1)
    lift = try LiftRequest(arguments)
  }

  func gesture() throws -> SyntheticGesture {
    var gesture = try kind.hasCentre ? aboutCentre() : sideBySide()
    if let stagger = try arguments.number("--stagger", in: 0...10) {
      gesture = gesture.staggered(by: stagger)
      guard gesture.fingers.allSatisfy({ $0.landing <= $0.lift }) else {
        throw CommandError(
          "pantograph synth: --stagger \(stagger.asWritten): the first finger would lift before the"
            + " last one lands; reduce it, or increase --duration or --hold")
      }
    }
    try checkThatItFits(gesture)
    return gesture.lifting(by: lift.profile)
  }

  /// Returns two lengths in millimetres.
  private func pair(_ option: String, _ example: String) throws -> Vector? {
    guard let value = arguments.value(option) else { return nil }
    // 1e6 mm: farther than any surface.
    let lengths = value.split(separator: ",", omittingEmptySubsequences: false)
      .map { pixels.millimetres($0).flatMap { $0.magnitude <= 1e6 ? $0 : nil } }
    guard lengths.count == 2, let x = lengths[0], let y = lengths[1] else {
      throw arguments.invalidValue(option, "expected X,Y in mm or px, such as \(example)")
    }
    return Vector(x: x, y: y)
  }

  /// Returns a length in millimetres.
  private func length(_ option: String, in range: ClosedRange<Double>) throws -> Double? {
    guard let value = arguments.value(option) else { return nil }
    guard let length = pixels.millimetres(value[...]), range.contains(length) else {
      throw arguments.invalidValue(
        option,
        "expected a length from \(range.lowerBound.asWritten) to \(range.upperBound.asWritten) mm")
    }
    return length
  }

  // MARK: Side by side

  private func sideBySide() throws -> SyntheticGesture {
    let displacement = try pair("--by", "40,0") ?? Vector(x: 40, y: 0)
    // Fingers that do not move are side by side, as in a vertical movement.
    let positions = try positions(
      across: kind.options.contains("--by") ? displacement : Vector(x: 0, y: 1))
    let duration = try arguments.number("--duration", in: 0.01...60) ?? 0.4
    let lift = lift.share
    let hold = try arguments.number("--hold", in: 0...60)
    switch kind {
    case .flick, .holdFlick:
      return .flick(
        from: positions, by: displacement, duration: duration, lift: lift ?? 0.5,
        hold: hold ?? (kind == .flick ? 0 : 0.3))
    case .reversal:
      return .reversal(
        from: positions, by: displacement, duration: duration,
        back: try arguments.number("--back", in: 0...10) ?? 0.5, lift: lift ?? 1)
    case .press:
      return .press(
        at: positions, to: try arguments.number("--peak", in: 0...1) ?? 0.8, duration: duration,
        hold: hold ?? 0.2, release: try arguments.number("--release", in: 0...60))
    case .tap: return .tap(at: positions, hold: hold ?? 0.08)
    case .swipe, .pinch, .rotate:
      return .swipe(
        from: positions, by: displacement, duration: duration, lift: lift ?? 1, hold: hold ?? 0)
    }
  }

  /// Returns where the fingers land: at the given position, or where they fit.
  private func positions(across displacement: Vector) throws -> [Point] {
    let isUpright = displacement.y.magnitude > displacement.x.magnitude
    let room = isUpright ? surface.size.x : surface.size.y
    let gaps = Double(fingers - 1)
    var spacing = SyntheticGesture.fingerDistance
    if let given = try length("--spacing", in: 0...200) {
      spacing = given
    } else if gaps > 0 {
      // On a small surface, the fingers are closer together.
      spacing = max(min(spacing, (room - 2 * Self.margin) / gaps), Self.leastSpacing)
    }
    guard gaps * spacing <= room else {
      throw CommandError(
        "pantograph synth: \(fingers) fingers side by side need \((gaps * spacing).asWritten) mm, but the"
          + " surface has \(size); reduce --fingers or --spacing")
    }
    if let from = try pair("--from", "20,32.5") {
      return SyntheticGesture.positions(
        fingers, from: Point(x: from.x, y: from.y), across: displacement, spacing: spacing)
    }
    // 20 mm and 25 mm into the surface, unless it is too small for that.
    var from = Point(x: 20, y: 25)
    if from.x > surface.size.x { from.x = surface.size.x / 2 }
    if from.y > surface.size.y { from.y = surface.size.y / 2 }
    let middle = (room - gaps * spacing) / 2
    if isUpright, from.x + gaps * spacing > room { from.x = middle }
    if !isUpright, from.y + gaps * spacing > room { from.y = middle }
    return SyntheticGesture.positions(fingers, from: from, across: displacement, spacing: spacing)
  }

  // MARK: About a centre

  private func aboutCentre() throws -> SyntheticGesture {
    let duration = try arguments.number("--duration", in: 0.01...60) ?? 0.4
    let lift = lift.share ?? 1
    let hold = try arguments.number("--hold", in: 0...60) ?? 0
    let scale = try arguments.number("--scale", in: 0...20) ?? 0.5
    let angle = try arguments.number("--angle", in: -3600...3600) ?? 90
    let from = try pair("--from", "20,32.5") ?? surface.size * 0.5
    let centre = Point(x: from.x, y: from.y)
    let room = min(surface.size.x, surface.size.y) / 2 - Self.margin
    let largest = kind == .pinch ? room / max(scale, 1) : room
    let radius =
      try length("--radius", in: 1...200) ?? max(min(20, largest), Self.leastSpacing / 2)
    let positions = SyntheticGesture.positions(fingers, about: centre, radius: radius)
    guard kind == .pinch else {
      return .rotate(
        from: positions, about: centre, by: angle * .pi / 180, duration: duration, lift: lift,
        hold: hold)
    }
    return .pinch(
      from: positions, about: centre, scale: scale, duration: duration, lift: lift, hold: hold)
  }

  // MARK: The surface

  private var size: String {
    let millimetres = "\(surface.size.x.asWritten) × \(surface.size.y.asWritten) mm"
    guard pixels.isUsed else { return millimetres }
    let size = surface.size * pixels.perMillimetre
    return "\(millimetres), \(NumberText.fixed(size.x, 0)) × \(NumberText.fixed(size.y, 0)) px"
  }

  private func isOn(_ position: Point) -> Bool {
    // 1e-9 mm: the rounding error of a sum.
    (-1e-9...surface.size.x + 1e-9).contains(position.x)
      && (-1e-9...surface.size.y + 1e-9).contains(position.y)
  }

  /// Throws if a finger lands outside the surface, and prints a warning if one leaves it.
  private func checkThatItFits(_ gesture: SyntheticGesture) throws(CommandError) {
    for (index, finger) in gesture.fingers.enumerated() {
      guard isOn(finger.position(at: finger.landing)) else {
        let what = gesture.fingers.count == 1 ? "--from is" : "finger \(index + 1) lands"
        let remedy =
          kind.hasCentre
          ? "--from and --radius" : index == 0 ? "--from" : "--from and --spacing"
        throw CommandError(
          "pantograph synth: \(place)\(what) outside the surface, which has \(size); change \(remedy)"
        )
      }
    }
    // 100 steps: a finger stays near its furthest position for more than a hundredth of the time.
    let leaves = gesture.fingers.contains { finger in
      (0...100).contains { step in
        let share = Double(step) / 100
        return !isOn(
          finger.position(at: finger.landing + (finger.lift - finger.landing) * share))
      }
    }
    if leaves {
      printNotice("\(place)the path leaves the surface of \(size); the finger stops at its edge")
    }
  }
}
