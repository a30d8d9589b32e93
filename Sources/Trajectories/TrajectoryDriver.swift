import Animation
import Gestures
public import Interactions
public import Quantities
public import Touches

/// Drives an animation with touches, on a clock that is nothing but the frames' own times.
///
/// Samples lie on a grid of `interaction.rate` per second from the start. A sample shows what is
/// known from all frames up to its instant. While nothing moves, before a gesture and at rest, the
/// first sample stands for all.
///
///     var driver = TrajectoryDriver(interaction, start: events[0].time)
///     for event in events where assembler.feed(event) {
///       driver.feed(assembler.frame, into: &trajectory)
///     }
///     driver.finish(into: &trajectory)
public struct TrajectoryDriver {
  private let interaction: Interaction
  /// The device's time at which the trajectory starts; inside, time counts from there.
  private let start: Timestamp
  private let grid: SampleGrid

  private var recognizer: PanGestureRecognizer
  private var animator: AnimatorMachine
  private var phase = Phase.idle
  /// What the fraction was when the fingers took hold.
  private var grasped = 0.0
  /// Where the fingers have led, before it is limited to what the animation can show.
  private var led = 0.0
  /// When the fingers took hold, and the largest progress they have led to since.
  private var began = Timestamp(microseconds: 0)
  private var peak = 0.0

  private var nextSample: Int64 = 0
  /// Whether the one sample that stands for a time of no movement is still to come.
  private var owesStillSample = true
  private var now = Timestamp(microseconds: 0)
  private var sample: Sample
  private var gestures: [GestureEvent<PanGestureRecognizer.Value>] = []

  /// Makes a driver of an animation that rests at its start.
  ///
  /// - Parameters:
  ///   - interaction: what the gesture does to the animation.
  ///   - start: the time of the first event; the trajectory's time counts from it.
  ///   - size: the size of the surface in millimetres, which a pan from an edge has to know.
  public init(_ interaction: Interaction, start: Timestamp, on size: Vector? = nil) {
    self.interaction = interaction
    self.start = start
    grid = SampleGrid(start: now, rate: interaction.rate)
    recognizer = PanGestureRecognizer(interaction.pan, on: size)
    animator = AnimatorMachine(
      duration: interaction.duration, timing: .curve(interaction.curve))
    sample = Sample(
      time: now, phase: .idle, fraction: 0, velocity: 0,
      values: interaction.properties.map { $0.value(at: 0) })
  }

  /// Takes the next frame; everything before its instant is final and goes to the sink.
  public mutating func feed<Sink: TrajectorySink>(
    _ frame: TouchFrame, into sink: inout Sink
  ) throws(Sink.Failure) {
    let time = elapsed(frame.time)
    try run(to: time, including: false, into: &sink)
    now = max(now, time)
    var frame = frame
    frame.time = now
    recognizer.feed(frame, into: &gestures)
    try handleGestures(into: &sink)
  }

  /// Lets time pass up to an instant by which every frame has been fed.
  public mutating func advance<Sink: TrajectorySink>(
    to time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    try run(to: elapsed(time), including: true, into: &sink)
    now = max(now, elapsed(time))
  }

  /// Lets the animation run to rest, when there will be no more frames.
  ///
  /// A gesture that is still on is cancelled at the last instant that is known.
  public mutating func finish<Sink: TrajectorySink>(
    into sink: inout Sink
  ) throws(Sink.Failure) {
    recognizer.cancel(at: now, into: &gestures)
    try handleGestures(into: &sink)
    let end = animator.endTime ?? now
    try run(to: grid[grid.number(atOrAfter: max(end, now))], including: true, into: &sink)
  }

  /// The instant of the next sample that is owed, on the frames' clock; nothing while nothing moves.
  public var nextSampleTime: Timestamp? {
    guard phase == .tracking || phase == .settling || owesStillSample else { return nil }
    return start.advanced(byMicroseconds: grid[nextSample].microseconds)
  }

  /// A frame's time, counted from the start, and never before what is already final.
  private func elapsed(_ time: Timestamp) -> Timestamp {
    max(Timestamp(microseconds: time.microseconds &- start.microseconds), now)
  }

  // MARK: Time passes

  private mutating func run<Sink: TrajectorySink>(
    to limit: Timestamp, including isInclusive: Bool, into sink: inout Sink
  ) throws(Sink.Failure) {
    if let end = animator.endTime, end <= limit {
      try takeSamples(to: end, including: false, into: &sink)
      // The animator ends at its start or its end; one that was sent to a snap point holds there.
      let position = animator.completeIfDue(at: end) ?? .current
      phase = .rest
      owesStillSample = true
      try report(.completed(position), at: end, velocity: 0, into: &sink)
    }
    try takeSamples(to: limit, including: isInclusive, into: &sink)
  }

  private mutating func takeSamples<Sink: TrajectorySink>(
    to limit: Timestamp, including isInclusive: Bool, into sink: inout Sink
  ) throws(Sink.Failure) {
    while phase == .tracking || phase == .settling || owesStillSample {
      let time = grid[nextSample]
      guard time < limit || isInclusive && time == limit else { return }
      try takeSample(at: time, into: &sink)
      nextSample += 1
      owesStillSample = false
    }
  }

  private mutating func takeSample<Sink: TrajectorySink>(
    at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    let progress = animator.progress(at: time)
    sample.time = time
    sample.phase = phase
    sample.fraction = progress.value
    sample.velocity = phase == .tracking ? fingerVelocity(at: time) : progress.velocity
    for (index, property) in interaction.properties.enumerated() {
      sample.values[index] = property.value(at: progress.value)
    }
    try sink.receive(sample)
  }

