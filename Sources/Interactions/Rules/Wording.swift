package import PantographBase
package import PantographGestures

/// The wording of decisions and releases, shared by all reports.
package enum Wording {
  /// The message for a trajectory without a gesture.
  package static let noGesture = "no gesture: no touches match the interaction's gesture"
  /// The reason of an outcome that no rule decided.
  package static let cutOff = "the gesture was cut off; the rule was not evaluated"

  /// Returns the reason of a judgement: `fraction 0.73 is above 0.50, by 0.23`.
  package static func reason(of judgement: Judgement) -> String {
    unlimitedReason(of: judgement)
      + (judgement.isLimited ? "; one gesture leads no farther" : "")
  }

  private static func unlimitedReason(of judgement: Judgement) -> String {
    let isPlain = judgement.verdict == .finish || judgement.verdict == .cancel
    guard let clause = judgement.clause else {
      // For a rule of one condition the reason is how far that was from holding.
      guard judgement.findings.count == 1, judgement.findings[0].count == 1 else {
        return "no clause holds, so \(phrase(judgement))"
      }
      let reason = sentence(judgement.findings[0][0])
      return isPlain ? reason : "\(reason), so \(phrase(judgement))"
    }
    let reasons = judgement.deciding.map { sentence($0) }.joined(separator: " and ")
    return judgement.findings.count == 1 && isPlain
      ? reasons : "clause \(clause + 1), \(reasons): \(phrase(judgement))"
  }

  /// Returns the reason of a judgement, and what was nearest to another outcome where no clause held.
  package static func reason(of judgement: Judgement, nearest: NearestCondition?) -> String {
    let reason = reason(of: judgement)
    let isOneCondition = judgement.findings.count == 1 && judgement.findings[0].count == 1
    guard judgement.clause == nil, !isOneCondition, let nearest else { return reason }
    return "\(reason); nearest: \(sentence(nearest.finding))"
  }

  /// Returns the margin of a decision: that of the only condition, or of the one nearest to another outcome.
  package static func margin(of decision: Decision, nearest: NearestCondition?) -> String {
    let only = decision.margin == nil ? nil : decision.judgement?.findings[0][0]
    guard let finding = only ?? nearest?.finding else { return "" }
    return number(finding.margin) + unit(of: finding.condition)
  }

  /// Returns a quantity, its value and its threshold: `fraction 0.73 is above 0.50, by 0.23`.
  ///
  /// Beside another finding it has enough decimals to show how the two differ.
  package static func sentence(_ finding: Finding, besides other: Finding? = nil) -> String {
    let numbers = Numbers(finding, besides: other)
    let condition = finding.condition
    let name = name(of: condition.quantity)
    let value = numbers.value + unit(of: condition)
    return "\(name) \(value) is \(side(finding)) \(numbers.threshold), by \(numbers.distance)"
  }

  /// Returns what a condition demands: `above 0.50`.
  package static func demand(_ condition: ReleaseRule.Condition, _ threshold: String) -> String {
    "\(condition.comparison.phrase) \(threshold)\(unit(of: condition))"
  }

  /// Returns on which side of its threshold a value is.
  private static func side(_ finding: Finding) -> String {
    side(of: finding.condition.comparison, holds: finding.holds)
  }

  /// Returns on which side of a threshold a value is that meets a comparison or does not.
  package static func side(of comparison: ReleaseRule.Comparison, holds: Bool) -> String {
    switch comparison {
    case .above: holds ? "above" : "not above"
    case .atLeast: holds ? "not below" : "below"
    case .below: holds ? "below" : "not below"
    case .atMost: holds ? "not above" : "above"
    }
  }

  /// Returns what a verdict does with the animation.
  package static func phrase(_ judgement: Judgement) -> String {
    phrase(judgement.verdict, at: judgement.progress.map { NumberText.fixed($0, 2) } ?? "")
  }

  /// Returns what a verdict does with the animation, given the text of the position that it compares.
  package static func phrase(_ verdict: ReleaseRule.Verdict, at position: String) -> String {
    switch verdict {
    case .finish, .cancel, .next, .previous: name(of: verdict)
    case .nearest: "it goes to the snap point nearest to \(position)"
    case .projected: "it goes to the snap point nearest to the projected \(position)"
    case .carried:
      "it goes to the snap point nearest to the projected \(position), but not to that of the grab"
    case .coast: "it coasts to the projected \(position), or to the end before it"
    }
  }

  /// Returns what a verdict does with any animation.
  package static func name(of verdict: ReleaseRule.Verdict) -> String {
    switch verdict {
    case .finish: "it finishes"
    case .cancel: "it cancels"
    case .nearest: "it goes to the nearest end or snap point"
    case .projected: "it goes to the end or snap point nearest to the projected position"
    case .carried:
      "it goes to the snap point nearest to the projected position, but not to that of the grab"
    case .next: "it goes to the next snap point"
    case .previous: "it goes to the previous snap point"
    case .coast: "it coasts to the projected position, or to the end before it"
    }
  }

  /// Returns where a direction leads: `to the right`.
  package static func toward(_ direction: String) -> String {
    switch direction {
    case "right", "left": "to the \(direction)"
    case "horizontal": "sideways"
    case "vertical": "up or down"
    default: direction
    }
  }

  /// Returns the name of a quantity.
  package static func name(of quantity: ReleaseRule.Quantity) -> String {
    switch quantity {
    case .snapIntervalFraction: "fraction of the snap interval"
    case .progressSinceGrab: "progress since grab"
    case .peak: "largest fraction"
    case .projected: "projected fraction"
    case .travelSize: "travel in either direction"
    case .distanceFromLanding: "distance from landing"
    case .travelAxisExcess: "travel along minus across"
    case .lastMovement: "last movement"
    case .speedAxisExcess: "speed along minus across"
    case .velocityMagnitude: "speed in any direction"
    case .straightDistance: "straight distance"
    case .restTime: "rest time"
    case .fraction, .travel, .velocity, .speed, .duration: quantity.rawValue
    }
  }

  /// Returns a unit as written after a number; progress has none.
  package static func unit(of condition: ReleaseRule.Condition) -> String {
    condition.unit == MeasureUnit(.progress) ? "" : " \(condition.unit)"
  }

  /// Returns a number with about three significant digits and no more than four decimals.
  package static func number(_ value: Double) -> String {
    NumberText.short(value)
  }

  /// The numbers of a finding, with enough decimals for the exact threshold, for two digits of the distance, and to show
  /// that they differ.
  package struct Numbers {
    package let value: String
    package let threshold: String
    /// The distance between both, for sentences that name the side.
    package let distance: String
    /// The distance with its sign: positive where the condition holds.
    package let margin: String

    /// Makes the numbers, with enough decimals to show that they differ from another finding's, too.
    package init(_ finding: Finding, besides other: Finding? = nil) {
      let (value, threshold) = (finding.value, finding.condition.threshold)
      var pairs = [(value, threshold)]
      // Trajectories have six decimals; values that are nearer count as equal.
      if let other, abs(other.condition.threshold - threshold) >= 1e-6 {
        pairs.append((other.condition.threshold, threshold))
      } else if let other, abs(other.value - value) >= 1e-6 {
        pairs.append((other.value, value))
      }
      var decimals = Self.leastDecimals(of: finding)
      for (one, another) in pairs where one != another {
        while decimals < 9, NumberText.fixed(one, decimals) == NumberText.fixed(another, decimals) {
          decimals += 1
        }
      }
      self.value = NumberText.fixed(value, decimals)
      self.threshold = NumberText.fixed(threshold, decimals)
      distance = NumberText.fixed(finding.distance, decimals)
      margin = NumberText.fixed(finding.margin, decimals)
    }

    /// 6: thresholds with more decimals, such as 1/3, are rounded.
    private static let mostExact = 6

    private static let powers = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// Returns whether a number is exact with some decimals.
    private static func isExact(_ number: Double, _ decimals: Int) -> Bool {
      let scaled = abs(number) * powers[decimals]
      return abs(scaled - (scaled + 0.5).rounded(.towardZero)) <= 1e-9 * max(scaled, 1)
    }

    /// Returns the decimals for the exact threshold and for two digits of the distance.
    private static func leastDecimals(of finding: Finding) -> Int {
      let (threshold, distance) = (finding.condition.threshold, finding.distance)
      var decimals = max(abs(finding.value), abs(threshold)) >= 100 ? 1 : 2
      if isExact(threshold, mostExact) {
        while !isExact(threshold, decimals) { decimals += 1 }
      }
      // Values that are nearer than the last decimal of trajectories count as equal.
      if distance >= 1e-6 {
        while decimals < 9, distance * powers[decimals] < 9.95, !isExact(distance, decimals) {
          decimals += 1
        }
      }
      return decimals
    }
  }
}

