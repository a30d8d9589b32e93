import Reports

/// `pantograph doctor`: what is missing to read devices and to make virtual ones.
enum DoctorCommand {
  static let command = Command(
    name: "doctor",
    summary: "says what is missing to read devices and to make virtual ones, and what mends it",
    operands: [],
    options: [
      .init("--json", help: "one JSON document"),
      .init(
        "--udev-rules",
        help: "print rules that let whoever sits at this machine do both, for udev; nothing else"),
    ] + CommonOptions.textual,
    details: """
      Each check has a line that begins with `ok`, `missing` or `note`. Below what is missing stand the
      ways to mend it, of which one is enough, with the commands to type. Nothing is changed by asking.

      The JSON has `canRead`, `canMake`, and `reading` and `making`, the checks about each, of which
      each has `verdict`, `sentence` and `remedies` (`advice`, `commands`).
      """,
    exitStatus: "Ends with 0 if devices can be read, and with 1 otherwise.",
    examples: ["pantograph doctor --udev-rules | sudo tee /etc/udev/rules.d/70-pantograph.rules"],
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard !arguments.has("--udev-rules") else {
      try OutputFile().write(UdevRule.forSeat)
      return .fine
    }
    let diagnosis = Diagnosis(.gathered())
    if arguments.has("--json") {
      try OutputFile().write(diagnosis.json.text + "\n")
    } else {
      let style = try TextStyle(arguments)
      try OutputFile().write(lines: diagnosis.lines(in: style), in: style)
    }
    return diagnosis.canRead ? .fine : .failed
  }
}

extension Diagnosis {
  /// The checks for people, each on a line, with what mends it below.
  package var text: String { lines().map { "\($0)\n" }.joined() }

  func lines(in style: TextStyle = .plain) -> [String] {
    var lines: [String] = []
    for finding in reading + making {
      let blanks = String(repeating: " ", count: 9 - finding.verdict.rawValue.count)
      lines.append(
        style.paint(finding.verdict.rawValue, finding.verdict.ink) + blanks + finding.sentence)
      for remedy in finding.remedies {
        lines.append("         \(remedy.advice)")
        lines += remedy.commands.map { "           \($0)" }
      }
    }
    return lines
  }

  /// The same for programs.
  var json: JSONText {
    .object([
      ("canRead", .flag(canRead)), ("canMake", .flag(canMake)),
      ("reading", .list(reading.map(Self.json))), ("making", .list(making.map(Self.json))),
    ])
  }

  private static func json(_ finding: Finding) -> JSONText {
    .object([
      ("verdict", .string(finding.verdict.rawValue)), ("sentence", .string(finding.sentence)),
      (
        "remedies",
        .list(
          finding.remedies.map { remedy in
            .object([
              ("advice", .string(remedy.advice)),
              ("commands", .list(remedy.commands.map { .string($0) })),
            ])
          })
      ),
    ])
  }
}
