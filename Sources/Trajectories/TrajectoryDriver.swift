import Animation
public import Interactions
public import Quantities
public import Touches

/// Drives an animation with touches, on a clock that is nothing but the frames' own times.
///
/// Samples lie on a grid of `interaction.rate` per second from the start. A sample shows what is
/// known from all frames up to its instant. While nothing moves, before a gesture and at rest, the
/// first sample represents all. Under fingers that send nothing for more than 10 s, samples stop until
/// the next frame; the last instant before it gets one.
///
///     var driver = TrajectoryDriver(interaction, start: events[0].time, on: Plane(surface))
///     for event in events where assembler.feed(event) {
///       driver.feed(assembler.frame, into: &trajectory)
///     }
///     driver.finish(into: &trajectory)
public struct TrajectoryDriver {
  let interaction: Interaction
  /// The device's time at which the trajectory starts; inside, time counts from there.
  private let start: Timestamp
  private let grid: SampleGrid

  /// How many points make a millimetre, for what is told in points per second.
  let pointsPerMillimetre: Vector

  var hand: GestureInput
  var lead: ProgressTracker
  var animation: AnimationPlayer
  /// The animation that comes after it, once that has begun.
  ///
  /// In an array, as ``held`` is: of an `Optional` as large as this, whoever asks for it gets a copy.
  var second: [AnimationPlayer] = []
  private var taps: TapSource?
  /// When it starts by itself, if that is still to come.
  private var appointment: Timestamp?

  /// Whether each gesture finds the animation at its start, and not where the one before has led.
  ///
  /// What becomes of a gesture then depends on nothing but itself.
  public var startsAfresh = false
  /// Whether a gesture has led the animation somewhere.
  var hasBeenLed = false

  var phase = Phase.idle
  /// What the animation was doing when fingers that landed held it, and when that was, before they are a
  /// gesture.
  var held: [(animation: AnimationPlayer, since: Timestamp)] = []
  /// Where the animation was across when the fingers took hold.
  var crossGrasped = 0.0
  /// When the fingers took hold, and the largest progress they have led to since.
  var began = Timestamp(microseconds: 0)
  var peak = 0.0

  private var columns: Columns
  private var nextSample: Int64 = 0
  /// Whether the one sample that stands for a time of no movement is still to come.
  private var owesStillSample = true
  private var now = Timestamp(microseconds: 0)
  private var sample: Sample
  /// The last frame, by the trajectory's own time.
  private var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  var pulls: [GestureInput.DragUpdate] = []

  /// Makes a driver of an animation that rests at its start.
  ///
  /// - Parameters:
  ///   - interaction: what the gesture does to the animation.
  ///   - start: the time of the first event; the trajectory's time counts from it.
  ///   - plane: the surface, which some gestures and lengths have to know.
  public init(_ interaction: Interaction, start: Timestamp, on plane: Plane? = nil) {
    self.interaction = interaction
    self.start = start
    grid = SampleGrid(start: now, rate: interaction.rate)
    hand = GestureInput(interaction.gesture, on: plane?.size)
    lead = ProgressTracker(interaction, on: plane)
    animation = AnimationPlayer(interaction.animation)
    columns = Columns(interaction)
    pointsPerMillimetre =
      ProgressPlan.pointsPerMillimetre(interaction.scale, on: plane) ?? Vector(x: 1, y: 1)
    if interaction.start == .tap || interaction.dismissal != nil { taps = TapSource() }
    if case .after(let seconds) = interaction.start {
      appointment = now.advanced(bySeconds: seconds)
    }
    sample = Sample(time: now, phase: .idle, fraction: 0, velocity: 0, values: [])
  }

  /// Takes the next frame; everything before its instant is final and goes to the sink.
  public mutating func feed<Sink: TrajectorySink>(
    _ frame: TouchFrame, into sink: inout Sink
  ) throws(Sink.Failure) {
    let time = elapsed(frame.time)
    try run(to: time, including: false, into: &sink)
    now = max(now, time)
    let hasLanded = frame.contacts.count > self.frame.contacts.count
    self.frame.show(frame, at: now)
    try sink.receive(self.frame)
    if hasLanded, phase == .settling, interaction.catching == .landing { try hold(into: &sink) }
    hand.feed(self.frame, into: &pulls)
    try handlePulls(into: &sink)
    if !held.isEmpty, frame.contacts.isEmpty, !hand.isActive { try goOn(into: &sink) }
    if taps?.feed(self.frame) ?? false, heedsTaps { try tapped(into: &sink) }
  }

