/// A named release rule: another toolkit's, or the recommended one.
///
/// Every number in a preset's rule is the one in its source, in its original unit.
package struct ReleasePreset: Hashable, Sendable {
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
  package var name: String
  /// The toolkit and the widget.
  package var title: String
  /// The source of the numbers.
  package var source: String
  /// The source's version: its number, its commit and date, or whatever is known about when it was
  /// read.
  package var version: String
  /// How well the rule is known.
  package var evidence: Evidence
  /// What the rule does, including any surprises.
  package var summary: String
  /// The rule.
  package var rule: ReleaseRule
  /// How it settles after the release, if that is known.
  package var settling: PresetSettling?

  /// Creates a preset from its parts.
  package init(
    name: String, title: String, source: String, version: String, evidence: Evidence,
    summary: String, rule: ReleaseRule, settling: PresetSettling? = nil
  ) {
    self.name = name
    self.title = title
    self.source = source
    self.version = version
    self.evidence = evidence
    self.summary = summary
    self.rule = rule
    self.settling = settling
  }

  /// The version of a source whose revision was not noted, read before the first preset was written.
  static let unrevised = "read by 2026-11, revision not noted"
  /// As ``unrevised``, for a single file that was read without its repository.
  static let singleFile = "single file read by 2026-11, revision not noted"

  /// All presets: our own, then those of the tutorials, Apple, desktops, Android, Flutter and the web.
  package static let all: [ReleasePreset] =
    [pantograph] + tutorials + apple + desktops + android + flutter + web

  /// Returns the preset with a name.
  package static func named(_ name: String) -> ReleasePreset? {
    all.first { $0.name == name }
  }
}

extension MeasureUnit {
  static let pointsPerSecond = MeasureUnit(.point, per: .second)
  static let densityIndependent = MeasureUnit(.densityIndependent)
  static let densityIndependentPerSecond = MeasureUnit(.densityIndependent, per: .second)
  static let pixelsPerMillisecond = MeasureUnit(.pixel, per: .millisecond)
  static let touchpadScrollPerMillisecond = MeasureUnit(.touchpadScroll, per: .millisecond)
  static let touchpadPixelsPerMillisecond = MeasureUnit(.touchpadPixel, per: .millisecond)
}
