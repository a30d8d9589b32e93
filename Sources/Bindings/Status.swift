import Glibc
import PantographBase
package import PantographCInterface
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTrajectories

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

/// A copy of a text for C.
@safe struct CText: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<CChar>?

  init(_ text: String) { unsafe pointer = strdup(text) }

  /// The text, which C must not change.
  var constant: UnsafePointer<CChar>? { unsafe pointer.map { unsafe UnsafePointer($0) } }

  /// The text.
  var text: String { unsafe pointer.map { unsafe String(cString: $0) } ?? "" }

  /// Frees the copy.
  func free() { unsafe Glibc.free(pointer) }
}

/// The values that C knows by their indices in a list of names.
enum Listed {
  static let verdicts = ReleaseRule.Verdict.allCases
  static let positions: [AnimatingPosition] = [.end, .start, .current]
  static let runs: [TrajectoryEvent.Run] = [.forward, .back, .then, .dismissal]
  static let quantities = ReleaseRule.Quantity.allCases
  static let comparisons = ReleaseRule.Comparison.allCases
  static let units = MeasureUnit.all

  /// Returns the index of a value; -1 if the list lacks it.
  static func index<Value: Equatable>(of value: Value, in list: [Value]) -> Int32 {
    Int32(clamping: list.firstIndex(of: value) ?? -1)
  }
}

/// The lists of names, in the order of their constants in C; they live as long as the process.
private let names: [[CText]] = [
  InteractionStarter.all.map(\.name), CubicCurve.named.map(\.name),
  VelocityEstimator.allCases.map(\.rawValue), Momentum.all.map(\.name),
  ReleasePreset.all.map(\.name), Listed.verdicts.map(\.rawValue),
  Listed.positions.map { "\($0)" }, Listed.runs.map(\.rawValue),
  Listed.quantities.map(\.rawValue), Listed.comparisons.map(\.rawValue),
  Listed.units.map(\.description),
].map { $0.map(CText.init) }

private let version = CText(Version.number)

@c @implementation package func pg_name(_ list: pg_names, _ index: Int) -> UnsafePointer<CChar>? {
  guard names.indices.contains(Int(list)), names[Int(list)].indices.contains(index) else {
    return nil
  }
  return unsafe names[Int(list)][index].constant
}

/// What the lists contain, for messages.
private let kinds = [
  "template", "curve", "estimator", "momentum", "rule", "verdict", "position", "animation",
  "quantity", "comparison", "unit",
]

@c @implementation package func pg_name_index(
  _ list: pg_names, _ name: UnsafePointer<CChar>?, _ error: UnsafeMutablePointer<pg_error>?
) -> Int {
  var index = -1
  _ = unsafe explaining(error) { () throws(Refusal) in
    index = unsafe try indexOf(name, in: list)
    return .ok
  }
  return index
}

/// Returns the index of a name that C gives.
///
/// - Parameter parameter: the name of C's parameter, for an error.
func indexOf(
  _ name: UnsafePointer<CChar>?, in list: pg_names, _ parameter: StaticString = "name"
) throws(Refusal) -> Int {
  let wanted = unsafe String(cString: try required(name, parameter))
  guard names.indices.contains(Int(list)) else { throw .invalid("unknown list \(list)") }
  let known = names[Int(list)].map(\.text)
  if let index = known.firstIndex(of: wanted) { return index }
  let nearest = Spelling.nearest(to: wanted, among: known)
  throw .invalid(
    "unknown \(kinds[Int(list)]) '\(wanted)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
}

@c @implementation package func pg_version() -> UnsafePointer<CChar>? { unsafe version.constant }

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
