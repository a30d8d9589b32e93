public import Motion
public import Quantities

/// An animation that can be paused, scrubbed, reversed, changed and stopped while it is under way.
///
/// It is `UIViewPropertyAnimator` without a screen. Whatever its blocks change in layers, or in other
/// ``Animated`` properties, moves from what it was to what it was set to:
///
///     let scale = PropertyAnimator(duration: 0.33, curve: .easeIn)
///     try scale.addAnimations { table.alpha = 1 }
///     try scale.addAnimations({ table.transform = .identity }, delayFactor: 0.33)
///     scale.addCompletion { position in print(position) }
///     try scale.startAnimation()
///
/// Where UIKit raises an exception a call throws an ``AnimatorError`` and changes nothing. An animator
/// is kept by what it moves, and by its timeline while it runs, so that UIKit's rule about releasing
/// paused animators has nothing to forbid.
@MainActor public final class PropertyAnimator: TimelineParticipant {
  /// What can be seen to change.
  public enum Change: Hashable, Sendable {
    /// The state is now another one.
    case state(AnimatingState)
    /// It runs, or does not run, from now on.
    case isRunning(Bool)
    /// It leads to its start, or to its end, from now on.
    case isReversed(Bool)
  }

  /// The timeline on which it runs.
  public let timeline: Timeline
  /// The state machine as it is now, for whoever asks for what is seen.
  private(set) var snapshot: Snapshot
  private var blocks: [(delayFactor: Double, animations: () -> Void)] = []
  private var completions: [(AnimatingPosition) -> Void] = []
  private var observers: [(id: Int, tell: (Change) -> Void)] = []
  private var nextObserver = 0
  /// How often it has ended: a block that it ran before knows by it that it is over.
  private(set) var life = 0
  /// What its blocks have changed, in the order in which they did.
  private var properties = MovedProperties()
  /// The parts that follow the y of a spring's velocity, by the part whose x they belong to.
  private var twins: [Axis: [AnimatorMachine.Part: AnimatorMachine.Part]] = [:]
  /// Whether what it moves can be touched meanwhile.
  ///
  /// UIKit wants it said before the animation begins; here it counts from when it is said.
  public var isUserInteractionEnabled = true
  /// Whether touches find what it moves where it is set to be, not where it is seen.
  public var isManualHitTestingEnabled = false

  /// Makes an animator with a timing, which may be one of your own; the duration is in seconds.
  ///
  /// A spring that says itself what it is made of takes its settling time, whatever is asked for.
  ///
  /// - Parameters:
  ///   - duration: the seconds it takes; what is no number of seconds counts as none.
  ///   - timingParameters: how it gets from its start to its end.
  public init(duration: Double, timingParameters: some TimingCurveProvider) {
    timeline = .current
    snapshot = Snapshot(
      AnimatorMachine(
        duration: duration.asAmount, timing: timingParameters.timingParameters))
  }

  /// Makes an animator with a curve.
  public convenience init(
    duration: Double, curve: CubicCurve, animations: (() -> Void)? = nil
  ) {
    self.init(duration: duration, timingParameters: curve)
    if let animations { blocks.append((0, animations)) }
  }

  /// Makes an animator with a curve of your own, from its two control points.
  public convenience init(
    duration: Double, controlPoint1: Point, controlPoint2: Point, animations: (() -> Void)? = nil
  ) {
    let timing = CubicTimingParameters(controlPoint1: controlPoint1, controlPoint2: controlPoint2)
    self.init(duration: duration, timingParameters: timing)
    if let animations { blocks.append((0, animations)) }
  }

  /// Makes an animator with a spring that settles in the given time.
  public convenience init(
    duration: Double, dampingRatio: Double, animations: (() -> Void)? = nil
  ) {
    self.init(
      duration: duration, timingParameters: SpringTimingParameters(dampingRatio: dampingRatio))
    if let animations { blocks.append((0, animations)) }
  }

