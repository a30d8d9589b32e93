/// A message of Protocol Buffers as it is written: fields one after the other, each behind its number
/// (protobuf.dev, "Encoding").
package struct ProtobufMessage {
  /// What has been written so far.
  package private(set) var bytes: [UInt8] = []

  /// How a field's value is written, the lower three bits of what stands before it.
  private enum Kind: UInt64 {
    case varint = 0
    case eightBytes = 1
    case counted = 2
  }

  /// Makes a message of nothing yet.
  package init() {}

  /// Makes a message from fields.
  package init(_ fill: (inout ProtobufMessage) -> Void) {
    fill(&self)
  }

  /// Appends a whole number that is not negative, a flag or one of several words.
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

  /// Appends a message in this one.
  package mutating func append(_ field: UInt64, _ message: ProtobufMessage) {
    appendCounted(field, message.bytes)
  }

  private mutating func appendCounted(_ field: UInt64, _ content: [UInt8]) {
    appendHead(field, .counted)
    appendVarint(UInt64(content.count))
    bytes += content
  }

  private mutating func appendHead(_ field: UInt64, _ kind: Kind) {
    appendVarint(field << 3 | kind.rawValue)
  }

  /// Seven bits in each byte, the lowest first; the eighth says that more follow.
  private mutating func appendVarint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
