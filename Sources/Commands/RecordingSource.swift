import Evdev
import Quantities
import Traces

/// A recording that is read more than once: to know its devices first, and then for their events.
///
/// What can't be read twice, such as a pipe, is kept in a file without a name meanwhile.
final class RecordingSource {
  let path: String
  /// The devices in it, each with what is known of its events.
  private(set) var parts: [Part] = []
  private(set) var format: RecordingFormat?
  private let isLenient: Bool
  private let needsWholeFrames: Bool
  private let choice: DeviceChoice
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
    self.choice = choice == .automatic ? .every : choice
    try survey()
    if let description {
      guard parts.count == 1 else {
        throw Complaint(
          "\(path): has \(parts.count) devices; --node chooses the one that --device describes")
      }
      parts[0].device.description = description
    }
  }

  private func survey() throws(Complaint) {
    var file = try open(choice, isQuiet: false)
    file.keepsLines = true
    var unended: Set<Int> = []
    while try file.readBatch() {
      for (event, part) in zip(file.events, partIndices(of: file)) {
        while parts.count <= part { parts.append(Part(device: RecordedDevice())) }
        parts[part].eventCount += 1
        parts[part].start = min(parts[part].start, event.time)
        if event.endsFrame { unended.remove(part) } else { unended.insert(part) }
      }
    }
    if needsWholeFrames { try file.checkEnd(isInsideFrame: !unended.isEmpty) }
    format = file.format
    let devices = choice == .every ? file.devices : [file.chosenDevice ?? RecordedDevice()]
    while parts.count < max(devices.count, 1) { parts.append(Part(device: RecordedDevice())) }
    for (index, device) in devices.enumerated() { parts[index].device = device }
  }

  /// The index of the part that each event of the last batch belongs to.
  private func partIndices(of file: borrowing RecordingFile) -> [Int] {
    choice == .every ? file.eventDevices : Array(repeating: 0, count: file.events.count)
  }

  /// Opens the recording once more, for the events of a part.
  func open(part index: Int) throws(Complaint) -> RecordingFile {
    try open(choice == .every ? .number(index + 1) : choice, isQuiet: true)
  }

  /// Reads the recording once more, for the events of all parts in their order.
  ///
  /// - Returns: the last line, and whether what follows is damaged.
  @discardableResult
  func forEachEvent(
    _ take: (_ event: InputEvent, _ line: Int, _ part: Int) -> Void
  ) throws(Complaint) -> (lastLine: Int, isDamaged: Bool) {
    var file = try open(choice, isQuiet: true)
    file.keepsLines = true
    while try file.readBatch() {
      let parts = partIndices(of: file)
      for (index, event) in file.events.enumerated() {
        take(event, file.eventLines[index], parts[index])
      }
    }
    return (file.lastLine, file.isDamaged)
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
