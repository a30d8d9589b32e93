import PantographCInterface

/// The results of calls; C's constants have no type.
extension pg_status {
  static let ok = pg_status(PG_OK)
  static let end = pg_status(PG_END)
  static let invalid = pg_status(PG_INVALID)
  static let unusable = pg_status(PG_UNUSABLE)
  static let busy = pg_status(PG_BUSY)
  static let tooLate = pg_status(PG_TOO_LATE)
  static let full = pg_status(PG_FULL)
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

/// Why a call does nothing.
struct Refusal: Error {
  let status: pg_status
  let message: String
  let line: Int?
  let column: Int?

  /// An argument is not a possible one.
  static func invalid(_ message: String) -> Refusal {
    Refusal(status: .invalid, message: message, line: nil, column: nil)
  }

  /// A text or a recording can't be used.
  static func unusable(_ message: String, line: Int? = nil, column: Int? = nil) -> Refusal {
    Refusal(status: .unusable, message: message, line: line, column: column)
  }
}

/// Makes a call, and stores why it does nothing, or that there is no error, where the caller wants it.
func explaining(
  _ place: UnsafeMutablePointer<pg_error>?, _ body: () throws(Refusal) -> pg_status
) -> pg_status {
  do throws(Refusal) {
    let status = try body()
    unsafe place?.pointee = pg_error()
    return status
  } catch let refusal {
    unsafe place?.pointee = pg_error(
      refusal.message, line: refusal.line, column: refusal.column)
    return refusal.status
  }
}

/// Returns an argument that must not be `NULL`.
func required<Value>(_ value: Value?, _ name: StaticString) throws(Refusal) -> Value {
  guard let value else { throw .invalid("\(name) is NULL") }
  return value
}
