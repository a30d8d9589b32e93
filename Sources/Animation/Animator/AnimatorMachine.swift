import Motion
public import Quantities

/// The state machine of an interactive animation: start, pause, scrub, reverse, continue, stop.
///
/// It follows `UIViewPropertyAnimator`, call by call, but has no clock: every change is told the time,
/// and ``progress(of:at:)`` answers for any instant in any order, in closed form. Progress runs from 0,
/// the start, to 1, the end; a spring or a swinging curve may leave that range for a while.
///
///     var animator = AnimatorMachine(duration: 0.5, timing: .curve(.easeInOut))
///     try animator.pause(at: began)                      // "starts as paused"
///     animator.setFractionComplete(0.6)
///     try animator.continueAnimation(with: .spring(spring, initialVelocity: 4), at: released)
///     animator.progress(at: later)
public struct AnimatorMachine: Sendable {
  /// How far an animation has come, and how fast it goes on.
  public struct Progress: Hashable, Sendable {
    /// The share of the way from start to end.
    public var value: Double
    /// The change of the value per second.
    public var velocity: Double

    /// Makes a progress from its value and its change per second, each at most 1e100 either way.
    public init(value: Double, velocity: Double) {
      self.value = value.asProgress
      self.velocity = velocity.asProgress
    }
  }

  /// A part of the animation: all of it, or what begins later than the rest.
  public struct Part: Hashable, Sendable {
    var index: Int

    /// The animation as a whole.
    public static let whole = Part(index: 0)
  }

  /// The velocity at which an animation enters the timing on which it runs on.
  public enum EntryVelocity: Hashable, Sendable {
    /// That of the timing, as in UIKit: the position does not jump, but the velocity does.
    case ofTiming
    /// That at which it was when it was caught, as long as it was not moved since.
    case carried
    /// A progress per second, as a hand gives it.
    case perSecond(Double)
  }

  /// What the progress does with time.
  private enum Course {
    /// It stays at the place.
    case held
    /// It stays where its own path is at the place, which is a share of the time.
    case heldInTime
    /// It follows a path to its end.
    case running(Run)
    /// It is moved to another place, where it is held again.
    case gliding(Glide)
  }

  /// A run to the target that takes so many seconds from an instant.
  private struct Run {
    /// The fraction of the whole animation that is complete at the beginning; at the end it is all.
    var complete: Double
    var since: Timestamp
    var seconds: Double

    /// The share of the run that is done at an instant.
    func share(at time: Timestamp) -> Double {
      let share = max(time - since, 0) / seconds
      // Its end is a whole microsecond, which rounding may put before it by a last digit.
      return share < 1 - 4e-15 ? share : 1
    }
  }

  /// A way between two places, which the whole's stretch leads along.
  private struct Glide {
    var run: Run
    var from: Double
    var to: Double
    var isInTime: Bool
  }

  /// The seconds that the whole animation takes on its own timing.
  ///
  /// A spring that says itself what it is made of takes its settling time, whatever was asked for.
  public let duration: Double
  /// How it runs when nothing else is said.
  public let timing: TimingParameters
  /// Whether a fraction that is set while paused counts as progress, or as time on the own timing.
  ///
  /// What is caught on another timing than its own counts as progress until it runs again.
  public var scrubsLinearly = true
  /// Whether it stays active and paused when it has come to its end.
  public var pausesOnCompletion = false
  /// Whether it may be paused and stopped; see ``setInterruptible(_:)``.
  public private(set) var isInterruptible = true
  /// Whether an animation is under way.
  public private(set) var state = AnimatingState.inactive
  /// Whether the animation leads back to its start.
  public private(set) var isReversed = false
  /// The seconds by which the last start was put off.
  public private(set) var delay = 0.0
  private var course = Course.held
  /// Where the animation is held, or where its run began.
  private var place = 0.0
  /// Whether it was caught off its own timing, where no time of that is where it is.
  private var isOffTime = false
  /// Where it was caught beyond an end: its progress, and the share of its time at which that was.
  ///
  /// Its parts have not come further for it: from there to the end they have a scale of their own.
  private var bend: (progress: Double, place: Double)?
  /// The seconds that it had still to wait when it was caught before it began.
  private var wait = 0.0
  /// The parts; the first is the whole.
  private var lanes: [PartTimeline]

