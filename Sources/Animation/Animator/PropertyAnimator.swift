public import PantographBase
public import PantographMotion

/// An animation that can be paused, scrubbed, reversed, changed and stopped while it is under way.
///
/// It is `UIViewPropertyAnimator` without a screen. Whatever its blocks change in layers, or in other
/// ``Animated`` properties, moves from the old value to the new one:
///
///     let scale = PropertyAnimator(duration: 0.33, curve: .easeIn)
///     try scale.addAnimations { table.alpha = 1 }
///     try scale.addAnimations({ table.transform = .identity }, delayFactor: 0.33)
///     scale.addCompletion { position in print(position) }
///     try scale.startAnimation()
///
/// Where UIKit raises an exception, a call throws an `AnimatorError` and changes nothing. The
/// properties it animates keep an animator alive, and so does its timeline while it runs. UIKit's rule
/// against releasing paused animators therefore does not apply.
@MainActor public final class PropertyAnimator: TimelineParticipant {
  /// A change that observers are notified of.
  public enum Change: Hashable, Sendable {
    /// The state changed.
    case state(AnimatingState)
    /// The animation began or ceased to run.
    case isRunning(Bool)
    /// The direction changed.
    case isReversed(Bool)
  }

  /// The timeline on which the animator runs.
  public let timeline: Timeline
  /// The current state machine, for reading presentation values.
  private(set) var snapshot: Snapshot
  private var blocks: [(delayFactor: Double, animations: () -> Void)] = []
  private var completions: [(AnimatingPosition) -> Void] = []
  private var observers: [(id: Int, notify: (Change) -> Void)] = []
  private var nextObserver = 0
  /// The number of times it has ended, by which a block of an earlier run notices that it is over.
  private(set) var generation = 0
  /// The properties that its blocks have changed, in that order.
  private var properties = AnimatedProperties()
  /// The parts that follow the y of a spring's velocity, by the part that follows its x.
  private var twins: [PartAxis: [AnimatorMachine.Part: AnimatorMachine.Part]] = [:]
  /// Whether what it animates can be touched meanwhile.
  ///
  /// UIKit requires this to be set before the animation starts; here it takes effect when it is set.
  public var isUserInteractionEnabled = true
  /// Whether hit testing uses the model values, not the presentation, of what it animates.
  public var isManualHitTestingEnabled = false

  /// Creates an animator with a timing, which may be your own.
  ///
  /// A spring with explicit parameters takes its settling time and ignores the duration.
  ///
  /// - Parameters:
  ///   - duration: the duration in seconds; one that is negative or not finite counts as 0.
  ///   - timingParameters: the timing from start to end.
  public init(duration: Double, timingParameters: some TimingCurveProvider) {
    timeline = .current
    snapshot = Snapshot(
      AnimatorMachine(
        duration: duration.asAmount, timing: timingParameters.timingParameters))
  }

