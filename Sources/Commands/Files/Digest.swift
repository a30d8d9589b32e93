/// A 64-bit FNV-1a hash of a sequence of byte strings.
struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
    // 0xff never occurs in UTF-8, so it separates consecutive texts.
    add(0xff)
  }

  mutating func add(_ text: String) { add(text.utf8) }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }

  /// The hash in hexadecimal digits.
  var text: String { String(value, radix: 16) }
}
