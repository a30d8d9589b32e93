import PantographBase
package import PantographCInterface
import PantographGestures
import PantographInteractions
import PantographTrajectories

@c @implementation package func pg_interaction_judge(
  _ interaction: OpaquePointer?, _ release: UnsafePointer<pg_release>?,
  _ judgement: UnsafeMutablePointer<pg_judgement>?, _ findings: UnsafeMutablePointer<pg_finding>?,
  _ capacity: Int, _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    unsafe count?.pointee = 0
    let rule = unsafe try required(interaction, "interaction").object(InteractionHandle.self)
      .interaction.rule
    let release = try Release(unsafe try required(release, "release").pointee)
    let decision = rule.decide(release)
    unsafe judgement?.pointee = pg_judgement(decision, of: release, by: rule)
    let found = pg_finding.all(of: decision)
    for (index, finding) in found.prefix(max(capacity, 0)).enumerated() {
      unsafe findings?[index] = finding
    }
    unsafe count?.pointee = found.count
    return .ok
  }
}

extension pg_judgement {
  /// Translates a rule's decision about a release.
  fileprivate init(_ decision: Decision, of release: Release, by rule: ReleaseRule) {
    self.init()
    let event = pg_event(
      TrajectoryEvent(
        time: Timestamp(microseconds: 0), kind: .decided(decision), fraction: release.fraction,
        velocity: 0), start: 0)
    (target, judged) = (event.target, event.judged)
    (outcome, clause, verdict) = (event.outcome, event.clause, event.detail)
    (margin, nearness, flip, nearest) = (.nan, .nan, .nan, -1)
    let nearest = rule.nearestCondition(to: decision, of: release)
    if let margin = decision.margin {
      (self.margin, nearness, self.nearest) = (margin, abs(margin), 0)
    } else if let nearest {
      (margin, nearness) = (nearest.finding.margin, nearest.relative)
      self.nearest = Int32(clamping: nearest.index)
    }
    if let nearest { flip = rule.flip(of: nearest, for: release) ?? .nan }
  }
}

@c @implementation package func pg_interaction_reason(
  _ interaction: OpaquePointer?, _ release: UnsafePointer<pg_release>?,
  _ text: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
  var reason = ""
  if let rule = unsafe interaction?.object(InteractionHandle.self).interaction.rule,
    let given = unsafe release?.pointee, let release = try? Release(given)
  {
    let decision = rule.decide(release)
    if let judgement = decision.judgement {
      reason = Wording.reason(
        of: judgement, nearest: rule.nearestCondition(to: decision, of: release))
    }
  }
  return unsafe write(Array(reason.utf8), to: text, capacity)
}

@c @implementation package func pg_interaction_create_with_thresholds(
  _ original: OpaquePointer?, _ thresholds: UnsafePointer<Double>?, _ count: Int,
  _ interaction: UnsafeMutablePointer<OpaquePointer?>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let interaction = unsafe try required(interaction, "interaction")
    unsafe interaction.pointee = nil
    let handle = unsafe try required(original, "original").object(InteractionHandle.self)
    var rule = handle.interaction.rule
    let expected = rule.thresholds.count
    guard let thresholds = unsafe CArray(thresholds, count), count == expected,
      thresholds.allSatisfy({ $0.isFinite })
    else { throw .invalid("expected \(expected) thresholds, one for each condition") }
    rule.thresholds = Array(thresholds)
    guard let text = rule.replacingThresholds(in: handle.text) else {
      throw .unusable("the text is no interaction")
    }
    return unsafe try create(text, isTheirs: false, interaction)
  }
}

@c @implementation package func pg_session_release(
  _ session: OpaquePointer?, _ release: UnsafeMutablePointer<pg_release>?
) -> pg_status {
  unsafe call(session) { state in
    guard let release = unsafe release else { return state.refuse("release is NULL") }
    guard let last = state.tape.last?.release else { return .end }
    unsafe release.pointee = last
    return .ok
  }
}

extension pg_release {
  /// Translates a release.
  init(_ release: Release) {
    self.init(
      fraction: release.fraction, start_fraction: release.startFraction, peak: release.peak,
      distance: release.distance, travel: release.travel, cross_travel: release.crossTravel,
      last_movement: release.lastMovement, duration: release.duration,
      rest_time: release.restTime, velocity: release.velocity,
      cross_velocity: release.crossVelocity, earlier_travel: release.earlierTravel,
      held_back: 1 - release.resistance)
  }
}

extension Release {
  /// Translates a release.
  init(_ release: pg_release) throws(Refusal) {
    let numbers: KeyValuePairs = [
      "fraction": release.fraction, "start_fraction": release.start_fraction,
      "peak": release.peak, "distance": release.distance, "travel": release.travel,
      "cross_travel": release.cross_travel, "last_movement": release.last_movement,
      "duration": release.duration, "rest_time": release.rest_time, "velocity": release.velocity,
      "cross_velocity": release.cross_velocity, "earlier_travel": release.earlier_travel,
      "held_back": release.held_back,
    ]
    for (name, number) in numbers where !number.isFinite {
      throw .invalid("release: \(name) is \(number)")
    }
    guard release.distance > 0 else {
      throw .invalid("release: distance is \(release.distance); expected more than 0")
    }
    self.init(
      fraction: release.fraction, startFraction: release.start_fraction, peak: release.peak,
      distance: release.distance, travel: release.travel, crossTravel: release.cross_travel,
      lastMovement: release.last_movement, duration: release.duration,
      restTime: release.rest_time, velocity: release.velocity,
      crossVelocity: release.cross_velocity, earlierTravel: release.earlier_travel)
    resistance = 1 - release.held_back
  }
}

@c @implementation package func pg_rule_decide(
  _ rule: UnsafePointer<CChar>?, _ release: UnsafePointer<pg_release>?,
  _ outcome: UnsafeMutablePointer<pg_outcome>?, _ target: UnsafeMutablePointer<Double>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let index = unsafe try indexOf(rule, in: pg_names(PG_RULES), "rule")
    let release = unsafe try required(release, "release").pointee
    let decision = ReleasePreset.all[index].rule.decide(try Release(release))
    unsafe outcome?.pointee = pg_outcome(decision.outcome)
    unsafe target?.pointee = decision.target
    return .ok
  }
}
