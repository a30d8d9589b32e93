import PantographBase
import PantographReports

/// `pantograph info`: the contents of recordings.
enum InfoCommand {
  static let command = Command(
    name: "info",
    summary: "describes recordings: device, report rate, contacts and defects",
    operands: [.file("RECORDING…")],
    options: [
      .init("--json", help: "print one JSON object per recording, one per line"),
      .init("--contacts", help: "also list every contact"),
      CommonOptions.device,
      CommonOptions.kind,
      CommonOptions.node,
      CommonOptions.lenient,
    ] + CommonOptions.textual,
    details: """
      The report rate is the median number of reports per second during contact. The jitter is the
      median deviation of a report from its due time. Pressure is a fraction of the device's range, from
      0 to 1. Times are in seconds from the first event, lengths in millimetres.

      The JSON has `path`, `format`, `events`, `frames`, `duration`, `contacts` (their number),
      `maxContacts`, `reportRate`, `reportJitter`, `pressure` (`min`, `max`), `defects` (`kind`,
      `count`, `firstLine`) and `devices`. Recordings that are not evdev also have `remarks`, which list
      what they lack. Each device has the same members, and `node`, `name`, `kind`,
      `kindAssumed`, `size`, `sizeAssumed`, `maxFingers` and `contactList`. `positionKnown` of a contact
      is the time at which its position is known. It is later than `start`, or null, if the device had
      not sent both coordinates when the contact landed.
      """,
    exitStatus:
      "Exits with 2 if a recording can't be read, and otherwise with 0, even if there are defects.",
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
        // The other recordings are still reported.
        printNotice(error.sentence)
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
