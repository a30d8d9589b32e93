import Animation
import Motion
import Quantities

/// `pantograph curve`: the numbers of a curve or a spring.
enum CurveCommand {
  static let command = Command(
    name: "curve",
    summary: "samples a timing curve or a spring from 0 to 1, as columns",
    operands: [],
    options: [
      .init("--named", value: .choice("NAME") { CubicCurve.named.map(\.name) }),
      .init("--cubic", value: "X1,Y1,X2,Y2", help: "a curve with these control points"),
      .init("--spring", value: "M,K,C", help: "a spring of a mass, a stiffness and a damping"),
      .init(
        "--ratio", value: "Z",
        help: "a spring of this damping ratio that settles in --duration, or has --response"),
      .init("--bounce", value: "B", help: "a spring that seems to take --duration, from -1 to 1"),
      .init("--duration", value: "SECONDS", help: "the time it takes (default 1)"),
      .init("--response", value: "SECONDS", help: "the time of one swing"),
      .init(
        "--velocity", value: "V", help: "how fast a spring is thrown, in distances per second"),
      .init("--overdamped", help: "take a damping above the critical one as it is"),
      .init("--rate", value: "HZ", help: "samples per second (default 120)"),
      CommonOptions.output(writes: [.csv]),
    ],
    details: """
      The columns are `time,value,velocity`: seconds, progress, and progress per second. The last
      line is the first sample at rest. A damping above the critical one counts as critical, as in
      UIKit, unless it is asked for.
      """,
    examples: ["pantograph curve --ratio 0.5 --duration 0.8 --velocity 2"],
    run: run)

  /// 1e9: the largest number that is printed; with nine decimals there is room for hardly more.
  private static let largest = 1e9
  /// 1e-12 to 1e12 per square second: a stiffness as a multiple of the mass.
  ///
  /// A softer spring takes more than an hour to rest, a stiffer one swings within ten microseconds.
  private static let stiffnessPerMass = 1e-12...1e12

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let duration = try arguments.number("--duration", in: 0.001...3600) ?? 1
    let rate = try arguments.number("--rate", in: 1...10_000) ?? 120
    var animator = AnimatorMachine(
      duration: duration, timing: try timing(arguments, duration: duration))
    guard animator.duration <= 3600 else {
      throw Complaint("pantograph curve: this spring takes more than an hour to rest")
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
          throw Complaint(
            "pantograph curve: the \(name) at \(seconds.asWritten) s is beyond"
              + " \(Self.largest.asWritten), too large for its column; take smaller numbers")
        }
        bytes.append(",")
        bytes.appendFixed(value, decimals: 9)
      }
      bytes.append("\n")
    }
    let output = try arguments.value("--output").map { path throws(Complaint) in
      try OutputFile(result: path)
    }
    try (output ?? OutputFile()).write(&bytes)
    try output?.finish()
    return .fine
  }

  /// The one kind of curve or spring that is asked for.
  private static func timing(
    _ arguments: Arguments, duration: Double
  ) throws -> TimingParameters {
    let kinds = ["--named", "--cubic", "--spring", "--ratio", "--bounce"]
    let given = kinds.filter { arguments.has($0) }
    guard given.count == 1 else {
      let what = given.isEmpty ? "none is given" : "\(given.joined(separator: " and ")) are given"
      throw Complaint(
        "pantograph curve: one of \(kinds.joined(separator: ", ")) is needed; \(what)")
    }
    guard given[0] != "--named", given[0] != "--cubic" else {
      guard !arguments.has("--velocity") else {
        throw Complaint("pantograph curve: only a spring has a --velocity")
      }
      return .curve(try curve(arguments))
    }
    var spring = try self.spring(arguments, duration: duration)
    let velocity = try arguments.number("--velocity", in: -1e6...1e6) ?? 0
    spring.initialVelocity = Vector(x: velocity, y: 0)
    spring.allowsOverdamping = arguments.has("--overdamped")
    return .spring(spring)
  }

  private static func curve(_ arguments: Arguments) throws -> CubicCurve {
    if let points = try arguments.numbers("--cubic", count: 4) {
      return CubicCurve(points[0], points[1], points[2], points[3])
    }
    let name = try arguments.choice("--named")
    guard let named = CubicCurve.named.first(where: { $0.name == name }) else {
      preconditionFailure("a curve was asked for, which is by its points or by one of these names")
    }
    return named.curve
  }

  private static func spring(
    _ arguments: Arguments, duration: Double
  ) throws -> SpringTimingParameters {
    if let numbers = try arguments.numbers("--spring", count: 3) {
      guard numbers[0] > 0, numbers[1] > 0, numbers[2] >= 0 else {
        throw Complaint(
          "pantograph curve: --spring: expected a mass and a stiffness above 0, and a damping")
      }
      guard stiffnessPerMass.contains(numbers[1] / numbers[0]) else {
        throw Complaint(
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
