import PantographBase
import PantographTouches
import PantographTraces

/// A recording on disk, read in batches of events, whose errors are printed for the user.
struct RecordingFile: ~Copyable {
  private var stream: RecordingStream
  private let choice: DeviceChoice
  private let damage: DamagePolicy
  private var eventCount = 0

  /// The treatment of a damaged recording.
  enum DamagePolicy {
    /// The command fails.
    case refused
    /// The recording ends at the damage, with a message.
    case reported
    /// The recording ends at the damage; the message was printed before.
    case ignored
  }

  /// Opens a recording.
  ///
  /// - Parameters:
  ///   - choice: the device whose events are read.
  ///   - isLenient: whether damage ends the recording instead of the command.
  init(
    _ path: String, choosing choice: DeviceChoice = .automatic, isLenient: Bool = false
  ) throws(CommandError) {
    self.init(
      try InputFile.ofRecording(path), path, choosing: choice,
      damage: isLenient ? .reported : .refused)
  }

  /// Reads an open recording; the path is its displayed name.
  ///
  /// - Parameter kept: a file to which the bytes are copied, so that they can be read again.
  init(
    _ file: InputFile, _ path: String, choosing choice: DeviceChoice, damage: DamagePolicy,
    keepingIn kept: KeptFile? = nil
  ) {
    self.choice = choice
    self.damage = damage
    stream = RecordingStream(
      reading: { (piece) throws(UnusableFile) in
        try file.read(into: &piece)
        try kept?.append(piece)
      }, named: path, choosing: choice, isLenient: damage != .refused)
  }

  /// The displayed path.
  var path: String { stream.path }

  /// The events of the last batch.
  var events: [InputEvent] { stream.events }

  var format: RecordingFormat? { stream.format }

  /// The description of the device, complete once there are events.
  var device: DeviceDescription { stream.device }

  /// The devices of the recording, complete at its end.
  var devices: [RecordedDevice] { stream.devices }

  /// The device whose events are read, if there is one.
  var chosenDevice: RecordedDevice? { stream.chosenDevice }

  /// What the recording lacks that recordings of the kernel's events have, complete at its end.
  var remarks: [String] { stream.remarks }

  /// Whether the line of each event is kept, in ``eventLines``.
  var keepsLines: Bool {
    get { stream.keepsLines }
    set { stream.keepsLines = newValue }
  }

  /// The line of each event of the last batch, from 1, if they are kept.
  var eventLines: [Int] { stream.eventLines }

  /// The index in ``devices`` of the device of each event of the last batch, if lines are kept and every
  /// device is read.
  var eventDevices: [Int] { stream.eventDevices }

  /// The number of the last line that was read, from 1.
  var lastLine: Int { stream.lastLine }

  /// Whether damage has been found.
  var isDamaged: Bool { stream.damage != nil }

  /// Reads the next batch of events; returns `false` at the end.
  mutating func readBatch() throws(CommandError) -> Bool {
    let wasOver = stream.isOver
    do {
      let hasEvents = try stream.readBatch()
      eventCount += stream.events.count
      if stream.isOver, !wasOver, damage != .ignored || !isDamaged {
        stream.printSkippedEvents(eventCount: eventCount, choosing: choice)
      }
      return hasEvents
    } catch {
      throw CommandError(error)
    }
  }

  /// Throws if the recording ends inside a frame.
  mutating func checkEnd(isInsideFrame: Bool) throws(CommandError) {
    guard !isDamaged else { return }
    do {
      try stream.checkEnd(isInsideFrame: isInsideFrame)
    } catch {
      throw CommandError(error)
    }
    if damage == .reported { stream.printDamage(eventCount: eventCount) }
  }
}

extension RecordingStream {
  /// Prints where a recording ended early, and which events of other devices were not read.
  func printSkippedEvents(eventCount: Int, choosing choice: DeviceChoice) {
    printDamage(eventCount: eventCount)
    guard damage == nil, choice == .automatic, eventsOfOtherDevices > 0, let chosenDevice else {
      return
    }
    printNotice(
      "\(path): only \(chosenDevice.node.shown) was read; \(eventsOfOtherDevices) events of"
        + " other devices were skipped; choose another device with --node")
  }

  /// Prints a warning about pauses that are probably defects.
  func printLongPauses() {
    guard longPauses > 0 else { return }
    printNotice(
      "\(path): a pause of more than an hour, \(Findings.times(longPauses));"
        + " `pantograph info` shows the line")
  }

  /// Prints where the recording ended early, if it did.
  func printDamage(eventCount: Int) {
    guard let damage else { return }
    printNotice("\(damage); the \(eventCount) events before it are used")
  }
}

extension InputFile {
  /// Opens a recording; for a folder, the error names the recording in it.
  static func ofRecording(_ path: String, waits: Bool = true) throws(CommandError) -> InputFile {
    guard isFolder(path) else { return try InputFile(path, waits: waits) }
    let example = CommonOptions.files(ofCase: path).first.map { ", such as \($0)" } ?? " in it"
    throw CommandError("\(path): is a folder; pass a recording\(example)")
  }
}

extension CommandError {
  /// Creates an error for an unusable file, with a remedy.
  init(_ error: UnusableFile) {
    switch error.reason {
    case .damaged: self.init("\(error); --lenient uses the intact part")
    case .withoutDevice(let devices):
      let list = devices.enumerated().map { index, device in
        let name = device.description.name
        return "\(index + 1) \(device.node)\(name.isEmpty ? "" : " (\(name))")"
      }.joined(separator: ", ").shown
      self.init("\(error); choose one with --node: \(list)")
    case .withoutDescription:
      self.init("\(error); pass one from another recording with --device FILE")
    case .unreadable, .refused, .malformed: self.init("\(error)")
    }
  }
}

extension CommonOptions {
  /// Returns the description from `--device`, completed by `--kind`.
  ///
  /// - Parameter isQuiet: whether to suppress the warning about a guess, because it was printed before.
  static func described(
    _ arguments: Arguments, isQuiet: Bool = false
  ) throws -> DeviceDescription? {
    let kind = try arguments.choice("--kind", TouchKind.self)
    guard let path = arguments.value("--device") else {
      guard kind == nil else {
        throw arguments.error("--kind requires --device")
      }
      return nil
    }
    var device = try readDescription(path)
    guard device.listsOnlyAxes else {
      guard kind == nil else {
        throw CommandError("\(path): the description contains the device type; omit --kind")
      }
      return device
    }
    if let kind {
      device.add(kind)
    } else if !isQuiet, let surface = try? Surface(device) {
      printNotice(
        "\(path): \(assumedKind(surface)); set it with --kind or a line such as 'kind touchpad'")
    }
    return device
  }

  /// Returns the warning about a surface whose description lists only axes.
  static func assumedKind(_ surface: Surface) -> String {
    "only axes are listed, assuming a \(surface.kind.rawValue)"
  }
}

/// Reads the description of a device from a recording, a description file, or the device itself.
func readDescription(_ path: String) throws(CommandError) -> DeviceDescription {
  if InputFile.isDevice(path) { return try openDevice(path).description }
  var recording = try RecordingFile(path)
  _ = try recording.readBatch()
  guard !recording.device.capabilities.isEmpty else {
    throw CommandError("\(path): contains no device description")
  }
  return recording.device
}

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