  /// Makes an animator at its start; the duration is in seconds.
  ///
  /// A duration below 0 counts as 0, as does one that is infinite or not a number.
  public init(duration: Double, timing: TimingParameters) {
    let duration = duration.asAmount
    self.timing = timing
    if case .spring(let parameters) = timing {
      self.duration = parameters.spring(in: duration).seconds
    } else {
      self.duration = duration
    }
    let path = timing.path(seconds: self.duration, axis: .x)
    lanes = [PartTimeline(over: 0...1, ownPath: path, timing: nil, axis: .x)]
  }

  // MARK: Parts

  /// Adds a part that begins later than the whole, and tells by which name to ask for it.
  ///
  /// It runs over what is left of the animation at an instant, with the animation's timing laid over
  /// its own stretch of time, and takes part in all that the animation does.
  ///
  /// - Parameters:
  ///   - delayFactor: the share of what is left that passes before it begins, from 0 to 1.
  ///   - time: the instant.
  public mutating func addPart(delayFactor: Double, at time: Timestamp) -> Part {
    let delayFactor = min(delayFactor.asAmount, 1)
    let place = state == .inactive ? 0 : currentPlace(at: time)
    let start = place + delayFactor * (1 - place)
    return addLane(over: min(start, 1)...1, timing: nil, axis: .x, at: time)
  }

  /// Adds a part that begins later than another one, with a time and a timing of its own.
  ///
  /// The delay and the duration are seconds of the animation's own time. It can't outlast the
  /// animation: it ends with it at the latest.
  mutating func addPart(
    within part: Part, delay: Double, duration: Double?, timing: TimingParameters?,
    at time: Timestamp
  ) -> Part {
    let outer = lanes[part.index].home
    guard self.duration > 0 else { return addLane(over: outer, timing: timing, axis: .x, at: time) }
    let start = min(outer.lowerBound + delay / self.duration, 1)
    let end = duration.map { min(start + $0 / self.duration, 1) } ?? outer.upperBound
    return addLane(over: start...max(start, end), timing: timing, axis: .x, at: time)
  }

  /// The part that does as another one does, but for a spring's velocity, of which it takes an axis.
  mutating func addTwin(of part: Part, axis: Axis, at time: Timestamp) -> Part {
    let lane = lanes[part.index]
    return addLane(over: lane.home, timing: lane.timing, axis: axis, at: time)
  }

  /// The seconds that a part takes if nothing comes in between.
  func seconds(of part: Part) -> Double {
    let home = lanes[part.index].home
    return (home.upperBound - home.lowerBound) * duration
  }

  /// Forgets all parts but the whole.
  mutating func removeParts() {
    lanes.removeSubrange(1...)
  }

  private mutating func addLane(
    over home: ClosedRange<Double>, timing: TimingParameters?, axis: Axis, at time: Timestamp
  ) -> Part {
    let width = home.upperBound - home.lowerBound
    // A spring that is told its time is as stiff as it has to be; the others are laid over it.
    let seconds = timing == nil ? duration : width * duration
    let path = (timing ?? self.timing).path(seconds: seconds, axis: axis)
    var lane = PartTimeline(over: home, ownPath: path, timing: timing, axis: axis)
    if case .running(let run) = course {
      let share = run.share(at: time)
      let here = place + (target - place) * share
      let (begin, end) = lane.window(from: here, to: target)
      // What is behind the animation is not made up for; it shows when the animation comes back.
      let from = isReversed ? lane.ownProgress(heldAt: here).value : 0
      lane.stretch = PathSegment(
        path: path, from: isReversed && here <= lane.start ? 0 : from, to: target,
        begin: share + (1 - share) * begin, end: share + (1 - share) * end)
    }
    lanes.append(lane)
    return Part(index: lanes.count - 1)
  }

