import Animation
import Gestures
import Interactions
import Quantities

// What a driver does when the fingers that it follows begin, move, and let go.
extension TrajectoryDriver {
  mutating func handlePulls<Sink: TrajectorySink>(
    into sink: inout Sink
  ) throws(Sink.Failure) {
    guard !pulls.isEmpty else { return }
    for index in pulls.indices where try handle(pulls[index], into: &sink) {
      hand.ignore(at: pulls[index].time)
      break
    }
    pulls.removeFew()
  }

  /// Does what a pull asks for, and tells whether the gesture has no more say.
  private mutating func handle<Sink: TrajectorySink>(
    _ pull: GestureInput.DragUpdate, into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    let time = pull.time
    if pull.phase == .began {
      if startsAfresh, hasBeenLed { goBackToStart() }
      let canBeCaught = phase != .settling || interaction.catching != .never
      guard canBeCaught, second.isEmpty else { return true }
      takeHold(at: time)
    } else if phase != .tracking {
      return true
    }
    follow(pull)
    let velocity = shown(lead.velocity(pull.velocity))
    switch pull.phase {
    case .began, .changed:
      try report(
        pull.phase == .began ? .began : .changed, at: time, velocity: velocity, into: &sink)
      guard interaction.judging == .moving else { return false }
      let hand = release(pull)
      let decision = interaction.rule.decide(hand.release(for: interaction.rule))
      guard decision.judgement?.clause != nil else { return false }
      try release(hand, decision, pull, into: &sink)
      return true
    case .released:
      let hand = release(pull)
      let decision = interaction.rule.decide(hand.release(for: interaction.rule))
      try release(hand, decision, pull, into: &sink)
    case .cutOff:
      try report(.cancelled, at: time, velocity: velocity, into: &sink)
      let decision = interaction.rule.decideCutOff(startFraction: lead.grasped)
      try settle(as: decision, pull, into: &sink)
    }
    return false
  }

  private mutating func goBackToStart() {
    animation = AnimationPlayer(interaction.animation)
    (second, held, phase, hasBeenLed) = ([], [], .idle, false)
  }

  private mutating func takeHold(at time: Timestamp) {
    let isCaught = isMoving
    wake(at: time)
    phase = .tracking
    held = []
    if interaction.progress.source == .time {
      if !animation.isRunning { animation.start(back: false, at: time) }
    } else {
      animation.hold(at: time)
    }
    lead.grasp(at: animation.fraction(at: time), isCaught: isCaught)
    crossGrasped = animation.crossProgress(at: time)
    began = time
    peak = lead.grasped
  }

  private mutating func follow(_ pull: GestureInput.DragUpdate) {
    guard lead.moves else { return }
    let fraction = lead.follow(translation: pull.translation, location: pull.location)
    let across = lead.mapping.across(pull.translation) / lead.mapping.distance
    animation.scrub(to: fraction, across: crossGrasped + across)
    peak = max(peak, animation.progress(at: pull.time).value, lead.progress)
  }

  /// A velocity of the hand's fraction as one of the progress that is shown.
  func shown(_ velocity: Double) -> Double {
    velocity * animation.animator.progressPerFraction
  }

  /// 1e-10 of the whole way: a picometre's share of a hand's.
  private static let unseen = 1e-10

  /// What there is to judge when the fingers let go.
  private func release(_ pull: GestureInput.DragUpdate) -> ReleaseContext {
    ReleaseContext(
      time: pull.time, began: began, fraction: animation.progress(at: pull.time).value,
      startFraction: lead.grasped, peak: peak, translation: pull.translation,
      history: hand.history, mapping: lead.mapping(for: pull.translation))
  }

  private mutating func release<Sink: TrajectorySink>(
    _ hand: ReleaseContext, _ decision: Decision, _ pull: GestureInput.DragUpdate,
    into sink: inout Sink
  ) throws(Sink.Failure) {
    let velocity = shown(lead.velocity(pull.velocity))
    try report(.ended(hand), at: pull.time, velocity: velocity, into: &sink)
    try settle(as: decision, pull, into: &sink)
  }

  /// Lets the animation run on after a decision.
  private mutating func settle<Sink: TrajectorySink>(
    as decision: Decision, _ pull: GestureInput.DragUpdate, into sink: inout Sink
  ) throws(Sink.Failure) {
    let time = pull.time
    hasBeenLed = true
    let velocity = shown(lead.velocity(pull.velocity))
    try report(.decided(decision), at: time, velocity: velocity, into: &sink)
    let done = animation.animator.fractionComplete(at: time)
    if !animation.isHeld { animation.hold(at: time) }
    var place = animation.progress(at: time).value
    let settle = interaction.settle(after: decision, from: place)
    if place == decision.target, velocity != 0, settle.throwsOn {
      // A spring counts velocities in ways still to go: it is given one that nobody sees.
      place -= velocity > 0 ? Self.unseen : -Self.unseen
      animation.scrub(to: place, across: animation.crossProgress(at: time))
    }
    if settle.jumps {
      animation.jump(to: decision.target)
      phase = .settling
      try report(.handoff, at: time, velocity: 0, into: &sink)
      let position: AnimatingPosition =
        decision.target == 1 ? .end : decision.target == 0 ? .start : .current
      return try arrive(at: position, isSecond: false, at: time, into: &sink)
    }
    animation.release(
      to: decision.target, settle, done: done,
      velocity: springVelocity(settle, to: decision.target, velocity, pull), at: time)
    phase = .settling
    try report(
      .handoff, at: time, velocity: animation.progress(at: time).velocity, into: &sink)
  }

  /// The velocities that a spring begins with along and across, in whole distances still to go.
  private func springVelocity(
    _ settle: Settle, to target: Double, _ velocity: Double, _ pull: GestureInput.DragUpdate
  ) -> (along: Double, across: Double) {
    switch settle.velocity {
    case .perDistance(let velocity): return (velocity, velocity)
    case .pointsOver(let points):
      let (x, y) = (
        pull.velocity.x * pointsPerMillimetre.x, pull.velocity.y * pointsPerMillimetre.y
      )
      return lead.mapping.direction.isHorizontal
        ? (x / points, y / points) : (y / points, x / points)
    case .carried:
      let across = lead.mapping.across(pull.velocity) / lead.mapping.distance
      // With no way to go, there is none that the velocity could be a share of.
      let way = target - animation.progress(at: pull.time).value
      let crossWay = 0 - animation.crossProgress(at: pull.time)
      return (way == 0 ? 0 : velocity / way, crossWay == 0 ? 0 : across / crossWay)
    }
  }
}
