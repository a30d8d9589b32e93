import PantographBase
import PantographInteractions
import PantographMotion

/// An animator together with the properties it moves.
///
/// It is large, so nothing but ``copy()`` copies it.
struct AnimationPlayer: ~Copyable {
  private let plan: AnimationPlan
  /// The animator along the direction of progress.
  private(set) var animator: AnimatorMachine
  /// The animator across, if any property moves across.
  private var crosswise: Box<AnimatorMachine>?
  /// How each property is computed.
  private var tracks: [Track] = []

  private struct Track {
    /// What moves a property.
    enum Mover {
      /// The whole animator.
      case whole
      /// A part of it that begins later.
      case part(AnimatorMachine.Part)
      /// The animator across.
      case across
    }

    var mover: Mover
    /// The ends of a straight line; without `from` it starts at the current value.
    var ends: (from: Double?, to: Double)?
  }

  /// Recreates the animators, at their start.
  private mutating func prepare() {
    animator = AnimatorMachine(duration: plan.duration, timing: plan.timing)
    animator.scrubsLinearly = plan.scrubsLinearly
    tracks = plan.properties.map { property in
      Track(
        mover: mover(of: property),
        ends: property.keyframes.isEmpty ? (property.from, property.to) : nil)
    }
    crosswise =
      plan.properties.contains { $0.axis == .across }
      ? Box(AnimatorMachine(duration: plan.duration, timing: plan.timing)) : nil
  }

  private mutating func mover(of property: AnimationPlan.Property) -> Track.Mover {
    switch property.mover {
    case .whole: .whole
    case .across: .across
    case .part(let delayFactor):
      .part(animator.addPart(delayFactor: delayFactor, at: Timestamp(microseconds: 0)))
    }
  }

  // MARK: State

  /// Returns the progress.
  func progress(at time: Timestamp) -> AnimatorMachine.Progress { animator.progress(at: time) }

  /// Returns the fraction at which a gesture grabs the animation, on the scale of driven fractions.
  func fraction(at time: Timestamp) -> Double {
    animator.isRunning ? progress(at: time).value : animator.heldProgress
  }

  /// Returns where it is held and how fast it moves, on the scale on which it goes to a target.
  ///
  /// Scrubbed in time, it moves in time to a fraction between its ends.
  func motion(
    _ moving: AnimatorMachine.Progress, toward target: Double
  ) -> AnimatorMachine.Progress {
    guard target != 0, target != 1, isHeld else { return moving }
    let slope = animator.progressPerFraction
    return .init(value: animator.heldProgress, velocity: slope == 0 ? 0 : moving.velocity / slope)
  }

  /// Returns the progress across.
  func crossProgress(at time: Timestamp) -> Double {
    crosswise?.value.progress(at: time).value ?? 0
  }

  /// Returns how it moves across by itself.
  func crossMotion(at time: Timestamp) -> ReleaseMotion {
    let across = crosswise?.value.progress(at: time)
    return ReleaseMotion(
      crossProgress: across?.value ?? 0, crossVelocity: across?.velocity ?? 0)
  }

  /// Whether it runs by itself.
  var isRunning: Bool { animator.isRunning || crosswise?.value.isRunning ?? false }

  /// The time at which it ends.
  var endTime: Timestamp? {
    guard let across = crosswise?.value.endTime else { return animator.endTime }
    return max(animator.endTime ?? across, across)
  }

  /// The fraction to which it is running, on the scale of driven fractions; where it is if it isn't.
  var destination: Double { animator.destination }

  /// Returns the value of a property at a time, when the progress of the whole is this.
  func value(
    _ index: Int, at time: Timestamp, progress whole: Double, from origin: Double
  ) -> Double {
    let track = tracks[index]
    let progress =
      switch track.mover {
      case .whole: whole
      case .part(let part): animator.progress(of: part, at: time).value
      case .across: crossProgress(at: time)
      }
    guard let (from, to) = track.ends else {
      return plan.properties[index].value(at: progress, from: origin)
    }
    return AnimationPlan.Property.value(at: progress, from: from ?? origin, to: to)
  }

  // MARK: Driving

