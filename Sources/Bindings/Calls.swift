import PantographBase
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
  init(_ message: Sentence, line: Int? = nil, column: Int? = nil) {
    self.init()
    self.line = Int32(clamping: line ?? 0)
    self.column = Int32(clamping: column ?? 0)
    unsafe withUnsafeMutableBytes(of: &self.message) { memory in
      let place = unsafe memory.bindMemory(to: CChar.self)
      _ = unsafe write(message.bytes, to: place.baseAddress, place.count)
    }
  }
}

/// Why a call does nothing.
struct Refusal: Error {
  let status: pg_status
  let message: Sentence
  let line: Int?
  let column: Int?

  /// An argument is not a possible one.
  static func invalid(_ message: Sentence) -> Refusal {
    Refusal(status: .invalid, message: message, line: nil, column: nil)
  }

  /// A text or a recording can't be used.
  static func unusable(_ message: Sentence, line: Int? = nil, column: Int? = nil) -> Refusal {
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

extension OpaquePointer {
  /// Passes an object to C, which owns it until ``destroy(_:)``.
  static func owning(_ object: some AnyObject) -> OpaquePointer {
    unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
  }

  /// Returns the object of a handle.
  func object<Object: AnyObject>(_ type: Object.Type) -> Object {
    unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(self)).takeUnretainedValue()
  }

  /// Frees an object that C owns.
  func destroy<Object: AnyObject>(_ type: Object.Type) {
    unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(self)).release()
  }
}

/// Writes a text with a final zero byte to C's memory, cut off at a character, and returns its whole length.
func write(
  _ text: [UInt8], to memory: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
  guard let memory = unsafe memory, capacity > 0 else { return text.count }
  var length = min(text.count, capacity - 1)
  // A byte that continues a character is not the first that is left out.
  while length > 0, length < text.count, text[length] & 0xc0 == 0x80 { length -= 1 }
  for index in 0..<length { unsafe memory[index] = CChar(bitPattern: text[index]) }
  unsafe memory[length] = 0
  return text.count
}

/// An array in C's memory.
@safe struct CArray<Element>: RandomAccessCollection {
  private let first: UnsafePointer<Element>?
  let endIndex: Int
  var startIndex: Int { 0 }

  /// Creates an array; `nil` for a negative number of elements, and for elements without memory.
  init?(_ first: UnsafePointer<Element>?, _ count: Int) {
    guard count == 0 || (unsafe first != nil && count > 0) else { return nil }
    unsafe self.first = first
    endIndex = count
  }

  subscript(position: Int) -> Element {
    guard let first = unsafe first, indices.contains(position) else {
      preconditionFailure("an index beyond C's array")
    }
    return unsafe first[position]
  }
}
