public import Interactions
public import Quantities

/// What can be said in numbers of one gesture and of what the animation made of it.
///
/// It begins where the fingers take hold and ends where the animation rests, or where it is caught
/// again. What there was no occasion to measure is nothing. The page WhatIsMeasured defines each of them.
public struct Measures: Hashable, Sendable {
  /// 0.01 of the whole way, by which what is seen may differ from what it should be and still count as the
  /// same: control engineering's usual bands are 0.01, 0.02 and 0.05 of a step (Ogata, Modern Control
  /// Engineering, 5-3; MATLAB's `stepinfo` takes 0.02).
  public static let band = 0.01

  /// 0.1 of the whole way in a second, less than ``band`` in the time that estimators look back
  /// (Android's, 0.1 s): fingers that are slower rest.
  public static let restingSpeed = 0.1

  /// When the fingers took hold, counted from the start of the trajectory.
  public var began: Timestamp
  /// When they let go, or were cut off.
  public var released: Timestamp?
  /// Whether they were cut off, instead of letting go.
  public var isCutOff = false
  /// What became of the release.
  public var outcome: Decision.Outcome?
  /// The progress that it led to.
  public var target: Double?
  /// When the animation came to rest, unless it was caught before.
  public var rested: Timestamp?

  /// The seconds from the release until the fraction stays within ``band`` of the target.
  public var settleTime: Double?
  /// How far beyond its target the fraction went, in parts of the whole way.
  public var overshoot: Double?
  /// The greatest speed of the fingers, in progress per second.
  public var fastestTracking = 0.0
  /// The greatest speed of the animation after the release, in progress per second.
  public var fastestSettling: Double?
  /// The greatest jerk of the animation after the release, in progress per second³.
  public var greatestJerk: Double?
  /// The fingers' velocity when they let go, in progress per second.
  public var velocityBefore: Double?
  /// The animation's velocity as it went on, in progress per second.
  public var velocityAfter: Double?
  /// The frames of the display for which fingers held the animation.
  public var frameCount = 0
  /// Those of them that showed the fingers where they were no longer.
  public var staleFrameCount = 0
  /// The greatest distance between what was shown and where the fingers alone would have led.
  public var greatestLag: Double?
  /// The root of the mean square of that distance, over the time of the gesture.
  public var rmsLag: Double?

  /// Makes measures of a gesture of which nothing is known but when it began.
  public init(began: Timestamp) {
    self.began = began
  }

  /// The seconds from the release until the animation rested.
  public var timeToRest: Double? {
    guard let released, let rested else { return nil }
    return rested - released
  }

  /// The change of the velocity at the release, as a share of what it was: 0 where it was carried, −1 where
  /// it was dropped; nothing where the fingers rested, see ``restingSpeed``.
  public var handoffError: Double? {
    guard let velocityBefore, let velocityAfter, abs(velocityBefore) >= Self.restingSpeed
    else { return nil }
    return (velocityAfter - velocityBefore) / velocityBefore
  }

  /// All that is measured, by the names that reports have for it.
  public var numbers: [(name: String, value: Double?)] {
    [
      ("target", target), ("settleTime", settleTime), ("timeToRest", timeToRest),
      ("overshoot", overshoot), ("fastestTracking", fastestTracking),
      ("fastestSettling", fastestSettling), ("greatestJerk", greatestJerk),
      ("velocityBefore", velocityBefore), ("velocityAfter", velocityAfter),
      ("handoffError", handoffError), ("greatestLag", greatestLag), ("rmsLag", rmsLag),
      ("frames", Double(frameCount)), ("staleFrames", Double(staleFrameCount)),
    ]
  }
}
