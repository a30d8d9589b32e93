import PantographBase
import PantographGestures
import PantographTestSupport
import PantographTouchLaws
import PantographTouches
import Testing

/// Laws that hold for every recogniser and for arenas of them.
@Suite struct `The laws of recognisers` {
  /// Returns frames of random fingers that land, lift, move, press, become palms and get lost.
  static func frames(_ count: Int, seed: UInt64) -> [TouchFrame] {
    var random = TestRandom(seed: seed)
    var contacts: [Contact] = []
    var next = 0
    var time: Int64 = 0
    func share(_ range: ClosedRange<Double> = 0...1) -> Double {
      Double.random(in: range, using: &random)
    }
    return (0..<count).map { _ in
      // Most frames come every few milliseconds, some after a pause, and some at the same instant.
      let step = share()
      time +=
        step < 0.05 ? 0 : step < 0.9 ? Int64(share(1...15) * 1000) : Int64(share(0...1) * 800_000)
      var frame = TouchFrame(time: Timestamp(microseconds: time), contacts: [])
      frame.hasLostEvents = share() < 0.01
      let isCalm = share() < 0.5
      contacts.removeAll { contact in
        guard share() < (isCalm ? 0.03 : 0.15) else { return false }
        if frame.hasLostEvents || share() < 0.05 { frame.vanished.append(contact.id) }
        return true
      }
      for index in contacts.indices {
        let reach = isCalm ? 0.3 : 6
        contacts[index].position =
          contacts[index].position
          + Vector(x: share(-reach...reach), y: share(-reach...reach))
        if let pressure = contacts[index].pressure {
          contacts[index].pressure = min(max(pressure + share(-0.2...0.2), 0), 1)
        }
        if share() < 0.01 { contacts[index].remarks.formSymmetricDifference(.palm) }
      }
      while contacts.count < 6, share() < 0.15 {
        next += 1
        contacts.append(
          Contact(
            id: next, position: Point(x: share(0...100), y: share(0...60)),
            pressure: share() < 0.8 ? share() : nil))
      }
      if share() < 0.01 { contacts.removeAll() }
      frame.contacts = contacts
      frame.fingerCount = contacts.count + (share() < 0.02 ? 1 : 0)
      return frame
    }
  }

  typealias Touch = `An arena`.Touch

  /// Returns an arena of all recognisers; if `together`, four of them may be active at the same time.
  static func arena(together: Bool = false) -> GestureArena<Touch> {
    var arena = GestureArena<Touch>()
    let pan = arena.add(PanGestureRecognizer(.init(fingers: 1...2)), as: Touch.pan)
    let pinch = arena.add(PinchGestureRecognizer(), as: Touch.pinch)
    let turn = arena.add(RotationGestureRecognizer(), as: Touch.turn)
    let double = arena.add(TapGestureRecognizer(.init(taps: 2)), as: Touch.doubleTap)
    arena.add(TapGestureRecognizer(), as: Touch.tap, afterFailureOf: [double])
    let long = arena.add(
      LongPressGestureRecognizer(), as: Touch.longPress, afterFailureOf: [double])
    let press = arena.add(PressGestureRecognizer(), as: Touch.press, afterFailureOf: [long])
    arena.add(PreviewInteraction(), as: Touch.preview)
    if together { arena.allow([pan, pinch, turn, press]) }
    return arena
  }

