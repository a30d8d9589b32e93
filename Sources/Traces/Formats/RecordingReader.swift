package import PantographTouches

/// Reads a recording in any known format, in pieces.
///
/// The format is detected from the content, and gzip data are decompressed. Memory use does not grow with the
/// recording, except for recordings of pointers and of revent, which are read whole.
///
///     var reader = RecordingReader()
///     var events: [InputEvent] = []
///     try reader.read(bytes.span, into: &events)
///     try reader.finish(into: &events)
///
/// Of several devices, either one is read and the others' events are counted, or all are read. All of them
/// use the same time base.
package struct RecordingReader: ~Copyable {
  /// The compression of the recording, according to its first two bytes.
  private enum Packing {
    case unknown(head: [UInt8])
    case none
    case gzip(Decompressor)

    /// The first two bytes of gzip data (RFC 1952).
    static let gzipMagic: [UInt8] = [0x1f, 0x8b]
  }

  /// The structure of the recording, according to its first bytes.
  private enum Structure {
    case unknown(head: [UInt8])
    case lines
    case json
    case revent(ReventReader)
  }

  private let choice: DeviceChoice
  private let formats: [RecordingFormat]
  private var structure = Structure.unknown(head: [])
  private var file: PointerFile
  private var packing = Packing.unknown(head: [])
  private var lines = LineSplitter()
  /// The reader of the lines, once the format is known.
  private var reader: (any SharedLineReader)?
  private var numbers = EventLines()

  /// Creates a reader of all known formats.
  package init(choosing choice: DeviceChoice = .automatic) {
    self.init(choosing: choice, among: RecordingFormat.allCases)
  }

  /// Creates a reader of these formats.
  package init(choosing choice: DeviceChoice = .automatic, among formats: [RecordingFormat]) {
    self.choice = choice
    self.formats = formats
    file = PointerFile(choosing: choice, among: formats)
  }

  /// Whether ``eventLines`` are kept.
  package var keepsLines: Bool {
    get { numbers.areKept }
    set { numbers.areKept = newValue }
  }
  /// The line number of each event so far, from 1, if they are kept; clear it together with the events.
  package var eventLines: [Int] {
    get { numbers.numbers }
    _modify { yield &numbers.numbers }
  }

  /// The index in ``devices`` of the device of each event so far, if lines are kept and every device is read.
  ///
  /// Clear it together with the events.
  package var eventDevices: [Int] {
    get { numbers.devices }
    _modify { yield &numbers.devices }
  }

  /// The format, once it is known.
  package var format: RecordingFormat? { file.format ?? lineFormat }
  private var lineFormat: RecordingFormat?
  /// Whether there is text before the recording.
  private var hasText = false

  /// The number of the next line, from 1.
  package var line: Int { lines.number + file.lineCount }

  /// The devices so far, complete at the end.
  package var devices: [RecordedDevice] { reader?.devices ?? file.devices?.all ?? [] }

  /// The description of the device whose events are read, complete when the first event has been read.
  package var device: DeviceDescription {
    reader?.device ?? file.devices?.chosen?.description ?? DeviceDescription()
  }

  /// The device whose events are read, with its node, if there is one.
  package var chosenDevice: RecordedDevice? { reader?.chosenDevice ?? file.devices?.chosen }

  /// The number of events so far that were omitted because they belong to other devices.
  package var eventsOfOtherDevices: Int {
    reader?.eventsOfOtherDevices ?? file.devices?.eventsOfOthers ?? 0
  }

  /// What the recording lacks that recordings of the kernel's events have, each as a sentence; complete at the
  /// end.
  package var remarks: [String] { reader?.remarks ?? file.devices?.remarks ?? [] }

  /// Reads the next piece and appends the events in it.
  ///
  /// Events before an error stay in `events`.
  package mutating func read(
    _ piece: Span<UInt8>, into events: inout [InputEvent]
  ) throws(TraceError) {
    switch packing {
    case .none: try readPlain(piece, into: &events)
    case .gzip(let decompressor): try decompress(piece, decompressor, into: &events)
    case .unknown(var head):
      for index in piece.indices { head.append(piece[index]) }
      packing = .unknown(head: head)
      guard head.count >= Packing.gzipMagic.count else { return }
      packing = head.starts(with: Packing.gzipMagic) ? .gzip(Decompressor()) : .none
      try read(head.span, into: &events)
    }
  }

  /// Reads the rest when there are no more pieces.
  package mutating func finish(into events: inout [InputEvent]) throws(TraceError) {
    switch packing {
    case .unknown(let head):
      packing = .none
      try readPlain(head.span, into: &events)
    case .gzip(let decompressor) where decompressor.isInsideMember:
      throw packingError(.damagedGzip)
    case .gzip, .none: break
    }
    if case .unknown(let head) = structure {
      structure = .lines
      try readLines(head.span, into: &events)
    }
    if case .json = structure { return try finishFile(into: &events) }
    if case .revent(var revent) = structure {
      lineFormat = .revent
      defer { reader = LineReaderBox(revent) }
      return try revent.finish(into: &events, noting: &numbers)
    }
    let count = events.count
    let wasCut = lines.isInsideLine
    if wasCut { try readLines([0x0a].span, into: &events) }
    let hasEvent = events.count > count
    let endsFrame = reader?.hasEndedFrame ?? (hasEvent && events.last?.endsFrame == true)
    try reader?.finish(into: &events, noting: &numbers)
    numbers.note(1, reader?.lastDevice ?? 0, of: events)
    // A last line without a newline is complete, unless it is an event within a frame, whose value may be
    // truncated.
    if wasCut, let reader, !endsFrame, hasEvent || reader.hasEvents && !reader.hasIgnoredLine {
      throw TraceError(.expected("the rest of the line"), line: lines.number - 1, column: 1)
    }
    guard let reader else {
      throw TraceError(
        .unsupported(
          lines.number == 1 ? "the file is empty" : RecordingFormat.unknown(among: formats)),
        line: 1, column: 1)
    }
    try reader.checkEnd(line: lines.number - 1)
  }

  /// Reads the complete JSON file.
  private mutating func finishFile(into events: inout [InputEvent]) throws(TraceError) {
    var file = file
    defer { self.file = file }
    try file.finish { event, line, device in
      events.append(event)
      numbers.note(line, device, of: events)
    }
  }

  private mutating func decompress(
    _ piece: Span<UInt8>, _ decompressor: Decompressor, into events: inout [InputEvent]
  ) throws(TraceError) {
    decompressor.give(piece)
    var chunk: [UInt8] = []
    while decompressor.decompress(into: &chunk) { try readPlain(chunk.span, into: &events) }
    if let fault = decompressor.fault { throw packingError(fault) }
  }

  /// Returns an error in the compressed data, at the line up to which they could be decompressed.
  private func packingError(_ reason: TraceError.Reason) -> TraceError {
    TraceError(reason, line: line, column: 1)
  }

  private mutating func readPlain(
    _ piece: Span<UInt8>, into events: inout [InputEvent]
  ) throws(TraceError) {
    switch structure {
    case .lines: try readLines(piece, into: &events)
    case .json: try file.append(piece)
    case .revent(var revent):
      // Moved out and back, so that its bytes are not copied.
      structure = .lines
      defer { structure = .revent(revent) }
      try revent.append(piece)
    case .unknown(let head)
    where head.isEmpty && PointerFile.begins(piece) == false && ReventReader.begins(piece) == false:
      // Nearly always the first piece tells, and need not be copied.
      structure = .lines
      try readLines(piece, into: &events)
    case .unknown(var head):
      for index in piece.indices { head.append(piece[index]) }
      structure = .unknown(head: head)
      guard let isRevent = ReventReader.begins(head.span),
        let isJSON = PointerFile.begins(head.span)
      else { return }
      structure = isJSON ? .json : isRevent ? .revent(ReventReader(choosing: choice)) : .lines
      try readPlain(head.span, into: &events)
    }
  }

  private mutating func readLines(
    _ piece: Span<UInt8>, into events: inout [InputEvent]
  ) throws(TraceError) {
    let start = try readUntilKnown(piece, into: &events)
    let rest = piece.extracting(start..<piece.count)
    guard let reader else { return try lines.split(rest) { _, _ in } }
    try reader.readLines(of: rest, cutBy: &lines, into: &events, noting: &numbers)
  }

  /// Reads lines until one determines the format, and returns the start of the next.
  private mutating func readUntilKnown(
    _ piece: Span<UInt8>, into events: inout [InputEvent]
  ) throws(TraceError) -> Int {
    var start = 0
    while reader == nil, let index = LineSplitter.lineEnd(in: piece, from: start) {
      var lines = lines
      defer { self.lines = lines }
      try lines.split(piece.extracting(start...index)) { (text, line) throws(TraceError) in
        try recognize(text, line)
        try readRecognized(text, line, into: &events)
      }
      start = index + 1
    }
    return start
  }

  /// Reads the line that has determined the format, if it has.
  private mutating func readRecognized(
    _ text: Span<UInt8>, _ line: Int, into events: inout [InputEvent]
  ) throws(TraceError) {
    guard let reader else { return }
    var bytes: [UInt8] = []
    for index in text.indices { bytes.append(text[index]) }
    bytes += [0x0d, 0x0a]
    var lines = LineSplitter(from: line)
    try reader.readLines(of: bytes.span, cutBy: &lines, into: &events, noting: &numbers)
  }

  private mutating func recognize(_ text: Span<UInt8>, _ line: Int) throws(TraceError) {
    // Text that was copied from a terminal may begin with the commands that were typed there.
    guard line < 1000 else {
      throw TraceError(
        .unsupported(RecordingFormat.unknown(among: formats)), line: 1, column: 1)
    }
    if let complaint = ForeignFormat.complaint(text) {
      throw TraceError(.unsupported(complaint), line: line, column: 1)
    }
    guard let (found, reading) = lineReading(of: text) else {
      if !LineCursor.isComment(text) { hasText = true }
      return
    }
    lineFormat = found
    reader = reading.makeReader(choice)
    guard !reading.hasNodes else { return }
    // A single device without a node is chosen automatically.
    switch choice {
    case .node:
      throw TraceError(
        .unsupported("the only device of this recording has no node"), line: line, column: 1)
    case .automatic, .every, .number(1): break
    case .number:
      throw TraceError(.unsupported("this recording has one device"), line: line, column: 1)
    }
  }

  /// Returns the format that a line starts, with its reader.
  private func lineReading(of text: Span<UInt8>) -> (RecordingFormat, LineReading)? {
    for format in formats {
      guard case .lines(let reading) = format.reading, reading.recognizes(text) else { continue }
      let isNoted = format == .libinput && (hasText || NotedLibinputReader.isInset(text))
      return (format, isNoted ? LineReading(by: NotedLibinputReader.self) : reading)
    }
    guard formats.contains(.libinput), NotedLibinputReader.recognizes(text) else { return nil }
    return (.libinput, LineReading(by: NotedLibinputReader.self))
  }
}
