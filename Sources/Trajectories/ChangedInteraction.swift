public import PantographBase
public import PantographInteractions
import PantographMotion
import PantographTouches

/// An interaction that another one replaces while it drives an animation: a workspace is added, an output is resized, or a
/// theme has another spring.
extension TrajectoryDriver {
  /// What stays as it is when another interaction goes on.
  public enum Constant: String, CaseIterable, Sendable {
    /// The progress: the second workspace stays the second one, whatever its size.
    case progress
    /// The value of the first property that both have, where it is seen: what has been moved stays where it is, whatever
    /// share of the whole that is.
    case value
  }

  /// Goes on with another interaction, from where the animation is and with its velocity.
  ///
  /// Fingers go on from there, and their gesture is judged by the new rule. A running animation settles as the new
  /// interaction has it: at the same place, or where that was a snap point, at the nearest one of the new rule. The
  /// samples keep their rate.
  ///
  /// - Returns: Whether it does. It doesn't if the new interaction has other values, another gesture while fingers are down,
  ///   lengths that depend on a surface that is not known, or if a second animation has begun.
  public mutating func change<Sink: TrajectorySink>(
    to next: Interaction, keeping constant: Constant = .progress, at time: Timestamp,
    into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    try advance(to: time, into: &sink)
    guard obstacle(to: next) == nil else { return false }
    let former = interaction
    let change = InteractionChange(
      from: former, to: next, keeping: constant,
      over: ProgressTracker(next, on: plane).mapping.distance)
    interaction = next
    pointsPerMillimetre =
      ProgressPlan.pointsPerMillimetre(next.scale, on: plane) ?? Vector(x: 1, y: 1)
    if former.gesture != next.gesture { input = GestureInput(next.gesture, on: plane) }
    animation = change.animation(after: animation, at: now)
    if let held = held.take() {
      self.held = Held(
        animation: change.animation(after: held.animation, at: held.since), since: held.since,
        byFingers: held.byFingers)
    }
    let translation = tracker.translation
    var tracker = ProgressTracker(next, on: plane)
    let grabbed = change.progress(self.tracker.grabbedFraction)
    startTarget = change.progress(startTarget)
    tracker.go(
      onFrom: animation.fraction(at: now), after: translation, grabbedAt: grabbed,
      within: next.rule.reach(from: grabbed, bound: startTarget))
    self.tracker = tracker
    crossStart =
      animation.crossProgress(at: now) - tracker.mapping.across(translation)
      / tracker.mapping.distance
    peak = change.progress(peak)
    columns = Columns(next)
    guard phase == .settling else {
      // The values may be others, even where nothing moves.
      if !isMoving { owesIdleSample = true }
      return true
    }
    try report(.handoff, at: now, velocity: animation.progress(at: now).velocity, into: &sink)
    if !animation.isRunning {
      try arrive(at: animation.position(at: now), isSecond: false, at: now, into: &sink)
    }
    return true
  }

  /// Why another interaction can't go on.
  package enum ChangeObstacle {
    /// It has other values, or the same ones in another order.
    case values
    /// It has another gesture, and fingers are down.
    case gesture
    /// Its lengths depend on the size of a surface that is not known.
    case surface
    /// A second animation has begun.
    case second
  }

  /// Returns why another interaction can't go on now; `nil` if it can.
  package func obstacle(to next: Interaction) -> ChangeObstacle? {
    if next.columns != interaction.columns { return .values }
    if plane == nil, next.progress.needsPlane(next.scale) { return .surface }
    if second != nil { return .second }
    let isTouched = !frame.contacts.isEmpty || input.isActive
    return isTouched && next.gesture != interaction.gesture ? .gesture : nil
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

  init(
    from former: Interaction, to next: Interaction, keeping constant: TrajectoryDriver.Constant,
    over distance: Double
  ) {
    self.former = former
    self.next = next
    self.distance = distance
    guard constant == .value else { return }
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

  /// Returns what a progress of the former interaction is in the next one.
  func progress(_ former: Double) -> Double { start + slope * former }

  /// Returns the animation that goes on after the former one at a time.
  func animation(after before: borrowing AnimationPlayer, at time: Timestamp) -> AnimationPlayer {
    var animation = AnimationPlayer(next.animation)
    let across = before.crossProgress(at: time)
    guard before.isRunning, let end = before.endTime else {
      animation.jump(to: progress(before.fraction(at: time)), across: across)
      return animation
    }
    let moving = before.progress(at: time)
    animation.place(at: progress(moving.value), across: across)
    let target = target(before.progress(at: end).value)
    let decision = Decision(
      outcome: next.rule.outcome(at: target), target: target, reason: .gestureCancelled)
    let handOff = next.handOff(
      to: decision,
      from: .init(value: progress(moving.value), velocity: slope * moving.velocity),
      across: before.crossMotion(at: time))
    animation.take(
      handOff, over: distance, done: before.animator.fractionComplete(at: time), at: time)
    return animation
  }

  /// Returns where an animation settles that was on its way to a progress.
  private func target(_ before: Double) -> Double {
    let same = progress(before)
    guard former.rule.snapPoints.contains(before) else { return same }
    return next.rule.snapPoint(nearestTo: same)
  }
}

extension AnimationPlan.Property {
  /// The ends of the straight line on which the progress moves it; `nil` if it is none.
  fileprivate var line: (from: Double, to: Double)? {
    guard let from, keyframes.isEmpty, delayFactor == 0, axis == .along, !isAdditive else {
      return nil
    }
    return (from, to)
  }
}
