import Gestures
import Interactions
import Quantities

/// How what a rule found is said, the same in every report.
enum Wording {
  /// Why it came as it did, in a line: `0.73 is above 0.50, by 0.23`.
  static func reason(of judgement: Judgement) -> String {
    guard let clause = judgement.clause else {
      // A rule of one condition is told by how far that was from holding.
      guard judgement.findings.count == 1, judgement.findings[0].count == 1 else {
        return "no clause holds, so \(phrase(judgement))"
      }
      return sentence(judgement.findings[0][0])
    }
    let reasons = judgement.deciding.map { sentence($0) }.joined(separator: " and ")
    let isPlain = judgement.verdict == .finish || judgement.verdict == .cancel
    return judgement.findings.count == 1 && isPlain
      ? reasons : "clause \(clause + 1), \(reasons): \(phrase(judgement))"
  }

  /// A value against its threshold: `0.73 is above 0.50, by 0.23`, with the name of what it is where
  /// that is not the fraction.
  ///
  /// Beside that of another finding it has as many decimals as it takes to see in what they differ.
  static func sentence(_ finding: Finding, besides other: Finding? = nil) -> String {
    let numbers = Numbers(finding, besides: other)
    let condition = finding.condition
    let name = condition.quantity == .fraction ? "" : "\(name(of: condition.quantity)) "
    let unit = unit(of: condition)
    return
      "\(name)\(numbers.value)\(unit) is \(side(finding)) \(numbers.threshold), by \(numbers.margin)"
  }

  /// What a value has to be: `above 0.50`.
  static func demand(_ condition: ReleaseRule.Condition, _ threshold: String) -> String {
    let word =
      switch condition.comparison {
      case .above: "above"
      case .atLeast: "at least"
      case .below: "below"
      case .atMost: "at most"
      }
    return "\(word) \(threshold)\(unit(of: condition))"
  }

  /// Where a value is, seen from its threshold.
  private static func side(_ finding: Finding) -> String {
    switch finding.condition.comparison {
    case .above: finding.holds ? "above" : "not above"
    case .atLeast: finding.holds ? "not below" : "below"
    case .below: finding.holds ? "below" : "not below"
    case .atMost: finding.holds ? "not above" : "above"
    }
  }

  /// What a verdict does with the animation.
  static func phrase(_ judgement: Judgement) -> String {
    let place = judgement.progress.map { String(fixed: $0, decimals: 2) } ?? ""
    return switch judgement.verdict {
    case .finish: "it finishes"
    case .cancel: "it goes back"
    case .nearest: "it goes to the point nearest to \(place)"
    case .projected: "it goes to the point nearest to \(place), where it leads"
    case .carried: "it goes where it leads, \(place), by a point at least"
    case .next: "it goes to the next point"
    case .previous: "it goes to the point before"
    }
  }

  /// What a quantity is called.
  static func name(of quantity: ReleaseRule.Quantity) -> String {
    switch quantity {
    case .snapIntervalFraction: "part of the way between points"
    case .progressSinceGrab: "progress made"
    case .peak: "largest fraction"
    case .projected: "projected fraction"
    case .travelSize: "travel either way"
    case .travelAxisExcess: "travel along over across"
    case .lastMovement: "last movement"
    case .speedAxisExcess: "speed along over across"
    case .velocityMagnitude: "speed any way"
    case .straightDistance: "straight distance"
    case .restTime: "rest time"
    case .fraction, .travel, .velocity, .speed, .duration: quantity.rawValue
    }
  }

  /// A unit after a number; progress needs none.
  static func unit(of condition: ReleaseRule.Condition) -> String {
    condition.unit == MeasureUnit(.progress) ? "" : " \(condition.unit)"
  }

  /// A number with about three digits that matter, and no more than four decimals.
  static func number(_ value: Double) -> String {
    let decimals = (0...3).first { abs(value) >= [100, 10, 1, 0.1][$0] } ?? 4
    return String(fixed: value, decimals: value == 0 ? 0 : decimals)
  }

  /// The numbers of a finding, with as many decimals as it takes to see that they differ.
  struct Numbers {
    let value: String
    let threshold: String
    let margin: String

    init(_ finding: Finding) {
      self.init(finding, besides: nil)
    }

    /// As many as it takes to tell them from those of another finding, too.
    init(_ finding: Finding, besides other: Finding?) {
      let (value, threshold) = (finding.value, finding.condition.threshold)
      // Six decimals are written down: what is nearer is the same, as far as anybody knows.
      let differing = [(other?.condition.threshold, threshold), (other?.value, value)]
        .compactMap { old, new in old.map { ($0, new) } }.first { abs($0 - $1) >= 1e-6 }
      let apart = [(value, threshold), differing].compactMap(\.self).filter { $0 != $1 }
      let least = max(abs(value), abs(threshold)) >= 100 ? 1 : 2
      let decimals =
        (least...9).first { places in
          apart.allSatisfy {
            String(fixed: $0, decimals: places) != String(fixed: $1, decimals: places)
          }
        } ?? 9
      self.value = String(fixed: value, decimals: decimals)
      self.threshold = String(fixed: threshold, decimals: decimals)
      margin = String(fixed: finding.margin, decimals: decimals)
    }
  }
}