// MARK: Releases and flips

extension Wording {
  /// Returns an instant of the trajectory in seconds.
  package static func clock(_ time: Timestamp) -> String { clock(time, decimals: 3) }

  /// Returns the instant of a release, with the number of its gesture if there are several.
  package static func released(at time: Timestamp, gesture: Int?) -> String {
    gesture.map { "Gesture \($0), released at \(clock(time))" } ?? "Released at \(clock(time))"
  }

  /// Returns the largest difference of a channel, with its sign, and its time.
  package static func gap(_ name: String, _ difference: Double, at time: Timestamp) -> String {
    "\(name) \(NumberText.signed(difference)) at \(clock(time))"
  }

  /// Returns an instant of the trajectory in seconds with a number of decimals.
  package static func clock(_ time: Timestamp, decimals: Int) -> String {
    NumberText.fixed(time.seconds, decimals, "s")
  }

  /// Returns the outcome of a decision, with the target of a snap.
  package static func outcome(of decision: Decision) -> String {
    destination(decision.outcome, decision.target)
  }

  /// Returns the outcome of a flip, with the target of a snap.
  package static func destination(of flip: Flip) -> String {
    destination(flip.outcome, flip.target)
  }

  private static func destination(_ outcome: Decision.Outcome, _ target: Double) -> String {
    outcome == .snap ? "snap to \(NumberText.fixed(target, 2))" : outcome.rawValue
  }

