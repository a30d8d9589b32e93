public import PantographBase
import PantographGestures
public import PantographInteractions
import PantographTouches

/// Gestures that a toolkit has recognised, and of which it reports movements instead of fingers: swipes and scrolls of
/// libinput, Wayland, GTK, Qt or SDL.
///
///     if driver.begin(fingers: 3, at: time, into: &trajectory) {
///       _ = driver.move(by: Vector(x: dx, y: dy), in: .touchpadScroll, at: time, into: &trajectory)
///       _ = driver.end(at: time, into: &trajectory)
///     }
extension TrajectoryDriver {
  /// Begins a gesture that a toolkit has recognised.
  ///
  /// The toolkit has decided that it is a gesture, so the interaction's slop, direction and edge do not apply. It grabs a
  /// running animation as fingers do. Without `fingers`, their number is not known.
  ///
  /// - Returns: Whether it has begun. It hasn't if another gesture is active, if the interaction takes another number of
  ///   fingers, or if it follows a press or the place of the fingers.
  public mutating func begin<Sink: TrajectorySink>(
    fingers: Int? = nil, at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    guard obstacle(toReported: fingers) == nil else { return false }
    try advance(to: time, into: &sink)
    guard input.begin(fingers: fingers, at: now, into: &updates) else { return false }
    frame.time = now
    try handleUpdates(into: &sink)
    input.returnToFingers()
    return input.isActive
  }

  /// Moves the gesture that ``begin(fingers:at:into:)`` has begun, as the fingers move: what is scrolled naturally moves
  /// with them.
  ///
  /// The unit is that of the toolkit's numbers, such as libinput's `touchpadScroll`.
  ///
  /// - Returns: Whether there is one. A rule that judges while fingers move may have ended it.
  public mutating func move<Sink: TrajectorySink>(
    by delta: Vector, in unit: MeasureUnit.Length = .millimetre, at time: Timestamp,
    into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    let millimetres = delta * MeasureUnit(unit).scale(distance: tracker.mapping.distance)
    return try follow(millimetres, .changed, at: time, into: &sink)
  }

  /// Ends that gesture: it is released, or cancelled.
  ///
  /// - Returns: Whether there was one.
  public mutating func end<Sink: TrajectorySink>(
    isCancelled: Bool = false, at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    try follow(.zero, isCancelled ? .cancelled : .ended, at: time, into: &sink)
  }

  private mutating func follow<Sink: TrajectorySink>(
    _ delta: Vector, _ phase: GesturePhase, at time: Timestamp, into sink: inout Sink
  ) throws(Sink.Failure) -> Bool {
    try reach(time, into: &sink)
    frame.time = now
    guard input.follow(delta, phase, at: now, into: &updates) else { return false }
    try handleUpdates(into: &sink)
    input.returnToFingers()
    return true
  }

  /// Why movements can't drive an interaction.
  package enum ReportObstacle {
    /// It follows the place of the fingers, which movements do not have.
    case location
    /// It follows a press.
    case press
    /// It takes another number of fingers.
    case fingers(ClosedRange<Int>)
  }

  /// Returns why movements of so many fingers can't drive the interaction; `nil` if they can.
  package func obstacle(toReported fingers: Int?) -> ReportObstacle? {
    if interaction.progress.source == .location { return .location }
    guard case .pan(let settings) = interaction.gesture else { return .press }
    guard let fingers, !settings.fingers.contains(fingers) else { return nil }
    return .fingers(settings.fingers)
  }
}

extension GestureInput {
  /// Begins a gesture of which a toolkit reports movements, and appends its update; returns whether that is possible.
  mutating func begin(
    fingers: Int?, at time: Timestamp, into updates: inout [Update]
  ) -> Bool {
    guard let settings, !isActive else { return false }
    // Contacts that are on the surface begin nothing.
    ignore(at: time)
    let reported = ReportedPan(by: settings.estimator, fingers: fingers)
    other = reported
    reported.follow(.zero, .began, at: time, into: &updates)
    return true
  }

  /// Follows a movement or the end of the gesture that was begun so; returns whether there is one.
  func follow(
    _ delta: Vector, _ phase: GesturePhase, at time: Timestamp, into updates: inout [Update]
  ) -> Bool {
    guard let reported = other?.reported else { return false }
    reported.follow(delta, phase, at: time, into: &updates)
    return true
  }

  /// Goes on with the fingers' frames once a reported gesture has ended.
  mutating func returnToFingers() {
    if let reported = other?.reported, !reported.isActive { other = nil }
  }
}

/// A gesture that a toolkit has recognised by itself, and of which it reports movements without places.
final class ReportedPan: PanStandIn {
  private let estimator: VelocityEstimator
  private let fingers: Int?
  private var translation = Vector.zero
  private(set) var history = MotionHistory()
  private(set) var touched: Timestamp?

  init(by estimator: VelocityEstimator, fingers: Int?) {
    (self.estimator, self.fingers) = (estimator, fingers)
  }

  var isActive: Bool { touched != nil }
  var reported: ReportedPan? { self }

  func velocity(at time: Timestamp) -> Vector {
    isActive ? estimator.velocity(of: history, at: time) ?? .zero : .zero
  }

  func follow(
    _ delta: Vector, _ phase: GesturePhase, at time: Timestamp,
    into updates: inout [GestureInput.Update]
  ) {
    touched = touched ?? time
    translation += delta
    // The end of a gesture is no movement: velocities count the silence before it.
    if phase == .began || phase == .changed { history.add(translation, at: time) }
    updates.append(
      GestureInput.Update(
        time: time, phase: phase,
        value: PanGestureRecognizer.Value(
          translation: translation, velocity: velocity(at: time), location: Point(x: .nan, y: .nan),
          fingers: fingers ?? 1)))
    if phase == .ended || phase == .cancelled { touched = nil }
  }

  /// Frames are about other fingers, or about the same ones a second time.
  func feed(_ frame: TouchFrame, into updates: inout [GestureInput.Update]) {}

  func cancel(at time: Timestamp, into updates: inout [GestureInput.Update]) {
    if isActive { follow(.zero, .cancelled, at: time, into: &updates) }
  }

  func copy() -> any PanStandIn {
    let other = ReportedPan(by: estimator, fingers: fingers)
    (other.translation, other.history, other.touched) = (translation, history, touched)
    return other
  }
}
