public import Evdev

/// Reads a recording in any known format, a piece at a time.
///
/// The format is told from the content, and what gzip has packed is unpacked. Memory use does not grow
/// with the recording.
///
///     var reader = RecordingReader()
///     var events: [InputEvent] = []
///     try reader.read(bytes.span, into: &events)
///     try reader.finish(into: &events)
///
/// Of several devices one is read, and the others' events are counted; or every one is. All count time from the same instant.
public struct RecordingReader: ~Copyable {
  /// Whether the recording is packed, which its first two bytes tell.
  private enum Packing {
    case unknown(head: [UInt8])
    case none
    case gzip(Decompressor)
  }

  private let choice: DeviceChoice
  private let formats: [RecordingFormat]
  private var packing = Packing.unknown(head: [])
  private var lines = LineSplitter()
  /// What reads the lines, once one has told the format.
  private var reader: (any LineReader)?
  private var numbers = EventLines()

  /// Makes a reader that has read nothing.
  public init(choosing choice: DeviceChoice = .automatic) {
    self.init(choosing: choice, among: RecordingFormat.allCases)
  }

  /// Makes a reader that knows these formats, and has read nothing.
  package init(choosing choice: DeviceChoice = .automatic, among formats: [RecordingFormat]) {
    self.choice = choice
    self.formats = formats
  }

  /// Whether ``eventLines`` are kept.
  public var keepsLines: Bool {
    get { numbers.areKept }
    set { numbers.areKept = newValue }
  }
  /// The number of the line of each event so far, from 1, if they are kept; to be emptied together
  /// with the events.
  public var eventLines: [Int] {
    get { numbers.numbers }
    _modify { yield &numbers.numbers }
  }

  /// The index in ``devices`` of the device of each event so far, if lines are kept and every device is read;
  /// to be emptied together with the events.
  public var eventDevices: [Int] {
    get { numbers.devices }
    _modify { yield &numbers.devices }
  }

  /// The format, once it is known.
  public private(set) var format: RecordingFormat?

  /// The number of the line that comes next, from 1.
  public var line: Int { lines.number }

  /// The devices so far; all are known at the end.
  public var devices: [RecordedDevice] { reader?.devices ?? [] }

  /// The device whose events are read, whole as soon as the first event has been read.
  public var device: DeviceDescription { reader?.device ?? DeviceDescription() }

  /// The device whose events are read, if there is one, with its node.
  public var chosenDevice: RecordedDevice? { reader?.chosenDevice }

  /// The number of events so far that were left out because they came from other devices.
  public var eventsOfOtherDevices: Int { reader?.eventsOfOtherDevices ?? 0 }

  /// Reads the next piece and appends the events in it.
  ///
  /// What was read before an error stays in `events`.
  public mutating func read(
    _ piece: Span<UInt8>, into events: inout [InputEvent]
  ) throws(TraceError) {
    switch packing {
    case .none: try readPlain(piece, into: &events)
    case .gzip(let decompressor): try unpack(piece, decompressor, into: &events)
    case .unknown(var head):
      for index in piece.indices { head.append(piece[index]) }
      packing = .unknown(head: head)
      guard head.count >= Decompressor.magic.count else { return }
      packing = head.starts(with: Decompressor.magic) ? .gzip(Decompressor()) : .none
      try read(head.span, into: &events)
    }
  }

  /// Reads what is left when there are no more pieces.
  public mutating func finish(into events: inout [InputEvent]) throws(TraceError) {
    switch packing {
    case .unknown(let head):
      packing = .none
      try readPlain(head.span, into: &events)
    case .gzip(let decompressor) where decompressor.isInsideMember: throw damage
    case .gzip, .none: break
    }
    let count = events.count
    let wasCut = try finishLine(into: &events)
    let hasEvent = events.count > count
    let endsFrame = reader?.hasEndedFrame ?? (hasEvent && events.last?.endsFrame == true)
    numbers.note(lines.number - 1, reader?.lastDevice ?? 0, of: events)
    reader?.finish(into: &events)
    numbers.note(1, reader?.lastDevice ?? 0, of: events)
    // A last line without a newline is whole, unless it is an event within a frame: its value may be cut.
    if wasCut, let reader, !endsFrame, hasEvent || reader.hasEvents && !reader.hasPassedOver {
      throw TraceError(.expected("the rest of the line"), line: lines.number - 1, column: 1)
    }
    guard let reader else {
      throw TraceError(
        .unsupported(lines.number == 1 ? "the file is empty" : unknownFormat), line: 1, column: 1)
    }
    try reader.checkEnd(line: lines.number - 1)
  }

