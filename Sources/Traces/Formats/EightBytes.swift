/// Eight characters of text in a 64-bit integer, processed at once.
///
/// The first character is in the lowest byte.
struct EightBytes: Equatable {
  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  private var bytes: UInt64 = 0

  /// Creates eight ASCII characters.
  init(_ text: StaticString) {
    precondition(text.utf8CodeUnitCount == 8)
    for index in 0..<8 { unsafe bytes |= UInt64(text.utf8Start[index]) << UInt64(8 * index) }
  }

  /// Loads eight characters from an offset.
  @inline(__always)
  init(_ text: UnsafeRawBufferPointer, from position: Int) {
    unsafe bytes = UInt64(
      littleEndian: text.loadUnaligned(fromByteOffset: position, as: UInt64.self))
  }

  /// Combines four characters of one text with four of another.
  @inline(__always)
  init(four first: EightBytes, from position: Int, andFour second: EightBytes, from other: Int) {
    let low = first.bytes &>> UInt64(8 &* position) & 0xffff_ffff
    let high = (second.bytes &>> UInt64(8 &* other)) &<< 32
    bytes = low | high
  }

  /// Returns whether the character at a position equals another.
  @inline(__always)
  func has(_ character: Unicode.Scalar, at position: Int) -> Bool {
    bytes &>> UInt64(8 &* position) & 0xff == UInt64(character.value)
  }

  /// Returns a copy with all but the last `count` characters replaced by zeros; `count` is at least one.
  @inline(__always)
  func keeping(last count: Int) -> EightBytes {
    var kept = self
    let mask = UInt64.max &<< UInt64(8 &* (8 &- count))
    kept.bytes = bytes & mask | Self.zeros & ~mask
    return kept
  }

  /// Returns a copy with the first `count` characters at the end, and zeros before them; `count` is one to seven.
  @inline(__always)
  func keeping(first count: Int) -> EightBytes {
    var kept = self
    kept.bytes = bytes &<< UInt64(8 &* (8 &- count)) | Self.zeros &>> UInt64(8 &* count)
    return kept
  }

  /// The number of characters before the first line feed; `nil` if there is none.
  @inline(__always)
  var countBeforeLineFeed: Int? {
    let other = bytes ^ 0x0a0a_0a0a_0a0a_0a0a
    // The lowest of these bits belongs to the first line feed; any above it may be due to a borrow.
    let found = (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
    return found == 0 ? nil : found.trailingZeroBitCount &>> 3
  }

  /// A copy shifted right by one character, without the last.
  @inline(__always)
  var shifted: EightBytes {
    var shifted = self
    shifted.bytes = bytes &<< 8
    return shifted
  }

  /// The value of eight decimal digits; `nil` if they are not.
  @inline(__always)
  var decimal: UInt64? {
    var digits = bytes ^ Self.zeros
    // For digits above 9, adding 6 sets the upper half of the byte.
    let upper = (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0
    guard upper == 0 else { return nil }
    digits = (digits &* 10 &+ digits &>> 8) & 0x00ff_00ff_00ff_00ff
    digits = (digits &* 100 &+ digits &>> 16) & 0x0000_ffff_0000_ffff
    return (digits &* 10_000 &+ digits &>> 32) & 0xffff_ffff
  }

  /// The two values of four hexadecimal digits each, with lower-case letters; `nil` if they are not.
  @inline(__always)
  var twoHexadecimals: (UInt16, UInt16)? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let letters = bytes &>> 6 & ones
    var digits = (bytes & 0x0f0f_0f0f_0f0f_0f0f) &+ letters &* 9
    // Only a valid digit is the same when it is formatted again: `a` is 0x27 after the character that follows
    // `9`.
    let above = (digits &+ 0x0606_0606_0606_0606) &>> 4 & ones
    guard digits & 0xf0f0_f0f0_f0f0_f0f0 == 0, digits &+ Self.zeros &+ above &* 0x27 == bytes
    else { return nil }
    digits = (digits &<< 4 | digits &>> 8) & 0x00ff_00ff_00ff_00ff
    digits = digits &<< 8 | digits &>> 16
    return (UInt16(truncatingIfNeeded: digits), UInt16(truncatingIfNeeded: digits &>> 32))
  }
}
