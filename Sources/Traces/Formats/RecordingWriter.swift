package import PantographBase
package import PantographTouches

/// Writes a recording in pieces, as bytes to append to a file.
///
///     var writer = RecordingWriter(.libinput)
///     writer.begin(device, to: &bytes)
///     writer.write(events, to: &bytes)
///
/// Of several devices, each is written completely before the next. Times are relative to the first event of
/// all, as in both formats' own recorders.
package struct RecordingWriter {
  /// The format it writes.
  package let format: RecordingFormat
  private let deviceCount: Int
  private let remarks: [String]
  private var start: Timestamp?
  private var isInsideFrame = false
  private var hasBegun = false

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - format: One of ``RecordingFormat/writable``.
  ///   - start: The time of the first event, if it is not the first that is written; earlier events are written
  ///     with this time.
  ///   - deviceCount: The number of devices; evemu's format has one.
  ///   - remarks: What the recording lacks, which is written as comments.
  package init(
    _ format: RecordingFormat, start: Timestamp? = nil, deviceCount: Int = 1,
    remarks: [String] = []
  ) {
    precondition(
      RecordingFormat.writable.contains(format), "recordings can't be written as \(format)")
    precondition(format == .libinput || deviceCount == 1, "evemu's format has one device")
    self.format = format
    self.start = start
    self.deviceCount = deviceCount
    self.remarks = remarks
  }

  /// Appends the header before the events of a device.
  ///
  /// A placeholder is written for an unknown node.
  package mutating func begin(_ device: RecordedDevice, to bytes: inout [UInt8]) {
    switch format {
    case .evemu: writeEvemuHeader(device.description, to: &bytes)
    case .libinput:
      if !hasBegun { writeLibinputHeader(to: &bytes) }
      writeLibinputDevice(device, to: &bytes)
    default: break
    }
    hasBegun = true
    isInsideFrame = false
  }

  /// Appends events of the device that was begun last.
  package mutating func write(_ events: [InputEvent], to bytes: inout [UInt8]) {
    guard let first = events.first else { return }
    let start = start ?? first.time
    self.start = start
    for event in events {
      let elapsed = max(event.time.microseconds - start.microseconds, 0)
      switch format {
      case .evemu: writeEvemu(event, elapsed, to: &bytes)
      case .libinput:
        if !isInsideFrame { bytes.append("  - evdev:\n") }
        writeLibinput(event, elapsed, to: &bytes)
      default: break
      }
      isInsideFrame = !event.endsFrame
    }
  }

  // MARK: evemu

  private func writeEvemuHeader(_ device: DeviceDescription, to bytes: inout [UInt8]) {
    // Readers skip blanks before the name. By scalars: a blank with a combining accent is still a blank.
    let name = String(device.name.onOneLine.unicodeScalars.drop { $0 == " " })
    // evemu creates no device without a name.
    let isNameless = name.isEmpty && !device.capabilities.isEmpty
    bytes.append("# EVEMU 1.3\n\(comments)N: \(isNameless ? "nameless" : name)\nI:")
    let identity = device.identity
    for number in [identity.bus, identity.vendor, identity.product, identity.version] {
      bytes.append(" ")
      bytes.appendHex(number, digits: 4)
    }
    bytes.append("\n")
    writeBitmap("P:", device.properties, to: &bytes)
    for (type, codes) in device.capabilities where type != .repeat {
      var prefix: [UInt8] = Array("B: ".utf8)
      prefix.appendHex(type.rawValue, digits: 2)
      writeBitmap(String(decoding: prefix, as: UTF8.self), codes.map { $0.rawValue }, to: &bytes)
    }
    for (code, range) in device.completeAxes {
      bytes.append("A: ")
      bytes.appendHex(code.rawValue, digits: 2)
      bytes.append(
        " \(range.minimum) \(range.maximum) \(range.fuzz) \(range.flat) \(range.resolution)\n")
    }
  }

  /// Writes lines of eight bytes each, as many as the highest bit needs.
  private func writeBitmap(_ prefix: String, _ bits: [UInt16], to bytes: inout [UInt8]) {
    let lines = Int(bits.max() ?? 0) / 64 + 1
    var bitmap = [UInt8](repeating: 0, count: lines * 8)
    for bit in bits { bitmap[Int(bit) / 8] |= 1 << (bit % 8) }
    for line in 0..<lines {
      bytes.append(prefix)
      for byte in bitmap[line * 8..<line * 8 + 8] {
        bytes.append(" ")
        bytes.appendHex(UInt16(byte), digits: 2)
      }
      bytes.append("\n")
    }
  }

  private func writeEvemu(_ event: InputEvent, _ elapsed: Int64, to bytes: inout [UInt8]) {
    bytes.append("E: ")
    // evemu's player treats time 0 as "no time yet", so its recorder begins at 1 µs.
    bytes.appendFixed(scaled: elapsed + 1, decimals: 6)
    bytes.append(" ")
    bytes.appendHex(event.type.rawValue, digits: 4)
    bytes.append(" ")
    bytes.appendHex(event.code.rawValue, digits: 4)
    bytes.append(" ")
    bytes.appendFixed(scaled: Int64(event.value), decimals: 0)
    bytes.append("\n")
  }

  // MARK: libinput

  private func writeLibinputHeader(to bytes: inout [UInt8]) {
    bytes.append(
      """
      # recorded by pantograph, in the layout of libinput record
      version: 1
      ndevices: \(deviceCount)
      \(comments)devices:

      """)
  }

  /// The remarks, each in a line.
  private var comments: String {
    remarks.map { "\(Remarks.comment)\($0.onOneLine)\n" }.joined()
  }

  private func writeLibinputDevice(_ recorded: RecordedDevice, to bytes: inout [UInt8]) {
    let device = recorded.description
    let identity = device.identity
    bytes.append(
      """
      - node: \(recorded.node.isEmpty ? "unknown" : recorded.node.asScalar)
        evdev:
          name: \(device.name.quoted)
          id: [\(identity.bus), \(identity.vendor), \(identity.product), \(identity.version)]
          codes:

      """)
    for (type, codes) in device.capabilities {
      bytes.append("      \(type.rawValue): \(Self.list(codes.map { $0.rawValue }))\n")
    }
    bytes.append("    absinfo:\n")
    for (code, range) in device.completeAxes {
      let numbers = [range.minimum, range.maximum, range.fuzz, range.flat, range.resolution]
      bytes.append("      \(code.rawValue): \(Self.list(numbers))\n")
    }
    // libinput's player compares udev's properties, so the key must exist even if there are none.
    bytes.append(
      "    properties: \(Self.list(device.properties))\n"
        + "  udev:\n    properties: []\n  quirks:\n  events:\n")
  }

  /// Returns numbers as YAML writes a list.
  private static func list(_ numbers: [some BinaryInteger]) -> String {
    "[\(numbers.map { "\($0)" }.joined(separator: ", "))]"
  }

  private func writeLibinput(_ event: InputEvent, _ elapsed: Int64, to bytes: inout [UInt8]) {
    bytes.append("    - [")
    bytes.appendFixed(scaled: elapsed / 1_000_000, decimals: 0)
    bytes.append(", ")
    bytes.appendFixed(scaled: elapsed % 1_000_000, decimals: 0)
    bytes.append(", \(event.type.rawValue), \(event.code.rawValue), \(event.value)]\n")
  }
}