  /// Reads what follows the last line end, and tells whether anything did.
  private mutating func finishLine(into events: inout [InputEvent]) throws(TraceError) -> Bool {
    var lines = lines
    defer { self.lines = lines }
    return try lines.finish { (text, line) throws(TraceError) in
      try read(text, line, into: &events)
    }
  }

  private mutating func unpack(
    _ piece: Span<UInt8>, _ decompressor: Decompressor, into events: inout [InputEvent]
  ) throws(TraceError) {
    decompressor.give(piece)
    var chunk: [UInt8] = []
    while true {
      do {
        guard try decompressor.unpack(into: &chunk) else { return }
      } catch {
        throw damage
      }
      try readPlain(chunk.span, into: &events)
    }
  }

  /// What is packed ends here, or is not what gzip writes.
  private var damage: TraceError {
    TraceError(
      .expected("more of what gzip has packed: it is damaged or cut off"), line: line, column: 1)
  }

  private mutating func readPlain(
    _ piece: Span<UInt8>, into events: inout [InputEvent]
  ) throws(TraceError) {
    let start = try readUntilKnown(piece, into: &events)
    let rest = piece.extracting(start..<piece.count)
    guard var reader else { return try lines.split(rest) { _, _ in } }
    // Taken out and put back, so that its collections are not shared while they change; and once for
    // all lines, for that takes longer than to read one.
    self.reader = nil
    defer { self.reader = reader }
    try reader.readLines(of: rest, cutBy: &lines, into: &events, noting: &numbers)
  }

  /// Reads lines until one tells the format, and returns where the next one begins.
  private mutating func readUntilKnown(
    _ piece: Span<UInt8>, into events: inout [InputEvent]
  ) throws(TraceError) -> Int {
    var start = 0
    while reader == nil, let index = LineSplitter.lineEnd(in: piece, from: start) {
      var lines = lines
      defer { self.lines = lines }
      try lines.split(piece.extracting(start...index)) { (text, line) throws(TraceError) in
        try read(text, line, into: &events)
        numbers.note(line, reader?.lastDevice ?? 0, of: events)
      }
      start = index + 1
    }
    return start
  }

  private mutating func read(
    _ text: Span<UInt8>, _ line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    if reader == nil { try recognize(text, line) }
    try reader?.read(text, line: line, into: &events)
  }

  private mutating func recognize(_ text: Span<UInt8>, _ line: Int) throws(TraceError) {
    // What was copied from a terminal may begin with the commands that were typed there.
    guard line < 1000 else {
      throw TraceError(.unsupported(unknownFormat), line: 1, column: 1)
    }
    if let complaint = ForeignFormat.complaint(text) {
      throw TraceError(.unsupported(complaint), line: line, column: 1)
    }
    guard let found = formats.first(where: { $0.reader.recognizes(text) }) else { return }
    format = found
    reader = found.reader.init(choosing: choice)
    guard !found.reader.hasNodes else { return }
    // One device without a node need not be looked for.
    switch choice {
    case .node:
      throw TraceError(
        .unsupported("the only device of this recording has no node"), line: line, column: 1)
    case .automatic, .every, .number(1): break
    case .number:
      throw TraceError(.unsupported("this recording has one device"), line: line, column: 1)
    }
  }

  private var unknownFormat: String {
    let names = formats.map(\.rawValue)
    return "this is no recording that is known: those of "
      + names.dropLast().joined(separator: ", ") + " and \(names.last ?? "") are"
  }
}
