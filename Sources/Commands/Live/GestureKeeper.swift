import Glibc
import PantographBase
package import PantographServing
import PantographTouches
import PantographTraces
import PantographTrajectories
import Synchronization

/// Keeps the events of the latest gestures, so that a page can save each as a recording.
///
/// A recording begins when fingers land while the animation is at its start: a replay, which starts there as well, then
/// has the same outcome. It may therefore contain earlier gestures.
final class GestureKeeper {
  private let recordings: KeptRecordings
  private var source: (any LiveSource)?
  /// The state of the device before the events that are kept.
  private var before = LastValues()
  private var events: [InputEvent] = []
  /// Whether the events begin at the animation's start, and none are missing.
  private var isComplete = false
  /// Whether no finger is on the surface.
  private var isClear = true
  private var isAtStart = true
  /// The values of the properties at the start.
  private var startValues: [Double]?
  /// The gesture that was decided, until the fingers have left.
  private var decided: Int?
  private var kept: [Int] = []

  /// 20,000 events: three minutes of a finger on most devices.
  private static let mostEvents = 20_000

  init(_ recordings: KeptRecordings) { self.recordings = recordings }

  /// Forgets the source before, and keeps its recordings.
  func begin(_ source: any LiveSource) {
    source.keepsEvents = true
    self.source = source
    before = LastValues()
    events = []
    startValues = nil
    decided = nil
    isComplete = false
    isClear = true
    isAtStart = true
  }

  func receive(_ sample: Sample) {
    if startValues == nil { startValues = sample.values }
    isAtStart =
      sample.phase == .idle
      || sample.phase == .rest && sample.fraction == 0 && sample.values == startValues
  }

  func receive(_ frame: TouchFrame) {
    guard let source else { return }
    let wasClear = isClear
    isClear = frame.contacts.isEmpty && frame.unplaced.isEmpty && frame.fingerCount == 0
    if wasClear, !isClear, isAtStart { forget(isComplete: true) }
    source.takeEvents(into: &events)
    if events.count > Self.mostEvents { forget(isComplete: false) }
    keepDecided()
  }

  private func forget(isComplete: Bool) {
    before.apply(events)
    events = []
    self.isComplete = isComplete
  }

  /// Notes the outcome of a gesture, which is kept as soon as no finger is on the surface.
  func receive(_ event: TrajectoryEvent, ofGesture number: Int) {
    switch event.kind {
    case .decided, .cancelled:
      decided = number
      keepDecided()
    default: break
    }
  }

  private func keepDecided() {
    guard isClear, let number = decided.take(), isComplete, let source, let first = events.first
    else { return }
    recordings.add(
      number, of: source.device, before.events(at: first.time) + events)
    if kept.last != number { kept.append(number) }
  }

  /// Returns the gestures that were kept since the last call.
  func takeKept() -> [Int] {
    defer { kept = [] }
    return kept
  }
}

/// The recordings of the latest gestures, which the server's thread reads.
final class KeptRecordings: Sendable {
  private struct Recording {
    var device: DeviceDescription
    var events: [InputEvent]
  }

  private let recordings = Mutex<[Int: Recording]>([:])

  /// 50: with all of them at their largest, 24 MB.
  private static let most = 50

  /// Returns the path at which a recording is served.
  static func path(of number: Int) -> String { "/gestures/gesture-\(number).yml" }

  /// Keeps a recording, and forgets an old one.
  func add(_ number: Int, of device: DeviceDescription, _ events: [InputEvent]) {
    recordings.withLock { recordings in
      recordings[number] = Recording(device: device, events: events)
      recordings[number - Self.most] = nil
    }
  }

  /// Returns the recording at a path, as a file to save; called on the server's thread.
  func file(at path: String) -> ServedFile? {
    let found = recordings.withLock { recordings in
      recordings.first { Self.path(of: $0.key) == path }
    }
    guard let found else { return nil }
    var writer = RecordingWriter(.libinput)
    var bytes: [UInt8] = []
    writer.begin(RecordedDevice(description: found.value.device), to: &bytes)
    writer.write(found.value.events, to: &bytes)
    return ServedFile(
      type: "application/yaml", bytes: bytes, downloadName: "gesture-\(found.key).yml")
  }
}

/// The values of a device that stay until they change: those of its axes and slots, and its pressed buttons.
private struct LastValues {
  private var axes: [EventCode: Int32] = [:]
  private var buttons: [EventCode: Int32] = [:]
  private var slots: [Int32: [EventCode: Int32]] = [:]
  private var slot: Int32 = 0
  private var hasSlots = false

  /// Follows events.
  mutating func apply(_ events: [InputEvent]) {
    for event in events {
      switch (event.type, event.code) {
      case (.absolute, .absMTSlot):
        slot = event.value
        hasSlots = true
      // ABS_MT_TOUCH_MAJOR to the last code of contacts, in input-event-codes.h.
      case (.absolute, let code) where (0x30...0x3f).contains(code.rawValue):
        slots[slot, default: [:]][code] = event.value
        hasSlots = hasSlots || code == .absMTTrackingID
      case (.absolute, let code): axes[code] = event.value
      case (.key, let code): buttons[code] = event.value
      default: break
      }
    }
  }