  private func place(on glide: Glide, at time: Timestamp) -> (value: Double, slope: Double) {
    let share = glide.run.share(at: time)
    guard share < 1 else { return (glide.to, 0) }
    let (value, slope) = lanes[0].stretch.progress(at: share)
    let way = glide.to - glide.from
    let place = glide.from + way * value
    // There is no time before the beginning or after the end.
    if glide.isInTime, place < 0 || place > 1 { return (min(max(place, 0), 1), 0) }
    return (place, way * slope / glide.run.seconds)
  }

  /// Where the animation is between 0 and 1, on the scale on which it is held or runs.
  private func currentPlace(at time: Timestamp) -> Double {
    let current: Double
    switch course {
    case .held: current = partsPlace(place).value
    case .heldInTime: current = place
    case .running(let run): current = place + (target - place) * run.share(at: time)
    case .gliding(let glide):
      let place = place(on: glide, at: time).value
      current = glide.isInTime ? place : partsPlace(place).value
    }
    return min(max(current, 0), 1)
  }

  /// The place on the parts' scale where the whole is held at a progress, and its slope.
  private func partsPlace(_ progress: Double) -> (value: Double, slope: Double) {
    guard let bend else { return (progress, 1) }
    let end = bend.progress > 0 ? 1.0 : 0
    let isBeyond = end == 1 ? progress > 1 : progress < 0
    guard isBeyond, bend.progress != end else { return (progress, 1) }
    let slope = (bend.place - end) / (bend.progress - end)
    // From where it was caught, which of a spring that never ends is too near to one end for a way from the
    // other.
    let value = bend.place + slope * (progress - bend.progress)
    return 0 <= value && value <= 1 ? (value, slope) : (min(max(value, 0), 1), 0)
  }

  // MARK: What it is doing

  /// Whether time alone changes the progress.
  public var isRunning: Bool {
    switch course {
    case .held, .heldInTime: false
    case .running, .gliding: true
    }
  }

  /// The instant at which a running animation is over, or has come to where it was sent.
  public var endTime: Timestamp? {
    switch course {
    case .held, .heldInTime: nil
    case .running(let run): run.since.advanced(bySeconds: run.seconds)
    case .gliding(let glide): glide.run.since.advanced(bySeconds: glide.run.seconds)
    }
  }

  /// The progress at which the animation ends: 1, or 0 when it is reversed.
  public var target: Double { isReversed ? 0 : 1 }

  /// How far the animation, or a part of it, has come at an instant, which may lie after its end.
  public func progress(of part: Part = .whole, at time: Timestamp) -> Progress {
    if case .held = course, part.index == 0 { return Progress(value: place, velocity: 0) }
    if case .running(let run) = course {
      let share = run.share(at: time)
      guard share < 1 else { return Progress(value: target, velocity: 0) }
      let (value, slope) = lanes[part.index].stretch.progress(at: share)
      // Until the delay is over nothing moves yet.
      return Progress(value: value, velocity: time < run.since ? 0 : slope / run.seconds)
    }
    if case .gliding(let glide) = course {
      let (place, velocity) = place(on: glide, at: time)
      let (value, slope) = progress(of: part, heldAt: place, inTime: glide.isInTime)
      return Progress(value: value, velocity: slope * velocity)
    }
    let isInTime = if case .heldInTime = course { true } else { false }
    return Progress(value: progress(of: part, heldAt: place, inTime: isInTime).value, velocity: 0)
  }