  /// Whether nothing runs, or only what comes after the animation.
  private var heedsTaps: Bool {
    phase == .idle || phase == .rest || !second.isEmpty && !animation.isRunning
  }

  /// Lets time pass up to an instant by which every frame has been fed, and tells the
  /// ``nextSampleTime`` after it.
  @discardableResult
  public mutating func advance<Sink: TrajectorySink>(
    to time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) -> Timestamp? {
    try run(to: elapsed(time), including: true, into: &sink)
    now = max(now, elapsed(time))
    return nextSampleTime
  }

  /// Takes note that there will be no more frames: a gesture that is still on is cancelled at the last
  /// instant that is known.
  public mutating func cutOff<Sink: TrajectorySink>(
    into sink: inout Sink
  ) throws(Sink.Failure) {
    try takeSamples(to: now, including: false, into: &sink)
    hand.cancel(at: now, into: &pulls)
    try handlePulls(into: &sink)
    try goOn(into: &sink)
  }

  /// Lets the animation run to rest, when there will be no more frames.
  ///
  /// A gesture that is still on is cut off.
  public mutating func finish<Sink: TrajectorySink>(
    into sink: inout Sink
  ) throws(Sink.Failure) {
    try cutOff(into: &sink)
    while let due = nextDue {
      try run(to: due, including: true, into: &sink)
      now = max(now, due)
    }
    try run(to: grid[grid.number(atOrAfter: now)], including: true, into: &sink)
  }

  /// The instant of the next sample that is owed, on the frames' clock; nothing while nothing moves.
  public var nextSampleTime: Timestamp? {
    let sample = isMoving || owesStillSample ? grid[nextSample] : nil
    let next = sample.flatMap { isLeftOut($0) ? nil : $0 } ?? appointment
    return next.map { start.advanced(byMicroseconds: $0.microseconds) }
  }

  /// A frame's time, counted from the start, and never before what is already final.
  private func elapsed(_ time: Timestamp) -> Timestamp {
    max(Timestamp(microseconds: time.microseconds &- start.microseconds), now)
  }

  var isMoving: Bool { phase == .tracking || phase == .settling }

  /// 10 s without a frame, in microseconds: the longest such time with a finger down is 1.6 s in 532
  /// recordings of other projects.
  private static let longestSilence: Int64 = 10_000_000

  /// Whether a sample is left out because fingers hold the animation still, and have sent nothing for long.
  private func isLeftOut(_ time: Timestamp) -> Bool {
    time.microseconds - frame.time.microseconds > Self.longestSilence && phase == .tracking
      && !animation.isRunning
  }

  // MARK: Time passes

  /// The next instant at which something happens though no frame comes.
  private var nextDue: Timestamp? {
    let first = earlier(appointment, animation.endTime)
    return second.isEmpty ? first : earlier(first, second[0].endTime)
  }

  private mutating func run<Sink: TrajectorySink>(
    to limit: Timestamp, including isInclusive: Bool, into sink: inout Sink
  ) throws(Sink.Failure) {
    while let due = nextDue, due <= limit {
      try takeSamples(to: due, including: false, into: &sink)
      if appointment == due {
        appointment = nil
        if phase == .idle { try start(.forward, at: due, into: &sink) }
      } else {
        try complete(at: due, into: &sink)
      }
    }
    try takeSamples(to: limit, including: isInclusive, into: &sink)
  }

  private mutating func complete<Sink: TrajectorySink>(
    at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    let isSecond = second.first?.endTime == time
    var position = second.isEmpty ? nil : second[0].completeIfDue(at: time)
    if animation.endTime == time { position = animation.completeIfDue(at: time) }
    guard let position, !(second.first?.isRunning ?? false), !animation.isRunning else { return }
    try arrive(at: position, isSecond: isSecond, at: time, into: &sink)
  }

