import Animation
import Interactions
import Quantities

/// An animator and what it moves.
struct AnimationPlayer {
  private let plan: AnimationPlan
  /// What the way toward progress leads.
  private(set) var animator: AnimatorMachine
  /// What the way across leads, if anything moves across.
  ///
  /// In an array: of an `Optional` as large as this, whoever asks for it gets a copy.
  private var crosswise: [AnimatorMachine] = []
  /// How each property is led.
  private var tracks: [Track] = []

  private struct Track {
    /// The part of the animator that it belongs to; nothing for what moves across.
    var part: AnimatorMachine.Part?
    /// Its ends, if it goes straight from one to the other; the first may be where it happens to be.
    var ends: (from: Double?, to: Double)?
  }

  init(_ plan: AnimationPlan) {
    self.plan = plan
    animator = AnimatorMachine(duration: plan.duration, timing: plan.timing)
    prepare(on: plan.timing, duration: plan.duration)
  }

  /// Makes the animators anew, at their start.
  private mutating func prepare(on timing: TimingParameters, duration: Double) {
    animator = AnimatorMachine(duration: duration, timing: timing)
    animator.scrubsLinearly = plan.scrubsLinearly
    tracks = plan.properties.map { property in
      Track(
        part: property.axis == .across
          ? nil
          : property.delayFactor > 0
            ? animator.addPart(delayFactor: property.delayFactor, at: Timestamp(microseconds: 0))
            : .whole,
        ends: property.keyframes.isEmpty ? (property.from, property.to) : nil)
    }
    crosswise =
      tracks.contains { $0.part == nil }
      ? [AnimatorMachine(duration: duration, timing: timing)] : []
  }

  // MARK: What it is doing

  /// How far it has come.
  func progress(at time: Timestamp) -> AnimatorMachine.Progress { animator.progress(at: time) }

  /// The fraction at which a hand finds it, on the scale on which a hand moves it.
  func fraction(at time: Timestamp) -> Double {
    animator.isRunning ? progress(at: time).value : animator.heldProgress
  }

  /// How far it has come across.
  func crossProgress(at time: Timestamp) -> Double {
    crosswise.isEmpty ? 0 : crosswise[0].progress(at: time).value
  }

  /// Whether time alone moves it.
  var isRunning: Bool {
    animator.isRunning || !crosswise.isEmpty && crosswise[0].isRunning
  }

  /// The instant at which it is over.
  var endTime: Timestamp? {
    guard !crosswise.isEmpty, let across = crosswise[0].endTime else { return animator.endTime }
    return max(animator.endTime ?? across, across)
  }

  /// The value of a property at an instant.
  func value(_ index: Int, at time: Timestamp, from origin: Double) -> Double {
    let track = tracks[index]
    let progress =
      track.part.map { animator.progress(of: $0, at: time).value } ?? crossProgress(at: time)
    guard let (from, to) = track.ends else {
      return plan.properties[index].value(at: progress, from: origin)
    }
    return AnimationPlan.Property.value(at: progress, from: from ?? origin, to: to)
  }

  // MARK: The hand

  /// Holds it where it is; what has ended begins anew, as paused, at the fraction where it ended.
  mutating func hold(at time: Timestamp) {
    let place = progress(at: time).value
    let crossPlace = crossProgress(at: time)
    if animator.isRunning {
      Self.legal { () throws(AnimatorError) in try animator.pause(at: time) }
    } else if animator.state != .active {
      prepare(on: plan.timing, duration: plan.duration)
      animator.scrub(to: place)
    }
    animator.reverse(false, at: time)
    guard !crosswise.isEmpty else { return }
    crosswise[0] = AnimatorMachine(duration: plan.duration, timing: plan.timing)
    crosswise[0].scrub(to: crossPlace)
  }

  /// Whether it is held, so that it can be moved and let go.
  var isHeld: Bool { animator.state == .active && !animator.isRunning }

  /// Puts off what is still to come, as if time had stood still for so long.
  mutating func postpone(byMicroseconds delay: Int64) {
    animator.postpone(byMicroseconds: delay)
    if !crosswise.isEmpty { crosswise[0].postpone(byMicroseconds: delay) }
  }