  /// Makes an animator that already runs, from the arguments of ``Layer/animate(withDuration:delay:options:animations:completion:)``.
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
    // Nothing can be in the way of an animator that has only just been made.
    try? animator.startAnimation(afterDelay: delay)
    return animator
  }

  /// The state machine, in an object without variables: asking it, which happens for each value that
  /// is seen, copies nothing and checks nothing.
  final class Snapshot {
    let machine: AnimatorMachine

    fileprivate init(_ machine: AnimatorMachine) {
      self.machine = machine
    }

    /// How far a part has come.
    @inline(__always)
    func progress(of part: AnimatorMachine.Part, at time: Timestamp) -> Double {
      machine.progress(of: part, at: time).value
    }

    /// When it is over.
    var endTime: Timestamp? { machine.endTime }
  }

  private var machine: AnimatorMachine {
    get { snapshot.machine }
    set { snapshot = Snapshot(newValue) }
  }

  // MARK: What it is doing

  /// Whether an animation is under way.
  public var state: AnimatingState { machine.state }
  /// Whether time alone moves it.
  public var isRunning: Bool { machine.isRunning }
  /// The seconds that the whole animation takes.
  public var duration: Double { machine.duration }
  /// The seconds by which the last start was put off.
  public var delay: Double { machine.delay }
  /// How it runs when nothing else is said.
  public var timingParameters: TimingParameters { machine.timing }
  /// Whether it may be paused and stopped; see ``setInterruptible(_:)``.
  public var isInterruptible: Bool { machine.isInterruptible }

  /// Whether a fraction that is set while paused counts as progress, or as time on the own timing.
  public var scrubsLinearly: Bool {
    get { machine.scrubsLinearly }
    set { machine.scrubsLinearly = newValue }
  }

  /// Whether it stays active and paused when it has come to its end.
  public var pausesOnCompletion: Bool {
    get { machine.pausesOnCompletion }
    set { machine.pausesOnCompletion = newValue }
  }

  /// The fraction that is complete: of the time while it runs, and what was set while it is paused.
  ///
  /// It counts in the direction in which the animation leads. Setting it lets an animator that has
  /// not begun begin as paused; one that runs goes on undisturbed, and one that was stopped stays
  /// where it is. A fraction outside 0…1 counts as the nearer end.
  public var fractionComplete: Double {
    get { machine.fractionComplete(at: timeline.now) }
    set {
      guard newValue.isFinite else { return }
      changing { () throws(Never) in
        if state == .inactive { begin { machine, time in try? machine.pause(at: time) } }
        machine.setFractionComplete(min(max(newValue, 0), 1))
      }
    }
  }

  /// Whether the animation leads back to its start; a running one turns about at once.
  public var isReversed: Bool {
    get { machine.isReversed }
    set { changing { () throws(Never) in machine.reverse(newValue, at: timeline.now) } }
  }

  // MARK: Blocks

  /// Adds what is to be animated; while it is under way, over the time that is left.
  public func addAnimations(_ animations: @escaping () -> Void) throws(AnimatorError) {
    try addAnimations(animations, delayFactor: 0)
  }

  /// Adds what is to be animated after a share of the time that is left has passed.
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

  /// Adds what is to be done when it has ended, after what was added before.
  ///
  /// It is told where the animation ended, and told once. When it is called, the animator is inactive
  /// and can be used again. After ``stopAnimation(_:)`` with `true` it is never called.
  public func addCompletion(_ completion: @escaping (AnimatingPosition) -> Void) {
    completions.append(completion)
  }

  func abandon() { completions = [] }

  /// Adds what is to be told of each change of the state, of running and of the direction.
  ///
  /// - Returns: what ends the observation, if that is ever wanted.
  @discardableResult
  public func observe(_ observer: @escaping (Change) -> Void) -> () -> Void {
    let id = nextObserver
    nextObserver += 1
    observers.append((id, observer))
    return { [weak self] in self?.observers.removeAll { $0.id == id } }
  }

  // MARK: Begin and go on

  /// Begins the animation, or lets a paused one go on with its own timing; one that runs goes on.
  public func startAnimation() throws(AnimatorError) {
    try changing { () throws(AnimatorError) in
      if state == .inactive {
        try begin { machine, time throws(AnimatorError) in try machine.start(at: time) }
      } else {
        try machine.start(at: timeline.now)
      }
    }
  }

  /// Begins the animation after so many seconds.
  public func startAnimation(afterDelay delay: Double) throws(AnimatorError) {
    try changing { () throws(AnimatorError) in
      try begin { machine, time throws(AnimatorError) in
        try machine.start(afterDelay: delay.asAmount, at: time)
      }
    }
  }

  /// Holds the animation where it is; one that has not begun begins as paused, at its start.
  public func pauseAnimation() throws(AnimatorError) {
    try changing { () throws(AnimatorError) in
      if state == .inactive {
        try begin { machine, time throws(AnimatorError) in try machine.pause(at: time) }
      } else {
        try machine.pause(at: timeline.now)
      }
    }
  }

  /// Lets a paused animation run on, to its end or back to its start; see
  /// ``AnimatorMachine/continueAnimation(with:durationFactor:velocity:at:)``.
  ///
  /// - Parameters:
  ///   - parameters: how it runs on; its own timing where nothing is given.
  ///   - durationFactor: the seconds it takes, as a multiple of ``duration``; 0 for what is left.
  ///   - velocity: how fast it is at first; as in UIKit, the timing's own, unless something is given.
  public func continueAnimation(
    withTimingParameters parameters: (any TimingCurveProvider)? = nil, durationFactor: Double = 0,
    velocity: AnimatorMachine.EntryVelocity = .ofTiming
  ) throws(AnimatorError) {
    try changing { () throws(AnimatorError) in
      try machine.continueAnimation(
        with: parameters?.timingParameters, durationFactor: durationFactor.asAmount,
        velocity: velocity, at: timeline.now)
    }
  }

  /// Lets a paused animation move on to a fraction by itself, where it is paused again; see
  /// ``AnimatorMachine/continueAnimation(toFraction:with:durationFactor:at:)``.
  ///
  /// - Parameters:
  ///   - fraction: where it goes, in the direction in which the animation leads.
  ///   - parameters: how it gets there; on a straight line where nothing is given.
  ///   - durationFactor: the seconds it takes, as a multiple of ``duration``; 0 for the share of it
  ///     that the way is, which counts as the whole at most.
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

  // MARK: End

  /// Ends the animation where it is: what was seen is what is there from now on.
  ///
  /// - Parameter withoutFinishing: whether it is over with that, and nobody is told of it; else
  ///   ``finishAnimation(at:)`` has to follow.
  public func stopAnimation(_ withoutFinishing: Bool) throws(AnimatorError) {
    try changing { () throws(AnimatorError) in
      try machine.stop(withoutFinishing: withoutFinishing, at: timeline.now)
      for property in properties.all { property.stop(self) }
      guard withoutFinishing else { return }
      for property in properties.all { property.finish(self, at: .current) }
      _ = retire()
    }
  }

  /// Brings an animation that was stopped to a place for good, and tells it.
  public func finishAnimation(at position: AnimatingPosition) throws(AnimatorError) {
    let due = try changing { () throws(AnimatorError) in
      try machine.finish(at: position)
      for property in properties.all { property.finish(self, at: position) }
      return retire()
    }
    for completion in due { completion(position) }
  }

  /// Says whether it may be paused and stopped, which has to be said before it begins.
  public func setInterruptible(_ isInterruptible: Bool) throws(AnimatorError) {
    try machine.setInterruptible(isInterruptible)
  }

  var dueTime: Timestamp? { snapshot.endTime }

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

  /// Forgets what it has moved, and hands out those who are to be told that it has ended.
  ///
  /// They are taken before anybody hears of the end: what is added from then on is for another life.
  private func retire() -> [(AnimatingPosition) -> Void] {
    properties = MovedProperties()
    twins = [:]
    life += 1
    machine.removeParts()
    let due = completions
    completions = []
    return due
  }

  /// Makes a change and tells the observers what can be seen of it.
  @discardableResult
  private func changing<Result, Failure: Error>(
    _ change: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = (state, isRunning, isReversed)
    let result = try change()
    if isRunning { timeline.join(self) } else { timeline.leave(self) }
    if isRunning != before.1 {
      // The timeline keeps it alive anyway, and an object that was ever referred to weakly is slow to retain.
      timeline.noteStart(of: self, isRunning ? { self.postpone(byMicroseconds: $0) } : nil)
    }
    guard !observers.isEmpty else { return result }
    var changes: [Change] = []
    if state != before.0 { changes.append(.state(state)) }
    if isRunning != before.1 { changes.append(.isRunning(isRunning)) }
    if isReversed != before.2 { changes.append(.isReversed(isReversed)) }
    for change in changes {
      // Whoever was told may have changed it again, and the others have heard of that already.
      for observer in observers where isStillSo(change) { observer.tell(change) }
    }
    return result
  }

  private func postpone(byMicroseconds delay: Int64) {
    machine.postpone(byMicroseconds: delay)
    timeline.noteChange(of: self)
  }

  private func isStillSo(_ change: Change) -> Bool {
    switch change {
    case .state(let state): state == self.state
    case .isRunning(let isRunning): isRunning == self.isRunning
    case .isReversed(let isReversed): isReversed == self.isReversed
    }
  }

  // MARK: What it moves

  /// Remembers a property that one of its blocks has changed.
  func moves(_ property: any AnimatedProperty) {
    properties.add(property)
  }

  /// The part that follows the y of a spring's velocity where this one follows its x.
  func twin(of part: AnimatorMachine.Part, axis: Axis) -> AnimatorMachine.Part {
    if let twin = twins[axis]?[part] { return twin }
    let twin = machine.addTwin(of: part, axis: axis, at: timeline.now)
    twins[axis, default: [:]][part] = twin
    return twin
  }

  /// A part that begins later than another one, and may have a time and a timing of its own.
  func addPart(
    within part: AnimatorMachine.Part, delay: Double, duration: Double?, timing: TimingParameters?
  ) -> AnimatorMachine.Part {
    machine.addPart(
      within: part, delay: delay, duration: duration, timing: timing, at: timeline.now)
  }
}
