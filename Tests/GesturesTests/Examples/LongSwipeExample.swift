import PantographBase
import PantographGestures
import PantographTouchLaws
import PantographTouches
import Testing

/// Recognises one finger that moves far to the right in a short time, as soon as it has.
struct LongSwipe: GestureRecognizer {
  /// The displacement of a swipe.
  struct Value: Hashable, Sendable {
    /// The displacement since the landing, in millimetres.
    var translation: Vector
  }

  /// The minimum displacement to the right, in millimetres.
  let distance: Double
  /// The maximum duration, in seconds.
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
      let translation = fingers[0].position - landed.position
      guard translation.x >= distance else { return }
      let value = Value(translation: translation)
      events.append(GestureEvent(time: frame.time, phase: .ended, value: value))
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
  private func translations(_ script: String) -> [Vector] {
    events(LongSwipe(), touches(script)).map(\.translation)
  }

  @Test func `goes 40 mm in less than 0.4 s`() {
    #expect(translations("0 1:10,30 \n 399 1:50,31 \n 410") == [Vector(x: 40, y: 1)])
    #expect(translations("0 1:10,30 \n 399 1:49.9,31 \n 410") == [])
    #expect(translations("0 1:10,30 \n 400 1:50,31 \n 410") == [])
  }

  @Test func `happens once, with one finger`() {
    #expect(translations("0 1:10,30 2:10,50 \n 99 1:50,30 2:50,50 \n 100").isEmpty)
    #expect(translations("0 1:10,30 \n 99 1:50,30 \n 199 1:90,30 \n 200").count == 1)
    #expect(translations("0 1:10,30 \n 9 \n 10 1:10,30 \n 99 1:50,30 \n 100").count == 1)
  }

  @Test func `follows the laws of all recognisers`() {
    typealias Laws = `The laws of recognisers`
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
