import PantographBase

/// Writes the packets of a Perfetto trace.
///
/// The field numbers are from perfetto/trace: trace.proto, trace_packet.proto, track_descriptor.proto and
/// track_event.proto.
struct TracePackets {
  /// The bytes that were written and not yet removed.
  var bytes: [UInt8] = []
  private var isFirst = true

  /// A track of the trace, with a unique number.
  struct Track {
    var number: UInt64
    var parent: Track.Number?
    var name: String
    /// The position among tracks with the same parent.
    var rank: UInt64 = 0
    /// The unit of a counter, which may be empty; `nil` if it is not a counter.
    var unit: String?

    typealias Number = UInt64
  }

  /// An annotation of an event.
  enum Note {
    case flag(Bool)
    case count(UInt64)
    case number(Double)
    case text(String)
  }

  /// The ID of the only process and its only thread.
  private static let process: UInt64 = 1

  /// Declares the process, whose tracks are ordered by rank.
  mutating func declareProcess(_ number: Track.Number, _ name: String) {
    declare { track in
      track.append(1, number)
      track.append(
        3,
        ProtobufMessage { process in
          process.append(1, Self.process)
          process.append(6, name)
        })
      // EXPLICIT
      track.append(11, 3)
    }
  }

  /// Declares the thread.
  mutating func declareThread(_ number: Track.Number, in parent: Track.Number, _ name: String) {
    declare { track in
      track.append(1, number)
      track.append(5, parent)
      track.append(
        4,
        ProtobufMessage { thread in
          thread.append(1, Self.process)
          thread.append(2, Self.process)
          thread.append(5, name)
        })
    }
  }

  /// Declares a track.
  mutating func declare(_ track: Track) {
    declare { message in
      message.append(1, track.number)
      if let parent = track.parent { message.append(5, parent) }
      message.append(2, track.name)
      if let unit = track.unit {
        message.append(8, ProtobufMessage { if !unit.isEmpty { $0.append(6, unit) } })
      } else {
        message.append(11, 3)
      }
      message.append(12, track.rank)
    }
  }

  /// Begins a slice.
  mutating func begin(
    _ name: String, on track: Track.Number, at time: Timestamp, _ notes: [(String, Note)] = []
  ) {
    event(1, on: track, at: time) { Self.write(name, notes, into: &$0) }
  }

  /// Ends the innermost slice of a track.
  mutating func end(
    on track: Track.Number, at time: Timestamp, _ notes: [(String, Note)] = []
  ) {
    event(2, on: track, at: time) { Self.write(nil, notes, into: &$0) }
  }

  /// Writes an instant event.
  mutating func mark(
    _ name: String, on track: Track.Number, at time: Timestamp, _ notes: [(String, Note)]
  ) {
    event(3, on: track, at: time) { Self.write(name, notes, into: &$0) }
  }

  /// Sets the value of a counter.
  mutating func count(_ value: Double, on track: Track.Number, at time: Timestamp) {
    event(4, on: track, at: time) { $0.append(44, number: value) }
  }

  // MARK: Messages

  private static func write(
    _ name: String?, _ notes: [(String, Note)], into event: inout ProtobufMessage
  ) {
    if let name { event.append(23, name) }
    for (name, note) in notes {
      event.append(
        4,
        ProtobufMessage { message in
          message.append(10, name)
          switch note {
          case .flag(let flag): message.append(2, flag ? 1 : 0)
          case .count(let count): message.append(3, count)
          case .number(let number): message.append(5, number: number)
          case .text(let text): message.append(6, text)
          }
        })
    }
  }

  private mutating func declare(_ fill: (inout ProtobufMessage) -> Void) {
    packet { $0.append(60, ProtobufMessage(fill)) }
  }

  private mutating func event(
    _ type: UInt64, on track: Track.Number, at time: Timestamp,
    _ fill: (inout ProtobufMessage) -> Void
  ) {
    packet { packet in
      // Nanoseconds; a trajectory starts at 0.
      packet.append(8, UInt64(max(time.microseconds, 0)) &* 1000)
      packet.append(
        11,
        ProtobufMessage { event in
          event.append(9, type)
          event.append(11, track)
          fill(&event)
        })
    }
  }

  /// Writes a packet; all packets have the same sequence ID.
  private mutating func packet(_ fill: (inout ProtobufMessage) -> Void) {
    var packet = ProtobufMessage(fill)
    packet.append(10, 1)
    // SEQ_INCREMENTAL_STATE_CLEARED: no earlier packet was lost.
    if isFirst { packet.append(13, 1) }
    isFirst = false
    var trace = ProtobufMessage()
    trace.append(1, packet)
    bytes += trace.bytes
  }
}

/// An encoded Protocol Buffers message: a sequence of numbered fields (protobuf.dev, "Encoding").
package struct ProtobufMessage {
  /// The bytes so far.
  package private(set) var bytes: [UInt8] = []

  /// The wire type of a field: the lower three bits of its tag.
  private enum WireType: UInt64 {
    case varint = 0
    case eightBytes = 1
    case counted = 2
  }

  /// Makes an empty message.
  package init() {}

  /// Makes a message from fields.
  package init(_ fill: (inout ProtobufMessage) -> Void) {
    fill(&self)
  }

  /// Appends an unsigned integer, a flag or an enumeration value.
  package mutating func append(_ field: UInt64, _ value: UInt64) {
    appendHead(field, .varint)
    appendVarint(value)
  }

  /// Appends a number.
  package mutating func append(_ field: UInt64, number value: Double) {
    appendHead(field, .eightBytes)
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
    }
  }

  /// Appends a text.
  package mutating func append(_ field: UInt64, _ text: String) {
    appendCounted(field, Array(text.utf8))
  }

  /// Appends an embedded message.
  package mutating func append(_ field: UInt64, _ message: ProtobufMessage) {
    appendCounted(field, message.bytes)
  }

  private mutating func appendCounted(_ field: UInt64, _ content: [UInt8]) {
    appendHead(field, .counted)
    appendVarint(UInt64(content.count))
    bytes += content
  }

  private mutating func appendHead(_ field: UInt64, _ type: WireType) {
    appendVarint(field << 3 | type.rawValue)
  }

  /// Appends a varint: seven bits a byte, lowest first; the eighth bit means that more follow.
  private mutating func appendVarint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
