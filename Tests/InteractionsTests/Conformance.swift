import Interactions
import Testing

/// What a toolkit does with a release, worked out from its rule by hand, in its own unit.
struct Conformance: Sendable, CustomTestStringConvertible {
  var preset: String
  var snapPoints: [Double]?
  var release: Release
  /// Where the toolkit goes.
  var target: Double

  var testDescription: String { "\(preset): \(release) goes to \(target)" }

  /// The rule that is asked, with the row's own snap points.
  func judge(by rule: ReleaseRule) -> Double {
    var rule = rule
    if let snapPoints { rule.snapPoints = snapPoints }
    return rule.decide(release).target
  }

  static let all = tutorials + apple + desktops + mobile + web

  /// The rows of one preset: to where, from which release.
  static func rows(
    _ preset: String, snapPoints: [Double]? = nil, _ rows: [(Double, Release)]
  ) -> [Conformance] {
    rows.map { target, release in
      Conformance(preset: preset, snapPoints: snapPoints, release: release, target: target)
    }
  }
}

/// The millimetres of a point, a dp, a CSS pixel and libinput's unit of a touchpad.
let (pt, dp, px, pad) = (25.4 / 163, 25.4 / 160, 25.4 / 96, 25.4 / 296.8)
/// The mm/s of so many CSS pixels or units of a touchpad per millisecond.
let (pxPerMs, padPerMs) = (px * 1000, pad * 1000)

/// A release at a progress of a whole way of 50 mm, in millimetres and seconds.
func at(
  _ fraction: Double, from start: Double = 0, peak: Double? = nil, distance: Double = 50,
  travel: Double? = nil, across: Double = 0, heading: Double? = nil, lasting: Double = 0,
  still: Double = 0, moving velocity: Double = 0, acrossAt crossVelocity: Double = 0
) -> Release {
  Release(
    fraction: fraction, startFraction: start, peak: peak, distance: distance, travel: travel,
    crossTravel: across, lastMovement: heading, duration: lasting, restTime: still,
    velocity: velocity, crossVelocity: crossVelocity)
}
