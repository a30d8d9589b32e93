public import Evdev

/// A format in which recordings are kept.
public enum RecordingFormat: String, CaseIterable, Sendable {
  /// evemu's text, versions 1.0 to 1.3.
  case evemu
  /// The YAML of `libinput record`, version 1.
  case libinput
  /// What evtest prints; it is only read.
  case evtest
  /// What Android's getevent prints; it is only read.
  case getevent

  /// The formats that can be written as well as read.
  public static let writable: [RecordingFormat] = [.evemu, .libinput]

  /// The format that a file of this name should be written in, if its ending tells.
  public init?(path: String) {
    if path.hasSuffix(".yml") || path.hasSuffix(".yaml") {
      self = .libinput
    } else if path.hasSuffix(".evemu") || path.hasSuffix(".events") {
      self = .evemu
    } else {
      return nil
    }
  }
}

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
/// Of several devices one is read, and the others' events are counted; who wants more reads the
/// recording once for each. All count time from the same instant.
public struct RecordingReader: ~Copyable {
  private enum Parser {
    /// Nothing has been seen yet that tells the formats apart.
    case unknown
    case evemu(EvemuReader)
    case libinput(LibinputReader)
    case evtest(EvtestReader)
    case getevent(GeteventReader)
  }

  /// Whether the recording is packed, which its first two bytes tell.
  private enum Packing {
    case unknown(head: [UInt8])
    case none
    case gzip(Decompressor)
  }

  private let choice: DeviceChoice
  private var packing = Packing.unknown(head: [])
  private var lines = LineSplitter()
  private var parser = Parser.unknown

  /// Makes a reader that has read nothing.
  public init(choosing choice: DeviceChoice = .automatic) {
    self.choice = choice
  }

  /// Whether ``eventLines`` are kept.
  public var keepsLines = false
  /// The number of the line of each event so far, from 1, if they are kept; to be emptied together
  /// with the events.
  public var eventLines: [Int] = []

  /// The format, once it is known.
  public var format: RecordingFormat? {
    switch parser {
    case .unknown: nil
    case .evemu: .evemu
    case .libinput: .libinput
    case .evtest: .evtest
    case .getevent: .getevent
    }
  }

  /// The number of the line that comes next, from 1.
  public var line: Int { lines.number }

  /// The devices so far; all are known at the end.
  public var devices: [RecordedDevice] {
    switch parser {
    case .unknown: []
    case .evemu(let reader): [RecordedDevice(description: reader.device)]
    case .libinput(let reader): reader.devices
    case .evtest(let reader): [RecordedDevice(description: reader.device)]
    case .getevent(let reader): reader.devices
    }
  }

  /// The device whose events are read, whole as soon as the first event has been read.
  public var device: DeviceDescription {
    switch parser {
    case .unknown: DeviceDescription()
    case .evemu(let reader): reader.device
    case .libinput(let reader): reader.device
    case .evtest(let reader): reader.device
    case .getevent(let reader): reader.device
    }
  }

  /// The device whose events are read, if there is one, with its node.
  public var chosenDevice: RecordedDevice? {
    switch parser {
    case .unknown: nil
    case .evemu, .evtest: RecordedDevice(description: device)
    case .libinput(let reader): reader.chosenDevice
    case .getevent(let reader): reader.chosenDevice
    }
  }

