public import Quantities
public import Touches

/// Recognises fingers that move together over a surface.
///
/// The gesture begins when enough fingers have moved by the slop, and ends when all have
/// lifted. The translation is the mean movement of the fingers, so that it stays where it is when
/// one of them joins or leaves; at the beginning the slop is taken off it along the way, so that
/// it starts small instead of with a jump. It is cancelled if its last fingers are gone without having
/// lifted: because events were lost, or because they have turned out to be palms. <doc:Pan> tells more.
public struct PanGestureRecognizer: GestureRecognizer {
  /// What the fingers of a pan do.
  public struct Value: Hashable, Sendable {
    /// The way since the gesture was recognised, in millimetres.
    public var translation: Vector
    /// How fast the fingers move, in millimetres per second.
    public var velocity: Vector
    /// The middle of the fingers that take part; at the end, where it was last.
    public var location: Point
    /// How many fingers take part; at the end, how many did last.
    public var fingers: Int

    /// Makes a value from its parts.
    public init(translation: Vector, velocity: Vector, location: Point, fingers: Int) {
      self.translation = translation
      self.velocity = velocity
      self.location = location
      self.fingers = fingers
    }
  }

  private enum Stage {
    /// Too few fingers are on the surface.
    case waiting
    /// Enough fingers are on the surface, and what the estimator knows of has moved this far.
    case possible(way: Vector)
    /// The gesture is on; the slop has been taken off the translation.
    case active(translation: Vector, axis: Axis)
    /// It did not come to a gesture, or is over: nothing can begin before all have lifted.
    case failed
  }

  /// 0.5 mm, by which a finger that is held on libinput's touchpads has to move to be seen moving
  /// (`HOLD_AND_MOTION_THRESHOLD` of `evdev-mt-touchpad-gestures.c`).
  private static let restingDistance = 0.5

  /// 1 nm: what adding up steps loses, so that who goes as far as the slop has gone as far.
  private static let rounding = 1e-6

  private let settings: Settings
  private let size: Vector
  private var stage = Stage.waiting
  private var group: FingerGroup
  private var location = Point(x: 0, y: 0)
  private var fingers = 0
  /// Where the fingers have been since enough of them landed, as ways of the translation.
  ///
  /// Those before the gesture began are there as if it had been on already. All stay after the end, until
  /// fingers land again.
  public private(set) var history = MotionHistory() { didSet { movement = nil } }
  /// What Pantograph's rule makes of the history, if it has been asked: most of the work of a frame,
  /// which holds for all instants until the next one.
  private var movement: SteadyMovement?

  /// Makes a recogniser.
  ///
  /// - Parameters:
  ///   - settings: what it is told.
  ///   - size: width and height of the surface in millimetres, which a pan from its right or lower edge
  ///     has to know.
  public init(_ settings: Settings, on size: Vector? = nil) {
    let needsSize = settings.edge?.edge == .right || settings.edge?.edge == .bottom
    precondition(size != nil || !needsSize, "where this edge is depends on the size of the surface")
    self.settings = settings
    self.size = size ?? .zero
    group = FingerGroup(
      restingDistance: min(Self.restingDistance, settings.slop),
      ignoresPalms: settings.ignoresPalms && settings.edge == nil)
  }

  /// How far the recogniser has come.
  public var state: RecognizerState {
    switch stage {
    case .waiting: .idle
    case .possible: .possible
    case .active: .active
    case .failed: .failed
    }
  }

  /// A pan waits for fingers only.
  public var deadline: Timestamp? { nil }

  /// Nothing follows from time alone.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {}

  /// The fingers' velocity at an instant that is not before the last frame, in mm/s.
  ///
  /// It is zero where the estimator says that there is none.
  public func velocity(at time: Timestamp) -> Vector {
    let velocity =
      settings.estimator.velocity(of: history, at: time, movement: movement) ?? .zero
    guard case .active(_, let axis) = stage else { return velocity }
    return axis.part(of: velocity)
  }

  /// Makes the translation another one, from which it goes on; nothing changes if no gesture is on.
  ///
  /// The velocity starts anew from this instant, which is not before the last frame, as it does in
  /// UIKit. A pan that keeps to one axis has no translation along the other one.
  public mutating func setTranslation(_ translation: Vector, at time: Timestamp) {
    guard case .active(_, let axis) = stage else { return }
    let translation = axis.part(of: translation)
    stage = .active(translation: translation, axis: axis)
    history.reset()
    history.add(translation, at: time)
  }

