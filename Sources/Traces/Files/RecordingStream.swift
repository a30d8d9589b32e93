import PantographBase
package import PantographTouches

/// A recording that is read in batches of events, so that memory use does not depend on its length.
public struct RecordingStream: ~Copyable {
  /// Fills a buffer with the next bytes of a recording; it is empty at the end.
  public typealias Source = (_ piece: inout [UInt8]) throws(UnusableFile) -> Void

  /// The path as the user gave it.
  package let path: String
  private let source: Source
  private let choice: DeviceChoice
  private let isLenient: Bool
  private var reader: RecordingReader
  private var piece: [UInt8] = []
  /// The events of the first batch of a recording in memory.
  private var pending: [InputEvent] = []

  /// The events of the last batch.
  package private(set) var events: [InputEvent] = []
  /// Whether everything has been read.
  package private(set) var isOver = false
  /// The number of gaps of more than an hour between two events.
  package private(set) var longPauses = 0
  private var lastTime: Timestamp?
  /// The damage at which a leniently read recording ends.
  public private(set) var damage: UnusableFile?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - choice: the device whose events are read.
  ///   - isLenient: whether damage ends the recording instead of being an error.
  public init(
    _ path: String, choosing choice: DeviceChoice = .automatic, isLenient: Bool = false
  ) throws(UnusableFile) {
    let file = try OpenFile(path)
    self.init(
      reading: { (piece) throws(UnusableFile) in try file.read(into: &piece) }, named: path,
      choosing: choice, isLenient: isLenient)
  }

  /// Opens a file whose path need not be UTF-8, as C has it.
  package init(bytesOfPath path: UnsafePointer<CChar>) throws(UnusableFile) {
    let file = try unsafe OpenFile(bytesOfPath: path)
    self.init(
      reading: { (piece) throws(UnusableFile) in try file.read(into: &piece) }, named: file.path)
  }

  /// Opens events in memory, without a description of their device.
  ///
  /// - Parameters:
  ///   - events: the events.
  ///   - path: the name of their recording, for errors.
  package init(_ events: [InputEvent], named path: String = "recording") {
    self.init(reading: { (piece) throws(UnusableFile) in piece = [] }, named: path)
    pending = events
    isOver = true
  }

  /// Opens a recording in memory.
  ///
  /// - Parameters:
  ///   - bytes: the whole recording.
  ///   - path: the name of the recording, for errors.
  ///   - choice: the device whose events are read.
  public init(
    bytes: [UInt8], named path: String = "recording", choosing choice: DeviceChoice = .automatic
  ) {
    var rest = bytes
    self.init(
      reading: { (piece) throws(UnusableFile) in
        piece = rest
        rest = []
      }, named: path, choosing: choice)
  }

  /// Opens a recording from any source.
  ///
  /// - Parameters:
  ///   - source: returns the next bytes until there are none.
  ///   - path: the name of the recording, for errors.
  ///   - choice: the device whose events are read.
  ///   - isLenient: whether damage ends the recording instead of being an error.
  public init(
    reading source: @escaping Source, named path: String,
    choosing choice: DeviceChoice = .automatic, isLenient: Bool = false
  ) {
    self.source = source
    self.path = path
    self.choice = choice
    self.isLenient = isLenient
    reader = RecordingReader(choosing: choice)
  }

  /// The format, once it is known.
  package var format: RecordingFormat? { reader.format }

  /// The device's description of itself, complete once there are events.
  package var device: DeviceDescription { reader.device }

  /// The devices of the recording, complete at its end.
  package var devices: [RecordedDevice] { reader.devices }

  /// The device whose events are read, if there is one.
  package var chosenDevice: RecordedDevice? { reader.chosenDevice }

  /// The number of events left out because they came from other devices.
  package var eventsOfOtherDevices: Int { reader.eventsOfOtherDevices }

  /// What the recording lacks that recordings of the kernel's events have, complete at its end.
  package var remarks: [String] { reader.remarks }

  /// Those of its ``remarks`` that make the results of a replay less exact.
  package var notes: [String] { Remarks.aboutExactness(remarks) }

  /// Whether the line of each event is kept in ``eventLines``.
  package var keepsLines: Bool {
    get { reader.keepsLines }
    set { reader.keepsLines = newValue }
  }

  /// The line of each event of the last batch, from 1, if lines are kept.
  package var eventLines: [Int] { reader.eventLines }

  /// The index in ``devices`` for each event of the last batch, if lines are kept and all devices are
  /// read.
  package var eventDevices: [Int] { reader.eventDevices }

  /// The number of the last line read, from 1.
  package var lastLine: Int { max(reader.line - 1, 1) }

  /// Reads until there are more events, and returns whether there are.
  package mutating func readBatch() throws(UnusableFile) -> Bool {
    events.removeAll(keepingCapacity: true)
    swap(&events, &pending)
    reader.eventLines.removeAll(keepingCapacity: true)
    reader.eventDevices.removeAll(keepingCapacity: true)
    while !isOver, events.isEmpty {
      try source(&piece)
      if let error = readPiece() {
        isOver = true
        try end(with: error)
      } else if piece.isEmpty {
        isOver = true
        try checkChoice()
      }
    }
    countLongPauses()
    return !events.isEmpty
  }

  private mutating func countLongPauses() {
    guard var last = lastTime ?? events.first?.time else { return }
    for event in events {
      if event.time.microseconds &- last.microseconds > InputEvent.longestPause { longPauses += 1 }
      last = event.time
    }
    lastTime = last
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

  private mutating func end(with error: TraceError) throws(UnusableFile) {
    var mistake = UnusableFile(
      path, line: error.line, column: error.column, error.sentence, because: .damaged)
    // Nothing of it can be used.
    let isUnknown = if case .unsupported = error.reason { reader.format == nil } else { false }
    let isInvalid = if case .invalid = error.reason { true } else { false }
    if isUnknown || isInvalid {
      mistake.reason = .malformed
      throw mistake
    }
    guard isLenient else { throw mistake }
    damage = mistake
  }

  private func checkChoice() throws(UnusableFile) {
    guard reader.chosenDevice == nil, !devices.isEmpty, choice != .every else { return }
    let sentence =
      choice == .automatic ? "none of its devices is touched" : "no such device"
    throw UnusableFile(path, sentence, because: .withoutDevice(among: devices))
  }

  /// Throws an error if a recording ends inside a frame.
  package mutating func checkEnd(isInsideFrame: Bool) throws(UnusableFile) {
    guard isInsideFrame, damage == nil else { return }
    let mistake = UnusableFile(
      path, line: lastLine, column: 1, "the recording ends inside a frame: it was cut off",
      because: .damaged)
    guard isLenient else { throw mistake }
    damage = mistake
  }

  /// Returns the surface on which the recorded fingers moved.
  ///
  /// - Parameter described: a description to use instead of the recording's own.
  package func surface(
    describedBy described: DeviceDescription? = nil
  ) throws(UnusableFile) -> Surface {
    let device = described ?? device
    do {
      return try Surface(device)
    } catch {
      guard device.capabilities.isEmpty else { throw UnusableFile(path, error.description) }
      throw UnusableFile(
        path, "no description of the device", because: .withoutDescription)
    }
  }
}