  /// The progress of a part under a hand that holds the animation at a place, and its slope there.
  private func progress(
    of part: Part, heldAt place: Double, inTime: Bool
  ) -> (value: Double, slope: Double) {
    guard inTime else { return heldProgress(part.index, at: place) }
    let (time, pace) = pathTime(part.index, at: place)
    let (value, slope) = lanes[part.index].ownPath.progress(at: time)
    return (value, slope * pace)
  }

  /// The progress of a part while the animation is held; that of the whole is what it is held at.
  private func heldProgress(_ index: Int, at place: Double) -> (value: Double, slope: Double) {
    guard index > 0 else { return (place, 1) }
    // A hand that has led it back within its ends has left the scale that leads from where it was caught.
    if let bend, bend.progress > 0 ? place <= 1 : place >= 0 {
      return lanes[index].ownProgress(heldAt: place)
    }
    let (place, pace) = partsPlace(place)
    let (value, slope) = lanes[index].progress(heldAt: place)
    return (value, slope * pace)
  }

  /// The time of a part's own path while the animation is held in time, and its slope.
  private func pathTime(_ index: Int, at place: Double) -> (value: Double, slope: Double) {
    index == 0 ? (place, 1) : lanes[index].progress(heldAt: place, inTime: true)
  }

  /// The fraction that is complete: of the time while it runs, and what was set while it is paused.
  ///
  /// It counts in the direction in which the animation leads, from 0 to 1.
  public func fractionComplete(at time: Timestamp) -> Double {
    let fraction: Double
    switch course {
    case .held, .heldInTime: fraction = isReversed ? 1 - place : place
    case .running(let run): fraction = run.complete + (1 - run.complete) * run.share(at: time)
    case .gliding(let glide):
      let place = place(on: glide, at: time).value
      fraction = isReversed ? 1 - place : place
    }
    return min(max(fraction, 0), 1)
  }

  /// Where a paused animation is held, on the scale on which ``scrub(to:)`` moves it.
  ///
  /// It may lie beyond both ends, where ``fractionComplete(at:)`` does not.
  public var heldProgress: Double { place }

  /// The progress that a paused animation makes per fraction by which it is moved.
  ///
  /// It is 1 unless fractions count as time: then it is the slope of the timing.
  public var progressPerFraction: Double {
    guard case .heldInTime = course else { return 1 }
    return progress(of: .whole, heldAt: place, inTime: true).slope
  }

  // MARK: Begin and go on

  /// Begins the animation, or lets a paused one go on with its own timing.
  public mutating func start(at time: Timestamp) throws(AnimatorError) {
    switch state {
    case .inactive: begin(at: time)
    case .active: if !isRunning { run(on: nil, durationFactor: 0, at: time) }
    case .stopped: throw AnimatorError(.startAnimation, .stopped)
    }
  }

  /// Begins the animation so many seconds after an instant.
  public mutating func start(afterDelay delay: Double, at time: Timestamp) throws(AnimatorError) {
    guard state == .inactive else {
      throw AnimatorError(.startAnimationAfterDelay, situation)
    }
    let delay = delay.asAmount
    self.delay = delay
    begin(at: time.advanced(bySeconds: delay))
  }

  private mutating func begin(at time: Timestamp) {
    state = .active
    place = 1 - target
    bend = nil
    wait = 0
    for index in lanes.indices {
      lanes[index].settle()
      let (begin, end) = lanes[index].window(from: place, to: target)
      lanes[index].stretch = PathSegment(
        path: lanes[index].ownPath, from: place, to: target, begin: begin, end: end)
    }
    course = .running(Run(complete: 0, since: time, seconds: duration))
  }

  /// Holds the animation where it is; one that has not begun begins as paused, at its start.
  public mutating func pause(at time: Timestamp) throws(AnimatorError) {
    switch state {
    case .inactive:
      hold(at: 1 - target)
      state = .active
    case .active:
      guard isRunning else { return }
      guard isInterruptible else { throw AnimatorError(.pauseAnimation, .uninterruptible) }
      catchInFlight(at: time, inTime: !scrubsLinearly)
    case .stopped: throw AnimatorError(.pauseAnimation, .stopped)
    }
  }

