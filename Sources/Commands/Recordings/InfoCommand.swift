import PantographBase
import PantographReports
import PantographTouches
import PantographTraces

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

/// The contents and defects of a recording.
struct Findings {
  private let path: String
  private let format: RecordingFormat?
  private let remarks: [String]
  private let devices: [DeviceFindings]

  private struct DeviceFindings {
    var device: RecordedDevice
    var surface: Surface?
    var inspection: Inspection
  }

  init(
    _ path: String, choosing choice: DeviceChoice, describedBy description: DeviceDescription?,
    isLenient: Bool
  ) throws(CommandError) {
    let source = try RecordingSource(
      path, choosing: choice, describedBy: description, isLenient: isLenient)
    self.path = path
    format = source.format
    remarks = source.remarks
    let guesses = try Self.guesses(source)
    var inspectors = source.parts.indices.map { index in
      DeviceInspector(
        guesses[index] ?? source.parts[index].device.description,
        isGuessed: guesses[index] != nil)
    }
    let end = try source.forEachEvent { inspectors[$2].take($0, line: $1) }
    devices = source.parts.indices.map { index in
      inspectors[index].finish(line: end.lastLine, isDamaged: end.isDamaged)
      let device = source.parts[index].device
      return DeviceFindings(
        device: device,
        surface: DeviceKind(device.description).surface(of: device.description),
        inspection: inspectors[index].inspection)
    }
  }

  /// Returns guessed descriptions of devices that the recording does not describe, by part index.
  private static func guesses(
    _ source: RecordingSource
  ) throws(CommandError) -> [Int: DeviceDescription] {
    var guesses: [Int: DescriptionGuess] = [:]
    for index in source.parts.indices
    where source.parts[index].device.description.capabilities.isEmpty {
      guesses[index] = DescriptionGuess()
    }
    guard !guesses.isEmpty else { return [:] }
    try source.forEachEvent { event, _, part in guesses[part]?.take(event) }
    return guesses.mapValues(\.description)
  }

  // MARK: Text

  func lines(listsContacts: Bool, in style: TextStyle) -> [String] {
    var lines = style.heading([path == "-" ? "standard input" : path.shown])
    for (index, device) in devices.enumerated() {
      if devices.count > 1 { lines += ["", "  device \(index + 1): \(device.device.node.shown)"] }
      lines += Self.lines(device, format, listsContacts: listsContacts, in: style)
    }
    return lines + remarks.map { "  " + style.paint("note", .near) + ": \($0)" }
  }

  private static func lines(
    _ device: DeviceFindings, _ format: RecordingFormat?, listsContacts: Bool,
    in style: TextStyle
  ) -> [String] {
    let inspection = device.inspection
    let name = device.device.description.name
    var lines = ["  \(name.isEmpty ? "nameless device" : name.shown), \(kind(device))"]
    lines.append(
      "  \(format?.rawValue ?? "") recording of \(inspection.eventCount) events in"
        + " \(inspection.frameCount) frame\(inspection.frameCount == 1 ? "" : "s"), \(seconds(inspection.duration))"
    )
    if device.surface != nil || !inspection.contacts.isEmpty {
      lines.append("  " + touches(inspection))
      if let rate = inspection.reportRate, let jitter = inspection.reportJitter {
        lines.append(
          "  \(String(fixed: rate, decimals: 1)) reports per second,"
            + " \(String(fixed: jitter * 1000, decimals: 2)) ms jitter")
      }
      if let pressure = inspection.pressure {
        lines.append(
          "  pressure from \(share(pressure.lowerBound)) to \(share(pressure.upperBound))")
      }
    }
    if listsContacts, let start = inspection.start {
      lines += inspection.contacts.enumerated().map { index, contact in
        "    contact \(index + 1): " + life(contact, from: start, isMeasured: device.surface != nil)
      }
    }
    for defect in inspection.defects {
      let line = style.paint("line \(defect.firstLine)", .near)
      lines.append("  \(line): \(defect.kind.sentence), \(times(defect.count))")
    }
    if inspection.defects.isEmpty {
      lines.append("  " + style.paint("no defects", .good))
    }
    return lines
  }

  private static func touches(_ inspection: Inspection) -> String {
    let count = inspection.contacts.count
    guard count > 0 else { return "no contacts" }
    var text = "\(count) contact\(count == 1 ? "" : "s"), at most \(inspection.maxContacts) at once"
    if inspection.maxFingers > inspection.maxContacts {
      text += " of \(inspection.maxFingers) fingers"
    }
    return text
  }

  private static func life(
    _ contact: ContactLife, from start: Timestamp, isMeasured: Bool
  ) -> String {
    let end = contact.end.map { seconds($0 - start) } ?? "the end"
    var text = "\(seconds(contact.start - start)) to \(end)"
    if contact.placed == nil {
      text += ", position unknown"
    } else if let placed = contact.placed, placed > contact.start {
      text += ", position unknown until \(seconds(placed - start))"
    }
    if isMeasured { text += ", travelled \(millimetres(contact.travel))" }
    if let pressure = contact.peakPressure { text += ", pressure up to \(share(pressure))" }
    let remarks: [(Contact.Remarks, String)] = [
      (.palm, "a palm"), (.jump, "jumps"), (.unseenLanding, "landed before the recording"),
    ]
    for (remark, words) in remarks where contact.remarks.contains(remark) { text += ", \(words)" }
    return text
  }

