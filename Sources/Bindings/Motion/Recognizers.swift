import PantographBase
package import PantographCInterface
import PantographGestures
import PantographTouches

/// The gestures that C has a recogniser for.
enum RecognizerKind: String, CaseIterable {
  case pan
  case tap
  case longPress = "long-press"
  case pinch
  case rotation

  /// The gesture, for messages.
  var noun: StaticString {
    switch self {
    case .pan: "pan"
    case .tap: "tap"
    case .longPress: "long press"
    case .pinch: "pinch"
    case .rotation: "rotation"
    }
  }
}

/// A recogniser that reports as C has it.
///
/// A class, as a recogniser is large, and only what is there for sure is changed in place.
class CRecognizer {
  var state: RecognizerState { .idle }
  var deadline: Timestamp? { nil }
  func feed(_ frame: TouchFrame) {}
  func advance(to time: Timestamp) {}
  func cancel(at time: Timestamp) {}
  /// Moves what has happened since the last call to a queue, with times from a start.
  func move(to queue: inout Queue<pg_gesture_event>, start: Int64) {}
  /// Returns the velocity of the fingers at a time that is not before the last one; `nil` if this kind has none.
  func velocity(at time: Timestamp) -> Vector? { nil }
}

/// A recogniser of one kind.
final class CRecognizerOf<Recognizer: ReportingRecognizer>: CRecognizer {
  private var recognizer: Recognizer
  /// What has happened; it keeps its memory.
  private var events: [GestureEvent<Recognizer.Value>] = []

  init(_ recognizer: Recognizer) { self.recognizer = recognizer }

  override var state: RecognizerState { recognizer.state }
  override var deadline: Timestamp? { recognizer.deadline }
  override func feed(_ frame: TouchFrame) { recognizer.feed(frame, into: &events) }
  override func advance(to time: Timestamp) { recognizer.advance(to: time, into: &events) }
  override func cancel(at time: Timestamp) { recognizer.cancel(at: time, into: &events) }
  override func velocity(at time: Timestamp) -> Vector? { recognizer.knownVelocity(at: time) }

  override func move(to queue: inout Queue<pg_gesture_event>, start: Int64) {
    for event in events {
      var copy = pg_gesture_event(event.phase, at: start &+ event.time.microseconds)
      Recognizer.report(event.value, in: &copy)
      if queue.isFull { unsafe queue.move(to: nil, atMost: 1) }
      queue.append(copy)
    }
    events.removeFew()
  }
}

/// A recogniser whose values C has.
protocol ReportingRecognizer: GestureRecognizer {
  /// Sets what this kind of gesture has of an event.
  static func report(_ value: Value, in event: inout pg_gesture_event)
  /// Returns the velocity of the fingers at a time that is not before the last frame; `nil` if this kind has none.
  func knownVelocity(at time: Timestamp) -> Vector?
}

extension ReportingRecognizer {
  func knownVelocity(at time: Timestamp) -> Vector? { nil }
}

extension pg_gesture_event {
  /// Creates an event of which nothing else is known.
  fileprivate init(_ phase: GesturePhase, at time: Int64) {
    let kind =
      switch phase {
      case .began: PG_EVENT_BEGAN
      case .changed: PG_EVENT_CHANGED
      case .ended: PG_EVENT_ENDED
      case .cancelled: PG_EVENT_CANCELLED
      }
    self.init(
      time: time, translation_x: .nan, translation_y: .nan, velocity_x: .nan, velocity_y: .nan,
      scale: .nan, angle: .nan, rate: .nan, x: .nan, y: .nan, kind: pg_event_kind(kind), fingers: 0)
  }

  fileprivate mutating func setCentre(_ centre: Point) { (x, y) = (centre.x, centre.y) }

  fileprivate mutating func setTranslation(_ translation: Vector) {
    (translation_x, translation_y) = (translation.x, translation.y)
  }
}

