public import Quantities
public import Touches

/// Several recognisers over the same frames, and who of them wins.
///
/// What they report comes as one kind of event. Its values are an enum of the caller's, whose cases say
/// whose event it is and what it carries:
///
///     enum Touch: Hashable { case drag(PanGestureRecognizer.Value), zoom(PinchGestureRecognizer.Value) }
///
///     var arena = GestureArena<Touch>()
///     let drag = arena.add(PanGestureRecognizer(.init(fingers: 2...2)), as: Touch.drag)
///     let zoom = arena.add(PinchGestureRecognizer(), as: Touch.zoom)
///     arena.allow([drag, zoom])
///
/// By default the first gesture to begin is the only one: all others are cancelled, and out until all
/// fingers have lifted. If several begin in one frame, it is the one that was added first. See
/// <doc:Arbitration>.
public struct GestureArena<Value: Hashable & Sendable>: GestureRecognizer {
  /// One of the recognisers, in the order in which they were added.
  public struct Entrant: Hashable, Sendable {
    fileprivate let index: Int
  }

  /// What is known of a recogniser besides itself.
  private struct Place {
    var contender: any Contender<Value>
    /// Those that must have failed before it may begin.
    var precedence: [Int]
    /// Those that it may be on with.
    var companions: [Int] = []
    /// Whether its gesture has been reported to have begun, and not to be over.
    var isOn = false
    /// Whether nothing of it counts before all fingers have lifted.
    var isOut = false
    /// What it would have reported, if it waits for others to fail: the newest.
    var held: GestureEvent<Value>?
    /// Whether the held gesture is one that has begun before.
    var heldBegan = false
  }

  private var places: [Place] = []
  private var hasFingers = false

  /// Makes an arena without recognisers.
  public init() {}