extension String {
  /// The text without characters that would end its line.
  fileprivate var onOneLine: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isShown =
        scalar.properties.generalCategory != .control
        && !scalar.properties.isNoncharacterCodePoint
      text.append(isShown ? scalar : " ")
    }
    return String(text)
  }

  /// The text as a YAML scalar: bare if it looks like a node's path, otherwise in quotes.
  fileprivate var asScalar: String {
    let isPath = unicodeScalars.allSatisfy { scalar in
      ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || "/._-".unicodeScalars.contains(scalar)
    }
    return isPath ? self : quoted
  }

  /// The text in double quotes for YAML and JSON, on one line.
  var quoted: String {
    var text = String.UnicodeScalarView("\"".unicodeScalars)
    // By scalars: a quote with a combining accent is still a quote.
    for scalar in onOneLine.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text.append("\\") }
      text.append(scalar)
    }
    text.append("\"")
    return String(text)
  }
}

extension [UInt8] {
  /// Appends a number in hex with at least this many digits.
  fileprivate mutating func appendHex(_ number: UInt16, digits: Int) {
    let text = String(number, radix: 16)
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(digits - text.count, 0)))
    append(contentsOf: text.utf8)
  }
}

/// Writes a recording as commands of Android's `uinput` program, one JSON object a line.
///
///     {"id":1,"command":"register","name":"Touch","vid":1739,"pid":0,"bus":"usb","configuration":[…],"abs_info":[…]}
///     {"id":1,"command":"delay","duration":1000}
///     {"id":1,"command":"inject","events":[3,57,17,3,53,812,0,0,0]}
///     {"id":1,"command":"delay","duration":8}
///     {"id":1,"command":"inject","events":[3,53,815,0,0,0]}
///     {"id":1,"command":"sync","syncToken":"done"}
///
/// Types, codes and controls are numbers, which all releases of Android read; only newer ones read names.
/// A delay is in whole milliseconds and begins at the end of the delay before. What rounding leaves is carried
/// to the next one, so that errors do not add up.
package struct UinputWriter {
  /// The time that Android gets to find the device, in milliseconds; earlier events would be lost.
  private static let discoveryTime: Int64 = 1000
  /// The controls of Linux's uinput.h that enable codes, `UI_SET_KEYBIT` and so on, by the type of the codes.
  ///
  /// Force feedback and key repeat are left out: the device would send events of its own.
  private static let controls: [EventType: Int] = [
    .key: 101, .relative: 102, .absolute: 103, .miscellaneous: 104,
    // `EV_SW`, `EV_LED` and `EV_SND`.
    EventType(rawValue: 0x05): 109, EventType(rawValue: 0x11): 105, EventType(rawValue: 0x12): 106,
  ]
  /// `UI_SET_EVBIT` and `UI_SET_PROPBIT`.
  private static let (typeControl, propertyControl) = (100, 110)

  /// The time of the first frame.
  private var start: Timestamp?
  /// The time that the delays since then take, in milliseconds.
  private var elapsed: Int64 = 0
  /// The events of the frame that has not ended.
  private var frame: [InputEvent] = []

  /// Creates a writer.
  package init() {}

  /// Appends the commands that create the device.
  package mutating func begin(_ device: DeviceDescription, to bytes: inout [UInt8]) {
    let capabilities = device.capabilities.filter { Self.controls[$0.type] != nil }
    var configuration = [
      Self.setting(Self.typeControl, capabilities.map { $0.type.rawValue })
    ]
    for (type, codes) in capabilities {
      guard let control = Self.controls[type] else { continue }
      configuration.append(Self.setting(control, codes.map { $0.rawValue }))
    }
    if !device.properties.isEmpty {
      configuration.append(Self.setting(Self.propertyControl, device.properties))
    }
    let axes = device.completeAxes.map { code, range in
      "{\"code\":\(code.rawValue),\"info\":{\"value\":0,\"minimum\":\(range.minimum),"
        + "\"maximum\":\(range.maximum),\"fuzz\":\(range.fuzz),\"flat\":\(range.flat),"
        + "\"resolution\":\(range.resolution)}}"
    }
    let name = device.name.isEmpty ? "nameless" : device.name
    append(
      "register",
      "\"name\":\(name.quoted),\"vid\":\(device.identity.vendor),\"pid\":\(device.identity.product),"
        + "\"bus\":\"usb\",\"configuration\":[\(configuration.joined(separator: ","))],"
        + "\"abs_info\":[\(axes.joined(separator: ","))]", to: &bytes)
    append("delay", "\"duration\":\(Self.discoveryTime)", to: &bytes)
  }

  private static func setting(_ control: Int, _ codes: [UInt16]) -> String {
    // Android must read the control before the codes.
    "{\"type\":\(control),\"data\":[\(codes.map(String.init).joined(separator: ","))]}"
  }

  /// Appends the frames that end with these events; the last one may be incomplete.
  package mutating func write(_ events: [InputEvent], to bytes: inout [UInt8]) {
    for event in events {
      frame.append(event)
      if event.endsFrame { endFrame(to: &bytes) }
    }
  }

  /// Appends the last frame, and a command that is answered when all events have been sent.
  package mutating func finish(to bytes: inout [UInt8]) {
    endFrame(to: &bytes)
    append("sync", "\"syncToken\":\"done\"", to: &bytes)
  }

  private mutating func endFrame(to bytes: inout [UInt8]) {
    guard let time = frame.last?.time else { return }
    let start = start ?? time
    self.start = start
    let total = (time.microseconds - start.microseconds + 500) / 1000
    if total > elapsed {
      append("delay", "\"duration\":\(total - elapsed)", to: &bytes)
      elapsed = total
    }
    let events = frame.map { "\($0.type.rawValue),\($0.code.rawValue),\($0.value)" }
    append("inject", "\"events\":[\(events.joined(separator: ","))]", to: &bytes)
    frame.removeAll(keepingCapacity: true)
  }

  private func append(_ command: String, _ members: String, to bytes: inout [UInt8]) {
    bytes.append("{\"id\":1,\"command\":\"\(command)\",\(members)}\n")
  }
}
