import Gestures
import Quantities
import Testing
import TouchLaws
import Touches

/// Recognises one finger that goes far to the right in a short time: it happens as soon as it has.
struct LongSwipe: GestureRecognizer {
  /// What the finger did.
  struct Value: Hashable, Sendable {
    /// How far it has gone, in millimetres.
    var way: Vector
  }

  /// How far it has to go, in millimetres.
  let distance: Double
  /// The seconds that it has for it.
  let time: Double

  private enum Stage {
    case waiting
    case possible(Contact, since: Timestamp)
    case failed
  }
  private var stage = Stage.waiting

  init(distance: Double = 40, time: Double = 0.4) {
    self.distance = distance
    self.time = time
  }

  var state: RecognizerState {
    switch stage {
    case .waiting: .idle
    case .possible: .possible
    case .failed: .failed
    }
  }

  mutating func feed(_ frame: TouchFrame, into events: inout [GestureEvent<Value>]) {
    advance(to: frame.time, into: &events)
    let fingers = frame.contacts.filter { !$0.remarks.contains(.palm) }
    switch stage {
    case _ where fingers.isEmpty:
      stage = .waiting
    case .waiting where fingers.count == 1:
      stage = .possible(fingers[0], since: frame.time)
    case .possible(let landed, _) where fingers.count == 1 && fingers[0].id == landed.id:
      let way = fingers[0].position - landed.position
      guard way.x >= distance else { return }
      events.append(GestureEvent(time: frame.time, phase: .ended, value: Value(way: way)))
      stage = .failed
    case .waiting, .possible, .failed:
      stage = .failed
    }
  }

  var deadline: Timestamp? {
    guard case .possible(_, let since) = stage else { return nil }
    return since.advanced(bySeconds: time)
  }

  mutating func advance(to time: Timestamp, into events: inout [GestureEvent<Value>]) {
    if let deadline, time >= deadline { stage = .failed }
  }

  mutating func cancel(at time: Timestamp, into events: inout [GestureEvent<Value>]) {
    if case .possible = stage { stage = .failed }
  }
}

@Suite struct `A long swipe` {
  private func ways(_ script: String) -> [Vector] {
    events(LongSwipe(), touches(script)).map(\.way)
  }

  @Test func `goes 40 mm in less than 0.4 s`() {
    #expect(ways("0 1:10,30 \n 399 1:50,31 \n 410") == [Vector(x: 40, y: 1)])
    #expect(ways("0 1:10,30 \n 399 1:49.9,31 \n 410") == [])
    #expect(ways("0 1:10,30 \n 400 1:50,31 \n 410") == [])
  }

  @Test func `is one finger's, and once`() {
    #expect(ways("0 1:10,30 2:10,50 \n 99 1:50,30 2:50,50 \n 100").isEmpty)
    #expect(ways("0 1:10,30 \n 99 1:50,30 \n 199 1:90,30 \n 200").count == 1)
    #expect(ways("0 1:10,30 \n 9 \n 10 1:10,30 \n 99 1:50,30 \n 100").count == 1)
  }

  @Test func `keeps to what holds for all recognisers`() {
    typealias Laws = `Whatever the fingers do`
    let found = Laws.run(LongSwipe(distance: 5), Laws.frames(10_000, seed: 1), seed: 1)
    #expect(isInOrder(found.map(\.phase), instant: true))
    #expect(found.count > 10)
  }

  private enum Touch: Hashable {
    case swipe(LongSwipe.Value)
    case pan(PanGestureRecognizer.Value)
  }

  @Test(arguments: [(99.0, "swipe"), (500, "pan")])
  func `wins over a pan that waits for it`(milliseconds: Double, winner: String) {
    var arena = GestureArena<Touch>()
    let swipe = arena.add(LongSwipe(), as: Touch.swipe)
    arena.add(PanGestureRecognizer(.init(fingers: 1...1)), as: Touch.pan, afterFailureOf: [swipe])

    let script = "0 1:10,30 \n \(milliseconds) 1:50,30 \n 600"
    let winners = events(arena, touches(script)).map { event in
      if case .swipe = event.value { "swipe" } else { "pan" }
    }
    #expect(Set(winners) == [winner])
  }
}
