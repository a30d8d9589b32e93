import Evdev
import Quantities
import Traces

/// A recording that is read more than once: to know it first, and then for each of its devices.
///
/// What can't be read twice, such as a pipe, is kept in a file without a name meanwhile.
final class RecordingSource {
  let path: String
  /// The devices in it, each with what is known of its events.
  private(set) var parts: [Part] = []
  private(set) var format: RecordingFormat?
  private let isLenient: Bool
  private let needsWholeFrames: Bool
  /// What came from a pipe, once it has been read.
  private var kept: KeptFile?

  /// What one device has sent.
  struct Part {
    var device: RecordedDevice
    var eventCount = 0
    /// The smallest time of its events.
    var start = Timestamp(microseconds: .max)
  }

  /// What people call it.
  var shownPath: String { path == "-" ? "standard input" : path }

  /// Reads a recording to its end, and complains of what is wrong with it.
  ///
  /// - Parameters:
  ///   - choice: the device that is meant; automatically, all are.
  ///   - description: what to take its device for, instead of what it says itself.
  ///   - needsWholeFrames: whether an end inside a frame is something wrong.
  init(
    _ path: String, choosing choice: DeviceChoice, describedBy description: DeviceDescription?,
    isLenient: Bool, needsWholeFrames: Bool = false
  ) throws(Complaint) {
    self.path = path
    self.needsWholeFrames = needsWholeFrames
    self.isLenient = isLenient
    if case .automatic = choice {
      var number = 1
      repeat {
        try survey(.number(number), isQuiet: number > 1)
        number += 1
      } while number <= deviceCount
    } else {
      try survey(choice, isQuiet: false)
    }
    if let description {
      guard parts.count == 1 else {
        throw Complaint(
          "\(path): has \(parts.count) devices; --node chooses the one that --device describes")
      }
      parts[0].device.description = description
    }
  }

  private var deviceCount = 1

  private func survey(_ choice: DeviceChoice, isQuiet: Bool) throws(Complaint) {
    var file = try open(choice, isQuiet: isQuiet)
    var part = Part(device: RecordedDevice())
    var isInsideFrame = false
    while try file.readBatch() {
      part.eventCount += file.events.count
      for event in file.events { part.start = min(part.start, event.time) }
      isInsideFrame = file.events.last?.endsFrame == false
    }
    if needsWholeFrames { try file.checkEnd(isInsideFrame: isInsideFrame) }
    format = file.format
    deviceCount = file.devices.count
    part.device = file.chosenDevice ?? part.device
    parts.append(part)
    choices.append(choice)
  }

  private var choices: [DeviceChoice] = []

  /// Opens the recording once more, for the events of a part.
  func open(part index: Int) throws(Complaint) -> RecordingFile {
    try open(choices[index], isQuiet: true)
  }

  private func open(_ choice: DeviceChoice, isQuiet: Bool) throws(Complaint) -> RecordingFile {
    let damage: RecordingFile.Damage =
      isLenient ? (isQuiet ? .ignored : .reported) : .refused
    if let kept {
      return RecordingFile(try kept.reopened(), path, choosing: choice, damage: damage)
    }
    // It is kept as it is read: what is no recording, and perhaps without end, is found out at once.
    if !InputFile.canBeReadAgain(path) { kept = try KeptFile() }
    return RecordingFile(
      try InputFile(path), path, choosing: choice, damage: damage, keepingIn: kept)
  }
}
