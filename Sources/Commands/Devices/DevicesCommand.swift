import PantographBase
import PantographReports
package import PantographTouches
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

/// A device as text and as JSON.
struct ListedDevice {
  let node: String
  let name: String
  let problem: String?
  let description: DeviceDescription?
  private let kind: DeviceKind?
  private let surface: Surface?

  init(_ node: String, _ description: DeviceDescription) {
    self.init(node, description.name, .success(description))
  }

  init(_ found: FoundDevice) {
    self.init(found.path, found.name, found.description)
  }

  private init(
    _ node: String, _ name: String, _ result: Result<DeviceDescription, UnusableFile>
  ) {
    self.node = node
    self.name = name
    switch result {
    case .success(let description):
      let kind = DeviceKind(description)
      self.description = description
      self.kind = kind
      surface = kind.surface(of: description)
      problem = nil
    case .failure(let error):
      description = nil
      kind = nil
      surface = nil
      problem = error.sentence
    }
  }

  // MARK: Text

  /// The cells of a table row; for a device that can't be opened, the reason.
  var cells: [String] {
    let names = [node.shown, name.isEmpty ? "(nameless)" : name.shown]
    if let problem { return names + [problem] }
    return names + [kindText, surface == nil ? "" : sizeText, slotsText, pressureText]
  }

  private var kindText: String { kind?.name(on: surface) ?? "" }

  private var sizeText: String {
    guard let surface, !surface.isSizeAssumed else { return "unknown" }
    let width = String(fixed: surface.size.x, decimals: 0)
    let height = String(fixed: surface.size.y, decimals: 0)
    return "\(width) × \(height) mm"
  }

  private var slots: Int? {
    surface.flatMap { $0.reporting == .slots ? $0.slotCount : nil }
  }

  private var slotsText: String { slots.map(String.init) ?? "" }

  private var pressure: AxisRange? {
    surface == nil
      ? nil : description?.range(of: .absMTPressure) ?? description?.range(of: .absPressure)
  }

  private var pressureText: String {
    pressure.map { "\($0.minimum) to \($0.maximum)" } ?? ""
  }

  /// The full description of a device that can be opened.
  var lines: [String] {
    guard let description else { return [] }
    let identity = description.identity
    var lines = ["  \(node.shown)", "  \(cells[1]), \(kindText)"]
    if surface != nil { lines[1] += ", size \(sizeText)" }
    if let slots { lines[1] += ", \(slots) slots" }
    if pressure != nil { lines[1] += ", pressure \(pressureText)" }
    lines.append(
      "  bus \(hex(identity.bus)), vendor \(hex(identity.vendor)),"
        + " product \(hex(identity.product)), version \(hex(identity.version))")
    if !description.properties.isEmpty {
      lines += ["", "  properties  " + propertyNames.joined(separator: " ")]
    }
    for (type, codes) in description.capabilities where type != .synchronization {
      lines.append("")
      guard type != .absolute else {
        lines += axisLines
        continue
      }
      let names = codes.map { Self.name(of: $0, type) }
      // A keyboard has too many keys to list.
      let few = names.count <= 16 ? ": " + names.joined(separator: " ") : ""
      lines.append("  \(Self.name(of: type))  \(names.count)\(few)")
    }
    return lines
  }

  private var axisLines: [String] {
    let rows = (description?.completeAxes ?? []).map { code, range in
      [
        Self.name(of: code, .absolute), "\(range.minimum) to \(range.maximum)",
        range.resolution != 0 ? "resolution \(range.resolution)" : "",
        range.fuzz != 0 ? "fuzz \(range.fuzz)" : "", range.flat != 0 ? "flat \(range.flat)" : "",
      ]
    }
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return ["  \(Self.name(of: .absolute))  \(rows.count):"]
      + rows.map { row in
        let columns = zip(row, widths).map { cell, width in
          cell + String(repeating: " ", count: width - cell.count)
        }
        var line = "    " + (columns + row[2...].filter { !$0.isEmpty }).joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
      }
  }

