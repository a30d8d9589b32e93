/// Eight characters of a text at once: what is done to one number of 64 bits is done to all of them.
///
/// The first character is in the lowest byte.
struct EightBytes {
  private static let zeros: UInt64 = 0x3030_3030_3030_3030

  private var bytes: UInt64

  /// The characters from a place on, eight of which are there.
  @inline(__always)
  init(_ text: UnsafeRawBufferPointer, from place: Int) {
    unsafe bytes = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Four characters of one text from a place on, and four of another one.
  @inline(__always)
  init(four first: EightBytes, from place: Int, andFour second: EightBytes, from other: Int) {
    let low = first.bytes &>> UInt64(8 &* place) & 0xffff_ffff
    let high = (second.bytes &>> UInt64(8 &* other)) &<< 32
    bytes = low | high
  }

  /// Whether a character is a certain one.
  @inline(__always)
  func has(_ character: Unicode.Scalar, at place: Int) -> Bool {
    bytes &>> UInt64(8 &* place) & 0xff == UInt64(character.value)
  }

  /// The same with zeros in place of all but the last ones, of which there is one at least.
  @inline(__always)
  func keeping(last count: Int) -> EightBytes {
    var kept = self
    let mask = UInt64.max &<< UInt64(8 &* (8 &- count))
    kept.bytes = bytes & mask | Self.zeros & ~mask
    return kept
  }

  /// The same one place to the right, where the last character is lost.
  @inline(__always)
  var shifted: EightBytes {
    var shifted = self
    shifted.bytes = bytes &<< 8
    return shifted
  }

  /// The number that eight decimal digits are; nothing if they are not.
  @inline(__always)
  var decimal: UInt64? {
    var digits = bytes ^ Self.zeros
    // Above 9, six more reach the upper half of the byte.
    let upper = (digits | (digits &+ 0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0
    guard upper == 0 else { return nil }
    digits = (digits &* 10 &+ digits &>> 8) & 0x00ff_00ff_00ff_00ff
    digits = (digits &* 100 &+ digits &>> 16) & 0x0000_ffff_0000_ffff
    return (digits &* 10_000 &+ digits &>> 32) & 0xffff_ffff
  }

  /// The two numbers that four and four hexadecimal digits are, whose letters are small; nothing if they
  /// are not.
  @inline(__always)
  var twoHexadecimals: (UInt16, UInt16)? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let letters = bytes &>> 6 & ones
    var digits = (bytes & 0x0f0f_0f0f_0f0f_0f0f) &+ letters &* 9
    // Only what is such a digit is the same when it is written again: `a` comes 0x27 after what follows `9`.
    let above = (digits &+ 0x0606_0606_0606_0606) &>> 4 & ones
    guard digits & 0xf0f0_f0f0_f0f0_f0f0 == 0, digits &+ Self.zeros &+ above &* 0x27 == bytes
    else { return nil }
    digits = (digits &<< 4 | digits &>> 8) & 0x00ff_00ff_00ff_00ff
    digits = digits &<< 8 | digits &>> 16
    return (UInt16(truncatingIfNeeded: digits), UInt16(truncatingIfNeeded: digits &>> 32))
  }
}