  /// Holds the animation at a place that is none of its flight.
  private mutating func hold(at place: Double) {
    isOffTime = false
    bend = nil
    wait = 0
    hold(byHandAt: place)
    for index in lanes.indices { lanes[index].settle() }
  }

  /// Holds the animation at a place on the scale on which a hand moves it.
  private mutating func hold(byHandAt place: Double) {
    let isInTime = !scrubsLinearly && !isOffTime
    self.place = isInTime ? min(max(place, 0), 1) : place
    course = isInTime ? .heldInTime : .held
  }

  /// Holds the animation, and each part of it, where a flight has brought them.
  private mutating func catchInFlight(at time: Timestamp, inTime: Bool) {
    let progress = lanes.indices.map { self.progress(of: Part(index: $0), at: time) }
    if case .gliding(let glide) = course {
      place = place(on: glide, at: time).value
      course = glide.isInTime ? .heldInTime : .held
      for index in lanes.indices { lanes[index].velocity = progress[index].velocity }
      return
    }
    guard case .running(let run) = course else { return }
    let share = run.share(at: time)
    guard share < 1 else {
      hold(at: target)
      return
    }
    wait = max(run.since - time, 0)
    let here = place + (target - place) * share
    isOffTime = !lanes.allSatisfy { $0.stretch.path == $0.ownPath && $0.stretch.push == 0 }
    let holdsTime = inTime && !isOffTime
    for index in lanes.indices {
      let stretch = lanes[index].stretch
      lanes[index].velocity = progress[index].velocity
      lanes[index].pathTime = stretch.path.isWhole ? stretch.time(at: share) : nil
    }
    let newPlace = holdsTime ? lanes[0].stretch.time(at: share) : progress[0].value
    let isBeyond = !holdsTime && !(0 < newPlace && newPlace < 1) && 0 < here && here < 1
    bend = isBeyond && newPlace != 0 && newPlace != 1 ? (newPlace, here) : nil
    for index in lanes.indices.dropFirst() {
      lanes[index].move(here, to: newPlace)
      // Whatever it has been through, it is where it was while the whole is.
      let value = holdsTime ? lanes[index].stretch.time(at: share) : progress[index].value
      lanes[index].caught = (bend?.place ?? newPlace, value, isTime: holdsTime)
    }
    place = newPlace
    course = holdsTime ? .heldInTime : .held
  }

  /// Moves a paused animation to a fraction in the direction in which it leads.
  ///
  /// One that has not begun begins as paused. A running one goes on undisturbed, and one that was
  /// stopped stays where it is.
  public mutating func setFractionComplete(_ fraction: Double) {
    scrub(to: isReversed ? 1 - fraction : fraction)
  }

  /// Moves a paused animation to a progress from its start, whichever way it leads.
  ///
  /// The progress is taken as it is, so that a hand may hold what a spring has carried beyond its
  /// end; limits are the caller's affair. What is infinite or not a number changes nothing.
  public mutating func scrub(to progress: Double) {
    guard state != .stopped, !isRunning, progress.isFinite else { return }
    let progress = progress.asProgress
    if state == .inactive { hold(at: progress) }
    state = .active
    wait = 0
    hold(byHandAt: progress)
    for index in lanes.indices {
      lanes[index].velocity = 0
      lanes[index].pathTime = nil
    }
  }