  private func hex(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private var propertyNames: [String] {
    description?.properties.map { DeviceDescription.name(ofProperty: $0) ?? "\($0)" } ?? []
  }

  private static func name(of type: EventType) -> String { type.name ?? "\(type.rawValue)" }

  private static func name(of code: EventCode, _ type: EventType) -> String {
    code.name(of: type) ?? "\(code.rawValue)"
  }

  // MARK: JSON

  /// The device as JSON.
  var json: JSONText {
    let size = surface.flatMap { $0.isSizeAssumed ? nil : $0.size }
    let sizes = size.map {
      JSONText.list([.number($0.x, decimals: 3), .number($0.y, decimals: 3)])
    }
    let range = pressure.map { range in
      JSONText.object([("min", .whole(range.minimum)), ("max", .whole(range.maximum))])
    }
    let isSemiMultitouch = surface.map { JSONText.flag($0.isSemiMultitouch) }
    let slots = slots.map(JSONText.integer)
    let identity = description.map { Self.json($0.identity) }
    let properties = description.map { _ in JSONText.list(propertyNames.map(JSONText.string)) }
    let axes = description.map { JSONText.list($0.completeAxes.map(Self.json)) }
    let capabilities = description.map(Self.capabilities)
    // Typed explicitly, because type inference takes seconds.
    let members: [(String, JSONText?)] = [
      ("node", .string(node)),
      ("name", .string(name)),
      ("problem", .string(problem)),
      ("kind", .string(kind?.rawValue)),
      ("size", sizes),
      ("reporting", .string(reporting)),
      ("semiMultitouch", isSemiMultitouch),
      ("slots", slots),
      ("pressure", range),
      ("identity", identity),
      ("properties", properties),
      ("axes", axes),
      ("capabilities", capabilities),
    ]
    return .object(members.map { ($0.0, $0.1 ?? .null) })
  }

  private var reporting: String? {
    switch surface?.reporting {
    case .slots: "slots"
    case .anonymous: "anonymous"
    case .single: "single"
    case nil: nil
    }
  }

  private static func json(_ identity: DeviceDescription.Identity) -> JSONText {
    .object([
      ("bus", .whole(identity.bus)), ("vendor", .whole(identity.vendor)),
      ("product", .whole(identity.product)), ("version", .whole(identity.version)),
    ])
  }

  private static func json(_ code: EventCode, _ range: AxisRange) -> JSONText {
    .object([
      ("code", .string(name(of: code, .absolute))),
      ("min", .whole(range.minimum)), ("max", .whole(range.maximum)),
      ("fuzz", .whole(range.fuzz)), ("flat", .whole(range.flat)),
      ("resolution", .whole(range.resolution)),
    ])
  }

  private static func capabilities(_ description: DeviceDescription) -> JSONText {
    .object(
      description.capabilities.filter { $0.type != .synchronization }.map { type, codes in
        (name(of: type), .list(codes.map { .string(name(of: $0, type)) }))
      })
  }
}

extension JSONText {
  /// A whole number of another width.
  fileprivate static func whole(_ number: some FixedWidthInteger) -> JSONText {
    .integer(Int(number))
  }
}

/// The type of a device, derived from its capabilities.
package enum DeviceKind: String, Sendable {
  case touchpad
  case touchscreen
  case pen
  case keyboard
  case mouse
  case joystick
  case other

  /// Derives the type from the keys and axes that udev's `input_id` uses.
  ///
  /// A pen or a touchpad may have the buttons and axes of a mouse. Many mice report keyboard keys for their
  /// extra buttons; as in udev's node names, such a device counts as a mouse. So does a mouse with a touch surface.
  package init(_ device: DeviceDescription) {
    let keys = device.codes(of: .key)
    let moves = device.codes(of: .relative)
    let hasLeft = keys.contains(.btnLeft)
    let surface = try? Surface(device)
    if device.isTabletPad {
      self = .other
    } else if surface?.kind == .pen {
      self = .pen
    } else if surface?.kind == .touchpad, keys.contains(.btnToolFinger) {
      self = .touchpad
    } else if hasLeft, moves.contains(.relX), moves.contains(.relY) {
      self = .mouse
      // All keys from Escape to S, the codes 1 to 31, as udev's `input_id` wants of a keyboard.
    } else if keys.count(where: { EventCode.keyEscape...EventCode.keyS ~= $0 })
      == Int(EventCode.keyS.rawValue)
    {
      self = .keyboard
    } else if let surface {
      self =
        switch surface.kind {
        case .touchpad: .touchpad
        case .touchscreen: .touchscreen
        case .pen: .pen
        }
    } else if hasLeft, device.range(of: .absX) != nil, device.range(of: .absY) != nil {
      // The absolute pointer of a virtual machine.
      self = .mouse
    } else if keys.contains(where: { EventCode.btnJoystick..<EventCode.btnDigi ~= $0 }),
      !keys.contains(EventCode(rawValue: EventCode.btnJoystick.rawValue - 1))
    {
      // A device with the last mouse button has a range of buttons that extends into those of joysticks.
      self = .joystick
    } else {
      self = .other
    }
  }

  /// Returns the surface of a touch device.
  package func surface(of device: DeviceDescription) -> Surface? {
    switch self {
    case .touchpad, .touchscreen, .pen: try? Surface(device)
    // A mouse may have one too, and is none.
    case .keyboard, .mouse, .joystick, .other: nil
    }
  }

  /// Returns the displayed name, such as `semi-mt touchpad`.
  package func name(on surface: Surface?) -> String {
    guard let surface else { return rawValue }
    if surface.isSemiMultitouch { return "semi-mt \(rawValue)" }
    return surface.reporting == .anonymous ? "type-A \(rawValue)" : rawValue
  }
}