  // MARK: Fingers move

  private mutating func handleGestures<Sink: TrajectorySink>(
    into sink: inout Sink
  ) throws(Sink.Failure) {
    for gesture in gestures { try handle(gesture, into: &sink) }
    gestures.removeAll(keepingCapacity: true)
  }

  private mutating func handle<Sink: TrajectorySink>(
    _ gesture: GestureEvent<PanGestureRecognizer.Value>, into sink: inout Sink
  ) throws(Sink.Failure) {
    let time = gesture.time
    /// The fingers' velocity; to be asked after they have been followed.
    var velocity: Double { limited(interaction.mapping.progress(of: gesture.value.velocity)) }
    switch gesture.phase {
    case .began:
      grasped = animator.progress(at: time).value
      takeHold(at: time)
      if phase == .idle || phase == .rest {
        nextSample = max(nextSample, grid.number(atOrAfter: time))
        owesStillSample = false
      }
      phase = .tracking
      began = time
      peak = grasped
      follow(gesture)
      try report(.began, at: time, velocity: velocity, into: &sink)
    case .changed:
      follow(gesture)
      try report(.changed, at: time, velocity: velocity, into: &sink)
    case .ended, .cancelled:
      follow(gesture)
      let decision: Decision
      if gesture.phase == .ended {
        let hand = letGo(gesture)
        decision = interaction.rule.decide(hand.release(for: interaction.rule))
        try report(.ended(hand), at: time, velocity: velocity, into: &sink)
      } else {
        decision = interaction.rule.decideCutOff(startFraction: grasped)
        try report(.cancelled, at: time, velocity: velocity, into: &sink)
      }
      try report(.decided(decision), at: time, velocity: velocity, into: &sink)
      try settle(as: decision, velocity: velocity, at: time, into: &sink)
    }
  }

  /// Holds the animation, or begins another one as paused from where the last has ended.
  private mutating func takeHold(at time: Timestamp) {
    if !animator.isRunning {
      animator = AnimatorMachine(
        duration: interaction.duration, timing: .curve(interaction.curve))
      animator.scrub(to: grasped)
    }
    Self.legal { () throws(AnimatorError) in try animator.pause(at: time) }
    animator.reverse(false, at: time)
  }

  /// Does what the animator can't refuse in the state that the driver keeps it in.
  private static func legal(_ call: () throws(AnimatorError) -> Void) {
    do {
      try call()
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private mutating func follow(_ gesture: GestureEvent<PanGestureRecognizer.Value>) {
    led = grasped + interaction.mapping.progress(of: gesture.translation)
    animator.scrub(to: min(max(led, limits.lowerBound), limits.upperBound))
    peak = max(peak, animator.progress(at: gesture.time).value)
  }

  /// What there is to judge when the fingers let go.
  private func letGo(_ gesture: GestureEvent<PanGestureRecognizer.Value>) -> LetGo {
    LetGo(
      time: gesture.time, began: began, fraction: animator.progress(at: gesture.time).value,
      startFraction: grasped, peak: peak, translation: gesture.translation,
      history: recognizer.history, mapping: interaction.mapping)
  }

  private mutating func settle<Sink: TrajectorySink>(
    as decision: Decision, velocity: Double, at time: Timestamp,
    into sink: inout Sink
  ) throws(Sink.Failure) {
    let place = animator.progress(at: time).value
    let settle = interaction.settle(after: decision, from: place)
    let distance = decision.target - place
    // With no way to go, there is none that the velocity could be a share of.
    let relative = distance == 0 ? 0 : velocity / distance
    let isAtEnd = decision.target == 0 || decision.target == 1
    animator.reverse(isAtEnd && decision.target == 0, at: time)
    Self.legal { () throws(AnimatorError) in
      if isAtEnd {
        try animator.continueAnimation(
          with: settle.timing(for: decision.target == 0 ? .cancel : .finish, velocity: relative),
          durationFactor: settle.durationFactor, at: time)
      } else {
        // What goes to a fraction goes forward on its path, wherever that leads.
        try animator.continueAnimation(
          toFraction: decision.target,
          with: settle.timing(for: .finish, velocity: relative) ?? .curve(interaction.curve),
          durationFactor: settle.durationFactor, at: time)
      }
    }
    phase = .settling
    try report(.handoff, at: time, velocity: animator.progress(at: time).velocity, into: &sink)
  }

  /// The fractions that fingers can lead to: all from start to end, and where they took hold.
  ///
  /// A spring that is caught beyond its end must not jump back to it.
  private var limits: ClosedRange<Double> { min(grasped, 0)...max(grasped, 1) }

  private func fingerVelocity(at time: Timestamp) -> Double {
    limited(interaction.mapping.progress(of: recognizer.velocity(at: time)))
  }

  /// A velocity of the fingers as one of the fraction, which does not move where it is held back.
  private func limited(_ velocity: Double) -> Double {
    let isHeldBack =
      led < limits.lowerBound || led > limits.upperBound
      || led == limits.lowerBound && velocity < 0 || led == limits.upperBound && velocity > 0
    return isHeldBack ? 0 : velocity
  }

  private func report<Sink: TrajectorySink>(
    _ kind: TrajectoryEvent.Kind, at time: Timestamp, velocity: Double,
    into sink: inout Sink
  ) throws(Sink.Failure) {
    try sink.receive(
      TrajectoryEvent(
        time: time, kind: kind, fraction: animator.progress(at: time).value, velocity: velocity))
  }
}
