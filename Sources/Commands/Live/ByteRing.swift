/// A ring buffer of the latest bytes, for readers at different positions.
struct ByteRing {
  private var bytes: [UInt8]
  /// The number of bytes appended so far.
  private(set) var end = 0

  /// Creates a ring of the given capacity in bytes.
  init(capacity: Int) {
    bytes = Array(repeating: 0, count: capacity)
  }

  var capacity: Int { bytes.count }

  /// Returns whether the bytes from a position on are still available.
  func holds(_ position: Int) -> Bool { position >= end - bytes.count && position <= end }

  mutating func append(_ lines: borrowing Span<UInt8>) {
    for index in lines.indices {
      bytes[(end + index) % bytes.count] = lines[index]
    }
    end += lines.count
  }

  /// Calls a closure with the contiguous bytes from a position on.
  func withPiece<Result>(
    from position: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let start = position % bytes.count
    let count = min(end - position, bytes.count - start)
    return unsafe bytes.withUnsafeBytes { buffer in
      unsafe body(UnsafeRawBufferPointer(rebasing: buffer[start..<start + count]))
    }
  }
}
