import PantographBase
package import PantographCInterface
import PantographGestures
import PantographMotion

/// A copy of a text for C.
@safe struct CText: @unchecked Sendable {
  private let memory: UnsafeMutablePointer<CChar>

  init(_ text: String) {
    let bytes = text.bytes
    unsafe memory = .allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { unsafe memory[index] = CChar(bitPattern: byte) }
    unsafe memory[bytes.count] = 0
  }

  /// The text, which C must not change.
  var constant: UnsafePointer<CChar> { unsafe UnsafePointer(memory) }

  /// The bytes of the text.
  var bytes: [UInt8] { unsafe .of(constant) }

  /// Frees the copy.
  func free() { unsafe memory.deallocate() }
}

extension String {
  /// The bytes of the text, without what it takes to read those of other platforms.
  fileprivate var bytes: [UInt8] {
    // Here all texts are such bytes in memory.
    unsafe utf8.withContiguousStorageIfAvailable { unsafe Array($0) } ?? []
  }
}

extension [UInt8] {
  /// Returns the bytes of C's text.
  fileprivate static func of(_ text: UnsafePointer<CChar>) -> Self {
    var bytes: [UInt8] = []
    while true {
      let byte = unsafe UInt8(bitPattern: text[bytes.count])
      if byte == 0 { return bytes }
      bytes.append(byte)
    }
  }
}

/// A list of names that C asks for by its number.
///
/// The names live as long as the process. Each list is made when something in it is looked for, as that of the rules
/// takes longer than an interaction does to be read.
struct NameList: Sendable {
  /// What the list contains, for messages.
  let kind: StaticString
  let names: [CText]

  init(_ kind: StaticString, _ names: [String]) {
    self.kind = kind
    self.names = names.map { CText($0) }
  }

  /// Returns the list with one of C's numbers.
  static func numbered(_ number: pg_names) throws(Refusal) -> NameList {
    switch Int(number) {
    case PG_CURVES: curves
    case PG_ESTIMATORS: estimators
    case PG_MOMENTA: momenta
    case PG_RECOGNIZERS: recognizers
    case PG_PAN_FAMILIES: families
    case PG_DIRECTIONS: directions
    case PG_EDGES: edges
    default: try ofInteractions(number)
    }
  }

  private static let curves = NameList("curve", CubicCurve.named.map { $0.name })
  private static let estimators = NameList(
    "estimator", VelocityEstimator.allCases.map { $0.rawValue })
  private static let momenta = NameList("momentum", Momentum.all.map { $0.name })
  private static let recognizers = NameList(
    "recogniser", RecognizerKind.allCases.map { $0.rawValue })
  private static let families = NameList(
    "family", PanGestureRecognizer.Family.allCases.map { $0.rawValue })
  private static let directions = NameList(
    "direction", PanGestureRecognizer.Direction.allCases.map { $0.rawValue })
  private static let edges = NameList(
    "edge", PanGestureRecognizer.EdgeStart.Edge.allCases.map { $0.rawValue })
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
  let wanted = unsafe [UInt8].of(try required(name, parameter))
  let list = try NameList.numbered(list)
  let known = list.names.map { $0.bytes }
  if let index = known.firstIndex(of: wanted) { return index }
  let unknown: Sentence = "unknown \(list.kind) '\(letters: wanted)'"
  let letters = known.map { $0.map { UInt32($0) } }
  guard let nearest = Spelling.index(nearestTo: wanted.map { UInt32($0) }, among: letters) else {
    throw .invalid(unknown)
  }
  throw .invalid("\(unknown); did you mean '\(letters: known[nearest])'?")
}

@c @implementation package func pg_version() -> UnsafePointer<CChar>? { unsafe version.constant }