  /// 0.005: the first fraction that is not 0.00.
  private static let leastMoved = 0.005

  /// Returns where and after what time the fingers released.
  package static func position(of release: Release, in unit: DistanceUnit) -> String {
    let isMoved = abs(release.startFraction) >= leastMoved
    let grabbed = isMoved ? " (grabbed at \(NumberText.fixed(release.startFraction, 2)))" : ""
    let fraction = NumberText.fixed(release.fraction, 2) + grabbed
    guard unit == .millimetres else {
      return "at fraction \(fraction), \(NumberText.fixed(release.travel, 2)) of the press, "
        + "after \(number(release.duration)) s"
    }
    return "at fraction \(fraction), \(number(release.travel)) mm along and "
      + "\(number(release.crossTravel)) mm across, after \(number(release.duration)) s"
  }

  /// Returns how the fingers moved at the release.
  package static func movement(
    of release: Release, by estimator: VelocityEstimator, in unit: DistanceUnit
  ) -> String {
    let rest =
      release.restTime > 0 ? ", \(number(release.restTime)) s after the last movement" : ""
    let by = " (estimator \(estimator.rawValue))\(rest)"
    guard unit == .press else {
      return "moving \(velocity(of: release, by: estimator, in: unit))\(by)"
    }
    return "pressure \(NumberText.fixed(release.velocity, 2, estimator.perWhat))\(by)"
  }

