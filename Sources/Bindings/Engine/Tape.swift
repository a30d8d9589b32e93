import PantographBase
import PantographCInterface
import PantographGestures
import PantographInteractions
import PantographTrajectories

/// Keeps samples and events for C until they are taken, or sends them to a listener.
@safe struct Tape: TrajectorySink {
  /// The caller's time at which the trajectory starts.
  let start: Int64
  /// The number of values of a sample.
  let width: Int
  var listener: pg_listener?
  /// The session whose tape it is: it makes no callbacks once C has freed it in one.
  unowned(unsafe) var owner: SessionHandle?
  /// What the rule measures velocities by.
  var estimator: VelocityEstimator
  /// The decision that was taken last, or received by a listener.
  private(set) var last: TakenDecision?
  /// The decisions that have not been taken yet.
  private var later: [TakenDecision] = []
  /// The release that will be decided about.
  private var released: TakenDecision?

  private var samples = Queue<pg_sample>()
  private var values = Queue<Double>()
  private var events = Queue<pg_event>()

  private var isHeard: Bool { unsafe owner?.isAlive ?? true }
  /// Whether it keeps what it receives.
  var keeps: Bool { unsafe listener == nil }
  /// Whether the next sample would replace the oldest.
  var isFull: Bool { samples.isFull }

  init(start: Int64, width: Int, estimator: VelocityEstimator) {
    self.start = start
    self.width = width
    self.estimator = estimator
  }

  /// A tape that ignores everything.
  static var ignoring: Self {
    var tape = Self(start: 0, width: 0, estimator: .pantograph)
    unsafe tape.listener = pg_listener()
    return tape
  }

  mutating func receive(_ sample: Sample) throws(Never) {
    guard let listener = unsafe listener else {
      if isFull {
        unsafe samples.move(to: nil, atMost: 1)
        unsafe values.move(to: nil, atMost: width)
      }
      samples.append(pg_sample(sample, start: start))
      for value in sample.values { values.append(value) }
      return
    }
    guard isHeard, let receive = unsafe listener.sample else { return }
    var copy = pg_sample(sample, start: start)
    unsafe sample.values.withUnsafeBufferPointer {
      unsafe receive(listener.data, &copy, $0.baseAddress, $0.count)
    }
  }

  mutating func receive(_ event: TrajectoryEvent) throws(Never) {
    if let listener = unsafe listener, unsafe listener.event == nil { return }
    var copy = pg_event(event, start: start)
    let decision = decision(of: event.kind)
    guard let listener = unsafe listener else {
      if events.isFull {
        if events.first?.kind == pg_event_kind(PG_EVENT_DECIDED) { later.removeFirst() }
        unsafe events.move(to: nil, atMost: 1)
      }
      if let decision { later.append(decision) }
      return events.append(copy)
    }
    guard isHeard, let receive = unsafe listener.event else { return }
    if let decision { last = decision }
    unsafe (decision?.findings ?? []).withUnsafeBufferPointer {
      unsafe receive(listener.data, &copy, $0.baseAddress, $0.count)
    }
  }

  /// Keeps the release of an event until it is decided about, and returns the decision then.
  private mutating func decision(of kind: TrajectoryEvent.Kind) -> TakenDecision? {
    switch kind {
    case .ended(let context):
      released = TakenDecision(pg_release(context.release(by: estimator)))
      return nil
    case .decided(let decision):
      let taken = released ?? TakenDecision(nil)
      taken.findings = pg_finding.all(of: decision)
      released = nil
      return taken
    case .began, .changed, .cancelled, .handoff, .completed, .held, .started: return nil
    }
  }

  /// Moves samples and their values to C's memory, and returns their number.
  ///
  /// - Parameter width: the number of values that each row of C's has room for.
  mutating func take(
    _ samples: UnsafeMutablePointer<pg_sample>, _ capacity: Int,
    _ values: UnsafeMutablePointer<Double>?, width rowWidth: Int
  ) -> Int {
    let count = unsafe self.samples.move(to: samples, atMost: capacity)
    guard let values = unsafe values, rowWidth != width else {
      unsafe self.values.move(to: values, atMost: count * width)
      return count
    }
    for row in 0..<count {
      let moved = unsafe self.values.move(
        to: values + row * rowWidth, atMost: min(width, rowWidth))
      unsafe self.values.move(to: nil, atMost: width - moved)
    }
    return count
  }