  /// Returns the events that bring a device into this state, just before a time; as `Device` does for its own.
  func events(at time: Timestamp) -> [InputEvent] {
    let time = time.advanced(byMicroseconds: -1)
    var events: [InputEvent] = []
    func add(_ type: EventType, _ code: EventCode, _ value: Int32) {
      events.append(InputEvent(time: time, type: type, code: code, value: value))
    }
    for (code, value) in axes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      add(.absolute, code, value)
    }
    for (code, value) in buttons.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where value != 0
    {
      add(.key, code, value)
    }
    // Contacts without slots are sent anew in each frame.
    for (number, values) in hasSlots ? slots.sorted(by: { $0.key < $1.key }) : [] {
      add(.absolute, .absMTSlot, number)
      // The tracking ID comes first: without it, the values would represent a contact.
      add(.absolute, .absMTTrackingID, values[.absMTTrackingID] ?? -1)
      for (code, value) in values.sorted(by: { $0.key.rawValue < $1.key.rawValue })
      where code != .absMTTrackingID {
        add(.absolute, code, value)
      }
    }
    if hasSlots { add(.absolute, .absMTSlot, slot) }
    if !events.isEmpty { add(.synchronization, .synReport, 0) }
    return events
  }
}

/// Saves the recordings that browsers send, and keeps them for the command in the order of their arrival.
package final class RecordingReceiver: Sendable {
  /// A recording that was saved.
  struct Saved {
    /// Its path.
    let path: String
    /// Its number of events and its duration.
    let summary: String
  }

  private let folder: String
  private let saved = Mutex<[Saved]>([])

  /// Creates one for a folder that can be used.
  package init(folder: String) { self.folder = folder }

  /// Throws if the folder can't be used.
  convenience init(_ arguments: Arguments, of command: String) throws(CommandError) {
    let folder = arguments.value("--save") ?? "."
    guard InputFile.isFolder(folder) else {
      throw CommandError(
        "pantograph \(command): --save \(folder): no such folder; make it with `mkdir`")
    }
    guard unsafe access(folder, W_OK | X_OK) == 0 else {
      throw CommandError("pantograph \(command): --save \(folder): \(SystemReason.writing())")
    }
    self.init(folder: folder)
  }

  /// Returns the next recording that has arrived, if there is one.
  func next() -> Saved? {
    saved.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Saves a recording if it can be read; called on a thread of the server.
  package func receive(_ bytes: [UInt8]) -> RecordingReceipt {
    let summary: String
    do {
      summary = try Self.summary(of: bytes)
    } catch {
      return RecordingReceipt(isAccepted: false, sentence: "\(error)")
    }
    do {
      let path = try write(bytes)
      saved.withLock { $0.append(Saved(path: path, summary: summary)) }
      return RecordingReceipt(isAccepted: true, sentence: "\(path), \(summary)")
    } catch {
      let sentence = (error as? CommandError)?.sentence ?? "\(error)"
      var receipt = RecordingReceipt(isAccepted: false, sentence: sentence)
      receipt.isStorable = true
      return receipt
    }
  }

  /// Returns the number of touches and the duration, or throws if it can't be read.
  private static func summary(of bytes: [UInt8]) throws(TraceError) -> String {
    // Fingers and pens are two devices of one recording.
    var reader = RecordingReader(choosing: .every, among: [.pointers])
    var events: [InputEvent] = []
    try reader.read(bytes.span, into: &events)
    try reader.finish(into: &events)
    let touches = events.count { event in
      event.code == .absMTTrackingID && event.value >= 0
        || event.code == .btnToolPen && event.value == 1
    }
    let duration =
      (events.last?.time.microseconds ?? 0) - (events.first?.time.microseconds ?? 0)
    guard duration <= longest else {
      throw TraceError(.invalid("a recording of more than an hour"), line: 1, column: 1)
    }
    var bytes: [UInt8] = []
    bytes.appendFixed(Double(duration) / 1_000_000, decimals: 2)
    let seconds = String(decoding: bytes, as: UTF8.self)
    return "\(touches) touch\(touches == 1 ? "" : "es") in \(seconds) s"
  }

  /// An hour in microseconds: `live browser` plays each recording to its end.
  private static let longest: Int64 = 3_600_000_000

  /// Writes a file with the first free number, which never replaces another, even one of another process.
  private func write(_ bytes: [UInt8]) throws -> String {
    func exists(_ path: String) -> Bool {
      var target = stat()
      return unsafe lstat(path, &target) == 0
    }
    for number in 1...9999 {
      let name = "recording-\(number).json"
      let path = folder == "." ? name : "\(folder)/\(name)"
      guard !exists(path) else { continue }
      let file: OutputFile
      do {
        file = try OutputFile(log: path, replaces: false)
      } catch {
        if exists(path) { continue }
        throw error
      }
      do {
        var content = bytes
        try file.write(&content)
      } catch {
        OutputFile.remove(path)
        throw error
      }
      return path
    }
    throw CommandError("\(folder): 9999 recordings are in it; name another folder with --save")
  }
}
