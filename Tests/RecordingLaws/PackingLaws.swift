import CZlib
import Evdev
public import Laws
import Traces

/// What holds of any bytes that gzip packs, or may have packed.
///
/// * Packed, in one member or in several, they are read as they are, apart from the columns and lines
///   of errors in what never was a recording.
/// * Cut off or damaged, they give the first of their events or refuse to go on.
/// * What only claims to be packed ends in an error with a place, and does not run on for ever.
public func checkPacking(_ bytes: [UInt8]) throws(BrokenLaw) {
  let magic: [UInt8] = [0x1f, 0x8b]
  guard !bytes.starts(with: magic) else { return try checkWhatSeemsPacked(bytes) }
  // What would need more bytes to be told from gzip's magic is read another way.
  let plain = Reading(bytes)
  // Where it is cut comes from the bytes, so that whoever mutates them moves the cuts, too.
  let cut = bytes.isEmpty ? 0 : (Int(bytes[0]) << 8 | Int(bytes[bytes.count - 1])) % bytes.count
  let packed = stored(Array(bytes[..<cut])) + stored(Array(bytes[cut...])) + [0, 0]
  let pieced = Reading(packed, pieces: { offset in 1 + Int(packed[offset] & 0x3f) })
  try hold(Reading(packed) == pieced, "pieces matter where gzip has packed")
  try hold(pieced == plain, "packed, it is another recording")

  let cutOff = Reading(Array(packed[..<(packed.count - 3 - cut % 8)]))
  try hold(cutOff.error != nil, "what is cut off is taken for whole")
  try hold(plain.events.starts(with: cutOff.events), "cut off, it begins in another way")
  var damaged = packed
  damaged[10 + cut] ^= 0x10
  try checkWhatSeemsPacked(damaged)
}

private func checkWhatSeemsPacked(_ bytes: [UInt8]) throws(BrokenLaw) {
  let whole = Reading(bytes)
  let pieced = Reading(bytes, pieces: { offset in 1 + Int(bytes[offset] & 0x3f) })
  try hold(pieced == whole, "pieces matter: \(whole.error as Any), \(pieced.error as Any)")
  if let error = whole.error {
    try hold(error.line >= 1 && error.column >= 1, "an error without a place: \(error)")
  }
}

/// One member of gzip's format (RFC 1952) that holds the bytes as they are (RFC 1951, 3.2.4).
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