  /// Feeds frames, advances the time to or before some deadlines, and sometimes cancels.
  static func run<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, _ frames: [TouchFrame], seed: UInt64,
    watch: (Recognizer) -> Void = { _ in }
  ) -> [GestureEvent<Recognizer.Value>] {
    var recognizer = recognizer
    var random = TestRandom(seed: seed)
    var found: [GestureEvent<Recognizer.Value>] = []
    for frame in frames {
      if let deadline = recognizer.deadline, Bool.random(using: &random) {
        // At the deadline, or before it, but not after the next frame.
        let early = Bool.random(using: &random) ? Int64.random(in: 0...100_000, using: &random) : 0
        let time = deadline.advanced(byMicroseconds: -early)
        if time <= frame.time { recognizer.advance(to: time, into: &found) }
      }
      recognizer.feed(frame, into: &found)
      if Int.random(in: 0..<300, using: &random) == 0 {
        recognizer.cancel(at: frame.time, into: &found)
      }
      watch(recognizer)
    }
    recognizer.cancel(at: frames.last?.time ?? milliseconds(0), into: &found)
    return found
  }

  private func expectOrder<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, instant: Bool = false, seed: UInt64
  ) {
    let found = Self.run(recognizer, Self.frames(12_500, seed: seed), seed: seed)
    #expect(isInOrder(found.map(\.phase), instant: instant), "\(Recognizer.self)")
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(found.count { $0.phase == (instant ? .ended : .began) } > 10)
    #expect(instant || [.ended, .cancelled, nil].contains(found.last?.phase))
  }

  @Test func `every gesture begins and ends once`() {
    expectOrder(PressGestureRecognizer(), seed: 1)
    expectOrder(PressGestureRecognizer(.init(contact: .first)), seed: 2)
    expectOrder(PreviewInteraction(), seed: 3)
    expectOrder(TapGestureRecognizer(), instant: true, seed: 4)
    expectOrder(LongPressGestureRecognizer(.init(minimumDuration: 0.05, slop: 9)), seed: 5)
    expectOrder(PinchGestureRecognizer(), seed: 6)
    expectOrder(RotationGestureRecognizer(), seed: 7)
    expectOrder(PinchGestureRecognizer(.init(fingers: 2...2)), seed: 8)
  }

  @Test func `a press commits once at most, and values are finite and within their bounds`() {
    let frames = Self.frames(12_500, seed: 9)
    var commits = 0
    for event in Self.run(PressGestureRecognizer(), frames, seed: 9) {
      if event.phase == .began { commits = 0 }
      if event.peak == .reached { commits += 1 }
      #expect(commits <= 1 && (0...1).contains(event.progress) && event.rate.isFinite)
    }
    for event in Self.run(PreviewInteraction(), frames, seed: 9) {
      #expect((0...1).contains(event.progress) && event.rate.isFinite)
      #expect((event.phase == .ended) == (event.stage == .commit && event.isComplete))
    }
    for event in Self.run(PinchGestureRecognizer(), frames, seed: 9) {
      #expect(event.scale > 0 && event.scale.isFinite && event.rate.isFinite)
    }
    for event in Self.run(RotationGestureRecognizer(), frames, seed: 9) {
      #expect(event.angle.isFinite && event.rate.isFinite)
    }
  }

  /// The gestures that may be active together, as ``arena(together:)`` names them.
  static let companions: Set = ["pan", "pinch", "turn", "press"]

  @Test(.enabled(if: LongTests.areRun, LongTests.absence), arguments: [false, true])
  func `an arena separates gestures that exclude each other`(together: Bool) {
    let found = Self.run(
      Self.arena(together: together), Self.frames(25_000, seed: 10), seed: 10)
    var on: Set<String> = []
    for event in found {
      let name = event.value.name
      switch event.phase {
      case .began:
        #expect(!on.contains(name))
        #expect(on.isEmpty || together && on.union([name]).isSubset(of: Self.companions))
        on.insert(name)
      case .changed: #expect(on.contains(name))
      case .ended:
        if name == "tap" || name == "doubleTap" {
          #expect(on.isEmpty)
        } else {
          #expect(on.remove(name) != nil)
        }
      case .cancelled: #expect(on.remove(name) != nil)
      }
    }
    #expect(on.isEmpty)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0.time <= $1.time })
    let names = Set(found.map(\.value.name))
    #expect(names.count >= 6, "\(names)")
  }

  // MARK: Invariance

  private func expectLaws<Recognizer: GestureRecognizer>(_ recognizer: Recognizer, seed: UInt64) {
    let frames = Self.frames(3000, seed: seed)
    let plain = events(recognizer, frames)
    #expect(!plain.isEmpty)

    // Shifted in time.
    let later = frames.map { frame in
      var frame = frame
      frame.time = frame.time.advanced(byMicroseconds: 1_699_999_999_123_457)
      return frame
    }
    var expected = plain
    for index in expected.indices {
      expected[index].time = expected[index].time.advanced(byMicroseconds: 1_699_999_999_123_457)
    }
    #expect(events(recognizer, later) == expected, "\(Recognizer.self)")

    // Every frame twice; the second adds nothing, and contacts vanish only once.
    var once: [GestureEvent<Recognizer.Value>] = []
    var again: [GestureEvent<Recognizer.Value>] = []
    var doubled = recognizer
    for frame in frames {
      doubled.feed(frame, into: &once)
      var second = frame
      second.vanished = []
      second.hasLostEvents = false
      doubled.feed(second, into: &again)
    }
    #expect(once == plain && again.allSatisfy { $0.phase == .changed }, "\(Recognizer.self) twice")

    // A frame without contacts after one without contacts.
    let empty = frames.flatMap { frame in
      frame.contacts.isEmpty
        ? [frame, TouchFrame(time: frame.time.advanced(byMicroseconds: 0), contacts: [])] : [frame]
    }
    #expect(empty.count > frames.count && events(recognizer, empty) == plain)

    // Deadlines passed without a frame.
    var stepped: [GestureEvent<Recognizer.Value>] = []
    var other = recognizer
    for frame in frames {
      while let deadline = other.deadline, deadline <= frame.time {
        other.advance(to: deadline, into: &stepped)
      }
      other.feed(frame, into: &stepped)
    }
    #expect(stepped == plain, "\(Recognizer.self) by deadlines")
  }

  @Test
  func `recognisers are invariant to shifted time, repeated frames and explicit deadlines`() {
    expectLaws(PressGestureRecognizer(), seed: 20)
    expectLaws(PreviewInteraction(), seed: 21)
    expectLaws(TapGestureRecognizer(), seed: 22)
    expectLaws(TapGestureRecognizer(.init(taps: 2, slop: 20, spacing: 60)), seed: 22)
    expectLaws(LongPressGestureRecognizer(.init(minimumDuration: 0.05, slop: 9)), seed: 23)
    expectLaws(PinchGestureRecognizer(), seed: 24)
    expectLaws(RotationGestureRecognizer(), seed: 25)
  }

  @Test func `an arena is invariant to explicit deadlines`() {
    let frames = Self.frames(6000, seed: 30)
    let arena = Self.arena()
    let plain = events(arena, frames)
    var stepped: [GestureEvent<Touch>] = []
    var other = arena
    for frame in frames {
      while let deadline = other.deadline, deadline <= frame.time {
        other.advance(to: deadline, into: &stepped)
      }
      other.feed(frame, into: &stepped)
    }
    #expect(stepped == plain)
  }
}
