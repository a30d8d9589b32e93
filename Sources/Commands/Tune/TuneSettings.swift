import PantographBase
import PantographInteractions
import PantographTuning

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
  private func missingNumber(of name: String, _ error: JSONError) -> CommandError {
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