// MARK: A hand and what it would have taken

extension Wording {
  /// An instant of the trajectory.
  static func clock(_ time: Timestamp) -> String {
    String(fixed: Double(time.microseconds) / 1_000_000, decimals: 3) + " s"
  }

  /// Where a decision leads.
  static func outcome(of decision: Decision) -> String {
    destination(decision.outcome, decision.target)
  }

  /// Where a release would lead after a change.
  static func destination(of flip: Flip) -> String {
    destination(flip.outcome, flip.target)
  }

  private static func destination(_ outcome: Decision.Outcome, _ target: Double) -> String {
    outcome == .snap ? "snap to \(String(fixed: target, decimals: 2))" : outcome.rawValue
  }

  /// Where a hand let go, and after what time.
  static func place(of release: Release, in way: DistanceUnit) -> String {
    let fraction = String(fixed: release.fraction, decimals: 2)
    guard way == .millimetres else {
      return "at fraction \(fraction), \(String(fixed: release.travel, decimals: 2)) of the press, "
        + "after \(number(release.duration)) s"
    }
    return "at fraction \(fraction), \(number(release.travel)) mm along and "
      + "\(number(release.crossTravel)) mm across, after \(number(release.duration)) s"
  }

  /// How a hand moved when it let go.
  static func pace(
    of release: Release, by estimator: VelocityEstimator, in way: DistanceUnit
  ) -> String {
    let still = release.restTime > 0 ? ", still for \(number(release.restTime)) s" : ""
    let velocity = velocity(of: release, by: estimator, in: way)
    return "\(way == .press ? "changing" : "moving") \(velocity) by \(estimator.rawValue)\(still)"
  }

  /// A velocity in the unit that its estimator has.
  static func velocity(
    of release: Release, by estimator: VelocityEstimator, in way: DistanceUnit
  ) -> String {
    velocity(release.velocity, by: estimator, in: way)
  }

  /// A velocity that an estimator has found, in its unit.
  static func velocity(
    _ velocity: Double, by estimator: VelocityEstimator, in way: DistanceUnit
  ) -> String {
    String(fixed: velocity, decimals: way == .press ? 2 : 1)
      + " \(way.word)\(estimator.perWhat)"
  }

  /// A change of what a hand does, in the hand's own unit and in the rule's: `−10.4 mm (−0.23)`.
  static func change(of flip: Flip, by estimator: VelocityEstimator, in way: DistanceUnit) -> String
  {
    let unit = flip.input.unit(by: estimator, in: way.word)
    let own = signed(flip.change, unit)
    guard let change = flip.changeInRuleUnit, let condition = flip.condition,
      "\(condition.unit)" != unit, abs(change) >= hair
    else { return own }
    let isProgress = condition.unit == MeasureUnit(.progress)
    return "\(own) (\(signed(change, isProgress ? "of the way" : "\(condition.unit)")))"
  }

  /// Less than the last decimal that numbers are told with.
  private static let hair = 0.000_05

  /// A change with its sign; one too small for a number is a hair.
  private static func signed(_ value: Double, _ unit: String) -> String {
    let sign = value < 0 ? "−" : "+"
    return abs(value) < hair ? "\(sign)a hair" : "\(sign)\(number(abs(value))) \(unit)"
  }
}

/// What the way of a hand is told in.
enum DistanceUnit {
  case millimetres
  /// The whole of a press, from its start to its peak.
  case press

  init(_ gesture: Interaction.Gesture) {
    self = if case .pan = gesture { .millimetres } else { .press }
  }

  /// The unit, after a number that a person reads.
  var word: String { self == .press ? "of the press" : "mm" }
  /// The unit for a program.
  var name: String { self == .press ? "press" : "mm" }
}

extension VelocityEstimator {
  /// What its ways are by: Hyprland's knows no time.
  var perWhat: String { hasTime ? "/s" : "/event" }
}

extension Flip.Input {
  /// The unit of what is changed, where ways have one, and an estimator tells the velocities.
  func unit(by estimator: VelocityEstimator, in way: String) -> String {
    switch self {
    case .position, .crossTravel: way
    case .velocity, .crossVelocity: way + estimator.perWhat
    case .duration, .restTime: "s"
    }
  }
}

extension String {
  /// A name of several words, such as `crossTravel`, as a person writes it.
  var spaced: String {
    reduce(into: "") { text, letter in
      text += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
    }
  }
}

extension JSONText {
  /// An instant, in seconds.
  static func seconds(_ time: Timestamp) -> JSONText {
    .number(Double(time.microseconds) / 1_000_000, decimals: 6)
  }

  /// Everything about a release that a rule may ask for.
  static func release(_ release: Release) -> JSONText {
    let members: [(String, Double)] = [
      ("fraction", release.fraction), ("startFraction", release.startFraction),
      ("peak", release.peak), ("distance", release.distance), ("travel", release.travel),
      ("crossTravel", release.crossTravel), ("lastMovement", release.lastMovement),
      ("duration", release.duration), ("restTime", release.restTime),
      ("velocity", release.velocity), ("crossVelocity", release.crossVelocity),
    ]
    return .object(members.map { ($0.0, .number($0.1, decimals: 6)) })
  }
}