  /// Adds a recogniser.
  ///
  /// - Parameters:
  ///   - recognizer: finds the gesture.
  ///   - name: makes a value of the arena's events out of one of the recogniser's: a case of an enum.
  ///   - others: those that must have failed before this one may begin; while one of them is possible,
  ///     its events are held back.
  @discardableResult
  public mutating func add<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, as name: @escaping @Sendable (Recognizer.Value) -> Value,
    afterFailureOf others: [Entrant] = []
  ) -> Entrant {
    precondition(
      others.allSatisfy { $0.index < places.count }, "what is waited for has to be added before")
    places.append(
      Place(
        contender: NamedRecognizer(recognizer: recognizer, name: name),
        precedence: others.map(\.index)))
    return Entrant(index: places.count - 1)
  }

  /// Lets each of these be on while others of them are.
  public mutating func allow(_ entrants: [Entrant]) {
    for entrant in entrants {
      for other in entrants where other != entrant {
        places[entrant.index].companions.append(other.index)
      }
    }
  }

  /// How far the recognisers have come: what can be said of the furthest.
  public var state: RecognizerState {
    if places.contains(where: \.isOn) { return .active }
    if places.contains(where: { $0.contender.state == .possible }) {
      return .possible
    }
    return hasFingers ? .failed : .idle
  }

  /// The earliest instant at which something may happen to a recogniser though no frame comes.
  public var deadline: Timestamp? { places.lazy.compactMap(\.contender.deadline).min() }

  /// Takes the next frame and appends what follows from it.
  public mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    advance(to: frame.time, into: &events)
    hasFingers = frame.contacts.contains(where: \.isFinger)
    for index in places.indices where !places[index].isOut || !hasFingers {
      places[index].contender.feed(frame)
    }
    arbitrate(at: frame.time, into: &events)
  }

  /// Lets time pass without a frame, from one deadline to the next, and appends what follows from that.
  public mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {
    var before: Timestamp?
    // One that stays at its deadline would hold up all others for ever.
    while let deadline, deadline <= time, deadline != before {
      before = deadline
      for index in places.indices { places[index].contender.advance(to: deadline) }
      arbitrate(at: deadline, into: &events)
    }
  }

  /// Cancels all gestures that are on, because their device is gone; nothing begins before all fingers
  /// have lifted.
  public mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    for index in places.indices { dismiss(index, at: time, into: &events) }
    readmit()
  }

  // MARK: Who wins

  /// Goes through what the recognisers have found in one instant, in the order in which they were added;
  /// those that are waited for come before those that wait.
  private mutating func arbitrate(
    at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    for index in places.indices {
      let found = places[index].contender.take()
      for event in found where !places[index].isOut { judge(event, of: index, into: &events) }
    }
    for index in places.indices where places[index].held != nil {
      release(index, at: time, into: &events)
    }
    readmit()
  }

  /// Lets all take part again if no finger is left.
  private mutating func readmit() {
    guard !hasFingers else { return }
    for index in places.indices { places[index].isOut = false }
  }

  private mutating func judge(
    _ event: GestureEvent<Value>, of index: Int, into events: inout [GestureEvent<Value>]
  ) {
    if places[index].isOn {
      events.append(event)
      if event.phase.isOver { places[index].isOn = false }
    } else if places[index].held != nil, event.phase == .cancelled {
      places[index].held = nil
    } else if places[index].held != nil, event.phase != .began {
      places[index].held = event
    } else if event.phase == .began || event.phase == .ended {
      // Who waits for it has lost, whatever becomes of it.
      for other in places.indices
      where places[other].precedence.contains(index) && !places[other].isOn {
        dismiss(other, at: event.time, into: &events)
      }
      if isWaiting(index) {
        places[index].held = event
        places[index].heldBegan = event.phase == .began
      } else {
        enter(event, of: index, into: &events)
      }
    }
  }

  /// Whether one that must fail first may still begin.
  private func isWaiting(_ index: Int) -> Bool {
    places[index].precedence.contains { other in
      places[other].held != nil || places[other].contender.state == .possible
    }
  }

  /// Lets a gesture begin, or an instant one happen, unless another one that is on has won before.
  private mutating func enter(
    _ event: GestureEvent<Value>, of index: Int, into events: inout [GestureEvent<Value>]
  ) {
    let others = places.indices.filter { $0 != index && !places[index].companions.contains($0) }
    if others.contains(where: { places[$0].isOn }) {
      dismiss(index, at: event.time, into: &events)
      return
    }
    events.append(event)
    if event.phase == .began { places[index].isOn = true }
    for other in others { dismiss(other, at: event.time, into: &events) }
  }

  /// Reports what was held back, as it is now, if nothing stands in its way any more.
  private mutating func release(
    _ index: Int, at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    guard !isWaiting(index), var event = places[index].held else { return }
    places[index].held = nil
    let isOver = event.phase == .ended
    event.time = time
    if places[index].heldBegan { event.phase = .began }
    enter(event, of: index, into: &events)
    guard isOver, places[index].isOn else { return }
    event.phase = .ended
    events.append(event)
    places[index].isOn = false
  }

  /// Puts a recogniser out until all fingers have lifted.
  private mutating func dismiss(
    _ index: Int, at time: Timestamp, into events: inout [GestureEvent<Value>]
  ) {
    places[index].contender.cancel(at: time)
    let found = places[index].contender.take()
    if places[index].isOn {
      for event in found where event.phase == .cancelled { events.append(event) }
    }
    places[index].isOn = false
    places[index].isOut = true
    places[index].held = nil
  }
}

extension GesturePhase {
  /// Whether nothing comes after it.
  var isOver: Bool { self == .ended || self == .cancelled }
}

/// A recogniser of any kind whose events have values of one kind.
private protocol Contender<Value>: Sendable {
  associatedtype Value: Hashable & Sendable
  var state: RecognizerState { get }
  var deadline: Timestamp? { get }
  mutating func feed(_ frame: TouchFrame)
  mutating func advance(to time: Timestamp)
  mutating func cancel(at time: Timestamp)
  /// What it has found since it was asked last.
  mutating func take() -> [GestureEvent<Value>]
}

private struct NamedRecognizer<Recognizer: GestureRecognizer, Value: Hashable & Sendable>: Contender
{
  var recognizer: Recognizer
  let name: @Sendable (Recognizer.Value) -> Value
  private var found: [GestureEvent<Recognizer.Value>] = []

  init(recognizer: Recognizer, name: @escaping @Sendable (Recognizer.Value) -> Value) {
    self.recognizer = recognizer
    self.name = name
  }

  var state: RecognizerState { recognizer.state }
  var deadline: Timestamp? { recognizer.deadline }
  mutating func feed(_ frame: TouchFrame) { recognizer.feed(frame, into: &found) }
  mutating func advance(to time: Timestamp) { recognizer.advance(to: time, into: &found) }
  mutating func cancel(at time: Timestamp) { recognizer.cancel(at: time, into: &found) }

  mutating func take() -> [GestureEvent<Value>] {
    defer { found.removeAll(keepingCapacity: true) }
    return found.map { GestureEvent(time: $0.time, phase: $0.phase, value: name($0.value)) }
  }
}
