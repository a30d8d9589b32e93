import PantographBase
import PantographCInterface
import PantographInteractions
import PantographMotion
import PantographTrajectories

/// The values that C knows by their indices in a list of names.
enum Listed {
  static let verdicts = ReleaseRule.Verdict.allCases
  static let positions: [AnimatingPosition] = [.end, .start, .current]
  static let runs = [TrajectoryEvent.Run.forward, .back, .then, .dismissal, .place(0)].map {
    $0.name
  }
  static let quantities = ReleaseRule.Quantity.allCases
  static let comparisons = ReleaseRule.Comparison.allCases
  static let units = MeasureUnit.all

  /// Returns the index of a value; -1 if the list lacks it.
  static func index<Value: Equatable>(of value: Value, in list: [Value]) -> Int32 {
    Int32(clamping: list.firstIndex(of: value) ?? -1)
  }
}

extension NameList {
  /// Returns the list with one of C's numbers, of those that are about interactions and sessions.
  static func ofInteractions(_ number: pg_names) throws(Refusal) -> NameList {
    switch Int(number) {
    case PG_TEMPLATES: templates
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
  private static let rules = NameList("rule", ReleasePreset.all.map { $0.name })
  private static let verdicts = NameList("verdict", Listed.verdicts.map { $0.rawValue })
  private static let positions = NameList("position", ["end", "start", "current"])
  private static let runs = NameList("animation", Listed.runs)
  private static let quantities = NameList("quantity", Listed.quantities.map { $0.rawValue })
  private static let comparisons = NameList("comparison", Listed.comparisons.map { $0.rawValue })
  private static let units = NameList("unit", Listed.units.map { $0.description })
  private static let quantityWords = NameList(
    "quantity", Listed.quantities.map { Wording.name(of: $0) })
}