  /// Creates an animator with a curve.
  public convenience init(
    duration: Double, curve: CubicCurve, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: curve)
    if let animations { blocks.append((0, animations)) }
  }

  /// Creates an animator with a cubic curve from its two control points.
  public convenience init(
    duration: Double, controlPoint1: Point, controlPoint2: Point, animations: (() -> Void)? = nil
  ) {
    let curve = CubicCurve(controlPoint1.x, controlPoint1.y, controlPoint2.x, controlPoint2.y)
    self.init(duration: duration, curve: curve, animations: animations)
  }

  /// Creates an animator with a spring that settles in the given time.
  public convenience init(
    duration: Double, dampingRatio: Double, animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: SpringTimingParameters(dampingRatio: dampingRatio))
    if let animations { blocks.append((0, animations)) }
  }

  /// Creates and starts an animator from the arguments of
  /// ``Layer/animate(withDuration:delay:options:animations:completion:)``.
  ///
  /// Of the options, only the curve counts.
  @discardableResult
  public static func runningPropertyAnimator(
    withDuration duration: Double, delay: Double = 0, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((AnimatingPosition) -> Void)? = nil
  ) -> PropertyAnimator {
    let animator = PropertyAnimator(
      duration: duration, curve: options.curve, animations: animations)
    if let completion { animator.addCompletion(completion) }
    // A new animator can always be started.
    try? animator.startAnimation(afterDelay: delay)
    return animator
  }

  /// The state machine in an immutable object.
  ///
  /// It is read for each presentation value, and this way without a copy or an exclusivity check.
  final class Snapshot {
    let machine: AnimatorMachine

    fileprivate init(_ machine: AnimatorMachine) {
      self.machine = machine
    }

    /// Returns the progress of a part.
    @inline(__always)
    func progress(of part: AnimatorMachine.Part, at time: Timestamp) -> Double {
      machine.progress(of: part, at: time).value
    }
  }

  private var machine: AnimatorMachine {
    get { snapshot.machine }
    set { snapshot = Snapshot(newValue) }
  }

  // MARK: State

  /// The state of the animation.
  public var state: AnimatingState { machine.state }
  /// Whether the animation is running: it moves with time.
  public var isRunning: Bool { machine.isRunning }
  /// The duration of the whole animation, in seconds.
  public var duration: Double { machine.duration }
  /// The delay of the last start, in seconds.
  public var delay: Double { machine.delay }
  /// The default timing.
  public var timingParameters: TimingParameters { machine.timing }
  /// Whether it may be paused and stopped; see ``setInterruptible(_:)``.
  public var isInterruptible: Bool { machine.isInterruptible }

  /// Whether a fraction set while paused counts as progress, or as time on the animation's own timing.
  public var scrubsLinearly: Bool {
    get { machine.scrubsLinearly }
    set { machine.scrubsLinearly = newValue }
  }

  /// Whether it stays active and paused at its end.
  public var pausesOnCompletion: Bool {
    get { machine.pausesOnCompletion }
    set { machine.pausesOnCompletion = newValue }
  }

  /// The fraction that is complete, in the direction of the animation.
  ///
  /// While it runs this is the fraction of its time; while it is paused, the fraction that was set.
  /// Setting it makes an animator that has not started active and paused. It has no effect on one that is
  /// running or stopped, or that has not started and is not interruptible. Values outside 0…1 are limited to that range.
  public var fractionComplete: Double {
    get { machine.fractionComplete(at: timeline.now) }
    set {
      guard newValue.isFinite else { return }
      changing { () throws(Never) in
        if state == .inactive {
          guard isInterruptible else { return }
          begin { machine, time in try? machine.pause(at: time) }
        }
        machine.setFractionComplete(min(max(newValue, 0), 1))
      }
    }
  }

  /// Whether the animation runs back to its start; a running one turns at once.
  public var isReversed: Bool {
    get { machine.isReversed }
    set { changing { () throws(Never) in machine.reverse(newValue, at: timeline.now) } }
  }

  // MARK: Blocks

  /// Adds changes to animate after a fraction of the remaining time has passed.
  ///
  /// While the animator is under way, they take the time that is left then.
  public func addAnimations(
    _ animations: @escaping () -> Void, delayFactor: Double
  ) throws(AnimatorError) {
    let factor = min(delayFactor.asAmount, 1)
    switch state {
    case .inactive: blocks.append((factor, animations))
    case .active:
      let part = machine.addPart(delayFactor: factor, at: timeline.now)
      AnimationContext(.animator(self, part)).run(animations)
    case .stopped: throw AnimatorError(.addAnimations, .stopped)
    }
  }

  /// Adds a block that is called once, with the final position, when the animation has ended.
  ///
  /// Completions are called in the order in which they were added. The animator is then inactive and
  /// can be used again. After ``stopAnimation(_:)`` with `true` they are never called.
  public func addCompletion(_ completion: @escaping (AnimatingPosition) -> Void) {
    completions.append(completion)
  }

  func abandon() { completions = [] }

  /// Adds an observer of changes of the state, of running and of the direction.
  ///
  /// - Returns: a closure that ends the observation.
  @discardableResult
  public func observe(_ observer: @escaping (Change) -> Void) -> () -> Void {
    let id = nextObserver
    nextObserver += 1
    observers.append((id, observer))
    return { [weak self] in self?.observers.removeAll { $0.id == id } }
  }

  // MARK: Starting and continuing

  /// Starts the animation, or continues a paused one on its own timing; a running one is unchanged.
  public func startAnimation() throws(AnimatorError) {
    try beginOrChange { machine, time throws(AnimatorError) in try machine.start(at: time) }
  }

  /// Starts the animation after a delay, in seconds.
  public func startAnimation(afterDelay delay: Double) throws(AnimatorError) {
    try beginOrChange { machine, time throws(AnimatorError) in
      try machine.start(afterDelay: delay, at: time)
    }
  }

  /// Pauses the animation; one that has not started becomes active and paused at its start.
  ///
  /// An animator that is not interruptible can't be paused, whether it has started or not.
  public func pauseAnimation() throws(AnimatorError) {
    try beginOrChange { machine, time throws(AnimatorError) in try machine.pause(at: time) }
  }

  /// Continues a paused animation from where it is, to its end or back to its start.
  ///
  /// The progress never jumps. A curve is entered where its value equals the progress, and followed
  /// from there, backwards in time when the animation is reversed. A spring starts from the current
  /// progress at its own initial velocity, in units of the remaining distance per second.
  ///
  /// UIKit does not document how it blends one curve into the next. Here the new curve replaces the old
  /// one. With a `velocity`, its difference from the timing's own velocity decays over the remaining
  /// time.
  ///
  /// - Parameters:
  ///   - parameters: the new timing; the animation's own where it is `nil`.
  ///   - durationFactor: the seconds it takes, as a multiple of ``duration``; 0 for the time that is
  ///     left. A spring with explicit parameters takes its settling time.
  ///   - velocity: the velocity at the beginning; by default the timing's own, as in UIKit.
  public func continueAnimation(
    withTimingParameters parameters: (any TimingCurveProvider)? = nil, durationFactor: Double = 0,
    velocity: EntryVelocity = .ofTiming
  ) throws(AnimatorError) {
    try changing { () throws(AnimatorError) in
      try machine.continueAnimation(
        with: parameters?.timingParameters, durationFactor: durationFactor.asAmount,
        velocity: velocity, at: timeline.now)
    }
  }

  /// Continues a paused animation to a fraction, and pauses it there.
  ///
  /// All blocks take the positions that scrubbing to that fraction would give them. Radar 33606938 asks
  /// UIKit for this call.
  ///
  /// - Parameters:
  ///   - fraction: the fraction to move to, in the direction of the animation.
  ///   - parameters: the timing of the move; linear where it is `nil`.
  ///   - durationFactor: the seconds of the move, as a multiple of ``duration``. With 0 the factor is
  ///     the distance to the fraction, at most 1. A spring with explicit parameters takes its settling
  ///     time.
  public func continueAnimation(
    toFraction fraction: Double, withTimingParameters parameters: (any TimingCurveProvider)? = nil,
    durationFactor: Double = 0
  ) throws(AnimatorError) {
    try changing { () throws(AnimatorError) in
      try machine.continueAnimation(
        toFraction: min(fraction.asAmount, 1), with: parameters?.timingParameters,
        durationFactor: durationFactor.asAmount, at: timeline.now)
    }
  }

  /// Makes a call of the machine; the first one of a run also runs the blocks.
  private func beginOrChange(
    _ call: (inout AnimatorMachine, Timestamp) throws(AnimatorError) -> Void
  ) throws(AnimatorError) {
    try changing { () throws(AnimatorError) in
      if state == .inactive { try begin(call) } else { try call(&machine, timeline.now) }
    }
  }

  private func begin<Failure: Error>(
    _ start: (inout AnimatorMachine, Timestamp) throws(Failure) -> Void
  ) throws(Failure) {
    var machine = machine
    machine.removeParts()
    let parts = blocks.map { block in
      block.delayFactor == 0
        ? .whole : machine.addPart(delayFactor: block.delayFactor, at: timeline.now)
    }
    try start(&machine, timeline.now)
    self.machine = machine
    twins = [:]
    let animations = blocks.map(\.animations)
    blocks = []
    for (part, animations) in zip(parts, animations) {
      AnimationContext(.animator(self, part)).run(animations)
    }
  }

  // MARK: Ending

  /// Stops the animation where it is: the presentation values become the model values.
  ///
  /// - Parameter withoutFinishing: whether that ends it without calling its completions; otherwise
  ///   ``finishAnimation(at:)`` must follow.
  public func stopAnimation(_ withoutFinishing: Bool) throws(AnimatorError) {
    try changing { () throws(AnimatorError) in
      try machine.stop(withoutFinishing: withoutFinishing, at: timeline.now)
      for property in properties.all { property.stop(self) }
      guard withoutFinishing else { return }
      for property in properties.all { property.finish(self, at: .current) }
      _ = retire()
    }
  }

  /// Moves a stopped animation to a position, ends it and calls its completions.
  public func finishAnimation(at position: AnimatingPosition) throws(AnimatorError) {
    let due = try changing { () throws(AnimatorError) in
      try machine.finish(at: position)
      for property in properties.all { property.finish(self, at: position) }
      return retire()
    }
    for completion in due { completion(position) }
  }

  /// Sets whether it may be paused and stopped; only possible while it is not active.
  public func setInterruptible(_ isInterruptible: Bool) throws(AnimatorError) {
    try machine.setInterruptible(isInterruptible)
  }

  var dueTime: Timestamp? { snapshot.machine.endTime }

  func becomeDue(at time: Timestamp) {
    let (position, due) = changing { () throws(Never) in
      guard let position = machine.completeIfDue(at: time) else {
        return (AnimatingPosition.current, [(AnimatingPosition) -> Void]())
      }
      for property in properties.all { property.end(self, at: position) }
      return (position, retire())
    }
    for completion in due { completion(position) }
  }

  /// Forgets the animated properties and returns the completions to call.
  ///
  /// They are removed before any of them is called: completions added from then on belong to the next
  /// run.
  private func retire() -> [(AnimatingPosition) -> Void] {
    properties = AnimatedProperties()
    twins = [:]
    generation += 1
    machine.removeParts()
    let due = completions
    completions = []
    return due
  }

  /// Makes a change and notifies the observers of its visible effects.
  @discardableResult
  private func changing<Result, Failure: Error>(
    _ change: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = observed
    let wasRunning = isRunning
    let result = try change()
    if isRunning { timeline.join(self) } else { timeline.leave(self) }
    if isRunning != wasRunning {
      // Captures `self` strongly: the timeline keeps it alive anyway, and weak references slow down
      // retains.
      timeline.noteStart(of: self, isRunning ? { self.postpone(byMicroseconds: $0) } : nil)
    }
    guard !observers.isEmpty else { return result }
    for change in observed where !before.contains(change) {
      // An observer may have changed it again, and that call has already notified the others.
      for observer in observers where observed.contains(change) { observer.notify(change) }
    }
    return result
  }

  private func postpone(byMicroseconds delay: Int64) {
    machine.postpone(byMicroseconds: delay)
    timeline.noteChange(of: self)
  }

  /// What observers are notified of, as it is now.
  private var observed: [Change] {
    [.state(state), .isRunning(isRunning), .isReversed(isReversed)]
  }

  // MARK: Animated properties

  /// Registers a property that one of its blocks has changed.
  func register(_ property: any AnimatedProperty) {
    properties.add(property)
  }

  /// Returns the part that follows the y of a spring's velocity where this one follows its x.
  func twin(of part: AnimatorMachine.Part, axis: PartAxis) -> AnimatorMachine.Part {
    if let twin = twins[axis]?[part] { return twin }
    let twin = machine.addTwin(of: part, axis: axis, at: timeline.now)
    twins[axis, default: [:]][part] = twin
    return twin
  }

  /// Adds a part that begins later than another one, perhaps with its own duration and timing.
  func addPart(
    within part: AnimatorMachine.Part, delay: Double, duration: Double?, timing: TimingParameters?
  ) -> AnimatorMachine.Part {
    machine.addPart(
      within: part, delay: delay, duration: duration, timing: timing, at: timeline.now)
  }
}

// UIKit reports only the fraction; the progress on the curve would have to be computed from it.
extension PropertyAnimator {
  /// The fraction of the distance from start to end that is seen now.
  ///
  /// Unlike ``fractionComplete``, which counts time while the animator runs, it follows the timing. A
  /// spring may carry it beyond 1, and it counts from the start even when the animation is reversed.
  public var progress: Double { progress(at: timeline.now).value }

  /// The change of ``progress`` per second now; 0 while nothing runs.
  ///
  /// Times the distance of a property, it is the velocity of that property.
  public var velocity: Double { progress(at: timeline.now).velocity }

  /// Returns the progress and its velocity at an instant, if nothing changes until then.
  package func progress(at time: Timestamp) -> AnimatorMachine.Progress {
    snapshot.machine.progress(at: time)
  }
}
