import PantographBase
import PantographGestures

/// A named release rule: another toolkit's, or the recommended one.
///
/// Every number in a preset's rule is the one in its source, in its original unit.
package struct ReleasePreset: Sendable {
  /// How well a rule is known.
  package enum Evidence: String, CaseIterable, Sendable {
    /// It is Pantograph's own.
    case own
    /// The numbers and the formula come from the source.
    case source
    /// The numbers come from the source; the formula is common knowledge, not verified against it.
    case numbers
    /// The running program was measured.
    case measured
    /// The running program was tried by feel: the numbers may be inexact.
    case feel
  }

  /// The name that users type.
  package let name: String
  /// The rule.
  package let rule: ReleaseRule
  private let settle: @Sendable () -> PresetSettling?
  private let description: OnlyDescribed<Description>

  private struct Description {
    let title: String
    let source: String
    let version: String
    let evidence: Evidence
    let summary: String
  }

  /// Creates a preset from its parts; the rule is written as in an interaction file.
  package init(
    name: String, title: String, source: String, version: String, evidence: Evidence,
    summary: @autoclosure () -> String, rule: String,
    settling: @autoclosure @escaping @Sendable () -> PresetSettling? = nil
  ) {
    self.name = name
    description = OnlyDescribed(
      Description(
        title: title, source: source, version: version, evidence: evidence, summary: summary()))
    do {
      self.rule = try ReleaseRule(parsing: Array(rule.utf8))
    } catch {
      preconditionFailure("\(name): \(error)")
    }
    settle = settling
  }

  /// The toolkit and the widget.
  package var title: String { description.content.title }
  /// The source of the numbers.
  package var source: String { description.content.source }
  /// The source's version: its number, its commit and date, or whatever is known about when it was
  /// read.
  package var version: String { description.content.version }
  /// How well the rule is known.
  package var evidence: Evidence { description.content.evidence }
  /// What the rule does, including any surprises.
  package var summary: String { description.content.summary }
  /// How it settles after the release, if that is known.
  package var settling: PresetSettling? { settle() }

  /// The version of a source whose revision was not noted, read before the first preset was written.
  static let unrevised = "read by 2026-11, revision not noted"
  /// As ``unrevised``, for a single file that was read without its repository.
  static let singleFile = "single file read by 2026-11, revision not noted"

  /// All presets: our own, then those of the tutorials, Apple, desktops, Android, Flutter and the web.
  package static let all: [ReleasePreset] =
    [pantograph] + tutorials + apple + desktops + android + flutter + web

  static let names = all.map { $0.name }

  /// Returns the preset with a name.
  package static func named(_ name: String) -> ReleasePreset? {
    all.first { $0.name == name }
  }
}

extension MeasureUnit {
  static let pixelsPerMillisecond = MeasureUnit(.pixel, per: .millisecond)
  static let touchpadScrollPerMillisecond = MeasureUnit(.touchpadScroll, per: .millisecond)
}

/// How a toolkit settles after the release: the other half of a preset.
package struct PresetSettling: Sendable {
  /// How it settles at the end and at the snap points before it.
  package var finish: Settle
  /// How it settles at the start.
  package var cancel: Settle
  /// How it settles in either direction after a flick; `nil` if a flick settles like any other release.
  package var flick: Settle?
  private let description: OnlyDescribed<Description>

  private struct Description {
    let summary: String
    let source: String
    let version: String
    let evidence: ReleasePreset.Evidence
  }

  /// Creates a settling that is the same in both directions.
  init(
    _ settle: Settle, flick: Settle? = nil, summary: @autoclosure () -> String, source: String,
    version: String, evidence: ReleasePreset.Evidence
  ) {
    (finish, cancel, self.flick) = (settle, settle, flick)
    description = OnlyDescribed(
      Description(summary: summary(), source: source, version: version, evidence: evidence))
  }

  /// What it does.
  package var summary: String { description.content.summary }
  /// The source of the numbers.
  package var source: String { description.content.source }
  /// The source's version.
  package var version: String { description.content.version }
  /// How well it is known.
  package var evidence: ReleasePreset.Evidence { description.content.evidence }

  /// Reads the key `preset` in `settle` of an interaction file.
  init(
    reading node: JSONNode, of gesture: Interaction.Gesture, by estimator: VelocityEstimator
  ) throws(Complaint) {
    let presets = ReleasePreset.allThatSettle
    let index = try node.index(among: presets.map { $0.name }, "preset")
    guard let settling = presets[index].settling else { throw node.error("expected a preset") }
    self = settling
    guard needsLengths else { return }
    let reason: String
    if case .pan = gesture {
      guard !estimator.hasTime else { return }
      reason = "the estimator \(estimator.rawValue) measures no velocity per time"
    } else {
      reason = "a press has no velocity"
    }
    throw node.error(
      "it can't settle like this, for \(reason): expected \(Self.withoutVelocity.inWords)")
  }

  /// Whether it takes velocities in a unit of length.
  private var needsLengths: Bool {
    [finish, cancel, flick ?? finish].contains {
      if case .inUnit = $0.velocity { true } else { false }
    }
  }

  /// The presets that need no velocity of the fingers in a unit of length.
  static var withoutVelocity: [String] {
    ReleasePreset.allThatSettle.filter { $0.settling?.needsLengths == false }.map { $0.name }
  }
}

extension ReleasePreset {
  /// The presets of which it is known how they settle.
  package static var allThatSettle: [ReleasePreset] { all.filter { $0.settling != nil } }
}