  /// Lets a paused animation move on to a fraction by itself, where it is paused again.
  ///
  /// All that the animation moves goes where a hand would take it, which is what the makers of UIKit
  /// were asked for in radar 33606938.
  ///
  /// - Parameters:
  ///   - fraction: where it goes, in the direction in which the animation leads.
  ///   - timing: how it gets there; on a straight line where nothing is given.
  ///   - durationFactor: the seconds it takes, as a multiple of ``duration``; 0 for the share of it
  ///     that the way is, which counts as the whole at most. A spring that says itself what it is made of takes the time it needs.
  ///   - time: the instant from which it moves.
  public mutating func continueAnimation(
    toFraction fraction: Double, with timing: TimingParameters? = nil, durationFactor: Double = 0,
    at time: Timestamp
  ) throws(AnimatorError) {
    try requireContinuation(.continueAnimationToFraction)
    let fraction = fraction.asProgress
    let durationFactor = durationFactor.asAmount
    let isInTime = if case .heldInTime = course { true } else { false }
    var end = isReversed ? 1 - fraction : fraction
    if isInTime { end = min(max(end, 0), 1) }
    let factor = durationFactor > 0 ? durationFactor : min(abs(end - place), 1)
    var seconds = end == place ? 0 : factor * duration
    let timing = timing ?? .curve(.linear)
    if case .spring(let parameters) = timing, seconds > 0 {
      seconds = parameters.spring(in: seconds).seconds
    }
    wait = 0
    lanes[0].stretch = PathSegment(path: timing.path(seconds: seconds, axis: .x), from: 0, to: 1)
    course = .gliding(
      Glide(
        run: Run(complete: 0, since: time, seconds: seconds), from: place, to: end,
        isInTime: isInTime))
  }

  /// Turns the animation about, so that it leads to its start, or to its end again.
  ///
  /// A running one turns at once: its position does not jump, its velocity changes its sign. Of one
  /// that is paused or has not begun it is known when it goes on.
  public mutating func reverse(_ isReversed: Bool, at time: Timestamp) {
    guard state != .stopped, isReversed != self.isReversed else { return }
    guard case .running(let run) = course else {
      self.isReversed = isReversed
      return
    }
    let share = run.share(at: time)
    let whole = lanes[0].stretch
    guard whole.path == lanes[0].ownPath, whole.push == 0 else {
      // What it was on leads only one way: it goes back on its own timing.
      catchInFlight(at: time, inTime: false)
      self.isReversed = isReversed
      self.run(on: nil, durationFactor: 0, at: time)
      return
    }
    // The same path the other way, at the same pace; there is none where there was no way to go.
    let now = whole.time(at: share)
    let here = place + (target - place) * share
    let progress = lanes.indices.map { self.progress(of: Part(index: $0), at: time).value }
    self.isReversed = isReversed
    let left = abs(target - now)
    let pace = whole.from == whole.to ? duration : run.seconds / abs(whole.to - whole.from)
    for index in lanes.indices {
      let old = lanes[index].stretch
      let window = lanes[index].window(from: here, at: progress[index], to: target)
      if old.path == lanes[index].ownPath, old.push == 0 {
        lanes[index].stretch = PathSegment(path: old.path, from: old.time(at: share), to: target)
      } else {
        enter(index, at: progress[index], on: nil, seconds: left * pace, velocity: nil)
      }
      lanes[index].stretch.begin = index == 0 ? 0 : window.begin
      lanes[index].stretch.end = index == 0 ? 1 : window.end
    }
    place = here
    // Turned about before it has begun, it still waits for that.
    course = .running(
      Run(complete: 1 - left, since: max(time, run.since), seconds: left * pace))
  }

  /// Lets a paused animation run on, from where it is, to its end or back to its start.
  ///
  /// The position never jumps. A curve is entered where its value is the progress, and followed from
  /// there, backwards in time when the animation is reversed. A spring starts from where the
  /// animation is, at its own initial velocity, which counts as whole distances still to go. How
  /// UIKit blends one curve into the next is not known; here the new one counts alone, unless a
  /// velocity is given: then what it exceeds the timing's own by dies away over the time that is left.
  ///
  /// - Parameters:
  ///   - timing: how it runs on; its own timing where nothing is given.
  ///   - durationFactor: the seconds it takes, as a multiple of ``duration``; 0 for what is left of
  ///     it. A spring that says itself what it is made of takes the time it needs.
  ///   - velocity: how fast it is at first.
  ///   - time: the instant from which it runs.
  public mutating func continueAnimation(
    with timing: TimingParameters? = nil, durationFactor: Double = 0,
    velocity: EntryVelocity = .ofTiming, at time: Timestamp
  ) throws(AnimatorError) {
    try requireContinuation(.continueAnimation)
    run(on: timing, durationFactor: durationFactor.asAmount, velocity: velocity, at: time)
  }