  /// Brings it to a fraction at once, and what moves across to its start.
  mutating func jump(to fraction: Double) {
    prepare(on: plan.timing, duration: plan.duration)
    animator.scrub(to: fraction)
    if !crosswise.isEmpty { crosswise[0].scrub(to: 0) }
  }

  /// Moves what is held.
  mutating func scrub(to fraction: Double, across: Double) {
    animator.scrub(to: fraction)
    if !crosswise.isEmpty { crosswise[0].scrub(to: across) }
  }

  // MARK: Time

  /// Lets it run by itself on its own timing, on to its end or back to its start.
  mutating func start(back isBack: Bool, at time: Timestamp) {
    if animator.state == .active {
      animator.reverse(isBack, at: time)
      if !animator.isRunning {
        Self.legal { () throws(AnimatorError) in try animator.continueAnimation(at: time) }
      }
    } else {
      prepare(on: plan.timing, duration: plan.duration)
      animator.reverse(isBack, at: time)
      Self.legal { () throws(AnimatorError) in try animator.start(at: time) }
    }
  }

  /// Lets what is held run on after a decision.
  ///
  /// - Parameters:
  ///   - target: the fraction to go to.
  ///   - settle: how.
  ///   - done: the fraction of its time that it had run before it was held.
  ///   - velocity: the velocities that springs begin with along and across, in whole distances still to
  ///     go per second.
  ///   - time: the instant.
  mutating func release(
    to target: Double, _ settle: Settle, done: Double, velocity: (along: Double, across: Double),
    at time: Timestamp
  ) {
    let place = progress(at: time).value
    let isBack = target == 0
    let factor =
      switch settle.pace {
      case .factor(let factor): factor
      case .done: max(done, .leastNonzeroMagnitude)
      // A factor of 0 would stand for all that is left.
      case .speed(let speed): max(abs(target - place) / speed, .leastNonzeroMagnitude)
      }
    let isSpring = if case .spring = settle.timing { true } else { false }
    // A curve that is never at the place is laid over all that is left to go, forwards on the way back, too.
    let isBesideCurve = isBack && settle.timing != .own && !(0...1).contains(place)
    let isLaidAnew = !isSpring && (settle.runsFullCurve || isBesideCurve)
    let isOnItsWay = (target == 0 || target == 1) && !isLaidAnew
    let (along, across) = (velocity.along, velocity.across)
    let own = plan.timing
    let forward = settle.parameters(backwards: false, velocity: along) ?? own
    let home = settle.parameters(backwards: false, velocity: across) ?? own
    Self.legal { () throws(AnimatorError) in
      if isOnItsWay {
        animator.reverse(isBack, at: time)
        try animator.continueAnimation(
          with: settle.parameters(backwards: isBack, velocity: along),
          durationFactor: factor, at: time)
      } else {
        // What goes to a fraction goes forward on its path, wherever that leads.
        animator.reverse(false, at: time)
        try animator.continueAnimation(
          toFraction: target, with: forward, durationFactor: factor, at: time)
      }
      guard !crosswise.isEmpty else { return }
      crosswise[0].reverse(false, at: time)
      try crosswise[0].continueAnimation(
        toFraction: 0, with: home, durationFactor: factor, at: time)
    }
  }

  /// Takes it back to its start, whatever its own timing is.
  mutating func dismiss(_ dismissal: Interaction.Dismissal, at time: Timestamp) {
    let place = progress(at: time).value
    prepare(on: dismissal.timing, duration: dismissal.duration)
    animator.scrub(to: place)
    Self.legal { () throws(AnimatorError) in
      try animator.continueAnimation(
        toFraction: 0, with: dismissal.timing, durationFactor: 1, at: time)
    }
  }

  /// Ends what is due, and tells where it has ended.
  mutating func completeIfDue(at time: Timestamp) -> AnimatingPosition {
    if !crosswise.isEmpty { _ = crosswise[0].completeIfDue(at: time) }
    if let position = animator.completeIfDue(at: time) { return position }
    // What was sent to a fraction holds there.
    let place = progress(at: time).value
    return place == 1 ? .end : place == 0 ? .start : .current
  }

  /// Does what the animator can't refuse in the state that the stage keeps it in.
  private static func legal(_ call: () throws(AnimatorError) -> Void) {
    do {
      try call()
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
