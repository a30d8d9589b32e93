import PantographBase
import PantographReports
import PantographTraces

/// `pantograph devices`: the connected input devices.
enum DevicesCommand {
  static let command = Command(
    name: "devices",
    summary: "lists the connected input devices, or describes one",
    operands: [],
    optionalOperands: [.device("NODE")],
    options: [.init("--json", help: "print one JSON object")] + CommonOptions.textual,
    details: """
      Pressure ranges are in device units, such as `0 to 255`. Sizes are known only if the driver reports
      the resolution. If a device can't be opened, run `pantograph doctor`.

      The JSON has `devices`. Each device has `node`, `name`, `problem` (why it can't be opened, or
      null), `kind` (touchpad, touchscreen, pen, keyboard, mouse, joystick, other), `size` (width and
      height in mm, null if unknown), `reporting` (how contacts are reported: slots, anonymous, single,
      or null), `semiMultitouch`, `slots`, `pressure` (`min`, `max`), `identity` (`bus`, `vendor`,
      `product`, `version`), `properties`, `axes` (`code`, `min`, `max`, `fuzz`, `flat`, and
      `resolution` in units per mm, 0 if unknown) and `capabilities` (code names by event type).
      Missing and unknown values are null.
      """,
    exitStatus: "Exits with 0, or with 2 if no device can be opened.",
    run: run)

  @Sendable private static func run(_ arguments: Arguments) throws -> ExitStatus {
    let output = OutputFile()
    if let node = arguments.operands.first {
      let device = ListedDevice(node, try openDevice(node).description)
      if arguments.has("--json") {
        try output.write(document([device]))
      } else {
        try output.write(lines: device.lines, in: TextStyle(arguments))
      }
      return .fine
    }
    let devices = FoundDevice.all().map(ListedDevice.init)
    if arguments.has("--json") {
      try output.write(document(devices))
    } else if !devices.isEmpty {
      let style = try TextStyle(arguments)
      try output.write(lines: tables(devices, in: style), in: style)
    }
    guard !devices.isEmpty else {
      throw CommandError("pantograph devices: no device found; `pantograph doctor` explains why")
    }
    guard devices.contains(where: { $0.description != nil }) else {
      throw CommandError(
        "pantograph devices: no device can be opened; `pantograph doctor` explains what to do")
    }
    return .fine
  }

  private static func document(_ devices: [ListedDevice]) -> String {
    JSONText.object([("devices", .list(devices.map(\.json)))]).text + "\n"
  }

  /// Returns a table of devices that can be opened, and one of the others with the reason.
  private static func tables(_ devices: [ListedDevice], in style: TextStyle) -> [String] {
    let open = devices.filter { $0.problem == nil }
    let closed = devices.filter { $0.problem != nil }
    let tables = [
      open.isEmpty
        ? [] : [["node", "name", "kind", "size", "slots", "pressure"]] + open.map(\.cells),
      closed.isEmpty ? [] : [["node", "name", "why it can't be opened"]] + closed.map(\.cells),
    ]
    return Array(
      tables.filter { !$0.isEmpty }.map { rows in
        TextTable.lines(rows, in: style, indent: 2, hasHeads: true)
      }.joined(separator: [""]))
  }
}
