public import PantographBase
import PantographGestures
public import PantographInteractions
import PantographMotion
public import PantographTouches

/// Drives an animation with touches; the only clock is the time of the frames.
///
/// Samples lie on a grid of `interaction.rate` per second from the start. A sample includes all frames
/// up to its time. While nothing moves, before a gesture and at rest, one sample represents the whole
/// period. When fingers send nothing for more than 10 s, samples stop until the next frame; the last
/// time before it gets one.
///
///     var driver = TrajectoryDriver(interaction, start: events[0].time, on: Plane(surface))
///     for event in events where assembler.feed(event) {
///       driver.feed(assembler.frame, into: &trajectory)
///     }
///     driver.finish(into: &trajectory)
///
/// A driver is large, and does not copy itself: ``copy()`` returns a second one that goes on from the same state.
public struct TrajectoryDriver: ~Copyable {
  var interaction: Interaction
  /// The device's time at which the trajectory starts; all other times count from there.
  private let start: Timestamp
  private let grid: SampleGrid

  /// The surface, as far as it is known.
  let plane: Plane?
  /// The points per millimetre, for velocities in points per second.
  var pointsPerMillimetre: Vector

  var input: GestureInput
  var tracker: ProgressTracker
  var animation: AnimationPlayer
  /// The second animation, once it has begun.
  var second: AnimationPlayer?
  var taps: TapSource?
  /// The time at which it starts by itself, if that is still ahead.
  private var scheduledStart: Timestamp?

  /// Whether each gesture starts with the animation at its start, rather than where the previous
  /// gesture left it.
  ///
  /// Then the result of a gesture depends on nothing else.
  public var resetsForEachGesture = false
  /// Whether a gesture has moved the animation.
  var hasBeenDriven = false

  var phase = Phase.idle
  /// What is held, until there is a gesture.
  var held: Held?
  /// The progress across when the fingers grabbed the animation.
  var crossStart = 0.0
  /// When the fingers grabbed the animation, and the largest progress since.
  var began = Timestamp(microseconds: 0)
  var peak = 0.0
  /// The progress at which it rested then, or to which it was running.
  var startTarget = 0.0
  /// Where the animation settles; `nil` if it does not, or runs otherwise.
  var heading: HandOff.Heading?

  var columns: Columns
  private var nextSample: Int64 = 0 { didSet { nextInstant = grid[nextSample] } }
  /// The time of the next sample on the grid.
  private var nextInstant = Timestamp(microseconds: 0)
  /// Whether the one sample for an idle period is still to come.
  var owesIdleSample = true
  /// The latest time that is known, in the trajectory's time.
  var now = Timestamp(microseconds: 0)
  private var sample: Sample
  /// The last frame, in the trajectory's time.
  var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  var updates: [GestureInput.Update] = []

  /// Creates a driver for an animation that rests at its start.
  ///
  /// - Parameters:
  ///   - interaction: what the gesture does to the animation.
  ///   - start: the time of the first event; the trajectory's time counts from it.
  ///   - plane: the surface, which some gestures and lengths depend on.
  public init(_ interaction: Interaction, start: Timestamp, on plane: Plane? = nil) {
    self.interaction = interaction
    self.start = start
    self.plane = plane
    grid = SampleGrid(start: now, rate: interaction.rate)
    input = GestureInput(interaction.gesture, on: plane)
    tracker = ProgressTracker(interaction, on: plane)
    animation = AnimationPlayer(interaction.animation)
    columns = Columns(interaction)
    pointsPerMillimetre =
      ProgressPlan.pointsPerMillimetre(interaction.scale, on: plane) ?? Vector(x: 1, y: 1)
    sample = .none
    prepareStart()
  }

  /// Listens to taps, and schedules a start, as far as the interaction has them.
  mutating func prepareStart() {
    taps = interaction.start == .tap || interaction.dismissal != nil ? TapSource() : nil
    scheduledStart = nil
    if case .after(let seconds) = interaction.start {
      let time = Timestamp(microseconds: 0).advanced(bySeconds: seconds)
      if time >= now { scheduledStart = time }
    }
  }

  /// Takes the next frame; everything before its time is final and goes to the sink.
  public mutating func feed<Sink: TrajectorySink>(
    _ frame: TouchFrame, into sink: inout Sink
  ) throws(Sink.Failure) {
    try reach(frame.time, into: &sink)
    let hasLanded = frame.contacts.count > self.frame.contacts.count
    self.frame.show(frame, at: now)
    try sink.receive(self.frame)
    if hasLanded, phase == .settling, interaction.catching == .landing {
      try hold(byFingers: true, into: &sink)
    }
    input.feed(self.frame, into: &updates)
    try handleUpdates(into: &sink)
    if held?.byFingers == true, frame.contacts.isEmpty, !input.isActive {
      try resumeHeld(into: &sink)
    }
    if taps?.feed(self.frame) ?? false, acceptsTaps { try tapped(into: &sink) }
  }