extension PanGestureRecognizer: ReportingRecognizer {
  static func report(_ value: Value, in event: inout pg_gesture_event) {
    event.setTranslation(value.translation)
    event.setCentre(value.location)
    (event.velocity_x, event.velocity_y) = (value.velocity.x, value.velocity.y)
    event.fingers = Int32(clamping: value.fingers)
  }

  func knownVelocity(at time: Timestamp) -> Vector? { velocity(at: time) }
}

extension TapGestureRecognizer: ReportingRecognizer {
  static func report(_ value: Value, in event: inout pg_gesture_event) {
    event.setCentre(value.location)
  }
}

extension LongPressGestureRecognizer: ReportingRecognizer {
  static func report(_ value: Value, in event: inout pg_gesture_event) {
    event.setTranslation(value.translation)
    event.setCentre(value.location)
  }
}

extension PinchGestureRecognizer: ReportingRecognizer {
  static func report(_ value: Value, in event: inout pg_gesture_event) {
    event.setCentre(value.centre)
    (event.scale, event.rate) = (value.scale, value.rate)
  }
}

extension RotationGestureRecognizer: ReportingRecognizer {
  static func report(_ value: Value, in event: inout pg_gesture_event) {
    event.setCentre(value.centre)
    (event.angle, event.rate) = (value.angle, value.rate)
  }
}

/// What calls change of a recogniser.
struct RecognizerRun: ~Copyable {
  let recognizer: CRecognizer
  var events = Queue<pg_gesture_event>()
  /// The frame that is fed; it keeps its memory.
  var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  /// The first time, from which the recogniser counts.
  private var start: Int64?
  /// The latest time that is known, from the start.
  private var latest = Timestamp(microseconds: 0)

  init(_ recognizer: CRecognizer) { self.recognizer = recognizer }

  /// Returns a time of the caller's for the recogniser: not before the latest.
  func moment(_ time: Int64) throws(Refusal) -> Timestamp {
    guard isNear(time, start ?? time) else {
      throw .invalid("the time \(time) is not within 200 years of the first one")
    }
    guard start != nil || time.magnitude <= 1 << 62 else {
      throw .invalid("the first time, \(time), is not within 2^62 of 0")
    }
    return max(Timestamp(microseconds: time &- (start ?? time)), latest)
  }

  /// Makes a change at a time of the caller's, and keeps what comes of it.
  mutating func change(
    at time: Int64, _ body: (CRecognizer, Timestamp) -> Void
  ) throws(Refusal) {
    let moment = try moment(time)
    start = start ?? time
    latest = moment
    body(recognizer, moment)
    recognizer.move(to: &events, start: start ?? time)
  }

  /// The caller's time at which something may happen without a frame.
  var nextTime: Int64? {
    recognizer.deadline.map { (start ?? 0) &+ max($0, latest).microseconds }
  }
}

/// What a C pointer to `struct pg_recognizer` refers to.
private typealias RecognizerHandle = Handle<RecognizerRun>

/// Makes a call that may be refused with the recogniser of a handle.
private func call(
  _ recognizer: OpaquePointer?, _ error: UnsafeMutablePointer<pg_error>?,
  _ body: (inout RecognizerRun) throws(Refusal) -> Void
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let handle = unsafe try required(recognizer, "recognizer").object(RecognizerHandle.self)
    var refusal: Refusal?
    let status = handle.call { run in
      do throws(Refusal) {
        try body(&run)
        return .ok
      } catch let problem {
        refusal = problem
        return problem.status
      }
    }
    if let refusal { throw refusal }
    guard status == .ok else {
      throw Refusal(
        status: .busy, message: "the recogniser is in use by another thread", line: nil, column: nil
      )
    }
    return .ok
  }
}

/// Makes a call that returns something else than a status, or `nothing` if it can't.
private func ask<Answer>(
  _ recognizer: OpaquePointer?, _ nothing: Answer, _ body: (inout RecognizerRun) -> Answer
) -> Answer {
  var answer = nothing
  _ = unsafe recognizer?.object(RecognizerHandle.self).call { run in
    answer = body(&run)
    return .ok
  }
  return answer
}