  /// Returns the velocity of a release in the estimator's unit.
  package static func velocity(
    of release: Release, by estimator: VelocityEstimator, in unit: DistanceUnit
  ) -> String {
    velocity(release.velocity, by: estimator, in: unit)
  }

  /// Returns an estimator's velocity in its unit.
  package static func velocity(
    _ velocity: Double, by estimator: VelocityEstimator, in unit: DistanceUnit
  ) -> String {
    NumberText.fixed(velocity, unit == .press ? 2 : 1)
      + " \(unit.word)\(estimator.perWhat)"
  }

  /// Returns the change of a flip, in the gesture's unit and in the rule's: `−10.4 mm (−0.23 of the distance)`.
  package static func change(of flip: Flip, by estimator: VelocityEstimator, in unit: DistanceUnit)
    -> String
  {
    let inputUnit = flip.input.unit(by: estimator, in: unit.word)
    let own = signed(flip.change, inputUnit)
    guard let change = flip.changeInRuleUnit, let condition = flip.condition,
      "\(condition.unit)" != inputUnit, abs(change) >= smallest
    else { return own }
    let isProgress = condition.unit == MeasureUnit(.progress)
    return "\(own) (\(signed(change, isProgress ? "of the distance" : "\(condition.unit)")))"
  }

  /// Half of the last decimal that is shown.
  private static let smallest = 0.000_05

  /// Returns a change with its sign; `<0.0001` if it is too small to show.
  private static func signed(_ value: Double, _ unit: String) -> String {
    abs(value) < smallest
      ? "\(value < 0 ? "−" : "+")<0.0001 \(unit)" : NumberText.signed(value, unit)
  }
}

/// The unit of a gesture's distances.
package enum DistanceUnit {
  case millimetres
  /// The whole of a press, from its start to its peak.
  case press

  package init(_ gesture: Interaction.Gesture) {
    self = if case .pan = gesture { .millimetres } else { .press }
  }

  /// The unit after a number in text.
  package var word: String { self == .press ? "of the press" : "mm" }
  /// The unit in JSON.
  package var name: String { self == .press ? "press" : "mm" }
}

extension VelocityEstimator {
  /// What its distances are divided by: Hyprland's estimator counts events.
  package var perWhat: String { hasTime ? "/s" : "/event" }
}

extension Flip.Input {
  /// The name of the input in text.
  package var words: String { self == .position ? "position" : rawValue.spaced }

  /// Returns the unit of an input, from the unit of distances and the estimator of velocities.
  package func unit(by estimator: VelocityEstimator, in unit: String) -> String {
    switch self {
    case .position, .crossTravel: unit
    case .velocity, .crossVelocity: unit + estimator.perWhat
    case .duration, .restTime: "s"
    }
  }
}

extension String {
  /// A camel-case name such as `crossTravel` as separate words.
  package var spaced: String {
    reduce(into: "") { text, letter in
      text += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
    }
  }
}

extension JSONText {
  /// All quantities of a release that a rule can use.
  package static func release(_ release: Release) -> JSONText {
    let members: [(String, Double)] = [
      ("fraction", release.fraction), ("startFraction", release.startFraction),
      ("peak", release.peak), ("distance", release.distance), ("travel", release.travel),
      ("crossTravel", release.crossTravel), ("lastMovement", release.lastMovement),
      ("duration", release.duration), ("restTime", release.restTime),
      ("velocity", release.velocity), ("crossVelocity", release.crossVelocity),
      ("earlierTravel", release.earlierTravel),
    ]
    return .object(members.map { ($0.0, .number($0.1)) })
  }
}

extension ReleaseRule.Comparison {
  /// The words before a threshold.
  package var phrase: String {
    switch self {
    case .above: "above"
    case .atLeast: "at least"
    case .below: "below"
    case .atMost: "at most"
    }
  }
}
