import PantographInteractions
import Testing

/// A toolkit's result for a release, worked out from its rule by hand, in its own unit.
struct Conformance: Sendable, CustomTestStringConvertible {
  var preset: String
  var snapPoints: [Double]?
  var release: Release
  /// The snap point that the toolkit chooses.
  var target: Double
  /// Whether the preset finishes although the fingers have pulled back: it uses no velocity, or only a forward one, or its
  /// estimator still includes the forward movement in its mean.
  var isDeafToReversals = false
  /// Why the preset judges at least one clear gesture in a hundred differently at another rate of reports.
  var misses: String?

  var testDescription: String { "\(preset): \(release) goes to \(target)" }

  /// The rule under test, with the row's own snap points.
  func judge(by rule: ReleaseRule) -> Double {
    var rule = rule
    if let snapPoints {
      rule.snapPoints = snapPoints
      // Long swipes are allowed, so that numbers show that lead past the next one.
      rule.steps = nil
    }
    return rule.decide(release).target
  }

  static let all = tutorials + apple + desktops + mobile + web

  /// Returns the rows of one preset, target and release, and what else there is to know of it.
  static func rows(
    _ preset: String, snapPoints: [Double]? = nil, isDeafToReversals: Bool = false,
    misses: String? = nil, _ rows: [(Double, Release)]
  ) -> [Conformance] {
    rows.map { target, release in
      Conformance(
        preset: preset, snapPoints: snapPoints, release: release, target: target,
        isDeafToReversals: isDeafToReversals, misses: misses)
    }
  }
}

/// The millimetres of a point, a dp, a CSS pixel and libinput's touchpad unit.
let (pt, dp, px, pad) = (25.4 / 163, 25.4 / 160, 25.4 / 96, 25.4 / 296.8)
/// The mm/s of this many CSS pixels or touchpad units per millisecond.
let (pxPerMs, padPerMs) = (px * 1000, pad * 1000)
/// The mm/s of one unit of libinput's scrolling per millisecond; measured as 10.52 units per mm.
let scrollPerMs = pad / 0.9 * 1000

/// Returns a release at a progress of a full distance of 50 mm, in millimetres and seconds.
func at(
  _ fraction: Double, from start: Double = 0, peak: Double? = nil, distance: Double = 50,
  travel: Double? = nil, after earlier: Double = 0, across: Double = 0, heading: Double? = nil,
  lasting: Double = 0,
  still: Double = 0, moving velocity: Double = 0, acrossAt crossVelocity: Double = 0
) -> Release {
  Release(
    fraction: fraction, startFraction: start, peak: peak, distance: distance, travel: travel,
    crossTravel: across, lastMovement: heading, duration: lasting, restTime: still,
    velocity: velocity, crossVelocity: crossVelocity, earlierTravel: earlier)
}