  /// Holds the animation where it is; one that has ended is recreated, paused at its last fraction.
  mutating func hold(at time: Timestamp) {
    let current = progress(at: time).value
    let currentAcross = crossProgress(at: time)
    if animator.isRunning {
      Self.legal { () throws(AnimatorError) in try animator.pause(at: time) }
    } else if animator.state != .active {
      prepare()
      animator.scrub(to: current)
    }
    animator.reverse(false, at: time)
    crosswise?.value = AnimatorMachine(duration: plan.duration, timing: plan.timing)
    crosswise?.value.scrub(to: currentAcross)
  }

  /// Whether it is held, and can be moved and released.
  var isHeld: Bool { animator.state == .active && !animator.isRunning }

  /// Delays the rest of the animation.
  mutating func postpone(byMicroseconds delay: Int64) {
    animator.postpone(byMicroseconds: delay)
    crosswise?.value.postpone(byMicroseconds: delay)
  }

  /// Moves to a fraction at once, and what moves across to its start, or to a progress of its own.
  mutating func jump(to fraction: Double, across: Double = 0) {
    prepare()
    scrub(to: fraction, across: across)
  }

  /// Moves to a progress at once, whatever scale fractions are driven on; fingers drive it on by progress.
  mutating func place(at progress: Double, across: Double) {
    prepare()
    animator.hold(atProgress: progress)
    crosswise?.value.scrub(to: across)
  }

  /// Moves the held animation.
  mutating func scrub(to fraction: Double, across: Double) {
    animator.scrub(to: fraction)
    crosswise?.value.scrub(to: across)
  }

  // MARK: Running

  /// Runs by itself on its own timing, to its end or back to its start.
  mutating func start(back isBack: Bool, at time: Timestamp) {
    if animator.state == .active {
      animator.reverse(isBack, at: time)
      if !animator.isRunning {
        Self.legal { () throws(AnimatorError) in try animator.continueAnimation(at: time) }
      }
    } else {
      prepare()
      animator.reverse(isBack, at: time)
      Self.legal { () throws(AnimatorError) in try animator.start(at: time) }
    }
  }

  /// Goes on by itself from where it is held.
  ///
  /// - Parameters:
  ///   - handOff: how it goes on.
  ///   - distance: the distance for full progress, in millimetres.
  ///   - done: the fraction of its time that had passed before it was held.
  ///   - time: the time of the release.
  mutating func take(
    _ handOff: HandOff, over distance: Double, done: Double, at time: Timestamp
  ) {
    if let start = handOff.start { scrub(to: start, across: crossProgress(at: time)) }
    switch handOff.motion {
    case .jumps: jump(to: handOff.target)
    case .coasts(let coasting): coast(coasting, at: time)
    case .settles(let settle, let velocity):
      release(to: handOff.target, settle, over: distance, done: done, velocity: velocity, at: time)
    }
  }

  /// Settles after a decision.
  ///
  /// - Parameters:
  ///   - target: the fraction at which to settle.
  ///   - settle: the timing.
  ///   - distance: the distance for full progress, in millimetres.
  ///   - done: the fraction of its time that had passed before it was held.
  ///   - velocity: the initial velocities of springs along and across, in remaining distances per second.
  ///   - time: the time of the release.
  private mutating func release(
    to target: Double, _ settle: Settle, over distance: Double, done: Double,
    velocity: (along: Double, across: Double), at time: Timestamp
  ) {
    let current = progress(at: time).value
    let isBack = target == 0
    let length = settle.pace.length(for: abs(target - current), of: distance, done: done)
    let isSpring = if case .spring = settle.timing { true } else { false }
    // A curve that never has the current value is run as a whole, forwards even on the way back.
    let isBesideCurve = isBack && settle.timing != .own && !(0...1).contains(current)
    let restartsCurve = !isSpring && (settle.runsFullCurve || isBesideCurve)
    let (along, across) = (velocity.along, velocity.across)
    let own = plan.timing
    let forward = settle.parameters(backwards: false, velocity: along) ?? own
    let crosswiseTiming = settle.parameters(backwards: false, velocity: across) ?? own
    Self.legal { () throws(AnimatorError) in
      if target == 0 || target == 1, !restartsCurve, case .factor(let factor) = length {
        animator.reverse(isBack, at: time)
        try animator.continueAnimation(
          with: settle.parameters(backwards: isBack, velocity: along),
          durationFactor: factor, at: time)
      } else {
        // An animation to a fraction runs forward on its curve, in either direction.
        animator.reverse(false, at: time)
        try animator.move(to: target, with: forward, for: length, at: time)
      }
      crosswise?.value.reverse(false, at: time)
      try crosswise?.value.move(to: 0, with: crosswiseTiming, for: length, at: time)
    }
  }

