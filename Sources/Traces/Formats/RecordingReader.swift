import PantographCZlib
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
  private var reader: (any LineReader & AnyObject)?
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
      guard head.count >= Decompressor.magic.count else { return }
      packing = head.starts(with: Decompressor.magic) ? .gzip(Decompressor()) : .none
      try read(head.span, into: &events)
    }
  }

  /// Reads the rest when there are no more pieces.
  package mutating func finish(into events: inout [InputEvent]) throws(TraceError) {
    switch packing {
    case .unknown(let head):
      packing = .none
      try readPlain(head.span, into: &events)
    case .gzip(let decompressor) where decompressor.isInsideMember: throw damage
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
    let wasCut = try finishLine(into: &events)
    let hasEvent = events.count > count
    let endsFrame = reader?.hasEndedFrame ?? (hasEvent && events.last?.endsFrame == true)
    numbers.note(lines.number - 1, reader?.lastDevice ?? 0, of: events)
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

  /// Reads the text after the last line end, and returns whether there was any.
  private mutating func finishLine(into events: inout [InputEvent]) throws(TraceError) -> Bool {
    var lines = lines
    defer { self.lines = lines }
    return try lines.finish { (text, line) throws(TraceError) in
      try read(text, line, into: &events)
    }
  }

  private mutating func decompress(
    _ piece: Span<UInt8>, _ decompressor: Decompressor, into events: inout [InputEvent]
  ) throws(TraceError) {
    decompressor.give(piece)
    var chunk: [UInt8] = []
    while decompressor.decompress(into: &chunk) { try readPlain(chunk.span, into: &events) }
    if decompressor.isDamaged { throw damage }
  }

  /// The error for truncated or invalid gzip data.
  private var damage: TraceError {
    TraceError(
      .expected("more gzip data: it is damaged or truncated"), line: line, column: 1)
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
    guard reader != nil else { return try lines.split(rest) { _, _ in } }
    try reader?.readLines(of: rest, cutBy: &lines, into: &events, noting: &numbers)
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

/// Decompresses gzip data in pieces and in constant memory.
///
///     decompressor.give(piece)
///     while try decompressor.decompress(into: &chunk) { use(chunk) }
@safe final class Decompressor {
  /// The first two bytes of gzip data (RFC 1952).
  static let magic: [UInt8] = [0x1f, 0x8b]

  private static let chunkSize = 1 << 16

  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var inputOffset = 0
  /// Whether a gzip member has begun and not ended.
  private(set) var isInsideMember = false
  /// Whether the rest is not valid gzip data.
  private(set) var isDamaged = false

  init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // It fails only without memory, and then nothing else would work either.
    unsafe zlib_gzip_inflate_init(stream)
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Sets the next compressed bytes; all previous ones must have been decompressed.
  func give(_ piece: Span<UInt8>) {
    input.removeAll(keepingCapacity: true)
    for index in piece.indices { input.append(piece[index]) }
    inputOffset = 0
  }

  /// Decompresses the next bytes, and returns whether there are any; if not, more input is needed.
  func decompress(into chunk: inout [UInt8]) -> Bool {
    chunk.removeAll(keepingCapacity: true)
    while !isDamaged {
      if !isInsideMember { skipPadding() }
      guard inputOffset < input.count || isInsideMember else { return false }
      isInsideMember = true
      chunk.append(contentsOf: repeatElement(0, count: Self.chunkSize))
      let (status, taken, made) = inflate(into: &chunk)
      inputOffset += taken
      chunk.removeLast(Self.chunkSize - made)
      switch status {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END:
        isInsideMember = false
        unsafe inflateReset(stream)
      default: isDamaged = true
      }
      // The output before the damage is valid.
      if made > 0 { return true }
      if inputOffset == input.count { return false }
    }
    return false
  }

  /// Skips the zeros that tapes and some programs add at the end.
  private func skipPadding() {
    while inputOffset < input.count, input[inputOffset] == 0 { inputOffset += 1 }
  }

  private func inflate(into chunk: inout [UInt8]) -> (status: Int32, taken: Int, made: Int) {
    let left = input.count - inputOffset
    let status = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe chunk.withUnsafeMutableBufferPointer { chunk in
        unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + inputOffset }
        unsafe stream.pointee.avail_in = UInt32(left)
        unsafe stream.pointee.next_out = chunk.baseAddress
        unsafe stream.pointee.avail_out = UInt32(chunk.count)
        return unsafe PantographCZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    let unused = unsafe (Int(stream.pointee.avail_in), Int(stream.pointee.avail_out))
    return (status, left - unused.0, Self.chunkSize - unused.1)
  }
}