@c @implementation package func pg_recognizer_create(
  _ kind: UnsafePointer<CChar>?, _ settings: UnsafePointer<pg_recognizer_settings>?,
  _ surface: UnsafePointer<pg_surface>?, _ recognizer: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe explaining(error) { () throws(Refusal) in
    let place = unsafe try required(recognizer, "recognizer")
    unsafe place.pointee = nil
    let index = unsafe try indexOf(kind, in: pg_names(PG_RECOGNIZERS), "kind")
    let settings = unsafe RecognizerSettings(settings?.pointee ?? pg_recognizer_defaults())
    let plane = unsafe try surface?.pointee.checked()
    let made = try settings.recognizer(RecognizerKind.allCases[index], on: plane)
    unsafe place.pointee = .owning(RecognizerHandle(RecognizerRun(made)))
    return .ok
  }
}

@c @implementation package func pg_recognizer_destroy(_ recognizer: OpaquePointer?) {
  unsafe recognizer?.destroy(RecognizerHandle.self)
}

@c @implementation package func pg_recognizer_feed(
  _ recognizer: OpaquePointer?, _ time: Int64, _ contacts: UnsafePointer<pg_contact>?,
  _ count: Int, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe call(recognizer, error) { run throws(Refusal) in
    if let problem = unsafe run.frame.take(contacts, count) { throw .invalid(problem) }
    run.frame.time = try run.moment(time)
    let frame = run.frame
    try run.change(at: time) { recognizer, _ in recognizer.feed(frame) }
  }
}

@c @implementation package func pg_recognizer_advance(
  _ recognizer: OpaquePointer?, _ time: Int64, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe call(recognizer, error) { run throws(Refusal) in
    try run.change(at: time) { $0.advance(to: $1) }
  }
}

@c @implementation package func pg_recognizer_cancel(
  _ recognizer: OpaquePointer?, _ time: Int64, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe call(recognizer, error) { run throws(Refusal) in
    try run.change(at: time) { recognizer, moment in
      recognizer.advance(to: moment)
      recognizer.cancel(at: moment)
    }
  }
}

@c @implementation package func pg_recognizer_next_time(_ recognizer: OpaquePointer?) -> Int64 {
  unsafe ask(recognizer, .max) { $0.nextTime ?? .max }
}

@c @implementation package func pg_recognizer_state(
  _ recognizer: OpaquePointer?
) -> pg_gesture_state {
  unsafe ask(recognizer, pg_gesture_state(PG_GESTURE_IDLE)) { run in
    let state =
      switch run.recognizer.state {
      case .idle: PG_GESTURE_IDLE
      case .possible: PG_GESTURE_POSSIBLE
      case .active: PG_GESTURE_ACTIVE
      case .failed: PG_GESTURE_FAILED
      }
    return pg_gesture_state(state)
  }
}

@c @implementation package func pg_recognizer_velocity(
  _ recognizer: OpaquePointer?, _ time: Int64, _ velocityX: UnsafeMutablePointer<Double>?,
  _ velocityY: UnsafeMutablePointer<Double>?, _ error: UnsafeMutablePointer<pg_error>?
) -> pg_status {
  unsafe call(recognizer, error) { run throws(Refusal) in
    guard let velocity = run.recognizer.velocity(at: try run.moment(time)) else {
      throw .invalid("only a pan has a velocity")
    }
    unsafe velocityX?.pointee = velocity.x
    unsafe velocityY?.pointee = velocity.y
  }
}

@c @implementation package func pg_recognizer_take_events(
  _ recognizer: OpaquePointer?, _ events: UnsafeMutablePointer<pg_gesture_event>?, _ capacity: Int
) -> Int {
  guard let events = unsafe events, capacity > 0 else { return 0 }
  return unsafe ask(recognizer, 0) { run in unsafe run.events.move(to: events, atMost: capacity) }
}
