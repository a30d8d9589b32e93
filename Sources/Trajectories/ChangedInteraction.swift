public import PantographBase
public import PantographInteractions
import PantographMotion
import PantographTouches

/// An interaction that another one replaces while it drives an animation: a workspace is added, the pages become wider, or
/// a theme has another spring.
extension TrajectoryDriver {
  /// What stays as it is when another interaction goes on.
  public enum Kept: String, CaseIterable, Sendable {
    /// The progress: the second workspace stays the second one, whatever its size.
    case progress
    /// The value of the first property that both have on a straight line, where it is seen: what has been moved stays there,
    /// whatever share of the whole that is. Without such a property, the progress.
    case value
  }

  /// Goes on with another interaction, from where the animation is.
  ///
  /// Fingers go on from there, and their gesture is judged by the new rule. What runs goes on as it does, unless the new
  /// interaction has another animation, or settles otherwise: then it settles so, a spring with the velocity that it has.
  /// An animation that rests at a snap point, or is on its way to one, settles at the nearest one of the new rule. The
  /// samples keep their rate, and the surface is the same one.
  ///
  /// - Returns: Whether it goes on. It doesn't if the new interaction has other values, or lengths of a surface that is not
  ///   known; while fingers are down, if it takes another gesture or follows something else of it; or once the second
  ///   animation has begun.
  public mutating func change<Sink: TrajectorySink>(
    to next: Interaction, keeping kept: Kept = .progress, at time: Timestamp,
    into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    try advance(to: time, into: &sink)
    guard obstacle(to: next) == nil else { return false }
    try endSilence(into: &sink)
    let former = interaction
    let destination = animation.destination
    var following = ProgressTracker(next, on: plane)
    let change = InteractionChange(
      from: former, to: next, keeping: kept, over: following.mapping.distance)
    interaction = next
    pointsPerMillimetre =
      ProgressPlan.pointsPerMillimetre(next.scale, on: plane) ?? Vector(x: 1, y: 1)
    if former.gesture != next.gesture { input = GestureInput(next.gesture, on: plane) }
    if former.start != next.start || (former.dismissal == nil) != (next.dismissal == nil) {
      prepareStart()
    }
    let restarts = phase == .settling && change.restarts(destination, heading)
    if restarts {
      heading = HandOff.Heading(
        decision: change.decision(wasAt: destination),
        start: change.progress(animation.progress(at: now).value))
    }
    animation = change.animation(after: animation, restarting: restarts, at: now)
    if let held = held.take() {
      let restarts = change.restarts(held.animation.destination, heading)
      self.held = Held(
        animation: change.animation(after: held.animation, restarting: restarts, at: held.since),
        since: held.since, byFingers: held.byFingers)
    }
    let grabbed = change.progress(tracker.grabbedFraction)
    peak = max(change.progress(peak), grabbed, animation.progress(at: now).value)
    startTarget = change.progress(startTarget)
    let reach = next.rule.reach(from: grabbed, bound: startTarget)
    let isTracking = phase == .tracking && held == nil
    if change.isSame, former.progress == next.progress, former.scale == next.scale,
      !isTracking || tracker.reach == reach
    {
      tracker.reach = reach
    } else {
      let translation = tracker.translation
      following.go(
        onFrom: animation.fraction(at: now), after: translation, grabbedAt: grabbed, within: reach)
      tracker = following
      crossStart =
        animation.crossProgress(at: now) - following.mapping.across(translation)
        / following.mapping.distance
    }
    columns = Columns(next)
    // A silence ends, since the values may be others.
    frame.time = now
    switch phase {
    case .tracking: break
    case .settling:
      guard restarts else { break }
      try report(.handoff, at: now, velocity: animation.progress(at: now).velocity, into: &sink)
      if !animation.isRunning {
        try arrive(at: animation.position(at: now), isSecond: false, at: now, into: &sink)
      }
    case .idle, .rest:
      wake(at: now)
      owesIdleSample = true
      // Where it rests, there may be no snap point any more.
      let target = change.target(wasAt: destination)
      guard abs(target - animation.destination) > InteractionChange.nearness else { break }
      try leave(
        for: target, from: animation.progress(at: now), across: ReleaseMotion(), into: &sink)
    }
    return true
  }

  /// Why another interaction can't go on.
  package enum ChangeObstacle {
    /// It has other values, or the same ones in another order.
    case values
    /// It takes another gesture or follows something else of it, and fingers are down.
    case gesture
    /// Its lengths depend on the size of a surface that is not known.
    case surface
    /// The second animation has begun.
    case second
  }

