public import PantographBase
public import PantographTouches

/// Recognises fingers that move together over a surface.
///
/// The gesture begins when enough fingers have moved by the slop, and ends when all have lifted. The translation is the
/// mean movement of the fingers, so it does not change when one of them joins or leaves. The gesture is cancelled if its
/// last fingers disappear without lifting: because events were lost, or because they turned out to be palms.
///
/// The rest depends on the toolkit as which it pans, its ``Family``. By default, that is UIKit: the slop is subtracted from
/// the translation along its direction, so that it starts near zero and does not jump. See <doc:Pan>.
public struct PanGestureRecognizer: GestureRecognizer {
  /// The state of a pan.
  public struct Value: Hashable, Sendable {
    /// The displacement since the gesture was recognised, in millimetres.
    public var translation: Vector
    /// The velocity of the fingers, in millimetres per second.
    public var velocity: Vector
    /// The centre of the fingers that take part; at the end, their last centre.
    public var location: Point
    /// The number of fingers that take part; at the end, their last number.
    public var fingers: Int

    /// Creates a value from its parts.
    package init(translation: Vector, velocity: Vector, location: Point, fingers: Int) {
      self.translation = translation
      self.velocity = velocity
      self.location = location
      self.fingers = fingers
    }
  }

  private enum Stage {
    /// Too few fingers are on the surface.
    case waiting
    /// Enough fingers are on the surface, and have moved this far according to the history.
    case possible(moved: Vector)
    /// The gesture is active.
    case active(translation: Vector, axis: Axis)
    /// The gesture failed or is over: nothing can begin before all fingers have lifted.
    case failed
  }

  /// 0.5 mm: the displacement at which a held finger begins to move on libinput's touchpads
  /// (`HOLD_AND_MOTION_THRESHOLD` of `evdev-mt-touchpad-gestures.c`).
  static let restingDistance = 0.5

  /// 1 nm: the rounding error of adding steps, so that a finger that has moved by the slop passes it.
  static let rounding = 1e-6

  private let settings: Settings
  private let size: Vector?
  private var machine: PanMachine
  /// Whether the pan follows all fingers, as libinput's scrolls do.
  private let followsAll: Bool
  /// Whether the translation is the mean movement as it is, in nearly all families.
  private let followsAtOnce: Bool
  private var stage = Stage.waiting
  private var group: FingerGroup
  private var location = Point(x: 0, y: 0)
  private var fingers = 0
  /// When enough of them began to count.
  package private(set) var landed = Timestamp(microseconds: 0)
  /// The fingers while there are too many of them, some of which may rest.
  private var crowd: Crowd?
  /// When an active pan that follows all fingers ends, because too few are left; otherwise `nil`.
  public private(set) var deadline: Timestamp?
  /// Whether one of those that are missing was lost rather than lifted.
  private var hasLostFinger = false
  /// The translations since enough fingers landed.
  ///
  /// Those before the gesture began are shifted, as if it had been active already. All remain after its end,
  /// until fingers land again.
  package private(set) var history = MotionHistory() { didSet { movement = nil } }
  /// Where enough fingers landed, as a translation of the gesture.
  package private(set) var landing = Vector.zero
  /// Whether the history and the landing are still those of a gesture that ended in the frame in which others landed.
  private var isHistoryKept = false
  /// The result of Pantograph's rule for the history, if already computed.
  ///
  /// It takes most of the time of a frame, and is valid for all instants until the next one.
  private var movement: SteadyMovement?

  /// Creates a recogniser.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - size: The width and height of the surface in millimetres; required for a pan from its right or lower
  ///     edge. A pan of all fingers knows thumbs on a surface of at least 50 mm, or if the size is not known.
  ///   - units: The device's units per millimetre along each axis, to which a hysteresis rounds; `nil` if they are not
  ///     known.
  public init(_ settings: Settings, on size: Vector? = nil, unitsPerMillimetre units: Vector? = nil)
  {
    let needsSize = settings.edge?.edge == .right || settings.edge?.edge == .bottom
    precondition(
      size != nil || !needsSize, "a pan from the right or lower edge needs the size of the surface")
    self.settings = settings
    self.size = size
    machine = PanMachine(settings)
    followsAll = machine.followsAll
    followsAtOnce = machine.followsAtOnce
    group = FingerGroup(
      restingDistance: followsAll ? 0 : min(Self.restingDistance, settings.slop),
      hysteresis: followsAll || settings.hysteresis > 0
        ? Hysteresis(distance: settings.hysteresis, unitsPerMillimetre: units) : nil,
      ignoresPalms: settings.ignoresPalms && settings.edge == nil)
  }

  /// The state of the recogniser.
  public var state: RecognizerState {
    switch stage {
    case .waiting: .idle
    case .possible: .possible
    case .active: .active
    case .failed: .failed
    }
  }