  /// Advances to the time of an input, before what it does.
  @inline(__always)
  mutating func reach<Sink: TrajectorySink>(
    _ time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    let time = elapsed(time)
    try run(to: time, including: false, into: &sink)
    now = max(now, time)
  }

  /// Whether a tap counts: nothing runs, or only the second animation.
  private var acceptsTaps: Bool {
    phase == .idle || phase == .rest || second != nil && !animation.isRunning
  }

  /// Advances to a time by which every frame has been fed, and returns the ``nextSampleTime`` after it.
  @discardableResult
  public mutating func advance<Sink: TrajectorySink>(
    to time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) -> Timestamp? {
    try run(to: elapsed(time), including: true, into: &sink)
    now = max(now, elapsed(time))
    return nextSampleTime
  }

  /// Ends the input: a gesture that is still active is cancelled at the last known time.
  public mutating func cutOff<Sink: TrajectorySink>(
    into sink: inout Sink
  ) throws(Sink.Failure) {
    try endSilence(into: &sink)
    input.cancel(at: now, into: &updates)
    try handleUpdates(into: &sink)
    input.returnToFingers()
    try resumeHeld(into: &sink)
  }

  /// Ends the input, and runs the animation until it rests.
  ///
  /// A gesture that is still active is cancelled.
  public mutating func finish<Sink: TrajectorySink>(
    into sink: inout Sink
  ) throws(Sink.Failure) {
    try cutOff(into: &sink)
    while let due = nextDue {
      try run(to: due, including: true, into: &sink)
      now = max(now, due)
    }
    // What happened at the time of the last sample is seen in the one after it.
    let end = max(grid[grid.number(atOrAfter: now)], owesIdleSample ? nextInstant : now)
    try run(to: end, including: true, into: &sink)
  }

  /// The time of the next sample on the frames' clock; `nil` while nothing moves.
  public var nextSampleTime: Timestamp? {
    let sample = isMoving || owesIdleSample ? nextInstant : nil
    let next = sample.flatMap { isLeftOut($0) ? nil : $0 } ?? scheduledStart
    return next.map { start.advanced(byMicroseconds: $0.microseconds) }
  }

  /// Returns a frame's time since the start, but never before what is already final.
  package func elapsed(_ time: Timestamp) -> Timestamp {
    max(Timestamp(microseconds: time.microseconds &- start.microseconds), now)
  }

  var isMoving: Bool { phase == .tracking || phase == .settling }

  /// 10 s without a frame, in microseconds: the longest such gap with a finger down is 1.6 s in 532
  /// recordings of other projects.
  private static let longestSilence: Int64 = 10_000_000

  /// Returns whether a sample is left out because fingers hold the animation and have sent nothing for
  /// long.
  private func isLeftOut(_ time: Timestamp) -> Bool {
    time.microseconds - frame.time.microseconds > Self.longestSilence && phase == .tracking
      && !animation.isRunning
  }

  // MARK: Time

  /// The next time at which something happens without a frame.
  private var nextDue: Timestamp? {
    earlier(earlier(scheduledStart, input.deadline), nextEnd)
  }

  /// The next time at which an animation ends.
  private var nextEnd: Timestamp? {
    switch second {
    case .some(let second): earlier(animation.endTime, second.endTime)
    case nil: animation.endTime
    }
  }

  // Inlined, as are others that run for each frame: each call looks up the sink's type of error.
  @inline(__always)
  mutating func run<Sink: TrajectorySink>(
    to limit: Timestamp, including isInclusive: Bool, into sink: inout Sink
  ) throws(Sink.Failure) {
    while let due = nextDue, due <= limit {
      try takeSamples(to: due, including: false, into: &sink)
      if scheduledStart == due {
        scheduledStart = nil
        if phase == .idle { try start(.forward, at: due, into: &sink) }
      } else if nextEnd == due {
        try complete(at: due, into: &sink)
      } else {
        now = max(now, due)
        input.advance(to: due, into: &updates)
        try handleUpdates(into: &sink)
      }
    }
    try takeSamples(to: limit, including: isInclusive, into: &sink)
  }

  private mutating func complete<Sink: TrajectorySink>(
    at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    let isSecond = second?.endTime == time
    var position = second?.completeIfDue(at: time)
    if animation.endTime == time { position = animation.completeIfDue(at: time) }
    guard let position, !(second?.isRunning ?? false), !animation.isRunning else { return }
    try arrive(at: position, isSecond: isSecond, at: time, into: &sink)
  }

