import PantographCZlib
package import PantographLaws
import PantographTraces

/// Checks the laws of any bytes that gzip compresses, or may have compressed.
///
/// - Compressed, in one member or in several, they are read like the original, except for the columns and
///   lines of errors in invalid recordings.
/// - Truncated or damaged, they give the first of their events or an error.
/// - Invalid gzip data end in an error with a location.
package func checkPacking(_ bytes: [UInt8]) throws(BrokenLaw) {
  let magic: [UInt8] = [0x1f, 0x8b]
  guard !bytes.starts(with: magic) else { return try checkApparentGzip(bytes) }
  // A short input may look like the start of gzip data when read in pieces.
  let plain = Reading(bytes)
  // The cut depends on the bytes, so that mutations move it, too.
  let cut = bytes.isEmpty ? 0 : (Int(bytes[0]) << 8 | Int(bytes[bytes.count - 1])) % bytes.count
  let packed = stored(Array(bytes[..<cut])) + stored(Array(bytes[cut...])) + [0, 0]
  let pieced = Reading(packed, pieces: { offset in 1 + Int(packed[offset] & 0x3f) })
  try hold(Reading(packed) == pieced, "the size of pieces matters for gzip data")
  try hold(pieced == plain, "compressed, it is another recording")

  let cutOff = Reading(Array(packed[..<(packed.count - 3 - cut % 8)]))
  try hold(cutOff.error != nil, "truncated data are accepted as complete")
  try hold(plain.events.starts(with: cutOff.events), "truncated, it has other events")
  var damaged = packed
  damaged[10 + cut] ^= 0x10
  try checkApparentGzip(damaged)
}

private func checkApparentGzip(_ bytes: [UInt8]) throws(BrokenLaw) {
  let whole = Reading(bytes)
  let pieced = Reading(bytes, pieces: { offset in 1 + Int(bytes[offset] & 0x3f) })
  try hold(
    pieced == whole, "the size of pieces matters: \(whole.error as Any), \(pieced.error as Any)")
  if let error = whole.error {
    try hold(error.line >= 1 && error.column >= 1, "an error without a location: \(error)")
  }
}

/// Returns one gzip member (RFC 1952) that stores the bytes uncompressed (RFC 1951, 3.2.4).
private func stored(_ bytes: [UInt8]) -> [UInt8] {
  var member: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
  var rest = bytes[...]
  repeat {
    let block = rest.prefix(0xffff)
    rest = rest.dropFirst(0xffff)
    let count = UInt16(block.count)
    member.append(rest.isEmpty ? 1 : 0)
    for number in [count, ~count] { member += [UInt8(number & 0xff), UInt8(number >> 8)] }
    member += block
  } while !rest.isEmpty
  let checksum = unsafe bytes.withUnsafeBufferPointer { bytes in
    unsafe crc32(0, bytes.baseAddress, UInt32(bytes.count))
  }
  for number in [UInt32(truncatingIfNeeded: checksum), UInt32(bytes.count)] {
    for shift in [0, 8, 16, 24] as [UInt32] { member.append(UInt8(number >> shift & 0xff)) }
  }
  return member
}
