import Glibc
import PantographBase
import PantographReports
import PantographTraces

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
    for finding in reading + creating {
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
      ("canRead", .flag(canRead)), ("canCreate", .flag(canCreate)),
      ("reading", .list(reading.map(Self.json))), ("creating", .list(creating.map(Self.json))),
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

/// The permissions that are missing to read devices and create virtual ones, and how to get them.
package struct Diagnosis: Hashable, Sendable {
  /// The result of a check.
  package enum Verdict: String, Hashable, Sendable {
    case ok
    case missing
    /// A hint that needs no action.
    case note

    /// The colour of the verdict.
    var ink: TextStyle.Ink {
      switch self {
      case .ok: .good
      case .missing: .wrong
      case .note: .near
      }
    }
  }

  /// A remedy: an explanation, and commands that can be typed as they are.
  package struct Remedy: Hashable, Sendable {
    package var advice: String
    package var commands: [String]
  }

  /// The result of one check, with alternative remedies.
  package struct Finding: Hashable, Sendable {
    package var verdict: Verdict
    package var sentence: String
    package var remedies: [Remedy]

    fileprivate init(_ verdict: Verdict, _ sentence: String, _ remedies: [Remedy] = []) {
      (self.verdict, self.sentence, self.remedies) = (verdict, sentence, remedies)
    }
  }

  /// The findings about reading devices.
  package let reading: [Finding]
  /// The findings about creating virtual devices.
  package let creating: [Finding]

  /// Whether devices can be read.
  package var canRead: Bool { !reading.contains { $0.verdict == .missing } }
  /// Whether virtual devices can be created.
  package var canCreate: Bool { !creating.contains { $0.verdict == .missing } }

  /// Derives the findings from the permissions.
  package init(_ facts: AccessFacts) {
    let remedies = Remedies(facts)
    reading = Self.reading(facts, remedies)
    creating = [Self.creating(facts.uinput, remedies)]
  }

  private static func reading(_ facts: AccessFacts, _ remedies: Remedies) -> [Finding] {
    let nodes = facts.eventNodes
    guard !nodes.isEmpty else {
      let what =
        facts.hasInputFolder
        ? "/dev/input contains no event device" : "/dev/input does not exist"
      return [Finding(.missing, what, remedies.forNoDevices)]
    }
    let open = nodes.count { $0.errno == 0 }
    let refused = nodes.filter { $0.errno == EACCES && !$0.hasTypedKeys }
    let typed = nodes.filter { $0.errno == EACCES && $0.hasTypedKeys }
    let forbidden = nodes.filter { $0.errno == EPERM }
    let others = nodes.filter { ![0, EACCES, EPERM].contains($0.errno) }
    var findings: [Finding] = []
    if open > 0 {
      findings.append(Finding(.ok, "\(open) of \(devices(nodes.count)) in /dev/input can be read"))
    }
    if let first = refused.first {
      findings.append(
        Finding(
          .missing, "no permission to read \(names(refused)) (group \(first.group))",
          remedies.forRight(to: first, .event)))
    }
    if !typed.isEmpty {
      // A keyboard is of no use for gestures, so this is a problem only if there is no other finding.
      let verdict = findings.isEmpty ? Verdict.missing : .note
      findings.append(
        Finding(
          verdict, "no permission to read \(names(typed)) (keyboard); gestures do not need it"))
    }
    if let first = forbidden.first {
      findings.append(
        Finding(
          .missing, "this container has no access to \(names(forbidden))",
          [remedies.container(first.path)]))
    }
    for node in others {
      // A problem only if there is no other finding.
      let verdict = findings.isEmpty ? Verdict.missing : .note
      findings.append(Finding(verdict, "\(node.path) can't be opened: \(systemError(node.errno))"))
    }
    return findings
  }

  private static func creating(_ node: AccessFacts.Node, _ remedies: Remedies) -> Finding {
    switch node.errno {
    case 0: Finding(.ok, "virtual devices can be created with \(node.path)")
    case ENOENT, ENODEV, ENXIO:
      Finding(
        .missing, "\(node.path) does not exist; it creates virtual devices", remedies.forNoUinput)
    case EACCES:
      Finding(
        .missing, "no permission to write to \(node.path) (group \(node.group))",
        remedies.forRight(to: node, .uinput))
    case EPERM:
      Finding(
        .missing, "this container has no access to \(node.path)", [remedies.container(node.path)])
    default:
      Finding(.missing, "\(node.path) can't be opened: \(systemError(node.errno))")
    }
  }

  private static func devices(_ count: Int) -> String {
    count == 1 ? "1 device" : "\(count) devices"
  }

  private static func names(_ nodes: [AccessFacts.Node]) -> String {
    nodes.count == 1 ? nodes[0].path : "\(nodes.count) of the devices, such as \(nodes[0].path)"
  }
}
