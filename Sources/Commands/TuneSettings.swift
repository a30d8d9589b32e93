import Interactions
import Quantities
import Tuning

/// The keys of an interaction file that `--search` tries other numbers for.
struct TuneSettings {
  private let text: InteractionText
  /// The text in which all keys are: where one is of a preset, its rule is written out.
  private var whole: InteractionText
  private let path: String
  private var search: SettingSearch

  /// What was asked for, and where it stands now.
  init(_ text: InteractionText, _ arguments: Arguments, at path: String) throws(Complaint) {
    self.text = text
    self.path = path
    whole = text
    search = SettingSearch([])
    let ranges = try CommonOptions.ranges("--search", arguments)
    let isOfPreset = ranges.contains { name, _ in
      name.hasPrefix("rule.") && (try? text.number(at: name)) == nil
    }
    if isOfPreset, text.presetName != nil {
      do { try whole.writeOutRule() } catch { throw Complaint("\(path):\(error)") }
    }
    var settings: [SettingSearch.Setting] = []
    for (name, bounds) in ranges {
      guard !settings.contains(where: { $0.name == name }) else {
        throw Complaint("--search \(name): it is looked for already; give it once only")
      }
      do {
        settings.append(.init(name: name, bounds: bounds, start: try whole.number(at: name)))
      } catch {
        throw complaint(of: name, error)
      }
    }
    search = SettingSearch(settings)
  }

  /// Why there is no such number; places in a rule that nobody wrote down tell nothing.
  private func complaint(of name: String, _ error: InteractionError) -> Complaint {
    guard name.hasPrefix("rule."), whole.bytes != text.bytes, let preset = text.presetName else {
      return Complaint("\(path):\(error)")
    }
    let numbers = (try? whole.numbers(below: "rule")) ?? []
    let advice =
      Spelling.nearest(to: name, among: numbers).map { "did you mean \($0)?" }
      ?? "it has \(numbers.joined(separator: ", "))"
    return Complaint(
      "\(path): --search \(name): written out, the preset \(preset) has no such number; \(advice)")
  }

  /// Whether anything is to be tried.
  var isAsked: Bool { !search.settings.isEmpty }

  /// What was tried, for the report.
  var trials: SettingSearch { search }

  /// Tries, and gives the text with the best numbers.
  mutating func run(
    _ worth: (InteractionText) throws -> SettingSearch.Worth
  ) throws -> InteractionText {
    var search = search
    _ = try search.run { values throws in try worth(changed(to: values)) }
    self.search = search
    return try changed(to: search.advice?.values ?? search.settings.map(\.start))
  }

  private func changed(to values: [Double]) throws -> InteractionText {
    // What is as it was stays as it was written.
    let others = zip(search.settings, values).filter { $1 != $0.start }
    let isWritten = others.allSatisfy { setting, _ in (try? text.number(at: setting.name)) != nil }
    var changed = isWritten ? text : whole
    for (setting, value) in others {
      do {
        try changed.replaceValue(at: setting.name, with: value.asWritten)
        _ = try Interaction(parsing: changed.bytes)
      } catch {
        throw Complaint("\(path):\(error); --search \(setting.name) leads there")
      }
    }
    return changed
  }
}