  private func requireContinuation(_ call: AnimatorError.Call) throws(AnimatorError) {
    guard state == .active, !isRunning else {
      throw AnimatorError(call, situation)
    }
    guard isInterruptible else { throw AnimatorError(call, .uninterruptible) }
  }

  private mutating func run(
    on timing: TimingParameters?, durationFactor: Double, velocity: EntryVelocity = .ofTiming,
    at time: Timestamp
  ) {
    let parts = lanes.indices.map { progress(of: Part(index: $0), at: time).value }
    let velocities = lanes.indices.map { entryVelocity($0, velocity) }
    let complete = fractionComplete(at: time)
    let distance = target - parts[0]
    let isInTime = if case .heldInTime = course { timing == nil } else { false }

    // The whole says how long it takes.
    let left: Double
    if isInTime {
      left = abs(target - place)
    } else if let easing = (timing ?? self.timing).easing,
      let entry = easing.fraction(ofValue: parts[0], nearest: lanes[0].pathTime)
    {
      left = abs(target - entry)
    } else {
      left = min(abs(distance), 1)
    }
    var seconds = left == 0 ? 0 : (durationFactor > 0 ? durationFactor : left) * duration
    if !isInTime, case .spring(let parameters) = timing ?? self.timing {
      // Where there is no way to go, there is none that a velocity could be a share of.
      seconds = distance == 0 ? 0 : parameters.spring(in: seconds).seconds
    }

    let here = currentPlace(at: time)
    for index in lanes.indices {
      let window =
        index == 0
        ? (begin: 0, end: 1) : lanes[index].window(from: here, at: parts[index], to: target)
      let taken = (window.end - window.begin) * seconds
      // What begins later has not been caught, and begins as it would have.
      let velocity = window.begin == 0 ? velocities[index] : nil
      if isInTime {
        lanes[index].stretch = PathSegment(
          path: lanes[index].ownPath, from: pathTime(index, at: place).value, to: target)
        push(index, to: velocity, seconds: taken)
      } else {
        enter(index, at: parts[index], on: timing, seconds: taken, velocity: velocity)
      }
      lanes[index].stretch.begin = window.begin
      lanes[index].stretch.end = window.end
      lanes[index].caught = nil
    }
    let isOnCurve =
      isInTime || (timing ?? self.timing).easing != nil && lanes[0].stretch.path.isWhole
    place = here
    bend = nil
    // Caught before it began, it waits for what was left of its delay.
    let since = time.advanced(bySeconds: wait)
    wait = 0
    course = .running(
      Run(complete: isOnCurve ? 1 - left : complete, since: since, seconds: seconds))
  }

  /// The velocity per second at which a part is to run on, if not at its timing's.
  private func entryVelocity(_ index: Int, _ velocity: EntryVelocity) -> Double? {
    switch velocity {
    case .ofTiming: return nil
    case .carried: return lanes[index].velocity
    case .perSecond(let velocity):
      guard velocity.isFinite else { return nil }
      return (velocity.asProgress * heldProgress(index, at: place).slope).asProgress
    }
  }

