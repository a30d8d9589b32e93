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
/// The format is told from the content. Memory use does not grow with the recording.
///
///     var reader = RecordingReader()
///     var events: [InputEvent] = []
///     try reader.read(bytes.span, into: &events)
///     try reader.finish(into: &events)
public struct RecordingReader {
  private enum Parser {
    /// Nothing has been seen yet that tells the formats apart.
    case unknown
    case evemu(EvemuReader)
    case libinput(LibinputReader)
    case evtest(EvtestReader)
    case getevent(GeteventReader)
  }

  private var lines = LineSplitter()
  private var parser = Parser.unknown

  /// Makes a reader that has read nothing.
  public init() {}

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

  /// The device, whole as soon as the first event has been read.
  public var device: DeviceDescription {
    switch parser {
    case .unknown: DeviceDescription()
    case .evemu(let reader): reader.device
    case .libinput(let reader): reader.device
    case .evtest(let reader): reader.device
    case .getevent(let reader): reader.device
    }
  }

  /// The node of the device whose events are read, where the recording names one with each event.
  public var node: String? {
    if case .getevent(let reader) = parser { reader.node } else { nil }
  }

  /// The number of events so far that were left out because they came from other devices.
  public var eventsOfOtherDevices: Int {
    if case .getevent(let reader) = parser { reader.eventsOfOtherDevices } else { 0 }
  }

  /// Reads the next piece and appends the events in it.
  ///
  /// What was read before an error stays in `events`.
  public mutating func read(
    _ piece: Span<UInt8>, into events: inout [InputEvent]
  ) throws(TraceError) {
    try lines.split(piece) { (text, line) throws(TraceError) in
      try Self.read(text, line, &parser, &events)
    }
  }

  /// Reads what is left when there are no more pieces.
  public mutating func finish(into events: inout [InputEvent]) throws(TraceError) {
    let count = events.count
    let wasCut = try lines.finish { (text, line) throws(TraceError) in
      try Self.read(text, line, &parser, &events)
    }
    if case .getevent(var reader) = parser {
      reader.finish(into: &events)
      parser = .getevent(reader)
    }
    // A last line without an end is whole only if it is known to be: as the end of a frame.
    if wasCut, format != nil, !hasPassedOver,
      events.count == count || events.last?.endsFrame == false
    {
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

  private static func read(
    _ text: Span<UInt8>, _ line: Int, _ parser: inout Parser, _ events: inout [InputEvent]
  ) throws(TraceError) {
    if case .unknown = parser { parser = try recognize(text, line) }
    switch parser {
    case .unknown: break
    case .evemu(var reader):
      // Taken out and put back, so that its collections are not shared while they change.
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

  private static func recognize(_ text: Span<UInt8>, _ line: Int) throws(TraceError) -> Parser {
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
      return .libinput(LibinputReader())
    }
    if EvtestReader.recognizes(text) { return .evtest(EvtestReader()) }
    if GeteventReader.recognizes(text) { return .getevent(GeteventReader()) }
    // What was copied from a terminal may begin with the commands that were typed there.
    guard line < 1000 else {
      throw TraceError(.unsupported(unknownFormat), line: 1, column: 1)
    }
    return .unknown
  }
}

private let unknownFormat =
  "this is no recording that is known: those of evemu, libinput, evtest and getevent are"
