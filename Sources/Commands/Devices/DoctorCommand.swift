import PantographBase
import PantographReports

/// `pantograph doctor`: the permissions to read devices and create virtual ones.
enum DoctorCommand {
  static let command = Command(
    name: "doctor",
    summary: "checks permissions for reading and creating devices, and prints fixes",
    operands: [],
    options: [
      .init("--json", help: "print one JSON object"),
      .init(
        "--udev-rules",
        help: "only print udev rules that grant access to input devices and /dev/uinput"),
    ] + CommonOptions.textual,
    details: """
      Each check prints a line that begins with `ok`, `missing` or `note`. The lines below a missing
      permission list alternative fixes, with the commands to type. This command changes nothing.

      The JSON has `canRead`, `canCreate`, and the checks `reading` and `creating`. Each check has
      `verdict`, `message` and `remedies` (`advice`, `commands`).
      """,
    exitStatus: "Exits with 0 if devices can be read, and with 1 otherwise.",
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
  /// The checks as text, one per line, each followed by its remedies.
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

  /// The checks as JSON.
  var json: JSONText {
    .object([
      ("canRead", .flag(canRead)), ("canCreate", .flag(canMake)),
      ("reading", .list(reading.map(Self.json))), ("creating", .list(making.map(Self.json))),
    ])
  }

  private static func json(_ finding: Finding) -> JSONText {
    .object([
      ("verdict", .string(finding.verdict.rawValue)), ("message", .string(finding.sentence)),
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
