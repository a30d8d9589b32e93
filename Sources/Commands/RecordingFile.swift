import Evdev
import Touches
import Traces

/// A recording on disk, read a batch of events at a time.
struct RecordingFile: ~Copyable {
  let path: String
  private let file: InputFile
  private var reader: RecordingReader
  private let choice: DeviceChoice
  private var piece: [UInt8] = []
  private let damage: Damage
  private let kept: KeptFile?
  private var eventCount = 0

  /// What becomes of a recording that is damaged.
  enum Damage {
    /// The command ends.
    case refused
    /// The recording ends there, and that is said.
    case reported
    /// The recording ends there, as was said before.
    case ignored
  }

  /// The events of the last batch.
  private(set) var events: [InputEvent] = []

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - choice: the device whose events are read.
  ///   - isLenient: whether what is damaged ends the recording, instead of the command.
  init(
    _ path: String, choosing choice: DeviceChoice = .automatic, isLenient: Bool = false
  ) throws(Complaint) {
    self.init(
      try InputFile(path), path, choosing: choice, damage: isLenient ? .reported : .refused)
  }

  /// Reads a recording that is open; the path is what people know it by.
  ///
  /// - Parameter kept: where the bytes are kept as they are read, to be read again.
  init(
    _ file: consuming InputFile, _ path: String, choosing choice: DeviceChoice, damage: Damage,
    keepingIn kept: KeptFile? = nil
  ) {
    self.file = file
    self.path = path
    self.choice = choice
    self.damage = damage
    self.kept = kept
    reader = RecordingReader(choosing: choice)
  }

  var format: RecordingFormat? { reader.format }

  /// What the device says of itself, whole once there are events.
  var device: DeviceDescription { reader.device }

  /// The devices of the recording, all known at its end.
  var devices: [RecordedDevice] { reader.devices }

  /// The device whose events are read, if there is one.
  var chosenDevice: RecordedDevice? { reader.chosenDevice }

  /// Whether the line of each event is kept, in ``eventLines``.
  var keepsLines: Bool {
    get { reader.keepsLines }
    set { reader.keepsLines = newValue }
  }

  /// The line of each event of the last batch, from 1, if they are kept.
  var eventLines: [Int] { reader.eventLines }

  /// The number of the last line that was read, from 1.
  var lastLine: Int { max(reader.line - 1, 1) }

  /// Reads until there are more events, and tells whether there are.
  mutating func readBatch() throws(Complaint) -> Bool {
    events.removeAll(keepingCapacity: true)
    reader.eventLines.removeAll(keepingCapacity: true)
    while !isOver, events.isEmpty {
      try file.read(into: &piece)
      try kept?.append(piece)
      let error = readPiece()
      eventCount += events.count
      if let error {
        isOver = true
        isDamaged = true
        if case .unsupported = error.reason, reader.format == nil {
          throw Complaint("\(path):\(error)")
        }
        try damaged("\(path):\(error)")
      } else if piece.isEmpty {
        isOver = true
        try checkChoice()
      }
    }
    return !events.isEmpty
  }

  private mutating func readPiece() -> TraceError? {
    let piece = piece
    do {
      if piece.isEmpty {
        try reader.finish(into: &events)
      } else {
        try reader.read(piece.span, into: &events)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Says what was left out of a recording of several devices, or that the one asked for is missing.
  private func checkChoice() throws(Complaint) {
    guard let chosen = reader.chosenDevice else {
      guard !devices.isEmpty else { return }
      let what = choice == .automatic ? "no device in it is touched" : "it has no such device"
      throw Complaint("\(path): \(what); --node chooses one of: \(deviceList)")
    }
    guard case .automatic = choice, reader.eventsOfOtherDevices > 0 else { return }
    say(
      "\(path): only \(chosen.node.shown) is read; \(reader.eventsOfOtherDevices) events of"
        + " other devices are left out; --node chooses another")
  }

  /// Such as `1 /dev/input/event4 (Synaptics TM3276-022)`, with commas between them.
  private var deviceList: String {
    devices.enumerated().map { index, device in
      let name = device.description.name
      return "\(index + 1) \(device.node)\(name.isEmpty ? "" : " (\(name))")"
    }.joined(separator: ", ").shown
  }

  private var isOver = false
  /// Whether the end has been complained of already.
  private(set) var isDamaged = false

  /// Refuses a recording that ends without the end of its last frame.
  func checkEnd(isInsideFrame: Bool) throws(Complaint) {
    guard isInsideFrame, !isDamaged else { return }
    try damaged(
      "\(path):\(lastLine):1: the recording ends inside a frame: it was cut off")
  }

  private func damaged(_ sentence: String) throws(Complaint) {
    switch damage {
    case .refused: throw Complaint("\(sentence); --lenient uses what is whole")
    case .reported: say("\(sentence); the \(eventCount) events before it are used")
    case .ignored: break
    }
  }

  /// The surface that the recorded fingers moved on.
  ///
  /// - Parameter described: a description to use in place of the recording's own.
  func surface(describedBy described: DeviceDescription?) throws(Complaint) -> Surface {
    let device = described ?? device
    do {
      return try Surface(device)
    } catch {
      let remedy =
        device.capabilities.isEmpty
        ? "it has no description of the device; --device FILE takes one from another recording"
        : error.description
      throw Complaint("\(path): \(remedy)")
    }
  }
}

/// Reads the description of a device from a recording, a description file, or the device itself.
func readDescription(_ path: String) throws(Complaint) -> DeviceDescription {
  if InputFile.isDevice(path) { return try openDevice(path).description }
  var recording = try RecordingFile(path)
  _ = try recording.readBatch()
  guard !recording.device.capabilities.isEmpty else {
    throw Complaint("\(path): there is no description of a device in it")
  }
  return recording.device
}