  /// Returns why another interaction can't go on now; `nil` if it can.
  package func obstacle(to next: Interaction) -> ChangeObstacle? {
    if next.columns != interaction.columns { return .values }
    if plane == nil, next.needsSurface { return .surface }
    if second != nil { return .second }
    guard !frame.contacts.isEmpty || input.isActive else { return nil }
    let source = interaction.progress.source
    let isSame =
      next.gesture == interaction.gesture && next.progress.source == source
      && (source != .time || next.animation == interaction.animation)
    return isSame ? nil : .gesture
  }
}

/// How an animation of one interaction goes on as that of another.
private struct InteractionChange {
  private let former: Interaction
  private let next: Interaction
  /// The distance for full progress of the next one, in millimetres.
  private let distance: Double
  /// The line from a progress of the former one to that of the next.
  private var slope = 1.0
  private var start = 0.0

  /// 1e-9 of the distance: progress that differs by less has been rounded otherwise.
  static let nearness = 1e-9

  init(
    from former: Interaction, to next: Interaction, keeping kept: TrajectoryDriver.Kept,
    over distance: Double
  ) {
    self.former = former
    self.next = next
    self.distance = distance
    guard kept == .value else { return }
    for property in next.animation.properties {
      guard let (from, to) = property.line, from != to,
        let before = former.animation.properties.first(where: {
          $0.name == property.name && $0.line != nil
        })?.line
      else { continue }
      slope = (before.to - before.from) / (to - from)
      start = (before.from - from) / (to - from)
      return
    }
  }

  /// Whether the animation is the same one, over the same progress.
  var isSame: Bool { slope == 1 && start == 0 && former.animation == next.animation }

  /// Returns what a progress of the former interaction is in the next one.
  func progress(_ former: Double) -> Double { start + slope * former }

  /// Returns where an animation rests or settles that did so at a progress: if that was a snap point, at one of the new rule.
  func target(wasAt before: Double) -> Double {
    let same = progress(before)
    guard former.rule.snapPoints.contains(where: { abs($0 - before) <= Self.nearness }) else {
      return same
    }
    return next.rule.snapPoint(nearestTo: same)
  }

  /// Returns the decision to settle where an animation settles that was on its way to a progress.
  func decision(wasAt destination: Double) -> Decision {
    let target = target(wasAt: destination)
    return Decision(
      outcome: next.rule.outcome(at: target), target: target, reason: .gestureCancelled)
  }

  /// Returns whether an animation that is on its way to a progress begins anew.
  ///
  /// It does if it leads elsewhere now, or settles otherwise than it did. What runs by itself, or coasts, has no heading.
  func restarts(_ destination: Double, _ heading: HandOff.Heading?) -> Bool {
    guard isSame, abs(target(wasAt: destination) - destination) <= Self.nearness else {
      return true
    }
    guard let heading else { return false }
    return former.settle(after: heading.decision, from: heading.start)
      != next.settle(after: heading.decision, from: heading.start)
  }

  /// Returns the animation that goes on after the former one at a time.
  func animation(
    after before: borrowing AnimationPlayer, restarting: Bool, at time: Timestamp
  ) -> AnimationPlayer {
    let isRunning = before.isRunning
    var animation = before.copy()
    if isSame, !(isRunning && restarting) { return animation }
    let moving = before.progress(at: time)
    if isSame {
      animation.hold(at: time)
    } else {
      let across = before.crossProgress(at: time)
      animation = AnimationPlayer(next.animation)
      let place = progress(moving.value)
      // At an end, time and progress are the same, and it can go on by either.
      let isBetween = isRunning || place != 0 && place != 1
      if isBetween, !former.animation.scrubsLinearly || !next.animation.scrubsLinearly {
        animation.place(at: place, across: across)
      } else {
        let fraction = isRunning ? moving.value : before.fraction(at: time)
        animation.jump(to: progress(fraction), across: across)
      }
    }
    guard isRunning else { return animation }
    let decision = decision(wasAt: before.destination)
    let current = AnimatorMachine.Progress(
      value: progress(moving.value), velocity: slope * moving.velocity)
    let handOff = next.handOff(
      to: decision, from: animation.motion(current, toward: decision.target),
      across: before.crossMotion(at: time))
    animation.take(
      handOff, over: distance, done: before.animator.fractionComplete(at: time), at: time)
    return animation
  }
}

extension AnimationPlan.Property {
  /// The ends of the straight line on which the progress moves it alone; `nil` if it is none.
  fileprivate var line: (from: Double, to: Double)? {
    guard let from, keyframes.isEmpty, delayFactor == 0, axis == .along, !isAdditive else {
      return nil
    }
    return (from, to)
  }
}
