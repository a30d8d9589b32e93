/// What was published last, for readers who each have come to another place in it.
struct ByteRing {
  private var bytes: [UInt8]
  /// How many bytes were ever published.
  private(set) var end = 0

  /// Makes a ring with room for so many bytes.
  init(capacity: Int) {
    bytes = Array(repeating: 0, count: capacity)
  }

  var capacity: Int { bytes.count }

  /// Whether what stood at a place is still there.
  func holds(_ place: Int) -> Bool { place >= end - bytes.count && place <= end }

  mutating func append(_ lines: borrowing Span<UInt8>) {
    for index in lines.indices {
      bytes[(end + index) % bytes.count] = lines[index]
    }
    end += lines.count
  }

  /// Lends what stands from a place on, as far as it lies together.
  func withPiece<Result>(
    from place: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let start = place % bytes.count
    let count = min(end - place, bytes.count - start)
    return unsafe bytes.withUnsafeBytes { buffer in
      unsafe body(UnsafeRawBufferPointer(rebasing: buffer[start..<start + count]))
    }
  }
}
