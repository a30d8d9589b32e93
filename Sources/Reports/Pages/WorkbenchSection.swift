import PantographBase
import PantographInteractions
import PantographTouches

/// The section of a page in which every key of the interaction can be changed.
///
/// The page has the engine, and what it is asked about: recorded touches that drive the changed interaction, or releases
/// that its rule judges. Nothing is computed elsewhere.
struct WorkbenchSection {
  /// What the engine is asked about.
  enum Subject {
    case touches(RecordedTouches)
    /// Releases by all that a rule can use, and what was meant with them.
    case releases([Release], labels: JSONText)
    /// Nothing, with the reason as a sentence.
    case nothing(String)
  }

  /// The engine for pages; `nil` if the program has none.
  var engine: PageEngine?
  /// The text of the interaction file; `nil` if it can't be had.
  var interaction: InteractionText?
  var subject: Subject
  /// The command that does to the recording what the page shows, once the file is saved.
  var command: String?
  /// What the section is about.
  var lead: String

  /// What the page contains, if anything can be changed.
  var workbench: Workbench? {
    guard let engine, let interaction else { return nil }
    var members: [(key: String, value: JSONText)] = [
      ("interaction", .string(String(decoding: interaction.bytes, as: UTF8.self)))
    ]
    switch subject {
    case .nothing: return nil
    case .touches(let touches): members.append(("touches", touches.json))
    case .releases(let releases, let labels):
      members.append(("releases", .list(releases.map { .exactRelease($0) })))
      members.append(("labels", labels))
    }
    if let command { members.append(("command", .string(command))) }
    return Workbench(engine: engine, data: .object(members))
  }

  /// The section, which says why nothing can be changed if that is so.
  var markup: Markup {
    if let obstacle { return Markup.sentence(obstacle) }
    return Markup("div") {
      Markup("p") { lead }
      Markup("p", ["class": "unscripted"]) {
        "The interaction can be changed only with scripts and WebAssembly."
      }
      // The script of the workbench fills it.
      Markup("form", ["class": "workbench", "hidden": "", "novalidate": ""])
    }
  }

  private var obstacle: String? {
    if engine == nil {
      return "Nothing can be changed in this page: the program that wrote it lacks the engine for"
        + " pages, which `tools/package web` builds"
    }
    if case .nothing(let reason) = subject { return reason }
    return interaction == nil
      ? "Nothing can be changed in this page: its interaction came from a pipe" : nil
  }
}

extension JSONText {
  /// Everything that a rule can use of a release, with all digits.
  fileprivate static func exactRelease(_ release: Release) -> JSONText {
    [
      "fraction": .exact(release.fraction), "startFraction": .exact(release.startFraction),
      "peak": .exact(release.peak), "distance": .exact(release.distance),
      "travel": .exact(release.travel), "crossTravel": .exact(release.crossTravel),
      "lastMovement": .exact(release.lastMovement), "duration": .exact(release.duration),
      "restTime": .exact(release.restTime), "velocity": .exact(release.velocity),
      "crossVelocity": .exact(release.crossVelocity),
      "earlierTravel": .exact(release.earlierTravel),
    ]
  }
}
