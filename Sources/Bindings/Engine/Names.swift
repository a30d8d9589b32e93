import PantographBase
package import PantographCInterface
import PantographGestures
import PantographInteractions
import PantographMotion
import PantographTrajectories

/// A copy of a text for C.
@safe struct CText: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<CChar>

  init(_ text: String) {
    let bytes = text.utf8
    unsafe memory = .allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { unsafe memory[index] = CChar(bitPattern: byte) }
    unsafe memory[bytes.count] = 0
  }

  /// The text, which C must not change.
  var constant: UnsafePointer<CChar> { unsafe UnsafePointer(memory) }

  /// The text.
  var text: String { unsafe String(cString: memory) }

  /// Frees the copy.
  func free() { unsafe memory.deallocate() }
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
  InteractionStarter.all.map { CText($0.name) }, CubicCurve.named.map { CText($0.name) },
  VelocityEstimator.allCases.map { CText($0.rawValue) }, Momentum.all.map { CText($0.name) },
  ReleasePreset.all.map { CText($0.name) }, Listed.verdicts.map { CText($0.rawValue) },
  ["end", "start", "current"].map(CText.init), Listed.runs.map { CText($0.rawValue) },
  Listed.quantities.map { CText($0.rawValue) }, Listed.comparisons.map { CText($0.rawValue) },
  Listed.units.map { CText($0.description) },
]

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
  let known = names[Int(list)].map { $0.text }
  if let index = known.firstIndex(of: wanted) { return index }
  let nearest = Spelling.nearest(to: wanted, among: known)
  throw .invalid(
    "unknown \(kinds[Int(list)]) '\(wanted)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
}

@c @implementation package func pg_version() -> UnsafePointer<CChar>? { unsafe version.constant }
