import Evdev
import Touches
import Traces

/// A recording on disk, read a batch of events at a time.
struct RecordingFile: ~Copyable {
  let path: String
  private let file: InputFile
  private var reader = RecordingReader()
  private var piece: [UInt8] = []
  private let isLenient: Bool

  /// The events of the last batch.
  private(set) var events: [InputEvent] = []

  /// Opens a recording.
  ///
  /// - Parameter isLenient: whether what is damaged ends the recording, instead of the command.
  init(_ path: String, isLenient: Bool = false) throws(Complaint) {
    self.path = path
    self.isLenient = isLenient
    file = try InputFile(path)
  }

  var format: RecordingFormat? { reader.format }

  /// What the device says of itself, whole once there are events.
  var device: DeviceDescription { reader.device }

  /// Reads until there are more events, and tells whether there are.
  mutating func readBatch() throws(Complaint) -> Bool {
    events.removeAll(keepingCapacity: true)
    while !isOver {
      try file.read(into: &piece)
      let piece = piece
      do {
        if piece.isEmpty {
          isOver = true
          try reader.finish(into: &events)
          reportOtherDevices()
        } else {
          try reader.read(piece.span, into: &events)
        }
      } catch {
        isOver = true
        isDamaged = true
        if case .unsupported = error.reason { throw Complaint("\(path):\(error)") }
        try damaged("\(path):\(error)")
      }
      if !events.isEmpty { return true }
    }
    return false
  }

  /// Says what was left out of a recording of several devices.
  private func reportOtherDevices() {
    guard reader.eventsOfOtherDevices > 0, let node = reader.node else { return }
    say(
      "\(path): only \(node.shown) is read; \(reader.eventsOfOtherDevices) events of other devices"
        + " are left out")
  }

  private var isOver = false
  /// Whether the end has been complained of already.
  private var isDamaged = false

  /// Refuses a recording that ends without the end of its last frame.
  func checkEnd(isInsideFrame: Bool) throws(Complaint) {
    guard isInsideFrame, !isDamaged else { return }
    try damaged(
      "\(path):\(max(reader.line - 1, 1)):1: the recording ends inside a frame: it was cut off")
  }

  private func damaged(_ sentence: String) throws(Complaint) {
    guard isLenient else {
      throw Complaint("\(sentence); --lenient uses what is whole")
    }
    say("\(sentence); what came before is used")
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

/// Reads the description of a device from a recording or a description file.
func readDescription(_ path: String) throws(Complaint) -> DeviceDescription {
  var recording = try RecordingFile(path)
  _ = try recording.readBatch()
  guard !recording.device.capabilities.isEmpty else {
    throw Complaint("\(path): there is no description of a device in it")
  }
  return recording.device
}
