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
