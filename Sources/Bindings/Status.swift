import PantographCInterface

/// The results of calls; C's constants have no type.
extension pg_status {
  static let ok = pg_status(PG_OK)
  static let end = pg_status(PG_END)
  static let invalid = pg_status(PG_INVALID)
  static let unusable = pg_status(PG_UNUSABLE)
  static let busy = pg_status(PG_BUSY)
  static let tooLate = pg_status(PG_TOO_LATE)
}

extension pg_error {
  /// Creates an error from a message, which is cut off at a character if it is too long.
  init(_ message: String, line: Int? = nil, column: Int? = nil) {
    self.init()
    self.line = Int32(clamping: line ?? 0)
    self.column = Int32(clamping: column ?? 0)
    unsafe withUnsafeMutableBytes(of: &self.message) { text in
      var length = 0
      for character in message {
        guard length + character.utf8.count < text.count else { break }
        for unit in character.utf8 {
          unsafe text[length] = unit
          length += 1
        }
      }
    }
  }
}

/// Stores an error where the caller wants it, and returns the status that goes with it.
func unusable(
  _ message: String, line: Int? = nil, column: Int? = nil, _ place: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe place?.pointee = pg_error(message, line: line, column: column)
  return .unusable
}
