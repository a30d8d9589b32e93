public import PantographBase
public import PantographTouches

/// Several recognisers of the same frames, of which one wins.
///
/// All report one type of event. Its value is an enum of yours, with a case for each recogniser:
///
///     enum Touch: Hashable { case drag(PanGestureRecognizer.Value), zoom(PinchGestureRecognizer.Value) }
///
///     var arena = GestureArena<Touch>()
///     let drag = arena.add(PanGestureRecognizer(.init(fingers: 2...2)), as: Touch.drag)
///     let zoom = arena.add(PinchGestureRecognizer(), as: Touch.zoom)
///     arena.allow([drag, zoom])
///
/// By default, the first gesture to begin wins: all others are cancelled and stay out until all fingers have
/// lifted. If several begin in one frame, the one that was added first wins. See <doc:Arbitration>.
public struct GestureArena<Value: Hashable & Sendable>: GestureRecognizer {
  /// A recogniser of the arena, identified by the order of addition.
  public struct Entrant: Hashable, Sendable {
    fileprivate let index: Int
  }

  /// A recogniser and its state in the arena.
  private struct Entry {
    private var contender: Contender<Value>
    /// The recognisers that must fail before it may begin.
    var precedence: [Int]
    /// The recognisers that may be active at the same time.
    var companions: [Int] = []
    /// Whether its gesture has been reported to have begun, and not to have ended.
    var isOn = false
    /// Whether its events are ignored until all fingers have lifted.
    var isOut = false
    /// The newest event that is held back until others have failed.
    var held: GestureEvent<Value>?
    /// Whether the held gesture has begun before.
    var heldBegan = false

    init(_ contender: Contender<Value>, after precedence: [Int]) {
      self.contender = contender
      self.precedence = precedence
    }

    var state: RecognizerState { contender.state }
    var deadline: Timestamp? { contender.deadline }

    /// The recogniser, to be changed: a copy of its own if another arena has it, too.
    var own: Contender<Value> {
      mutating get {
        if !isKnownUniquelyReferenced(&contender) { contender = contender.copy() }
        return contender
      }
    }
  }

  private var entries: [Entry] = []
  private var hasFingers = false

  /// Creates an arena without recognisers.
  public init() {}