  /// Moves events to C's memory, and returns their number.
  mutating func take(_ events: UnsafeMutablePointer<pg_event>, _ capacity: Int) -> Int {
    let count = unsafe self.events.move(to: events, atMost: capacity)
    for index in 0..<count where unsafe events[index].kind == PG_EVENT_DECIDED {
      last = later.removeFirst()
    }
    return count
  }
}

/// What a session knows of a decision beyond its event.
///
/// An object, so that a tape without one is small: a tape is made for each sample that is asked for.
final class TakenDecision {
  /// What was released; `nil` if the gesture was cut off.
  let release: pg_release?
  fileprivate(set) var findings: [pg_finding] = []

  fileprivate init(_ release: pg_release?) { self.release = release }
}

extension pg_sample {
  /// Translates a sample.
  init(_ sample: Sample, start: Int64) {
    let phase =
      switch sample.phase {
      case .idle: PG_IDLE
      case .tracking: PG_TRACKING
      case .settling: PG_SETTLING
      case .rest: PG_REST
      }
    self.init(
      time: start &+ sample.time.microseconds, fraction: sample.fraction,
      velocity: sample.velocity, phase: pg_phase(phase),
      value_count: UInt32(truncatingIfNeeded: sample.values.count))
  }
}

extension pg_event {
  /// Translates an event.
  init(_ event: TrajectoryEvent, start: Int64) {
    self.init()
    time = start &+ event.time.microseconds
    fraction = event.fraction
    velocity = event.velocity
    target = .nan
    judged = .nan
    outcome = pg_outcome(PG_NO_OUTCOME)
    clause = -1
    detail = -1
    let kind: Int
    switch event.kind {
    case .began: kind = PG_EVENT_BEGAN
    case .changed: kind = PG_EVENT_CHANGED
    case .ended: kind = PG_EVENT_ENDED
    case .cancelled: kind = PG_EVENT_CANCELLED
    case .handoff: kind = PG_EVENT_HANDOFF
    case .held: kind = PG_EVENT_HELD
    case .decided(let decision):
      kind = PG_EVENT_DECIDED
      target = decision.target
      outcome = pg_outcome(decision.outcome)
      guard let judgement = decision.judgement else { break }
      judged = judgement.progress ?? .nan
      clause = judgement.clause.map { Int32(clamping: $0) } ?? -1
      detail = Listed.index(of: judgement.verdict, in: Listed.verdicts)
    case .completed(let position):
      kind = PG_EVENT_COMPLETED
      target = event.fraction
      detail = Listed.index(of: position, in: Listed.positions)
    case .started(let run):
      kind = PG_EVENT_STARTED
      target = run.target
      detail = Listed.index(of: run.name, in: Listed.runs)
    }
    self.kind = pg_event_kind(kind)
  }
}

extension pg_outcome {
  /// Translates an outcome.
  init(_ outcome: Decision.Outcome) {
    switch outcome {
    case .finish: self.init(PG_FINISH)
    case .cancel: self.init(PG_CANCEL)
    case .snap: self.init(PG_SNAP)
    }
  }
}

extension pg_finding {
  /// Translates the findings of a decision, in order of the clauses.
  static func all(of decision: Decision) -> [pg_finding] {
    (decision.judgement?.findings ?? []).enumerated().flatMap { clause, found in
      found.map { pg_finding($0, clause: clause) }
    }
  }

  /// Translates a finding of a clause.
  init(_ finding: Finding, clause: Int) {
    let condition = finding.condition
    self.init(
      clause: Int32(clamping: clause), holds: finding.holds ? 1 : 0, value: finding.value,
      threshold: condition.threshold,
      quantity: Listed.index(of: condition.quantity, in: Listed.quantities),
      comparison: Listed.index(of: condition.comparison, in: Listed.comparisons),
      unit: Listed.index(of: condition.unit, in: Listed.units), reserved: 0)
  }
}
