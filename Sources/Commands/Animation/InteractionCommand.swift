import PantographBase
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographReports
import PantographSubjects
import PantographTraces

/// `pantograph interaction`: checks and explains interaction files, and prints templates.
enum InteractionCommand {
  static let command = Command(
    name: "interaction",
    summary: "checks an interaction file and explains it, or prints a template",
    operands: [],
    optionalOperands: [.file()],
    options: [
      .init(
        "--preset", value: .name("NAME") { InteractionStarter.all.map(\.name) },
        help: "print a commented template"),
      .init("--keys", help: "list all keys of interaction files, with their defaults"),
      .init("--schema", help: "print the JSON Schema of interaction files, for editors"),
      .init("--recording-schema", help: "print the JSON Schema of a web page's recordings"),
      .init("--subject-schema", help: "print the JSON Schema of subject.json"),
    ] + CommonOptions.textual,
    details: """
      Without FILE, the templates are listed. Errors in FILE are reported with line, column and key. To
      get help in an editor, save the schema beside the file and refer to it from there:
      "$schema": "interaction.schema.json".
      """,
    examples: [
      "pantograph interaction --preset sheet > my.json",
      "pantograph interaction my.json",
      "pantograph interaction --schema > interaction.schema.json",
    ],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let names = ["--preset", "--keys", "--schema", "--recording-schema", "--subject-schema"]
    let requests = arguments.operands + names.filter { arguments.has($0) }
    guard requests.count < 2 else {
      throw CommandError(
        "pantograph interaction: \(requests.joined(separator: " and ")) exclude each other")
    }
    let output = OutputFile()
    if let name = arguments.value("--preset") {
      try output.write(starter(name).text)
    } else if arguments.has("--keys") {
      let style = try TextStyle(arguments)
      try output.write(lines: InteractionReport.keys(in: style), in: style)
    } else if arguments.has("--schema") {
      try output.write(InteractionSchema.text)
    } else if arguments.has("--recording-schema") {
      try output.write(PageSchema.text)
    } else if arguments.has("--subject-schema") {
      try output.write(SubjectSchema.text)
    } else if let path = arguments.operands.first {
      let interaction = try CommonOptions.readInteraction(at: path)
      try output.write(lines: InteractionReport(interaction).lines, in: TextStyle(arguments))
    } else {
      let style = try TextStyle(arguments)
      let lines = [
        "  Templates, `pantograph interaction --preset NAME > my.json`:", "",
      ]
      try output.write(lines: lines + InteractionReport.starters(in: style), in: style)
    }
    return .fine
  }

  private static func starter(_ name: String) throws(CommandError) -> InteractionStarter {
    if let starter = InteractionStarter.named(name) { return starter }
    let names = InteractionStarter.all.map(\.name)
    let advice = Spelling.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
    throw CommandError(
      "pantograph interaction: unknown template '\(name)';"
        + " \(advice ?? "`pantograph interaction` lists them")"
    )
  }
}

/// `pantograph rules`: the built-in release rules, velocity estimators and laws of momentum.
enum RulesCommand {
  static let command = Command(
    name: "rules",
    summary: "lists the built-in release rules, velocity estimators and laws of momentum",
    operands: [],
    optionalOperands: [
      .name("NAME") { CommonOptions.presetNames() + CommonOptions.estimatorNames() }
    ],
    options: CommonOptions.textual,
    details: """
      With the name of a rule, the command explains the rule and the source of its numbers, and prints
      its JSON for the key `rule` of an interaction file, where you can change it. To use a rule
      unchanged, refer to it by name: "rule": { "preset": "NAME" }.
      """,
    examples: ["pantograph rules android-viewpager"],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let style = try TextStyle(arguments)
    let lines =
      try arguments.operands.first.map { try description(of: $0, arguments) }
      ?? RulesReport.list(in: style)
    try OutputFile().write(lines: lines, in: style)
    return .fine
  }

  private static func description(
    of name: String, _ arguments: Arguments
  ) throws(CommandError) -> [String] {
    if let estimator = VelocityEstimator(rawValue: name), ReleasePreset.named(name) == nil {
      return [estimator.source]
    }
    return RulesReport.description(of: try CommonOptions.preset(name, arguments))
  }
}