  /// Returns the velocity of the fingers at an instant that is not before the last frame, in mm/s.
  ///
  /// It is zero where the estimator reports none.
  @inline(__always)
  public func velocity(at time: Timestamp) -> Vector {
    let velocity =
      movement?.velocity(at: time)
      ?? settings.estimator.velocity(of: history, at: time) ?? .zero
    guard case .active(_, let axis) = stage else { return velocity }
    return axis.part(of: velocity)
  }

  /// Sets the translation, from which the gesture continues; does nothing if no gesture is active.
  ///
  /// The velocity restarts at `time`, which must not be before the last frame, as it does in UIKit. A pan
  /// that is locked to one axis has no translation along the other.
  public mutating func setTranslation(_ translation: Vector, at time: Timestamp) {
    guard case .active(let before, let axis) = stage else { return }
    let translation = axis.part(of: translation)
    landing += translation - before
    stage = .active(translation: translation, axis: axis)
    history.reset()
    history.add(translation, at: time)
  }

  /// Processes the next frame and appends the resulting events.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    if isHistoryKept { beginHistory() }
    if deadline != nil { advance(to: frame.time, into: &events) }
    let wasActive = state == .active
    group.follow(frame, isOn: wasActive)
    if followsAll { machine.count(group, at: frame.time) }
    release(at: frame.time, into: &events)
    if state != .failed {
      group.admit(frame, upTo: settings.fingers.upperBound, isOn: state == .active)
      if followsAll, landsThumb { reset(to: .failed) }
    }
    group.close(frame)
    if !group.isEmpty {
      location = group.centre
      fingers = min(group.fingers.count + group.hidden, settings.fingers.upperBound)
    }
    switch stage {
    case .failed: break
    case .waiting:
      guard hasRightNumber(frame) else { return }
      if followsAll, machine.counted != group.count { return }
      landed = frame.time
      group.startOver()
      machine.land(at: frame.time)
      guard !wasActive else {
        (stage, isHistoryKept) = (.possible(moved: .zero), true)
        return
      }
      beginHistory()
      approach(.zero, at: frame.time, into: &events)
    case .possible(let moved):
      guard hasRightNumber(frame) else { return }
      approach(moved + group.movement, at: frame.time, into: &events)
    case .active(let before, let axis):
      if followsAll {
        guard !hasTooFewFingers else { return wait(before, at: frame.time, into: &events) }
        expectFingers()
      }
      switch followsAtOnce ? .follows(group.movement) : machine.take(group.movement, at: frame.time)
      {
      case .countsForVelocity(let movement):
        shift(by: axis.part(of: movement) * -1)
        history.add(before, at: frame.time)
        report(.changed, before, at: frame.time, into: &events)
      case .follows(let movement):
        let translation = before + axis.part(of: movement)
        stage = .active(translation: translation, axis: axis)
        // The velocity during a jump of the sensor is unknown.
        if group.hasJumped { history.reset() }
        history.add(translation, at: frame.time)
        report(.changed, translation, at: frame.time, into: &events)
      }
    }
  }

  /// Begins the history of the fingers that have landed.
  private mutating func beginHistory() {
    isHistoryKept = false
    landing = .zero
    history.reset()
    history.add(.zero, at: landed)
  }

  /// Advances the time; a gesture that follows all fingers may end at its deadline.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {
    guard let deadline, time >= deadline, case .active(let translation, _) = stage else { return }
    // A finger that was lost may be anywhere, so that decides nothing.
    report(hasLostFinger ? .cancelled : .ended, translation, at: deadline, into: &events)
    // With those that are left, another one may begin.
    reset(to: .waiting)
  }

  /// Waits with too few fingers, until the gesture's deadline.
  private mutating func wait(
    _ translation: Vector, at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    deadline = deadline ?? time.advanced(bySeconds: LibinputPan.lifting)
    hasLostFinger = hasLostFinger || group.hasVanished
    report(.changed, translation, at: time, into: &events)
  }

  /// Goes on with enough fingers.
  private mutating func expectFingers() {
    deadline = nil
    hasLostFinger = false
  }

  /// Cancels an active gesture, because its input has stopped or another recogniser has won.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    if case .active(let translation, _) = stage {
      report(.cancelled, translation, at: time, into: &events)
    }
    reset(to: group.isSurfaceTouched ? .failed : .waiting)
  }

  /// Updates the stage after fingers have left, before others join.
  private mutating func release(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    guard !group.isExchanged else { return }
    switch stage {
    case .waiting: break
    case .possible:
      // A palm, or a finger whose lift was not seen, begins no gesture.
      if hasTooFewFingers || group.hasVanished { reset(to: .waiting) }
    case .active(let translation, _):
      // One finger was a palm, so the gesture began with too few.
      let isTooFew = group.hasPalm && group.count < settings.fingers.lowerBound
      guard group.isEmpty || isTooFew else { return }
      // A finger whose lift was not seen may be anywhere: that decides nothing.
      let isCutOff = group.hasVanished || hasLostFinger || machine.hasNothingToFollow
      report(isCutOff ? .cancelled : .ended, translation, at: time, into: &events)
      // The fingers beside the palm may still begin a gesture.
      let mayBegin = isTooFew && !followsAll
      reset(to: group.hasStayed && !mayBegin ? .failed : .waiting)
    case .failed:
      if !group.hasStayed { reset(to: .waiting) }
    }
  }

  /// Whether fewer fingers take part than the gesture needs to begin.
  private var hasTooFewFingers: Bool {
    group.fingers.count + group.hidden < settings.fingers.lowerBound
  }

  /// Returns whether the number of fingers is right; otherwise the gesture restarts or fails.
  private mutating func hasRightNumber(_ frame: TouchFrame) -> Bool {
    if group.movableCount > settings.fingers.upperBound {
      return isRightWithoutResting(frame)
    }
    if crowd != nil, !leaveCrowd(frame) { return fail() }
    guard
      group.isEmpty || group.count < settings.fingers.lowerBound
        || followsAll && hasTooFewFingers
    else {
      return true
    }
    reset(to: .waiting)
    return false
  }

  /// Continues with the fingers that are left of too many, and returns whether they may begin a gesture.
  ///
  /// They may not if a finger has lifted after all had moved: they are the last ones of a swipe.
  private mutating func leaveCrowd(_ frame: TouchFrame) -> Bool {
    defer { crowd = nil }
    guard crowd == .waiting || group.count == 0 || group.hasFoundPalm else {
      return false
    }
    group.gather(frame)
    return true
  }

  /// Returns whether the number of fingers is right without those that rest while two or more move away.
  ///
  /// Until that is decided, the gesture waits; not from an edge, where fingers must land.
  private mutating func isRightWithoutResting(_ frame: TouchFrame) -> Bool {
    guard !followsAll, settings.edge == nil, settings.fingers.upperBound > 1 else {
      return fail()
    }
    let now = group.sortOut(frame, for: settings.fingers)
    guard now != .settled else {
      crowd = nil
      return hasRightNumber(frame)
    }
    crowd = crowd == .moving ? .moving : now
    reset(to: .waiting)
    return false
  }

  /// Begins the gesture if the fingers have moved enough.
  private mutating func approach(
    _ moved: Vector, at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    if group.hasJumped { history.reset() }
    history.add(moved, at: time)
    stage = .possible(moved: moved)
    // When no finger can join any more, all have landed.
    let isFull = group.fingers.count == settings.fingers.upperBound
    let isAtEdge = hasLandedAtEdge
    guard isAtEdge || !isFull else { return reset(to: .failed) }
    let start = machine.start(
      PanFingers(
        group: group, moved: moved, reports: history.count, landed: landed, time: time,
        height: size?.y), settings)
    switch start {
    case .waits: break
    case .fails: reset(to: .failed)
    case .begins(let beginning):
      guard isAtEdge else { return reset(to: .failed) }
      begin(beginning, after: moved, at: time, into: &events)
    }
  }

  /// Begins the gesture, after the sum of the movements since the landing.
  private mutating func begin(
    _ beginning: PanBeginning, after moved: Vector, at time: Timestamp,
    into events: inout [GestureEvent<Value>]
  ) {
    let axis = settings.axisLock?.axis(of: beginning.travel) ?? .both
    let translation = axis.part(of: beginning.translation)
    // From here on the history contains translations: earlier samples are shifted.
    shift(by: translation - moved)
    switch beginning.velocityFrom {
    case .landing: break
    case .lastReport: history.restart()
    case .lastReportTwice(let movement):
      history.restart()
      history.shift(by: axis.part(of: movement) * -2)
    }
    stage = .active(translation: translation, axis: axis)
    report(.began, translation, at: time, into: &events)
  }

  /// Shifts the positions so far, so that they become translations of the gesture.
  private mutating func shift(by translation: Vector) {
    history.shift(by: translation)
    landing += translation
  }

  /// Whether a finger that lands before a pan of all fingers is a thumb.
  private var landsThumb: Bool {
    group.hasLanded && state != .active
      && CommonStart.landsThumb(among: group.fingers, onHeight: size?.y)
  }

  /// Whether one of the fingers was seen landing at the required edge.
  private var hasLandedAtEdge: Bool {
    guard let edge = settings.edge else { return true }
    return group.fingers.contains {
      $0.landing.map { edge.contains($0, of: size ?? .zero) } ?? false
    }
  }

  private mutating func report(
    _ phase: GesturePhase, _ translation: Vector, at time: Timestamp,
    into events: inout [GestureEvent<Value>]
  ) {
    if settings.estimator == .pantograph, movement == nil { movement = history.steadyMovement }
    events.append(
      GestureEvent(
        time: time, phase: phase,
        value: Value(
          translation: translation, velocity: velocity(at: time), location: location,
          fingers: fingers)))
  }

  private mutating func fail() -> Bool {
    reset(to: .failed)
    return false
  }

  private mutating func reset(to stage: Stage) {
    self.stage = stage
    expectFingers()
    if case .failed = stage {
      crowd = nil
      group.disband()
    }
  }
}