  private static func kind(_ device: DeviceFindings) -> String {
    let description = device.device.description
    guard !description.capabilities.isEmpty else {
      return "no device description; add one with --device"
    }
    let kind = DeviceKind(description).name(on: device.surface)
    guard let surface = device.surface else { return kind }
    let width = String(fixed: surface.size.x, decimals: 0)
    let height = String(fixed: surface.size.y, decimals: 0)
    let assumed = surface.isSizeAssumed ? " (assumed)" : ""
    let guessed = surface.isKindAssumed ? " (assumed: only axes are listed)" : ""
    return "\(kind)\(guessed), \(width) × \(height) mm\(assumed)"
  }

  private static func seconds(_ seconds: Double) -> String {
    "\(String(fixed: seconds, decimals: 3)) s"
  }

  private static func millimetres(_ length: Double) -> String {
    "\(String(fixed: length, decimals: 1)) mm"
  }

  private static func share(_ share: Double) -> String { String(fixed: share, decimals: 2) }

  static func times(_ count: Int) -> String {
    count == 1 ? "once" : count == 2 ? "twice" : "\(count) times"
  }
}

// MARK: JSON

extension Findings {
  /// The findings about all devices together and about each of them.
  var json: JSONText {
    let all = devices.map(\.inspection)
    let start = all.compactMap(\.start).min()
    let end = all.compactMap(\.end).max()
    let duration = if let start, let end { end - start } else { 0.0 }
    let pressures = all.compactMap(\.pressure)
    let pressure = Self.json(pressures.map(\.lowerBound).min(), pressures.map(\.upperBound).max())
    let defects = Defect.merged(all.flatMap(\.defects)).map(Self.json)
    // The first touch device represents all devices.
    let touched = all.first { $0.reportRate != nil }
    var members: [(String, JSONText)] = [
      ("path", .string(path)),
      ("format", .string(format?.rawValue)),
      ("events", .integer(all.reduce(0) { $0 + $1.eventCount })),
      ("frames", .integer(all.reduce(0) { $0 + $1.frameCount })),
      ("duration", .number(duration, decimals: 6)),
      ("contacts", .integer(all.reduce(0) { $0 + $1.contacts.count })),
      ("maxContacts", .integer(all.map(\.maxContacts).max() ?? 0)),
      ("reportRate", .number(touched?.reportRate, decimals: 3)),
      ("reportJitter", .number(touched?.reportJitter, decimals: 6)),
      ("pressure", pressure),
      ("defects", .list(defects)),
      ("devices", .list(devices.map(Self.json))),
    ]
    if !remarks.isEmpty { members.append(("remarks", .list(remarks.map { .string($0) }))) }
    return .object(members)
  }

  private static func json(_ device: DeviceFindings) -> JSONText {
    let inspection = device.inspection
    let isDescribed = !device.device.description.capabilities.isEmpty
    let size = device.surface?.size
    let sizes = size.map { [JSONText.number($0.x, decimals: 3), .number($0.y, decimals: 3)] }
    let contacts = inspection.contacts.map { contact in
      json(contact, from: inspection.start ?? contact.start, isMeasured: device.surface != nil)
    }
    let pressure = json(inspection.pressure?.lowerBound, inspection.pressure?.upperBound)
    return .object([
      ("node", .string(device.device.node)),
      ("name", .string(device.device.description.name)),
      ("kind", .string(isDescribed ? DeviceKind(device.device.description).rawValue : nil)),
      ("kindAssumed", .flag(device.surface?.isKindAssumed ?? false)),
      ("size", sizes.map(JSONText.list) ?? .null),
      ("sizeAssumed", .flag(device.surface?.isSizeAssumed ?? false)),
      ("events", .integer(inspection.eventCount)),
      ("frames", .integer(inspection.frameCount)),
      ("duration", .number(inspection.duration, decimals: 6)),
      ("contacts", .integer(inspection.contacts.count)),
      ("maxContacts", .integer(inspection.maxContacts)),
      ("maxFingers", .integer(inspection.maxFingers)),
      ("reportRate", .number(inspection.reportRate, decimals: 3)),
      ("reportJitter", .number(inspection.reportJitter, decimals: 6)),
      ("pressure", pressure),
      ("defects", .list(inspection.defects.map(json))),
      ("contactList", .list(contacts)),
    ])
  }

  private static func json(_ smallest: Double?, _ greatest: Double?) -> JSONText {
    guard let smallest, let greatest else { return .null }
    return .object([
      ("min", .number(smallest, decimals: 6)), ("max", .number(greatest, decimals: 6)),
    ])
  }

  private static func json(_ defect: Defect) -> JSONText {
    .object([
      ("kind", .string(defect.kind.rawValue)), ("count", .integer(defect.count)),
      ("firstLine", .integer(defect.firstLine)),
    ])
  }

  private static func json(
    _ contact: ContactLife, from start: Timestamp, isMeasured: Bool
  ) -> JSONText {
    .object([
      ("start", .number(contact.start - start, decimals: 6)),
      ("end", .number(contact.end.map { $0 - start }, decimals: 6)),
      ("positionKnown", .number(contact.placed.map { $0 - start }, decimals: 6)),
      ("travel", .number(isMeasured ? contact.travel : nil, decimals: 3)),
      ("peakPressure", .number(contact.peakPressure, decimals: 6)),
      ("palm", .flag(contact.remarks.contains(.palm))),
      ("jumps", .flag(contact.remarks.contains(.jump))),
      ("unseenLanding", .flag(contact.remarks.contains(.unseenLanding))),
    ])
  }
}
