import Interactions
import Quantities
import Tuning

/// The keys of an interaction file that `--search` tries other numbers for.
struct TuneSettings {
  private let text: InteractionText
  private let path: String
  private var search: SettingSearch

  /// What was asked for, and where it stands now.
  init(_ text: InteractionText, _ arguments: Arguments, at path: String) throws(Complaint) {
    self.text = text
    self.path = path
    var settings: [SettingSearch.Setting] = []
    for (name, bounds) in try CommonOptions.ranges("--search", arguments) {
      guard !settings.contains(where: { $0.name == name }) else {
        throw Complaint("--search \(name): it is looked for already; give it once only")
      }
      do {
        settings.append(.init(name: name, bounds: bounds, start: try text.number(at: name)))
      } catch {
        throw Complaint("\(path):\(error)")
      }
    }
    search = SettingSearch(settings)
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
    var changed = text
    // What is as it was stays as it was written.
    for (setting, value) in zip(search.settings, values) where value != setting.start {
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