  /// Does what follows when an animation has come to an end.
  mutating func arrive<Sink: TrajectorySink>(
    at position: AnimatingPosition, isSecond: Bool, at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    // What runs only as long as the fingers want it to waits for them at its end.
    if phase != .tracking {
      phase = .rest
      owesStillSample = true
    }
    if position == .start { second = [] }
    try report(.completed(position), at: time, velocity: 0, into: &sink)
    guard position == .end, !isSecond, phase == .rest, let plan = interaction.afterwards else {
      return
    }
    second = [AnimationPlayer(plan)]
    columns.begin()
    second[0].start(back: false, at: time)
    phase = .settling
    owesStillSample = false
    try report(.started(.then), at: time, velocity: 0, into: &sink)
  }

  private mutating func takeSamples<Sink: TrajectorySink>(
    to limit: Timestamp, including isInclusive: Bool, into sink: inout Sink
  ) throws(Sink.Failure) {
    while isMoving || owesStillSample {
      var time = grid[nextSample]
      guard time < limit || isInclusive && time == limit else { return }
      if isLeftOut(time) {
        // More may be left out, unless something happens at the limit.
        guard !isInclusive else { return }
        nextSample = grid.number(atOrAfter: limit) - 1
        time = grid[nextSample]
      }
      try takeSample(at: time, into: &sink)
      nextSample += 1
      owesStillSample = false
    }
  }

  private mutating func takeSample<Sink: TrajectorySink>(
    at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    let progress = animation.progress(at: time)
    sample.time = time
    sample.phase = phase
    sample.fraction = progress.value
    sample.velocity =
      phase == .tracking && !animation.isRunning
      ? shown(lead.velocity(hand.velocity(at: time))) : progress.velocity
    columns.fill(&sample.values, at: time, animation)
    if !second.isEmpty { columns.fill(&sample.values, at: time, animation, second[0]) }
    try sink.receive(sample)
  }

  /// Wakes up what was still, so that samples come from an instant on.
  mutating func wake(at time: Timestamp) {
    guard !isMoving else { return }
    nextSample = max(nextSample, grid.number(atOrAfter: time))
    owesStillSample = false
  }

  // MARK: What runs by itself

  private mutating func start<Sink: TrajectorySink>(
    _ run: TrajectoryEvent.Run, at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    wake(at: time)
    switch run {
    case .forward, .back, .then: animation.start(back: run == .back, at: time)
    case .dismissal:
      guard let dismissal = interaction.dismissal else { return }
      columns.dismiss(at: time, animation, second.first)
      animation.dismiss(dismissal, at: time)
      if !second.isEmpty { second[0].dismiss(dismissal, at: time) }
    }
    phase = .settling
    try report(
      .started(run), at: time, velocity: animation.progress(at: time).velocity, into: &sink)
  }

  private mutating func tapped<Sink: TrajectorySink>(into sink: inout Sink) throws(Sink.Failure) {
    let isAtEnd = animation.progress(at: now).value >= 0.5
    if interaction.dismissal != nil {
      if isAtEnd { try start(.dismissal, at: now, into: &sink) }
    } else {
      try start(isAtEnd ? .back : .forward, at: now, into: &sink)
    }
  }

  /// Holds what runs, under fingers that have only just landed.
  private mutating func hold<Sink: TrajectorySink>(into sink: inout Sink) throws(Sink.Failure) {
    guard second.isEmpty else { return }
    held = [(animation, now)]
    animation.hold(at: now)
    phase = .tracking
    lead.grasp(at: animation.fraction(at: now), isCaught: true)
    try report(.held, at: now, velocity: 0, into: &sink)
  }

  /// Lets what was held by landing fingers go on as if they had not been there.
  private mutating func goOn<Sink: TrajectorySink>(into sink: inout Sink) throws(Sink.Failure) {
    guard let held = held.first else { return }
    animation = held.animation
    animation.postpone(byMicroseconds: now.microseconds - held.since.microseconds)
    self.held = []
    phase = .settling
    let velocity = animation.progress(at: now).velocity
    try report(.handoff, at: now, velocity: velocity, into: &sink)
  }

  /// Tells what has happened; it changes nothing, but what changes is not copied to be asked.
  mutating func report<Sink: TrajectorySink>(
    _ kind: consuming TrajectoryEvent.Kind, at time: Timestamp, velocity: Double,
    into sink: inout Sink
  ) throws(Sink.Failure) {
    try sink.receive(
      TrajectoryEvent(
        time: time, kind: kind, fraction: animation.progress(at: time).value, velocity: velocity))
  }
}

/// The earlier of two instants, as far as there are any.
private func earlier(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
