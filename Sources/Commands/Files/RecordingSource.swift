import PantographBase
import PantographTouches
import PantographTraces

/// A recording that is read twice: first to find its devices, then for their events.
///
/// Data from a pipe is copied to an unnamed temporary file.
final class RecordingSource {
  let path: String
  /// The devices in it, each with a summary of its events.
  private(set) var parts: [Part] = []
  private(set) var format: RecordingFormat?
  /// What it lacks that recordings of the kernel's events have.
  private(set) var remarks: [String] = []
  private let isLenient: Bool
  private let needsWholeFrames: Bool
  private let choice: DeviceChoice
  /// The copy of data from a pipe.
  private var kept: KeptFile?

  /// A device of the recording.
  struct Part {
    var device: RecordedDevice
    var eventCount = 0
    /// The earliest time of its events.
    var start = Timestamp(microseconds: .max)
  }

  /// The displayed name.
  var shownPath: String { path == "-" ? "standard input" : path }

  /// Reads a recording to its end, and throws if it is damaged.
  ///
  /// - Parameters:
  ///   - choice: the selected device; all devices if automatic.
  ///   - description: a description that replaces the recorded one.
  ///   - needsWholeFrames: whether an incomplete last frame counts as damage.
  init(
    _ path: String, choosing choice: DeviceChoice, describedBy description: DeviceDescription?,
    isLenient: Bool, needsWholeFrames: Bool = false
  ) throws(CommandError) {
    self.path = path
    self.needsWholeFrames = needsWholeFrames
    self.isLenient = isLenient
    self.choice = choice == .automatic ? .every : choice
    try survey()
    if let description {
      guard parts.count == 1 else {
        throw CommandError(
          "\(path): has \(parts.count) devices; choose the one for --device with --node")
      }
      parts[0].device.description = description
    }
  }

  private func survey() throws(CommandError) {
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
    remarks = file.remarks
    let devices = choice == .every ? file.devices : [file.chosenDevice ?? RecordedDevice()]
    while parts.count < max(devices.count, 1) { parts.append(Part(device: RecordedDevice())) }
    for (index, device) in devices.enumerated() { parts[index].device = device }
  }

  /// Returns the index of the part of each event of the last batch.
  private func partIndices(of file: borrowing RecordingFile) -> [Int] {
    choice == .every ? file.eventDevices : Array(repeating: 0, count: file.events.count)
  }

  /// Opens the recording again, for the events of a part.
  func open(part index: Int) throws(CommandError) -> RecordingFile {
    try open(choice == .every ? .number(index + 1) : choice, isQuiet: true)
  }

  /// Reads the recording again, and passes the events of all parts in order.
  ///
  /// - Returns: the last line, and whether what follows is damaged.
  @discardableResult
  func forEachEvent(
    _ take: (_ event: InputEvent, _ line: Int, _ part: Int) -> Void
  ) throws(CommandError) -> (lastLine: Int, isDamaged: Bool) {
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

  private func open(_ choice: DeviceChoice, isQuiet: Bool) throws(CommandError) -> RecordingFile {
    let damage: RecordingFile.DamagePolicy =
      isLenient ? (isQuiet ? .ignored : .reported) : .refused
    if let kept {
      return RecordingFile(try kept.reopened(), path, choosing: choice, damage: damage)
    }
    // Copied while it is parsed, so that an endless stream of other data is rejected immediately.
    if !InputFile.canBeReadAgain(path) { kept = try KeptFile() }
    return RecordingFile(
      try InputFile.ofRecording(path), path, choosing: choice, damage: damage, keepingIn: kept)
  }
}
