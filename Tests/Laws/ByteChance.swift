/// A source of random numbers made of bytes, so that mutating the bytes controls the choices.
public struct ByteChance: RandomNumberGenerator {
  private let bytes: [UInt8]
  private var position = 0
  private var beyond: UInt64 = 0

  /// Makes a source of these bytes.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes are used up; what comes then is always the same.
  public var isUsedUp: Bool { position >= bytes.count }

  /// The next 64 bits: the next two bytes four times, as some draw from the upper and some from the lower
  /// bits.
  public mutating func next() -> UInt64 {
    guard !isUsedUp else {
      // Not the same number again and again, of which some wait for another one; the steps are those of
      // SplitMix64.
      beyond &+= 0x9e37_79b9_7f4a_7c15
      return beyond
    }
    let word = UInt64(byte()) << 8 | UInt64(byte())
    return word &* 0x0001_0001_0001_0001
  }

  /// The next byte; 0 where all are used up.
  public mutating func byte() -> UInt8 {
    guard !isUsedUp else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }
}
