/// Refuses gzip data, where there is no zlib: in a browser, which decompresses them itself.
final class Decompressor {
  /// Whether a gzip member has begun and not ended.
  let isInsideMember = false
  /// Why the data can't be decompressed.
  let fault: TraceError.Reason? = .unsupported("packed with gzip: unpack it first")

  /// Ignores the next compressed bytes.
  func give(_ piece: Span<UInt8>) {}

  /// Returns that there are no bytes.
  func decompress(into chunk: inout [UInt8]) -> Bool { false }
}
