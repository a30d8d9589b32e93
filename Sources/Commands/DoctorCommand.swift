import Reports

/// `pantograph doctor`: what is missing to read devices and to make virtual ones.
enum DoctorCommand {
  static let command = Command(
    name: "doctor",
    summary: "says what is missing to read devices and to make virtual ones, and what mends it",
    operands: [],
    options: [.init("--json", help: "one JSON document")],
    details: """
      Each check has a line that begins with `ok`, `missing` or `note`. Below what is missing stand the
      ways to mend it, of which one is enough, with the commands to type. Nothing is changed by asking.

      The JSON has `canRead`, `canMake`, and `reading` and `making`, the checks about each, of which
      each has `verdict`, `sentence` and `remedies` (`advice`, `commands`).

      Exit status: 0 if devices can be read, 1 otherwise.
      """,
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let diagnosis = Diagnosis(.gathered())
    try OutputFile().write(
      arguments.has("--json") ? diagnosis.json.text + "\n" : diagnosis.text)
    return diagnosis.canRead ? .fine : .failed
  }
}

extension Diagnosis {
  /// The checks for people, each on a line, with what mends it below.
  package var text: String {
    var lines: [String] = []
    for finding in reading + making {
      let blanks = String(repeating: " ", count: 9 - finding.verdict.rawValue.count)
      lines.append(finding.verdict.rawValue + blanks + finding.sentence)
      for remedy in finding.remedies {
        lines.append("         \(remedy.advice)")
        lines += remedy.commands.map { "           \($0)" }
      }
    }
    return lines.joined(separator: "\n") + "\n"
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
