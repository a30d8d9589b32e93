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

/// A list of names that C asks for by its number.
///
/// The names live as long as the process. Each list is made when something in it is looked for, as that of the rules
/// takes longer than an interaction does to be read.
private struct NameList: Sendable {
  /// What the list contains, for messages.
  let kind: String
  let names: [CText]

  private init(_ kind: String, _ names: [String]) {
    self.kind = kind
    self.names = names.map { CText($0) }
  }

  /// Returns the list with one of C's numbers.
  static func numbered(_ number: pg_names) throws(Refusal) -> NameList {
    switch Int(number) {
    case PG_TEMPLATES: templates
    case PG_CURVES: curves
    case PG_ESTIMATORS: estimators
    case PG_MOMENTA: momenta
    case PG_RULES: rules
    case PG_VERDICTS: verdicts
    case PG_POSITIONS: positions
    case PG_RUNS: runs
    case PG_QUANTITIES: quantities
    case PG_COMPARISONS: comparisons
    case PG_UNITS: units
    case PG_QUANTITY_WORDS: quantityWords
    default: throw .invalid("unknown list \(number)")
    }
  }

  private static let templates = NameList("template", InteractionStarter.all.map { $0.name })
  private static let curves = NameList("curve", CubicCurve.named.map { $0.name })
  private static let estimators = NameList(
    "estimator", VelocityEstimator.allCases.map { $0.rawValue })
  private static let momenta = NameList("momentum", Momentum.all.map { $0.name })
  private static let rules = NameList("rule", ReleasePreset.all.map { $0.name })
  private static let verdicts = NameList("verdict", Listed.verdicts.map { $0.rawValue })
  private static let positions = NameList("position", ["end", "start", "current"])
  private static let runs = NameList("animation", Listed.runs.map { $0.rawValue })
  private static let quantities = NameList("quantity", Listed.quantities.map { $0.rawValue })
  private static let comparisons = NameList("comparison", Listed.comparisons.map { $0.rawValue })
  private static let units = NameList("unit", Listed.units.map { $0.description })
  private static let quantityWords = NameList(
    "quantity", Listed.quantities.map { Wording.name(of: $0) })
}

private let version = CText(Version.number)

@c @implementation package func pg_name(_ list: pg_names, _ index: Int) -> UnsafePointer<CChar>? {
  guard let names = (try? NameList.numbered(list))?.names, names.indices.contains(index) else {
    return nil
  }
  return unsafe names[index].constant
}

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
  let list = try NameList.numbered(list)
  let known = list.names.map { $0.text }
  if let index = known.firstIndex(of: wanted) { return index }
  let nearest = Spelling.nearest(to: wanted, among: known)
  throw .invalid(
    "unknown \(list.kind) '\(wanted)'" + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
}

@c @implementation package func pg_version() -> UnsafePointer<CChar>? { unsafe version.constant }
