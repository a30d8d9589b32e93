import Evdev
import Reports

/// `pantograph info`: what is in recordings.
enum InfoCommand {
  static let command = Command(
    name: "info",
    summary: "tells what is in recordings: device, rates, contacts, and what is wrong",
    operands: [.file("RECORDING…")],
    options: [
      .init("--json", help: "one JSON object for each recording, each on a line of its own"),
      .init("--contacts", help: "list every contact, too"),
      CommonOptions.device,
      CommonOptions.kind,
      CommonOptions.node,
      CommonOptions.lenient,
    ] + CommonOptions.textual,
    details: """
      The report rate is the median of the reports per second while something touches, and its jitter
      the median distance of a report from its due time. Pressure is told from 0 to 1 of the device's
      range, times in seconds from the first event, lengths in millimetres.

      The JSON has `path`, `format`, `events`, `frames`, `duration`, `contacts` (how many came),
      `maxContacts`, `reportRate`, `reportJitter`, `pressure` (`min`, `max`), `defects` (`kind`,
      `count`, `firstLine`) and `devices`, of which each has the same of its own, and `node`, `name`,
      `kind`, `kindAssumed`, `size`, `sizeAssumed`, `maxFingers` and `contactList`. There,
      `positionKnown` is when a contact's position was known: later than its `start`, or null, where a
      coordinate was not sent when it landed and had not been before.
      """,
    exitStatus:
      "Ends with 2 if one of them can't be read, and with 0 whatever is wrong with the rest.",
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let description = try CommonOptions.described(arguments)
    let output = OutputFile()
    var status = ExitStatus.fine
    for (index, path) in arguments.operands.enumerated() {
      let findings: Findings
      do {
        findings = try Findings(
          path, choosing: CommonOptions.deviceChoice(arguments), describedBy: description,
          isLenient: arguments.has("--lenient"))
      } catch {
        // The others are told of all the same.
        say(error.sentence)
        status = .unusable
        continue
      }
      if arguments.has("--json") {
        try output.write(findings.json.text + "\n")
      } else {
        let style = try TextStyle(arguments)
        let lines = findings.lines(listsContacts: arguments.has("--contacts"), in: style)
        try output.write(lines: (index > 0 ? [""] : []) + lines, in: style)
      }
    }
    return status
  }
}
