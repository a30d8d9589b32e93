import PantographAnimation
import PantographMotion
import PantographQuantities

/// `pantograph curve`: samples of a timing curve or a spring.
enum CurveCommand {
  static let command = Command(
    name: "curve",
    summary: "samples a timing curve or a spring from 0 to 1, as CSV",
    operands: [],
    options: [
      .init("--named", value: .choice("NAME") { CubicCurve.named.map(\.name) }),
      .init(
        "--cubic", value: "X1,Y1,X2,Y2", help: "a cubic Bézier curve with these control points"),
      .init("--spring", value: "M,K,C", help: "a spring with this mass, stiffness and damping"),
      .init(
        "--ratio", value: "Z",
        help: "a spring with this damping ratio that settles in --duration or has --response"),
      .init(
        "--bounce", value: "B",
        help: "a spring with this bounce and perceived --duration, from -1 to 1"),
      .init("--duration", value: "SECONDS", help: "duration (default 1)"),
      .init("--response", value: "SECONDS", help: "period of the undamped oscillation"),
      .init(
        "--velocity", value: "V", help: "initial velocity of a spring, in progress per second"),
      .init("--overdamped", help: "allow damping above critical"),
      .init("--rate", value: "HZ", help: "samples per second (default 120)"),
      CommonOptions.output(writes: [.csv]),
    ],
    details: """
      The columns are `time,value,velocity`: seconds, progress, and progress per second. The last
      line is the first sample at rest. Damping above critical is reduced to critical, as in UIKit,
      unless --overdamped is given.
      """,
    examples: ["pantograph curve --ratio 0.5 --duration 0.8 --velocity 2"],
    run: run)

  /// 1e9: the largest printed number; nine decimals leave little room for more digits.
  private static let largest = 1e9
  /// 1e-12 to 1e12 per square second: a stiffness as a multiple of the mass.
  ///
  /// A softer spring takes more than an hour to settle; a stiffer one oscillates within ten microseconds.
  private static let stiffnessPerMass = 1e-12...1e12

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let duration = try arguments.number("--duration", in: 0.001...3600) ?? 1
    let rate = try arguments.number("--rate", in: 1...10_000) ?? 120
    var animator = AnimatorMachine(
      duration: duration, timing: try timing(arguments, duration: duration))
    guard animator.duration <= 3600 else {
      throw CommandError("pantograph curve: this spring takes more than an hour to settle")
    }
    let grid = SampleGrid(start: Timestamp(microseconds: 0), rate: rate)
    try animator.start(at: grid.start)

    var bytes = Array("time,value,velocity\n".utf8)
    let end = animator.endTime ?? grid.start
    for number in 0...grid.number(atOrAfter: end) {
      let time = grid[number]
      let progress = animator.progress(at: time)
      bytes.appendFixed(scaled: time.microseconds, decimals: 6)
      for (name, value) in [("value", progress.value), ("velocity", progress.velocity)] {
        guard abs(value) <= Self.largest else {
          let seconds = Double(time.microseconds) / 1e6
          throw CommandError(
            "pantograph curve: the \(name) at \(seconds.asWritten) s exceeds"
              + " \(Self.largest.asWritten) and does not fit its column; use smaller numbers")
        }
        bytes.append(",")
        bytes.appendFixed(value, decimals: 9)
      }
      bytes.append("\n")
    }
    let output = try arguments.value("--output").map { path throws(CommandError) in
      try OutputFile(result: path)
    }
    try (output ?? OutputFile()).write(&bytes)
    try output?.finish()
    return .fine
  }

  /// Returns the requested curve or spring.
  private static func timing(
    _ arguments: Arguments, duration: Double
  ) throws -> TimingParameters {
    let kinds = ["--named", "--cubic", "--spring", "--ratio", "--bounce"]
    let given = kinds.filter { arguments.has($0) }
    guard given.count == 1 else {
      let what = given.isEmpty ? "none was given" : "got \(given.joined(separator: " and "))"
      throw CommandError(
        "pantograph curve: expected exactly one of \(kinds.joined(separator: ", ")); \(what)")
    }
    try checkOptions(of: given[0], arguments)
    guard given[0] != "--named", given[0] != "--cubic" else {
      return .curve(try curve(arguments))
    }
    var spring = try self.spring(arguments, duration: duration)
    let velocity = try arguments.number("--velocity", in: -1e6...1e6) ?? 0
    spring.initialVelocity = Vector(x: velocity, y: 0)
    spring.allowsOverdamping = arguments.has("--overdamped")
    return .spring(spring)
  }

  /// Throws if an option has no effect on a kind of curve or spring.
  private static func checkOptions(of kind: String, _ arguments: Arguments) throws(CommandError) {
    let isSpring = kind != "--named" && kind != "--cubic"
    for option in ["--velocity", "--overdamped"] where arguments.has(option) && !isSpring {
      throw CommandError("pantograph curve: \(option) requires a spring")
    }
    if arguments.has("--response"), kind != "--ratio" {
      throw CommandError("pantograph curve: --response requires --ratio")
    }
    for option in ["--spring", "--response"]
    where arguments.has(option) && arguments.has("--duration") {
      throw CommandError("pantograph curve: \(option) and --duration exclude each other")
    }
  }

  private static func curve(_ arguments: Arguments) throws -> CubicCurve {
    if let points = try arguments.numbers(
      "--cubic", count: 4, "X1,Y1,X2,Y2, such as 0.42,0,0.58,1")
    {
      return CubicCurve(points[0], points[1], points[2], points[3])
    }
    let name = try arguments.choice("--named")
    guard let named = CubicCurve.named.first(where: { $0.name == name }) else {
      preconditionFailure("expected --cubic or a known --named curve")
    }
    return named.curve
  }

  private static func spring(
    _ arguments: Arguments, duration: Double
  ) throws -> SpringTimingParameters {
    if let numbers = try arguments.numbers(
      "--spring", count: 3, "M,K,C: mass, stiffness and damping, such as 1,100,10")
    {
      guard numbers[0] > 0, numbers[1] > 0, numbers[2] >= 0 else {
        throw CommandError(
          "pantograph curve: --spring: expected a mass and a stiffness above 0, and a damping")
      }
      guard stiffnessPerMass.contains(numbers[1] / numbers[0]) else {
        throw CommandError(
          "pantograph curve: --spring: expected a stiffness of 1e-12 to 1e12 times the mass")
      }
      return SpringTimingParameters(
        mass: numbers[0], stiffness: numbers[1], damping: numbers[2])
    }
    if let bounce = try arguments.number("--bounce", in: -0.999...1) {
      return SpringTimingParameters(duration: duration, bounce: bounce)
    }
    let ratio = try arguments.number("--ratio", in: 0...1000) ?? 1
    guard let response = try arguments.number("--response", in: 0.001...3600) else {
      return SpringTimingParameters(dampingRatio: ratio)
    }
    return SpringTimingParameters(Spring(response: response, dampingRatio: ratio))
  }
}