/// `pantograph curve`: samples of a timing curve, a spring or a law of momentum.
enum CurveCommand {
  static let command = Command(
    name: "curve",
    summary: "samples a timing curve, a spring, or a law of momentum, as CSV",
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
      .init(
        "--momentum", value: .name("NAME") { Momentum.all.map(\.name) },
        help: "scrolling that goes on at --velocity; `pantograph rules` lists the laws"),
      .init("--duration", value: "SECONDS", help: "duration (default 1)"),
      .init("--response", value: "SECONDS", help: "period of the undamped oscillation"),
      .init(
        "--velocity", value: "V",
        help: "initial velocity: progress per second, or a momentum's points per second"),
      .init("--overdamped", help: "allow damping above critical"),
      .init("--rate", value: "HZ", help: "samples per second (default 120)"),
      CommonOptions.output(writes: [.csv]),
    ],
    details: """
      The columns are `time,value,velocity`: seconds, progress, and progress per second; for a momentum,
      points and points per second. The last line is the first sample at rest. Damping above critical
      is reduced to critical, as in UIKit, unless --overdamped is given.
      """,
    examples: [
      "pantograph curve --ratio 0.5 --duration 0.8 --velocity 2",
      "pantograph curve --momentum gtk --velocity 1500 --rate 60",
    ],
    run: run)

  /// 1e9: the largest printed number; nine decimals leave little room for more digits.
  private static let largest = 1e9
  /// 1e-12 to 1e12 per square second: a stiffness as a multiple of the mass.
  ///
  /// A softer spring takes more than an hour to settle; a stiffer one oscillates within ten microseconds.
  private static let stiffnessPerMass = 1e-12...1e12

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let rate = try arguments.number("--rate", in: 1...10_000) ?? 120
    let grid = SampleGrid(start: Timestamp(microseconds: 0), rate: rate)
    let (end, state) = try movement(arguments, from: grid.start)

    var bytes = Array("time,value,velocity\n".utf8)
    for number in 0...grid.number(atOrAfter: end) {
      let time = grid[number]
      let (value, velocity) = state(time)
      bytes.appendFixed(scaled: time.microseconds, decimals: 6)
      for (name, value) in [("value", value), ("velocity", velocity)] {
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

  /// Returns the end of the requested movement, and a function for its value and velocity.
  private static func movement(
    _ arguments: Arguments, from start: Timestamp
  ) throws -> (end: Timestamp, state: (Timestamp) -> (Double, Double)) {
    let kind = try kind(arguments)
    if kind == "--momentum" {
      let glide = try glide(arguments)
      let end = start.advanced(bySeconds: glide.duration)
      return (
        end,
        {
          let state = glide.state(after: $0 - start)
          return (state.distance, state.velocity)
        }
      )
    }
    let duration = try arguments.number("--duration", in: 0.001...3600) ?? 1
    var animator = AnimatorMachine(
      duration: duration, timing: try timing(arguments, kind, duration: duration))
    guard animator.duration <= 3600 else {
      throw CommandError("pantograph curve: this spring takes more than an hour to settle")
    }
    try animator.start(at: start)
    let end = animator.endTime ?? start
    return (
      end,
      { [animator] in
        let progress = animator.progress(at: $0)
        return (progress.value, progress.velocity)
      }
    )
  }

  private static func glide(_ arguments: Arguments) throws -> Glide {
    guard let velocity = try arguments.number("--velocity", in: -1e6...1e6) else {
      throw CommandError(
        "pantograph curve: --momentum requires --velocity, in points per second, such as 1500")
    }
    guard let law = arguments.value("--momentum").flatMap(Momentum.named) else {
      throw arguments.invalidValue(
        "--momentum", "expected one of \(Momentum.all.map(\.name).joined(separator: ", "))")
    }
    return law.glide(from: velocity)
  }

  /// Returns the option that says what is sampled.
  private static func kind(_ arguments: Arguments) throws -> String {
    let kinds = ["--named", "--cubic", "--spring", "--ratio", "--bounce", "--momentum"]
    let given = kinds.filter { arguments.has($0) }
    guard given.count == 1 else {
      let what = given.isEmpty ? "none was given" : "got \(given.joined(separator: " and "))"
      throw CommandError(
        "pantograph curve: expected exactly one of \(kinds.joined(separator: ", ")); \(what)")
    }
    try checkOptions(of: given[0], arguments)
    return given[0]
  }

  /// Returns the requested curve or spring.
  private static func timing(
    _ arguments: Arguments, _ kind: String, duration: Double
  ) throws -> TimingParameters {
    guard kind != "--named", kind != "--cubic" else {
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
    let isSpring = ["--spring", "--ratio", "--bounce"].contains(kind)
    if arguments.has("--overdamped"), !isSpring {
      throw CommandError("pantograph curve: --overdamped requires a spring")
    }
    if arguments.has("--velocity"), !isSpring, kind != "--momentum" {
      throw CommandError("pantograph curve: --velocity requires a spring or a momentum")
    }
    if arguments.has("--duration"), kind == "--momentum" {
      throw CommandError("pantograph curve: a momentum determines its own duration")
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