  /// Coasts after a release; what moves across goes back to its start meanwhile.
  private mutating func coast(_ coasting: Coasting, at time: Timestamp) {
    Self.legal { () throws(AnimatorError) in
      animator.reverse(false, at: time)
      try animator.continueAnimation(
        toFraction: coasting.end, with: coasting.timingParameters, seconds: coasting.duration,
        at: time)
      crosswise?.value.reverse(false, at: time)
      try crosswise?.value.continueAnimation(
        toFraction: 0, with: plan.timing, seconds: coasting.duration, at: time)
    }
  }

  /// Runs back to the start on the dismissal's timing, in its seconds.
  mutating func dismiss(_ dismissal: Interaction.Dismissal, at time: Timestamp) {
    place(at: progress(at: time).value, across: crossProgress(at: time))
    let (timing, seconds) = (dismissal.timing, dismissal.duration)
    Self.legal { () throws(AnimatorError) in
      try animator.continueAnimation(toFraction: 0, with: timing, seconds: seconds, at: time)
      try crosswise?.value.continueAnimation(
        toFraction: 0, with: timing, seconds: seconds, at: time)
    }
  }

  /// Completes the animation if it is due, and returns where it ended.
  mutating func completeIfDue(at time: Timestamp) -> AnimatingPosition {
    _ = crosswise?.value.completeIfDue(at: time)
    if let end = animator.completeIfDue(at: time) { return end }
    // An animation to a fraction holds there. From an end it goes on as ever, whatever has led there.
    let position = position(at: time)
    if position != .current { jump(to: position == .end ? 1 : 0) }
    return position
  }

  /// Returns at which of its ends it is, if at any.
  func position(at time: Timestamp) -> AnimatingPosition {
    let current = progress(at: time).value
    return current == 1 ? .end : current == 0 ? .start : .current
  }

  /// Makes a call that can't fail in the states that the player keeps the animator in.
  private static func legal(_ call: () throws(AnimatorError) -> Void) {
    do {
      try call()
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension AnimationPlayer {
  /// Creates a player at the start of an animation.
  init(_ plan: AnimationPlan) {
    self.init(
      plan: plan, animator: AnimatorMachine(duration: plan.duration, timing: plan.timing))
    prepare()
  }

  /// Returns a player in the same state, which goes on by itself.
  func copy() -> AnimationPlayer {
    AnimationPlayer(plan: plan, animator: animator, crosswise: crosswise?.copy(), tracks: tracks)
  }
}

extension AnimatorMachine {
  /// Continues to a fraction.
  fileprivate mutating func move(
    to fraction: Double, with timing: TimingParameters, for length: Settle.Length,
    at time: Timestamp
  ) throws(AnimatorError) {
    switch length {
    case .factor(let factor):
      try continueAnimation(toFraction: fraction, with: timing, durationFactor: factor, at: time)
    case .seconds(let seconds):
      try continueAnimation(toFraction: fraction, with: timing, seconds: seconds, at: time)
    }
  }
}

extension Settle {
  /// How long a settling takes: a multiple of the animation's duration, or seconds of its own.
  fileprivate enum Length {
    case factor(Double)
    case seconds(Double)
  }
}

extension Settle.Pace {
  /// Returns how long it takes for what is left of a distance in millimetres.
  fileprivate func length(for left: Double, of distance: Double, done: Double) -> Settle.Length {
    switch self {
    case .factor(let factor): .factor(factor)
    // A factor of 0 would mean the time that is left.
    case .done: .factor(max(done, .leastNonzeroMagnitude))
    case .speed(let speed): .factor(max(left / speed, .leastNonzeroMagnitude))
    case .secondsPerDistance(let seconds): .seconds(left * seconds)
    case .meanSpeed(let speed): .seconds(left * distance / speed)
    case .seconds(let seconds): .seconds(seconds)
    }
  }
}