  /// Handles the end of an animation.
  mutating func arrive<Sink: TrajectorySink>(
    at position: AnimatingPosition, isSecond: Bool, at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    // An animation that runs only during the gesture waits at its end.
    if phase != .tracking {
      phase = .rest
      owesIdleSample = true
    }
    if position == .start { second = nil }
    try report(.completed(position), at: time, velocity: 0, into: &sink)
    guard position == .end, !isSecond, phase == .rest, let plan = interaction.afterwards else {
      return
    }
    second = AnimationPlayer(plan)
    columns.begin()
    second?.start(back: false, at: time)
    phase = .settling
    owesIdleSample = false
    try report(.started(.then), at: time, velocity: 0, into: &sink)
  }

  @inline(__always)
  private mutating func takeSamples<Sink: TrajectorySink>(
    to limit: Timestamp, including isInclusive: Bool, into sink: inout Sink
  ) throws(Sink.Failure) {
    while isMoving || owesIdleSample {
      var time = nextInstant
      guard time < limit || isInclusive && time == limit else { return }
      if isLeftOut(time) {
        // More samples may be left out, unless something happens at the limit.
        guard !isInclusive else { return }
        nextSample = grid.number(atOrAfter: limit) - 1
        time = nextInstant
      }
      try takeSample(at: time, into: &sink)
      nextSample += 1
      owesIdleSample = false
    }
  }

  /// Takes the last sample of a silence, whose other samples are left out, before something happens now.
  mutating func endSilence<Sink: TrajectorySink>(into sink: inout Sink) throws(Sink.Failure) {
    try takeSamples(to: now, including: false, into: &sink)
  }

  private mutating func takeSample<Sink: TrajectorySink>(
    at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    // The sample keeps its memory.
    var sample = Sample.none
    swap(&sample, &self.sample)
    measure(&sample, at: time)
    swap(&sample, &self.sample)
    try sink.receive(self.sample)
  }

  /// Returns the animation's state at a time that need not be on the grid, such as that of a display's next
  /// frame; `nil` for a time before the latest that is known.
  ///
  /// Nothing changes: a frame that is fed later may still lead elsewhere.
  public func sample(at time: Timestamp) -> Sample? {
    var sample = sample
    var nothing = NoSink()
    return look(at: time, into: &sample, ignoring: &nothing) ? sample : nil
  }

  /// Stores the same in a sample, whose memory is kept; returns `false` for a time before the latest that is known.
  ///
  /// What lies before that time goes to `ignored`, which should ignore it; of the type of the caller's other sinks, it
  /// takes no further code.
  package func look<Ignored: TrajectorySink<Never>>(
    at time: Timestamp, into sample: inout Sample, ignoring ignored: inout Ignored
  ) -> Bool {
    let instant = Timestamp(microseconds: time.microseconds &- start.microseconds)
    guard instant >= now else { return false }
    if let due = nextDue, due <= instant {
      if comesToRest(by: instant) {
        measure(&sample, at: instant)
        sample.phase = .rest
        return true
      }
      var ahead = copy()
      ahead.run(to: instant, including: false, into: &ignored)
      ahead.measure(&sample, at: instant)
    } else {
      measure(&sample, at: instant)
    }
    return true
  }

  /// Whether all that happens until a time is that the animation ends: it is seen there without going through its samples.
  private func comesToRest(by time: Timestamp) -> Bool {
    guard phase == .settling, second == nil, held == nil, interaction.afterwards == nil else {
      return false
    }
    let others = earlier(scheduledStart, input.deadline).map { $0 > time } ?? true
    return others && nextEnd.map { $0 <= time } ?? false
  }

  /// When the fingers landed that may begin a gesture, or have begun one, since the start; `nil` while there are none.
  package var landing: Timestamp? { input.landed }

  /// Returns the release if all fingers lifted at a time since the start, by which every frame has been fed; `nil` if
  /// there would be none.
  ///
  /// Nothing changes. A gesture that ends by itself before that time has the release of its end.
  package func release(ifLiftedAt time: Timestamp) -> ReleaseContext? {
    guard input.isActive else { return nil }
    let instant = start.advanced(byMicroseconds: time.microseconds)
    var ahead = copy()
    var last = LastRelease()
    ahead.advance(to: instant, into: &last)
    if last.context == nil {
      ahead.feed(TouchFrame(time: instant, contacts: []), into: &last)
    }
    return last.context
  }