  /// The number of events so far that were left out because they came from other devices.
  public var eventsOfOtherDevices: Int {
    switch parser {
    case .libinput(let reader): reader.eventsOfOtherDevices
    case .getevent(let reader): reader.eventsOfOtherDevices
    case .unknown, .evemu, .evtest: 0
    }
  }

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
    let wasCut = try lines.finish { (text, line) throws(TraceError) in
      try Self.read(text, line, choice, &parser, &events)
    }
    let endsFrame = hasEndedFrame ?? (events.count > count && events.last?.endsFrame == true)
    if keepsLines { Self.keep(lines.number - 1, of: events, in: &eventLines) }
    if case .getevent(var reader) = parser {
      reader.finish(into: &events)
      parser = .getevent(reader)
      if keepsLines { Self.keep(1, of: events, in: &eventLines) }
    }
    // A last line without an end is whole only if it is known to be: as the end of a frame.
    if wasCut, format != nil, !hasPassedOver, !endsFrame {
      throw TraceError(.expected("the rest of the line"), line: lines.number - 1, column: 1)
    }
    switch parser {
    case .unknown:
      throw TraceError(
        .unsupported(lines.number == 1 ? "the file is empty" : unknownFormat), line: 1, column: 1)
    case .libinput(let reader): try reader.checkEnd(line: lines.number - 1)
    case .evemu, .evtest, .getevent: break
    }
  }

  /// Whether the last line was none of the format's, as the prompt after a copied transcript.
  private var hasPassedOver: Bool {
    switch parser {
    case .evtest(let reader): reader.hasPassedOver
    case .getevent(let reader): reader.hasPassedOver
    case .unknown, .evemu, .libinput: false
    }
  }

  /// Whether the last line ended a frame, in the formats where it may be another device's.
  private var hasEndedFrame: Bool? {
    switch parser {
    case .libinput(let reader): reader.hasEndedFrame
    case .getevent(let reader): reader.hasEndedFrame
    case .unknown, .evemu, .evtest: nil
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
    // Taken out and put back, so that its collections are not shared while they change; and once for
    // all lines, for that takes longer than to read one.
    switch parser {
    case .unknown: try lines.split(rest) { _, _ in }
    case .evemu(var reader):
      parser = .unknown
      defer { parser = .evemu(reader) }
      try readLines(of: rest, &reader, into: &events)
    case .libinput(var reader):
      parser = .unknown
      defer { parser = .libinput(reader) }
      try readLines(of: rest, &reader, into: &events)
    case .evtest(var reader):
      parser = .unknown
      defer { parser = .evtest(reader) }
      try readLines(of: rest, &reader, into: &events)
    case .getevent(var reader):
      parser = .unknown
      defer { parser = .getevent(reader) }
      try readLines(of: rest, &reader, into: &events)
    }
  }

  /// Reads lines until one tells the format, and returns where the next one begins.
  private mutating func readUntilKnown(
    _ piece: Span<UInt8>, into events: inout [InputEvent]
  ) throws(TraceError) -> Int {
    var start = 0
    while case .unknown = parser, let index = LineSplitter.lineEnd(in: piece, from: start) {
      try lines.split(piece.extracting(start...index)) { (text, line) throws(TraceError) in
        try Self.read(text, line, choice, &parser, &events)
        if keepsLines { Self.keep(line, of: events, in: &eventLines) }
      }
      start = index + 1
    }
    return start
  }

  private mutating func readLines<Reader: LineReader>(
    of piece: Span<UInt8>, _ reader: inout Reader, into events: inout [InputEvent]
  ) throws(TraceError) {
    try lines.split(piece) { (text, line) throws(TraceError) in
      try reader.read(text, line: line, into: &events)
      if keepsLines { Self.keep(line, of: events, in: &eventLines) }
    }
  }

  private static func keep(_ line: Int, of events: [InputEvent], in lines: inout [Int]) {
    while lines.count < events.count { lines.append(line) }
  }

  private static func read(
    _ text: Span<UInt8>, _ line: Int, _ choice: DeviceChoice, _ parser: inout Parser,
    _ events: inout [InputEvent]
  ) throws(TraceError) {
    if case .unknown = parser {
      parser = try recognize(text, line, choice)
      try check(choice, parser, line)
    }
    switch parser {
    case .unknown: break
    case .evemu(var reader):
      parser = .unknown
      defer { parser = .evemu(reader) }
      try reader.read(text, line: line, into: &events)
    case .libinput(var reader):
      parser = .unknown
      defer { parser = .libinput(reader) }
      try reader.read(text, line: line, into: &events)
    case .evtest(var reader):
      parser = .unknown
      defer { parser = .evtest(reader) }
      try reader.read(text, line: line, into: &events)
    case .getevent(var reader):
      parser = .unknown
      defer { parser = .getevent(reader) }
      try reader.read(text, line: line, into: &events)
    }
  }

  /// Refuses to look for a device in a format that has only one, without a node.
  private static func check(
    _ choice: DeviceChoice, _ parser: Parser, _ line: Int
  ) throws(TraceError) {
    switch (parser, choice) {
    case (.evemu, .node), (.evtest, .node):
      throw TraceError(
        .unsupported("the only device of this recording has no node"), line: line, column: 1)
    case (.evemu, .number(2...)), (.evtest, .number(2...)):
      throw TraceError(.unsupported("this recording has one device"), line: line, column: 1)
    default: break
    }
  }

  private static func recognize(
    _ text: Span<UInt8>, _ line: Int, _ choice: DeviceChoice
  ) throws(TraceError) -> Parser {
    // What was copied from a terminal may begin with the commands that were typed there.
    guard line < 1000 else {
      throw TraceError(.unsupported(unknownFormat), line: 1, column: 1)
    }
    var cursor = LineCursor(line: line)
    if cursor.skip("# EVEMU ", text) { return .evemu(EvemuReader()) }
    cursor.skipBlanks(text)
    guard let first = cursor.peek(text), first != UInt8(ascii: "#") else { return .unknown }
    for letter: StaticString in ["N:", "I:", "P:", "B:", "A:", "E:"]
    where cursor.skip(letter, text) {
      return .evemu(EvemuReader())
    }
    for key: StaticString in ["version:", "ndevices:", "libinput:", "devices:"]
    where cursor.skip(key, text) {
      return .libinput(LibinputReader(choosing: choice))
    }
    if EvtestReader.recognizes(text) { return .evtest(EvtestReader()) }
    if GeteventReader.recognizes(text) { return .getevent(GeteventReader(choosing: choice)) }
    return .unknown
  }
}

/// What reads one format, line by line.
protocol LineReader {
  /// Reads the next line and appends the events in it.
  mutating func read(
    _ text: Span<UInt8>, line: Int, into events: inout [InputEvent]
  ) throws(TraceError)
}

private let unknownFormat =
  "this is no recording that is known: those of evemu, libinput, evtest and getevent are"