  /// Lets a part go from its progress to the target, on a timing or its own.
  private mutating func enter(
    _ index: Int, at progress: Double, on timing: TimingParameters?, seconds: Double,
    velocity: Double?
  ) {
    let lane = lanes[index]
    let distance = target - progress
    switch lane.timing ?? timing ?? self.timing {
    case .spring(let parameters):
      let (spring, needed) = parameters.spring(in: seconds)
      // Where its time is not the spring's own, the spring is laid over it, and so is a velocity.
      let given = velocity.map { seconds > 0 ? $0 * seconds / needed : 0 }
      let start = Spring.State(
        offset: -distance, velocity: given ?? parameters.velocity(lane.axis) * distance)
      lanes[index].stretch = PathSegment(
        path: .spring(spring, from: start, target: target, seconds: needed), from: 0, to: 1)
    case .curve(let curve):
      lanes[index].stretch = lane.entry(of: .cubic(curve), at: progress, to: target)
      push(index, to: velocity, seconds: seconds)
    case .custom(let timing):
      lanes[index].stretch = lane.entry(of: .custom(timing), at: progress, to: target)
      push(index, to: velocity, seconds: seconds)
    }
  }

  /// Gives a part that follows a curve another velocity at the beginning.
  private mutating func push(_ index: Int, to velocity: Double?, seconds: Double) {
    guard let velocity, seconds > 0 else { return }
    let stretch = lanes[index].stretch
    let own = stretch.path.progress(at: stretch.from).slope * (stretch.to - stretch.from)
    lanes[index].stretch.push = (velocity * seconds - own).asProgress
  }

  /// Puts off what is still to come of a running animation, as if time had stood still for so long.
  public mutating func postpone(byMicroseconds delay: Int64) {
    switch course {
    case .held, .heldInTime: break
    case .running(var run):
      run.since = run.since.advanced(byMicroseconds: delay)
      course = .running(run)
    case .gliding(var glide):
      glide.run.since = glide.run.since.advanced(byMicroseconds: delay)
      course = .gliding(glide)
    }
  }

  // MARK: End

  /// Ends a running animation whose time has come, and tells where it ended.
  ///
  /// One that pauses on completion stays active and paused instead, and nothing is told; nor is it of
  /// one that has come to a fraction to which it was sent.
  public mutating func completeIfDue(at time: Timestamp) -> AnimatingPosition? {
    guard let endTime, endTime <= time else { return nil }
    if case .gliding(let glide) = course {
      place = glide.to
      course = glide.isInTime ? .heldInTime : .held
      return nil
    }
    hold(at: target)
    guard !pausesOnCompletion else { return nil }
    state = .inactive
    return isReversed ? .start : .end
  }

  /// Ends the animation where it is: for good, or until it is finished.
  ///
  /// - Parameters:
  ///   - withoutFinishing: whether it is over with that; else ``finish(at:)`` has to follow.
  ///   - time: the instant at which it ends.
  public mutating func stop(
    withoutFinishing: Bool, at time: Timestamp
  ) throws(AnimatorError) {
    guard state == .active else { throw AnimatorError(.stopAnimation, situation) }
    guard isInterruptible else { throw AnimatorError(.stopAnimation, .uninterruptible) }
    catchInFlight(at: time, inTime: !scrubsLinearly)
    state = withoutFinishing ? .inactive : .stopped
  }

  /// Brings an animation that was stopped to a place for good, and tells the place.
  public mutating func finish(at position: AnimatingPosition) throws(AnimatorError) {
    guard state == .stopped else { throw AnimatorError(.finishAnimation, situation) }
    state = .inactive
    guard position != .current else { return }
    hold(at: position == .end ? 1 : 0)
  }

  /// Says whether it may be paused and stopped, which has to be said before it begins.
  public mutating func setInterruptible(_ isInterruptible: Bool) throws(AnimatorError) {
    guard state != .active else { throw AnimatorError(.setInterruptible, situation) }
    self.isInterruptible = isInterruptible
  }

  private var situation: AnimatorError.Situation {
    switch state {
    case .inactive: .inactive
    case .active: isRunning ? .running : .paused
    case .stopped: .stopped
    }
  }
}
