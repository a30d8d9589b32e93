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

/// The keys of an interaction file that `--search` optimizes.
struct TuneSettings {
  private let text: InteractionText
  /// The text with all keys: if a key belongs to a preset, the preset's rule is written out.
  private var expanded: InteractionText
  private let path: String
  private var search: SettingSearch

  /// Reads the keys of `--search` and their current values.
  init(_ text: InteractionText, _ arguments: Arguments, at path: String) throws(CommandError) {
    self.text = text
    self.path = path
    expanded = text
    search = SettingSearch([])
    let ranges = try CommonOptions.ranges("--search", arguments)
    let isOfPreset = ranges.contains { name, _ in
      name.hasPrefix("rule.") && (try? text.number(at: name)) == nil
    }
    if isOfPreset, text.presetName != nil {
      do { try expanded.writeOutRule() } catch { throw CommandError("\(path):\(error)") }
    }
    var settings: [SettingSearch.Setting] = []
    for (name, bounds) in ranges {
      guard !settings.contains(where: { $0.name == name }) else {
        throw arguments.error("--search \(name): given more than once")
      }
      do {
        settings.append(.init(name: name, bounds: bounds, start: try expanded.number(at: name)))
      } catch {
        throw missingNumber(of: name, error)
      }
    }
    search = SettingSearch(settings)
  }

  /// Returns the error of a missing number; without a line and column if the rule was not written in the file.
  private func missingNumber(of name: String, _ error: Complaint) -> CommandError {
    guard name.hasPrefix("rule."), expanded.bytes != text.bytes, let preset = text.presetName else {
      return CommandError("\(path):\(error)")
    }
    let numbers = (try? expanded.numbers(below: "rule")) ?? []
    let advice =
      Self.renamed(name, among: numbers).map { "it is now '\($0)'" }
      ?? Spelling.nearest(to: name, among: numbers).map { "did you mean '\($0)'?" }
      ?? "it has \(numbers.joined(separator: ", "))"
    return CommandError(
      "\(path): --search: unknown key '\(name)' in the preset \(preset); \(advice)")
  }

  /// Returns the current name of a key that is named by a former one.
  private static func renamed(_ name: String, among numbers: [String]) -> String? {
    let steps = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let current = steps.map { FormerNames.current[$0] ?? $0 }.joined(separator: ".")
    return current != name && numbers.contains(current) ? current : nil
  }

  /// Whether there are keys to search.
  var isAsked: Bool { !search.settings.isEmpty }

  /// The trials, for the report.
  var trials: SettingSearch { search }

  /// Runs the search and returns the text with the best values.
  mutating func run(
    _ worth: (InteractionText) throws -> SettingSearch.Worth
  ) throws -> InteractionText {
    var search = search
    _ = try search.run { values throws in try worth(changed(to: values)) }
    self.search = search
    return try changed(to: search.advice?.values ?? search.settings.map(\.start))
  }

  private func changed(to values: [Double]) throws -> InteractionText {
    // Unchanged values keep their spelling.
    let others = zip(search.settings, values).filter { $1 != $0.start }
    let isWritten = others.allSatisfy { setting, _ in (try? text.number(at: setting.name)) != nil }
    var changed = isWritten ? text : expanded
    for (setting, value) in others {
      do {
        try changed.replaceValue(at: setting.name, with: value.asWritten)
        _ = try Interaction(parsing: changed.bytes)
      } catch {
        throw CommandError("\(path):\(error); caused by --search \(setting.name)")
      }
    }
    return changed
  }
}
