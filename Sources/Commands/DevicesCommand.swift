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
      try output.write(
        arguments.has("--json") ? document([device]) : device.lines.joined(separator: "\n") + "\n")
      return .fine
    }
    let devices = FoundDevice.all().map(ListedDevice.init)
    if arguments.has("--json") {
      try output.write(document(devices))
    } else if !devices.isEmpty {
      try output.write(table(devices))
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

  private static func table(_ devices: [ListedDevice]) -> String {
    let heads = ["node", "name", "kind", "size", "slots", "pressure"]
    let rows = [heads] + devices.filter { $0.description != nil }.map(\.cells)
    var widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    // The first two columns have something for all devices.
    for column in 0..<2 {
      widths[column] = max(widths[column], devices.map { $0.cells[column].count }.max() ?? 0)
    }
    return ([heads] + devices.map(\.cells)).map { cells in
      var line = " "
      for (cell, width) in zip(cells, widths) {
        line += " " + cell + String(repeating: " ", count: max(width - cell.count, 0) + 1)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
