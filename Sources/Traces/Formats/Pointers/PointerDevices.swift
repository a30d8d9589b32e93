import PantographTouches

/// The devices of a recording of pointers: a touchscreen or touchpad, a pen, or both.
struct PointerDevices {
  private let choice: DeviceChoice
  private let parts: [PointerDevice]
  /// What the recording lacks.
  let remarks: [String]

  /// Creates the devices of a recording.
  init(of recording: PointerRecording, choosing choice: DeviceChoice) throws(TraceError) {
    var recording = recording
    recording.clean()
    let most = recording.mostAtOnce
    guard 1...PointerLimits.pointers ~= most else {
      let sentence =
        most == 0
        ? "no pointer touches in it: nothing to replay"
        : "\(most) pointers are down at once: their ends are missing"
      throw TraceError(.invalid(sentence), line: 1, column: 1)
    }
    self.choice = choice
    remarks = recording.remarks
    parts = [false, true].compactMap { PointerDevice(pens: $0, of: recording) }
  }

  /// All of them.
  var all: [RecordedDevice] { parts.map(\.device) }

  /// The index of the device whose events are read, if there is one.
  private var chosenIndex: Int? {
    switch choice {
    case .automatic, .every: parts.isEmpty ? nil : 0
    case .number, .node: parts.indices.first { choice.selects(parts[$0].device, at: $0) }
    }
  }

  /// The device whose events are read, if there is one.
  var chosen: RecordedDevice? { chosenIndex.map { parts[$0].device } }

  /// The number of events that are left out because they belong to other devices.
  var eventsOfOthers: Int {
    guard choice != .every else { return 0 }
    return parts.indices.reduce(0) { $0 + ($1 == chosenIndex ? 0 : parts[$1].events.count) }
  }

  /// Passes on each event that is read, with its line and the index of its device.
  func forEachEvent(_ receive: (InputEvent, _ line: Int, _ device: Int) -> Void) {
    for (index, part) in parts.enumerated() where choice == .every || index == chosenIndex {
      for (event, line) in part.events { receive(event, line, index) }
    }
  }
}
