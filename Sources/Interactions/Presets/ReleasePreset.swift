/// A rule that somebody else has, or that we advise, by its name.
///
/// Every number in a preset's rule is the one in its source, in the unit that it has there.
public struct ReleasePreset: Hashable, Sendable {
  /// How well a rule is known.
  public enum Evidence: String, CaseIterable, Sendable {
    /// It is Pantograph's own.
    case own
    /// Numbers and formula are those of the source named.
    case source
    /// The numbers are those of the source named; how they are put together is as generally known.
    case numbers
    /// Somebody measured the running program.
    case measured
    /// Somebody tried it out by feel: the numbers may be off.
    case feel
  }

  /// The name as a user types it.
  public var name: String
  /// Whose rule it is.
  public var title: String
  /// Where its numbers stand.
  public var source: String
  /// Which version of it that was: its number, its commit and date, or as much as is known of when it was
  /// read.
  public var version: String
  /// How well it is known.
  public var evidence: Evidence
  /// What it does, and where it surprises.
  public var summary: String
  /// The rule.
  public var rule: ReleaseRule

  /// Makes a preset from its parts.
  public init(
    name: String, title: String, source: String, version: String, evidence: Evidence,
    summary: String, rule: ReleaseRule
  ) {
    self.name = name
    self.title = title
    self.source = source
    self.version = version
    self.evidence = evidence
    self.summary = summary
    self.rule = rule
  }

  /// What is known where nobody noted the revision: that it was read before the first preset was written.
  static let unrevised = "read by 2026-11, revision not noted"
  /// As ``unrevised``, where one file was read without its repository.
  static let singleFile = "single file read by 2026-11, revision not noted"

  /// Every preset: our own, then the tutorials', Apple's, the desktops', Android's, Flutter's and the
  /// web's.
  public static let all: [ReleasePreset] =
    [pantograph] + tutorials + apple + desktops + android + flutter + web

  /// The preset of a name.
  public static func named(_ name: String) -> ReleasePreset? {
    all.first { $0.name == name }
  }
}

extension MeasureUnit {
  static let pointsPerSecond = MeasureUnit(.point, per: .second)
  static let densityIndependent = MeasureUnit(.densityIndependent)
  static let densityIndependentPerSecond = MeasureUnit(.densityIndependent, per: .second)
  static let pixelsPerMillisecond = MeasureUnit(.pixel, per: .millisecond)
  static let touchpadPixelsPerMillisecond = MeasureUnit(.touchpadPixel, per: .millisecond)
}