  /// Stores the state at a time in a sample.
  private func measure(_ sample: inout Sample, at time: Timestamp) {
    let progress = animation.progress(at: time)
    sample.time = time
    sample.phase = phase
    sample.fraction = progress.value
    sample.velocity = progress.velocity
    if phase == .tracking, !animation.isRunning {
      sample.velocity = progressVelocity(input.velocity(at: time))
    }
    columns.fill(&sample.values, at: time, animation, progress: progress.value)
    switch second {
    case .some(let second): columns.fill(&sample.values, at: time, animation, second)
    case nil: break
    }
  }

  /// Resumes sampling at a time, after an idle period.
  mutating func wake(at time: Timestamp) {
    guard !isMoving else { return }
    nextSample = max(nextSample, grid.number(atOrAfter: time))
    owesIdleSample = false
  }

  // MARK: Animations that run by themselves

  mutating func start<Sink: TrajectorySink>(
    _ run: TrajectoryEvent.Run, at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) {
    wake(at: time)
    heading = nil
    switch run {
    case .forward, .back, .place, .then: animation.start(back: run == .back, at: time)
    case .dismissal:
      guard let dismissal = interaction.dismissal else { return }
      columns.dismiss(at: time, animation, second)
      animation.dismiss(dismissal, at: time)
      second?.dismiss(dismissal, at: time)
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

  /// Holds the running animation, under fingers that have just landed or for a program.
  mutating func hold<Sink: TrajectorySink>(
    byFingers: Bool, into sink: inout Sink
  ) throws(Sink.Failure) {
    guard second == nil else { return }
    held = Held(animation: animation.copy(), since: now, byFingers: byFingers)
    animation.hold(at: now)
    phase = .tracking
    tracker.grab(at: animation.fraction(at: now), isCaught: true, within: nil)
    try report(.held, at: now, velocity: 0, into: &sink)
  }

  /// Continues a held animation as if the fingers had not landed.
  mutating func resumeHeld<Sink: TrajectorySink>(into sink: inout Sink) throws(Sink.Failure) {
    guard let held = held.take() else { return }
    let delay = now.microseconds - held.since.microseconds
    animation = held.animation
    animation.postpone(byMicroseconds: delay)
    phase = .settling
    let velocity = animation.progress(at: now).velocity
    try report(.handoff, at: now, velocity: velocity, into: &sink)
    // Another interaction may have sent it to its target at once meanwhile.
    if !animation.isRunning {
      try arrive(at: animation.position(at: now), isSecond: false, at: now, into: &sink)
    }
  }

  /// Reports an event.
  func report<Sink: TrajectorySink>(
    _ kind: consuming TrajectoryEvent.Kind, at time: Timestamp, velocity: Double,
    into sink: inout Sink
  ) throws(Sink.Failure) {
    try sink.receive(
      TrajectoryEvent(
        time: time, kind: kind, fraction: animation.progress(at: time).value, velocity: velocity))
  }
}

extension TrajectoryDriver {
  /// An animation as it was before it was held.
  struct Held: ~Copyable {
    let animation: AnimationPlayer
    let since: Timestamp
    /// Whether landing fingers hold it.
    let byFingers: Bool

    func copy() -> Held { Held(animation: animation.copy(), since: since, byFingers: byFingers) }
  }

  /// Returns a driver in the same state, which goes on by itself.
  public func copy() -> TrajectoryDriver { TrajectoryDriver(copying: self, at: now) }

  private init(copying other: borrowing TrajectoryDriver, at time: Timestamp) {
    interaction = other.interaction
    start = other.start
    grid = other.grid
    plane = other.plane
    pointsPerMillimetre = other.pointsPerMillimetre
    input = other.input.copy()
    tracker = other.tracker
    animation = other.animation.copy()
    second = other.second?.copy()
    taps = other.taps
    scheduledStart = other.scheduledStart
    resetsForEachGesture = other.resetsForEachGesture
    hasBeenDriven = other.hasBeenDriven
    phase = other.phase
    held = other.held?.copy()
    crossStart = other.crossStart
    began = other.began
    peak = other.peak
    startTarget = other.startTarget
    heading = other.heading
    columns = other.columns
    nextSample = other.nextSample
    nextInstant = other.nextInstant
    owesIdleSample = other.owesIdleSample
    now = time
    sample = other.sample
    frame = other.frame
    updates = other.updates
  }
}

/// Ignores everything.
private struct NoSink: TrajectorySink {
  mutating func receive(_ sample: Sample) throws(Never) {}
  mutating func receive(_ event: TrajectoryEvent) throws(Never) {}
}

/// Keeps the last release.
private struct LastRelease: TrajectorySink {
  var context: ReleaseContext?

  mutating func receive(_ sample: Sample) throws(Never) {}
  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    if case .ended(let context) = event.kind { self.context = context }
  }
}

/// Returns the earlier of two times, ignoring `nil`.
private func earlier(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