  /// Takes the next frame and appends what follows from it.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    group.follow(frame, isOn: state == .active)
    release(at: frame.time, into: &events)
    if state != .failed {
      group.admit(frame, upTo: settings.fingers.upperBound, isOn: state == .active)
    }
    group.close(frame)
    if !group.isEmpty {
      location = group.centre
      fingers = min(group.fingers.count + group.hidden, settings.fingers.upperBound)
    }
    switch stage {
    case .failed: break
    case .waiting:
      guard hasRightNumber() else { return }
      group.startOver()
      history.reset()
      approach(.zero, at: frame.time, into: &events)
    case .possible(let way):
      guard hasRightNumber() else { return }
      approach(way + group.movement, at: frame.time, into: &events)
    case .active(let before, let axis):
      let translation = before + axis.part(of: group.movement)
      stage = .active(translation: translation, axis: axis)
      // How fast the fingers were while the sensor jumped is not known, nor how that goes on.
      if group.hasJumped { history.reset() }
      history.add(translation, at: frame.time)
      report(.changed, translation, at: frame.time, into: &events)
    }
  }

  /// Ends the gesture, if one is on, because its input will not go on or somebody else has won it.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    if case .active(let translation, _) = stage {
      report(.cancelled, translation, at: time, into: &events)
    }
    reset(to: group.isSurfaceTouched ? .failed : .waiting)
  }

  /// Draws the conclusions from who has left, before anybody joins.
  private mutating func release(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    guard !group.isExchanged else { return }
    switch stage {
    case .waiting: break
    case .possible:
      // What a palm has moved, or one that nobody saw lift, brings no gesture about.
      let isTooFew = group.fingers.count + group.hidden < settings.fingers.lowerBound
      if isTooFew || group.hasVanished { reset(to: .waiting) }
    case .active(let translation, _):
      // It began with fewer fingers than it takes if one of them is a palm.
      let isTooFew = group.hasPalm && group.count < settings.fingers.lowerBound
      guard group.isEmpty || isTooFew else { return }
      // Fingers that nobody has seen lift may be anywhere: that decides nothing.
      report(group.hasVanished ? .cancelled : .ended, translation, at: time, into: &events)
      reset(to: group.hasStayed ? .failed : .waiting)
    case .failed:
      if !group.hasStayed { reset(to: .waiting) }
    }
  }

  /// Whether as many fingers are there as the gesture takes; if not, it starts over or fails.
  private mutating func hasRightNumber() -> Bool {
    if group.movableCount > settings.fingers.upperBound {
      reset(to: .failed)
    } else if group.isEmpty || group.count < settings.fingers.lowerBound {
      reset(to: .waiting)
    } else {
      return true
    }
    return false
  }

  /// Decides whether the fingers have moved enough.
  private mutating func approach(
    _ way: Vector, at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    if group.hasJumped { history.reset() }
    history.add(way, at: time)
    stage = .possible(way: way)
    // As soon as nobody can join any more, all have landed where they have.
    let isFull = group.fingers.count == settings.fingers.upperBound
    let isAtEdge = hasLandedAtEdge
    guard isAtEdge || !isFull else { return reset(to: .failed) }
    guard let (travel, slop) = travelBeyondSlop else { return }
    guard isAtEdge, settings.direction.contains(travel) else { return reset(to: .failed) }
    let axis = settings.axisLock?.axis(of: travel) ?? .both
    let translation = axis.part(of: travel * (1 - slop / travel.length))
    // From here on the history is that of the translation: the places before it move along.
    history.shift(by: translation - way)
    stage = .active(translation: translation, axis: axis)
    report(.began, translation, at: time, into: &events)
  }

  /// The travel that makes a gesture, and the slop that it has passed.
  private var travelBeyondSlop: (travel: Vector, slop: Double)? {
    let travel = group.travel
    let rollingSlop = max(settings.slop, settings.rollingSlop)
    for (travel, slop) in [(travel.steady, settings.slop), (travel.all, rollingSlop)]
    where travel.length > 0 && travel.length >= slop - Self.rounding {
      return (travel, min(slop, travel.length))
    }
    return nil
  }

  /// Whether one of the fingers was seen landing where the gesture has to start.
  private var hasLandedAtEdge: Bool {
    guard let edge = settings.edge else { return true }
    return group.fingers.contains { $0.landing.map { edge.contains($0, of: size) } ?? false }
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

  private mutating func reset(to stage: Stage) {
    self.stage = stage
    if case .failed = stage { group.disband() }
  }
}
