import Cases
import Evdev
import Reports
import Touches
import Traces

/// A recording on disk, read a batch of events at a time, whose mistakes are said to a person.
struct RecordingFile: ~Copyable {
  private var stream: RecordingStream
  private let choice: DeviceChoice
  private let damage: Damage
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
    _ file: InputFile, _ path: String, choosing choice: DeviceChoice, damage: Damage,
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

  /// The path by which people know it.
  var path: String { stream.path }

  /// The events of the last batch.
  var events: [InputEvent] { stream.events }

  var format: RecordingFormat? { stream.format }

  /// What the device says of itself, whole once there are events.
  var device: DeviceDescription { stream.device }

  /// The devices of the recording, all known at its end.
  var devices: [RecordedDevice] { stream.devices }

  /// The device whose events are read, if there is one.
  var chosenDevice: RecordedDevice? { stream.chosenDevice }

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

  /// Whether the end has been complained of already.
  var isDamaged: Bool { stream.damage != nil }

  /// Reads until there are more events, and tells whether there are.
  mutating func readBatch() throws(Complaint) -> Bool {
    let wasOver = stream.isOver
    do {
      let hasEvents = try stream.readBatch()
      eventCount += stream.events.count
      if stream.isOver, !wasOver, damage != .ignored || !isDamaged {
        stream.sayWhatIsLeftOut(eventCount: eventCount, choosing: choice)
      }
      return hasEvents
    } catch {
      throw Complaint(error)
    }
  }

  /// Refuses a recording that ends without the end of its last frame.
  mutating func checkEnd(isInsideFrame: Bool) throws(Complaint) {
    guard !isDamaged else { return }
    do {
      try stream.checkEnd(isInsideFrame: isInsideFrame)
    } catch {
      throw Complaint(error)
    }
    if damage == .reported { stream.sayDamage(eventCount: eventCount) }
  }
}

extension RecordingStream {
  /// Says, of a recording that has been read, where it ended early, and what other devices it had.
  func sayWhatIsLeftOut(eventCount: Int, choosing choice: DeviceChoice) {
    sayDamage(eventCount: eventCount)
    guard damage == nil, choice == .automatic, eventsOfOtherDevices > 0, let chosenDevice else {
      return
    }
    say(
      "\(path): only \(chosenDevice.node.shown) is read; \(eventsOfOtherDevices) events of"
        + " other devices are left out; --node chooses another")
  }

  /// Warns of pauses that are taken for defects.
  func sayLongPauses() {
    guard longPauses > 0 else { return }
    say(
      "\(path): a pause of more than an hour, \(Findings.times(longPauses));"
        + " `pantograph info` names the line")
  }

  /// Says where it ended early, if it did.
  func sayDamage(eventCount: Int) {
    guard let damage else { return }
    say("\(damage); the \(eventCount) events before it are used")
  }
}

extension Complaint {
  /// What is wrong with a file, and what helps.
  init(_ error: UnusableFile) {
    switch error.reason {
    case .damaged: self.init("\(error); --lenient uses what is whole")
    case .withoutDevice(let devices):
      let list = devices.enumerated().map { index, device in
        let name = device.description.name
        return "\(index + 1) \(device.node)\(name.isEmpty ? "" : " (\(name))")"
      }.joined(separator: ", ").shown
      self.init("\(error); --node chooses one of: \(list)")
    case .withoutDescription:
      self.init("\(error); --device FILE takes one from another recording")
    case .unreadable, .malformed: self.init("\(error)")
    }
  }
}

extension CommonOptions {
  /// The description from `--device`, if it is given, of the kind that `--kind` says.
  ///
  /// - Parameter isQuiet: whether a guess is not reported, because it was before.
  static func described(
    _ arguments: Arguments, isQuiet: Bool = false
  ) throws -> DeviceDescription? {
    let kind = try arguments.choice("--kind", TouchKind.self)
    guard let path = arguments.value("--device") else {
      guard kind == nil else {
        throw Complaint("--kind requires --device, whose description it completes")
      }
      return nil
    }
    var device = try readDescription(path)
    guard device.listsOnlyAxes else {
      guard kind == nil else {
        throw Complaint("\(path): says itself what kind of device it is; leave out --kind")
      }
      return device
    }
    if let kind {
      device.add(kind)
    } else if !isQuiet, let surface = try? Surface(device) {
      say("\(path): \(assumedKind(surface)); give --kind or a line such as 'kind touchpad' in it")
    }
    return device
  }

  /// What is a guess about a surface that is described by its axes alone.
  static func assumedKind(_ surface: Surface) -> String {
    "only axes are listed, so the device is taken for a \(surface.kind.rawValue)"
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
