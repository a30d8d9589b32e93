import Evdev
import Reports

/// `pantograph devices`: which input devices are there, and what they are.
enum DevicesCommand {
  static let command = Command(
    name: "devices",
    summary: "lists the input devices that are there, or describes one",
    operands: [],
    optionalOperands: [.device("NODE")],
    options: [.init("--json", help: "one JSON document")] + CommonOptions.textual,
    details: """
      Pressure is told in the device's own values, as `0 to 255`. The size of a device whose driver
      does not know it is unknown. `pantograph doctor` helps with those that can't be opened.

      The JSON has `devices`, of which each has `node`, `name`, `problem` (why it can't be opened, else
      null), `kind` (touchpad, touchscreen, pen, keyboard, mouse, joystick, other), `size` (width and
      height in mm, null where unknown), `reporting` (how it tells of contacts: slots, anonymous,
      single, or null), `semiMultitouch`, `slots`, `pressure` (`min`, `max`), `identity` (`bus`,
      `vendor`, `product`, `version`), `properties`, `axes` (`code`, `min`, `max`, `fuzz`, `flat`,
      `resolution` in values per mm, 0 where unknown) and `capabilities` (the names of the codes by those
      of their types). What a device does not have, or is not known of it, is null.
      """,
    exitStatus: "Ends with 0, and with 2 if no device can be opened.",
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
      throw Complaint("pantograph devices: none are here; `pantograph doctor` says why")
    }
    guard devices.contains(where: { $0.description != nil }) else {
      throw Complaint(
        "pantograph devices: none can be opened; `pantograph doctor` says what to do about it")
    }
    return .fine
  }

  private static func document(_ devices: [ListedDevice]) -> String {
    JSONText.object([("devices", .list(devices.map(\.json)))]).text + "\n"
  }

  /// Those that can be opened, and the others with what is in the way.
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
        TextTable.lines(rows, in: style, margin: 2, hasHeads: true).map { "  \($0)" }
      }.joined(separator: [""]))
  }
}
