package import PantographBase
package import PantographInteractions

/// The measures of a gesture and of the animation it drives.
///
/// They begin when the fingers grab the animation and end when it rests, or is caught again. A measure
/// that could not be taken is `nil`. The page <doc:WhatIsMeasured> defines each of them.
package struct Measures: Hashable, Sendable {
  /// 0.01 of the full distance, within which values count as the same.
  ///
  /// The usual bands in control engineering are 0.01, 0.02 and 0.05 of a step (Ogata, Modern Control
  /// Engineering, 5-3; MATLAB's `stepinfo` takes 0.02).
  package static let band = 0.01

  /// 0.1 of the full distance per second, below which fingers are at rest.
  ///
  /// It is less than ``band`` in the time that estimators look back (Android's, 0.1 s).
  package static let restingSpeed = 0.1

  /// When the fingers grabbed the animation, since the start of the trajectory.
  package var began: Timestamp
  /// When the fingers were released, or the gesture was cancelled.
  package var released: Timestamp?
  /// Whether the gesture was cancelled.
  package var isCutOff = false
  /// The outcome of the release.
  package var outcome: Decision.Outcome?
  /// The progress at which the animation settles.
  package var target: Double?
  /// When the animation came to rest, unless it was caught before.
  package var rested: Timestamp?

  /// The seconds from the release until the fraction stays within ``band`` of the target.
  package var settleTime: Double?
  /// How far the fraction went beyond its target, as a share of the full distance.
  package var overshoot: Double?
  /// The greatest speed of the fingers, in progress per second.
  package var fastestTracking = 0.0
  /// The greatest speed of the animation after the release, in progress per second.
  package var fastestSettling: Double?
  /// The greatest jerk of the animation after the release, in progress per second³.
  package var greatestJerk: Double?
  /// The fingers' velocity at the release, in progress per second.
  package var velocityBefore: Double?
  /// The animation's velocity after the handoff, in progress per second.
  package var velocityAfter: Double?
  /// The display frames during which fingers held the animation.
  package var frameCount = 0
  /// The frames among them that showed an outdated position of the fingers.
  package var staleFrameCount = 0
  /// The greatest distance between the shown fraction and that of the fingers alone.
  package var greatestLag: Double?
  /// The root mean square of that distance, over the time of the gesture.
  package var rmsLag: Double?
  /// How evenly the positions among the columns moved; empty if nobody has asked.
  package var jank: [ColumnJank] = []

  /// Creates the measures of a gesture of which only the beginning is known.
  package init(began: Timestamp) {
    self.began = began
  }

  /// The seconds from the release until the animation rested.
  package var timeToRest: Double? {
    guard let released, let rested else { return nil }
    return rested - released
  }

  /// The change of the velocity at the release, relative to the fingers': 0 if it was carried over, −1
  /// if it was dropped; `nil` if the fingers were at rest, see ``restingSpeed``.
  package var handoffError: Double? {
    guard let velocityBefore, let velocityAfter, abs(velocityBefore) >= Self.restingSpeed
    else { return nil }
    return (velocityAfter - velocityBefore) / velocityBefore
  }

  /// All measures, by their names in reports.
  package var numbers: [(name: String, value: Double?)] {
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

/// A condition on a gesture's measures: `outcome=finish`, `overshoot>0.05`, `cutOff=yes`.
///
/// The names are those of the measures in JSON; see <doc:WhatIsMeasured>.
package struct GestureCondition: Hashable, Sendable {
  private enum Demand: Hashable {
    case outcome(String)
    case cutOff(Bool)
    case above(Double)
    case below(Double)
  }

  private let name: String
  private let demand: Demand

  /// Reads a condition.
  package init(parsing text: some StringProtocol) throws(Complaint) {
    guard let index = text.firstIndex(where: { "=<>".contains($0) }) else {
      throw Complaint(
        "\(text): expected a condition such as outcome=finish or overshoot>0.05")
    }
    let name = String(text[..<index])
    let value = String(text[text.index(after: index)...])
    self.name = name
    switch (name, text[index]) {
    case ("outcome", "="):
      guard ["finish", "cancel", "snap"].contains(value) else {
        throw Complaint("\(text): unknown outcome; expected finish, cancel or snap")
      }
      demand = .outcome(value)
    case ("cutOff", "="):
      guard ["yes", "no"].contains(value) else {
        throw Complaint("\(text): expected cutOff=yes or cutOff=no")
      }
      demand = .cutOff(value == "yes")
    default:
      guard Self.names.contains(name) else {
        throw Complaint(
          "\(text): unknown measure '\(name)'; expected one of outcome, cutOff, "
            + Self.names.joined(separator: ", "))
      }
      guard text[index] != "=", let number = Double(value), number.isFinite else {
        throw Complaint("\(text): expected a number after < or >")
      }
      demand = text[index] == ">" ? .above(number) : .below(number)
    }
  }

  private static let names = Measures(began: Timestamp(microseconds: 0)).numbers.map { $0.name }

  /// Returns whether the measures meet the condition; a missing measure does not.
  package func holds(for measures: Measures) -> Bool {
    let number = measures.numbers.first { $0.name == name }?.value
    return switch demand {
    case .outcome(let outcome): measures.outcome?.rawValue == outcome
    case .cutOff(let isCutOff): measures.released != nil && measures.isCutOff == isCutOff
    case .above(let threshold): number.map { $0 > threshold } ?? false
    case .below(let threshold): number.map { $0 < threshold } ?? false
    }
  }
}
