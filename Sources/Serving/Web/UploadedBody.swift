/// The body of a request, which arrives in pieces.
struct UploadedBody {
  /// Its announced size.
  let size: Int
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []

  init(size: Int) { self.size = size }

  /// Whether it has arrived as announced.
  var isComplete: Bool { bytes.count == size }

  /// Adds a piece; what exceeds the announced size is discarded.
  mutating func append(_ piece: UnsafeRawBufferPointer) {
    let room = size - bytes.count
    unsafe bytes.append(contentsOf: piece.prefix(room))
  }
}
