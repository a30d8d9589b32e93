/// A number that stands for everything it has been shown, to know the same again: FNV-1a, 64 bits.
struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
    // No text has this byte: two of them are never taken for one.
    add(0xff)
  }

  mutating func add(_ text: String) { add(text.utf8) }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// The number in hexadecimal digits.
  var text: String { String(value, radix: 16) }
}
