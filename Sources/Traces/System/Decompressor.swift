import PantographCZlib

/// Decompresses gzip data in pieces and in constant memory.
///
///     decompressor.give(piece)
///     while try decompressor.decompress(into: &chunk) { use(chunk) }
@safe final class Decompressor {
  private static let chunkSize = 1 << 16

  private let stream: UnsafeMutablePointer<z_stream>
  private var input: [UInt8] = []
  private var inputOffset = 0
  /// Whether a gzip member has begun and not ended.
  private(set) var isInsideMember = false
  /// Why the rest can't be decompressed.
  private(set) var fault: TraceError.Reason?

  init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // It fails only without memory, and then nothing else would work either.
    unsafe zlib_gzip_inflate_init(stream)
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Sets the next compressed bytes; all previous ones must have been decompressed.
  func give(_ piece: Span<UInt8>) {
    input.removeAll(keepingCapacity: true)
    for index in piece.indices { input.append(piece[index]) }
    inputOffset = 0
  }

  /// Decompresses the next bytes, and returns whether there are any; if not, more input is needed.
  func decompress(into chunk: inout [UInt8]) -> Bool {
    chunk.removeAll(keepingCapacity: true)
    while fault == nil {
      if !isInsideMember { skipPadding() }
      guard inputOffset < input.count || isInsideMember else { return false }
      isInsideMember = true
      chunk.append(contentsOf: repeatElement(0, count: Self.chunkSize))
      let (status, taken, made) = inflate(into: &chunk)
      inputOffset += taken
      chunk.removeLast(Self.chunkSize - made)
      switch status {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END:
        isInsideMember = false
        unsafe inflateReset(stream)
      default: fault = .damagedGzip
      }
      // The output before the damage is valid.
      if made > 0 { return true }
      if inputOffset == input.count { return false }
    }
    return false
  }

  /// Skips the zeros that tapes and some programs add at the end.
  private func skipPadding() {
    while inputOffset < input.count, input[inputOffset] == 0 { inputOffset += 1 }
  }

  private func inflate(into chunk: inout [UInt8]) -> (status: Int32, taken: Int, made: Int) {
    let left = input.count - inputOffset
    let status = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe chunk.withUnsafeMutableBufferPointer { chunk in
        unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + inputOffset }
        unsafe stream.pointee.avail_in = UInt32(left)
        unsafe stream.pointee.next_out = chunk.baseAddress
        unsafe stream.pointee.avail_out = UInt32(chunk.count)
        return unsafe PantographCZlib.inflate(stream, Z_NO_FLUSH)
      }
    }
    let unused = unsafe (Int(stream.pointee.avail_in), Int(stream.pointee.avail_out))
    return (status, left - unused.0, Self.chunkSize - unused.1)
  }
}
