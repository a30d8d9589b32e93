import PantographBase
import PantographGestures
import PantographInteractions
import PantographTuning

extension TuningPlan {
  /// Creates the plan for tuning a rule from the options.
  init(_ rule: ReleaseRule, _ arguments: Arguments) throws {
    self.init(rule)
    if let names = CommonOptions.words(arguments.value("--free")) {
      freeThresholds = try Self.places(names, of: rule, "--free")
    }
    if let names = CommonOptions.words(arguments.value("--keep")) {
      let kept = try Self.places(names, of: rule, "--keep")
      freeThresholds.removeAll(where: kept.contains)
    }
    // With --search, a rule without thresholds is allowed.
    guard !freeThresholds.isEmpty || arguments.has("--search") else {
      throw CommandError(
        "pantograph tune: no threshold to tune; the rule has "
          + (rule.thresholdPositions.isEmpty
            ? "none" : rule.thresholdPositions.map { rule.name(of: $0) }.joined(separator: ", ")))
    }
    bounds = try Self.bounds(arguments, rule, of: freeThresholds)
    if arguments.has("--estimators") {
      let listed = try CommonOptions.list("--estimators", arguments, VelocityEstimator.allCases) {
        name throws(CommandError) in try CommonOptions.estimator(name, arguments)
      }
      estimators = listed.isEmpty ? [rule.estimator] : listed
      // The rule's own estimator comes first, so that it is preferred among equally good ones.
      if let own = estimators.firstIndex(of: rule.estimator) {
        estimators.swapAt(0, own)
      }
    }
    let expected = "two numbers from 0.001 to 1000000, such as 3,1"
    if let prices = try arguments.numbers("--costs", count: 2, expected) {
      guard prices.allSatisfy({ $0 >= 0.001 && $0 <= 1e6 }) else {
        throw arguments.invalidValue("--costs", "expected \(expected)")
      }
      let thousandths = prices.map { Int(($0 * 1000).rounded()) }
      costs = .init(falseFinish: thousandths[0], falseCancel: thousandths[1])
    }
    preference =
      try arguments.choice("--prefer", ThresholdProblem.Preference.self) ?? preference
    folds = try arguments.integer("--folds", in: 0...1000) ?? folds
    resamples = try arguments.integer("--resamples", in: 0...100_000) ?? resamples
    if let number = try arguments.integer("--seed", in: 0...Int.max) { seed = UInt64(number) }
    if let near = try arguments.number("--near", in: 0...100) { nearShare = near / 100 }
    person = arguments.value("--shrink")
    let presets = try CommonOptions.list("--rules", arguments, ReleasePreset.all) {
      name throws(CommandError) in try CommonOptions.preset(name, arguments)
    }
    rivals = presets.map { ($0.name, $0.rule.resting(as: rule)) }
  }

  private static func places(
    _ names: [String], of rule: ReleaseRule, _ option: String
  ) throws(CommandError) -> [ThresholdPosition] {
    var places: [ThresholdPosition] = []
    for name in names {
      let named = rule.thresholds(named: name)
      guard !named.isEmpty else {
        let known = rule.thresholdPositions.map { rule.name(of: $0) }
        let advice =
          Self.renamed(name, in: rule).map { "it is now '\($0)'" }
          ?? Spelling.nearest(to: name, among: known).map { "did you mean '\($0)'?" }
          ?? "the rule has \(known.joined(separator: ", "))"
        throw CommandError("pantograph tune: \(option): unknown threshold '\(name)'; \(advice)")
      }
      places += named.filter { !places.contains($0) }
    }
    return places
  }

  /// Returns the current name of a threshold that is named by the former name of its quantity.
  private static func renamed(_ name: String, in rule: ReleaseRule) -> String? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let current = parts.map { FormerNames.current[$0] ?? $0 }.joined(separator: ".")
    return current != name && !rule.thresholds(named: current).isEmpty ? current : nil
  }

  private static func bounds(
    _ arguments: Arguments, _ rule: ReleaseRule, of free: [ThresholdPosition]
  ) throws -> [ThresholdPosition: ClosedRange<Double>] {
    var bounds: [ThresholdPosition: ClosedRange<Double>] = [:]
    for (name, range) in try CommonOptions.ranges("--bounds", arguments) {
      let named = try places([name], of: rule, "--bounds")
      guard named.contains(where: free.contains) else {
        throw CommandError(
          "pantograph tune: --bounds \(name): this threshold is not tuned; add it to --free")
      }
      for place in named {
        guard bounds.updateValue(range, forKey: place) == nil else {
          throw CommandError("pantograph tune: --bounds \(name): bounds given more than once")
        }
      }
    }
    return bounds
  }
}

extension HoldOut {
  /// Creates the selection of `--hold-out`, or `nil` if the option is not given.
  init?(_ arguments: Arguments) throws {
    switch arguments.value("--hold-out") {
    case nil: return nil
    case "half": self = .half
    case "other-half": self = .otherHalf
    case let names?:
      guard let words = CommonOptions.words(names), !words.isEmpty else {
        throw arguments.invalidValue(
          "--hold-out", "expected comma-separated persons or devices, half or other-half")
      }
      self = .named(words)
    }
  }
}
