/// A source of random numbers made of bytes, so that mutating the bytes controls the choices.
package struct ByteChance: RandomNumberGenerator {
  private let bytes: [UInt8]
  private var position = 0
  private var beyond: UInt64 = 0

  /// Creates a source of these bytes.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes are used up; the numbers after that are always the same.
  package var isUsedUp: Bool { position >= bytes.count }

  /// The next 64 bits: the next two bytes four times, as some callers use the upper and some the lower bits.
  package mutating func next() -> UInt64 {
    guard !isUsedUp else {
      // A constant would make some callers wait for ever; the steps are those of SplitMix64.
      beyond &+= 0x9e37_79b9_7f4a_7c15
      return beyond
    }
    let word = UInt64(byte()) << 8 | UInt64(byte())
    return word &* 0x0001_0001_0001_0001
  }

  /// The next byte; 0 where all are used up.
  package mutating func byte() -> UInt8 {
    guard !isUsedUp else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }
}
