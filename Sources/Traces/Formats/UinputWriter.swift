import PantographBase
package import PantographTouches

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
      Self.setting(Self.typeControl, capabilities.map(\.type.rawValue))
    ]
    for (type, codes) in capabilities {
      guard let control = Self.controls[type] else { continue }
      configuration.append(Self.setting(control, codes.map(\.rawValue)))
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