  /// Adds a recogniser.
  ///
  /// - Parameters:
  ///   - recognizer: The recogniser.
  ///   - name: Converts the recogniser's value to the arena's: a case of the enum.
  ///   - others: The recognisers that must fail before this one may begin. While one of them is possible, its
  ///     events are held back.
  @discardableResult
  public mutating func add<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, as name: @escaping @Sendable (Recognizer.Value) -> Value,
    afterFailureOf others: [Entrant] = []
  ) -> Entrant {
    precondition(
      others.allSatisfy { $0.index < entries.count },
      "recognisers that must fail have to be added before")
    entries.append(
      Entry(
        NamedRecognizer(recognizer: recognizer, name: name), after: others.map { $0.index }))
    return Entrant(index: entries.count - 1)
  }

  /// Allows these recognisers to be active at the same time.
  public mutating func allow(_ entrants: [Entrant]) {
    for entrant in entrants {
      for other in entrants where other != entrant {
        entries[entrant.index].companions.append(other.index)
      }
    }
  }

  /// The state of the recognisers: the furthest of all.
  public var state: RecognizerState {
    if entries.contains(where: { $0.isOn }) { return .active }
    if entries.contains(where: { $0.state == .possible }) {
      return .possible
    }
    return hasFingers ? .failed : .idle
  }

  /// The earliest deadline of all recognisers.
  public var deadline: Timestamp? { entries.lazy.compactMap { $0.deadline }.min() }

  /// Processes the next frame and appends the resulting events.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    advance(to: frame.time, into: &events)
    hasFingers = frame.contacts.contains { $0.isFinger }
    for index in entries.indices where !entries[index].isOut || !hasFingers {
      entries[index].own.feed(frame)
    }
    arbitrate(at: frame.time, into: &events)
  }

  /// Advances the time without a frame, from one deadline to the next, and appends the resulting events.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {
    var before: Timestamp?
    // A recogniser that stays at its deadline must not block the others forever.
    while let deadline, deadline <= time, deadline != before {
      before = deadline
      for index in entries.indices { entries[index].own.advance(to: deadline) }
      arbitrate(at: deadline, into: &events)
    }
  }

  /// Cancels all active gestures, because their device is gone; nothing begins before all fingers have
  /// lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    for index in entries.indices { dismiss(index, at: time, into: &events) }
    readmit()
  }

  // MARK: Arbitration

  /// Processes the recognisers' events of one instant, in order of addition; those that others wait for come
  /// first.
  private mutating func arbitrate(
    at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    for index in entries.indices {
      let found = entries[index].own.take()
      for event in found where !entries[index].isOut { judge(event, of: index, into: &events) }
    }
    for index in entries.indices where entries[index].held != nil {
      release(index, at: time, into: &events)
    }
    readmit()
  }

  /// Readmits all recognisers if no finger is left.
  private mutating func readmit() {
    guard !hasFingers else { return }
    for index in entries.indices { entries[index].isOut = false }
  }

  private mutating func judge(
    _ event: GestureEvent<Value>, of index: Int, into events: inout [GestureEvent<Value>]
  ) {
    if entries[index].isOn {
      events.append(event)
      if event.phase.isOver { entries[index].isOn = false }
    } else if entries[index].held != nil, event.phase == .cancelled {
      entries[index].held = nil
    } else if entries[index].held != nil, event.phase != .began {
      entries[index].held = event
    } else if event.phase == .began || event.phase == .ended {
      // The recognisers that wait for this one have lost, whatever its outcome.
      for other in entries.indices
      where entries[other].precedence.contains(index) && !entries[other].isOn {
        dismiss(other, at: event.time, into: &events)
      }
      if isWaiting(index) {
        entries[index].held = event
        entries[index].heldBegan = event.phase == .began
      } else {
        enter(event, of: index, into: &events)
      }
    }
  }

  /// Returns whether a recogniser that must fail first may still begin.
  private func isWaiting(_ index: Int) -> Bool {
    entries[index].precedence.contains { other in
      entries[other].held != nil || entries[other].state == .possible
    }
  }

  /// Begins a gesture, or reports an instantaneous one, unless another active gesture excludes it.
  private mutating func enter(
    _ event: GestureEvent<Value>, of index: Int, into events: inout [GestureEvent<Value>]
  ) {
    let others = entries.indices.filter { $0 != index && !entries[index].companions.contains($0) }
    if others.contains(where: { entries[$0].isOn }) {
      dismiss(index, at: event.time, into: &events)
      return
    }
    events.append(event)
    if event.phase == .began { entries[index].isOn = true }
    for other in others { dismiss(other, at: event.time, into: &events) }
  }

  /// Reports the held event, at the current time, if nothing blocks it any more.
  private mutating func release(
    _ index: Int, at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    guard !isWaiting(index), var event = entries[index].held else { return }
    entries[index].held = nil
    let isOver = event.phase == .ended
    event.time = time
    if entries[index].heldBegan { event.phase = .began }
    enter(event, of: index, into: &events)
    guard isOver, entries[index].isOn else { return }
    event.phase = .ended
    events.append(event)
    entries[index].isOn = false
  }

  /// Excludes a recogniser until all fingers have lifted.
  private mutating func dismiss(
    _ index: Int, at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    entries[index].own.cancel(at: time)
    let found = entries[index].own.take()
    if entries[index].isOn {
      for event in found where event.phase == .cancelled { events.append(event) }
    }
    entries[index].isOn = false
    entries[index].isOut = true
    entries[index].held = nil
  }
}

extension GesturePhase {
  /// Whether it is the last phase of a gesture.
  var isOver: Bool { self == .ended || self == .cancelled }
}

/// A type-erased recogniser; Embedded Swift has no other existential than of a class.
///
/// Only one arena has it while it changes.
private class Contender<Value: Hashable & Sendable>: @unchecked Sendable {
  var state: RecognizerState { .idle }
  var deadline: Timestamp? { nil }
  func feed(_ frame: TouchFrame) {}
  func advance(to time: Timestamp) {}
  func cancel(at time: Timestamp) {}
  /// Removes and returns the events since the last call.
  func take() -> [GestureEvent<Value>] { [] }
  func copy() -> Contender<Value> { self }
}

private final class NamedRecognizer<Recognizer: GestureRecognizer, Value: Hashable & Sendable>:
  Contender<Value>, @unchecked Sendable
{
  private var recognizer: Recognizer
  private let name: @Sendable (Recognizer.Value) -> Value
  private var found: [GestureEvent<Recognizer.Value>] = []

  init(recognizer: Recognizer, name: @escaping @Sendable (Recognizer.Value) -> Value) {
    self.recognizer = recognizer
    self.name = name
  }

  override var state: RecognizerState { recognizer.state }
  override var deadline: Timestamp? { recognizer.deadline }
  override func feed(_ frame: TouchFrame) { recognizer.feed(frame, into: &found) }
  override func advance(to time: Timestamp) { recognizer.advance(to: time, into: &found) }
  override func cancel(at time: Timestamp) { recognizer.cancel(at: time, into: &found) }

  override func take() -> [GestureEvent<Value>] {
    defer { found.removeAll(keepingCapacity: true) }
    return found.map { GestureEvent(time: $0.time, phase: $0.phase, value: name($0.value)) }
  }

  override func copy() -> Contender<Value> {
    let copy = NamedRecognizer(recognizer: recognizer, name: name)
    copy.found = found
    return copy
  }
}
